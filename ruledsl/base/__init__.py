"""What everything else stands on.

Findings as values with a page for each code, kept data, differences between systems, exceptions, and checks of callers' arguments.
Nothing here knows the language or a game. Begin at `diagnostics/diagnostic.py`.
"""
