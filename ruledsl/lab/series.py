"""Many games between bots, as tables, like `ruledsl simulate` and `ruledsl study` on the command line."""

from __future__ import annotations

from functools import cached_property
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.base.arguments import NUMBER, TEXT, expect, or_none
from ruledsl.base.errors import GameError
from ruledsl.base.extras import need
from ruledsl.base.plaintext import decoded, plain, rows_in
from ruledsl.lab.bulk import Plan, lines_of
from ruledsl.lab.bulk.form import head_line, records_of
from ruledsl.play.bots import HUMAN, is_ours, seat_names, seated
from ruledsl.play.game import Rules
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

    from ruledsl.lab.study.results import Results
    from ruledsl.lab.study.tables import Frame, Tables

# ── tables ──────────────────────────────────────────────────────────────────────
# A table for many games: the rules, the seats, the map.


def rules_of(
    packs: Sequence[str | PathLike[str] | Rules],
    variants: Mapping[str, str] | None,
    texts: Mapping[str, str] | None,
) -> Rules:
    """The rules of packs, or the given rules."""
    if len(packs) == 1 and isinstance(packs[0], Rules):
        if variants is not None or texts is not None:
            raise TypeError("Rules are given alone: variants and texts are for `ruledsl.load`.")
        return packs[0]
    for pack in packs:
        if isinstance(pack, Rules):
            raise TypeError("Rules are given alone, without packs beside them.")
    return load(*(p for p in packs if not isinstance(p, Rules)), variants=variants, texts=texts)


def set_up(
    rules: Rules, players: int | None, seats: str | Sequence[str], seed: int, map_id: str | None
) -> Plan:
    """A plan of games by these rules. Raises `TypeError`, and `GameError` for an unknown bot or map, or an impossible number of players."""
    expect(or_none(NUMBER), "players", players)
    expect(NUMBER, "seed", seed)
    expect(or_none(TEXT), "map", map_id)
    names = (
        [name.strip() for name in seats.split(",") if name.strip()] if isinstance(seats, str) else list(seats)
    )
    for name in names:
        expect(TEXT, "A seat", name)
        if name == HUMAN or not (is_ours(name) or name in seat_names()):
            raise GameError(
                "G050", f"There is no bot `{name}`: {', '.join(n for n in seat_names() if n != HUMAN)}."
            )
    sitting = seated(names, players)
    if players is not None and len(names) > players:
        raise GameError("G050", f"There are {len(names)} seats named for {players} players.")
    rules.map_dealt(len(sitting), seed, map_id)
    return Plan(rules.asked_for, tuple(rules.composition.chosen.items()), tuple(sitting), seed, map_id)


COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "game": "the number of the game in its series, from 0",
        "seed": "its seed: `rules.new_game(players, seed, map)` plays on the same table",
        "map": "the id of the map",
        "rounds": "the number of rounds played",
        "decisions": "the number of choices, by all players",
        "combos": "the number of peoples founded, by all players",
        "margin": "how far the first is ahead of the second, in what decides the game",
        "lead_changes": "how often another seat led alone in what players gain and pay, at the ends of rounds",
        "decided": "the round from whose end on the winner led alone in that; empty if the first place is shared",
        "branching": "the options of a choice with several, on average",
    },
    "seats": {
        "game": "the number of the game",
        "seed": "its seed",
        "seat": "the seat, from 0, in the order of the first round",
        "bot": "the bot in that seat",
        "score": "the value that decides the game",
        "rank": "1 for the first place",
        "ahead": "the score minus the average of the others",
        "wins": "1 for a sole first place; ties for first place share it",
    },
    "combos": {
        "game": "the number of the game",
        "seed": "its seed",
        "seat": "the seat that founded the people",
        "nth": "1 for the first people of that seat in the game",
        "race": "the id of its tile with a tray; empty if there was none",
        "power": "the id of its second tile; empty if there was none",
        "round": "the round in which it was founded",
        "kept": "rounds until the seat founded its next people, or until the end",
        "rank": "as in seats, for the seat at the end",
        "ahead": "as in seats",
        "wins": "as in seats",
    },
    "rounds": {
        "game": "the number of the game",
        "seed": "its seed",
        "seat": "the seat",
        "round": "the round, from 1",
        "coins": "what the seat has gained and not paid, at its end",
        "first": "1 for the first place at the end of the game",
    },
}
"""The meanings of the columns of tables. Combos have further columns: the packs' measures of peoples, under their own names."""


class Series:
    """A series of played games. `games`, `seats`, `combos` and `rounds` are polars tables.

    `lines` are what `ruledsl simulate` writes: a header, and a short line for each game; `rows` the games with all their keys.
    """

    def __init__(self, lines: Iterable[str], name: str = "the series") -> None:
        need("study")
        from ruledsl.lab.study.results import is_whole, results_of  # noqa: PLC0415 - polars is an extra

        rows = [row for line in lines for row in rows_in(plain(line))]
        self.results: Results = results_of((row.encode() for row in rows), name)
        self.lines: list[str] = [f"{row.strip()}\n" for row in rows if is_whole(row.encode())]

    def __len__(self) -> int:
        return len(self.results.games)

    def __repr__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        head = self.results.head
        packs = " + ".join(pack["id"] for pack in head["packs"]) if head else "no packs"
        return f"<{len(self):,} games of {', '.join(head['seats']) if head else 'nobody'} by {packs}{failed}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>{self.games.head(5)._repr_html_()}"

    @property
    def failed(self) -> list[str]:
        """The games that could not be played to the end, with the reasons."""
        return self.results.failed

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each game as plain data, with the packs, variants and seats of the header."""
        return records_of(self.lines)

    @cached_property
    def _tables(self) -> Tables:
        from ruledsl.lab.study.tables import rows_of  # noqa: PLC0415 - polars is an extra

        return rows_of(self.results)

    @property
    def games(self) -> Frame:
        """A row for each game; `COLUMNS["games"]` describes the columns."""
        return self._tables["games"]

    @property
    def seats(self) -> Frame:
        """A row for each seat of each game."""
        return self._tables["seats"]

    @property
    def rounds(self) -> Frame:
        """A row for each seat and round; `COLUMNS["rounds"]` describes the columns. Empty for games that older versions stored."""
        from ruledsl.lab.study.tables import Frame  # noqa: PLC0415

        return self._tables.get("rounds", Frame())

    @property
    def combos(self) -> Frame:
        """A row for each combo that a seat took."""
        return self._tables["combos"]

    def study(self) -> Tables:
        """The tables of a study, by name: `races`, `powers`, `combos`, `seats`, `strengths` and others, with intervals of 95 %."""
        from ruledsl.lab.study.acting import studied  # noqa: PLC0415

        return studied(self._tables)

    def page(self) -> str:
        """The study as one page of HTML."""
        from ruledsl.lab.study.page import page_of  # noqa: PLC0415

        return page_of(self.results, self.study())

    def save(self, file: str | PathLike[str]) -> None:
        """Write the lines; `read_games` reads them back."""
        Path(file).write_text("".join(self.lines), encoding="utf-8")


def simulate(  # noqa: PLR0913 - one for each option of the command
    *packs: str | PathLike[str] | Rules,
    games: int | range = 100,
    players: int | None = None,
    seats: str | Sequence[str] = (),
    seed: int = 0,
    map: str | None = None,  # noqa: A002 - the word that users expect
    variants: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
    workers: int | None = None,
) -> Series:
    """Play many games between bots, on all cores (or with `workers` processes). The same arguments give the same games, as on the command line.

    `packs` are ids, folders, or loaded rules. `games` is their number, or a part of a longer series. `seats` names bots
    (`"greedy,random"`); other seats are random. Raises `PackError`, `GameError` for an impossible table, and `MissingExtra`.
    """
    need("study")
    rules = rules_of(packs, variants, texts)
    plan = set_up(rules, players, seats, seed, map)
    numbers = games if isinstance(games, range) else range(games)
    played = (line.text for line in lines_of(rules, plan, numbers, workers))
    return Series(chain([head_line(rules, plan)], played))


def read_games(*files: str | PathLike[str]) -> Series:
    """The games in files from `ruledsl simulate` or `Series.save`. Raises `OSError`, and `Malformed` for lines that are not games."""
    lines: list[str] = []
    for file in files:
        lines += rows_in(decoded(Path(file).read_bytes()))
    return Series(lines, " + ".join(map(str, files)))
