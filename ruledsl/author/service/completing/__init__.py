"""Completion at a place: only what fits there, best first, with its meaning."""
