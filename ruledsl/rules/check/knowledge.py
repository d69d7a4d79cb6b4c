"""Digests of the rules of tiles: equal as long as the rules are the same, whatever is said about them, and whatever other packs are there.

A digest covers what is printed on a tile, its pieces, and the checked trees of its rules. Names and texts for people, comments, the layout of
files and the names of locals are not part of it, nor are indices, which depend on the other packs.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard, cast

from ruledsl.base.dataclass import dataclass, fields
from ruledsl.language.vocabulary.builtins import Builtin
from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE, DIE, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.answers import asked_by
from ruledsl.rules.check.graph import asks, clauses, constant, walk
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
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.graph import Clause, Part
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import Origin

LENGTH = 16
"""Hexadecimal digits of a digest."""
NAMED = (ValueDef, DefineDef, EventDef, PermissionDef, MemoryDef, Builtin)
"""Declarations that a rule refers to by name."""
BESIDES = {"span", "along_span"}
"""Fields that only say where something stands."""


def digests_of(program: Program) -> dict[str, str]:
    """The digest of each tile."""
    texts: dict[str, list[Any]] = {tile: [_printed(program, tile)] for tile in program.tiles}
    for memory in program.memories:
        _add(texts, memory.origin, _Plain(program).heading(memory))
    for clause in clauses(program):
        _add(texts, clause.origin, [_stages(program, clause.origin), _Plain(program).heading(clause.what)])
    return {tile: _digest(parts) for tile, parts in texts.items()}


def _add(texts: dict[str, list[Any]], origin: Origin, plain: object) -> None:
    tile = origin.owner.tile or origin.owner.face
    if tile in texts:
        texts[tile].append(plain)


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
                parts = (a.name, a.phase, a.target, a.options, a.condition, a.limit, a.does, a.by)
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
        return [type(what).__name__, *([n, self(part)] for n, part in enumerate(parts) if _is_told(part))]

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
        # What is not said leaves no trace, so that a rule keeps its digest when the language learns to say more.
        told = ((one.name, getattr(part, one.name)) for one in fields(cast("Any", part)))
        parts = [[name, self(value)] for name, value in told if name not in BESIDES and _is_told(value)]
        return [type(part).__name__, *parts]

    def _word(self, kind: Type, value: Any) -> list[Any]:  # noqa: ANN401 - as in the tree
        """A constant: a word, where the number is the place of one."""
        words = self.words.get(kind, ())
        return [str(kind), words[value] if value in range(len(words)) else value]


def _is_told(value: object) -> bool:
    return value is not None and value is not False and value != ()


# ── openness ────────────────────────────────────────────────────────────────────
# Values that depend on no possible secret, so that everybody may see their answers without a check of each.
#
# The analysis is conservative: other values may be open as well, which is then found when they are answered (`explain.known`).


# ── doing ───────────────────────────────────────────────────────────────────────
# What the rules of tiles change and react to, in numbers that any pack has: tiles are alike as far as their rules are, whatever their names.


DOES = {
    t.TCoins: "coins",
    t.TMoveTokens: "tokens",
    t.TMovePieces: "pieces",
    t.TChoose: "choices",
    t.TMay: "choices",
    t.TRoll: "dice",
    t.TOffer: "offers",
}
"""Effects by what they are about."""
LARGEST = 32767


class Doing(NamedTuple):
    """`names` of features, and for each tile those that it has, with a number.

    That is how many rules have it, by how much they change a value, or what is printed on the tile (`field number`).
    """

    names: tuple[str, ...]
    tiles: Mapping[str, Mapping[str, int]]


def doing_of(program: Program) -> Doing:
    """The features of the rules of all tiles, in the order of their names; numbers that 16 bits cannot hold are cut off."""
    features: dict[str, Counter[str]] = {tile: Counter() for tile in program.tiles}
    for tile in program.tiles:
        printed = program.composition.tiles[tile]
        features[tile].update([f"kind {printed.kind}", *(f"trait {trait}" for trait in printed.traits)])
        features[tile].update({f"field {field}": number for field, number in printed.fields.items()})
        features[tile]["brings pieces"] += len(printed.pieces)
    for clause in clauses(program):
        tile = clause.origin.owner.tile
        if tile in features:
            for name, number in _of_clause(clause):
                features[tile][name] += number
            features[tile].update(f"stage {program.stages[stage]}" for stage in clause.origin.stages or ())
    rows = {
        tile: {name: max(-LARGEST, min(number, LARGEST)) for name, number in row.items() if number}
        for tile, row in features.items()
    }
    return Doing(tuple(sorted({name for row in rows.values() for name in row})), rows)


def _of_clause(clause: Clause) -> Iterator[tuple[str, int]]:
    """What a rule changes or awaits, and what it looks at."""
    match clause.what:
        case ModifierDef(value=value, op=op, change=change):
            yield f"changes {value.name} {op}", constant(change) or 1
        case TriggerDef(event=event, moment=moment):
            yield f"{moment} {event.name}", 1
        case ForbidDef(permission=permission):
            yield f"forbids {permission.name}", 1
        case PermitDef(permission=permission):
            yield f"permits {permission.name}", 1
        case ActionDef(phase=phase):
            yield f"action in {phase.name}", 1
        case _:
            pass
    looked = {_looked_at(node) for node in clause.nodes} | {DOES.get(type(node), "") for node in clause.nodes}
    yield from ((name, 1) for name in sorted(looked - {""}))


def _looked_at(node: object) -> str:
    """A printed word, or a value, that a rule asks for."""
    if isinstance(node, t.HasTrait):
        return f"looks at {node.word}"
    if isinstance(node, t.ValueOf):
        return f"asks {node.value.name}"
    return ""


if TYPE_CHECKING:
    Asked = ValueDef | DefineDef | PermissionDef


@dataclass(frozen=True, slots=True)
class Openness:
    """Numbers of values: those that are public, and those of a player whose only secret is this player's coins.

    `face_up` are those that are public once all purses are known and while no tile lies face down.
    """

    everybodys: frozenset[int]
    owners: frozenset[int]
    face_up: frozenset[int]


def openness_of(program: Program) -> Openness:
    """The openness of all values of a program."""
    influences = _said(program)
    nodes = {asked: list(walk(*parts)) for asked, parts in influences.items()}
    others = {asked: set(_asked(inside)) for asked, inside in nodes.items()}
    directly = {asked for asked, inside in nodes.items() if not all(map(_is_open, inside))}
    closed = _with_those_that_ask(directly, others)
    face_down = _with_those_that_ask(
        {asked for asked, inside in nodes.items() if not all(map(_is_face_up, inside))}, others
    )
    immunity = program.value(program.composition.roles.get("immunity", ""))
    face_up: frozenset[int] = frozenset() if immunity in face_down else _numbers(program, face_down)
    if immunity in closed:
        return Openness(frozenset(), frozenset(), face_up)  # a refusal may depend on anything
    own = {
        value.index
        for value in program.values
        if value in directly
        and not others[value] & closed
        and all(_is_open(node) or _is_own_purse(node, value) for node in nodes[value])
    }
    return Openness(_numbers(program, closed), frozenset(own), face_up)


def curious_tiles(program: Program, told: Iterable[str]) -> frozenset[str] | None:
    """The tiles in play whose rules let these values depend on tiles that lie on the map. None if they may depend on them whoever is in play.

    Tiles that somebody has are no secret, nor are those in memories that everybody sees: values may ask anything of them but their place.
    """
    general, own = _said(program, tiles=False), _own_rules(program)
    asked = {one: set(_asked([*walk(*parts)])) for one, parts in general.items()}
    looking = {one for one, parts in general.items() if any(map(_looks_at_map, walk(*parts)))}
    looking = _with_those_that_ask(looking, asked)
    for one, rules in own.items():
        asked[one] |= {other for parts in rules.values() for other in _asked([*walk(*parts)])}
    immunity = program.composition.roles.get("immunity", "")
    reach: set[Asked] = {value for value in program.values if value.name in {*told, immunity}}
    if reach & looking:
        return None
    while more := {other for one in reach for other in asked[one]} - reach:
        reach |= more
    return frozenset(
        tile
        for one in reach
        for tile, parts in own[one].items()
        if any(map(_looks_at_map, walk(*parts))) or looking & set(_asked([*walk(*parts)]))
    )


def _numbers(program: Program, closed: set[Asked]) -> frozenset[int]:
    """Those of the values that are not closed."""
    return frozenset(value.index for value in program.values if value not in closed)


def _with_those_that_ask(answers: set[Asked], others: dict[Asked, set[Asked]]) -> set[Asked]:
    """Some answers, and all that depend on them."""
    there = set(answers)
    while more := {asked for asked, parts in others.items() if asked not in there and parts & there}:
        there |= more
    return there


def _said(program: Program, *, tiles: bool = True) -> dict[Asked, list[Part | None]]:
    """Everything that influences an answer, with or without the rules of tiles."""
    influences: dict[Asked, list[Part | None]] = {}
    for value in program.values:
        influences[value] = [value.base, value.against]
    for define in program.defines:
        influences[define] = [define.body]
    for permission in program.permissions:
        influences[permission] = []
    for asked, tile, parts in _rules(program):
        if tiles or not tile:
            influences[asked] += parts
    return influences


def _own_rules(program: Program) -> dict[Asked, dict[str, list[Part | None]]]:
    """What the rules of each tile contribute to an answer."""
    own: dict[Asked, dict[str, list[Part | None]]] = {asked: {} for asked in _said(program, tiles=False)}
    for asked, tile, parts in _rules(program):
        if tile:
            own[asked].setdefault(tile, []).extend(parts)
    return own


def _rules(program: Program) -> Iterator[tuple[Asked, str, list[Part | None]]]:
    """The rules that change an answer: which one, the tile whose rule it is (if any), and the rule's parts."""
    for value in program.values:
        for rule in value.modifiers:
            yield value, rule.origin.owner.tile, [rule.change, rule.condition]
    for permission in program.permissions:
        for forbid in permission.forbids:
            yield permission, forbid.origin.owner.tile, [forbid.condition]
        for permit in permission.permits:
            yield permission, permit.origin.owner.tile, [permit.condition]


def _asked(nodes: list[Part]) -> Iterator[Asked]:
    return filter(None, map(asked_by, nodes))


def _is_open(node: Part) -> bool:
    """Does it avoid coins in hand, secret memories, and tiles other than the one whose rule it is, which lies face up, and what is asked of that?"""
    if isinstance(node, t.Pronoun | t.Const):
        return True
    if isinstance(node, t.Recall) and (
        node.memory.secret or (node.memory.on == TILE and not isinstance(node.arg, t.Pronoun))
    ):
        return False
    if isinstance(node, t.Ask) and node.builtin.reads:
        return False
    if isinstance(node, t.Ask) and node.args and all(_is_itself(arg) for arg in node.args):
        return True
    kind = getattr(node, "type", None)
    return kind is None or kind.element != TILE


def _is_itself(node: Part) -> bool:
    """Is it the tile whose rule it is?"""
    return isinstance(node, t.Pronoun) and node.type == TILE


def _is_face_up(node: Part) -> bool:
    """Does it read nothing of secret memories, and of tiles only of those that somebody has or that lie on the map, or what is printed on any?"""
    if isinstance(node, t.DeckTiles) or (isinstance(node, t.Recall) and node.memory.secret):
        return False
    return not (isinstance(node, t.Ask) and node.builtin.reads == "place" and not node.builtin.on_map)


def _looks_at_map(node: Part) -> bool:
    """Does it read secrets, the place of a tile, or tiles other than those that a people has?"""
    if not isinstance(node, t.Ask) or node.builtin.fixed:
        return not _is_face_up(node)
    asked = node.builtin
    of_tiles = asked.result.element == TILE and asked.params != (PEOPLE,)
    return of_tiles or asked.reads == "place"


def _is_own_purse(node: Part, value: ValueDef) -> bool:
    """The coins of the player whose value it is, in its base: a rule of a tile has its own variables."""
    if not isinstance(node, t.Ask) or node.builtin.reads != "purse" or not value.params:
        return False
    arg = node.args[0]
    return isinstance(arg, t.VarRef) and arg.var is value.params[0] and arg.var.type == PLAYER


# ── questions asked for one token after the other, so that many can be answered at once ──


def placings_of(program: Program) -> frozenset[Span]:
    """Where a region is chosen repeatedly for a token from the hand."""
    loops = (node for clause in clauses(program) for node in clause.walk() if isinstance(node, t.TRepeat))
    return frozenset(span for loop in loops for span in _placings(loop))


def _placings(loop: t.TRepeat) -> Iterator[Span]:
    nodes = list(walk(*loop.body))
    filled = {
        node.target.of.var
        for node in nodes
        if isinstance(node, t.TMoveTokens)
        and (node.source.what, node.target.what) == ("hand", "region")
        and isinstance(node.target.of, t.VarRef)
    }
    for node in nodes:
        if isinstance(node, t.TChoose) and node.var in filled and node.var.type == REGION:
            yield node.span


# ── secrecy ─────────────────────────────────────────────────────────────────────
# What depends on secrets: on coins in hand, secret memories, hidden tiles. And choices whose only effect is a secret.
#
# While somebody is asked, an unfinished rule holds numbers and nouns in its variables. A player who may not know what they depend on may not see
# them.


# ── pointing ────────────────────────────────────────────────────────────────────
# How rules obtain tiles: by name or by place. The knowledge of a hidden tile depends on that (`engine.hidden`).
#
# By name: a tile that somebody remembers or that a people has, or one that a rule names. By place: a drawn tile, and every member of a set of
# tiles, since such sets are decks, the contents of a region, or all tiles of a kind, one after another.


TileHolder = t.Var | ValueDef | DefineDef
"""Anything that can hold a tile: a variable, the answer of a value or a definition."""


def keeps_its_order(members: t.TExpr) -> bool:
    """Does the order of a set of tiles reveal nothing about hidden ones? A deck keeps its order, a region that of laying."""
    while isinstance(members, t.Filter):
        members = members.members
    return isinstance(members, t.DeckTiles) or asks(members, "tiles_of_region")


class Pointing:
    """The ways in which each holder obtains its tile; computed once for a program."""

    def __init__(self, program: Program) -> None:
        self.ways: dict[TileHolder, int] = {}
        leading: dict[TileHolder, list[TileHolder]] = {}
        for holder, given in all_given(program):
            if holder.type.element == TILE:
                ways, sources = _sources(given)
                self.ways[holder] = self.ways.get(holder, 0) | ways
                for source in sources:
                    leading.setdefault(source, []).append(holder)
        waiting = list(self.ways)
        while waiting:
            source = waiting.pop()
            for holder in leading.get(source, ()):
                all_ways = self.ways.get(holder, 0) | self.ways[source]
                if all_ways != self.ways.get(holder):
                    self.ways[holder] = all_ways
                    waiting.append(holder)

    def __call__(self, node: t.TExpr) -> int:
        """The ways of an expression."""
        ways, sources = _sources(node)
        for source in sources:
            ways |= self.ways.get(source, 0)
        return ways or BY_NAME

    def of(self, var: t.Var) -> int:
        """The ways of a variable; 0 if it holds no tiles."""
        return (self.ways.get(var, 0) or BY_NAME) if var.type.element == TILE else 0

    def of_all(self, params: Iterable[t.Var]) -> tuple[int, ...]:
        """The ways of some parameters; empty if none of them is a tile."""
        ways = tuple(self.of(param) for param in params)
        return ways if any(ways) else ()


def _sources(given: t.TExpr | None) -> tuple[int, list[TileHolder]]:
    """The direct ways of an expression, and the holders that it may take its tile from. None is a draw."""
    ways, sources = 0, []
    waiting = [given]
    while waiting:
        node = waiting.pop()
        match node:
            case None:
                ways |= BY_PLACE
            case t.Const(value=-1):
                pass
            case _ if node.type.is_set:
                ways |= BY_PLACE
            case t.VarRef(var=holder) | t.ValueOf(value=holder) | t.Defined(define=holder):
                sources.append(holder)
            case t.Ask(args=(t.TExpr() as members,)) if members.type.is_set:
                ways |= BY_PLACE
            case t.Either(then=then, otherwise=otherwise):
                waiting += [then, otherwise]
            case _:
                ways |= BY_NAME
    return ways, sources


def all_given(program: Program) -> Iterator[tuple[TileHolder, t.TExpr | None]]:
    """Everything that may hold a tile, with its sources."""
    for clause in clauses(program):
        for node in clause.walk():
            yield from t.given_in(node)
    for action in program.actions:
        if action.target is not None and action.options is not None:
            yield action.target, action.options
    for define in program.defines:
        yield define, define.body
    for value in program.values:
        yield value, value.base
        yield from ((value, modifier.change) for modifier in value.modifiers)


ME = "me"
Whose = t.Var | str | None
"""The owner of a secret: the bearer of the rule (`ME`), the player or people in a variable, or an unknown one."""

Holder = t.Var | ValueDef | DefineDef | PermissionDef


# ── choices ──


def kept_secret(*body: Part) -> set[t.Var]:
    """The variables that a body does nothing with but write them to secret memories."""
    read, secret_vars = Counter[t.Var](), Counter[t.Var]()
    for node in walk(*body):
        if isinstance(node, t.VarRef):
            read[node.var] += 1
        elif _keeps(node) and isinstance(node.value, t.VarRef):
            secret_vars[node.value.var] += 1
    return {var for var, times in secret_vars.items() if read[var] == times}


def only_keeps_secrets(*blocks: t.TBlock) -> bool:
    """Is writing secret memories the only effect of these blocks?"""
    effects = [effect for block in blocks for effect in block]
    return bool(effects) and all(map(_keeps, effects))


def _keeps(node: object) -> TypeGuard[t.TWrite]:
    return isinstance(node, t.TWrite) and node.spot.memory is not None and node.spot.memory.secret


# ── variables ──


@dataclass(frozen=True, slots=True)
class _Source:
    """Something else that an expression reads. For a question, `given` maps its parameters."""

    holder: Holder
    given: Mapping[t.Var, Whose] | None = None

    def whose(self, secrets: Iterable[Whose]) -> set[Whose]:
        """The owners of the secrets from this source, by their names at the reader."""
        if self.given is None:
            return set(secrets)
        return {self.given.get(who) if isinstance(who, t.Var) else None for who in secrets}


class Secrecy:
    """The owners of the secrets that each variable depends on; computed once for a program."""

    def __init__(self, program: Program, pointing: Pointing) -> None:
        self.pointing = pointing
        self.owners: dict[Holder, set[Whose]] = {}
        leading: dict[Holder, list[tuple[Holder, _Source]]] = {}
        passed = {var for event in program.events for var in event.params}
        for holder, given in _all_given(program):
            for read in self._read(given):
                if isinstance(read, _Source):
                    source = _Source(read.holder, {}) if holder in passed else read
                    leading.setdefault(read.holder, []).append((holder, source))
                else:
                    self.owners.setdefault(holder, set()).add(None if holder in passed else read)
        for var, whose in _chosen_in_secret(program):
            self.owners.setdefault(var, set()).add(whose)
        waiting = list(self.owners)
        while waiting:
            changed = waiting.pop()
            for holder, source in leading.get(changed, ()):
                owners = self.owners.setdefault(holder, set())
                more = source.whose(self.owners[changed]) - owners
                if more:
                    owners |= more
                    waiting.append(holder)

    def of(self, var: t.Var) -> set[Whose]:
        """The owners of the secrets that a variable depends on."""
        return self.owners.get(var, set())

    def __call__(self, node: t.TExpr) -> set[Whose]:
        """The owners of the secrets that an expression depends on."""
        owners: set[Whose] = set()
        for read in self._read(node):
            owners |= read.whose(self.owners.get(read.holder, ())) if isinstance(read, _Source) else {read}
        return owners

    def _read(self, node: t.TExpr | None) -> Iterator[_Source | Whose]:
        """The owners of the secrets that are read directly, and everything else that may depend on some."""
        for part in walk(node):
            match part:
                case t.VarRef(var=var):
                    yield _Source(var)
                case t.ValueOf(value=called, args=args) | t.Defined(define=called, args=args):
                    yield _called(called, args)
                case t.CanDo(permission=called, args=args):
                    yield _called(called, args)
                case t.Recall(memory=memory, arg=arg) if memory.secret:
                    yield _whose(arg)
                case t.Ask(builtin=builtin, args=(arg, *_)) if builtin.reads == "purse":
                    yield _whose(arg)
                case t.Ask(builtin=builtin, args=(arg, *_)) if self._is_hidden(builtin.reads, arg):
                    yield None
                case t.FieldOf(arg=arg) | t.HasTrait(noun=arg) if arg.type == TILE and self._is_hidden(
                    "face", arg
                ):
                    yield None

    def _is_hidden(self, reads: str, tile: t.TExpr) -> bool:
        """May the property of a tile be unknown: the face of one known by its place, the place of one known by its name?"""
        if reads == "face":
            return bool(self.pointing(tile) & BY_PLACE)
        in_play = isinstance(tile, t.Pronoun | t.Ask)
        return reads == "place" and not in_play and bool(self.pointing(tile) & BY_NAME)


def _called(called: ValueDef | DefineDef | PermissionDef, args: tuple[t.TExpr, ...]) -> _Source:
    return _Source(called, {param: _whose(arg) for param, arg in zip(called.params, args, strict=True)})


def _all_given(program: Program) -> Iterator[tuple[Holder, t.TExpr | None]]:
    """Everything that may depend on secrets, with its sources.

    A choice that was made is no longer secret, whatever its options were.
    """
    chosen = {action.target for action in program.actions}
    chosen |= {n.var for clause in clauses(program) for n in clause.walk() if isinstance(n, t.TChoose)}
    yield from ((holder, given) for holder, given in all_given(program) if holder not in chosen)
    yield from ((rule.permission, rule.condition) for rule in program.forbids)
    yield from ((rule.permission, rule.condition) for rule in program.permits)
    yield from ((modifier.value, modifier.condition) for modifier in program.modifiers)


def _chosen_in_secret(program: Program) -> Iterator[tuple[t.Var, Whose]]:
    """The variables of secret choices, and who makes them."""
    for clause in clauses(program):
        secret_vars = kept_secret(*clause.roots)
        for node in clause.walk() if secret_vars else ():
            if isinstance(node, t.TChoose) and node.var in secret_vars:
                yield node.var, _whose(node.asking)
    for action in program.actions:
        if action.target is not None and action.target in kept_secret(*action.body):
            yield action.target, None


def _whose(noun: t.TExpr | None) -> Whose:
    """The owner of a secret that is read, if the rule itself tells."""
    if asks(noun, "owner"):
        noun = noun.args[0]
    if isinstance(noun, t.Pronoun) and noun.word == "me":
        return ME
    return noun.var if isinstance(noun, t.VarRef) and noun.var.type in (PLAYER, PEOPLE) else None
