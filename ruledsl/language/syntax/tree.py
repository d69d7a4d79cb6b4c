"""The tree of a rule text as written: names are unresolved, nothing is typed.

Every node carries the `Span` of its text in the YAML file. Comparison ignores spans, so that two trees are equal if
they mean the same. The grammar (`grammar/ruledsl.lark`) is the reference for the meaning of each node.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Span, merge
from ruledsl.language.vocabulary.types import COMPARISON, EXPR, FACTOR

__all__ = [
    "Act",
    "Action",
    "AddTo",
    "Amount",
    "Arg",
    "AtOnce",
    "Binary",
    "Block",
    "Call",
    "Can",
    "Change",
    "Choose",
    "Collect",
    "Comment",
    "Compare",
    "Count",
    "Define",
    "Do",
    "Document",
    "Draw",
    "DropFrom",
    "Effect",
    "Either",
    "Event",
    "Exchange",
    "Expr",
    "Filter",
    "Flag",
    "Fold",
    "ForEach",
    "Forbid",
    "Gains",
    "Guard",
    "Has",
    "IfEffect",
    "InTurn",
    "Let",
    "Limit",
    "May",
    "MayChoose",
    "Members",
    "Modifier",
    "Move",
    "My",
    "Name",
    "Node",
    "Nothing",
    "Number",
    "Numbers",
    "Offer",
    "Operand",
    "Param",
    "Passing",
    "Pays",
    "Permission",
    "Permit",
    "Phase",
    "PhaseAdded",
    "Proceed",
    "Pronoun",
    "PutIn",
    "Reached",
    "Remember",
    "Repeat",
    "Reroll",
    "Roll",
    "Rounded",
    "Rule",
    "SetTo",
    "Some",
    "Spared",
    "Statement",
    "Stop",
    "Trigger",
    "TypeRef",
    "Unary",
    "UpTo",
    "Value",
    "Word",
    "counting_all",
    "narrowed",
]

# ── base ────────────────────────────────────────────────────────────────────────
# The base of all nodes of the tree, and names in it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node of the tree; `span` is its place in the file.

    A class that is a sentence of words, names and operands declares that: `rule` is its rule in the grammar, `written` the sentence, with the
    level that each operand needs. Builder and printer use these declarations.
    """

    rule: ClassVar[str] = ""
    written: ClassVar[str] = ""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name that is declared, referred to or bound."""

    text: str


# ── expressions ─────────────────────────────────────────────────────────────────
# Expressions as written.


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand(Node):
    """The base of expressions; `bracketed` if the author put it in brackets. These have no meaning, so comparison ignores them too.

    `level` is the precedence of a sentence.
    """

    level: ClassVar[int] = EXPR

    bracketed: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(Operand):
    """`3`."""

    value: int


@dataclass(frozen=True, slots=True)
class Flag(Operand):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Operand):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Pronoun(Operand):
    """`me`, `you`, `here`, `this` or `it`."""

    word: str


@dataclass(frozen=True, slots=True)
class Name(Operand):
    """A bare name: a local, a parameter, a word of a pack, or something without parameters."""

    text: str


@dataclass(frozen=True, slots=True)
class Arg(Node):
    """An argument with its preposition (`""` for one left of `is`)."""

    prep: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Call(Operand):
    """`tokens of me in region`; also the right side of `region is near to home`, then without its first argument."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class My(Operand):
    """`my ally`, `my tokens in region`: a call whose first argument is the bearer."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Can(Operand):
    """`can conquer of region by me despite unreachable`: a permission, asked as if some prohibitions were lifted."""

    name: Word
    args: tuple[Arg, ...]
    despite: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Unary(Operand):
    """`op` is `not` or `-`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Operand):
    """`op` is `and`, `or`, `+`, `-`, `*`, `/`, `but at least` or `but at most`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Operand):
    """`op` is `is`, `is not`, `is in`, `is not in`, `is at least`, `is at most`, `is more than` or `is less than`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Has(Operand):
    """`here has fortress`."""

    rule = "has"
    written = "{left:sum} has {kind}"
    level = COMPARISON

    left: Expr
    kind: Word


@dataclass(frozen=True, slots=True)
class Filter(Operand):
    """`regions where it is forest`."""

    rule = "filter"
    written = "{members:or} where {condition:or}"

    members: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Members(Node):
    """`[home in] regions of me [where home is hill]` after `number of`, `some`, `over`."""

    binder: Word | None
    members: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Count(Operand):
    """`number of …`, narrowed by the `where` behind it."""

    rule = "count"
    written = "number of {members:factor}"

    members: Members


@dataclass(frozen=True, slots=True)
class Fold(Operand):
    """`sum of E over …`; `op` is `sum`, `highest` or `lowest` (0 for an empty set). Without members, `term` is a set of numbers."""

    op: str
    term: Expr
    members: Members | None


@dataclass(frozen=True, slots=True)
class Reached(Operand):
    """`reached stand from A by B`: the closure of A under B, which names a member `stand`."""

    rule = "reached"
    written = "reached {name} from {start:chain} by {step:chain}"

    name: Word
    start: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Some(Operand):
    """`some …`: is there one?"""

    rule = "some"
    written = "some {members:or}"

    members: Members


@dataclass(frozen=True, slots=True)
class Either(Operand):
    """`if C then A else B`."""

    rule = "either"
    written = "if {condition:or} then {then:or} else {otherwise:expr}"

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Rounded(Operand):
    """`half of coins of rival rounded up`: a half or another division, in this direction."""

    written = "{operand:chain} rounded {direction}"
    level = FACTOR

    operand: Expr
    direction: Word


@dataclass(frozen=True, slots=True)
class Spared(Operand):
    """`immune of region despite fortress`: a value as if this piece, or this tile, did nothing to it."""

    rule = "spared"
    written = "{value:chain} despite {source:chain}"
    level = FACTOR

    value: Expr
    source: Expr


@dataclass(frozen=True, slots=True)
class Numbers(Operand):
    """`1 to hand of me`: the numbers that can be chosen."""

    rule = "numbers"
    written = "{least:atom} to {most:sum}"

    least: Expr
    most: Expr


Expr = (
    Number
    | Flag
    | Nothing
    | Pronoun
    | Name
    | Call
    | My
    | Can
    | Unary
    | Binary
    | Compare
    | Has
    | Filter
    | Count
    | Fold
    | Some
    | Either
    | Reached
    | Rounded
    | Spared
    | Numbers
)


def narrowed(expr: Expr, condition: Expr, *, printed: bool = False) -> Expr | None:
    """Add a condition to the count at the end of an expression: `2 + number of regions` and `it is forest`. None if it counts nothing there.

    Brackets keep a condition out; they are not yet there when an expression is `printed`.
    """
    if expr.bracketed and not printed:
        return None
    span = merge(expr.span, condition.span)
    match expr:
        case Count(members=Members(condition=None) as members):
            some = replace(members, condition=condition, span=merge(members.span, condition.span))
            return replace(expr, members=some, span=span)
        case Binary(right=last) | Compare(right=last):
            inner = narrowed(last, condition, printed=printed)
            return replace(expr, right=inner, span=span) if inner is not None else None
        case Unary(operand=last):
            inner = narrowed(last, condition, printed=printed)
            return replace(expr, operand=inner, span=span) if inner is not None else None
    return None


def counting_all(expr: Expr, condition: Expr | None = None) -> Count | None:
    """`number of a + b` as version 1 reads it: all of `a + b` is counted. None if it does not begin with a count."""
    match expr:
        case Count(bracketed=False, members=Members(condition=None) as members):
            return replace(expr, members=replace(members, condition=condition))
        case Binary(op="+" | "-", left=first, bracketed=False):
            counted = counting_all(first, condition)
            if counted is not None:
                first = counted.members.members
                line, column = first.span.start
                whole = replace(expr, left=first, span=expr.span._replace(line=line, column=column))
                members = replace(
                    counted.members, members=whole, span=merge(counted.members.span, whole.span)
                )
                return replace(counted, members=members, span=expr.span)
    return None


# ── effects ─────────────────────────────────────────────────────────────────────
# Effects as written.


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Effects in their order."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`do conquest of region by me with 1 as sorcery`."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let loser be holder of region`."""

    rule = "let"
    written = "let {name} be {value:expr}"

    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    """`set ally of me to friend`; `place` is a Name, a Call with one argument or a My without arguments."""

    rule = "set_to"
    written = "set {place:chain} to {value:expr}"

    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class AddTo(Node):
    """`add 1 to holes of this`."""

    rule = "add_to"
    written = "add {value:chain} to {place:chain}"

    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class PutIn(Node):
    """`put region in conquered of people`."""

    rule = "put_in"
    written = "put {value:chain} in {place:chain}"

    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class DropFrom(Node):
    """`drop region from conquered of people`, `drop 1 from lives of me`."""

    rule = "drop_from"
    written = "drop {value:chain} from {place:chain}"

    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class IfEffect(Node):
    """`if … : … else if … : … else: …`; `branches` in order, `otherwise` may be missing."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each old in peoples of player where … [until …]:`; inside the conditions the member is `it` and `name`."""

    name: Word
    members: Expr
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat 2 times:`, `repeat until …:` or both. The condition is asked after the block, and knows the names that it binds."""

    times: Expr | None
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose region from … [asking player]`; the name holds for the rest of the block."""

    name: Word
    options: Expr
    asking: Expr | None


@dataclass(frozen=True, slots=True)
class AtOnce(Node):
    """`at once each bidder in players choose bid from …`: each of these players decides in secret, and a memory of theirs keeps it."""

    name: Word
    members: Expr
    memory: Word
    options: Expr


@dataclass(frozen=True, slots=True)
class Passing(Node):
    """`until all pass`, `until all others pass`."""

    others: bool


@dataclass(frozen=True, slots=True)
class MayChoose(Node):
    """`may choose region from … [asking player]: … [else: …]`; the body runs if one was chosen, the other if none was."""

    name: Word
    options: Expr
    asking: Expr | None
    body: Block
    otherwise: Block | None = None
    passing: Passing | None = None


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may decline [asking player]: … [else: …]`; yes or no."""

    name: Word
    asking: Expr | None
    body: Block
    otherwise: Block | None = None
    passing: Passing | None = None


@dataclass(frozen=True, slots=True)
class UpTo(Node):
    """`up to 2 times may choose …:`; the choice is repeated until it is declined."""

    times: Expr
    choice: MayChoose | May


@dataclass(frozen=True, slots=True)
class InTurn(Node):
    """`each bidder in turn [from player] [where …] may …:`; inside the condition the player is `it` and `name`."""

    name: Word
    first: Expr | None
    condition: Expr | None
    choice: MayChoose | May


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """The amount of a move; `value` is None for `all`."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move 1 token of me from tray to hand`; without `from`: from anywhere. `form` is what they are from then on: `as hostage`, `as tokens`."""

    amount: Amount
    kind: Word
    owner: Expr | None
    source: Expr | None
    target: Expr
    form: Word | None


@dataclass(frozen=True, slots=True)
class Exchange(Node):
    """`exchange badge of a with badge of b` (two memories) or `exchange a with b` (the contents of two regions)."""

    rule = "exchange"
    written = "exchange {left:chain} with {right:chain}"

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Gains(Node):
    """`you gain 2 coins`."""

    rule = "gains"
    written = "{player:chain} gains {amount:atom} coins"

    player: Expr
    amount: Expr


@dataclass(frozen=True, slots=True)
class Pays(Node):
    """`you pay 2 coins [to player]`; to the supply if nobody is named."""

    player: Expr
    amount: Expr
    receiver: Expr | None


@dataclass(frozen=True, slots=True)
class Collect(Node):
    """`collect toll of region for people`: the owner of the subject pays every modifier's part of the value to the owner of its rule."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll [3] reinforcement as pips [asking player]`; that player rolls. With an amount, `name` is all numbers, the highest first."""

    die: Word
    name: Word
    asking: Expr | None = None
    amount: Expr | None = None


@dataclass(frozen=True, slots=True)
class Reroll(Node):
    """`reroll pips [where it is 1] [asking player]`: those of several dice for which it holds."""

    name: Word
    condition: Expr | None
    asking: Expr | None = None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """`draw card from pile [until …]`; inside the condition, what is drawn is `it` and `name`."""

    name: Word
    options: Expr
    until: Expr | None


@dataclass(frozen=True, slots=True)
class Act(Node):
    """A plain effect of `ruledsl.language.vocabulary.types`, by its name there: `shuffle banners`."""

    name: str
    args: tuple[Expr, ...]
    binds: Word | None


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """`offer to people` / `offer one to player`: the actions of the surrounding phase."""

    one: bool
    to: Expr


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """`stop conquests`."""

    rule = "stop"
    written = "stop {phase}"

    phase: Word


@dataclass(frozen=True, slots=True)
class Proceed(Node):
    """`proceed`, inside `instead of`."""

    rule = "proceed"
    written = "proceed"


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """A phase inside the body of an event; an empty one has no block and only carries triggers."""

    name: Word
    body: Block | None


Effect = (
    Do
    | Let
    | SetTo
    | AddTo
    | PutIn
    | DropFrom
    | IfEffect
    | ForEach
    | Repeat
    | UpTo
    | InTurn
    | Choose
    | MayChoose
    | May
    | Move
    | Exchange
    | Gains
    | Pays
    | Collect
    | Roll
    | Reroll
    | Draw
    | Act
    | AtOnce
    | Offer
    | Stop
    | Proceed
)


# ── statements ──────────────────────────────────────────────────────────────────
# Statements as written: rules, declarations, and the text as a whole.


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`op` is `+`, `-`, `times`, `becomes`, `at least`, `at most`, `also` or `without`."""

    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """`my conquest_cost -1 if …`; `scope` is `my`, `here` or `""`."""

    scope: str
    name: Word
    change: Change
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """`after my conquest if …: …`; `moment` is `before`, `after` or `instead of`."""

    moment: str
    scope: str
    name: Word
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    """`forbid my conquer as waters if …`; `reason` is the prohibition's name."""

    scope: str
    name: Word
    reason: Word
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Permit(Node):
    """`permit my conquer despite waters if …`."""

    scope: str
    name: Word
    reason: Word
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """`once per turn for each E` / `3 times per turn with other`; `unit` is an event, `along` an action that is counted together with this one."""

    times: Expr
    unit: Word
    each: Expr | None
    along: Word | None = None


@dataclass(frozen=True, slots=True)
class Action(Node):
    """Something a player may do in a phase; `by` says who, if not the people that has the tile.

    Clauses may stand in any order, each at most once (the parser reports the second).
    """

    name: Word
    target: Word | None
    by: Expr | None
    during: Word | None
    limit: Limit | None
    options: Expr | None
    condition: Expr | None
    body: Block | None


@dataclass(frozen=True, slots=True)
class TypeRef(Node):
    """`number`, `set of region`."""

    name: Word
    is_set: bool


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter with its preposition; without a type its name is its type."""

    prep: str
    name: Word
    type: TypeRef | None


@dataclass(frozen=True, slots=True)
class Value(Node):
    """`value conquest_cost of people for region = … [against holder of region when lower]`; `direction` is `lower` or `higher`."""

    name: Word
    params: tuple[Param, ...]
    base: Expr
    against: Expr | None
    direction: str


@dataclass(frozen=True, slots=True)
class Define(Node):
    """`define strangers of people = …`; a predicate's first parameter has the preposition `""` (`define region is coastal = …`)."""

    name: Word
    params: tuple[Param, ...]
    body: Expr
    is_predicate: bool


@dataclass(frozen=True, slots=True)
class Permission(Node):
    """`permission conquer of region by people`."""

    name: Word
    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Event(Node):
    """An event with its body: effects and phases in order."""

    name: Word
    params: tuple[Param, ...]
    body: tuple[Effect | Phase, ...]


@dataclass(frozen=True, slots=True)
class PhaseAdded(Node):
    """`phase weather after scoring of turn: …`; `moment` is `before` or `after`."""

    name: Word
    moment: str
    anchor: Word
    event: Word
    body: Block


@dataclass(frozen=True, slots=True)
class Remember(Node):
    """`remember ally of people: player [= none] [until turn] [secret]`; `prep` is the preposition."""

    name: Word
    on: Word
    type: TypeRef
    initial: Expr | None
    until: Word | None
    secret: bool
    prep: Word | None = field(default=None, compare=False, repr=False)


Rule = Modifier | Trigger | Forbid | Permit | Action


@dataclass(frozen=True, slots=True)
class Guard(Node):
    """`declined: …`: the rules below are in force in that stage (`always`: in every stage)."""

    stage: Word
    rules: tuple[Rule, ...]


Statement = Rule | Guard | Value | Define | Permission | Event | PhaseAdded | Remember


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """A comment with its `#`; `own_line` is false after a statement.

    `level` is where the line above begins with which it is level; or in whose block it is, if it is `inside`.
    """

    text: str
    own_line: bool
    level: tuple[int, int] = field(compare=False, default=(1, 1))
    inside: bool = field(compare=False, default=False)


@dataclass(frozen=True, slots=True)
class Document(Node):
    """A whole rule text. Unreadable statements are missing; they have diagnostics, and `lost` are their words."""

    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...] = field(compare=False, default=())
    lost: tuple[str, ...] = field(compare=False, default=())
