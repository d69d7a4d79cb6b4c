"""Caches results about packs for everybody who opens the page: their rules are read and checked here, and stored as plain data.

It runs as a separate program, on the files of the page, and stores the results where they look for them:
`python -m ruledsl.table.standalone.precache`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import PackError
from ruledsl.base.store import KNOWN, Shipped
from ruledsl.base.system import PACKAGE
from ruledsl.play.loading.fresh import ship_played
from ruledsl.play.loading.request import Request
from ruledsl.play.rules import load
from ruledsl.rules.packs.filetrees import ship_volumes
from ruledsl.rules.packs.folders.contents import COMPILED_FROM, sources_key
from ruledsl.rules.packs.folders.find import known_packs, official_folder
from ruledsl.rules.packs.loading import load_packs
from ruledsl.table.server.tables.offer import board_of, closure
from ruledsl.table.server.views.things import drawn
from ruledsl.table.standalone.boot import ABOUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.rules.packs.model import Pack

OF_ONE_GAME = re.compile(r"guest-|rules-(?!packs-)")
"""Results about combinations of packs: they are fetched when these are played."""
COVERS = "covers"
"""The folder of the pictures on covers."""


def together(packs: Mapping[str, Pack]) -> Iterator[list[str]]:
    """Combinations that somebody is likely to play, in the order of the offer: each game with one pack, with two, or with all that fit it."""
    needed = {id_: closure(id_, packs) for id_ in packs}
    with_maps = {id_ for id_ in packs if packs[id_].maps}
    games = {id_ for id_ in with_maps if needed[id_] & with_maps == {id_}}
    for game in games:
        fitting = [needed[id_] | needed[game] for id_ in packs if needed[id_] & games <= {game}]
        pairs = [one | other for one in fitting for other in fitting]
        for chosen in (*pairs, set().union(*fitting)):
            yield [id_ for id_ in packs if id_ in chosen]


def _draw_covers(packs: Mapping[str, Pack]) -> None:
    """Draw the maps on the covers of these packs, which every visitor sees, into a folder beside them."""
    folder = PACKAGE / COVERS
    folder.mkdir()
    for id_, pack in packs.items():
        board = board_of(pack)
        if board is not None:
            (folder / f"{id_}.svg").write_text(drawn(load(id_), board), encoding="utf-8")


def main() -> None:
    """Cache results for all packs beside this program."""
    packs = {pack.id: pack for pack in load_packs(known_packs(), Diagnostics())}
    folder = PACKAGE / KNOWN
    folder.mkdir()
    into = Shipped(folder)
    for ids in dict.fromkeys(map(tuple, together(packs))):
        try:
            ship_played(into, Request(ids, {}), "guest")
        except PackError:
            continue  # they do not fit together, and whoever chooses them is told why
    (folder.parent / COMPILED_FROM).write_text(sources_key(), encoding="utf-8")
    for pack in packs.values():
        ship_volumes(into, pack.folder)
    _draw_covers(packs)
    about = {
        "packs": {id_: pack.digest for id_, pack in packs.items()},
        "archives": {},
        "later": sorted(path.name for path in folder.iterdir() if OF_ONE_GAME.match(path.name)),
    }
    (official_folder() / ABOUT).write_text(json.dumps(about), encoding="utf-8")


if __name__ == "__main__":
    main()
