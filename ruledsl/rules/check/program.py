"""A checked program: all declarations of a composition, each with its tree, its origin and its index."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field, fields
from ruledsl.base.store.remembering import Remembering
from ruledsl.language.vocabulary.types import (
    DECK,
    DIE,
    KIND,
    MODE,
    PEOPLE,
    PIECE,
    PLAYER,
    STAGE,
    TILE,
    TRAIT,
    WAY,
)
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    Origin,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)
from ruledsl.rules.check.typed.expressions import Const

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.typed import Var
    from ruledsl.rules.packs.model import Composition, Owner


@dataclass(slots=True)
class Program(Remembering):
    """All declarations, in a stable order: `index` is the position in each list. With `has_borders`, rules lay something on borders."""

    composition: Composition
    stages: list[str]
    modes: list[str]
    ways: list[str]
    traits: list[str]
    piece_traits: list[str]
    tile_traits: list[str]
    pieces: list[str]
    tiles: list[str]
    kinds: list[str]
    decks: list[str]
    dice: list[str]
    fields: list[str]
    memories: list[MemoryDef] = field(default_factory=list)
    values: list[ValueDef] = field(default_factory=list)
    defines: list[DefineDef] = field(default_factory=list)
    permissions: list[PermissionDef] = field(default_factory=list)
    events: list[EventDef] = field(default_factory=list)
    modifiers: list[ModifierDef] = field(default_factory=list)
    triggers: list[TriggerDef] = field(default_factory=list)
    forbids: list[ForbidDef] = field(default_factory=list)
    permits: list[PermitDef] = field(default_factory=list)
    actions: list[ActionDef] = field(default_factory=list)
    has_borders: bool = False

    @property
    def words(self) -> dict[Type, list[str]]:
        """The words of each type whose integers are places in such a list."""
        return {
            STAGE: self.stages,
            MODE: self.modes,
            WAY: self.ways,
            TRAIT: self.traits,
            PIECE: self.pieces,
            TILE: self.tiles,
            KIND: self.kinds,
            DECK: self.decks,
            DIE: self.dice,
        }

    def event(self, name: str) -> EventDef | None:
        """The event of that name."""
        return next((e for e in self.events if e.name == name), None)

    def value(self, name: str) -> ValueDef | None:
        """The value of that name."""
        return next((v for v in self.values if v.name == name), None)

    def bare(self, value: ValueDef) -> ValueDef:
        """What a value is without the rules that ask for it to change it."""
        if value.bare is None:
            of = (value.params, value.preps, value.type, value.base, value.against, value.lower)
            value.bare = ValueDef(value.name, -1, *of, value.origin, whole=value)
        bare = value.bare
        if bare.index < 0:
            bare.index, bare.modifiers = len(self.values), [m for m in value.modifiers if not m.asks_itself]
            self.values.append(bare)
        return bare

    def add_modifier(self, rule: ModifierDef) -> None:
        """Enter a modifier, with its index."""
        rule.index = len(self.modifiers)
        self.modifiers.append(rule)
        rule.value.modifiers.append(rule)
        if rule.asks_itself:
            self.bare(rule.value)
        elif rule.value.asked_bare is not None:
            rule.value.asked_bare.modifiers.append(rule)

    def take_apart(self) -> None:
        """Empty the declarations of a program that nobody needs any more.

        They refer to each other in circles: otherwise only a garbage collection frees them, which stops a process for half a second.
        """
        named: tuple[list[Any], ...] = (
            self.memories,
            self.values,
            self.defines,
            self.permissions,
            self.events,
            self.actions,
        )
        for declared in chain.from_iterable(named):
            for name in (one.name for one in fields(declared)):
                with suppress(AttributeError):
                    delattr(declared, name)


Ruled = ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef | EventDef


def clauses_of(program: Program) -> Iterator[tuple[str, str, Origin]]:
    """Every rule whose use can be recorded: kind, name and origin."""
    yield from (("modifier", m.value.name, m.origin) for m in program.modifiers)
    yield from (("forbid", f"{f.permission.name} as {f.reason}", f.origin) for f in program.forbids)
    yield from (("permit", f"{p.permission.name} despite {p.reason}", p.origin) for p in program.permits)
    yield from (("trigger", f"{t.moment} {t.event.name}", t.origin) for t in program.triggers)
    yield from (("action", action.name, action.origin) for action in program.actions)
    yield from (
        ("event", event.name, event.origin) for event in program.events if event.body and not event.action
    )


def cast_in(composition: Composition, role: str) -> frozenset[int]:
    """The kinds of pieces with the trait that has a role."""
    trait = composition.roles.get(role, "")
    return frozenset(i for i, piece in enumerate(composition.pieces.values()) if trait in piece.traits)


def shown_by(composition: Composition, word: str) -> tuple[list[int], list[int]]:
    """The kinds of pieces that make a region count as a terrain or symbol where they lie, and those that hide what is printed there."""
    words = composition.words
    pieces = [(i, piece) for i, piece in enumerate(composition.pieces.values()) if piece.shows]
    alike = words.alike.get(word, {word}) if pieces else set()
    hiding = [i for i, piece in pieces if not words.terrains.keys().isdisjoint(piece.shows)]
    return [
        i for i, piece in pieces if not alike.isdisjoint(piece.shows)
    ], hiding if word in words.terrains else []


def is_static(owner: Owner) -> bool:
    """A rule of a pack itself is always in play."""
    return not owner.tile and not owner.piece


def says_no(value: ValueDef) -> bool:
    """Is its answer no unless a tile or piece changes it?"""
    by_packs = any(is_static(rule.origin.owner) for rule in value.modifiers)
    return isinstance(value.base, Const) and not value.base.value and not by_packs


def on_piece(modifier: ModifierDef) -> bool:
    """Is it a rule of a piece about the region where it lies?"""
    return bool(modifier.origin.owner.piece) and modifier.scope == "here"


def subject_of(params: list[Var]) -> int:
    """The parameter by which the modifiers of a value are looked up: its first people or player; -1 without one."""
    return next((i for i, p in enumerate(params) if p.type in (PEOPLE, PLAYER)), -1)
