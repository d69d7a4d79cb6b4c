"""Checked expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.rules.check.typed.base import Row, TExpr, Var

if TYPE_CHECKING:
    from ruledsl.language.vocabulary.builtins import Builtin
    from ruledsl.rules.check.typed.declarations import DefineDef, MemoryDef, PermissionDef, ValueDef

__all__ = [
    "Ask",
    "CanDo",
    "Const",
    "Count",
    "DeckTiles",
    "Defined",
    "Either",
    "Exists",
    "FieldOf",
    "Filter",
    "Fold",
    "HasPiece",
    "HasTrait",
    "Logic",
    "Loop",
    "Math",
    "Member",
    "Not",
    "Order",
    "Pronoun",
    "Reach",
    "Recall",
    "SetMath",
    "SetOf",
    "Spared",
    "ValueOf",
    "VarRef",
    "rounded_down",
    "rounded_up",
]


@dataclass(frozen=True, slots=True)
class Const(TExpr):
    """A number, a flag, `none` (-1), the empty set (0 or ()), or the index of a word, piece, tile or deck."""

    row = Row()

    value: int


@dataclass(frozen=True, slots=True)
class VarRef(TExpr):
    """A parameter or local."""

    row = Row()

    var: Var


@dataclass(frozen=True, slots=True)
class Pronoun(TExpr):
    """`me`, `here` or `this` of the rule instance (`you` is `owner of me`)."""

    row = Row()

    word: str


@dataclass(frozen=True, slots=True)
class Ask(TExpr):
    """A built-in question to the engine."""

    row = Row()

    builtin: Builtin
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class FieldOf(TExpr):
    """A number printed on a tile."""

    row = Row()

    field: str
    arg: TExpr


@dataclass(frozen=True, slots=True)
class DeckTiles(TExpr):
    """The tiles of a deck, top first."""

    row = Row()

    deck: TExpr


@dataclass(frozen=True, slots=True)
class Recall(TExpr):
    """A memory of `arg` (None for the game's)."""

    row = Row(asks="memory")

    memory: MemoryDef
    arg: TExpr | None


@dataclass(frozen=True, slots=True)
class ValueOf(TExpr):
    """A value with its modifiers."""

    row = Row(asks="value")

    value: ValueDef
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class Spared(TExpr):
    """A value as if the rules of a piece, or of a tile and all that it brings, did not change it."""

    row = Row()

    value: ValueOf
    source: TExpr


@dataclass(frozen=True, slots=True)
class Defined(TExpr):
    """A definition."""

    row = Row(asks="define")

    define: DefineDef
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class CanDo(TExpr):
    """A permission, asked; `despite` names the ignored prohibitions."""

    row = Row(asks="permission")

    permission: PermissionDef
    args: tuple[TExpr, ...]
    despite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach(TExpr):
    """The closure of a set under `step`, which reads `var`."""

    row = Row(binds="start")

    var: Var
    start: TExpr
    step: TExpr


@dataclass(frozen=True, slots=True)
class SetOf(TExpr):
    """The set with one member (the empty set for none)."""

    row = Row()

    item: TExpr


@dataclass(frozen=True, slots=True)
class Not(TExpr):
    """Negation."""

    row = Row()

    operand: TExpr


@dataclass(frozen=True, slots=True)
class Logic(TExpr):
    """`op` is `and` or `or`."""

    row = Row()

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class Math(TExpr):
    """`op` is `+ - * /` or `max` (but at least) or `min` (but at most)."""

    row = Row()

    op: str
    left: TExpr
    right: TExpr


def rounded_up(node: Math) -> Math:
    """A division that rounds up: that of the negative number rounds down."""
    return _negative(Math("/", _negative(node.left), node.right, type=node.type, span=node.span))


def rounded_down(node: Math) -> Math | None:
    """The division that a node rounds up, as it rounds down; None if it is none."""
    match node:
        case Math(
            op="-",
            left=Const(value=0),
            right=Math(op="/", left=Math(op="-", left=Const(value=0), right=number), right=by),
        ):
            return Math("/", number, by, type=node.type, span=node.span)
    return None


def _negative(node: TExpr) -> Math:
    return Math("-", Const(0, type=node.type, span=node.span), node, type=node.type, span=node.span)


@dataclass(frozen=True, slots=True)
class SetMath(TExpr):
    """`op` is `+` (union) or `-` (difference)."""

    row = Row()

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class Order(TExpr):
    """`op` is `==`, `!=`, `>=`, `<=`, `>` or `<`."""

    row = Row()

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class Member(TExpr):
    """Is `item` in `members`?"""

    row = Row()

    item: TExpr
    members: TExpr


@dataclass(frozen=True, slots=True)
class HasTrait(TExpr):
    """Does a region have this terrain or symbol (or an equivalent one)? Also for traits of pieces."""

    row = Row()

    noun: TExpr
    trait: int
    word: str


@dataclass(frozen=True, slots=True)
class HasPiece(TExpr):
    """Does at least one piece of a kind lie in a region, or on a tile?"""

    row = Row()

    place: TExpr
    kind: TExpr


@dataclass(frozen=True, slots=True)
class Filter(TExpr):
    """The members for which the condition holds."""

    row = Row(binds="members", conditions=("condition",))

    var: Var
    members: TExpr
    condition: TExpr


@dataclass(frozen=True, slots=True)
class Count(TExpr):
    """How many members there are (for which the condition holds)."""

    row = Row(binds="members", conditions=("condition",))

    var: Var
    members: TExpr
    condition: TExpr | None


@dataclass(frozen=True, slots=True)
class Fold(TExpr):
    """`op` is `sum`, `highest` or `lowest`; the sum of sets is their union."""

    row = Row(binds="members", conditions=("condition",))

    op: str
    term: TExpr
    var: Var
    members: TExpr
    condition: TExpr | None


@dataclass(frozen=True, slots=True)
class Exists(TExpr):
    """Is there a member for which the condition holds?"""

    row = Row(binds="members", conditions=("condition",))

    var: Var
    members: TExpr
    condition: TExpr | None


@dataclass(frozen=True, slots=True)
class Either(TExpr):
    """A conditional expression."""

    row = Row(conditions=("condition",))

    condition: TExpr
    then: TExpr
    otherwise: TExpr


Loop = Filter | Count | Fold | Exists
"""A loop over the members of a set, each bound to `var`, only those for which `condition` holds."""
