"""Dataclasses like those of the standard library, which writes and compiles half a dozen functions for each class on import.

Here all classes share these functions except the constructor, which is written when the first object is created. Two hundred classes cost as
much as fifty, and objects from the cache need no constructor at all.
"""

from __future__ import annotations

import dataclasses
from dataclasses import asdict, field, fields, is_dataclass, replace
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["asdict", "dataclass", "field", "fields", "is_dataclass", "replace"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, repr=True, slots=False, kw_only=False):  # noqa: ANN001, ANN201, A002 - as there
        """As `dataclasses.dataclass`."""

        def made(cls: type) -> type:
            return _made(cls, frozen=frozen, eq=eq, shown=repr, slots=slots, kw_only=kw_only)

        return made if cls is None else made(cls)


def _made(cls: type, *, frozen: bool, eq: bool, shown: bool, slots: bool, kw_only: bool) -> type:
    """The class with its fields and the shared methods, unless it defines them itself."""
    own = set(vars(cls))
    kind: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    every = fields(kind)
    added: dict[str, Any] = {"__init__": _first_constructor(kind, every, frozen=frozen)}
    if shown:
        added["__repr__"] = _repr([one.name for one in every if one.repr])
    if eq:
        compared = [one.name for one in every if one.compare]
        added["__eq__"] = _eq(compared)
        added["__hash__"] = _hash(compared) if frozen else None
    if frozen:
        added |= {"__setattr__": _no_change, "__delattr__": _no_change}
    if frozen or slots:  # without dictionaries, the oldest pickles need to be told
        added |= {"__getstate__": _state([one.name for one in every]), "__setstate__": _restored}
    for name, function in added.items():
        if name not in own or (name == "__hash__" and function is not None and vars(kind)[name] is None):
            setattr(kind, name, function)
    return kind


def _first_constructor(
    kind: type, every: tuple[dataclasses.Field[Any], ...], *, frozen: bool
) -> Callable[..., None]:
    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: ANN401, N807 - as it will be
        """Write the constructor, and call it."""
        constructor = _constructor(kind, every, frozen=frozen)
        kind.__init__ = constructor  # type: ignore[misc]
        constructor(self, *args, **named)

    return __init__


def _constructor(
    kind: type, every: tuple[dataclasses.Field[Any], ...], *, frozen: bool
) -> Callable[..., None]:
    """The constructor; only names of fields get into its text."""
    missing = dataclasses.MISSING
    namespace: dict[str, Any] = {"_missing": missing, "_set": object.__setattr__}
    by_place: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    for one in every:
        name, value = one.name, one.name
        if one.default_factory is not missing:
            namespace[f"_new_{name}"] = one.default_factory
            value = f"_new_{name}() if {name} is _missing else {name}" if one.init else f"_new_{name}()"
            default = "=_missing"
        elif one.default is not missing:
            namespace[f"_default_{name}"] = one.default
            default = f"=_default_{name}"
            value = name if one.init else f"_default_{name}"
        elif one.init:
            default = ""
        else:
            continue
        if one.init:
            (by_name if one.kw_only else by_place).append(name + default)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    head = ", ".join(["self", *by_place, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({head}):\n " + "\n ".join(body or ["pass"]), namespace)  # noqa: S102 - names of fields
    constructor: Callable[..., None] = namespace["__init__"]
    constructor.__qualname__ = f"{kind.__qualname__}.__init__"
    return constructor


def _values(names: list[str]) -> Callable[[Any], Any]:
    """All fields as a tuple."""
    return attrgetter(*names) if names else lambda _: ()


def _eq(names: list[str]) -> Callable[[Any, object], bool]:
    values = _values(names)

    def __eq__(self: Any, other: object) -> bool:  # noqa: ANN401, N807
        return bool(values(self) == values(other)) if type(other) is type(self) else NotImplemented

    return __eq__


def _hash(names: list[str]) -> Callable[[Any], int]:
    values = _values(names)

    def __hash__(self: Any) -> int:  # noqa: ANN401, N807
        return hash(values(self))

    return __hash__


def _repr(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: ANN401, N807
        held = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({held})"

    return __repr__


def _no_change(self: object, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"{type(self).__qualname__}.{name} cannot be changed")


def _state(names: list[str]) -> Callable[[Any], dict[str, Any]]:
    def __getstate__(self: Any) -> dict[str, Any]:  # noqa: ANN401, N807 - for copies, since fields cannot be set
        return {name: getattr(self, name) for name in names if hasattr(self, name)}

    return __getstate__


def _restored(self: object, state: dict[str, Any]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)
