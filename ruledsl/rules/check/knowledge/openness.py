"""Values that depend on no possible secret, so that everybody may see their answers without a check of each.

The analysis is conservative: other values may be open as well, which is then found when they are answered (`explain.known`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.types import PEOPLE, PLAYER, REGION, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.answers import asked_by
from ruledsl.rules.check.graph import clauses, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.graph import Part
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef, PermissionDef, ValueDef

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
    said = _said(program)
    nodes = {asked: list(walk(*parts)) for asked, parts in said.items()}
    others = {asked: set(_asked(found)) for asked, found in nodes.items()}
    directly = {asked for asked, found in nodes.items() if not all(map(_is_open, found))}
    closed = _with_those_that_ask(directly, others)
    face_down = _with_those_that_ask(
        {asked for asked, found in nodes.items() if not all(map(_is_face_up, found))}, others
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


def _with_those_that_ask(found: set[Asked], others: dict[Asked, set[Asked]]) -> set[Asked]:
    """Some answers, and all that depend on them."""
    there = set(found)
    while more := {asked for asked, parts in others.items() if asked not in there and parts & there}:
        there |= more
    return there


def _said(program: Program, *, tiles: bool = True) -> dict[Asked, list[Part | None]]:
    """Everything that influences an answer, with or without the rules of tiles."""
    said: dict[Asked, list[Part | None]] = {}
    for value in program.values:
        said[value] = [value.base, value.against]
    for define in program.defines:
        said[define] = [define.body]
    for permission in program.permissions:
        said[permission] = []
    for asked, tile, parts in _rules(program):
        if tiles or not tile:
            said[asked] += parts
    return said


def _own_rules(program: Program) -> dict[Asked, dict[str, list[Part | None]]]:
    """What the rules of each tile contribute to an answer."""
    found: dict[Asked, dict[str, list[Part | None]]] = {asked: {} for asked in _said(program, tiles=False)}
    for asked, tile, parts in _rules(program):
        if tile:
            found[asked].setdefault(tile, []).extend(parts)
    return found


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
    """Does it avoid coins in hand, secret memories, and tiles other than the one whose rule it is, which lies face up?"""
    if isinstance(node, t.Pronoun):
        return True
    if isinstance(node, t.Recall) and (
        node.memory.secret or (node.memory.on == TILE and not isinstance(node.arg, t.Pronoun))
    ):
        return False
    if isinstance(node, t.Ask) and node.builtin.reads:
        return False
    kind = getattr(node, "type", None)
    return kind is None or kind.element != TILE


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
    found = asked.result.element == TILE and asked.params != (PEOPLE,)
    return found or asked.reads == "place"


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
