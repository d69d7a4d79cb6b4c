"""Objects as plain data, which `marshal` can write and `decoding` turns back into objects.

Each object is stored once, however many refer to it: sharing and cycles are preserved. Numbers refer to objects, in this order:
named ones, named tuples, objects, lists, dictionaries, tuples, plain values.

All objects of a class are processed together, one field at a time: most fields hold the same kinds of values in all of them, so that few checks
are needed for each.
"""

from __future__ import annotations

import marshal
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from itertools import chain, repeat
from operator import attrgetter
from types import ModuleType
from typing import Any, Final

# ── plain ───────────────────────────────────────────────────────────────────────
# Plain data as bytes and back.
#
# `marshal` supports plain values and code objects only. It trusts its input, so it only reads entries of the user's own folder.


OLD = 2
"""The version of `marshal` that writes the same bytes for equal data, whatever refers to it, and that every Python reads."""


def to_bytes(value: Any, version: int = marshal.version) -> bytes:  # noqa: ANN401 - it says so itself if it cannot
    """Plain data, and code, as bytes. Raises `ValueError` for anything else."""
    return marshal.dumps(value, version)


def from_bytes(data: bytes) -> Any:  # noqa: ANN401 - whoever wrote it knows
    """The data from bytes. Malformed bytes raise some exception."""
    return marshal.loads(data)  # noqa: S302 - from the user's own folder


# ── classes ─────────────────────────────────────────────────────────────────────
# The classes whose objects can be stored: a closed list, by name, from some modules.


SAME: Final = 2
Column = tuple[int, Any]
"""One field of all objects of a class: references by number (0), plain values themselves (1), or one value that all share."""

Classes = dict[str, type]
"""Dataclasses with slots and named tuples, by module and name."""


def classes_in(*modules: ModuleType) -> Classes:
    """The dataclasses and named tuples that these modules define; not those that they import."""
    return {
        f"{module.__name__}.{name}": kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and kind.__module__ == module.__name__
        and (is_record(kind) or is_dataclass(kind))
    }


def is_record(kind: type) -> bool:
    """Is it a named tuple?"""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def fields_of(kind: type) -> tuple[str, ...]:
    """The stored fields of its objects, by name, in order; fields that they compute themselves are left out."""
    return tuple(field.name for field in fields(kind) if field.init) if is_dataclass(kind) else kind._fields  # type: ignore[attr-defined]


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
        parts = (
            tuple(self._named.values()),
            tuple(map(self._class, records)),
            tuple(map(self._class, objects)),
            tuple(map(self._references, self._of(list).values())),
            tuple((tuple(thing), self._references(thing.values())) for thing in self._of(dict).values()),
            tuple(map(self._references, tuples.values())),
        )
        (root,) = self._references([value])
        return (*parts, tuple(self._values), root)

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
            noted = self._things.get(kind, self._named)
            fresh = {id_: thing for id_, thing in by_id.items() if id_ not in noted}
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
        ordered: list[type] = []

        def add(kind: type, above: tuple[type, ...]) -> None:
            for values in _columns(kind, [*self._of(kind).values()]):
                held = {} if self._are_plain(values) else dict.fromkeys(map(type, values))
                if any(not is_record(inner) or inner in above for inner in held):
                    raise CannotBeKept(f"{kind.__name__} cannot be kept")
                for inner in held:
                    add(inner, (*above, inner))
            if kind not in ordered:
                ordered.append(kind)

        for kind in self._things:
            if is_record(kind):
                add(kind, (kind,))
        return ordered

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
    ordered: dict[int, tuple[Any, ...]] = {}

    def add(id_: int) -> None:
        if id_ in tuples and id_ not in ordered:
            for part in tuples[id_]:
                if type(part) is tuple:
                    add(id(part))
            ordered[id_] = tuples[id_]

    for id_ in tuples:
        add(id_)
    return ordered


# ── decoding ────────────────────────────────────────────────────────────────────
# Turns plain data back into the objects that `encoding` had.
#
# The data can create only plain values, objects of the given classes, and objects given by name: it calls no constructor and no other
# function.


Changes = Mapping[tuple[str, str], Callable[[Any], Any]]
"""By class and field, both by name: functions applied to the plain values in it."""


def decoded(data: Encoded, classes: Classes, named: Mapping[str, Any], changes: Changes | None = None) -> Any:  # noqa: ANN401 - whoever encoded it knows
    """The value. Malformed data raises some exception; it never does anything else.

    First all objects are created, empty if they can be filled later, so that they may refer to each other; then they are filled, one field of all
    objects of a class at a time.
    """
    names, records, objects, lists, dicts, tuples, plain, root = data
    things: list[Any] = [named[name] for name in names]
    at = things.__getitem__
    held = partial(_held, at, classes, changes or {})
    for name, count, columns in records:
        things.extend(
            [*map(partial(tuple.__new__, classes[name]), zip(*held(name, count, columns), strict=True))]
        )
    made: list[list[object]] = []
    for name, count, _ in objects:
        kind = classes[name]
        made.append([object.__new__(kind) for _ in range(count)])
        things += made[-1]
    new_lists: list[list[Any]] = [[] for _ in lists]
    new_dicts: list[dict[Any, Any]] = [{} for _ in dicts]
    things += new_lists
    things += new_dicts
    first = len(things)
    things += [None] * len(tuples)
    things += plain
    for place, row in enumerate(tuples, first):
        things[place] = tuple(map(at, row))
    for new_list, row in zip(new_lists, lists, strict=True):
        new_list.extend(map(at, row))
    for new_dict, (keys, row) in zip(new_dicts, dicts, strict=True):
        new_dict.update(zip(keys, map(at, row), strict=True))
    for some, (name, count, columns) in zip(made, objects, strict=True):
        for put, field in zip(_setters(classes[name]), held(name, count, columns), strict=True):
            deque(map(put, some, field), maxlen=0)
    return at(root)


def _held(
    at: Callable[[int], Any],
    classes: Classes,
    changes: Changes,
    name: str,
    count: int,
    columns: tuple[Column, ...],
) -> list[Iterable[Any]]:
    """The values of each field of the objects of a class."""
    fields = [
        repeat(column, count) if how == SAME else column if how else map(at, column)
        for how, column in columns
    ]
    for (changed, field), change in changes.items():
        if changed == name:
            number = fields_of(classes[name]).index(field)
            fields[number] = map(cache(change), fields[number])
    return fields


@cache
def _setters(kind: type) -> tuple[Callable[[object, object], None], ...]:
    """The setters of each field: those of the slots, since a frozen class has no others."""
    return tuple(getattr(kind, name).__set__ for name in fields_of(kind))
