"""The state of a game: its layout in memory, and its beginning."""
