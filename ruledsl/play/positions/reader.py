"""Reads the plain data of a position and collects all problems, each with its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.arguments import shown as briefly
from ruledsl.base.diagnostics import MOST_LISTED, Purse, did_you_mean
from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.state import tile_cell
from ruledsl.language.vocabulary.limits import LARGEST, MOST_MEMBERS
from ruledsl.language.vocabulary.types import FLAG, NUMBER, Type
from ruledsl.play.naming.nouns import MARK, Naming, full_name, is_meant
from ruledsl.rules.packs.schema.scenarios import POSITION

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from ruledsl.engine.machines.setup import Setup
    from ruledsl.engine.state.state import State
    from ruledsl.rules.check.typed.declarations import ActionDef

# ── limits ──────────────────────────────────────────────────────────────────────
# Used limits of actions: their form in positions, and in a state.


def set_limits(table: Setup, reader: Reader, data: Any) -> None:
    """`done: [{action: …, tile: …, each: …, times: 1}]`."""
    g = table.state
    for path, item in reader.items(("done",), data):
        entry = reader.mapping(path, item)
        taken = _taken(g, reader, path, entry)
        if taken is None or taken[0].limit is None:
            continue
        action, this = taken
        each = -1
        if taken[0].limit.each is not None:
            try:
                each = Naming().value_of(g, taken[0].limit.each.type, entry.get("each"))
            except GameError as problem:
                reader.problem((*path, "each"), str(problem))
        elif "each" in entry:
            reader.problem((*path, "each"), f"`{action.name}` is not counted apart for anything.")
        table.use(action.index, this, each, reader.number((*path, "times"), entry.get("times"), 1, 1))


def _taken(g: State, reader: Reader, path: Path, entry: dict[str, Any]) -> tuple[ActionDef, int] | None:
    """The action, and the instance that has it (-1: an action of a pack itself)."""
    given = entry.get("action")
    name, _, tiles = given.partition(MARK) if isinstance(given, str) else (given, "", "")
    limited = {a.name: a for a in g.code.program.actions if a.limit is not None}
    name = reader.word((*path, "action"), name, "limited action", limited)
    if entry.get("tile") is not None:
        tiles = reader.word((*path, "tile"), entry["tile"], "tile", g.code.program.tiles)
        name = name if tiles else ""
    if not name:
        return None
    own, lent = _instances(g, name)
    fitting = [instance for instance in (own + lent if tiles else own) if is_meant(g, *instance, tiles)]
    if not fitting:
        reader.problem(path, f"`{tiles}` has no action `{name}`; {_whose(g, own)}.")
        return None
    if not tiles and len(fitting) > 1:
        reader.problem(path, f"Which action `{name}`? Say it with `tile:`; {_whose(g, own)}.")
        return None
    return fitting[0]


def _instances(g: State, name: str) -> tuple[list[tuple[ActionDef, int]], list[tuple[ActionDef, int]]]:
    """All that have limited actions of a name: the tiles that bring them (-1: none), and those that have borrowed them."""
    own, lent = [], []
    program, tiles = g.code.program, g.code.program.composition.tiles
    for action in (a for a in program.actions if a.name == name and a.limit is not None):
        if not action.origin.owner.tile:
            own.append((action, -1))
            continue
        copies = [
            tile for tile, id_ in enumerate(program.tiles) if (tiles[id_].copy_of or id_) == action.bringer
        ]
        own += [(action, tile) for tile in copies]
        lent += [
            (action, g.code.tile_count + tile)
            for tile in range(g.code.tile_count)
            if tile_cell(g, tile, at.BORROWED) in copies
        ]
    return own, lent


def _whose(g: State, own: list[tuple[ActionDef, int]]) -> str:
    names = [action.bringer if this < 0 else g.code.program.tiles[this] for action, this in own]
    return f"it is an action of {', '.join(filter(None, names)) or 'no tile'}"


def limits_of(g: State) -> list[dict[str, Any]]:
    """The data from which `set_limits` makes the same."""
    naming, limits = Naming(), []
    for (index, this, each), times in sorted(g.used.items()):
        action = g.code.program.actions[index]
        if action.limit is None:
            continue
        entry: dict[str, Any] = {"action": action.name}
        if this >= g.code.tile_count:
            entry["action"] = full_name(g, action, this)
        elif this >= 0:
            entry["tile"] = naming.tile_id(g, this)
        if action.limit.each is not None:
            entry["each"] = naming.id_of(g, action.limit.each.type, each)
        limits.append({**entry, "times": times} if times > 1 else entry)
    return limits


Path = tuple[str | int, ...]
"""A path in the data: keys of mappings and indices (from 0) of lists, outermost first."""

DEEPEST = 12
WORD = 1 << 64
"""Numbers are nearer to 0."""
MOST_NAMED = 12
MOST_VALUES = 100_000
"""The most values of a position, in all its lists and mappings together."""


class PositionError(GameError):
    """An invalid position. `problems` lists the problems as (path, message); `path` is the place of the first.

    There are never more than `MOST_LISTED`; `more` counts those that are left out.
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

    `in_words` puts what the game calls things into a message. `lacks_map`: there is no map, so that nothing is said about regions.
    """

    def __init__(self, in_words: Callable[[str], str] = str) -> None:
        self.in_words = in_words
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
            if len(self._problems) < MOST_LISTED:
                self._problems.append((path, self.in_words(message)))

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

    def word(self, path: Path, value: Any, what: str, names: Collection[str]) -> str:
        """One of the known names; empty if it is none."""
        if not (isinstance(value, str) or is_whole(value)):
            self.problem(path, f"The id of a {what} is expected here, not {_what(value)}.")
            return ""
        if str(value) not in names:
            self.problem(path, self._unknown(what, str(value), names))
            return ""
        return str(value)

    def amounts(
        self, path: Path, value: Any, what: str, names: Collection[str]
    ) -> Iterator[tuple[Path, str, int]]:
        """A mapping from names to numbers: (path, name, number)."""
        for key, amount in self.mapping(path, value).items():
            name = self.word((*path, key), key, what, names)
            count = self.number((*path, key), amount, default=-1)
            if name and count >= 0:
                yield (*path, key), name, count

    def _unknown(self, what: str, word: str, names: Collection[str]) -> str:
        near = self.purse.nearest(word, names) if self.found < MOST_LISTED else []
        if near:
            return f"There is no {what} `{word[:60]}` here. {did_you_mean(near[0])}"
        if len(names) <= MOST_NAMED:
            return f"There is no {what} `{word[:60]}` here; there are: {', '.join(names) or 'none'}."
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
    mapping: dict[str, Any] = {}
    for key, value in data.items():
        if not (isinstance(key, str) or (is_whole(key) and abs(key) < WORD)):
            raise PositionError("G030", [(path, f"{briefly(key)} cannot be a key: texts and numbers can.")])
        name = str(key)
        if name in mapping:
            raise PositionError("G030", [((*path, name), "This key is here twice.")])
        mapping[name] = _copied(value, (*path, name))
    return mapping
