"""What the engine answers and what it changes: the built-in questions and the mutations."""
