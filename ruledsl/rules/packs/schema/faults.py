"""The faults that a JSON Schema finds in plain data, as our own values.

Of several shapes only the most probable one counts.

The only file that uses the jsonschema library.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from jsonschema import Draft7Validator, validators
from referencing import Registry

from ruledsl.base.dataclass import dataclass
from ruledsl.base.dataclass import replace as dataclass_replace
from ruledsl.base.diagnostics import Fix, Span
from ruledsl.base.plaintext import further_right
from ruledsl.base.whole import is_number, is_whole
from ruledsl.rules.packs.schema import words
from ruledsl.rules.packs.schema.words import NEVER, unknown_keys
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_plain

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics

# ── nesting ─────────────────────────────────────────────────────────────────────
# Keys that belong to the key above them but begin in its column: read as its contents, and reported once.


MOST: Final = 12
"""The most keys that are tried as contents of another one."""
EFFORT: Final = 2_000
"""The cost of comparing a tree with its schema once more, in characters read."""

Path = tuple[str | int, ...]


def indented(root: Node, schema: dict[str, Any], diagnostics: Diagnostics) -> Node:
    """The tree with such keys where they belong: under a key without a value, if that leaves fewer faults."""
    reported = _faults(root, schema)
    for fault in reported:
        if fault.rule != "type" or fault.instance is not None or not fault.path:
            continue
        parent = _at(root, fault.path[:-1])
        if isinstance(parent, MappingNode):
            made = _best(root, parent, fault.path, schema, diagnostics)
            root = root if made is None else made
    return root


def _best(
    root: Node, parent: MappingNode, path: Path, schema: dict[str, Any], diagnostics: Diagnostics
) -> Node | None:
    """The tree with those keys under the one at this path that leave the fewest faults, which are reported; None if no move helps."""
    at = parent.keys().index(str(path[-1]))
    least, best, count = _weight(root, schema), None, 0
    for number in range(1, min(MOST, len(parent) - at - 1) + 1):
        if not _are_aligned(parent, at, at + number, diagnostics) or not diagnostics.is_worth(EFFORT):
            break
        tree = _put(root, path[:-1], _below(parent, at, number))
        weight = _weight(tree, schema)
        if weight < least:
            least, best, count = weight, tree, number
    if best is not None:
        _report(parent, at, count, diagnostics)
    return best


def _faults(root: Node, schema: dict[str, Any]) -> list[Fault]:
    return list(faults(to_plain(root), schema))


def _weight(root: Node, schema: dict[str, Any]) -> int:
    return weight_of(to_plain(root), schema)


def _are_aligned(parent: MappingNode, first: int, other: int, diagnostics: Diagnostics) -> bool:
    """Do two keys begin their lines, in the same column?"""
    places = [parent.entries[number][0].span for number in (first, other)]
    line = diagnostics.sources.line(places[1].file, places[1].line) or ""
    return places[0].column == places[1].column and not line[: places[1].column - 1].strip()


def _below(parent: MappingNode, at: int, number: int) -> MappingNode:
    """A mapping with some of its keys moved under the one before them."""
    entries = parent.entries
    moved = entries[at + 1 : at + 1 + number]
    span = moved[0][0].span._replace(
        end_line=moved[-1][1].span.end_line, end_column=moved[-1][1].span.end_column
    )
    made = (entries[at][0], MappingNode(moved, span))
    return replace(parent, entries=(*entries[:at], made, *entries[at + 1 + number :]))


def _report(parent: MappingNode, at: int, number: int, diagnostics: Diagnostics) -> None:
    key, first = parent.entries[at][0], parent.entries[at + 1][0]
    last = parent.entries[at + number]
    end_line = max(last[0].span.end_line, last[1].span.end_line)
    file = first.span.file
    rows = [diagnostics.sources.line(file, line) or "" for line in range(first.span.line, end_line + 1)]
    several = len(rows) > 1
    meant = "\n".join(further_right(rows))
    what = "From here on the lines belong" if several else "This line belongs"
    diagnostics.error(
        "Y020",
        f"{what} to `{words.short(key.text)}:` above, and {'are' if several else 'is'} not indented.",
        first.span,
        help=f"Indent {'them' if several else 'it'} by two more spaces.",
        labels=[(key.span, "what belongs to this key is missing")],
        fix=Fix(Span(file, first.span.line, 1, end_line, len(rows[-1]) + 1), meant),
    )


def _at(node: Node, path: Path) -> Node | None:
    for step in path:
        if isinstance(node, MappingNode) and str(step) in node:
            node = node.get(str(step)) or node
        elif isinstance(node, SequenceNode) and isinstance(step, int):
            node = node[step]
        else:
            return None
    return node


def _put(node: Node, path: Path, new: Node) -> Node:
    """The tree with a node replaced."""
    if not path:
        return new
    match node:
        case MappingNode():
            pairs = ((k, _put(v, path[1:], new) if k.text == str(path[0]) else v) for k, v in node)
            return replace(node, entries=tuple(pairs))
        case SequenceNode():
            items = (_put(v, path[1:], new) if n == path[0] else v for n, v in enumerate(node))
            return replace(node, items=tuple(items))
        case ScalarNode():
            return node


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
    fitting = {number: branch for number, branch in branches.items() if not _is_other_type(branch, depth)}
    if not fitting:
        return [
            _merged(
                [fault for branch in branches.values() for fault in branch if len(fault.path) == depth],
                "type",
            )
        ]
    flat = [fault for branch in fitting.values() for fault in branch]
    words = [fault for fault in flat if fault.rule in {"enum", "const"}]
    if len(words) == len(flat) and all(len(fault.path) == depth for fault in words):
        return [_merged(words, "enum")]
    for path in dict.fromkeys(fault.path for fault in words if len(fault.path) == depth + 1):
        if all(any(fault in words and fault.path == path for fault in branch) for branch in fitting.values()):
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


def _is_other_type(branch: list[Fault], depth: int) -> bool:
    return any(fault.rule == "type" and len(fault.path) == depth for fault in branch)


def _distance(branch: list[Fault], depth: int) -> tuple[int, int]:
    """The distance of a branch from the data.

    A constant one level in (`kind: region`) counts first, then the keys, then the rest.
    """
    fixed = sum(fault.rule in {"const", "enum"} and len(fault.path) == depth + 1 for fault in branch)
    weight = 0
    for fault in branch:
        if fault.rule == "additionalProperties" and isinstance(fault.instance, dict):
            weight += 2 * len(unknown_keys(list(fault.instance), fault.schema))
        else:
            weight += 2 if len(fault.path) == depth else 1
    return fixed, weight


def _merged(alike: list[Fault], rule: str) -> Fault:
    """One fault of a rule at the place of the first of `alike`, allowing what any of them allows."""
    here = [fault for fault in alike if fault.rule in {rule, "const"}]
    allowed: list[Any] = []
    for fault in here:
        for option in (
            fault.wanted if fault.rule != "const" and isinstance(fault.wanted, list) else [fault.wanted]
        ):
            if option not in allowed:
                allowed.append(option)
    return dataclass_replace(here[0], rule=rule, wanted=allowed)
