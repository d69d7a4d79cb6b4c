"""Checks a tree of nodes against a JSON Schema (draft 7) and reports in plain words, at its place, what does not fit.

It omits consequences: a misspelt key is reported once, not also as a missing key; of several shapes
that a value may have, only the most probable one counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sized
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Unpack

from ruledsl.base.diagnostics import Diagnostics, Fix, More, Span
from ruledsl.base.whole import is_number, is_whole
from ruledsl.rules.packs.folders.below import SCENARIO_FOLDERS
from ruledsl.rules.packs.schema import words
from ruledsl.rules.packs.schema.rewritten import (
    apart,
    as_id,
    as_lines,
    formed,
    left_out,
    meant_value,
    named_items,
    retyped,
    said_otherwise,
    types_of,
    without_sign,
)
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_plain, with_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.rules.packs.schema.faults import Fault
    from ruledsl.rules.packs.yaml.nodes import KeyNode

# ── fits ────────────────────────────────────────────────────────────────────────
# Does plain data certainly fit a JSON Schema?
#
# Nearly all data does, and then there is nothing to report. The full check is in `faults`; it runs whenever there is a fault, or a keyword of JSON
# Schema that this file does not know.


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
    "default": None,
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


HEAD = "pack.yaml"
MOST_MENDED = 3
"""The most checks with misspelt keys corrected."""


def check_schema(node: Node, schema: dict[str, Any], diagnostics: Diagnostics) -> bool:
    """Report everything in `node` that does not fit `schema`; True when all of it fits.

    References to other files are not followed.

    The `description` of a sub-schema with a `pattern` says in plain words how such a text is written: authors
    see it.
    """
    return fits(to_plain(node), schema) or _check(node, schema, diagnostics, frozenset()).is_fine


def checked(node: Node, schema: dict[str, Any], diagnostics: Diagnostics, lost: Collection[int] = ()) -> Node:
    """Report what in `node` does not fit `schema`; returns it with misspelt keys corrected, so that their contents are checked too.

    `lost` are unreadable lines of the file: missing keys may be there.
    """
    if fits(to_plain(node), schema):
        return node
    from ruledsl.rules.packs.schema.faults import indented  # noqa: PLC0415 - nearly all data fits

    node = indented(node, schema, diagnostics)
    for _ in range(MOST_MENDED):
        if fits(to_plain(node), schema):
            break
        done = _check(node, schema, diagnostics, lost)
        if not done.meant:
            break
        node = with_texts(node, done.meant)
    return node


def _check(node: Node, schema: dict[str, Any], diagnostics: Diagnostics, lost: Collection[int]) -> _Checker:
    from ruledsl.rules.packs.schema.faults import faults  # noqa: PLC0415 - nearly all data fits

    checker = _Checker(node, schema, diagnostics, lost)
    checker.report_all(faults(to_plain(node), schema))
    return checker


class _Checker:
    """One check of one tree."""

    def __init__(
        self, root: Node, schema: Mapping[str, Any], diagnostics: Diagnostics, lost: Collection[int]
    ) -> None:
        self.is_fine = True
        self.meant: dict[Span, str] = {}
        self._lost = lost
        self._root = root
        self._schema = schema
        self._diagnostics = diagnostics
        self._misspelt: set[tuple[tuple[str | int, ...], str]] = set()
        self._done: set[tuple[tuple[str | int, ...], tuple[str | int, ...]]] = set()

    def report_all(self, reported: Iterable[Fault]) -> None:
        """Unknown keys first, since a misspelt one explains a missing one."""
        for fault in sorted(reported, key=lambda fault: fault.rule != "additionalProperties"):
            report = _Checker.key_name if fault.of_key else _REPORTS.get(fault.rule, _Checker.otherwise)
            report(self, fault, self._at(fault.path))

    def _error(self, code: str, message: str, span: Span, **more: Unpack[More]) -> None:
        self.is_fine = False
        self._diagnostics.error(code, message, span, **more)

    def _at(self, path: tuple[str | int, ...]) -> Node:
        """The node at a path."""
        node = self._root
        for step in path:
            if isinstance(node, MappingNode):
                node = node.get(str(step)) or node
            elif isinstance(node, SequenceNode) and isinstance(step, int):
                node = node[step]
        return node

    # ── keys ─────────────────────────────────────────────────────────────────

    def unknown_keys(self, fault: Fault, node: Node) -> None:
        """Keys that the schema does not know."""
        if not isinstance(node, MappingNode):
            return
        allowed = {
            n: schema for n, schema in fault.schema.get("properties", {}).items() if schema != words.NEVER
        }
        free = [name for name in allowed if name not in node]
        for name in words.unknown_keys(node.keys(), fault.schema):
            key, value = node.key(name), node.get(name)
            span = key.span if key else node.span
            suggestion = meant_key(key, value, free, allowed, self._diagnostics) if key and value else ""
            self._misspelt.add((fault.path, suggestion))
            expected = "" if suggestion else words.options(free or [*allowed])
            if suggestion:
                self.meant[span] = suggestion
                free = [other for other in free if other != suggestion]
            self._error(
                "S001",
                f"There is no key `{words.short(name)}` here.",
                span,
                expected=expected,
                suggestion=suggestion,
                help="" if suggestion else _elsewhere(name, value, span.file, fault.path, self._schema),
                fix=(apart(key, value, free) or self._of_another_table(fault, node, name, suggestion))
                if fault.path
                else self._fix_of_key(key, value, suggestion),
            )

    def _of_another_table(self, fault: Fault, node: MappingNode, name: str, suggestion: str) -> Fix | None:
        """The fix for the only entry of a table that looks exactly like those of another one: a race under `powers`.

        In a folder of the table's name it is that of this table, and the key is too much.
        """
        root = self._root
        if suggestion or len(fault.path) != 2 or not isinstance(root, MappingNode):  # noqa: PLR2004 - a table and an entry
            return None
        key, table = root.key(str(fault.path[0])), root.get(str(fault.path[0]))
        if PurePath(node.span.file).parent.name == fault.path[0]:
            return self._key_left_out(node, name)
        if key is None or not isinstance(table, MappingNode) or len(table) > 1:
            return None
        meant = _table_of(node, self._schema)
        return Fix(key.span, meant) if meant and meant not in root else None

    def _key_left_out(self, node: MappingNode, name: str) -> Fix | None:
        """The fix that leaves out a key that stands on a line of its own below another line, with its value."""
        key, value = node.key(name), node.get(name)
        if (
            key is None
            or value is None
            or not _tables_with(self._schema, name)
            or value.span.end_line != key.span.line
        ):
            return None
        line, above = (self._diagnostics.sources.line(key.span.file, key.span.line - n) or "" for n in (0, 1))
        if line[: key.span.column - 1].strip() or not above:
            return None
        at = key.span.line
        return Fix(Span(key.span.file, at - 1, len(above) + 1, at, len(line) + 1), "")

    def _fix_of_key(self, key: KeyNode | None, value: Node | None, suggestion: str) -> Fix | None:
        return None if suggestion or not key or not value else self._headless(key, value)

    def _headless(self, key: KeyNode, value: Node) -> Fix | None:
        """The fix for an entry, such as a race, without the key of its table above it: that key, and the entry indented."""
        table = _table_of(value, self._schema)
        rows = [
            self._diagnostics.sources.line(key.span.file, line)
            for line in range(key.span.line, value.span.end_line + 1)
        ]
        lines = [row or "" for row in rows]
        while lines and not lines[-1].strip():
            lines.pop()
        if not table or not lines or key.span.column != 1:
            return None
        deep = len(lines) > 1 and all(row.startswith("    ") or not row.strip() for row in lines[1:])
        below = (
            [f"  {lines[0]}", *lines[1:]] if deep else [f"  {row}" if row.strip() else row for row in lines]
        )
        end = Span(key.span.file, key.span.line, 1, key.span.line + len(lines) - 1, len(lines[-1]) + 1)
        return Fix(end, "\n".join([f"{table}:", *below]))

    def missing_keys(self, fault: Fault, node: Node) -> None:
        """Required keys that are missing. The library has one fault for each; they are reported together."""
        if (fault.path, fault.where) in self._done or not isinstance(node, MappingNode):
            return
        if any(node.span.line - 1 <= line <= node.span.end_line + 1 for line in self._lost):
            return
        self._done.add((fault.path, fault.where))
        missing = [key for key in fault.wanted if key not in node and (fault.path, key) not in self._misspelt]
        if missing:
            message = f"{words.capital(words.owner(fault.path))} has no {words.and_list(missing)}."
            key = self._key_of(fault)
            span = _head(node) if key is None else key.span
            advice = f"Write {words.and_list([f'{one}: …' for one in missing])} below it."
            self._error(
                "S002",
                message,
                span,
                help=advice,
                fix=said_otherwise(node, missing) or self._usual(node, missing, fault),
            )

    def _usual(self, node: MappingNode, missing: list[str], fault: Fault) -> Fix | None:
        """The fix for a missing key whose value is always the same: a line of its own below the first key."""
        form = fault.schema.get("properties", {}).get(missing[0], {}) if len(missing) == 1 else {}
        keys = [key for key in map(node.key, node.keys()) if key is not None]
        if "default" not in form or not keys or node.span.line == node.span.end_line:
            return None
        at = keys[-1].span
        line = Span(at.file, at.line, at.column, at.line, at.column)
        return Fix(line, f"{missing[0]}: {words.plain(form['default'])}\n{' ' * (at.column - 1)}")

    def key_name(self, fault: Fault, node: Node) -> None:
        """A key that has the wrong form."""
        name = str(fault.instance)
        key = node.key(name) if isinstance(node, MappingNode) else None
        possible = [str(option) for option in fault.wanted] if fault.rule == "enum" else []
        self._error(
            "S006",
            f"`{words.short(name)}` cannot be a key here.",
            key.span if key else node.span,
            expected=words.rule_of(fault.rule, fault.wanted, fault.schema),
            suggestion="".join(self._diagnostics.nearest(name, possible)) or as_id(name, fault),
        )

    def forbidden(self, fault: Fault, node: Node) -> None:
        """A schema `false`: the thing must not be there at all."""
        key = self._key_of(fault)
        if key is None:
            self._error("S009", "This may not be here.", _head(node))
        else:
            self._error("S001", f"There can be no key `{words.short(key.text)}` here.", key.span)

    # ── values ───────────────────────────────────────────────────────────────

    def type(self, fault: Fault, node: Node) -> None:
        """A value of the wrong type."""
        is_null = isinstance(node, ScalarNode) and node.value is None
        if is_null and {node.span.line, node.span.line + 1} & {*self._lost}:
            return  # it stands there, and cannot be read
        message = (
            "A value is missing here."
            if is_null
            else f"{words.capital(words.found(node))} is not possible here."
        )
        self._error(
            "S003",
            message,
            _head(node),
            expected=words.types(fault.wanted),
            help=words.type_advice(node, fault.wanted, self._diagnostics.purse),
            fix=self._list_meant(node, fault.wanted)
            or retyped(node, fault.wanted)
            or meant_value(node, fault)
            or named_items(node, fault, self._diagnostics)
            or as_lines(node, self._key_of(fault), fault, self._diagnostics)
            or self._deeper(node, fault),
        )

    def _key_of(self, fault: Fault) -> KeyNode | None:
        """The key of the value at fault."""
        parent = self._at(fault.path[:-1]) if fault.path else None
        return parent.key(str(fault.path[-1])) if isinstance(parent, MappingNode) else None

    def _list_meant(self, node: Node, wanted: str | list[str]) -> Fix | None:
        """`[1, 3, 4]` for `1, 3, 4` among other keys on a line, and for `{1, 3, 4}`."""
        row = self._diagnostics.sources.line(node.span.file, node.span.line) or ""
        before, text = row[: node.span.column - 1], row[node.span.column - 1 :]
        if "array" not in types_of(wanted):
            return None
        match = re.match(
            r"\{([\w, -]+)\}" if isinstance(node, MappingNode) else r"(\w+(?:, *\w+)+)(?=\s*\}|, *\w+:)", text
        )
        if match is None or ("{" not in before and not isinstance(node, MappingNode)):
            return None
        return Fix(
            node.span._replace(end_line=node.span.line, end_column=node.span.column + match.end()),
            f"[{match[1]}]",
        )

    def _deeper(self, node: Node, fault: Fault) -> Fix | None:
        """The fix for a key that belongs to the entry above it, and for the sign of a list before the only entry of a table."""
        key = self._key_of(fault)
        if "object" not in types_of(fault.wanted):
            return None
        at = node.span
        if isinstance(node, SequenceNode) and len(node.items) == 1 and "propertyNames" in fault.schema:
            row = self._diagnostics.sources.line(at.file, at.line) or ""
            sign = at._replace(end_line=at.line, end_column=at.column + 2)
            return Fix(sign, "") if row[at.column - 1 :].startswith("- ") else None
        is_line = isinstance(node, ScalarNode) and at.line == at.end_line
        if key is None or not is_line or key.text not in fault.schema.get("properties", {}):
            return None
        return Fix(key.span._replace(end_line=key.span.line, end_column=key.span.column), "  ")

    def option(self, fault: Fault, node: Node) -> None:
        """A word that is not one of the possible ones."""
        shown = [words.plain(option) for option in (fault.wanted if fault.rule == "enum" else [fault.wanted])]
        what, suggestion = words.found(node), ""
        if isinstance(node, ScalarNode) and node.text.strip():
            what, suggestion = (
                f"`{words.short(node.text)}`",
                "".join(self._diagnostics.nearest(node.text, shown)),
            )
        message = f"{words.capital(what)} is not possible here."
        self._error("S004", message, _head(node), expected=words.options(shown), suggestion=suggestion)

    def range(self, fault: Fault, node: Node) -> None:
        """A number that is too small or too large."""
        expected = words.range_of(fault.rule, fault.wanted, fault.schema)
        self._error(
            "S005",
            f"The number {words.plain(fault.instance)} is out of range.",
            node.span,
            expected=expected,
            suggestion=without_sign(fault),
        )

    def pattern(self, fault: Fault, node: Node) -> None:
        """A text that has the wrong form."""
        expected = words.rule_of(fault.rule, fault.wanted, fault.schema)
        self._error(
            "S006",
            f"`{words.short(str(fault.instance))}` has the wrong form.",
            _head(node),
            expected=expected,
            suggestion=formed(str(fault.instance), fault),
        )

    def size(self, fault: Fault, node: Node) -> None:
        """Too few or too many keys or items."""
        message = f"{words.capital(words.owner(fault.path))} has {words.count(node)}."
        self._error("S007", message, _head(node), expected=words.size_of(fault.rule, fault.wanted))

    def length(self, fault: Fault, node: Node) -> None:
        """A text that is too short or too long."""
        size = len(fault.instance)
        message = (
            "This text is empty."
            if size == 0
            else f"This text has {size} character{'' if size == 1 else 's'}."
        )
        self._error("S010", message, _head(node), expected=words.size_of(fault.rule, fault.wanted))

    def repeated(self, _fault: Fault, node: Node) -> None:
        """Every duplicate item of a list, with the place of the first one."""
        first: dict[str, Node] = {}
        before: Node | None = None
        for item in node.items if isinstance(node, SequenceNode) else ():
            earlier = first.setdefault(words.identity(item), item)
            if earlier is not item:
                what = f"`{words.short(item.text)}`" if isinstance(item, ScalarNode) else "The same thing"
                label = (_head(earlier), "it is here for the first time")
                fix = left_out(before, item) if before is not None else None
                self._error("S008", f"{what} is in this list twice.", _head(item), labels=[label], fix=fix)
            before = item

    def otherwise(self, fault: Fault, node: Node) -> None:
        """Any other rule."""
        description = str(fault.schema.get("description", ""))
        self._error(
            "S009",
            f"{words.capital(words.found(node))} does not fit here.",
            _head(node),
            expected=description,
        )


def _entries(schema: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The tables of a file whose entries have keys of their own, with the schema of an entry."""
    tables = {name: form.get("additionalProperties") for name, form in schema.get("properties", {}).items()}
    return {name: form for name, form in tables.items() if isinstance(form, dict) and "properties" in form}


def _table_of(value: Node, schema: Mapping[str, Any]) -> str:
    """The table whose entries look exactly like this; empty if none does."""
    from ruledsl.rules.packs.schema.faults import weight_of  # noqa: PLC0415 - nearly all data fits

    if not isinstance(value, MappingNode) or len(value.entries) < 2:  # noqa: PLR2004 - one key may be anything's
        return ""
    data = to_plain(value)
    return next((name for name, form in _entries(schema).items() if weight_of(data, form) == 0), "")


def _tables_with(schema: Mapping[str, Any], name: str) -> list[str]:
    """The tables whose entries have this key."""
    return [table for table, form in _entries(schema).items() if name in form["properties"]]


def _elsewhere(
    name: str, value: Node | None, file: str, path: tuple[str | int, ...], schema: Mapping[str, Any]
) -> str:
    """Where a key belongs, if not here: in the head of a pack, in its other files, or in entries of another table."""
    from ruledsl.rules.packs.schema.schemas import file_schema, pack_schema  # noqa: PLC0415 - nearly all data fits

    if path:
        there = [f"`{table}`" for table in _tables_with(schema, name) if table != path[0]]
        return f"`{name}` is a key of {words.joined(there)}, not of {words.owner(path[:1])}." if there else ""
    is_head = PurePath(file).name == HEAD
    if is_head and name in file_schema(())["properties"]:
        return f"It is in another file of the pack, not in `{HEAD}`."
    if is_head and isinstance(value, MappingNode):
        return f"What a pack brings, such as `{name}`, stands in other files of its folder, not in `{HEAD}`."
    if name in SCENARIO_FOLDERS:
        return f"It is in a file of its own, in the folder `{name}`."
    return f"It stands in `{HEAD}`." if not is_head and name in pack_schema()["properties"] else ""


_REPORTS: dict[str, Callable[[_Checker, Fault, Node], None]] = {
    "": _Checker.forbidden,
    "additionalProperties": _Checker.unknown_keys,
    "required": _Checker.missing_keys,
    "type": _Checker.type,
    "enum": _Checker.option,
    "const": _Checker.option,
    "pattern": _Checker.pattern,
    "uniqueItems": _Checker.repeated,
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _Checker.range
    ),
    **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties"), _Checker.size),
    **dict.fromkeys(("minLength", "maxLength"), _Checker.length),
}


def _head(node: Node) -> Span:
    """The span for a whole node: a mapping, list or long text is represented by its first key, item or line."""
    if isinstance(node, ScalarNode):
        several = node.exact and node.span.line != node.span.end_line
        return node.span_of(0, (node.text + "\n").index("\n")) if several else node.span
    if isinstance(node, MappingNode):
        first = node.entries[0][0].span if node.entries else None
    else:
        first = _head(node.items[0]) if node.items else None
    return node.span if first is None else Span(node.span.file, *node.span.start, *first.end)


# ── the key that an unknown one stands for: one with a similar spelling, a synonym, or one with such contents ──


NEAREST: Final = 3
"""The most candidates with a similar spelling."""
EFFORT: Final = 2_000
"""The cost of comparing a value with one schema, in characters read."""
MUCH: Final = 3
"""Contents fit another key if at most one in this many of their keys has a fault."""


def meant_key(
    key: KeyNode, value: Node, free: Sequence[str], schemas: Mapping[str, Any], diagnostics: Diagnostics
) -> str:
    """One of the `free` keys, or empty. `schemas` has the schema of each."""
    alike = [*diagnostics.nearest(key.text, free, NEAREST), words.said_otherwise(key.text, list(free))]
    for name in filter(None, alike):
        if not isinstance(value, MappingNode | SequenceNode) or _is_of_that_type(value, schemas[name]):
            return name
    return _by_content(key, value, free, schemas, diagnostics) if isinstance(value, MappingNode) else ""


def _is_of_that_type(value: Node, schema: Any) -> bool:
    wanted = schema.get("type") if isinstance(schema, dict) else None
    return wanted is None or fits(to_plain(value), {"type": wanted})


def _by_content(
    key: KeyNode,
    value: MappingNode,
    free: Sequence[str],
    schemas: Mapping[str, Any],
    diagnostics: Diagnostics,
) -> str:
    """The key whose schema the contents violate least; among equals, the one after which the file or its folder is named."""
    from ruledsl.rules.packs.schema.faults import weight_of  # noqa: PLC0415 - nearly all data fits

    size = sum(len(item) for _, item in value if isinstance(item, MappingNode))
    weights: dict[str, int] = {}
    for name in free:
        if not _is_of_that_type(value, schemas[name]) or not diagnostics.is_worth(EFFORT):
            continue
        weights[name] = weight_of(to_plain(value), schemas[name])
    least = min(weights.values(), default=size)
    best = [name for name, weight in weights.items() if weight == least]
    if least * MUCH > size or not size:
        return ""
    path = PurePath(key.span.file)
    called = [name for name in best if name in (path.stem, path.parent.name)]
    return best[0] if len(best) == 1 else (called or [""])[0]
