"""All pairs of tiles that can affect each other: both write the same thing, or one writes what the other reads."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.author.testkit.runner import noting
from ruledsl.language.vocabulary.types import PEOPLE, PIECE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, made_of, reaches, through_definitions
from ruledsl.rules.check.program import clauses_of
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.play.game import Rules
    from ruledsl.rules.check.graph import Clause
    from ruledsl.rules.check.program import Program, Ruled
    from ruledsl.rules.packs.model import Tile

# ── footprints ──────────────────────────────────────────────────────────────────
# What a clause of a tile reads and writes: values, prohibitions, events, memories, kinds of pieces, and the moments at which it acts.


class Thing(NamedTuple):
    """A common subject of clauses: its kind (`value`, `permission`, `event`, `memory`, `piece`, `question`, `moment`) and its name."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(frozen=True, slots=True)
class Footprint:
    """A clause of a tile. For subjects in `mine` it concerns its own bearer, for the others anybody."""

    rule: Ruled
    tile: str
    writes: frozenset[Thing]
    reads: frozenset[Thing]
    mine: bool


RULED = (ModifierDef, ForbidDef, PermitDef, TriggerDef, ActionDef)
MOVING = (t.TMoveTokens, t.TMovePieces, t.TCoins, t.TWrite, t.TDo, t.TAct, t.TSwap, t.TSwapRegions)
"""Effects that two rules of one moment may both have on the same thing."""


def footprints(program: Program) -> list[Footprint]:
    """The footprints of every clause of a tile, or of a tile's pieces."""
    feeding, leading = _feeding(program), _leading(program)
    of_clauses = []
    for clause in clauses(program):
        rule = clause.what
        tile = tile_of(program, clause)
        if tile and isinstance(rule, RULED):
            writes, reads = set(_written(rule, clause, feeding, leading)), set(_read(rule, clause))
            of_clauses.append(Footprint(rule, tile, frozenset(writes), frozenset(reads), _is_mine(rule)))
    return of_clauses


def tile_of(program: Program, clause: Clause) -> str:
    """The tile of a clause, by its full name; for a piece, the tile that brings it; empty for rules of packs."""
    owner, composition = clause.origin.owner, program.composition
    key = owner.tile or (composition.pieces[owner.piece].tile if owner.piece else "")
    return name_of(composition.tiles[key]) if key in composition.tiles else ""


def name_of(tile: Tile) -> str:
    """Its pack and its name there, which do not depend on other packs."""
    return f"{tile.pack}/{tile.id.rpartition('/')[2]}"


def _is_mine(rule: Ruled) -> bool:
    """Is it only about the people that bears the tile?"""
    match rule:
        case ModifierDef(scope="my", subject=int(place), value=value):
            return value.params[place].type == PEOPLE
        case TriggerDef(scope="my", subject=int(place), event=event):
            return event.params[place].type == PEOPLE
        case ForbidDef(scope="my") | PermitDef(scope="my"):
            return True
        case ActionDef(phase=phase):
            return bool(phase.params) and phase.params[0].type == PEOPLE
    return False


# ── writes ──


def _written(
    rule: Ruled, clause: Clause, feeding: dict[int, set[str]], leading: dict[int, frozenset[str]]
) -> Iterator[Thing]:
    match rule:
        case ModifierDef(value=value):
            yield from (Thing("value", name) for name in feeding[value.index])
        case ForbidDef(permission=permission) | PermitDef(permission=permission):
            yield Thing("permission", permission.name)
        case TriggerDef(event=event, moment=moment):
            if moment == "instead":
                yield Thing("event", event.name)
            if any(isinstance(node, MOVING) for node in clause.nodes):
                yield Thing("moment", f"{moment} {event.name}")
    for node in clause.nodes:
        raised = t.raised_in(node)
        if raised is not None:
            yield from (Thing("event", name) for name in leading[raised.index])
        for spot in t.written_in(node):
            yield from _spots(spot)
        match node:
            case t.TMovePieces(kind=t.Const(value=kind)) | t.TMoveTokens(kind=t.Const(value=kind)):
                yield Thing("piece", str(kind))


def _spots(spot: t.Spot) -> Iterator[Thing]:
    if spot.memory is not None:
        yield Thing("memory", spot.memory.name)
    elif spot.builtin is not None:
        yield Thing("question", spot.builtin.name)


def _feeding(program: Program) -> dict[int, set[str]]:
    """For every value, those whose bases contain it, transitively."""
    parts_of = {value.index: made_of(value) for value in program.values}
    feeding: dict[int, set[str]] = {}
    for value in program.values:
        fed, waiting = {value.index}, [value.index]
        while waiting:
            part = waiting.pop()
            more = {other for other, parts in parts_of.items() if part in parts} - fed
            fed |= more
            waiting += more
        feeding[value.index] = {program.values[index].name for index in fed}
    return feeding


def _leading(program: Program) -> dict[int, frozenset[str]]:
    """For every event, those that its body leads to, including itself."""
    names = {event.index: event.name for event in program.events}
    return {
        index: frozenset({names[index], *(names[other] for other in some)})
        for index, some in reaches(program).items()
    }


# ── reads ──


def _read(rule: Ruled, clause: Clause) -> Iterator[Thing]:
    if isinstance(rule, TriggerDef):
        yield Thing("event", rule.event.name)
    for node in through_definitions(*clause.roots):
        match t.asked_in(node):
            case ValueDef(name=name):
                yield Thing("value", name)
            case PermissionDef(name=name):
                yield Thing("permission", name)
            case MemoryDef(name=name):
                yield Thing("memory", name)
        match node:
            case t.HasPiece(kind=t.Const(value=kind)):
                yield Thing("piece", str(kind))
            case t.Ask(args=args):
                # The subject of a question counts; the table that all questions read does not.
                for arg in args:
                    if isinstance(arg, t.Const) and arg.type == PIECE:
                        yield Thing("piece", str(arg.value))


Pair = tuple[str, str]
"""Two tiles by their full names, in alphabetical order."""


@dataclass(slots=True)
class Cell:
    """Two tiles that can affect each other: what both `write`, and what one writes and the other one reads (`leads`)."""

    tiles: Pair
    writes: set[Thing] = field(default_factory=set)
    leads: set[Thing] = field(default_factory=set)


class Matrix:
    """The cells of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.footprints = footprints(program)
        self._kinds = {
            name_of(tile): program.composition.kinds[tile.kind] for tile in program.composition.tiles.values()
        }

    @cached_property
    def cells(self) -> dict[Pair, Cell]:
        """All cells, in alphabetical order."""
        cells: dict[Pair, Cell] = {}
        for one, other, thing, writes in self.touches():
            pair = pair_of(one.tile, other.tile)
            cell = cells.setdefault(pair, Cell(pair))
            (cell.writes if writes else cell.leads).add(thing)
        return dict(sorted(cells.items()))

    def touches(self) -> Iterator[tuple[Footprint, Footprint, Thing, bool]]:
        """Two clauses, their common subject, and whether both write it."""
        writers, readers = (
            defaultdict[Thing, list[Footprint]](list),
            defaultdict[Thing, list[Footprint]](list),
        )
        for footprint in self.footprints:
            for thing in footprint.writes:
                writers[thing].append(footprint)
            for thing in footprint.reads:
                readers[thing].append(footprint)
        for thing, some in writers.items():
            # Two that cause the same event are no more related than two that conquer.
            for one, other in combinations(some, 2) if thing.kind != "event" else ():
                if self._can_meet(one, other):
                    yield one, other, thing, True
            for one in some:
                for other in readers[thing]:
                    if one.tile != other.tile:
                        yield one, other, thing, False

    def _can_meet(self, one: Footprint, other: Footprint) -> bool:
        """One people bears one tile of a kind, so two of them concern the same people only if one is lent, which is another question."""
        if one.tile == other.tile:
            return False
        kinds = self._kinds[one.tile], self._kinds[other.tile]
        alike = kinds[0] is kinds[1] and kinds[0].borne_by == "people"
        return not (alike and one.mine and other.mine)


def pair_of(one: str, other: str) -> Pair:
    """Two tiles in alphabetical order."""
    return (one, other) if one < other else (other, one)


# ── meeting ─────────────────────────────────────────────────────────────────────
# Which clauses of two tiles took effect together: in one answer, if both change the same value; else in one unit of play.


class Meetings:
    """Collects the pairs that `met`, from the clauses that took effect, by index in `clauses_of` the program."""

    def __init__(self, program: Program) -> None:
        self.met: set[Pair] = set()
        numbers = {origin: number for number, (_, _, origin) in enumerate(clauses_of(program))}
        self._by_value: dict[int, dict[int, Pair]] = defaultdict(dict)
        self._otherwise: dict[int, dict[int, Pair]] = defaultdict(dict)
        for one, other, thing, writes in Matrix(program).touches():
            first, second = sorted((numbers[one.rule.origin], numbers[other.rule.origin]))
            table = self._by_value if writes and thing.kind == "value" else self._otherwise
            table[first][second] = pair_of(one.tile, other.tile)

    def together(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Record clauses that took effect in one answer, in the order of the program."""
        self.met.update(
            self._by_value[first][second] for first, second in pairs if second in self._by_value[first]
        )

    def used(self, clauses: Iterable[int]) -> None:
        """Record clauses that took effect, in order, in one unit of play."""
        for first, second in combinations(clauses, 2):
            others = self._otherwise.get(first)
            if others is not None and second in others:
                self.met.add(others[second])

    def forget(self) -> set[Pair]:
        """The pairs that met since the last call."""
        pairs, self.met = self.met, set()
        return pairs


class Listening:
    """Rules that record which of their clauses take effect; play with `rules`; `meetings` is complete after `close`."""

    def __init__(self, rules: Rules) -> None:
        self.meetings = Meetings(rules.program)
        self.rules = noting(rules)

    def close(self) -> None:
        """End a unit of play."""
        for machine in self.rules.backend.noting:
            self.meetings.used(machine.used())
            self.meetings.together(machine.used_together())

    def forget(self) -> set[Pair]:
        """The pairs that met since the last call."""
        self.close()
        return self.meetings.forget()
