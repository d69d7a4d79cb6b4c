"""Whatever was computed about an object, kept with that object: it goes when the object goes, and is never stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

_T = TypeVar("_T")

MOST: int = 64
"""The most answers of one sort that an object keeps; then the oldest goes."""


class Remembering:
    """An object that keeps what was computed about it (`remembered`).

    A table of a module that is keyed by rules would keep rules alive that nobody plays any more.
    """

    __slots__ = ("__weakref__", "_remembered")
    _remembered: dict[Hashable, dict[Hashable, Any]]


def forget(about: Remembering) -> None:
    """Drop everything that is kept with an object."""
    getattr(about, "_remembered", {}).clear()


def remembered(about: Remembering, sort: Hashable, make: Callable[[], _T], of: Hashable = None) -> _T:
    """An answer about an object: the known one, or what `make` returns, which depends only on the object, the sort and `of`.

    Of several threads that ask at once, each gets the same one.
    """
    sorts: dict[Hashable, dict[Hashable, Any]] | None = getattr(about, "_remembered", None)
    if sorts is None:
        sorts = {}
        object.__setattr__(about, "_remembered", sorts)  # beside its fields, which are what gets stored
    answers = sorts.setdefault(sort, {})
    if of not in answers:
        answers.setdefault(of, make())
        for oldest in list(answers)[: max(0, len(answers) - MOST)]:
            answers.pop(oldest, None)
    answer: _T = answers[of]
    return answer


def taken(about: Remembering, sort: Hashable, make: Callable[[], _T], of: Hashable = None) -> _T:
    """The answer that `remembered` returns, which the object does not keep any longer: for large ones that hardly anybody asks for again."""
    answer = remembered(about, sort, make, of)
    about._remembered[sort].pop(of, None)  # noqa: SLF001 - its own part of the object
    return answer
