"""The nearest name for a misspelt one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

MAX_WORD = 80
"""Longer words are not treated as misspellings and get no suggestion, which bounds the time."""
MAX_STEPS = 6
"""The most mistakes in a misspelt word."""
MOST_COMPARED = 200_000
"""The most characters compared during one check; an author with more misspellings has another problem."""


class Suggestions:
    """Finds nearest names as `nearest` does, within a budget."""

    def __init__(self) -> None:
        self.compared = 0

    def __call__(self, word: str, candidates: Collection[str], n: int = 1) -> list[str]:
        """The best candidates; none after the budget is used up."""
        if self.compared > MOST_COMPARED:
            return []
        self.compared += len(candidates) * len(word)
        return nearest(word, candidates, n)


def nearest(word: str, candidates: Iterable[str], n: int = 1) -> list[str]:
    """The `n` best candidates that `word` may be a misspelling of, best first; none if nothing is near.

    Case, `-` for `_` and a plural `s` hardly count. Letters added, omitted, replaced or swapped with the
    next one count 1 each, up to a third of the word and `MAX_STEPS`. Among equally near ones, the one with the same
    first letter and length comes first.
    """
    if not word or len(word) > MAX_WORD or n < 1:
        return []
    plain = _plain(word)
    limit = max(1, min(len(plain) // 3, MAX_STEPS))
    found: list[tuple[float, bool, int, str]] = []
    for candidate in set(candidates):
        score = _score(word, plain, candidate, limit)
        if score is not None:
            found.append(
                (score, plain[:1] != _plain(candidate)[:1], abs(len(word) - len(candidate)), candidate)
            )
    return [candidate for *_, candidate in sorted(found)[:n]]


def did_you_mean(suggestion: str) -> str:
    """A suggestion as a question: it is a word to write, or a question already."""
    return suggestion if suggestion.endswith("?") else f"Did you mean `{suggestion}`?"


def there_are(known: Iterable[str]) -> str:
    """All existing names, as a sentence."""
    return f"There are: {', '.join(known) or 'none'}."


def hinted(message: str, word: str, known: Collection[str], otherwise: str = "") -> str:
    """A message about an unknown word, with the nearest known one; or `otherwise` if none is near."""
    near = nearest(word, known)
    hint = did_you_mean(near[0]) if near else otherwise
    return f"{message} {hint}" if hint else message


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _score(word: str, plain: str, candidate: str, limit: int) -> float | None:
    """The distance of a candidate, None if it is too far."""
    if abs(len(word) - len(candidate)) > limit + 2 or len(candidate) > MAX_WORD:
        return None
    other = _plain(candidate)
    if plain == other:
        return 0.0 if word == candidate else 0.1
    if (
        len(set(plain) ^ set(other)) > 2 * limit
    ):  # each mistake adds at most two letters that only one of them has
        return None
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
