"""Saved games: written, read, and played again."""
