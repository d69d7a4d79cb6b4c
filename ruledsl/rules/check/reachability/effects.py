"""The possible effects, given what can come about; their results are added to the table (`Bringing`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ruledsl.language.vocabulary.types import ACTS, NUMBER
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses
from ruledsl.rules.check.reachability.answers import EMPTY, NOBODY, ZERO, can_be

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.reachability.answers import Answers, Seen, Table
    from ruledsl.rules.check.typed.declarations import EventDef, MemoryDef


class Effects:
    """Runs effects. Each method says whether it can ever do anything."""

    def __init__(self, table: Table, answers: Answers) -> None:
        self.table = table
        self.answers = answers

    def block(self, effects: t.TBlock, seen: Seen) -> bool:
        """Effects in sequence; names that they bind are visible to those that follow."""
        results = [self._effect(effect, seen) for effect in effects]
        return any(results)

    def _effect(self, effect: t.TEffect, seen: Seen) -> bool:
        """Can the effect do something? An unknown one does."""
        handler = (
            self._ACTS.get(effect.act) if isinstance(effect, t.TAct) else self._HANDLERS.get(type(effect))
        )
        return handler is None or bool(handler(self, effect, seen))

    def happen(self, event: EventDef) -> None:
        """Record that an event can be raised, and with it its phases."""
        if event.index not in self.table.raised:
            self.table.raised.add(event.index)
            for phase in event.phases:
                self.happen(phase)

    def _inside(self, effects: t.TBlock, seen: Seen) -> bool:
        """A block with its own scope."""
        return self.block(effects, seen.copy())

    def _do(self, effect: t.TDo, _seen: Seen) -> bool:
        self.happen(effect.event)
        return True

    # ── names and branches ──

    def _let(self, effect: t.TLet, seen: Seen) -> bool:
        seen.names[effect.var] = self.answers(effect.value, seen)
        return False

    def _roll(self, effect: t.TRoll, seen: Seen) -> bool:
        dice = list(self.table.program.composition.dice.values())
        seen.names[effect.var] = frozenset(dice[effect.die].faces)
        if effect.shown is None or not effect.shown.event.triggers:
            return False
        seen.names[effect.var] = None
        return self._do(effect.shown, seen)

    def _reroll(self, effect: t.TReroll, seen: Seen) -> bool:
        seen.names[effect.var] = None
        return effect.shown is not None and bool(effect.shown.event.triggers) and self._do(effect.shown, seen)

    def _dig(self, effect: t.TDig, seen: Seen) -> bool:
        seen.names[effect.var] = self.answers(effect.tile, seen)
        return True

    def _pick(self, effect: t.TPick, seen: Seen) -> bool:
        members = self.answers(effect.members, seen)
        seen.names[effect.var] = None if members is None else members | {-1}
        return False

    def _if(self, effect: t.TIf, seen: Seen) -> bool:
        does = False
        for condition, body in effect.branches:
            holds = self.answers(condition, seen)
            if can_be(True, holds):  # noqa: FBT003
                does |= self._inside(body, seen)
            if not can_be(False, holds):  # noqa: FBT003
                return does
        return self._inside(effect.otherwise, seen) or does

    def _for_each(self, effect: t.TForEach, seen: Seen) -> bool:
        members = self.answers(effect.members, seen)
        return members != EMPTY and self._inside(effect.body, seen.also(effect.var, members))

    def _repeat(self, effect: t.TRepeat, seen: Seen) -> bool:
        return self._some(effect.times, seen) and self._inside(effect.body, seen)

    def _in_turn(self, effect: t.TInTurn, seen: Seen) -> bool:
        members = self.answers(effect.members, seen)
        return members != EMPTY and self._inside(effect.choice, seen.also(effect.var, members))

    def _choose(self, effect: t.TChoose, seen: Seen) -> bool:
        options = self.answers(effect.options, seen)
        chosen = NOBODY if options == EMPTY else options
        if effect.body is None:
            seen.names[effect.var] = chosen if chosen is None else chosen | {-1}
            return False
        does = options != EMPTY and self._inside(effect.body, seen.also(effect.var, chosen))
        return self._inside(effect.otherwise, seen) or does

    def _may(self, effect: t.TMay, seen: Seen) -> bool:
        does = self._inside(effect.body, seen)
        return self._inside(effect.otherwise, seen) or does

    # ── memories ──

    def _write(self, effect: t.TWrite, seen: Seen) -> bool:
        spot, value = effect.spot, self.answers(effect.value, seen)
        if spot.arg is not None and self.answers(spot.arg, seen) == NOBODY:
            return False
        if spot.memory is None:
            return True
        new = spot.memory.index not in self.table.written
        nobody = value == NOBODY and spot.type.name not in ("number", "flag")
        initial = EMPTY if spot.type.is_set else frozenset({spot.memory.initial})
        idle = {
            "set": new and value == initial,
            "add": value == ZERO,
            "put": nobody,
            "drop": value == ZERO if spot.type == NUMBER else new or nobody,
        }
        if idle[effect.op]:
            return False
        self.table.written.add(spot.memory.index)
        return True

    def _swap(self, effect: t.TSwap, _seen: Seen) -> bool:
        memories = [spot.memory for spot in (effect.left, effect.right)]
        initials = [m.initial for m in memories if m is not None and m.index not in self.table.written]
        if len(initials) == len(memories) and len(set(initials)) == 1:
            return False
        self.table.written.update(m.index for m in memories if m is not None)
        return True

    def _swap_regions(self, effect: t.TSwapRegions, seen: Seen) -> bool:
        return NOBODY not in (self.answers(effect.left, seen), self.answers(effect.right, seen))

    # ── tokens, pieces, coins ──

    def _some(self, amount: t.TExpr | None, seen: Seen) -> bool:
        """Can it be more than none? Without an amount it is all."""
        numbers = None if amount is None else self.answers(amount, seen)
        return numbers is None or any(number > 0 for number in numbers)

    def _is_somewhere(self, where: t.Where, seen: Seen) -> bool:
        return where.of is None or self.answers(where.of, seen) != NOBODY

    def _move_tokens(self, effect: t.TMoveTokens, seen: Seen) -> bool:
        places = self._is_somewhere(effect.source, seen) and self._is_somewhere(effect.target, seen)
        return places and self._some(effect.amount, seen) and self.answers(effect.people, seen) != NOBODY

    def _move_pieces(self, effect: t.TMovePieces, seen: Seen) -> bool:
        table = self.table
        kinds = self.answers(effect.kind, seen)
        every = range(len(table.program.pieces))
        there = {
            "box": every,
            "hand": table.held,
            "tile": table.held,
            "region": table.placed,
            "anywhere": table.placed | table.held,
        }[effect.source.what]
        moved = {kind for kind in there if kinds is None or kind in kinds}
        places = self._is_somewhere(effect.source, seen) and self._is_somewhere(effect.target, seen)
        if not moved or not places or not self._some(effect.amount, seen):
            return False
        if effect.target.what == "region":
            table.placed |= moved
        elif effect.target.what in ("hand", "tile"):
            table.held |= moved
        return True

    def _coins(self, effect: t.TCoins, seen: Seen) -> bool:
        holders = [self.answers(who, seen) for who in (effect.payer, effect.receiver) if who is not None]
        return NOBODY not in holders and self._some(effect.amount, seen)

    def _collect(self, effect: t.TCollect, seen: Seen) -> bool:
        args = tuple(self.answers(arg, seen) for arg in effect.args)
        return self.answers.value(effect.value, args) != ZERO

    # ── tiles ──

    def _draw(self, effect: t.TAct, seen: Seen) -> bool:
        tiles = self.answers.tiles_in(effect.args[0], seen)
        if effect.var is not None:
            seen.names[effect.var] = None if tiles is None else tiles | {-1}
        return tiles != EMPTY

    def _tiles(self, tile: t.TExpr, seen: Seen) -> frozenset[int]:
        """The possible tiles."""
        tiles = self.answers(tile, seen)
        return frozenset(range(len(self.table.kinds))) if tiles is None else tiles - {-1}

    def _turn(self, effect: t.TAct, seen: Seen) -> bool:
        return bool(self._tiles(effect.args[0], seen))

    def _lay(self, effect: t.TAct, seen: Seen) -> bool:
        tiles = self._tiles(effect.args[0], seen)
        if self.answers(effect.args[1], seen) == NOBODY:
            return False
        self.table.laid |= tiles
        return bool(tiles)

    def _borrow(self, effect: t.TAct, seen: Seen) -> bool:
        tiles = self._tiles(effect.args[0], seen)
        self.table.lent |= tiles
        return bool(tiles | self.table.lent)

    def _idle(self, _effect: t.TEffect, _seen: Seen) -> bool:
        return False

    _HANDLERS: ClassVar[dict[type, Callable[..., Any]]] = {
        t.TDo: _do,
        t.TLet: _let,
        t.TRoll: _roll,
        t.TReroll: _reroll,
        t.TPick: _pick,
        t.TDig: _dig,
        t.TIf: _if,
        t.TForEach: _for_each,
        t.TRepeat: _repeat,
        t.TInTurn: _in_turn,
        t.TChoose: _choose,
        t.TMay: _may,
        t.TWrite: _write,
        t.TSwap: _swap,
        t.TSwapRegions: _swap_regions,
        t.TMoveTokens: _move_tokens,
        t.TMovePieces: _move_pieces,
        t.TCoins: _coins,
        t.TCollect: _collect,
        t.TProceed: _idle,
    }
    _ACTS: ClassVar[dict[str, Callable[..., Any]]] = {
        "draw": _draw,
        "return_to_top": _turn,
        "return_to_bottom": _turn,
        "reveal": _turn,
        "lay": _lay,
        "lay_with": _lay,
        "lay_face_down": _lay,
        "borrow": _borrow,
        "do_nothing": _idle,
    }


class Bringing:
    """For each rule and event of a program: the memories that it writes, the events that it raises, the pieces that it moves."""

    def __init__(self, program: Program) -> None:
        self._most = {id(clause.what): _by_index(clause.once(_most)) for clause in clauses(program)}

    def is_done(self, rule: object, table: Table) -> bool:
        """Is everything that it can bring about on the table already?"""
        most = self._most[id(rule)]
        if most is None:
            return False
        written, raised, placed, held = most
        return (
            written <= table.written
            and raised <= table.raised
            and placed <= table.placed
            and held <= table.held
        )


class _Most(NamedTuple):
    """Memories, events, kinds of pieces on the map, kinds of pieces in a hand."""

    written: set[MemoryDef]
    raised: set[EventDef]
    placed: list[t.Const]
    held: list[t.Const]


def _by_index(most: _Most | None) -> tuple[set[int], set[int], set[int], set[int]] | None:
    if most is None:
        return None
    written = {memory.index for memory in most.written}
    raised = set[int]().union(*map(_with_phases, most.raised))
    placed, held = ({kind.value for kind in kinds} for kinds in (most.placed, most.held))
    return written, raised, placed, held


def _most(clause: Clause) -> _Most | None:
    """The most that a clause can bring about; None if that is not in its text."""
    most = _Most(set(), set(), [], [])
    for node in clause.nodes:
        most.raised.update(filter(None, [t.raised_in(node)]))
        most.written.update(spot.memory for spot in t.written_in(node) if spot.memory is not None)
        match node:
            case (
                t.TMovePieces(kind=t.TExpr() as kind, target=target)
                | t.TMoveTokens(kind=t.TExpr() as kind, spot=t.Where() as target)
            ) if target.what in ("region", "hand", "tile"):
                if not isinstance(kind, t.Const):
                    return None
                (most.placed if target.what == "region" else most.held).append(kind)
            case t.TAct(act=act) if ACTS[act].brings:
                return None
    return most


def _with_phases(event: EventDef) -> set[int]:
    events = {event.index}
    for phase in event.phases:
        events |= _with_phases(phase)
    return events
