"""Values under the keys of an entry, as plain data; anything that does not fit is skipped, since it is already reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.dataclass import fields
from ruledsl.base.whole import is_whole
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.packs.schema.schemas import Form

E = TypeVar("E")
WORDS = ("stages", "modes", "ways", "terrains", "symbols", "piece_traits", "tile_traits")
"""The keys of lists of words; in `Words` each list is a table."""


def names(node: Node | None) -> dict[str, str]:
    """A text, or texts by language."""
    if isinstance(node, MappingNode):
        return {key.text: str(to_plain(value)) for key, value in node}
    return {"en": str(to_plain(node))} if isinstance(node, ScalarNode) else {}


def table(node: Node | None) -> Iterator[tuple[str, Span, MappingNode]]:
    """The entries of a table whose values are mappings."""
    if isinstance(node, MappingNode):
        for key, value in node:
            if isinstance(value, MappingNode):
                yield key.text, key.span, value


def scalars(node: Node | None) -> Iterator[ScalarNode]:
    """The scalars in a list."""
    if isinstance(node, SequenceNode):
        yield from (item for item in node if isinstance(item, ScalarNode))


def places_of(entry: MappingNode, *keys: str) -> dict[tuple[str, str], Span]:
    """The places of the words under some keys: one word, those of a list, or the keys of a table."""
    places: dict[tuple[str, str], Span] = {}
    for key in keys:
        node = entry.get(key)
        if isinstance(node, ScalarNode):
            places[key, node.text] = node.span
        elif isinstance(node, MappingNode):
            places |= {(key, word.text): word.span for word, _ in node}
        else:
            places |= {(key, item.text): item.span for item in scalars(node)}
    return places


def read_as(kind: type[E], entry: MappingNode, form: Form, /, **given: Any) -> E:
    """An entry of this form as an object: a field that is not given has the value under its key, if that has the right type.

    `places`, if it has them, are those of the words that name something.
    """
    wanted = {field.name for field in fields(kind)} - given.keys()  # type: ignore[arg-type]
    naming: list[str] = []
    for key, inside in form["properties"].items():
        name = "names" if key == "name" else key
        node = entry.get(key)
        if name not in wanted or node is None:
            continue
        value = _value(node, inside)
        if value is not None:
            given[name] = value
        if "names" in inside or "names" in inside.get("items", ()):
            naming.append(key)
    return kind(**given, **({"places": places_of(entry, *naming)} if "places" in wanted else {}))


def _value(node: Node, form: Form) -> Any:
    """The value under a key: a list of words as a tuple, texts by language; None if it has another type."""
    match form.get("type"):
        case "array":
            return tuple(item.text for item in scalars(node))
        case "boolean" | "integer" | "object" as name:
            value = to_plain(node)
            return value if type(value) is _TYPES[name] else None
    if "anyOf" in form:
        return names(node)
    return str(to_plain(node)) if isinstance(node, ScalarNode) else None


_TYPES = {"boolean": bool, "integer": int, "object": dict}


def plain(node: MappingNode, key: str, default: Any) -> Any:
    """The plain value of a key, or a default."""
    value = node.get(key)
    return default if value is None else to_plain(value)


def number(node: MappingNode, key: str, default: int) -> int:
    """The integer under a key, or a default."""
    value = plain(node, key, default)
    return value if is_whole(value) else default


def entry_list(node: Node | None) -> Iterator[MappingNode]:
    """The mappings in a list."""
    if isinstance(node, SequenceNode):
        yield from (item for item in node if isinstance(item, MappingNode))


def enter(
    table: dict[str, Any], id_: str, item: Any, what: str, span: Span, diagnostics: Diagnostics
) -> None:
    """Add an item to a table of a pack; report an id that is already there."""
    if id_ in table:
        diagnostics.error(
            "P020",
            f"This pack has `{id_}` ({what}) twice.",
            span,
            labels=((table[id_].span, "first here"),),
            help="Put both into one entry, or give one of them an id of its own.",
        )
    else:
        table[id_] = item
