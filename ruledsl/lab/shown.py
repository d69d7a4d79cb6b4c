"""Tiles and maps that display themselves in notebooks, and scenarios that notebooks run."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.author.book.cards import card_page
from ruledsl.author.testkit import run_scenarios as run
from ruledsl.base.errors import GameError
from ruledsl.play.draw import map_svg
from ruledsl.play.loading.request import with_texts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from ruledsl.author.testkit import Report
    from ruledsl.play.game import Rules


class Picture:
    """A map as SVG: `svg` is its text."""

    def __init__(self, svg: str, name: str) -> None:
        self.svg = svg
        self.name = name

    def __repr__(self) -> str:
        return f"<a picture of {self.name}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, file: str | PathLike[str]) -> None:
        """Write it to a file."""
        Path(file).write_text(self.svg, encoding="utf-8")


class Card:
    """A tile as it will be printed: `page` is an HTML page that loads and runs nothing."""

    def __init__(self, page: str, name: str) -> None:
        self.page = page
        self.name = name

    def __repr__(self) -> str:
        return f"<the card of {self.name}>"

    def _repr_html_(self) -> str:
        """In a separate frame, so that a pack's content cannot reach the rest of the notebook."""
        return f'<iframe sandbox="" width="480" height="520" style="border:0" srcdoc="{escape(self.page)}"></iframe>'


def card(rules: Rules, tile: str) -> Card:
    """The card of a tile, by its id. Raises `GameError` if there is none."""
    found = rules.composition.tiles.get(tile)
    if found is None:
        raise GameError("G003", f"There is no tile `{tile}` in these packs.")
    return Card(card_page(rules.program, found), tile)


def picture(rules: Rules, map_id: str) -> Picture:
    """The picture of a map, by its id; for a map that is drawn anew for each game, an example. Raises `GameError` if there is none."""
    board = rules.drawn_map(rules.map(map_id), 1)
    return Picture(map_svg(rules.composition, board), map_id)


def run_scenarios(
    *targets: str | PathLike[str],
    texts: Mapping[str, str] | None = None,
    coverage: bool = False,
    trace: bool = False,
) -> Report:
    """Run the scenarios of packs, folders or files; with `texts` (as in `ruledsl.load`), those in the texts, with the named packs.

    With `coverage`, the report says which rules were used; with `trace`, every result says what happened.
    """
    wanted = targets if texts is None else with_texts(targets, texts)[-1:]
    return run(*map(str, wanted), coverage=coverage, trace=trace)
