"""Loading: packs by name or path become rules, from the cache if they have not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ruledsl.naming.border import names_of_packs, options_of_variants
from ruledsl.play.cache import Request, kept_rules
from ruledsl.play.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

__all__ = ["loaded", "request_of"]

R = TypeVar("R", bound=Rulebook)


def request_of(packs: Sequence[str | PathLike[str]], variants: Mapping[str, str] | None) -> Request:
    """What somebody asks for; `PackError` or `GameError` if it is not said as it should be."""
    return Request(names_of_packs(tuple(packs)), options_of_variants(variants))


def loaded(kind: type[R], request: Request) -> R:
    """The rules asked for, as objects of a class. Raises `PackError`, whose `diagnostics` hold every finding, when they cannot be played."""
    found = kept_rules(request)
    if found is None:
        from ruledsl.play.fresh import fresh_rules  # noqa: PLC0415 - what checks and compiles is only imported when it is needed

        found = fresh_rules(request)
    return kind(request.packs, *found)
