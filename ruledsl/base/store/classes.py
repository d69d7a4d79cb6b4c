"""The classes whose objects can be stored: a closed list, by name, from some modules."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any, Final

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
