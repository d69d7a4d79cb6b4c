"""The names of actions: `jump:3`, and `jump@frogs:3` where several tiles have an action of that name.

After the `@` comes the tile that brings it. An action of a borrowed tile always has it (`draw_sword@magic`); if its name is ambiguous, it also
has the borrower: `jump@magic@frogs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import hinted, there_are
from ruledsl.base.errors import GameError
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rows import tile_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.typed.declarations import ActionDef

MARK = "@"
"""Between the name of an action and the tile that brings it."""


def full_name(g: State, action: ActionDef, this: int) -> str:
    """`jump`, `jump@frogs`: the name for a bearer that has it as the instance `this`."""
    return MARK.join([action.name, *_tiles(g, action, this)])


def _tiles(g: State, action: ActionDef, this: int) -> list[str]:
    """The tiles in its name."""
    if this >= g.code.tile_count:
        borrower = g.code.program.tiles[this - g.code.tile_count]
        return [borrower, action.bringer] if action.shared else [borrower]
    if not action.shared or not action.bringer:
        return []
    return [action.bringer if this < 0 else g.code.program.tiles[this]]


def is_meant(g: State, action: ActionDef, this: int, tiles: str) -> bool:
    """Do the `tiles` after the first `@` of a name match this action? Empty matches any; a tile may be named where it is not necessary."""
    own = action.bringer if this < 0 else g.code.program.tiles[this % g.code.tile_count]
    return tiles in ("", own, MARK.join(_tiles(g, action, this)))


# ── names given by callers ──


def actions_named(g: State, given: str) -> tuple[list[ActionDef], str]:
    """The actions that a name can mean, and its part about tiles; raises `GameError` if there is none."""
    name, _, tiles = given.partition(MARK)
    actions = g.code.program.actions
    known = [action for action in actions if action.name == name]
    fitting = [action for action in known if _can_be(g, action, tiles)]
    if fitting:
        return fitting, tiles
    names = {MARK.join(filter(None, (a.name, a.bringer))) for a in known} or {a.name for a in actions}
    wanted = given if known else name
    raise GameError("G042", hinted(f"There is no action `{given}`.", wanted, names, there_are(sorted(names))))


def _can_be(g: State, action: ActionDef, tiles: str) -> bool:
    """Can it have these tiles in its name: the tile that brings it, a copy of that one, or a tile that has borrowed it?"""
    program = g.code.program
    first = tiles.partition(MARK)[0]
    if tiles in ("", action.bringer) or first not in program.tiles:
        return tiles in ("", action.bringer)
    tile = program.tiles.index(first)
    lent = tile_cell(g, tile, at.BORROWED)
    own = ((tile, tile), (lent, g.code.tile_count + tile))
    return any(
        of >= 0 and _entry(g, of) == action.bringer and is_meant(g, action, this, tiles) for of, this in own
    )


def _entry(g: State, tile: int) -> str:
    """The tile whose rules a tile has: a copy has those of the original."""
    id_ = g.code.program.tiles[tile]
    return g.code.program.composition.tiles[id_].copy_of or id_


# ── in words ──


def called(g: State, naming: Naming, action: ActionDef, this: int, target: str) -> str:
    """The action of a bearer with its target: `jump 3 hill`, `jump 3 hill (Frogs)`."""
    return in_words(g, naming, action, target, _tiles(g, action, this))


def in_words(g: State, naming: Naming, action: ActionDef, target: str, tiles: Sequence[str]) -> str:
    """The same with these tiles."""
    names = naming.text(_texts(g, action), action.name.replace("_", " "))
    bringers = ", ".join(_bringer(g, naming, tile) for tile in tiles)
    return " ".join(filter(None, (names, target, f"({bringers})" if bringers else "")))


def _texts(g: State, action: ActionDef) -> dict[str, str]:
    """The packs' texts for it: of its own pack first, if others have an action of that name."""
    name = MARK.join((action.name, action.bringer)) if action.shared and action.bringer else action.name
    return g.code.program.composition.text(f"action.{name}", action.origin.owner.pack) or {}


def _bringer(g: State, naming: Naming, id_: str) -> str:
    composition = g.code.program.composition
    found = composition.tiles.get(id_) or composition.pieces.get(id_)
    return naming.text(found.names, id_) if found is not None else id_
