"""The precedence of expressions: the level of each is that of its rule in the grammar. It needs brackets where a higher one is required."""

from __future__ import annotations

from typing import Final

EXPR: Final = 0
OR: Final = 1
AND: Final = 2
NOT: Final = 3
COMPARISON: Final = 4
SUM: Final = 5
PLAIN_SUM: Final = 6
TERM: Final = 7
FACTOR: Final = 8
CHAIN: Final = 9
ATOM: Final = 10
