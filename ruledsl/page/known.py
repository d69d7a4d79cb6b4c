"""What is known of packs, worked out once for everybody who opens the page: their rules are read and checked here, and kept as plain data.

It runs as a program of its own, on the very files that the page takes along, with the cache that they will have:
`python -m ruledsl.page.known`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import words_needed
from ruledsl.diagnostics import Diagnostics
from ruledsl.naming.errors import PackError
from ruledsl.native.programs import keep_guest
from ruledsl.packs.folders.contents import program_key
from ruledsl.packs.folders.find import known_packs, official_folder
from ruledsl.packs.loading import load_packs
from ruledsl.page.outset import KNOWN
from ruledsl.play.rules import load
from ruledsl.serve.tables.offer import closure
from ruledsl.store import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.packs.model import Pack

__all__ = ["OF_ONE_GAME", "main", "together"]

OF_ONE_GAME = re.compile(r"guest-|rules-(?!packs-)")
"""Entries of the cache that hold what is known of some packs together: they are fetched when these are played."""


def together(packs: Mapping[str, Pack]) -> Iterator[list[str]]:
    """Sets of packs that somebody may well play, in the order of the offer: each game with one pack, with two, or with all that fit it."""
    needed = {id_: closure(id_, packs) for id_ in packs}
    with_maps = {id_ for id_ in packs if packs[id_].maps}
    games = {id_ for id_ in with_maps if needed[id_] & with_maps == {id_}}
    for game in games:
        fitting = [needed[id_] | needed[game] for id_ in packs if needed[id_] & games <= {game}]
        pairs = [one | other for one in fitting for other in fitting]
        for chosen in (*pairs, set().union(*fitting)):
            yield [id_ for id_ in packs if id_ in chosen]


def main() -> None:
    """For all packs that lie beside this program."""
    packs = {pack.id: pack for pack in load_packs(known_packs(), Diagnostics())}
    for ids in dict.fromkeys(map(tuple, together(packs))):
        try:
            rules = load(*ids)
        except PackError:
            continue  # they do not fit together, and whoever chooses them is told why
        sizes = {words_needed(len(board.regions)) for board in rules.composition.maps.values()}
        for words in sizes:
            keep_guest(rules.code, words)
    folder = cache_folder()
    known = {
        "archives": {},
        "program": program_key(),
        "packs": {id_: pack.digest for id_, pack in packs.items()},
        "later": sorted(path.name for path in folder.iterdir() if OF_ONE_GAME.match(path.name))
        if folder
        else [],
    }
    (official_folder() / KNOWN).write_text(json.dumps(known), encoding="utf-8")


if __name__ == "__main__":
    main()
