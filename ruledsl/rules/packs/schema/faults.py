"""The faults that a JSON Schema finds in plain data, as our own values.

Of several shapes only the most probable one counts.

The only file that uses the jsonschema library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft7Validator, validators
from referencing import Registry

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.whole import is_number, is_whole
from ruledsl.rules.packs.schema.words import NEVER, unknown_keys

_TYPES = Draft7Validator.TYPE_CHECKER.redefine_many(
    {"integer": lambda _, given: is_whole(given), "number": lambda _, given: is_number(given)}
)
_Validator: Any = validators.extend(Draft7Validator, type_checker=_TYPES)  # type: ignore[no-untyped-call]
"""For JSON Schema, 11.0 is an integer."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: `rule` is the keyword of JSON Schema, `wanted` its requirement.

    `rule` is empty for something that must never be there.

    `where` is the place in the schema; `of_key` says that the fault is a key itself, then the `instance`.
    """

    rule: str
    wanted: Any
    path: tuple[str | int, ...]
    instance: Any
    schema: dict[str, Any]
    where: tuple[str | int, ...]
    of_key: bool


def faults(data: Any, schema: dict[str, Any]) -> Iterator[Fault]:
    """Every fault of `data`. References to other files are not followed."""
    registry: Registry[Any] = Registry()
    for error in _Validator(_prepared(schema), registry=registry).iter_errors(data):
        yield from _narrowed(error)


def weight_of(data: Any, schema: dict[str, Any]) -> int:
    """The weight of the faults of `data`: each unknown key counts."""
    return sum(
        len(unknown_keys(list(fault.instance), fault.schema))
        if fault.rule == "additionalProperties" and isinstance(fault.instance, dict)
        else 1
        for fault in faults(data, schema)
    )


def _prepared(schema: Any) -> Any:
    """The schema with `{"not": {}}` for every property that is `false`, since the library gives a place for those."""
    if isinstance(schema, list):
        return [_prepared(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    prepared = {key: _prepared(value) for key, value in schema.items()}
    for word in ("properties", "patternProperties"):
        if isinstance(schema.get(word), dict):
            prepared[word] = {
                key: NEVER if value is False else value for key, value in prepared[word].items()
            }
    return prepared


def _narrowed(error: Any) -> list[Fault]:
    """The faults of one error of the library.

    For `anyOf` and `oneOf`, those of the most probable branch.
    """
    if error.validator not in {"anyOf", "oneOf"} or not error.context:
        return [_fault(error)]
    branches: dict[int, list[Fault]] = {}
    for inner in error.context:
        branches.setdefault(int(inner.relative_schema_path[0]), []).extend(_narrowed(inner))
    depth = len(error.absolute_path)
    fitting = {number: found for number, found in branches.items() if not _is_other_type(found, depth)}
    if not fitting:
        return [
            _merged(
                [fault for found in branches.values() for fault in found if len(fault.path) == depth], "type"
            )
        ]
    flat = [fault for found in fitting.values() for fault in found]
    words = [fault for fault in flat if fault.rule in {"enum", "const"}]
    if len(words) == len(flat) and all(len(fault.path) == depth for fault in words):
        return [_merged(words, "enum")]
    for path in dict.fromkeys(fault.path for fault in words if len(fault.path) == depth + 1):
        if all(any(fault in words and fault.path == path for fault in found) for found in fitting.values()):
            return [_merged([fault for fault in words if fault.path == path], "enum")]
    return fitting[min(fitting, key=lambda number: (*_distance(fitting[number], depth), number))]


def _fault(error: Any) -> Fault:
    where = tuple(error.absolute_schema_path)
    schema = error.schema if isinstance(error.schema, dict) else {}
    never = error.validator is None or (error.validator == "not" and error.validator_value == {})
    rule = "" if never else str(error.validator)
    return Fault(
        rule,
        error.validator_value,
        tuple(error.absolute_path),
        error.instance,
        schema,
        where,
        "propertyNames" in where,
    )


def _is_other_type(found: list[Fault], depth: int) -> bool:
    return any(fault.rule == "type" and len(fault.path) == depth for fault in found)


def _distance(found: list[Fault], depth: int) -> tuple[int, int]:
    """The distance of a branch from the data.

    A constant one level in (`kind: region`) counts first, then the keys, then the rest.
    """
    fixed = sum(fault.rule in {"const", "enum"} and len(fault.path) == depth + 1 for fault in found)
    weight = 0
    for fault in found:
        if fault.rule == "additionalProperties" and isinstance(fault.instance, dict):
            weight += 2 * len(unknown_keys(list(fault.instance), fault.schema))
        else:
            weight += 2 if len(fault.path) == depth else 1
    return fixed, weight


def _merged(found: list[Fault], rule: str) -> Fault:
    """One fault of a rule at the place of the first of `found`, allowing what any of them allows."""
    here = [fault for fault in found if fault.rule in {rule, "const"}]
    allowed: list[Any] = []
    for fault in here:
        for option in (
            fault.wanted if fault.rule != "const" and isinstance(fault.wanted, list) else [fault.wanted]
        ):
            if option not in allowed:
                allowed.append(option)
    return replace(here[0], rule=rule, wanted=allowed)
