"""What is known of packs, worked out once for everybody who opens the page: their rules are read and checked here, and kept as plain data.

It runs as a program of its own, on the very files that the page takes along: `python -m ruledsl.page.known`, with the cache that they will have.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs.folders.contents import program_key
from ruledsl.packs.folders.find import known_packs, official_folder
from ruledsl.packs.loading import load_packs
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.packs.model import Pack

__all__ = ["main", "together"]


def together(packs: Mapping[str, Pack]) -> Iterator[tuple[str, ...]]:
    """Sets of packs that somebody will surely play: each with what it requires, if a map is among these; each game with all that fits it."""
    of_game: dict[str, dict[str, None]] = {}
    for id_ in packs:
        needed = _closure(id_, packs)
        games = [one for one in needed if packs[one].maps]
        if games:
            yield tuple(needed)
            of_game[games[0]] = of_game.get(games[0], {}) | needed
    yield from map(tuple, of_game.values())


def _closure(id_: str, packs: Mapping[str, Pack]) -> dict[str, None]:
    """A pack after all that it requires."""
    found: dict[str, None] = {}
    for other in packs[id_].requires:
        found |= _closure(other, packs)
    return found | {id_: None}


def main() -> None:
    """For all packs that lie beside this program."""
    packs = {pack.id: pack for pack in load_packs(known_packs(), Diagnostics())}
    for ids in dict.fromkeys(together(packs)):
        load(*ids)
    known = {"program": program_key(), "packs": {id_: pack.digest for id_, pack in packs.items()}}
    (official_folder() / "known.json").write_text(json.dumps(known), encoding="utf-8")


if __name__ == "__main__":
    main()
