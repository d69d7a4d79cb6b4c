"""Turns plain data back into the objects that `encoding` had.

The data can create only plain values, objects of the given classes, and objects given by name: it calls no constructor and no other
function.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import repeat
from typing import TYPE_CHECKING, Any

from ruledsl.base.store.classes import SAME, Classes, Column, fields_of

if TYPE_CHECKING:
    from ruledsl.base.store.encoding import Encoded

Changes = Mapping[tuple[str, str], Callable[[Any], Any]]
"""By class and field, both by name: functions applied to the plain values in it."""


def decoded(data: Encoded, classes: Classes, named: Mapping[str, Any], changes: Changes | None = None) -> Any:  # noqa: ANN401 - whoever encoded it knows
    """The value. Malformed data raises some exception; it never does anything else.

    First all objects are created, empty if they can be filled later, so that they may refer to each other; then they are filled, one field of all
    objects of a class at a time.
    """
    names, records, objects, lists, dicts, tuples, plain, root = data
    found: list[Any] = [named[name] for name in names]
    at = found.__getitem__
    held = partial(_held, at, classes, changes or {})
    for name, count, columns in records:
        found.extend(
            [*map(partial(tuple.__new__, classes[name]), zip(*held(name, count, columns), strict=True))]
        )
    made: list[list[object]] = []
    for name, count, _ in objects:
        kind = classes[name]
        made.append([object.__new__(kind) for _ in range(count)])
        found += made[-1]
    new_lists: list[list[Any]] = [[] for _ in lists]
    new_dicts: list[dict[Any, Any]] = [{} for _ in dicts]
    found += new_lists
    found += new_dicts
    first = len(found)
    found += [None] * len(tuples)
    found += plain
    for place, row in enumerate(tuples, first):
        found[place] = tuple(map(at, row))
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
