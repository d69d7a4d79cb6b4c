"""Objects as plain data, which `marshal` can write and `decoding` turns back into objects.

Each object is stored once, however many refer to it: sharing and cycles are preserved. Numbers refer to objects, in this order:
named ones, named tuples, objects, lists, dictionaries, tuples, plain values.

All objects of a class are processed together, one field at a time: most fields hold the same kinds of values in all of them, so that few checks
are needed for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from ruledsl.base.store.classes import SAME, Classes, Column, fields_of, is_record

ATOMS = frozenset({int, float, str, bytes, bool, type(None)})
CONTAINERS = frozenset({tuple, list, dict, set, frozenset})
PLAIN = ATOMS | CONTAINERS
DEEPEST: Final = 12
"""Plain values with a deeper nesting are processed one by one."""

Numbers = tuple[int, ...]
Encoded = tuple[
    tuple[str, ...],
    tuple[tuple[str, int, tuple[Column, ...]], ...],
    tuple[tuple[str, int, tuple[Column, ...]], ...],
    tuple[Numbers, ...],
    tuple[tuple[tuple[Any, ...], Numbers], ...],
    tuple[Numbers, ...],
    tuple[Any, ...],
    int,
]
"""Names; named tuples (class, count, columns); objects (the same); lists; dictionaries (keys, values); tuples, inner ones first; plain
values with references; the number of the root."""


class CannotBeKept(TypeError):
    """Something that is neither a plain value nor an object of one of the classes."""


def encoded(value: object, classes: Classes, name_of: Callable[[object], str | None]) -> Encoded:
    """A value as plain data; objects of other classes with a name from `name_of` are stored by that name. Raises `CannotBeKept`.

    Plain values are numbers, texts, flags, None, and tuples, lists, dictionaries and sets of them. Members of sets and keys of dictionaries must
    be plain, and a field of a named tuple must be plain, or always a named tuple of another class.
    """
    return _Encoding(classes, name_of).of(value)


class _Encoding:
    """Objects are distinguished by identity; the value keeps them all alive meanwhile."""

    def __init__(self, classes: Classes, name_of: Callable[[object], str | None]) -> None:
        self._class_names = {kind: name for name, kind in classes.items()}
        self._name_of = name_of
        self._plain: dict[int, bool] = {}
        self._named: dict[int, str] = {}
        self._things: dict[type, dict[int, Any]] = {}
        self._numbers: dict[int, int] = {}
        self._values: list[Any] = []

    def of(self, value: object) -> Encoded:
        """Encode everything."""
        self._collect(value)
        own = [kind for kind in self._things if kind not in CONTAINERS]
        records, objects = self._inner_classes_first(), [kind for kind in own if not is_record(kind)]
        tuples = _inner_first(self._of(tuple))
        ids = [*self._named, *(id_ for kind in (*records, *objects, list, dict) for id_ in self._of(kind))]
        self._numbers = {id_: number for number, id_ in enumerate([*ids, *tuples])}
        found = (
            tuple(self._named.values()),
            tuple(map(self._class, records)),
            tuple(map(self._class, objects)),
            tuple(map(self._references, self._of(list).values())),
            tuple((tuple(thing), self._references(thing.values())) for thing in self._of(dict).values()),
            tuple(map(self._references, tuples.values())),
        )
        (root,) = self._references([value])
        return (*found, tuple(self._values), root)

    def _of(self, kind: type) -> dict[int, Any]:
        """The objects of a class, by identity."""
        return self._things.get(kind, {})

    # ── collecting objects ──

    def _collect(self, value: object) -> None:
        """Collect everything that is not plain, without recursion: trees of rules are deep."""
        waiting: dict[type, list[Any]] = {}
        self._note([value], waiting)
        while waiting:
            kind = max(waiting, key=lambda kind: len(waiting[kind]))
            for column in self._parts(kind, waiting.pop(kind)):
                self._note(column, waiting)

    def _note(self, column: list[Any], waiting: dict[type, list[Any]]) -> None:
        """Queue new objects that are not plain with others of their class."""
        kinds = set(map(type, column))
        if kinds <= ATOMS or (kinds <= PLAIN and _all_plain(column)):
            return
        for kind in dict.fromkeys(
            map(type, column)
        ):  # in the order of the column: a set's order differs between processes
            if kind in ATOMS:
                continue
            things = column if len(kinds) == 1 else [thing for thing in column if type(thing) is kind]
            by_id = dict(zip(map(id, things), things, strict=True))
            if kind in CONTAINERS:
                by_id = {id_: thing for id_, thing in by_id.items() if not self._is_plain(thing)}
            known = self._things.get(kind, self._named)
            fresh = {id_: thing for id_, thing in by_id.items() if id_ not in known}
            if fresh and kind not in self._class_names and kind not in CONTAINERS:
                self._name(kind, fresh)
            elif fresh:
                self._things.setdefault(kind, {}).update(fresh)
                waiting.setdefault(kind, []).extend(fresh.values())

    def _name(self, kind: type, things: dict[int, Any]) -> None:
        """Record objects that are stored by name."""
        for id_, thing in things.items():
            name = self._name_of(thing)
            if name is None:
                raise CannotBeKept(f"{kind.__name__} cannot be kept")
            self._named[id_] = name

    def _parts(self, kind: type, things: list[Any]) -> Iterable[list[Any]]:
        """The values in these objects of one class."""
        if kind in (list, tuple):
            return [[*chain.from_iterable(things)]]
        if kind is dict and self._are_plain(chain.from_iterable(things)):
            return [[*chain.from_iterable(thing.values() for thing in things)]]
        if kind in CONTAINERS:
            raise CannotBeKept(f"{kind.__name__} cannot be kept")
        return _columns(kind, things)

    def _inner_classes_first(self) -> list[type]:
        """The named tuples, ordered so that a class contained in another comes before it and can be created at once."""
        found: list[type] = []

        def add(kind: type, above: tuple[type, ...]) -> None:
            for values in _columns(kind, [*self._of(kind).values()]):
                held = {} if self._are_plain(values) else dict.fromkeys(map(type, values))
                if any(not is_record(inner) or inner in above for inner in held):
                    raise CannotBeKept(f"{kind.__name__} cannot be kept")
                for inner in held:
                    add(inner, (*above, inner))
            if kind not in found:
                found.append(kind)

        for kind in self._things:
            if is_record(kind):
                add(kind, (kind,))
        return found

    def _are_plain(self, things: Iterable[Any]) -> bool:
        things = [*things]
        return _all_plain(things) or all(map(self._is_plain, things))

    def _is_plain(self, thing: Any) -> bool:  # noqa: ANN401 - whatever there is
        kind = type(thing)
        if kind not in CONTAINERS:
            return kind in ATOMS
        if id(thing) not in self._plain:
            self._plain[id(thing)] = False  # what contains itself is not plain
            parts = (*thing, *thing.values()) if kind is dict else thing
            self._plain[id(thing)] = all(map(self._is_plain, parts))
        return self._plain[id(thing)]

    # ── writing ──

    def _class(self, kind: type) -> tuple[str, int, tuple[Column, ...]]:
        things = [*self._of(kind).values()]
        columns = tuple(map(self._column, _columns(kind, things)))
        return self._class_names[kind], len(things), columns

    def _column(self, values: list[Any]) -> Column:
        is_plain = self._are_plain(values)
        if is_plain and len(set(map(id, values))) == 1:
            return SAME, values[0]
        return is_plain, tuple(values) if is_plain else self._references(values)

    def _references(self, things: Iterable[Any]) -> Numbers:
        things = [*things]
        try:
            return tuple(map(self._numbers.__getitem__, map(id, things)))
        except KeyError:
            return tuple(map(self._reference, things))

    def _reference(self, thing: Any) -> int:  # noqa: ANN401 - whatever there is
        if id(thing) not in self._numbers:
            self._numbers[id(thing)] = len(self._numbers)
            self._values.append(thing)
        return self._numbers[id(thing)]


def _columns(kind: type, things: list[Any]) -> list[list[Any]]:
    """The values of objects of a class, field by field."""
    if is_record(kind):
        return [[*column] for column in zip(*things, strict=True)]
    return [[*map(attrgetter(name), things)] for name in fields_of(kind)]


def _all_plain(things: list[Any]) -> bool:
    """Are these plain values, as far as a joint check can tell?"""
    for _ in range(DEEPEST):
        kinds = set(map(type, things))
        if kinds <= ATOMS:
            return True
        if not kinds <= PLAIN:
            return False
        held = [thing for thing in things if type(thing) in CONTAINERS]
        if dict in kinds:
            held += [thing.values() for thing in held if type(thing) is dict]
        things = [*chain.from_iterable(held)]
    return False


def _inner_first(tuples: dict[int, tuple[Any, ...]]) -> dict[int, tuple[Any, ...]]:
    """Ordered so that each comes before those that contain it."""
    found: dict[int, tuple[Any, ...]] = {}

    def add(id_: int) -> None:
        if id_ in tuples and id_ not in found:
            for part in tuples[id_]:
                if type(part) is tuple:
                    add(id(part))
            found[id_] = tuples[id_]

    for id_ in tuples:
        add(id_)
    return found
