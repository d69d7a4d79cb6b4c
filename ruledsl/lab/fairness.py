"""The strength of a tile compared with the others, and the number that brings it to par, like `ruledsl balance` on the command line."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.lab.bulk import Crew
from ruledsl.lab.study.balance import Search
from ruledsl.lab.study.weighing import Weighing, weighed_numbers
from ruledsl.lab.tables import cores, rules_of, set_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from ruledsl.play.game import Rules


class Balance:
    """The result for a tile: `verdict` (on the printed tile), `best` (the number nearest to par), `sure`; `tried` has a row for each number."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found
        self.verdict: str = found["verdict"]
        self.best: int = found["best"]
        self.sure: bool = found["sure"]
        self.tried: list[dict[str, Any]] = found["tried"]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `ruledsl balance --format json` writes it."""
        return self.found

    def __repr__(self) -> str:
        found = self.found
        sure = "surely" if self.sure else "so far"
        return f"<{found['tile']}: {self.verdict} as printed; {found['number']} {self.best} is {sure} nearest to par>"

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
    tiles = rules.composition.tiles
    if tile not in tiles or tiles[tile].copy_of:
        raise GameError("G003", f"There is no tile `{tile}` in these packs.")
    known = weighed_numbers(rules, tile)
    if not known or (number is not None and number not in known):
        raise GameError("G003", f"`{tile}` has no such number: {', '.join(known) or 'it has none'}.")
    name = number if number is not None else next(iter(known))
    now, rising = known[name], name in tiles[tile].fields
    if span is None:
        search = Search.around(now, len(plan.seats), par, rising=rising)
    elif now in span:
        search = Search(now, span[0], span[-1], len(plan.seats), par, rising=rising)
    else:
        raise GameError("G003", f"The range of values to try has to have {now}, which is printed, in it.")
    weighing = Weighing(rules, plan, tile, name, search)
    return Balance(weighing.as_dict(_played(weighing, games, seconds, workers)))


def _played(weighing: Weighing, games: int | None, seconds: float, workers: int | None) -> str:
    """Play the games; returns the reason for the end."""
    until = time.monotonic() + seconds
    with Crew(workers if workers is not None else cores()) as crew:
        for _ in weighing.steps(crew, games):
            if time.monotonic() >= until:
                return "sure" if weighing.search.sure else "time"
    return "sure" if weighing.search.sure else "games"
