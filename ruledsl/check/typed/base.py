"""What every part of the checked tree is, and the variables in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ruledsl.check.typed.row import Row, expect_row
from ruledsl.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.diagnostics import Span
    from ruledsl.vocabulary.types import Type

__all__ = ["TBlock", "TEffect", "TExpr", "Var"]


@dataclass(eq=False, slots=True)
class Var:
    """Something with a name in a rule text: a parameter, a local, a member of a set. Two of one name are two objects.

    `place` is where it gets its name, if it is given one there.
    """

    name: str
    type: Type
    place: Span | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TExpr:
    """A typed expression; `row` says what its fields are for."""

    row: ClassVar[Row]

    type: Type
    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        expect_row(cls)


@dataclass(frozen=True, slots=True, kw_only=True)
class TEffect:
    """A checked effect; `row` says what its fields are for."""

    row: ClassVar[Row]

    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        expect_row(cls)


TBlock = tuple[TEffect, ...]
