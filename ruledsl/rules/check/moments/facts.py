"""What is known of a game between two effects: answers to questions about terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.base.diagnostics import Span

Term = tuple[object, ...]
"""A term: `("const", 3)`, `("thing", 7)` for a thing that was named here, or a question about such terms."""
Key = tuple[object, ...]
"""A question (the code of a built-in, or a memory) and its subjects."""

MOST_ANSWERS = 4


def const(value: int) -> Term:
    """The term of a number, a flag, a word, or nobody."""
    return ("const", value)


NOBODY = const(-1)


class Fact(NamedTuple):
    """The possible answers, and the effect that has settled them."""

    answers: frozenset[Term]
    span: Span | None


class Facts:
    """Answers by question; nothing is known of other questions."""

    def __init__(self, known: dict[Key, Fact] | None = None) -> None:
        self.known = dict(known or {})

    def copy(self) -> Facts:
        """An independent copy."""
        return Facts(self.known)

    def learn(self, key: Key, answers: Iterable[Term], span: Span | None) -> None:
        """Restrict the answer to these."""
        found = frozenset(answers)
        if len(found) > MOST_ANSWERS:
            self.known.pop(key, None)
        else:
            self.known[key] = Fact(found, span)

    def forget(self, gone: Callable[[Key], bool]) -> None:
        """Forget answers that may have changed."""
        self.known = {key: fact for key, fact in self.known.items() if not gone(key)}

    def joined(self, other: Facts) -> Facts:
        """What is known after one of two paths."""
        found = Facts()
        for key, (answers, span) in self.known.items():
            if key in other.known:
                found.learn(key, answers | other.known[key].answers, span or other.known[key].span)
        return found

    def put_for(self, thing: Term, other: Term) -> None:
        """Substitute another term for a thing."""
        self.known = {
            tuple(other if part == thing else part for part in key): Fact(
                frozenset(other if answer == thing else answer for answer in answers), span
            )
            for key, (answers, span) in self.known.items()
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and {k: f.answers for k, f in self.known.items()} == {
            k: f.answers for k, f in other.known.items()
        }

    __hash__ = None  # type: ignore[assignment]
