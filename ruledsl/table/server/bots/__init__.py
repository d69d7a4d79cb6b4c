"""Bots at tables: they think in separate processes, for a limited time."""
