"""Digests of the rules of tiles: equal as long as the rules are the same, whatever is said about them, and whatever other packs are there.

A digest covers what is printed on a tile, its pieces, and the checked trees of its rules. Names and texts for people, comments, the layout of
files and the names of locals are not part of it, nor are indices, which depend on the other packs.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, cast

from ruledsl.base.dataclass import fields
from ruledsl.language.vocabulary.builtins import Builtin
from ruledsl.language.vocabulary.types import DIE, Type
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import Origin

LENGTH = 16
"""Hexadecimal digits of a digest."""
NAMED = (ValueDef, DefineDef, EventDef, PermissionDef, MemoryDef, Builtin)
"""Declarations that a rule refers to by name."""
BESIDES = {"span", "said"}
"""Fields that only say where something stands."""


def digests_of(program: Program) -> dict[str, str]:
    """The digest of each tile."""
    said: dict[str, list[Any]] = {tile: [_printed(program, tile)] for tile in program.tiles}
    for memory in program.memories:
        _add(said, memory.origin, _Plain(program).heading(memory))
    for clause in clauses(program):
        _add(said, clause.origin, [_stages(program, clause.origin), _Plain(program).heading(clause.what)])
    return {tile: _digest(parts) for tile, parts in said.items()}


def _add(said: dict[str, list[Any]], origin: Origin, plain: object) -> None:
    tile = origin.owner.tile or origin.owner.face
    if tile in said:
        said[tile].append(plain)


def _digest(parts: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:LENGTH]


def _printed(program: Program, id_: str) -> list[Any]:
    """What is printed on a tile, and its pieces."""
    composition = program.composition
    tile = composition.tiles[id_]
    pieces = [piece for piece in composition.pieces.values() if piece.tile == id_]
    return [
        tile.kind,
        sorted(tile.fields.items()),
        sorted(tile.traits),
        tile.tokens_of,
        tile.pieces,
        [[one.id, one.supply, sorted(one.traits), one.joins, sorted(one.shows)] for one in pieces],
    ]


def _stages(program: Program, origin: Origin) -> list[str] | None:
    return None if origin.stages is None else sorted(program.stages[stage] for stage in origin.stages)


class _Plain:
    """A rule as plain data: whatever a rule refers to by its name, locals by number, in the order of their appearance."""

    def __init__(self, program: Program) -> None:
        self.words = program.words
        self.locals: dict[t.Var, int] = {}

    def heading(self, what: object) -> list[Any]:
        """A declaration with everything in it."""
        match what:
            case ModifierDef() as m:
                parts: tuple[object, ...] = (m.value, m.scope, m.subject, m.op, m.change, m.condition)
            case TriggerDef() as r:
                parts = (r.event, r.moment, r.scope, r.subject, r.condition, r.body)
            case ForbidDef() | PermitDef() as f:
                parts = (f.permission, f.reason, f.scope, f.subject, f.condition)
            case ActionDef() as a:
                parts = (a.name, a.phase, a.target, a.options, a.condition, a.limit, a.does)
            case ValueDef() as v:
                parts = (v, tuple(v.params), v.base, v.against, v.lower)
            case DefineDef() as d:
                parts = (d, tuple(d.params), d.body)
            case EventDef() as e:
                parts = (e, tuple(e.params), e.parent) if e.action else (e, tuple(e.params), e.parent, e.body)
            case MemoryDef() as o:
                parts = (o, o.on, o.type, o.initial, o.until, o.secret)
            case _:
                message = f"{type(what).__name__} is no declaration"
                raise TypeError(message)
        return [type(what).__name__, *map(self, parts)]

    def __call__(self, part: object) -> Any:  # noqa: ANN401 - plain data
        match part:
            case None | str() | int():
                return part
            case t.Var():
                return ["local", self.locals.setdefault(part, len(self.locals)), str(part.type)]
            case t.Const(type=kind, value=value):
                return self._word(kind, value)
            case t.HasTrait(noun=noun, word=word):
                return ["has", self(noun), word]
            case t.TRoll(die=die):
                return ["roll", self._word(DIE, die), *map(self, (part.var, part.shown, part.face))]
            case Type():
                return str(part)
            case tuple():
                return list(map(self, part))
        if isinstance(part, NAMED):
            return [type(part).__name__, part.name]
        names = [one.name for one in fields(cast("Any", part)) if one.name not in BESIDES]
        return [type(part).__name__, *(self(getattr(part, name)) for name in names)]

    def _word(self, kind: Type, value: Any) -> list[Any]:  # noqa: ANN401 - as in the tree
        """A constant: a word, where the number is the place of one."""
        words = self.words.get(kind, ())
        return [str(kind), words[value] if value in range(len(words)) else value]
