"""Does plain data certainly fit a JSON Schema?

Nearly all data does, and then there is nothing to report. The full check is in `faults`; it runs whenever there is a fault, or a keyword of JSON
Schema that this file does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sized
from typing import Any, Final

from ruledsl.base.whole import is_number, is_whole

_pattern = re.compile


def fits(data: Any, schema: Any) -> bool:
    """True only if the data fits; False if it does not, or if that is not obvious."""
    if not isinstance(schema, dict):
        return schema is True
    for word, wanted in schema.items():
        test = _WORDS.get(word, _unknown)
        if test is not None and not test(data, wanted, schema):
            return False
    return True


def _unknown(_data: Any, _wanted: Any, _schema: Mapping[str, Any]) -> bool:
    return False


_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "integer": is_whole,
    "number": is_number,
    "null": lambda data: data is None,
}


def _type(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    if isinstance(wanted, str):
        test = _TYPES.get(wanted)
        return test is not None and test(data)
    return any(_type(data, kind, _schema) for kind in wanted)


def _properties(data: Any, wanted: Any, schema: Mapping[str, Any]) -> bool:
    """Checks `additionalProperties` as well, so that every key is visited once."""
    if not isinstance(data, dict):
        return True
    others = schema.get("additionalProperties", True)
    return all(fits(value, wanted.get(key, others)) for key, value in data.items())


def _additional(data: Any, wanted: Any, schema: Mapping[str, Any]) -> bool:
    return "properties" in schema or _properties(data, {}, {"additionalProperties": wanted})


def _names(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    return not isinstance(data, dict) or all(fits(key, wanted) for key in data)


def _required(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    return not isinstance(data, dict) or all(key in data for key in wanted)


def _items(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    if not isinstance(data, list):
        return True
    if not isinstance(wanted, dict):
        return False
    if wanted.keys() == {"type"}:  # usually points: the longest lists there are
        return all(_type(item, wanted["type"], wanted) for item in data)
    return all(fits(item, wanted) for item in data)


def _any_of(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    return any(fits(data, option) for option in wanted)


def _one_way(data: Any, wanted: Any, schema: Mapping[str, Any]) -> bool:
    """`if` with `then` and `else`. Only required keys are simple enough; any other condition is left to the full check."""
    if not isinstance(wanted, dict) or wanted.keys() != {"required"}:
        return False
    return fits(data, schema.get("then" if fits(data, wanted) else "else", True))


def _matches(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    return not isinstance(data, str) or _pattern(wanted).search(data) is not None


def _one_of_words(data: Any, wanted: Any, _schema: Mapping[str, Any]) -> bool:
    """Only texts: whether 1, 1.0 and true are equal is left to the full check."""
    return isinstance(data, str) and data in wanted


def _number(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Mapping[str, Any]], bool]:
    return lambda data, wanted, _schema: not is_number(data) or test(data, wanted)


def _length(
    kind: type[Sized], test: Callable[[int, int], bool]
) -> Callable[[Any, Any, Mapping[str, Any]], bool]:
    return lambda data, wanted, _schema: not isinstance(data, kind) or test(len(data), wanted)


def _differ(data: list[Any]) -> bool:
    """Are all of them obviously different?"""
    return all(is_whole(item) or isinstance(item, str) for item in data) and len(set(data)) == len(data)


_WORDS: Final[dict[str, Callable[[Any, Any, Mapping[str, Any]], bool] | None]] = {
    "$schema": None,
    "title": None,
    "description": None,
    "means": None,
    "names": None,
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "required": _required,
    "items": _items,
    "anyOf": _any_of,
    "if": _one_way,
    "then": None,
    "else": None,
    "pattern": _matches,
    "enum": _one_of_words,
    "minimum": _number(lambda data, wanted: data >= wanted),
    "maximum": _number(lambda data, wanted: data <= wanted),
    "uniqueItems": lambda data, wanted, _: wanted is True and (not isinstance(data, list) or _differ(data)),
    "minItems": _length(list, lambda size, wanted: size >= wanted),
    "maxItems": _length(list, lambda size, wanted: size <= wanted),
    "minLength": _length(str, lambda size, wanted: size >= wanted),
    "maxLength": _length(str, lambda size, wanted: size <= wanted),
    "minProperties": _length(dict, lambda size, wanted: size >= wanted),
    "maxProperties": _length(dict, lambda size, wanted: size <= wanted),
}
