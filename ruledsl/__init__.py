"""Rules as data for the Small World family of board games."""

__all__ = ["__version__"]

__version__ = "0.1.0"
