"""Limited actions that were taken already: how positions say them and how a state keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.used import parts_of, used_key
from ruledsl.play.errors import GameError
from ruledsl.play.naming import Naming

if TYPE_CHECKING:
    from ruledsl.check.program import ActionDef
    from ruledsl.engine.state import State
    from ruledsl.play.position_reader import Path, Reader

__all__ = ["limits_of", "set_limits"]

KEYS = ("action", "tile", "each", "times")


def set_limits(g: State, reader: Reader, data: Any) -> None:
    """`done: [{action: …, tile: …, each: …, times: 1}]`."""
    for path, item in reader.items(("done",), data):
        entry = reader.mapping(path, item, KEYS)
        action = _action(g, reader, path, entry)
        if action is None or action.limit is None:
            continue
        tile = _tile(g, reader, path, entry, action)
        each = -1
        if action.limit.each is not None:
            try:
                each = Naming().value_of(g, action.limit.each.type, entry.get("each"))
            except GameError as problem:
                reader.problem((*path, "each"), str(problem))
        elif "each" in entry:
            reader.problem((*path, "each"), f"`{action.name}` is not counted apart for anything.")
        g.used[used_key(action.index, tile, each)] = reader.number((*path, "times"), entry.get("times"), 1, 1)


def _action(g: State, reader: Reader, path: Path, entry: dict[str, Any]) -> ActionDef | None:
    limited = [action for action in g.code.program.actions if action.limit is not None]
    name = reader.word((*path, "action"), entry.get("action"), "limited action", [a.name for a in limited])
    known = [action for action in limited if action.name == name]
    if len(known) > 1 and entry.get("tile") is not None:
        known = [
            a for a in known if a.origin.owner.tile == str(entry["tile"]).split("#", maxsplit=1)[0]
        ] or known
    return known[0] if known else None


def _tile(g: State, reader: Reader, path: Path, entry: dict[str, Any], action: ActionDef) -> int:
    """The tile whose action it is; -1 for an action of a pack itself."""
    owner = action.origin.owner.tile
    if entry.get("tile") is not None:
        name = reader.word((*path, "tile"), entry["tile"], "tile", g.code.program.tiles)
        return g.code.program.tiles.index(name) if name else -1
    return g.code.program.tiles.index(owner) if owner else -1


def limits_of(g: State) -> list[dict[str, Any]]:
    """What `set_limits` makes the same of; those of borrowed tiles are left out."""
    naming, found = Naming(), []
    for key, times in sorted(g.used.items()):
        index, tile, each = parts_of(key)
        action = g.code.program.actions[index]
        if tile >= g.code.tile_count or action.limit is None:
            continue
        entry: dict[str, Any] = {"action": action.name}
        if tile >= 0:
            entry["tile"] = naming.tile_id(g, tile)
        if action.limit.each is not None:
            entry["each"] = naming.id_of(g, action.limit.each.type, each)
        found.append({**entry, "times": times} if times > 1 else entry)
    return found
