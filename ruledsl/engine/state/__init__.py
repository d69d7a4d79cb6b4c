"""The state of a game: how it lies in memory, and how it begins."""
