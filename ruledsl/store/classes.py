"""The classes whose objects can be kept: a closed list, by name, of what some modules declare."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any, Final

SAME: Final = 2
Column = tuple[int, Any]
"""One field of all objects of a class: numbers that refer to what is there (0), the plain values themselves (1), or the one that all of them have."""

Classes = dict[str, type]
"""Dataclasses with slots and named tuples, by module and name."""


def classes_in(*modules: ModuleType) -> Classes:
    """The dataclasses and named tuples that these modules declare; not those that they import."""
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
    """What its objects are made of, by name, in the order in which it is kept; what they make of that themselves they make again."""
    return tuple(field.name for field in fields(kind) if field.init) if is_dataclass(kind) else kind._fields  # type: ignore[attr-defined]
