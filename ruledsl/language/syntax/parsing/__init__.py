"""Pieces to trees: the grammar, lark's tables, and the functions that build nodes."""
