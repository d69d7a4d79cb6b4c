"""Commands for editors."""
