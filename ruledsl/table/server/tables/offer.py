"""The packs that this server offers for tables, alone and together."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.play.bots import SEATS
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.rules.packs.folders.find import find_pack, known_packs
from ruledsl.rules.packs.loading import load_packs
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.work.aside import aside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import Names, Pack
    from ruledsl.table.server.tables.shelf import Shelf

MOST_PACKS = 24


@dataclass(frozen=True, slots=True)
class Offered:
    """A pack in the lobby. `name` is what it is loaded by; `alone` if it makes a game together with what it requires."""

    id: str
    name: str
    names: Names
    version: str
    requires: tuple[str, ...]
    alone: bool

    def as_dict(self, naming: Naming) -> dict[str, Any]:
        """Its description in the lobby."""
        return {
            "id": self.id,
            "name": naming.text(self.names, self.id.replace("_", " ")),
            "version": self.version,
            "requires": list(self.requires),
            "alone": self.alone,
        }


class Offer:
    """The packs found by id, and folders named when the server was started. The first read takes a while."""

    def __init__(self, more: Sequence[str]) -> None:
        self.more = more

    async def read(self) -> None:
        """Read the packs in a thread, unless they are read already, before the event loop needs them."""
        if "packs" not in vars(self):
            await aside(getattr, self, "packs")

    @cached_property
    def packs(self) -> dict[str, Offered]:
        """The packs by id. Unreadable ones are left out: `ruledsl validate` reports their errors."""
        names = [*known_packs(), *self.more]
        packs = _readable(names) or [pack for name in names for pack in _readable([name])]
        by_id = {pack.id: pack for pack in packs}
        called = {os.path.realpath(find_pack(name) or name): name for name in names}
        return {
            pack.id: Offered(
                pack.id,
                called.get(os.path.realpath(pack.folder), pack.id),
                pack.names,
                pack.version,
                tuple(pack.requires),
                any(by_id[id_].maps for id_ in closure(pack.id, by_id)),
            )
            for pack in by_id.values()
        }

    def look_again(self) -> None:
        """Forget the list: packs have been added or removed."""
        self.__dict__.pop("packs", None)

    def names_of(self, ids: Sequence[str]) -> list[str]:
        """The names that load some packs and everything they require, in the order of the offer; `Refused` for packs that are not offered."""
        if not 0 < len(ids) <= MOST_PACKS:
            raise Refused("table-010", "Choose some packs.")
        for id_ in ids:
            if id_ not in self.packs:
                raise Refused("table-010", "There is no pack `{pack}` here.", pack=id_)
        wanted = {needed for id_ in ids for needed in closure(id_, self.packs)}
        return [pack.name for pack in self.packs.values() if pack.id in wanted]

    def lobby(self, naming: Naming) -> dict[str, Any]:
        """What there is to choose from."""
        return {
            "packs": [pack.as_dict(naming) for pack in self.packs.values()],
            "bots": [{"id": name, "name": name} for name in reversed(SEATS)],
            "languages": list(LANGUAGES),
        }


def played_with(shelf: Shelf, names: Sequence[str], variants: Mapping[str, str]) -> Rules:
    """The rules of packs together; `Refused` if they cannot be played, or on no map."""
    rules = shelf.offered(names, variants)
    if not rules.composition.maps:
        raise Refused("table-010", "These packs bring no map, so there is nothing to play on.")
    return rules


def _readable(names: Sequence[str]) -> list[Pack]:
    """These packs and everything they require; none if any has errors."""
    diagnostics = Diagnostics()
    packs = load_packs(names, diagnostics)
    return [] if diagnostics.has_errors else packs


def closure(id_: str, packs: Mapping[str, Pack] | Mapping[str, Offered]) -> set[str]:
    """A pack and everything that it requires."""
    found = {id_}
    for other in packs[id_].requires:
        found |= closure(other, packs)
    return found


def setup_data(rules: Rules, naming: Naming) -> dict[str, Any]:
    """The players, maps and options for some packs together."""
    composition = rules.composition
    return {
        "packs": [pack.id for pack in composition.packs],
        "players": sorted({count for board in composition.maps.values() for count in board.players}),
        "maps": [
            {
                "id": board.id,
                "name": naming.text(board.names, board.id.replace("_", " ")),
                "players": list(board.players),
                "rounds": board.rounds,
                "drawn": bool(board.draw),
            }
            for board in composition.maps.values()
        ],
        "variants": [
            {
                "id": variant.id,
                "name": naming.text(variant.names, variant.id.replace("_", " ")),
                "options": list(variant.options),
                "called": [naming.option(composition, variant.id, option) for option in variant.options],
                "chosen": composition.chosen.get(variant.id, variant.options[0]),
            }
            for variant in composition.variants.values()
        ],
    }
