"""Reads and checks files of games from `simulate`: rows of games, of seats and of combos."""

from __future__ import annotations

import json
import re
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.plaintext import encoding_advice, numbered
from ruledsl.lab.bulk.form import FORM, HEAD, Header, whole
from ruledsl.lab.study.fields import (
    SAID,
    Wrong,
    all_whole,
    coins_in,
    course_of,
    name_in,
    names_in,
    objects_in,
    table_in,
    text_in,
    whole_in,
    words_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.lab.study.fields import Row

LONGEST = 1_000_000
"""The most bytes in a line of a game."""
MEASURE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
"""Permitted names of packs' measures: a table has a column, and a file, of this name."""
MOST_MEASURES = 40
OWN = {"game", "seed", "seat", "nth", "race", "power", "round", "kept", "ahead", "wins", "rank"}
"""The columns of every combo, besides measures of packs."""
TAKEN = OWN | {"games", "rows", "ahead_off", "wins_off", "ahead_low", "ahead_high", "wins_low", "wins_high"}
"""Further columns of tables of combos."""


class Malformed(Exception):
    """A file without games, or with other games than the rest; the message names the line and the reason."""


@dataclass(slots=True)
class Results:
    """The games of a study. `head` has the data common to all; `cut` counts incomplete lines.

    `games`, `seats`, `combos` and `rounds` (of every seat) are rows, without `failed` games.
    """

    head: Row = field(default_factory=dict)
    decides: str = ""
    games: list[Row] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    combos: list[Row] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.head["seats"])


def read_results(files: Sequence[str]) -> Results:
    """All games of these files. Raises `Malformed` for lines that are not games, for games of other packs, variants or seats, and for duplicates."""
    results = Results()
    by_seed: dict[int, tuple[str, object]] = {}
    for name in files:
        results_of(_lines_of(name), name, results, by_seed)
    return results


def results_of(
    lines: Iterable[bytes],
    name: str,
    results: Results | None = None,
    by_seed: dict[int, tuple[str, object]] | None = None,
) -> Results:
    """The games in the lines of a file with this name, added to `results` and, by their seeds, to `by_seed`. `Malformed` as `read_results`."""
    results, by_seed = Results() if results is None else results, {} if by_seed is None else by_seed
    header: Header | None = None
    for number, line in numbered(lines):
        where = f"line {number} of `{name}`"
        if not is_whole(line):
            results.cut.append(where)
            continue
        game = _parsed(line, where)
        try:
            if FORM in game:
                header = _header(results, game, where)
                continue
            game = _record(header, game)
            _alike(results, game, where)
            _once(by_seed, game, where)
            take(results, game, where)
        except Wrong as problem:
            raise Malformed(
                f"The game in {where} is not written as `ruledsl simulate` writes them: {problem}."
            ) from None
    return results


def _header(results: Results, data: Row, where: str) -> Header:
    """The header of the lines behind it. Raises `Wrong`, and `Malformed` if it is that of other games."""
    try:
        header = Header.of(data)
    except ValueError as problem:
        raise Wrong(str(problem)) from None
    _alike(results, data, where)
    return header


def _record(header: Header | None, game: Row) -> Row:
    """The record of a line; those of older versions have it all. Raises `Wrong`."""
    if HEAD[0] in game:
        return game
    if header is None:
        raise Wrong("no header is before it; where a file was split, each part needs its first line")
    try:
        return whole(header, game)
    except ValueError as problem:
        raise Wrong(str(problem)) from None


def is_whole(line: bytes) -> bool:
    """Is this a whole line of a file? The last one may lack its end, if nothing else."""
    if line.endswith(b"\n"):
        return True
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _lines_of(name: str) -> Iterator[bytes]:
    """The lines one by one. Raises `Malformed` if there are none, or for endless lines."""
    try:
        with Path(name).open("rb") as file:
            for number, line in enumerate(iter(partial(file.readline, LONGEST), b""), 1):
                if len(line) == LONGEST and not line.endswith(b"\n"):
                    raise Malformed(f"In line {number} of `{name}` there is no game.")
                yield line
    except (OSError, ValueError) as problem:
        message = getattr(problem, "strerror", None) or str(problem)
        raise Malformed(f"`{name}` cannot be read: {message}.") from None


def _parsed(line: bytes, where: str) -> Row:
    try:
        game = json.loads(line.decode())
    except UnicodeDecodeError:
        raise Malformed(f"{where[0].upper()}{where[1:]} is not UTF-8. {encoding_advice(line)}") from None
    except (ValueError, RecursionError):
        game = None
    if not isinstance(game, dict) or not (FORM in game or isinstance(game.get("seed"), int)):
        raise Malformed(f"In {where} there is no game, as `ruledsl simulate` writes them.")
    return game


def _alike(results: Results, game: Row, where: str) -> None:
    """Check that a game has the same packs, variants and seats as the first one."""
    if not results.head:
        results.head = head_of(game)
    for key in HEAD:
        if game.get(key) != results.head[key]:
            raise Malformed(
                f"The game in {where} has other {key} than the first one: they cannot be studied together."
            )


def head_of(game: Row) -> Row:
    """The head, from a game. Raises `Wrong`."""
    for pack in objects_in(game, "packs"):
        for key in ("id", "version", "digest"):
            name_in(pack, key)
    variants = table_in(game, "variants")
    for key in variants:
        name_in(variants, key)
    names_in(game, "seats")
    return {**{key: game[key] for key in HEAD}, **{key: words_in(game, key) for key in SAID}}


def _once(by_seed: dict[int, tuple[str, object]], game: Row, where: str) -> None:
    """Refuse duplicates. Seeds distinguish games: the same seed is the same game, unless the map differs."""
    seed, board = whole_in(game, "seed"), game.get("map")
    other, other_board = by_seed.setdefault(seed, (where, board))
    if other == where:
        return
    if None not in (board, other_board) and board != other_board:
        raise Malformed(
            f"The game in {where} has the seed of {other}, on another map. Games are told apart by their seeds: "
            f"play one of the series again with another `--seed`."
        )
    raise Malformed(f"The game in {where} already occurs: {other}.")


def take(results: Results, game: Row, where: str) -> None:
    """Add the rows of one game, whose head is that of the others. Raises `Wrong`."""
    if "error" in game:
        results.failed.append(f"{where}: {text_in(game, 'error')}")
        return
    key = {"game": whole_in(game, "game", 0), "seed": game["seed"]}
    rounds, players = whole_in(game, "rounds", 0), objects_in(game, "players")
    if [player.get("player") for player in players] != list(range(results.players)):
        raise Wrong("`players` are not those who sit there, in their order")
    standings = [table_in(player, "standings") for player in players]
    if not standings[0]:
        raise Wrong("`standings` is no object with something in it")
    results.decides = results.decides or next(iter(standings[0]))
    scores = [whole_in(standing, results.decides) for standing in standings]
    ranks = [whole_in(player, "rank", 1) for player in players]
    combos = [list(_combos(objects_in(player, "combos"), rounds)) for player in players]
    coins = coins_in(game, results.players)
    results.games.append(
        {
            **key,
            "map": name_in(game, "map"),
            "rounds": rounds,
            "decisions": whole_in(game, "decisions", 0),
            "combos": sum(map(len, combos)),
            "margin": _margin(scores),
            **course_of(game, coins, ranks),
        }
    )
    for seat, bot in enumerate(results.head["seats"]):
        wins = 1 / ranks.count(1) if ranks[seat] == 1 else 0.0
        ends = {"rank": ranks[seat], "ahead": _lead(scores, seat), "wins": wins}
        place = key | {"seat": seat}
        results.seats.append(place | {"bot": bot, "score": scores[seat]} | ends)
        results.combos += [place | combo | ends for combo in combos[seat]]
        results.rounds += [
            place | {"round": number, "coins": row[seat], "first": int(ranks[seat] == 1)}
            for number, row in enumerate(coins, 1)
        ]


def _combos(combos: list[Row], rounds: int) -> Iterable[Row]:
    """The combos of a seat, in order. The seat kept each one until it took the next, or until the end."""
    taken = [whole_in(combo, "round", 0) for combo in combos]
    until = [*taken[1:], rounds + 1]
    for nth, combo in enumerate(combos):
        yield {
            "nth": nth + 1,
            "race": _tile(combo, "race"),
            "power": _tile(combo, "power"),
            "round": taken[nth],
            "kept": until[nth] - taken[nth],
            **_measures(combo),
        }


def _tile(combo: Row, key: str) -> str:
    """A tile of a combo; the empty text if there is none."""
    return "" if key in combo and combo[key] is None else name_in(combo, key)


def _measures(combo: Row) -> Row:
    """The measures of every people; older files have none."""
    measures = table_in(combo, "measures") if "measures" in combo else {}
    _check_names(tuple(measures))
    return all_whole(measures)


@lru_cache(1)
def _check_names(measures: tuple[str, ...]) -> None:
    """Check the names of measures; nearly all combos have the same ones."""
    if len(measures) > MOST_MEASURES:
        raise Wrong(f"`measures` has more than {MOST_MEASURES} of them")
    for name in measures:
        if not MEASURE.fullmatch(name) or name in TAKEN:
            raise Wrong(f"`measures` has one of a name that a table cannot have, `{name}`")


def _lead(scores: list[int], seat: int) -> float:
    others = len(scores) - 1
    return scores[seat] - (sum(scores) - scores[seat]) / others if others else 0.0


def _margin(scores: Iterable[int]) -> int:
    ranked = sorted(scores, reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else 0
