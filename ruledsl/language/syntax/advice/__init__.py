"""Errors in unparsable texts, and their fixes."""
