"""The command line. Thin: every command asks the rooms above it and shows what they answer."""

from ruledsl.cli.app import main

__all__ = ["main"]
