"""The version of this package, and that of the language."""

__all__ = ["LANGUAGE_VERSION", "__version__"]

__version__ = "0.1.0"
LANGUAGE_VERSION = 2
