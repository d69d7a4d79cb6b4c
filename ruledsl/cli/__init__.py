"""The command line. It is thin: every command calls the rooms above it and shows their answers."""

from ruledsl.cli.app import main

__all__ = ["main"]
