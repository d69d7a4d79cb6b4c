"""What is known of packs, worked out once for everybody who opens the page: their rules are read and checked here, and kept as plain data.

It runs as a program of its own, on the very files that the page takes along: `python -m ruledsl.page.known`, with the cache that they will have.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import words_needed
from ruledsl.diagnostics import Diagnostics
from ruledsl.native.programs import keep_guest
from ruledsl.packs.folders.contents import program_key
from ruledsl.packs.folders.find import known_packs, official_folder
from ruledsl.packs.loading import load_packs
from ruledsl.play.rules import load
from ruledsl.serve.tables.offer import closure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.packs.model import Pack

__all__ = ["main", "together"]


def together(packs: Mapping[str, Pack]) -> Iterator[list[str]]:
    """Sets of packs that somebody will surely play: each with what it requires, if a map is among these; each game with all that fits it."""
    of_game: dict[str, set[str]] = {}
    for id_ in packs:
        needed = closure(id_, packs)
        games = [one for one in packs if one in needed and packs[one].maps]
        if games:
            yield [one for one in packs if one in needed]
            of_game.setdefault(games[0], set()).update(needed)
    for all_of_it in of_game.values():
        yield [one for one in packs if one in all_of_it]


def main() -> None:
    """For all packs that lie beside this program."""
    packs = {pack.id: pack for pack in load_packs(known_packs(), Diagnostics())}
    for ids in dict.fromkeys(map(tuple, together(packs))):
        rules = load(*ids)
        sizes = {words_needed(len(board.regions)) for board in rules.composition.maps.values()}
        for words in sizes:
            keep_guest(rules.code, words)
    known = {"program": program_key(), "packs": {id_: pack.digest for id_, pack in packs.items()}}
    (official_folder() / "known.json").write_text(json.dumps(known), encoding="utf-8")


if __name__ == "__main__":
    main()
