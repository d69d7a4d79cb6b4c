"""Reads the values in a line of a game one by one. Lines may come from anybody, so each faulty value gets a message."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl

from ruledsl.base.errors import PackError
from ruledsl.lab.bulk.form import words_of
from ruledsl.language.vocabulary.inflection import with_nouns
from ruledsl.play.naming.languages import STANDARD
from ruledsl.play.naming.words import game_nouns
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.find import is_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruledsl.rules.packs.model import Composition

LARGEST = 1 << 53
"""The limit of integers."""
WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_/#:+.-]{0,199}")
"""Permitted names of bots, tiles and maps: without characters that have a meaning in a page or a table."""
SAID = {"nouns": re.compile(r"[\w' -]{1,40}\|[\w' -]{1,40}"), "names": re.compile(r"[^<>&]{1,80}")}
"""The words of a game in a header. They come into a page, so nothing that has a meaning there."""

Row = dict[str, Any]


class Wrong(Exception):
    """A missing or invalid value; the message says which, and why."""


def whole_in(row: Row, key: str, least: int = 1 - LARGEST) -> int:
    """An integer within limits."""
    number = row.get(key)
    if type(number) is not int or not least <= number < LARGEST:
        raise Wrong(f"`{key}` is no whole number that can be there")
    return number


def all_whole(row: Row) -> Row:
    """A table of nothing but integers within limits."""
    for key, number in row.items():
        if type(number) is not int or not -LARGEST < number < LARGEST:
            raise Wrong(f"`{key}` is no whole number that can be there")
    return row


def name_in(row: Row, key: str) -> str:
    """The name of a tile, a map, a bot or a pack."""
    word = row.get(key)
    if not isinstance(word, str) or not WORD.fullmatch(word):
        raise Wrong(f"`{key}` is no name")
    return word


def names_in(row: Row, key: str) -> list[str]:
    """A list of at least one name."""
    words = row.get(key)
    if not isinstance(words, list) or not words:
        raise Wrong(f"`{key}` is no list of names")
    return [name_in({key: word}, key) for word in words]


def text_in(row: Row, key: str) -> str:
    """A text that can be written to a file: JSON permits lone surrogates, files do not."""
    text = row.get(key)
    if not isinstance(text, str) or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Wrong(f"`{key}` is no text")
    return text


def table_in(row: Row, key: str) -> Row:
    """The table under a key; its own keys are all names."""
    table = row.get(key)
    if not isinstance(table, dict) or not all(map(WORD.fullmatch, table)):
        raise Wrong(f"`{key}` is no object with names in it")
    return table


def words_in(row: Row, key: str) -> dict[str, str]:
    """What a game calls things in English: `nouns` for one and for several, `names` of values. None in older headers."""
    words = table_in({key: row.get(key, {})}, key)
    if not all(isinstance(text, str) and SAID[key].fullmatch(text) for text in words.values()):
        raise Wrong(f"`{key}` has something that is no word of a game")
    return words


def objects_in(row: Row, key: str) -> list[Row]:
    """A list of tables."""
    objects = row.get(key)
    if not isinstance(objects, list) or not all(isinstance(one, dict) for one in objects):
        raise Wrong(f"`{key}` is no list of objects")
    return objects


# ── courses ─────────────────────────────────────────────────────────────────────
# The course of a game in its line: coins by round, who led, when that was decided, and how many options there were.


MOST_ROUNDS = 64
COLUMNS = ("lead_changes", "decided", "branching")
"""Columns of games: how often another seat led alone than the one before; the round from whose end on the later winner led alone; the options of a
choice with several of them, on average. Leads are those in coins at the end of rounds."""


def coins_in(game: Row, players: int) -> list[list[int]]:
    """The coins of all seats at the end of each round; none in older lines."""
    if "course" not in game:
        return []
    rounds = table_in(game, "course").get("coins")
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise Wrong("`coins` is no list of rounds")
    for row in rounds:
        if not isinstance(row, list) or len(row) != players:
            raise Wrong("`coins` has a round without a number for everybody")
        for coins in row:
            whole_in({"coins": coins}, "coins")
    return rounds


def course_of(game: Row, coins: Sequence[Sequence[int]], ranks: Sequence[int]) -> Row:
    """The `COLUMNS` of a game; without values in older lines, and without leads where a game has no coins."""
    if "course" not in game:
        return dict.fromkeys(COLUMNS)
    course = game["course"]
    decisions, options = whole_in(course, "decisions", 0), whole_in(course, "options", 0)
    branching = options / decisions if decisions else None
    if not coins:
        return {"lead_changes": None, "decided": None, "branching": branching}
    firsts = [_ahead_alone(row) for row in coins]
    alone = [one for one in firsts if one is not None]
    winner = ranks.index(1) if ranks.count(1) == 1 else None
    since = len(firsts)
    while since and firsts[since - 1] == winner:
        since -= 1
    return {
        "lead_changes": sum(one != other for one, other in pairwise(alone)),
        "decided": None if winner is None else min(since + 1, len(firsts)),
        "branching": branching,
    }


def _ahead_alone(coins: Sequence[int]) -> int | None:
    most = max(coins)
    return coins.index(most) if coins.count(most) == 1 else None


# ── labels ──────────────────────────────────────────────────────────────────────
# The words on a page of a study: tiles by their names, columns and axes in words with their units.


TILES = ("race", "power", "rival", "tile")
WORDS = {
    "nth": "number",
    "kept": "rounds kept",
    "wins": "games won (share)",
    "wins_decided": "games decided (share)",
    "wins_taken": "games with it (share)",
    "with_it": "games with it",
    "strength": "strength (log odds)",
    "beats": "wins against the average (share)",
    "rows": "seats",
    "branching": "options a choice",
    "coins_of_winners": "[coin.many] of later winners",
    "coins": "[coin.many]",
    "race": "[people]",
    "power": "[power]",
    "combo": "[combo]",
    "combos": "[combo.many]",
}


class Labels:
    """The names of tiles by id, `unit`, the word for what decides a game, and the kinds of the tiles that there are, if the packs are known.

    `words` is what the game calls things (`words_of`).
    """

    def __init__(
        self,
        names: dict[str, str],
        unit: str,
        kinds: dict[str, str] | None = None,
        words: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.names, self.unit = names, unit
        self.kinds: dict[str, str] = kinds or {}
        told = words or {"nouns": {}, "names": {}}
        self.nouns = game_nouns({noun: {STANDARD: line} for noun, line in told["nouns"].items()}, STANDARD)
        self.measures = told["names"]

    def said(self, text: str) -> str:
        """One of our texts with what the game calls things."""
        return with_nouns(text, self.nouns, STANDARD)

    @classmethod
    def of(cls, head: Row, decides: str) -> Labels:
        """Those of the packs of a study, if they are installed here as they were played; otherwise what the header says, and ids as words."""
        composition = _installed(head)
        played = {(pack["id"], pack["digest"]) for pack in head["packs"]}
        if composition is None or played != {(id_, digest) for id_, _, digest in composition.identity}:
            nouns = head["nouns"] or (words_of(composition)["nouns"] if composition else {})
            return cls({}, _spaced(decides), None, {"nouns": nouns, "names": head["names"]})
        return cls.here(composition, decides)

    @classmethod
    def here(cls, composition: Composition, decides: str) -> Labels:
        """Those of these packs."""
        names = {key: tile.names.get("en", "") for key, tile in composition.tiles.items()}
        kinds = {key: tile.kind for key, tile in composition.tiles.items() if not tile.copy_of}
        return cls(names, _spaced(decides), kinds, words_of(composition))

    def tile(self, id_: str) -> str:
        """The name of a tile. One that shares it with another tile of its kind has its id beside it."""
        return self.names.get(id_) or _spaced(id_.partition(".")[2] or id_).title()

    def tiles(self, frame: pl.DataFrame) -> pl.DataFrame:
        """A table with the names of tiles instead of their ids; equal names of different tiles keep their ids."""
        if "kind" in frame.columns:
            frame = frame.with_columns(pl.col("kind").replace(WORDS))
        for column in TILES:
            if column in frame.columns and frame.height:
                ids = frame[column].unique().to_list()
                names = {id_: self.tile(id_) if id_ else "none" for id_ in ids}
                several = {name for name in names.values() if list(names.values()).count(name) > 1}
                shown = {id_: f"{name} ({id_})" if name in several else name for id_, name in names.items()}
                frame = frame.with_columns(pl.col(column).replace_strict(shown, return_dtype=pl.String))
        return frame

    def column(self, name: str) -> str:
        """A column in words, with its unit."""
        for end, word in (("_low", "at least"), ("_high", "at most")):
            if name.endswith(end):
                return f"{self.column(name.removesuffix(end)).partition(' (')[0]}, {word}"
        if name == "ahead":
            return f"ahead ({self.unit})"
        return WORDS.get(name) or self.measures.get(name) or _spaced(name)


def _spaced(word: str) -> str:
    return word.replace("_", " ")


def _installed(head: Row) -> Composition | None:
    """The packs with these ids; lines may come from anybody, so only installed packs are read."""
    ids = [pack["id"] for pack in head["packs"]]
    if any(is_path(id_) for id_ in ids):
        return None
    try:
        return load(*ids, variants=head["variants"]).composition
    except PackError:
        return None
