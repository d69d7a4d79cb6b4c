"""Checks whether a state is possible, before a save or a position is trusted."""
