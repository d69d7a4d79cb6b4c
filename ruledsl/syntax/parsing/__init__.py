"""Pieces to trees: the grammar, the tables that lark makes of it, and what builds the nodes."""
