"""Used limits of actions: their form in positions, and in a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rows import tile_cell
from ruledsl.play.naming.actions import MARK, full_name, is_meant
from ruledsl.play.naming.nouns import Naming

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.play.positions.reader import Path, Reader
    from ruledsl.rules.check.typed.declarations import ActionDef


def set_limits(g: State, reader: Reader, data: Any) -> None:
    """`done: [{action: …, tile: …, each: …, times: 1}]`."""
    for path, item in reader.items(("done",), data):
        entry = reader.mapping(path, item)
        found = _taken(g, reader, path, entry)
        if found is None or found[0].limit is None:
            continue
        action, this = found
        each = -1
        if found[0].limit.each is not None:
            try:
                each = Naming().value_of(g, found[0].limit.each.type, entry.get("each"))
            except GameError as problem:
                reader.problem((*path, "each"), str(problem))
        elif "each" in entry:
            reader.problem((*path, "each"), f"`{action.name}` is not counted apart for anything.")
        g.used[action.index, this, each] = reader.number((*path, "times"), entry.get("times"), 1, 1)


def _taken(g: State, reader: Reader, path: Path, entry: dict[str, Any]) -> tuple[ActionDef, int] | None:
    """The action, and the instance that has it (-1: an action of a pack itself)."""
    given = entry.get("action")
    name, _, tiles = given.partition(MARK) if isinstance(given, str) else (given, "", "")
    limited = {a.name: a for a in g.code.program.actions if a.limit is not None}
    name = reader.word((*path, "action"), name, "limited action", limited)
    if entry.get("tile") is not None:
        tiles = reader.word((*path, "tile"), entry["tile"], "tile", g.code.program.tiles)
        name = name if tiles else ""
    if not name:
        return None
    own, lent = _instances(g, name)
    fitting = [found for found in (own + lent if tiles else own) if is_meant(g, *found, tiles)]
    if not fitting:
        reader.problem(path, f"`{tiles}` has no action `{name}`; {_whose(g, own)}.")
        return None
    if not tiles and len(fitting) > 1:
        reader.problem(path, f"Which action `{name}`? Say it with `tile:`; {_whose(g, own)}.")
        return None
    return fitting[0]


def _instances(g: State, name: str) -> tuple[list[tuple[ActionDef, int]], list[tuple[ActionDef, int]]]:
    """All that have limited actions of a name: the tiles that bring them (-1: none), and those that have borrowed them."""
    own, lent = [], []
    program, tiles = g.code.program, g.code.program.composition.tiles
    for action in (a for a in program.actions if a.name == name and a.limit is not None):
        if not action.origin.owner.tile:
            own.append((action, -1))
            continue
        copies = [
            tile for tile, id_ in enumerate(program.tiles) if (tiles[id_].copy_of or id_) == action.bringer
        ]
        own += [(action, tile) for tile in copies]
        lent += [
            (action, g.code.tile_count + tile)
            for tile in range(g.code.tile_count)
            if tile_cell(g, tile, at.BORROWED) in copies
        ]
    return own, lent


def _whose(g: State, own: list[tuple[ActionDef, int]]) -> str:
    names = [action.bringer if this < 0 else g.code.program.tiles[this] for action, this in own]
    return f"it is an action of {', '.join(filter(None, names)) or 'no tile'}"


def limits_of(g: State) -> list[dict[str, Any]]:
    """The data from which `set_limits` makes the same."""
    naming, found = Naming(), []
    for (index, this, each), times in sorted(g.used.items()):
        action = g.code.program.actions[index]
        if action.limit is None:
            continue
        entry: dict[str, Any] = {"action": action.name}
        if this >= g.code.tile_count:
            entry["action"] = full_name(g, action, this)
        elif this >= 0:
            entry["tile"] = naming.tile_id(g, this)
        if action.limit.each is not None:
            entry["each"] = naming.id_of(g, action.limit.each.type, each)
        found.append({**entry, "times": times} if times > 1 else entry)
    return found
