"""The habits of shipped packs: which word follows these words how often, and how usual a key is. Names that only one pack has count as one word."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ruledsl.author.service.completing.spot import Item
from ruledsl.author.service.outline import LOCAL
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.find import MARK, installed_folders
from ruledsl.rules.packs.translations import is_translation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

LINE: Final = "\n"
OWN: Final = "?"
"""Any name that only one pack has."""
NUMBER: Final = "0"
LONGEST: Final = 4
"""The longest context in words."""
DOUBT: Final = 3
"""The number of observations of a context at which it counts as much as all shorter ones."""
SELDOM: Final = 1e-5
AGAIN: Final = 2
"""The factor of a name that the rule has used before; squared for one that it binds."""
NEAR: Final = 1.5
"""The factor of a name that the file has used before; squared for one of a single pack."""
ABOVE: Final = 0.2
"""The share of what this file has said so far in the likelihood of a word."""
_HEAD = re.compile(r"^( *)((?:- +)*)rules:[ ]*(.*)$")
_USED = re.compile(r"(^|^ +(?:- +)*|[{,] *)([a-z][a-z0-9_]*):(?=\s)", re.MULTILINE)
_WORD = re.compile(r"[a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)?|[0-9]+|[-+*/=:()]")


class Habits:
    """Statistics of several packs, each a list of texts."""

    def __init__(self, packs: Iterable[Iterable[str]]) -> None:
        texts = [[_words(text) for text in pack] for pack in packs]
        spread = Counter(word for pack in texts for word in {word for text in pack for word in text})
        self._common = {word for word, count in spread.items() if count > 1}
        self._following: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for words in (self._known(text) for pack in texts for text in pack):
            for at in range(LONGEST, len(words)):
                for length in range(LONGEST + 1):
                    self._following[tuple(words[at - length : at])][words[at]] += 1

    def _known(self, words: Iterable[str]) -> list[str]:
        """The last words of a text, as they are counted."""
        return [*[LINE] * LONGEST, *(word if word in self._common else OWN for word in words)]

    def ranked(self, before: str, items: Sequence[Item], above: str = "") -> list[Item]:
        """The possible continuations of a text below another one, the most likely first; equal ones keep their order."""
        words, written = _words(before), _words(above)
        if before.rstrip(" ").endswith(LINE) and words[-1] != LINE:
            words.append(LINE)
        near, next_to = set(written), Counter(after for word, after in pairwise(written) if word == words[-1])
        context, own = self._known(words), 0
        scores: dict[str, float] = {}
        for item in items:
            first, *rest = item.text.rpartition("/")[2].split()
            word = first if first in self._common else OWN
            score = self._likely(context, word)
            if rest:
                score *= self._likely([*context, word], rest[0])
            if word == OWN:
                own += 1
                score /= (1 + own) ** 0.5
            if item.kind != "word":
                score *= AGAIN ** ((first in words) + 2 * (item.kind == LOCAL))
                score *= NEAR ** ((first in near) * (1 + (word == OWN)))
            if next_to:
                score += ABOVE * (next_to[first] / (next_to.total() + DOUBT) - score)
            scores[item.text] = score
        return sorted(items, key=lambda item: -scores[item.text])

    def _likely(self, before: Sequence[str], word: str) -> float:
        """The probability of a word after some others, by the longest known context and the shorter ones."""
        chance = SELDOM
        for length in range(LONGEST + 1):
            following = self._following.get(tuple(before[len(before) - length :]))
            if following is None:
                break
            chance = (following[word] + DOUBT * chance) / (following.total() + DOUBT)
        return chance


def _words(text: str) -> list[str]:
    """The words, numbers and symbols of a rule text, without comments; with line starts."""
    sequence = [LINE]
    for row in text.split("\n"):
        words = _WORD.findall(row.partition("#")[0])
        if words:
            sequence += [LINE] if sequence[-1] != LINE else []
            sequence += [NUMBER if word[0].isdigit() else word for word in words]
    return sequence


@lru_cache(2)
def shipped_habits(without: str = "") -> Habits:
    """The habits of all installed packs except one."""
    return Habits([list(_texts(folder)) for name, folder in _shipped() if name != without])


@lru_cache(1)
def shipped_keys() -> tuple[Counter[str], Counter[str]]:
    """In how many files of installed packs each key stands, below others and at the top."""
    inside, top = Counter[str](), Counter[str]()
    for _, folder in _shipped():
        files = below(folder)
        for name, path in zip(files.files, files.paths, strict=True):
            if not is_translation(name):
                used = set(_USED.findall(path.read_text(encoding="utf-8", errors="replace")))
                inside.update({key for before, key in used if before})
                top.update({key for before, key in used if not before})
    return inside, top


def _shipped() -> list[tuple[str, Path]]:
    """The installed packs: their names and folders."""
    marks = (mark for folder in installed_folders() for mark in folder.glob(f"*/{MARK}"))
    return sorted({mark.parent.name: mark.parent for mark in marks}.items())


def _texts(folder: Path) -> Iterator[str]:
    """The rule texts in the files of a pack, found by their keys: statistics need no exact parser."""
    for path in below(folder).of_rules:
        rows = path.read_text(encoding="utf-8", errors="replace").split("\n")
        for number, row in enumerate(rows, 1):
            head = _HEAD.match(row)
            if head is None:
                continue
            if head[3] and head[3][0] not in "|>":
                yield head[3].strip("'\"")
                continue
            depth = len(head[1]) + len(head[2])
            inside = (n for n in range(number, len(rows)) if rows[n].strip() and _depth(rows[n]) <= depth)
            yield "\n".join(rows[number : next(inside, len(rows))])


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip(" "))
