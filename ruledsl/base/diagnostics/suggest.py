"""The nearest name for a misspelt one, and what a run may spend on searches for advice."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import takewhile

MAX_WORD = 80
"""Longer words are not treated as misspellings and get no suggestion, which bounds the time."""
MAX_STEPS = 6
"""The most mistakes in a misspelt word."""
MOST_EFFORT = 600_000
"""What one run may spend, in characters that are read again; an author with more mistakes has another problem."""
GLANCES = 2
"""So many candidates at which a search only glances cost as much as one character; so does each pair of letters that it compares."""
MOST_LISTED = 100
"""The most names in one message."""
STEM = 4
"""Letters that words of one stem share at the beginning."""


class Purse:
    """What one run may spend on advice: on corrections, near words, and reading on after a mistake.

    Everything that searches for advice pays from the purse of its run (`Diagnostics.purse`), so that a flood of mistakes
    costs no more than one purse. When it is empty, findings say less.
    """

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0

    @property
    def is_empty(self) -> bool:
        """Was something refused, or is nothing left?"""
        return self.spent > MOST_EFFORT

    def pays(self, effort: int) -> bool:
        """May this much be spent? It is counted; what is refused empties the purse, so that equal runs end equally."""
        self.spent += effort
        return not self.is_empty

    def nearest(self, word: str, candidates: Collection[str], n: int = 1) -> list[str]:
        """The `n` best candidates that `word` may be a misspelling of, best first; none if nothing is near.

        Case, `-` for `_` and a plural `s` hardly count. Letters added, omitted, replaced or swapped with the
        next one count 1 each, up to a third of the word and `MAX_STEPS`. Among equally near ones, the one with the same
        first letter and length comes first.
        """
        if not word or len(word) > MAX_WORD or n < 1 or not self.pays(len(candidates) // GLANCES):
            return []
        plain = _plain(word)
        limit = max(1, min(len(plain) // 3, MAX_STEPS))
        near = [candidate for candidate in set(candidates) if _may_be(word, plain, candidate, limit)]
        if not self.pays(len(near) * len(plain) * (2 * limit + 1)):
            return []
        found: list[tuple[float, bool, int, str]] = []
        for candidate in near:
            score = _score(word, plain, candidate, limit)
            if score is not None:
                found.append(
                    (score, plain[:1] != _plain(candidate)[:1], abs(len(word) - len(candidate)), candidate)
                )
        return [candidate for *_, candidate in sorted(found)[:n]]

    def of_one_stem(self, word: str, candidates: Collection[str]) -> str:
        """The candidate with the same beginning and a different ending, `conquest` for `conquer`; empty if there is none."""
        if not STEM < len(word) <= MAX_WORD or not self.pays(len(candidates) // GLANCES):
            return ""
        begun = [other for other in candidates if other[:STEM] == word[:STEM] and len(other) <= MAX_WORD]
        if not self.pays(len(begun) * len(word)):
            return ""
        alike = [
            (-length, len(other), other)
            for length, other in ((_beginning(word, other), other) for other in begun)
            if length * 3 >= max(len(word), len(other)) * 2
        ]
        return min(alike)[2] if alike else ""


def _beginning(first: str, second: str) -> int:
    """How many letters two words share at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def did_you_mean(suggestion: str) -> str:
    """A suggestion as a question: it is a word to write, or a question already."""
    return suggestion if suggestion.endswith("?") else f"Did you mean `{suggestion}`?"


def there_are(known: Iterable[str]) -> str:
    """The existing names, as a sentence."""
    return f"There are: {listed(known) or 'none'}."


def listed(names: Iterable[str], most: int = MOST_LISTED) -> str:
    """Names with commas between them; of many only the first, and how many more there are."""
    all_of_them = list(names)
    more = f" and {len(all_of_them) - most:,} more" if len(all_of_them) > most else ""
    return ", ".join(all_of_them[:most]) + more


def hinted(
    message: str, word: str, known: Collection[str], otherwise: str = "", purse: Purse | None = None
) -> str:
    """A message about an unknown word, with the nearest known one; or `otherwise` if none is near.

    Without a `purse`, it is the only message of its run.
    """
    near = (purse or Purse()).nearest(word, known)
    hint = did_you_mean(near[0]) if near else otherwise
    return f"{message} {hint}" if hint else message


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _may_be(word: str, plain: str, candidate: str, limit: int) -> bool:
    """Is a candidate worth comparing? Each mistake adds at most two letters that only one of them has."""
    if abs(len(word) - len(candidate)) > limit + 2 or len(candidate) > MAX_WORD:
        return False
    return len(set(plain) ^ set(_plain(candidate))) <= 2 * limit


def _score(word: str, plain: str, candidate: str, limit: int) -> float | None:
    """The distance of a candidate, None if it is too far."""
    other = _plain(candidate)
    if plain == other:
        return 0.0 if word == candidate else 0.1
    if _singular(plain) == _singular(other):
        return 0.5
    steps = distance(plain, other, limit)
    swapped = "_" in plain and sorted(plain.split("_")) == sorted(other.split("_"))
    if steps > limit and not swapped:
        return None
    return float(min(steps, limit))


def _singular(word: str) -> str:
    parts = word.split("_")
    return "_".join(part.removesuffix("s") if len(part) > 2 else part for part in parts)  # noqa: PLR2004 - `is` is no plural


def distance(first: str, second: str, limit: int) -> int:
    """Damerau-Levenshtein distance with swapped neighbours; `limit + 1` as soon as it exceeds `limit`."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    far = limit + 1
    before: list[int] = []
    previous = [min(j, far) for j in range(len(second) + 1)]
    for i, letter in enumerate(first, start=1):
        low, high = max(1, i - limit), min(len(second), i + limit)
        row = [far] * (len(second) + 1)
        row[0] = min(i, far)
        for j in range(low, high + 1):
            other = second[j - 1]
            best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row[j] = min(best, far)
        if min(row) == far:
            return far
        before, previous = previous, row
    return previous[-1]
