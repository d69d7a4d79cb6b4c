"""Which region an id means on a map: each by the place where it is declared first, however the map is made of others."""

from __future__ import annotations

from itertools import islice
from string import ascii_lowercase
from typing import TYPE_CHECKING

from ruledsl.packs.maps.bounds import MOST_REGIONS, MOST_TOGETHER
from ruledsl.packs.maps.entries import read_map
from ruledsl.packs.yaml.nodes import MappingNode, ScalarNode
from ruledsl.service.symbols import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.packs.model import BoardMap, Face, Pack
    from ruledsl.packs.yaml.nodes import Node

__all__ = ["Regions"]

Regional = dict[str, Symbol]
"""By their ids."""


class Regions:
    """Those of the maps and boards of some packs."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self._maps: dict[str, BoardMap | Face] = {}
        for pack in packs:
            boards: dict[str, BoardMap | Face] = {**pack.faces, **pack.maps}
            for key, board in boards.items():
                self._maps.setdefault(key, board)
                self._maps[f"{pack.id}/{key}"] = board
        self._known: dict[str, Regional] = {}
        self._left = MOST_TOGETHER

    def of(self, node: Node | None, pack: str) -> Regional:
        """Those of the map that a pack names or writes out there; nothing of a map that is not known."""
        if isinstance(node, MappingNode):
            return self._written(read_map("", pack, node.span, node))
        if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
            return {}
        name, _, drawn = node.text.partition(":")
        boards = zip(ascii_lowercase, drawn.split("+") if drawn else (), strict=False)
        return {**self._named(name, pack), **dict(self._beside(boards, pack))}

    def _named(self, name: str, pack: str) -> Regional:
        """Those of a map or board by its name; one that is made of itself is said to be wrong elsewhere."""
        todo = [(self._key(name, pack), False)]
        while todo:
            key, parts_are_known = todo.pop()
            if parts_are_known:
                self._known[key] = found = self._written(self._maps[key])
                self._left -= len(found) if self._maps[key].plan is not None else 0
            elif key not in self._known:
                self._known[key] = {}
                if key in self._maps:
                    todo.append((key, True))
                    todo += [(part, False) for part in self._made_of(self._maps[key])]
        return self._known[self._key(name, pack)]

    def _key(self, name: str, pack: str) -> str:
        own = f"{pack}/{name}"
        return own if own in self._maps else name

    def _made_of(self, board: BoardMap | Face) -> Iterator[str]:
        """The maps and boards that this one is made of."""
        if board.plan is not None:
            words = [board.plan.extends] if board.plan.extends is not None else []
            yield from (
                self._key(part.word, board.pack)
                for part in (*words, *(part for _, part in board.plan.beside))
            )

    def _written(self, board: BoardMap | Face) -> Regional:
        """As many as maps may have, one or all together; what has more is an error."""
        plan, found = board.plan, Regional()
        most = max(0, min(MOST_REGIONS, self._left))
        if plan is not None and plan.extends is not None:
            found |= islice(self._named(plan.extends.word, board.pack).items(), most)
        if plan is not None:
            beside = self._beside(((letters, part.word) for letters, part in plan.beside), board.pack)
            found |= islice(beside, max(0, most - len(found)))
        places = [(region.id, region.span) for region in board.regions]
        places += [(entry.id, entry.span) for entry in (plan.regions if plan is not None else ())]
        for id_, span in places:
            found.setdefault(id_, Symbol("region", id_, str(span)))
        return found

    def _beside(self, parts: Iterable[tuple[str, str]], pack: str) -> Iterator[tuple[str, Symbol]]:
        """The regions of maps that lie beside one, with the letters of each before their ids."""
        for letters, name in parts:
            for id_, symbol in self._named(name, pack).items():
                yield letters + id_, symbol
