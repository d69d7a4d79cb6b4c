"""Memoised questions about definitions whose answers depend on other answers; reused from the previous check if they would be the same.

An answer is the same if the thing consists of the same objects, and every question asked on the way has the same answer, in that order. A new
search would ask the same first question, get the same answer, and continue like that; so the order of questions makes no difference, even
where they form a cycle.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from ruledsl.base.dataclass import dataclass, field

Question = tuple[str, Hashable]
"""The question, and its subject."""


@dataclass(slots=True)
class _Answer:
    parts: Sequence[object]
    asked: dict[Question, Any]
    answer: Any


class _Kind(NamedTuple):
    find: Callable[[Any], Any]
    parts: Callable[[Any], Sequence[object]] | None
    meanwhile: Any


@dataclass(slots=True)
class KeptAnswers:
    """The answers of the previous check, under the circumstances that all of them depend on."""

    circumstances: object = None
    answers: dict[Question, _Answer] = field(default_factory=dict)


class Asking:
    """The answers of one check."""

    def __init__(self, kept: KeptAnswers | None, circumstances: object) -> None:
        kept = kept or KeptAnswers()
        self._before = kept.answers if kept.circumstances == circumstances else {}
        self._answers: dict[Question, _Answer] = {}
        kept.circumstances, kept.answers = circumstances, self._answers
        self._kinds: dict[str, _Kind] = {}
        self._under_way: dict[Question, dict[Question, Any]] = {}

    def about(
        self,
        what: str,
        find: Callable[[Any], Any],
        parts: Callable[[Any], Sequence[object]] | None = None,
        meanwhile: Any = None,  # noqa: ANN401 - answers are of any type
    ) -> None:
        """Register a question: how to find its answer, and what its subject consists of; without `parts`, every check finds it again.

        `meanwhile` is the answer to anyone who asks during the search; without it, nothing may depend on itself.
        """
        self._kinds[what] = _Kind(find, parts, meanwhile)

    def __call__(self, what: str, thing: Hashable) -> Any:  # noqa: ANN401
        """The answer."""
        question = what, thing
        asker = next(reversed(self._under_way.values()), None)
        if question in self._under_way:
            answer = self._kinds[what].meanwhile
        else:
            record = self._answers.get(question)
            if record is None:
                record = self._answers[question] = self._answer(question)
            answer = record.answer
        if asker is not None:
            asker[question] = answer
        return answer

    def _answer(self, question: Question) -> _Answer:
        what, thing = question
        kind = self._kinds[what]
        parts = kind.parts(thing) if kind.parts is not None else ()
        asked: dict[Question, Any] = {}
        self._under_way[question] = asked
        record = self._before.get(question) if kind.parts is not None else None
        if record is None or not self._holds(record, parts):
            record = _Answer(parts, asked, kind.find(thing))
        del self._under_way[question]
        return record

    def _holds(self, record: _Answer, parts: Sequence[object]) -> bool:
        return (
            len(record.parts) == len(parts)
            and all(map(operator.is_, record.parts, parts))
            and all(self(*question) == answer for question, answer in record.asked.items())
        )
