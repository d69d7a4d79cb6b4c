"""Actions with the same name, distinguished by their tiles and packs; actions that rules wait for or forbid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.types import FLAG, PEOPLE, PLAYER
from ruledsl.rules.check.scope import ask
from ruledsl.rules.check.typed import CanDo, Logic, Order, TDo, VarRef
from ruledsl.rules.check.typed.declarations import EventDef, PermissionDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed import TExpr
    from ruledsl.rules.check.typed.declarations import ActionDef
    from ruledsl.rules.packs.model import Owner

MOST_TOGETHER = 8
"""The most actions that share a limit: each of them asks how often all of them were used."""


def offered_to(action: ActionDef, by: TExpr) -> None:
    """Let a player or a people take an action, whoever has its tile: whether its phase is theirs is the first of its conditions."""
    span, given = by.span, action.condition
    theirs = next((param for param in action.phase.params if param.type in (by.type, PEOPLE)), None)
    actor = ask("turn_player", (), span) if theirs is None else VarRef(theirs, type=theirs.type, span=span)
    if by.type == PLAYER and actor.type == PEOPLE:
        actor = ask("owner", (actor,), span)
    first = Order("==", by, actor, type=FLAG, span=span)
    action.by = by
    action.condition = first if given is None else Logic("and", first, given, type=FLAG, span=span)


def watched(program: Program, action: ActionDef) -> EventDef:
    """The event of taking an action: its body does what the action does, and the action itself now only raises it."""
    if action.watched is None:
        params, span = action.params, action.origin.span
        if action.event is None:
            preps = ["of"] * len(params)
            action.event = EventDef(action.name, 0, params, preps, (), action.origin, action=action)
        event = action.event
        event.body, event.triggers, event.index = action.body, [], len(program.events)
        program.events.append(event)
        args = tuple(VarRef(param, type=param.type, span=span) for param in params)
        action.body, action.watched = (TDo(event, args, borne=True, span=span),), event
    return action.watched


def permitted(program: Program, action: ActionDef) -> PermissionDef:
    """The permission that an action needs because rules forbid it."""
    if action.permission is None:
        params, span, given = action.params, action.origin.span, action.condition
        if action.leave is None:
            preps = ["of"] * len(params)
            action.leave = PermissionDef(action.name, 0, params, preps, action.origin, action=action)
        permission = action.leave
        permission.forbids, permission.permits, permission.index = [], [], len(program.permissions)
        program.permissions.append(permission)
        args = tuple(VarRef(param, type=param.type, span=span) for param in params)
        free = CanDo(permission, args, (), type=FLAG, span=span)
        action.condition = free if given is None else Logic("and", given, free, type=FLAG, span=span)
        action.permission = permission
    return action.permission


def together(program: Program) -> dict[ActionDef, list[ActionDef]]:
    """For each action whose limit names others: the actions of the same tile, or of the pack itself, that are counted together."""
    named: dict[tuple[Owner, str], ActionDef] = {(one.origin.owner, one.name): one for one in program.actions}
    linked: dict[ActionDef, list[ActionDef]] = {}
    for one in program.actions:
        other = named.get((one.origin.owner, one.limit.along)) if one.limit is not None else None
        if other is not None and other.limit is not None and other is not one:
            linked.setdefault(one, []).append(other)
            linked.setdefault(other, []).append(one)
    groups: dict[ActionDef, list[ActionDef]] = {}
    for one in linked:
        if one not in groups:
            groups[one] = group = [one]
            for member in group:
                for other in linked[member]:
                    if other not in groups:
                        groups[other] = group
                        group.append(other)
    return groups


def check_together(names: Names) -> None:
    """Report limits that name no action of the same tile, one with a different limit, or too many."""
    program, diagnostics = names.program, names.diagnostics
    named: dict[Owner, dict[str, ActionDef]] = {}
    for action in program.actions:
        named.setdefault(action.origin.owner, {})[action.name] = action
    groups = together(program)
    for action in program.actions:
        limit = action.limit
        if limit is None or limit.along_span is None:
            continue
        others = named[action.origin.owner]
        other = others.get(limit.along)
        if other is None or other is action:
            message = f"{action.origin.owner} has no other action `{limit.along}`."
            near = diagnostics.nearest(limit.along, [name for name in others if name != action.name])
            diagnostics.error("R013", message, limit.along_span, suggestion=near[0] if near else "")
            continue
        names.means(limit.along_span, other)
        if other.limit is None or other.limit.unit is not limit.unit or other.limit.each is not None:
            message = f"`{limit.along}` has no limit that could be counted together with this one."
            expected = f"`once per {limit.unit.name} with {action.name}` there"
            labels = ((other.origin.span, "here"),)
            diagnostics.error("R013", message, limit.along_span, expected=expected, labels=labels)
        elif len(groups[action]) > MOST_TOGETHER:
            message = f"More than {MOST_TOGETHER} actions are counted together."
            diagnostics.error("R013", message, limit.along_span, expected=f"at most {MOST_TOGETHER}")


def tell_apart(names: Names) -> None:
    """Mark the actions whose name is ambiguous, and report those that even the tile that brings them does not distinguish.

    Independently written packs can each have an action `jump`, themselves or by a tile. But one tile (with its pieces) has
    only one of a name, and so has a pack. The one that all others hide keeps its name alone.
    """
    program = names.program
    named: dict[str, list[ActionDef]] = {}
    for action in program.actions:
        for earlier in named.setdefault(action.name, []):
            if _same_home(earlier, action):
                _report(earlier, action, names.diagnostics)
                break
        named[action.name].append(action)
    tiles = program.composition.tiles
    for alike in named.values():
        of_packs = [action for action in alike if not action.bringer]
        first = names.first_of([action.origin.owner for action in alike])
        for action in of_packs if len(of_packs) > 1 else ():
            if first < 0 or action is not alike[first]:
                action.bringer = action.origin.owner.pack
        for place, action in enumerate(alike):
            tile = action.origin.owner.tile
            action.shared = (len(alike) > 1 and place != first) or bool(tile and tiles[tile].copies > 1)


def _same_home(one: ActionDef, other: ActionDef) -> bool:
    if one.bringer or other.bringer:
        return one.bringer == other.bringer
    return one.origin.owner.pack == other.origin.owner.pack


def _report(earlier: ActionDef, action: ActionDef, diagnostics: Diagnostics) -> None:
    owner, other = action.origin.owner, earlier.origin.owner
    by = "" if owner == other else f": by {other} and by {owner}"
    diagnostics.error(
        "N024",
        f"There are two actions `{action.name}`{by}.",
        action.origin.span,
        labels=((earlier.origin.span, "first here"),),
        expected="a name of its own",
    )
