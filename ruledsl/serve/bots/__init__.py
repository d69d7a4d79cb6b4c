"""Bots at tables: they think in processes of their own, for so long and no longer."""
