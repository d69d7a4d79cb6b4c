"""Positions: states from plain data and back, and checks of their possibility."""
