"""The base of all parts of the checked tree, and its variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.rules.check.typed.row import Row, expect_row

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.language.vocabulary.types import Type

__all__ = ["TBlock", "TEffect", "TExpr", "Var"]


@dataclass(eq=False, slots=True)
class Var:
    """Something with a name in a rule text: a parameter, a local, a member of a set. Variables are compared by identity, not by name.

    `place` is where it is declared, if there is such a place.
    """

    name: str
    type: Type
    place: Span | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TExpr:
    """A typed expression; `row` describes its fields."""

    row: ClassVar[Row]

    type: Type
    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        expect_row(cls)


@dataclass(frozen=True, slots=True, kw_only=True)
class TEffect:
    """A checked effect; `row` describes its fields."""

    row: ClassVar[Row]

    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        expect_row(cls)


TBlock = tuple[TEffect, ...]
