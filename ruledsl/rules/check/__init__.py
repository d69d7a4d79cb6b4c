"""Checks names and types: turns a composition into a checked program. It does not know how a game is stored."""
