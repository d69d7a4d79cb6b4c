"""Events that run in one go: a plain function with locals of Python, without frames.

That can be done when nothing on the way has to ask anybody, no rule of a pack watches an event on the way, and no rule that might come into play
on the way could. Whether a tile in play watches is looked at when the event is raised: the way has a bit for every event on it. A trigger of a
tile that itself can run in one go, and leads to nothing that is watched, does not stand in the way: it is called (`direct_moments`). A rule of a
pack that is about regions with a certain piece watches from the moment when such a piece is seen for the first time (`watch_guards`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import conjuncts, effects_in, raises, reaches
from ruledsl.vocabulary.effects import ACTS

if TYPE_CHECKING:
    from ruledsl.check.program import EventDef, Program, TriggerDef

__all__ = ["Directness"]


class Directness:
    """What can run in one go, worked out once for a program."""

    def __init__(self, program: Program, *, off: bool = False) -> None:
        self.program = program
        self.off = off
        self.forgetting = _until(program)
        self.reaches = reaches(program)
        self.known: dict[int, int | None] = {}
        self.watch_guards: dict[int, int] = {}
        self.watched: set[int] = set()
        of_tiles = [trigger for trigger in program.triggers if not self._of_packs(trigger)]
        self.direct_moments: dict[int, set[str]] = {}
        for trigger in of_tiles:
            if self.trigger(trigger) is not None:
                self.direct_moments.setdefault(trigger.event.index, set()).add(trigger.moment)

    def _of_packs(self, trigger: TriggerDef) -> bool:
        """Is it there whatever tiles are in play? Then the event is watched, or will be once a certain piece is seen."""
        owner = trigger.origin.owner
        if owner.tile or (owner.piece and self.program.composition.pieces[owner.piece].tile):
            return False
        guard = -1 if owner.piece else _gate(trigger.condition)
        if guard < 0:
            self.watched.add(trigger.event.index)
        else:
            self.watch_guards[trigger.index] = guard
        return True

    def trigger(self, trigger: TriggerDef) -> int | None:
        """The events that a trigger leads to; None if it cannot be called when its event runs in one go."""
        return None if trigger.moment == "instead" else self.block(trigger.body)

    def event(self, event: EventDef) -> int | None:
        """The events that raising this one leads to, itself among them; None if it cannot run in one go."""
        if event.index not in self.known:
            self.known[event.index] = None  # that of an event which leads back to itself
            below = None if event.index in self.watched else self.block(event.body)
            self.known[event.index] = None if below is None else below | 1 << event.index
        return self.known[event.index]

    def is_nothing(self, event: EventDef) -> bool:
        """Is there nothing to do when this event runs in one go?"""
        quiet = event.index not in self.forgetting and event.index not in self.direct_moments
        return quiet and not event.body and not self.logged(event)

    def is_plain(self, event: EventDef) -> bool:
        """Is its body all that comes of raising it while no tile watches? Not one that can lead back to itself: its frames have to be counted."""
        others = self.off or event.index in self.watched or any(t.moment == "after" for t in event.triggers)
        if others or not event.body or event.index in self.forgetting or self.logged(event):
            return False
        return event.index not in self.reaches[event.index]

    def leads_on(self, event: EventDef) -> bool:
        """Can raising it raise others? Then it is counted when it runs."""
        return event.index in self.direct_moments or bool(raises(event.body))

    def logged(self, event: EventDef) -> bool:
        """Does it leave a line in the log?"""
        key, pack = f"event.{event.name}", event.origin.owner.pack
        return self.program.composition.text(key, pack) is not None

    def block(self, effects: t.TBlock) -> int | None:
        """The same for a block of effects."""
        if self.off:
            return None
        found = 0
        for effect in effects:
            below = self._effect(effect)
            if below is None:
                return None
            found |= below
        return found

    def _effect(self, effect: t.TEffect) -> int | None:
        if isinstance(effect, t.Asking) or _writes_power(effect) or self._opens(effect):
            return None
        match effect:
            case t.TAct(act=act, args=args) if ACTS[act].abrupt:
                return 0 if act == "borrow" and _nobody(args[0]) else None
            case t.TDo(event=event, borne=borne):
                return None if borne else self.event(event)
        return self.block(effects_in(effect))

    def _opens(self, effect: t.TEffect) -> bool:
        """Can it bring a piece to the map for which a rule waits?"""
        if not isinstance(effect, t.TMovePieces) or effect.target.what != "region":
            return False
        return not isinstance(effect.kind, t.Const) or effect.kind.value in self.watch_guards.values()


def _gate(condition: t.TExpr | None) -> int:
    """The kind of piece without which a condition cannot hold; -1 if there is none."""
    for part in conjuncts(condition):
        if isinstance(part, t.HasPiece) and isinstance(part.kind, t.Const):
            return part.kind.value
    return -1


def _nobody(value: t.TExpr) -> bool:
    """Is it none, with which no rule comes?"""
    return isinstance(value, t.Const) and value.value < 0


def _writes_power(effect: t.TEffect) -> bool:
    if isinstance(effect, t.TWrite) and _nobody(effect.value):
        return False
    spots = {t.TWrite: ("spot",), t.TSwap: ("left", "right")}.get(type(effect), ())
    builtins = [getattr(effect, spot).builtin for spot in spots]
    return any(builtin is not None and builtin.code == "power" for builtin in builtins)


def _until(program: Program) -> set[int]:
    """The events with whose beginning something is forgotten."""
    memories = {memory.until.index for memory in program.memories if memory.until is not None}
    return memories | {action.limit.unit.index for action in program.actions if action.limit is not None}
