"""Types, and the registry of all built-in questions."""
