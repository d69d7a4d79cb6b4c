"""The version of this package, and that of the language."""

__version__ = "0.2.0"
LANGUAGE_VERSION = 3
