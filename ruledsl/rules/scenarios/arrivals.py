"""Pieces in positions of packs of the first version: what comes with a tile was in the box until it was placed, and positions did not mention it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.rules.packs.arrivals import BROUGHT_SINCE
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, ScalarNode, SequenceNode, words_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.packs.model import Composition
    from ruledsl.rules.packs.yaml.nodes import Node
    from ruledsl.rules.scenarios.reading import Scenario

BORNE = ("race", "power")
"""The tiles of a people in a position."""
PIECES = "pieces"


def with_arrived(scenario: Scenario, composition: Composition) -> Scenario:
    """A scenario of a pack of the first version, with the pieces that its position leaves out in the hands of their peoples."""
    added = dict(_arrived(scenario, composition))
    position = scenario.node.get("position")
    peoples = position.get("peoples") if isinstance(position, MappingNode) else None
    if not added or not isinstance(position, MappingNode) or not isinstance(peoples, SequenceNode):
        return scenario
    items = tuple(_with_pieces(item, added.get(item.span, {})) for item in peoples)
    position = _with(position, "peoples", SequenceNode(items, peoples.span))
    return replace(scenario, node=_with(scenario.node, "position", position))


def report_arrived(scenario: Scenario, composition: Composition, diagnostics: Diagnostics) -> None:
    """A warning for each people whose pieces a position leaves out."""
    position = scenario.node.get("position")
    peoples = position.get("peoples") if isinstance(position, MappingNode) else None
    missing = dict(_arrived(scenario, composition))
    for item in peoples if isinstance(peoples, SequenceNode) and missing else ():
        pieces = missing.get(item.span)
        if pieces and isinstance(item, MappingNode):
            shown = ", ".join(f"{kind}: {count}" for kind, count in pieces.items())
            bearer = next(value for key, value in reversed(item.entries) if key.text in BORNE)
            diagnostics.warning(
                "N028",
                "What a tile brings is in the hand of its people, and a position says so.",
                bearer.span,
                expected=f"`pieces: {{{shown}}}`",
                fix=_fix(item, bearer, shown),
            )


def _arrived(scenario: Scenario, composition: Composition) -> Iterator[tuple[Span, dict[str, int]]]:
    """The peoples of a position, by their places, with the pieces of theirs that are mentioned nowhere in it."""
    position = scenario.node.get("position")
    home = next((pack for pack in composition.packs if pack.folder == scenario.pack), None)
    if home is None or home.language >= BROUGHT_SINCE or not isinstance(position, MappingNode):
        return
    peoples = position.get("peoples")
    mentioned: set[str] | None = None
    for item in peoples if isinstance(peoples, SequenceNode) else ():
        if not isinstance(item, MappingNode) or "stage" in item:
            continue
        tiles = [composition.meant("tiles", value.text, home.id) for value in _borne(item)]
        brought = {kind: count for tile in tiles for kind, count in composition.brought.get(tile, {}).items()}
        if brought:
            mentioned = words_in(position) if mentioned is None else mentioned
            missing = {kind: count for kind, count in brought.items() if kind not in mentioned}
            if missing:
                yield item.span, missing


def _borne(item: MappingNode) -> list[ScalarNode]:
    return [value for key in BORNE if isinstance(value := item.get(key), ScalarNode)]


def _fix(item: MappingNode, bearer: Node, shown: str) -> Fix | None:
    """Adds the pieces behind the tile; None if the people has others already."""
    if PIECES in item:
        return None
    first = item.entries[0][0].span
    between = "\n" + " " * (first.column - 1) if item.span.start == first.start else ", "
    return Fix(bearer.span.behind, f"{between}{PIECES}: {{{shown}}}")


def _with_pieces(item: Node, added: dict[str, int]) -> Node:
    if not added or not isinstance(item, MappingNode):
        return item
    old = item.get(PIECES)
    counts = tuple(
        (KeyNode(kind, item.span), ScalarNode(count, str(count), "plain", item.span))
        for kind, count in added.items()
    )
    entries = (old.entries if isinstance(old, MappingNode) else ()) + counts
    return _with(item, PIECES, MappingNode(entries, item.span))


def _with(node: MappingNode, key: str, value: Node) -> MappingNode:
    """The mapping with another value for a key, which may be new."""
    entries = tuple((one, value if one.text == key else old) for one, old in node.entries)
    if key not in node:
        entries += ((KeyNode(key, node.span), value),)
    return MappingNode(entries, node.span)
