"""The memories of nouns in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.engine.state.memories import remember
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.play.naming.nouns import Naming

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.play.positions.reader import Path, Reader
    from ruledsl.rules.check.typed.declarations import MemoryDef


class Memories:
    """Sets the memories of a table."""

    def __init__(self, g: State, reader: Reader) -> None:
        self.g = g
        self.reader = reader
        self.program = g.code.program
        self.naming = Naming()

    def place(
        self,
        plain: dict[str, Any],
        peoples: list[tuple[Path, Any]],
        known: dict[str, int],
        entries: dict[str, dict[str, Any]],
    ) -> None:
        """All memories of a position: of these peoples (existing ones are known by their races), and of these regions."""
        reader, g = self.reader, self.g
        for path, item in peoples:
            if isinstance(item, dict) and str(item.get("race")) in known:
                self._remember((*path, "memory"), item.get("memory"), PEOPLE, known[str(item["race"])])
        for id_, entry in entries.items():
            if id_ in g.board.ids:
                self._remember(
                    ("regions", id_, "memory"), entry.get("memory"), REGION, g.board.ids.index(id_)
                )
        for name, data in reader.mapping(("tiles",), plain.get("tiles")).items():
            if name in self.program.tiles and isinstance(data, dict):
                self._remember(
                    ("tiles", name, "memory"), data.get("memory"), TILE, self.program.tiles.index(name)
                )
        everything = reader.mapping(("memory",), plain.get("memory"))
        self._remember(("memory", "game"), everything.get("game"), GAME, 0)
        for place, (path, item) in enumerate(reader.items(("memory", "players"), everything.get("players"))):
            if reader.seat(path, place, g.seats):
                self._remember(path, item, PLAYER, place)

    def memory(self, noun: Type, name: str) -> MemoryDef | None:
        """The memory of a noun that has this name."""
        return next((m for m in self.program.memories if m.on == noun and m.name == name), None)

    def _remember(self, path: Path, data: Any, noun: Type, index: int) -> None:
        known = [m.name for m in self.program.memories if m.on == noun]
        for name, given in self.reader.mapping(path, data).items():
            memory = self.memory(
                noun, self.reader.word((*path, name), name, f"memory of a {noun.name}", known)
            )
            if memory is None:
                continue
            if self.reader.written_as((*path, name), memory.type, given, self.g.code.bounds[memory.index]):
                try:
                    self.write(index, memory, self.naming.value_of(self.g, memory.type, given))
                except GameError as problem:
                    self.reader.problem((*path, name), str(problem))

    def write(self, index: int, memory: MemoryDef, value: Any) -> None:
        """Set a noun's memory."""
        remember(self.g, memory, index, value)
