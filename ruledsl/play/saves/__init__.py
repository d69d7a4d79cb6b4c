"""Writing, reading and replaying saved games."""
