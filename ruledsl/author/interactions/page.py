"""The table as a page, and as data."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.author.interactions.table import Row, Table

MOST_NAMED = 2
"""The most scenarios of a cell on the page; the data has all of them."""

HEAD = """# Which tiles touch each other

Made by `ruledsl interactions {words}`; do not edit.

A cell is a pair of tiles. Either both *write* the same thing (a value, a permission, a memory, pieces, the same moment), or one writes
what the other reads or responds to (*leads*). A value includes all values that are computed from it. If two races, or two powers, each
refer only to the people that bears them, they meet only when one of them is lent; another detector covers this case. A scenario covers
a cell if both tiles take effect in it; if they change one value, they must do so in one answer. A cell that no scenario covers is *open*.

{cells} cells; scenarios cover {covered}. In {writing} cells both tiles write the same thing; scenarios cover {written} of these.{games}
"""
PLAYED = " {games} random games reached {reached} cells; {wanted} cells that write the same thing were reached twice and are open."


def page_of(table: Table, packs: Sequence[str]) -> str:
    """The page in Markdown: a table for each tile."""
    rows = table.rows
    writing = [row for row in rows if row.cell.writes]
    played = PLAYED.format(
        games=table.games,
        reached=sum(row.games > 0 for row in rows),
        wanted=sum(row.is_wanted for row in rows),
    )
    head = HEAD.format(
        words=" ".join([*packs, *([f"--games {table.games}"] if table.games else [])]),
        cells=len(rows),
        covered=sum(not row.is_open for row in rows),
        writing=len(writing),
        written=sum(not row.is_open for row in writing),
        games=played if table.games else "",
    )
    return head + "".join(_tables(rows))


def _tables(rows: Sequence[Row]) -> Iterator[str]:
    for tile, some in groupby(rows, key=lambda row: row.cell.tiles[0]):
        yield f"\n## {tile}\n\n| with | both write | one leads to the other | scenarios | rulings | games |\n"
        yield "|---|---|---|---|---|---|\n"
        yield from map(_line, some)


def _line(row: Row) -> str:
    named = ", ".join(row.scenarios[:MOST_NAMED])
    more = len(row.scenarios) - MOST_NAMED
    cells = (
        row.cell.tiles[1],
        ", ".join(sorted(map(str, row.cell.writes))),
        ", ".join(sorted(map(str, row.cell.leads))),
        (named or "open") + (f" and {more} more" if more > 0 else ""),
        ", ".join(row.rulings),
        str(row.games or ""),
    )
    return f"| {' | '.join(cells)} |\n"


def data_of(table: Table) -> str:
    """The same as JSON, a line for each cell."""
    rows = ",\n".join(json.dumps(row.as_dict(), ensure_ascii=False) for row in table.rows)
    return f'{{"games": {table.games}, "cells": [\n{rows}\n]}}\n'
