"""Types, and the registry of everything that can be asked of the engine."""
