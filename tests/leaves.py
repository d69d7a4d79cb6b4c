"""The leaves of plain data, and values to put there: what a form lets pass is read, or refused."""

from __future__ import annotations

from copy import deepcopy

VALUES = (
    2,
    2.0,
    2.5,
    -1,
    2**70,
    1e400,
    True,
    False,
    None,
    "2",
    "",
    "hill",
    "nothing_of_this",
    [],
    [2],
    {},
    {"a": 2},
)
"""A value of each type of YAML and JSON, and what borders on them."""


def leaves(data, path=()):
    """The paths of all that consists of nothing else."""
    if isinstance(data, dict | list | tuple) and data:
        for key, part in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(part, (*path, key))
    else:
        yield path


def at(data, path):
    """What lies at a path."""
    for key in path:
        data = data[key]
    return data


def put(data, path, value):
    """The data with another value at a path."""
    changed = deepcopy(data)
    at(changed, path[:-1])[path[-1]] = value
    return changed
