"""What the frames of half-done rules hold: tiles, and what hangs on secrets. Whoever may not know them may not see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import gone_over_often
from ruledsl.check.keeping.asking import KeptAnswers
from ruledsl.check.knowledge.pointing import Pointing
from ruledsl.check.knowledge.secrecy import ME, Secrecy, only_keeps_secrets
from ruledsl.ir.passes.cut import SLOTS
from ruledsl.vocabulary.types import BIT_SETS, FLAG, NUMBER, TILE, Type, set_of

if TYPE_CHECKING:
    from ruledsl.check.knowledge.secrecy import Whose
    from ruledsl.check.program import ActionDef, Program
    from ruledsl.engine.rules.code import SecretSlot
    from ruledsl.ir.module import Procedure, Steps

__all__ = ["Held"]


def _nothing(kind: Type) -> int | tuple[()]:
    """What is held in place of something that may not be known: nobody, no, none of them."""
    if kind.is_set:
        return 0 if kind.element in BIT_SETS else ()
    return 0 if kind in (NUMBER, FLAG) else -1


class Held:
    """Made once for a program."""

    def __init__(self, program: Program) -> None:
        with gone_over_often(program, {}, KeptAnswers()):
            self.pointing = Pointing(program)
            self.secrecy = Secrecy(program, self.pointing)

    def tile_slots(self, procedure: Procedure, steps: Steps) -> tuple[tuple[int, int], ...]:
        """The slots in which there are tiles, with the ways by which the procedure comes by them."""
        found = []
        for name, slot in steps.frame.items():
            var = procedure.held.get(name)
            if isinstance(var, t.Var) and var.type.element == TILE:
                found.append((slot - SLOTS, self.pointing.of(var)))
        return tuple(found)

    def secret_slots(self, procedure: Procedure, steps: Steps) -> tuple[SecretSlot, ...]:
        """The slots that hang on secrets, and whose these are."""
        slots = {
            var: steps.frame[name] - SLOTS
            for name, var in procedure.held.items()
            if isinstance(var, t.Var) and name in steps.frame and name not in steps.rests
        }
        found: list[SecretSlot] = []
        for name, slot in steps.frame.items():
            held = procedure.held.get(name)
            if held is None:
                continue
            secrets = self.secrecy.of(held) if isinstance(held, t.Var) else self.secrecy(held)
            kind = set_of(held.type) if isinstance(held, t.Var) and name in steps.rests else held.type
            if secrets:
                whose = sorted({_owner(who, slots) for who in secrets})
                found.append((slot - SLOTS, _nothing(kind), tuple(whose)))
        return tuple(found)

    def is_secret(self, choice: t.Asking, secret_vars: set[t.Var]) -> bool:
        """Is all that comes of a choice that somebody remembers it in secret?"""
        match choice:
            case t.TChoose(var=var):
                return var in secret_vars
            case t.TMay(body=body, otherwise=otherwise):
                return only_keeps_secrets(body, otherwise)
        return False

    def counted_for(self, action: ActionDef) -> int:
        """How an action comes by the tiles for which its limit counts apart; 0 if it counts for none, -1 if that hangs on secrets."""
        each = action.limit.each if action.limit is not None else None
        if each is None:
            return 0
        if self.secrecy(each):
            return -1
        return self.pointing(each) if each.type == TILE else 0


def _owner(who: Whose, slots: dict[t.Var, int]) -> tuple[str, int]:
    """Where in a frame it stands whose secrets something hangs on."""
    if isinstance(who, t.Var) and who in slots:
        return who.type.name, slots[who]
    return ("me", -1) if who == ME else ("", -1)
