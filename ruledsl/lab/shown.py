"""Tiles and maps that display themselves in notebooks, and scenarios that notebooks run."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.author.book.cards import card_page
from ruledsl.author.testkit import run_scenarios as run
from ruledsl.base.errors import GameError
from ruledsl.lab.bulk.workers import Budget
from ruledsl.lab.series import rules_of, set_up
from ruledsl.lab.study.weighing import weighing_of
from ruledsl.play.draw import map_svg
from ruledsl.play.loading.request import with_texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
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
    entry = rules.composition.tiles.get(tile)
    if entry is None:
        raise GameError("G003", f"There is no tile `{tile}` in these packs.")
    return Card(card_page(rules.program, entry), tile)


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


# ── fairness ────────────────────────────────────────────────────────────────────
# The strength of a tile compared with the others, and the number that brings it to par, like `ruledsl balance` on the command line.


class Balance:
    """The result for a tile: `verdict` (on the printed tile), `best` (the number nearest to par), `sure`; `tried` has a row for each number."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self.verdict: str = data["verdict"]
        self.best: int = data["best"]
        self.sure: bool = data["sure"]
        self.tried: list[dict[str, Any]] = data["tried"]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `ruledsl balance --format json` writes it."""
        return self._data

    def __repr__(self) -> str:
        data = self._data
        sure = "surely" if self.sure else "so far"
        return f"<{data['tile']}: {self.verdict} as printed; {data['number']} {self.best} is {sure} nearest to par>"

    def _repr_html_(self) -> str:
        names = ("value", "games", "begun_with_it", "ahead", "ahead_interval", "wins", "wins_interval")
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(row[name]))}</td>" for name in names) + "</tr>"
            for row in self.tried
        )
        return f"<p>{escape(repr(self))}</p><table><tr>{head}</tr>{rows}</table>"


def _shown(cell: Any) -> str:  # noqa: ANN401 - a cell
    if isinstance(cell, list):
        return " to ".join(map(_shown, cell))
    return f"{cell:.3f}" if isinstance(cell, float) else "" if cell is None else str(cell)


def balance(  # noqa: PLR0913 - one for each option of the command
    *packs: str | PathLike[str] | Rules,
    tile: str,
    number: str | None = None,
    span: range | None = None,
    par: float = 1.0,
    players: int | None = None,
    seats: str | Sequence[str] = (),
    seed: int = 0,
    map: str | None = None,  # noqa: A002 - the word that users expect
    variants: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
    games: int | None = None,
    seconds: float = 60.0,
    workers: int | None = None,
) -> Balance:
    """Measure a tile (by id) with other values of one of its numbers, until the result is sure, or the `games` or `seconds` are spent.

    `number` names the number (by default the first), `span` the values to try. Raises `PackError`, and `GameError` for an unknown tile or number or
    an impossible table.
    """
    rules = rules_of(packs, variants, texts)
    plan = set_up(rules, players, seats, seed, map)
    weighing = weighing_of(rules, plan, tile, number, span, par)
    budget = Budget(seconds, games, workers)
    budget.spend(weighing.steps)
    if budget.interrupt is not None:
        raise budget.interrupt
    budget.settle(sure=weighing.search.sure)
    return Balance(weighing.as_dict(budget.end.value))
