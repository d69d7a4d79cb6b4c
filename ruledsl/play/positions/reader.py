"""Reads the plain data of a position and collects all problems, each with its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.arguments import shown as briefly
from ruledsl.base.diagnostics import Purse, did_you_mean
from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.language.vocabulary.limits import LARGEST, MOST_MEMBERS
from ruledsl.language.vocabulary.types import FLAG, NUMBER, Type
from ruledsl.rules.packs.schema.scenarios import POSITION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

Path = tuple[str | int, ...]
"""A path in the data: keys of mappings and indices (from 0) of lists, outermost first."""

DEEPEST = 12
WORD = 1 << 64
"""Numbers are nearer to 0."""
MOST_NAMED = 12
MOST_VALUES = 100_000
"""The most values of a position, in all its lists and mappings together."""
MOST_PROBLEMS = 100
"""The most problems that are listed; the rest are counted."""


class PositionError(GameError):
    """An invalid position. `problems` lists the problems as (path, message); `path` is the place of the first.

    There are never more than `MOST_PROBLEMS`; `more` counts those that are left out.
    """

    def __init__(self, code: str, problems: list[tuple[Path, str]], more: int = 0) -> None:
        self.problems = problems
        self.more = more
        self.path = problems[0][0]
        lines = [f"{shown(path)}: {message}" for path, message in problems]
        super().__init__(code, "\n".join([*lines, f"and {more:,} more"] if more else lines))


def shown(path: Path) -> str:
    """`peoples[0].at.a`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "position"


class Reader:
    """Typed access to plain data; anything that does not fit is reported and reads as the default.

    `lacks_map`: there is no map, so that nothing is said about regions.
    """

    def __init__(self) -> None:
        self.purse = Purse()
        self.lacks_map = False
        self._problems: list[tuple[Path, str]] = []
        self._known: set[int] = set()
        self._further = 0

    @property
    def found(self) -> int:
        """The number of different problems."""
        return len(self._known) + self._further

    def problem(self, path: Path, message: str) -> None:
        """Report a problem at a path."""
        if self.lacks_map and "There is no region" in message:
            return
        same = hash((path, message))
        if same not in self._known:
            self._known.add(same)
            if len(self._problems) < MOST_PROBLEMS:
                self._problems.append((path, message))

    def further(self, count: int) -> None:
        """Count problems that another reader has found and does not list."""
        self._further += count

    def end(self) -> None:
        """Raise `PositionError` if there are problems."""
        if self._problems:
            raise PositionError("G030", self._problems, self.found - len(self._problems))

    def mapping(self, path: Path, value: Any, keys: Collection[str] | None = None) -> dict[str, Any]:
        """A mapping with only these keys: by default those of a position at this path, or any."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.problem(path, f"A mapping is expected here, not {_what(value)}.")
            return {}
        keys = _keys_at(path) if keys is None else keys
        for key in value:
            if keys is not None and key not in keys:
                self.problem((*path, key), self._unknown("key", key, keys))
        return value

    def items(self, path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
        """The items of a list with their paths."""
        if value is not None and not isinstance(value, list):
            self.problem(path, f"A list is expected here, not {_what(value)}.")
        elif value is not None:
            for place, item in enumerate(value):
                yield (*path, place), item

    def number(self, path: Path, value: Any, default: int = 0, least: int = 0, most: int = LARGEST) -> int:
        """An integer within bounds."""
        if value is None:
            return default
        if not is_whole(value):
            self.problem(path, f"A number is expected here, not {_what(value)}.")
        elif not least <= value <= most:
            self.problem(path, f"{value} is out of range: from {least} to {most} is possible.")
        else:
            return value
        return default

    def flag(self, path: Path, value: Any, *, default: bool = False) -> bool:
        """Yes or no."""
        if value is None:
            return default
        if not isinstance(value, bool):
            self.problem(path, f"true or false is expected here, not {_what(value)}.")
            return default
        return value

    def seat(self, path: Path, player: int, seats: int) -> bool:
        """Is there a player of this number? Reported if not."""
        if player >= seats:
            self.problem(path, f"There is no player {player}: players are numbered from 0 to {seats - 1}.")
        return player < seats

    def written_as(
        self, path: Path, kind: Type, given: Any, bounds: tuple[int, int] = (-LARGEST, LARGEST)
    ) -> bool:
        """Does the data have the form of this type? For numbers, within bounds."""
        before = self.found
        if kind.is_set:
            if isinstance(given, list) and kind.element == NUMBER and len(given) > MOST_MEMBERS:
                self.problem(path, f"At most {MOST_MEMBERS} numbers are possible in a set.")
            for where, item in self.items(path, [] if given is None else given):
                if item is None:
                    self.problem(where, f"The id of a {kind.name} is expected here, not nothing.")
                self.written_as(where, kind.element, item)
        elif kind == FLAG:
            self.flag(path, given)
        elif kind == NUMBER:
            self.number(path, given, 0, *bounds)
        elif isinstance(given, dict | list):
            self.problem(path, f"The id of a {kind.name} is expected here.")
        return self.found == before

    def word(self, path: Path, value: Any, what: str, known: Collection[str]) -> str:
        """One of the known names; empty if it is none."""
        if not (isinstance(value, str) or is_whole(value)):
            self.problem(path, f"The id of a {what} is expected here, not {_what(value)}.")
            return ""
        if str(value) not in known:
            self.problem(path, self._unknown(what, str(value), known))
            return ""
        return str(value)

    def amounts(
        self, path: Path, value: Any, what: str, known: Collection[str]
    ) -> Iterator[tuple[Path, str, int]]:
        """A mapping from names to numbers: (path, name, number)."""
        for key, amount in self.mapping(path, value).items():
            name = self.word((*path, key), key, what, known)
            count = self.number((*path, key), amount, default=-1)
            if name and count >= 0:
                yield (*path, key), name, count

    def _unknown(self, what: str, word: str, known: Collection[str]) -> str:
        near = self.purse.nearest(word, known) if self.found < MOST_PROBLEMS else []
        if near:
            return f"There is no {what} `{word[:60]}` here. {did_you_mean(near[0])}"
        if len(known) <= MOST_NAMED:
            return f"There is no {what} `{word[:60]}` here; there are: {', '.join(known) or 'none'}."
        return f"There is no {what} `{word[:60]}` here."


def _keys_at(path: Path) -> Collection[str] | None:
    """The keys of a mapping in a position; None for a table with keys of any name."""
    form = POSITION
    for step in path:
        others = form.get("items" if isinstance(step, int) else "additionalProperties")
        form = form.get("properties", {}).get(step) or (others if isinstance(others, dict) else {})
    return form.get("properties")


def _what(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return f"`{str(value)[:60]}`"


def plain_copy(data: Any) -> Any:
    """The data with all keys as texts, as from JSON; `PositionError` for anything but plain data, and for too much of it."""
    level = [data]
    count = 0
    for _ in range(DEEPEST + 1):
        count += len(level)
        if count > MOST_VALUES:
            raise PositionError(
                "G030", [((), f"This is too large: a position has at most {MOST_VALUES:,} values.")]
            )
        level = [part for whole in level for part in _parts(whole)]
    return _copied(data, ())


def _parts(data: Any) -> Iterable[Any]:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list | tuple) else ()


def _copied(data: Any, path: Path) -> Any:
    if len(path) > DEEPEST:
        raise PositionError("G030", [(path, "This is nested too deeply.")])
    if isinstance(data, dict):
        return _plain_mapping(data, path)
    if isinstance(data, list | tuple):
        return [_copied(value, (*path, place)) for place, value in enumerate(data)]
    if is_whole(data) and abs(data) >= WORD:
        raise PositionError("G030", [(path, "This number is too large.")])
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, float):
        raise PositionError("G030", [(path, f"{data} is no whole number, and positions have no others.")])
    raise PositionError(
        "G030", [(path, f"{type(data).__name__} is no plain data: numbers, texts, lists and mappings are.")]
    )


def _plain_mapping(data: dict[Any, Any], path: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in data.items():
        if not (isinstance(key, str) or (is_whole(key) and abs(key) < WORD)):
            raise PositionError("G030", [(path, f"{briefly(key)} cannot be a key: texts and numbers can.")])
        name = str(key)
        if name in found:
            raise PositionError("G030", [((*path, name), "This key is here twice.")])
        found[name] = _copied(value, (*path, name))
    return found
