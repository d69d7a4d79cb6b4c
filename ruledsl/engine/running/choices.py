"""Stopping for choices: what a rule asks, and the actions of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.primitives.immunity import shielded
from ruledsl.engine.rules.inplay import refresh
from ruledsl.engine.running.frames import SLOTS, endless
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import DEEPEST
from ruledsl.engine.state.state import ForcedChoice, PendingChoice

if TYPE_CHECKING:
    from ruledsl.engine.state.state import Frame, State

__all__ = ["STOP", "ask", "offer"]

STOP = (-1, -1, -1, -1, -1)
"""The option of an offer that ends it."""


def ask(g: State, frame: Frame, player: int, options: list[int]) -> bool:
    """Stop for a choice. One that must be made and has one answer, or none, is no choice and makes itself.

    Choices inside choices are never deeper than frames can be saved (`DEEPEST`).
    """
    info = g.code.choices[frame[0], frame[1]]
    if len(options) < 2 and (not options or info.kind == "choose"):  # noqa: PLR2004 - nothing to choose between
        frame[info.slot] = options[0] if options else -1
        frame[1] = info.after
        if g.forced is not None:
            g.forced.append(ForcedChoice(PendingChoice(info, player, options), len(g.journal or ())))
        return False
    if info.kind == "may_choose":
        options = [*options, -1]
    if len(g.frames) > DEEPEST:
        raise endless(g)
    g.pending = PendingChoice(info, player, options)
    return True


def offer(g: State, frame: Frame, player: int, actor: int) -> bool:
    """Stop for an action of the phase, if there is one."""
    info = g.code.choices[frame[0], frame[1]]
    options = open_actions(g, info.phase, tuple(frame[SLOTS:]), player, actor)
    if not options:
        frame[1] = info.after
        if g.forced is not None:
            g.forced.append(ForcedChoice(PendingChoice(info, player, []), len(g.journal or ())))
        return False
    if info.kind == "offer":
        options.append(STOP)
    if len(g.frames) > DEEPEST:
        raise endless(g)
    g.pending = PendingChoice(info, player, options)
    return True


def open_actions(
    g: State, phase: int, slots: tuple[Any, ...], player: int, actor: int
) -> list[tuple[int, ...]]:
    """Every action of a phase with every target, for those who act: (action, target, me, here, this)."""
    code = g.code
    actions, params = code.actions, slots[: code.events[phase].arity]
    found: list[tuple[int, ...]] = []
    g.memo = {}
    for index in code.static_actions.get(phase, ()):
        targets = actions[index].targets(g, -1, -1, -1, *params)
        if targets:
            found += map(_OPTIONS[index].__getitem__, targets)
    for index, me, here, this in (g.play or refresh(g)).actions[phase]:
        action = actions[index]
        if me != actor and not (action.player_phase and _owner(g, me) == player):
            continue
        targets = action.targets(g, me, here, this, *params)
        if me >= 0 and action.aims:
            out_of_reach = shielded(g, me)
            if out_of_reach:
                targets = [target for target in targets if not out_of_reach >> target & 1]
        found += [(index, target, me, here, this) for target in targets]
    g.memo = None
    return found


class _Options(dict[int, tuple[int, ...]]):
    """The options of an action of a pack, by target: always the same, so they are made once."""

    def __init__(self, action: int) -> None:
        super().__init__()
        self.action = action

    def __missing__(self, target: int) -> tuple[int, ...]:
        found = self[target] = (self.action, target, -1, -1, -1)
        return found


class _AllOptions(dict[int, _Options]):
    def __missing__(self, action: int) -> _Options:
        found = self[action] = _Options(action)
        return found


_OPTIONS = _AllOptions()


def _owner(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.OWNER]
