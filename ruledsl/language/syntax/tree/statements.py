"""Statements as written: rules, declarations, and the text as a whole."""

from __future__ import annotations

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.syntax.tree.base import Node, Word
from ruledsl.language.syntax.tree.effects import Block, Effect, Phase
from ruledsl.language.syntax.tree.expressions import Expr

__all__ = [
    "Action",
    "Change",
    "Comment",
    "Define",
    "Document",
    "Event",
    "Forbid",
    "Guard",
    "Limit",
    "Modifier",
    "Param",
    "Permission",
    "Permit",
    "PhaseAdded",
    "Remember",
    "Rule",
    "Statement",
    "Trigger",
    "TypeRef",
    "Value",
]


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
    """Something a player may do in a phase. Clauses may stand in any order, each at most once (the parser reports the second)."""

    name: Word
    target: Word | None
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
