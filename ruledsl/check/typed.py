"""The checked tree: every name resolved, every expression typed. What compiler and explanations work from.

Expressions carry the `Span` of their text, so that every number can be traced to its place. Nothing in here knows how a game is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.check.program import (
        DefineDef,
        EventDef,
        MemoryDef,
        PermissionDef,
        ValueDef,
    )
    from ruledsl.diagnostics import Span
    from ruledsl.vocabulary.builtins import Builtin
    from ruledsl.vocabulary.types import Type


@dataclass(eq=False, slots=True)
class Var:
    """Something with a name in a rule text: a parameter, a local, a member of a set. Two of one name are two objects."""

    name: str
    type: Type


# ── expressions ──────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class TExpr:
    """A typed expression."""

    type: Type
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Const(TExpr):
    """A number, a flag, `none` (-1), the empty set (0 or ()), or the index of a word, piece, tile or deck."""

    value: int


@dataclass(frozen=True, slots=True)
class VarRef(TExpr):
    """A parameter or local."""

    var: Var


@dataclass(frozen=True, slots=True)
class Pronoun(TExpr):
    """`me`, `here` or `this` of the rule instance (`you` is `owner of me`)."""

    word: str


@dataclass(frozen=True, slots=True)
class Ask(TExpr):
    """A built-in question to the engine."""

    builtin: Builtin
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class FieldOf(TExpr):
    """A number printed on a tile."""

    field: str
    arg: TExpr


@dataclass(frozen=True, slots=True)
class DeckTiles(TExpr):
    """The tiles of a deck, top first."""

    deck: TExpr


@dataclass(frozen=True, slots=True)
class Recall(TExpr):
    """A memory of `arg` (None for the game's)."""

    memory: MemoryDef
    arg: TExpr | None


@dataclass(frozen=True, slots=True)
class ValueOf(TExpr):
    """A value with its modifiers."""

    value: ValueDef
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class Defined(TExpr):
    """A definition."""

    define: DefineDef
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class CanDo(TExpr):
    """A permission, asked; `despite` names the prohibitions that are left out of account."""

    permission: PermissionDef
    args: tuple[TExpr, ...]
    despite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach(TExpr):
    """A set, and what each member leads to (`step`, which reads `var`), until nothing is new."""

    var: Var
    start: TExpr
    step: TExpr


@dataclass(frozen=True, slots=True)
class SetOf(TExpr):
    """The set with one member (the empty set for none)."""

    item: TExpr


@dataclass(frozen=True, slots=True)
class Not(TExpr):
    """Negation."""

    operand: TExpr


@dataclass(frozen=True, slots=True)
class Logic(TExpr):
    """`op` is `and` or `or`."""

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class Math(TExpr):
    """`op` is `+ - * /` or `max` (but at least) or `min` (but at most)."""

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class SetMath(TExpr):
    """`op` is `+` (together) or `-` (without)."""

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class Order(TExpr):
    """`op` is `==`, `!=`, `>=`, `<=`, `>` or `<`."""

    op: str
    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class Member(TExpr):
    """Is `item` in `members`?"""

    item: TExpr
    members: TExpr


@dataclass(frozen=True, slots=True)
class HasTrait(TExpr):
    """Has a region this terrain or symbol (or an equivalent one)? Also for traits of pieces."""

    noun: TExpr
    trait: int
    word: str


@dataclass(frozen=True, slots=True)
class HasPiece(TExpr):
    """Does at least one piece of a kind lie in a region?"""

    region: TExpr
    kind: TExpr


@dataclass(frozen=True, slots=True)
class Filter(TExpr):
    """Those members for which the condition holds."""

    var: Var
    members: TExpr
    condition: TExpr


@dataclass(frozen=True, slots=True)
class Count(TExpr):
    """How many members (for which the condition holds)."""

    var: Var
    members: TExpr
    condition: TExpr | None


@dataclass(frozen=True, slots=True)
class Fold(TExpr):
    """`op` is `sum`, `highest` or `lowest`; the sum of sets is all of them together."""

    op: str
    term: TExpr
    var: Var
    members: TExpr
    condition: TExpr | None


@dataclass(frozen=True, slots=True)
class Exists(TExpr):
    """Is there a member for which the condition holds?"""

    var: Var
    members: TExpr
    condition: TExpr | None


@dataclass(frozen=True, slots=True)
class Either(TExpr):
    """A conditional expression."""

    condition: TExpr
    then: TExpr
    otherwise: TExpr


Loop = Filter | Count | Fold | Exists
"""What goes over the members of a set, each called `var`, those only for which `condition` holds."""


# ── effects ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class TEffect:
    """A checked effect."""

    span: Span = field(repr=False)


TBlock = tuple[TEffect, ...]


@dataclass(frozen=True, slots=True)
class TDo(TEffect):
    """Raise an event."""

    event: EventDef
    args: tuple[TExpr, ...]


@dataclass(frozen=True, slots=True)
class TLet(TEffect):
    """Bind a local."""

    var: Var
    value: TExpr


@dataclass(frozen=True, slots=True)
class Spot:
    """Something writable: a memory (of a noun or of the game), or a writable built-in."""

    memory: MemoryDef | None
    builtin: Builtin | None
    arg: TExpr | None
    type: Type


@dataclass(frozen=True, slots=True)
class TWrite(TEffect):
    """`op` is `set`, `add`, `put` or `drop`."""

    op: str
    spot: Spot
    value: TExpr


@dataclass(frozen=True, slots=True)
class TSwap(TEffect):
    """Exchange two memories."""

    left: Spot
    right: Spot


@dataclass(frozen=True, slots=True)
class TSwapRegions(TEffect):
    """Exchange all that two regions hold."""

    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class TIf(TEffect):
    """Branches in order."""

    branches: tuple[tuple[TExpr, TBlock], ...]
    otherwise: TBlock


@dataclass(frozen=True, slots=True)
class TForEach(TEffect):
    """A loop over a set as it was when the loop began."""

    var: Var
    members: TExpr
    body: TBlock


@dataclass(frozen=True, slots=True)
class TRepeat(TEffect):
    """A counted loop. With `declinable` its body is one choice, and declining that ends the loop."""

    times: TExpr
    body: TBlock
    declinable: bool = False


@dataclass(frozen=True, slots=True)
class TChoose(TEffect):
    """A choice from a set; `body` is None for one that must be made, `otherwise` runs when none was chosen."""

    var: Var
    options: TExpr
    asking: TExpr
    body: TBlock | None
    otherwise: TBlock = ()


@dataclass(frozen=True, slots=True)
class TMay(TEffect):
    """Yes or no."""

    name: str
    asking: TExpr
    body: TBlock
    otherwise: TBlock = ()


@dataclass(frozen=True, slots=True)
class Where:
    """Where tokens or pieces are: `what` is `tray`, `box`, `hand`, `region`, `anywhere`; `of` whose hand, or which region."""

    what: str
    of: TExpr | None


@dataclass(frozen=True, slots=True)
class TMoveTokens(TEffect):
    """Move race tokens of a people; `amount` None for all."""

    amount: TExpr | None
    people: TExpr
    source: Where
    target: Where


@dataclass(frozen=True, slots=True)
class TMovePieces(TEffect):
    """Move pieces of a kind; `amount` None for all."""

    amount: TExpr | None
    kind: TExpr
    source: Where
    target: Where


@dataclass(frozen=True, slots=True)
class TCoins(TEffect):
    """Coins go from a holder (None: the supply) to another one; never more than the holder has."""

    payer: TExpr | None
    receiver: TExpr | None
    amount: TExpr


@dataclass(frozen=True, slots=True)
class TCollect(TEffect):
    """Every modifier's part of a value is paid by the owner of the people in `args` to the owner of the modifier's rule."""

    value: ValueDef
    args: tuple[TExpr, ...]
    payer: TExpr


@dataclass(frozen=True, slots=True)
class TRoll(TEffect):
    """Roll a die."""

    die: int
    var: Var


@dataclass(frozen=True, slots=True)
class TAct(TEffect):
    """A plain effect of `ruledsl.vocabulary.effects`, by its name there; `var` is what it binds."""

    act: str
    args: tuple[TExpr, ...]
    var: Var | None


@dataclass(frozen=True, slots=True)
class TOffer(TEffect):
    """Offer the actions of the phase in which it stands."""

    phase: EventDef
    one: bool
    to: TExpr


@dataclass(frozen=True, slots=True)
class TStop(TEffect):
    """End a phase that offers."""

    phase: EventDef


Asking = TChoose | TMay | TOffer
"""What waits for somebody."""
