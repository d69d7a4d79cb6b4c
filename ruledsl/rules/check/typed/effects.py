"""Checked effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruledsl.base.dataclass import dataclass
from ruledsl.rules.check.typed.base import CHANCE, NOTHING, Row, TBlock, TEffect, TExpr, Var

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.language.vocabulary.builtins import Builtin
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, MemoryDef, PermissionDef, ValueDef

__all__ = [
    "Asking",
    "Spot",
    "TAct",
    "TChoose",
    "TCoins",
    "TCollect",
    "TDig",
    "TDo",
    "TForEach",
    "TIf",
    "TInTurn",
    "TLet",
    "TMay",
    "TMovePieces",
    "TMoveTokens",
    "TOffer",
    "TPick",
    "TProceed",
    "TRepeat",
    "TReroll",
    "TRoll",
    "TStop",
    "TSwap",
    "TSwapRegions",
    "TWrite",
    "Where",
    "amount_of",
    "asked_in",
    "bound_in",
    "conditions_in",
    "given_in",
    "raised_in",
    "written_in",
]


@dataclass(frozen=True, slots=True)
class TDo(TEffect):
    """Raise an event. The body of a `borne` one, that of a watched action, runs for the bearer of the rule that raises it."""

    row = Row(raises="event")

    event: EventDef
    args: tuple[TExpr, ...]
    borne: bool = False


@dataclass(frozen=True, slots=True)
class TLet(TEffect):
    """Bind a local."""

    row = Row(binds="value")

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

    row = Row(writes=("spot",))

    op: str
    spot: Spot
    value: TExpr


@dataclass(frozen=True, slots=True)
class TSwap(TEffect):
    """Exchange two memories."""

    row = Row(writes=("left", "right"))

    left: Spot
    right: Spot


@dataclass(frozen=True, slots=True)
class TSwapRegions(TEffect):
    """Exchange everything in two regions."""

    row = Row()

    left: TExpr
    right: TExpr


@dataclass(frozen=True, slots=True)
class TIf(TEffect):
    """Branches in order."""

    row = Row(conditions=("branches",))

    branches: tuple[tuple[TExpr, TBlock], ...]
    otherwise: TBlock


@dataclass(frozen=True, slots=True)
class TForEach(TEffect):
    """A loop over a set as it was when the loop began. It ends early once `until` holds after the body, which may bind what it reads.

    `at_once` if its body is a choice that a secret memory keeps: to everybody it is as if all chose at the same time.
    """

    row = Row(binds="members", conditions=("until",))

    var: Var
    members: TExpr
    body: TBlock
    until: TExpr | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class TRepeat(TEffect):
    """A counted loop. With `declinable` its body is one choice, and declining that ends the loop; so does `until`, as in `TForEach`.

    `seen` if `times` is what the checker found in a loop without a number.
    """

    row = Row(amount="times", conditions=("until",))

    times: TExpr
    body: TBlock
    declinable: bool = False
    until: TExpr | None = None
    seen: bool = False


@dataclass(frozen=True, slots=True)
class TChoose(TEffect):
    """A choice from a set; `body` is None for one that must be made, `otherwise` runs when none was chosen."""

    row = Row(binds="options")

    var: Var
    options: TExpr
    asking: TExpr
    body: TBlock | None
    otherwise: TBlock = ()


@dataclass(frozen=True, slots=True)
class TMay(TEffect):
    """Yes or no."""

    row = Row()

    name: str
    asking: TExpr
    body: TBlock
    otherwise: TBlock = ()


@dataclass(frozen=True, slots=True)
class TInTurn(TEffect):
    """A `choice` (one that may be declined) for each of these players, clockwise from `first`; with `passing` again and again.

    Then who declines is asked no more. `all`: until nobody is left. `others`: until one is left who has not declined last.
    """

    row = Row(binds="members")

    var: Var
    members: TExpr
    first: TExpr
    choice: TBlock
    passing: str


@dataclass(frozen=True, slots=True)
class Where:
    """Where tokens or pieces are: `what` is `tray`, `aside`, `box`, `hand`, `region`, `tile`, `anywhere`; `of` whose, or which one."""

    what: str
    of: TExpr | None


@dataclass(frozen=True, slots=True)
class TMoveTokens(TEffect):
    """Move race tokens of a people, or of a race between its tray and aside; `amount` None for all.

    Tokens that lie elsewhere are aside, and a piece of a `kind` at a `spot` stands for each: it comes or goes with its token.
    """

    row = Row(amount="amount")

    amount: TExpr | None
    people: TExpr
    source: Where
    target: Where
    kind: TExpr | None = None
    spot: Where | None = None


@dataclass(frozen=True, slots=True)
class TMovePieces(TEffect):
    """Move pieces of a kind; `amount` None for all."""

    row = Row(amount="amount")

    amount: TExpr | None
    kind: TExpr
    source: Where
    target: Where


@dataclass(frozen=True, slots=True)
class TCoins(TEffect):
    """Move coins from a holder (None: the supply) to another one; at most what the holder has."""

    row = Row(amount="amount")

    payer: TExpr | None
    receiver: TExpr | None
    amount: TExpr


@dataclass(frozen=True, slots=True)
class TCollect(TEffect):
    """The owner of the people in `args` pays every modifier's part of a value to the owner of the modifier's rule."""

    row = Row(asks="value")

    value: ValueDef
    args: tuple[TExpr, ...]
    payer: TExpr


@dataclass(frozen=True, slots=True)
class TRoll(TEffect):
    """Roll a die. If it is `shown`, the number lies in `face` while that event takes place, which may change it.

    With an amount, `var` is the set of all numbers rolled, the highest first.
    """

    row = Row(binds=CHANCE, writes=("face",), amount="amount")

    die: int
    var: Var
    shown: TDo | None = None
    face: Spot | None = None
    amount: TExpr | None = None


@dataclass(frozen=True, slots=True)
class TReroll(TEffect):
    """Roll some of several dice again: each of the `again` in place of that number in `var`."""

    row = Row(binds=CHANCE, writes=("face",))

    die: int
    var: Var
    again: TExpr
    shown: TDo | None = None
    face: Spot | None = None


@dataclass(frozen=True, slots=True)
class TPick(TEffect):
    """Pick one of a set at random; nobody (or 0) if it is empty."""

    row = Row(binds="members")

    members: TExpr
    var: Var


@dataclass(frozen=True, slots=True)
class TDig(TEffect):
    """Take the first `tile` of a deck that fits. With `under`, the tiles above it go beneath the deck."""

    row = Row(binds="tile")

    deck: TExpr
    tile: TExpr
    var: Var
    under: bool


@dataclass(frozen=True, slots=True)
class TAct(TEffect):
    """A plain effect of `ruledsl.language.vocabulary.types`, by its name there; `var` is what it binds."""

    row = Row(binds=CHANCE)

    act: str
    args: tuple[TExpr, ...]
    var: Var | None


@dataclass(frozen=True, slots=True)
class TOffer(TEffect):
    """Offer the actions of the surrounding phase."""

    row = Row(within="phase")

    phase: EventDef
    one: bool
    to: TExpr


@dataclass(frozen=True, slots=True)
class TStop(TEffect):
    """End a phase that offers."""

    row = Row(within="phase")

    phase: EventDef


@dataclass(frozen=True, slots=True)
class TProceed(TEffect):
    """Continue with the replaced event: with the next rule that replaces it, else with its own body."""

    row = Row(within="event")

    event: EventDef


Asking = TChoose | TMay | TOffer
"""Effects that wait for somebody."""


# ── reading ─────────────────────────────────────────────────────────────────────
# Generic questions to nodes, answered by their rows.


Node = Any
"""A part of the tree of any kind; anything that is no node has none of these properties."""
_NONE: Final = Row()


def _row(node: Node) -> Row:
    row: Row = getattr(node, "row", _NONE)
    return row


def asked_in(node: Node) -> ValueDef | DefineDef | PermissionDef | MemoryDef | None:
    """The value, definition, permission or memory that a node asks."""
    name = _row(node).asks
    return getattr(node, name) if name else None


def raised_in(node: Node) -> EventDef | None:
    """The event that a node raises."""
    name = _row(node).raises
    return getattr(node, name) if name else None


def written_in(node: Node) -> tuple[Spot, ...]:
    """The places that a node writes."""
    spots = (getattr(node, name) for name in _row(node).writes)
    return tuple(spot for spot in spots if spot is not None)


def bound_in(node: Node) -> Var | None:
    """The variable that the node binds."""
    return node.var if _row(node).binds != NOTHING else None


def given_in(node: Node) -> Iterator[tuple[Var, TExpr | None]]:
    """The variables that a node fills, its own and the parameters of what it asks or raises, each with its source (None for chance)."""
    var, called = bound_in(node), raised_in(node) or asked_in(node)
    if var is not None:
        name = _row(node).binds
        yield var, getattr(node, name) if name != CHANCE else None
    args = getattr(node, "args", None)
    if called is not None and args is not None:
        yield from zip(called.params, args, strict=True)  # type: ignore[union-attr]  # memories take no arguments


def conditions_in(node: Node) -> Iterator[TExpr]:
    """The conditions that a node's result or effect depends on."""
    for name in _row(node).conditions:
        part = getattr(node, name)
        if isinstance(part, tuple):  # of branches, with their bodies
            yield from (condition for condition, _ in part)
        elif part is not None:
            yield part


def amount_of(node: TExpr | TEffect) -> TExpr | None:
    """The amount of an effect, if it has one."""
    name = _row(node).amount
    return getattr(node, name) if name else None
