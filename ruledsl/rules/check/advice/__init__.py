"""Fixes for rules whose names and types do not fit: searched in the surrounding text when a mistake is reported."""
