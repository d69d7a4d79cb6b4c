"""What a program is made of in the intermediate representation: values with the rules that change them, definitions, permissions, procedures.

Their parts are expressions and statements (`nodes`). Passes go from a module to a module; at the end everything is written out as plain functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ruledsl.ir.nodes import Block, Expr, Local

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.diagnostics import Span

__all__ = [
    "Change",
    "Definition",
    "Forbid",
    "Function",
    "Module",
    "Permission",
    "PermissionRule",
    "Permit",
    "Procedure",
    "Rule",
    "Targets",
    "Value",
]

Rewrite = "Callable[[Expr], Expr]"

BEARER = (Local("me"), Local("here"), Local("this"))
"""Who runs a rule of a tile: the people that bears it, the region where it lies, the tile."""


@dataclass(frozen=True, slots=True)
class Change:
    """A rule that changes a value: its `op`, when it applies, by how much. `note` is its number for the coverage of scenarios."""

    op: str
    test: Expr | None
    amount: Expr
    note: int = -1


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its base, whom rules are turned against (`victim`), what rules of packs change, and at which strata tiles do (`moving`).

    `key` is the parameter by which rules of tiles are looked up, `region` the one that it can be asked for many of; -1 without one. `kind` is that of
    its answer: `number`, `flag`, `set` (of regions), `noun`. `wide` numbers have to be kept within bounds at the end.
    """

    index: int
    name: str
    params: tuple[Local, ...]
    kind: str
    base: Expr
    victim: Expr | None
    lower: bool
    changes: tuple[Change, ...]
    moving: frozenset[int]
    key: int
    region: int
    wide: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a tile or piece that changes a value. `here` are the regions where it is about what lies there (None: everywhere)."""

    index: int
    value: int
    params: tuple[Local, ...]
    change: Change
    here: Expr | None
    subject: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition."""

    index: int
    name: str
    params: tuple[Local, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Forbid:
    """A prohibition of a pack."""

    reason: str
    test: Expr
    note: int = -1


@dataclass(frozen=True, slots=True)
class Permit:
    """What a pack lifts."""

    reason: str
    test: Expr
    note: int = -1


@dataclass(frozen=True, slots=True)
class Permission:
    """A permission: of `universe`, everything that `first` can be, what is allowed. Prohibitions in `despite` are left out of account."""

    function: str
    index: int
    name: str
    first: Local
    params: tuple[Local, ...]
    universe: Expr
    forbids: tuple[Forbid, ...]
    permits: tuple[Permit, ...]
    tile_reasons: tuple[str, ...]
    despite: tuple[str, ...]
    of_regions: bool


@dataclass(frozen=True, slots=True)
class PermissionRule:
    """A prohibition or permit of a tile: for which of the set `among` it applies."""

    function: str
    params: tuple[Local, ...]
    found: Expr
    note: int = -1


@dataclass(frozen=True, slots=True)
class Targets:
    """What an action can be aimed at now: a set, or `(-1,)` and `()` for one without a target. `limit` is the key under which uses are counted."""

    index: int
    name: str
    params: tuple[Local, ...]
    found: Expr
    limit: Expr | None
    limit_params: tuple[Local, ...]


@dataclass(frozen=True, slots=True)
class Procedure:
    """A body of an event, trigger or action; `test` is looked at first. `note` as of changes."""

    number: int
    title: str
    owner: str
    params: tuple[Local, ...]
    body: Block
    test: Expr | None
    note: int = -1


@dataclass(frozen=True, slots=True)
class Function:
    """A plain function: what everything becomes in the end."""

    name: str
    params: tuple[Local, ...]
    body: Block


@dataclass(slots=True)
class Module:
    """All of it, in the order of the program's lists."""

    values: list[Value] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    permissions: list[Permission] = field(default_factory=list)
    permission_rules: list[PermissionRule] = field(default_factory=list)
    targets: list[Targets] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
