"""Objects as plain data, which `marshal` can write and `decoding` makes objects of again.

Each thing is there once, whoever refers to it: what is shared stays shared, and circles stay circles. Numbers refer to things, in this order:
those that go by a name, named tuples, objects, lists, dictionaries, tuples, plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ruledsl.store.classes import Classes, fields_of, is_record

__all__ = ["CannotBeKept", "Encoded", "encoded"]

ATOMS = frozenset({int, float, str, bytes, bool, type(None)})
CONTAINERS = frozenset({tuple, list, dict, set, frozenset})

Numbers = tuple[int, ...]
Column = tuple[bool, tuple[Any, ...]]
"""One field of all objects of a class: whether these are the plain values themselves, or numbers that refer to what is there."""

Encoded = tuple[
    tuple[str, ...],
    tuple[tuple[str, tuple[Column, ...]], ...],
    tuple[tuple[str, int, tuple[Column, ...]], ...],
    tuple[Numbers, ...],
    tuple[tuple[tuple[Any, ...], Numbers], ...],
    tuple[Numbers, ...],
    tuple[Any, ...],
    int,
]
"""Names; named tuples (class, columns); objects (class, how many, columns); lists; dictionaries (keys, values); tuples, those inside others
first; plain values that something refers to; the number of the whole.
"""


class CannotBeKept(TypeError):
    """Something that is no plain value and of none of the classes."""


def encoded(value: object, classes: Classes, name_of: Callable[[object], str | None]) -> Encoded:
    """A value as plain data; what `name_of` has a name for goes by that name. Raises `CannotBeKept`.

    Plain are numbers, texts, flags, None, and tuples, lists, dictionaries and sets of them. Members of sets and keys of dictionaries are nothing
    else, and what a field of a named tuple holds is nothing else either, or always a named tuple of another class.
    """
    return _Encoding(classes, name_of).of(value)


class _Encoding:
    """Things are told apart by their identity; the value holds them all meanwhile."""

    def __init__(self, classes: Classes, name_of: Callable[[object], str | None]) -> None:
        self._class_names = {kind: name for name, kind in classes.items()}
        self._fields = {kind: fields_of(kind) for kind in classes.values()}
        self._name_of = name_of
        self._plain: dict[int, bool] = {}
        self._named: dict[int, str] = {}
        self._things: dict[type, dict[int, Any]] = {}
        self._numbers: dict[int, int] = {}
        self._values: list[Any] = []

    def of(self, value: object) -> Encoded:
        """All of it."""
        self._collect(value)
        own = [kind for kind in self._things if kind not in CONTAINERS]
        records, objects = self._inner_classes_first(), [kind for kind in own if not is_record(kind)]
        tuples = _inner_first(self._things.get(tuple, {}))
        ids = [*self._named, *(id_ for kind in (*records, *objects, list, dict) for id_ in self._of(kind))]
        self._numbers = {id_: number for number, id_ in enumerate([*ids, *tuples])}
        found = (
            tuple(self._named.values()),
            tuple((self._class_names[kind], self._columns(kind)) for kind in records),
            tuple((self._class_names[kind], len(self._of(kind)), self._columns(kind)) for kind in objects),
            tuple(self._references(thing) for thing in self._of(list).values()),
            tuple((tuple(thing), self._references(thing.values())) for thing in self._of(dict).values()),
            tuple(self._references(thing) for thing in tuples.values()),
        )
        (root,) = self._references([value])
        return (*found, tuple(self._values), root)

    def _of(self, kind: type) -> dict[int, Any]:
        """The things of a class, by their identity."""
        return self._things.get(kind, {})

    # ── what there is ──

    def _collect(self, value: object) -> None:
        """Everything that is not plain, without recursion: trees of rules are deep."""
        waiting, seen = [value], set()
        while waiting:
            thing = waiting.pop()
            if type(thing) not in ATOMS and id(thing) not in seen:
                seen.add(id(thing))
                if not self._is_plain(thing):
                    waiting.extend(self._parts(thing))

    def _parts(self, thing: Any) -> Iterable[Any]:  # noqa: ANN401 - whatever there is
        """Note a thing; what it holds."""
        name = self._name_of(thing)
        if name is not None:
            self._named[id(thing)] = name
            return ()
        kind = type(thing)
        self._things.setdefault(kind, {})[id(thing)] = thing
        if kind in (list, tuple):
            return thing  # type: ignore[no-any-return]
        if kind is dict and all(map(self._is_plain, thing)):
            return thing.values()  # type: ignore[no-any-return]
        held = [getattr(thing, name) for name in self._fields[kind]] if kind in self._fields else None
        if held is None:
            raise CannotBeKept(f"{kind.__name__} cannot be kept")
        return held

    def _inner_classes_first(self) -> list[type]:
        """The named tuples there are: those that a class holds come before it, so that it can be made of them at once."""
        found: list[type] = []

        def add(kind: type, above: tuple[type, ...]) -> None:
            for values in zip(*self._of(kind).values(), strict=True):
                held = set() if all(map(self._is_plain, values)) else set(map(type, values))
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

    def _is_plain(self, thing: Any) -> bool:  # noqa: ANN401 - whatever there is
        kind = type(thing)
        if kind not in CONTAINERS:
            return kind in ATOMS
        if id(thing) not in self._plain:
            self._plain[id(thing)] = False  # what holds itself is not
            parts = (*thing, *thing.values()) if kind is dict else thing
            self._plain[id(thing)] = all(map(self._is_plain, parts))
        return self._plain[id(thing)]

    # ── how it is written ──

    def _columns(self, kind: type) -> tuple[Column, ...]:
        return tuple(
            self._column([getattr(thing, name) for thing in self._of(kind).values()])
            for name in self._fields[kind]
        )

    def _column(self, values: list[Any]) -> Column:
        is_plain = all(map(self._is_plain, values))
        return is_plain, tuple(values) if is_plain else self._references(values)

    def _references(self, things: Iterable[Any]) -> Numbers:
        return tuple(map(self._reference, things))

    def _reference(self, thing: Any) -> int:  # noqa: ANN401 - whatever there is
        if id(thing) not in self._numbers:
            self._numbers[id(thing)] = len(self._numbers)
            self._values.append(thing)
        return self._numbers[id(thing)]


def _inner_first(tuples: dict[int, tuple[Any, ...]]) -> dict[int, tuple[Any, ...]]:
    """In such an order that each is made before those that hold it."""
    found: dict[int, tuple[Any, ...]] = {}

    def add(id_: int) -> None:
        if id_ in tuples and id_ not in found:
            for part in tuples[id_]:
                add(id(part))
            found[id_] = tuples[id_]

    for id_ in tuples:
        add(id_)
    return found
