"""Evaluates checked expressions by walking the tree: the explaining evaluator, which runs only when somebody asks why.

Its answers equal those of the compiled functions, but it works on the checked tree and knows which rule contributed what. It asks the engine
built-in questions, and evaluates all rules itself.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from ruledsl.base.errors import EngineError
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.hidden import in_tile_order
from ruledsl.engine.state.state import State, remembered
from ruledsl.language.vocabulary.types import (
    BIT_SETS,
    FLAG,
    FOLDS,
    NUMBER,
    PIECE,
    REGION,
    SETS,
    TILE,
    Type,
    calculated,
    compared,
)
from ruledsl.play.explain.rules import Answers, At, clamped
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.knowledge import keeps_its_order
from ruledsl.rules.check.program import shown_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.rules.check.typed.declarations import MemoryDef

FIRST = "first"
"""The question for the first member of a set; the other one is for the only member."""


MOST_EVALUATED: Final = 200_000
"""Expressions for one answer, or for several that are requested together. In official packs a view took 14,000 at most, a region 6,000."""


class Effort:
    """The remaining effort (`left`)."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_EVALUATED

    def spent(self) -> EngineError:
        """The error to raise when nothing is left."""
        return EngineError("that would take too long")


_shared: ContextVar[Effort | None] = ContextVar("_shared", default=None)


def effort() -> Effort:
    """The effort shared by a group of requests, or a new one."""
    return _shared.get() or Effort()


@contextmanager
def together() -> Iterator[None]:
    """Requests inside share the effort of one answer."""
    before = _shared.set(effort())
    try:
        yield
    finally:
        _shared.reset(before)


def members_of(kind: Type, answer: Any) -> Iterable[Any]:
    """The members of a set of this type."""
    return bits(answer) if kind.element in BIT_SETS else answer


class Evaluator:
    """Answers about one state; each kind of expression has a method with its name. The state must not change meanwhile."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.program = g.code.program
        self.ask = Questions(g)
        self.answers = Answers(self)
        self.effort = effort()

    def __call__(self, node: t.TExpr, at: At) -> Any:
        """The value of an expression. `EngineError` if that takes too long."""
        self.effort.left -= 1
        if self.effort.left < 0:
            raise self.effort.spent()
        return getattr(self, f"_{type(node).__name__.lower()}")(node, at)

    # ── tiles ──

    def cover(self, tile: int) -> int:
        """The placeholder of a tile that a rule obtains by its place: here, where everything is known, the tile itself."""
        return tile

    def under(self, tile: int) -> int:
        """The tile behind a placeholder."""
        return tile

    # ── nouns, questions ──

    def _const(self, node: t.Const, at: At) -> Any:
        if node.type == PIECE:
            return self.answers.own_kind(node.value, at.this)
        return () if node.type.is_set and node.type.element not in BIT_SETS else node.value

    def _varref(self, node: t.VarRef, at: At) -> Any:
        return at.env[node.var]

    def _pronoun(self, node: t.Pronoun, at: At) -> Any:
        return getattr(at, node.word)

    def _ask(self, node: t.Ask, at: At) -> Any:
        return self.answered(node, [self(arg, at) for arg in node.args])

    def answered(self, node: t.Ask, args: list[Any]) -> Any:
        """The answer to a question with known arguments."""
        if node.builtin.gives_member:
            return self.one_of(node, args[0])
        return self.ask(node.builtin.code, *args)

    def one_of(self, node: t.Ask, answer: Any) -> Any:
        """The first or the only member of a set."""
        members = node.args[0]
        if members.type.element == TILE and not keeps_its_order(members):
            answer = in_tile_order(self.g, answer)
        there = list(members_of(members.type, answer))
        if there and (len(there) == 1 or node.builtin.code == FIRST):
            return there[0]
        return 0 if members.type.element in (NUMBER, FLAG) else -1

    def _fieldof(self, node: t.FieldOf, at: At) -> int:
        return self.printed(node.field, self(node.arg, at))

    def printed(self, field: str, tile: int) -> int:
        """A number printed on a tile."""
        tiles = list(self.program.composition.tiles.values())
        if not 0 <= tile < len(tiles):
            return 0
        kind = self.program.composition.kinds[tiles[tile].kind]
        key = next((f.key for f in kind.fields if f.name == field), None)
        return tiles[tile].fields.get(key, 0) if key else 0

    def _decktiles(self, node: t.DeckTiles, at: At) -> tuple[int, ...]:
        return self.tiles_in(self(node.deck, at))

    def tiles_in(self, deck: int) -> tuple[int, ...]:
        """The tiles of a deck."""
        return tuple(self.g.decks[deck])

    def _recall(self, node: t.Recall, at: At) -> Any:
        return self.recalled(node.memory, 0 if node.arg is None else self(node.arg, at))

    def recalled(self, memory: MemoryDef, noun: int) -> Any:
        """The value of a memory."""
        return memory.initial if noun < 0 else remembered(self.g, memory, noun)

    # ── declarations ──

    def _valueof(self, node: t.ValueOf, at: At) -> Any:
        return self.answers.value(node.value, self.passed(node.args, at)).result

    def _spared(self, node: t.Spared, at: At) -> Any:
        value, source = node.value, self(node.source, at)
        return self.answers.spared(value.value, self.passed(value.args, at), node.source.type, source).result

    def passed(self, args: tuple[t.TExpr, ...], at: At) -> tuple[Any, ...]:
        """The values of arguments: numbers are saturated."""
        return tuple(clamped(arg.type, self(arg, at)) for arg in args)

    def _defined(self, node: t.Defined, at: At) -> Any:
        given = At.of(node.define.params, self.passed(node.args, at))
        return self(node.define.body, At(given.env, this=at.this))

    def _cando(self, node: t.CanDo, at: At) -> bool:
        verdict = self.answers.verdict(node.permission, self.passed(node.args, at))
        return verdict.sure and all(ban.rule.falls_under(*node.despite) for ban in verdict.standing)

    # ── operators ──

    def _setof(self, node: t.SetOf, at: At) -> Any:
        item = self(node.item, at)
        return 1 << item if item >= 0 else 0

    def _not(self, node: t.Not, at: At) -> bool:
        return not self(node.operand, at)

    def _logic(self, node: t.Logic, at: At) -> bool:
        left = bool(self(node.left, at))
        return left and bool(self(node.right, at)) if node.op == "and" else left or bool(self(node.right, at))

    def _math(self, node: t.Math, at: At) -> int:
        return calculated(node.op, self(node.left, at), self(node.right, at))

    def _setmath(self, node: t.SetMath, at: At) -> int:
        return SETS[node.op].result(self(node.left, at), self(node.right, at))

    def _order(self, node: t.Order, at: At) -> bool:
        return self.ordered(node, self(node.left, at), self(node.right, at))

    def ordered(self, node: t.Order, left: Any, right: Any) -> bool:
        """The result of a comparison."""
        if node.left.type.is_set:
            left, right = (set(members_of(node.left.type, side)) for side in (left, right))
        return compared(node.op, left, right)

    def _member(self, node: t.Member, at: At) -> bool:
        """Is it in a set?"""
        item = self(node.item, at)
        return self.is_among(item, node.members, self(node.members, at))

    def is_among(self, item: int, members: t.TExpr, answer: Any) -> bool:
        """Is it a member?"""
        return item in members_of(members.type, answer)

    def _hastrait(self, node: t.HasTrait, at: At) -> bool:
        return self.has(node, self(node.noun, at))

    def has(self, node: t.HasTrait, noun: int) -> bool:
        """Does a region, a piece or a tile have a trait?"""
        if noun < 0:
            return False
        if node.noun.type == REGION:
            showing, hiding = shown_by(self.program.composition, node.word)
            printed = bool(self.g.board.traits[node.trait] >> noun & 1)
            return self._lies(showing, noun) or (printed and not self._lies(hiding, noun))
        composition = self.program.composition
        things: list[Any] = list(
            (composition.pieces if node.noun.type == PIECE else composition.tiles).values()
        )
        return noun < len(things) and node.word in things[noun].traits

    def _lies(self, kinds: list[int], region: int) -> bool:
        """Does a piece of one of these kinds lie there?"""
        return any(int(self.ask("pieces_in", kind, region)) for kind in kinds)

    def _haspiece(self, node: t.HasPiece, at: At) -> bool:
        asked = "pieces_on_tile" if node.place.type == TILE else "pieces_in"
        return int(self.ask(asked, self(node.kind, at), self(node.place, at))) > 0

    def _either(self, node: t.Either, at: At) -> Any:
        return self(node.then if self(node.condition, at) else node.otherwise, at)

    # ── sets ──

    def chosen(self, node: t.Loop, at: At) -> list[Any]:
        """The members for which the condition holds, in order."""
        members = members_of(node.members.type, self(node.members, at))
        condition = node.condition
        return [item for item in members if condition is None or self(condition, at.bind(node.var, item))]

    def _filter(self, node: t.Filter, at: At) -> Any:
        members = self.chosen(node, at)
        return sum(1 << item for item in members) if node.type.element in BIT_SETS else tuple(members)

    def _count(self, node: t.Count, at: At) -> int:
        return len(self.chosen(node, at))

    def _exists(self, node: t.Exists, at: At) -> bool:
        return bool(self.chosen(node, at))

    def _reach(self, node: t.Reach, at: At) -> int:
        reached = waiting = self(node.start, at)
        while waiting:
            led = 0
            for member in bits(waiting):
                led |= self(node.step, at.bind(node.var, member))
            waiting = led & ~reached
            reached |= waiting
        return int(reached)

    def _fold(self, node: t.Fold, at: At) -> int:
        terms = [self(node.term, at.bind(node.var, item)) for item in self.chosen(node, at)]
        if node.type.is_set:
            together = 0
            for mask in terms:
                together |= mask
            return together
        return FOLDS[node.op].result(terms)
