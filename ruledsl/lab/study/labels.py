"""The words on a page of a study: tiles by their names, columns and axes in words with their units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ruledsl.base.errors import PackError
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.find import is_path

if TYPE_CHECKING:
    from ruledsl.lab.study.fields import Row
    from ruledsl.rules.packs.model import Composition

TILES = ("race", "power", "rival", "tile")
WORDS = {
    "nth": "number",
    "kept": "rounds kept",
    "wins": "games won (share)",
    "wins_decided": "games decided (share)",
    "strength": "strength (log odds)",
    "beats": "wins against the average (share)",
    "rows": "seats",
    "branching": "options a choice",
    "coins_of_winners": "coins of later winners",
}


class Labels:
    """The names of tiles by id, and `unit`, the word for what decides a game."""

    def __init__(self, names: dict[str, str], unit: str) -> None:
        self.names, self.unit = names, unit

    @classmethod
    def of(cls, head: Row, decides: str) -> Labels:
        """Those of the packs of a study, if they are installed here as they were played; otherwise ids as words."""
        composition = _composition(head)
        return cls({}, _spaced(decides)) if composition is None else cls.here(composition, decides)

    @classmethod
    def here(cls, composition: Composition, decides: str) -> Labels:
        """Those of these packs."""
        names = {key: tile.names.get("en", "") for key, tile in composition.tiles.items()}
        return cls(names, _spaced(decides))

    def tile(self, id_: str) -> str:
        """The name of a tile. One that shares it with another tile of its kind has its id beside it."""
        return self.names.get(id_) or _spaced(id_.partition(".")[2] or id_).title()

    def tiles(self, frame: pl.DataFrame) -> pl.DataFrame:
        """A table with the names of tiles instead of their ids; equal names of different tiles keep their ids."""
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
        return WORDS.get(name) or _spaced(name)


def _spaced(word: str) -> str:
    return word.replace("_", " ")


def _composition(head: Row) -> Composition | None:
    """The packs with these digests; lines may come from anybody, so only installed packs are read, by id."""
    known = [pack["id"] for pack in head["packs"]]
    if any(is_path(id_) for id_ in known):
        return None
    try:
        composition = load(*known, variants=head["variants"]).composition
    except PackError:
        return None
    played = {(pack["id"], pack["digest"]) for pack in head["packs"]}
    return composition if played == {(i, d) for i, _, d in composition.identity} else None
