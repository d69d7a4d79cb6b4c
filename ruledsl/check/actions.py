"""Actions of one name: those of different tiles are told apart by their tiles, all others have names of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.check.program import ActionDef, Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["tell_apart"]


def tell_apart(program: Program, diagnostics: Diagnostics) -> None:
    """Mark the actions whose name does not say which one is meant; what not even their bringer tells apart is reported.

    Packs that were written apart can each have a tile with an action `jump`. But one tile (with its pieces) has one of a name, and so have all packs
    together: nobody bears theirs.
    """
    named: dict[str, list[ActionDef]] = {}
    first: dict[tuple[str, str], ActionDef] = {}
    for action in program.actions:
        named.setdefault(action.name, []).append(action)
        earlier = first.setdefault((action.name, action.bringer), action)
        if earlier is not action:
            owner, other = action.origin.owner, earlier.origin.owner
            by = "" if owner == other else f": by {other} and by {owner}"
            diagnostics.error(
                "N024",
                f"There are two actions `{action.name}`{by}.",
                action.origin.span,
                labels=((earlier.origin.span, "first here"),),
                expected="a name of its own",
            )
    tiles = program.composition.tiles
    for alike in named.values():
        for action in alike:
            tile = action.origin.owner.tile
            action.shared = len(alike) > 1 or bool(tile and tiles[tile].copies > 1)
