"""Text of rules in, tree out, and back.

`vocabulary/` declares each part of the language once, `syntax/` reads and prints it. The language itself is `grammar/ruledsl.lark`.
Begin at `syntax/parser.py`.
"""
