"""The commands, in modules of related ones, and their common parts."""
