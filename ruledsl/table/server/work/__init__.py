"""Slow work outside the event loop: processes that serve askers in turn, and a few threads."""
