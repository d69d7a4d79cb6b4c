"""A map written in place, in the data of a position, read by the readers of packs' maps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.base.diagnostics import Diagnostics, Span, did_you_mean
from ruledsl.rules.packs.maps.entries import read_map
from ruledsl.rules.packs.maps.resolving import resolved_maps
from ruledsl.rules.packs.references import check_maps, report_unknown
from ruledsl.rules.packs.schema.check import check_schema
from ruledsl.rules.packs.schema.schemas import MAP_IN_PLACE
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.positions.reader import Path, Reader
    from ruledsl.rules.packs.model import BoardMap, Words
    from ruledsl.rules.packs.yaml.nodes import Node

IN_PLACE = "(in place)"
"""The id of such a map: no map of a pack can have it."""

ROUNDS = 10


def map_in_place(
    reader: Reader,
    data: dict[str, Any],
    words: Words,
    players: int,
    find: Callable[[Path, Any], BoardMap | None],
) -> BoardMap | None:
    """The map, or None after reporting the reason. `find` returns a map of the packs, and reports an unknown one."""
    nodes, heard = _Nodes(), Diagnostics(purse=reader.purse)
    root = nodes.mapping(("map",), data)
    check_schema(root, MAP_IN_PLACE, heard)
    written = read_map(IN_PLACE, "", root.span, root)
    others = _others(nodes, written, find)
    made = (
        None
        if others is None
        else resolved_maps({**others, IN_PLACE: written}, {}, heard, incomplete=False).get(IN_PLACE)
    )
    if made is not None:
        report_unknown(check_maps([made], words, heard), (), heard)
    for finding in heard:
        if finding.severity == "error":
            reader.problem(nodes.path(finding.span), _said(finding))
    reader.further(heard.error_count - sum(finding.severity == "error" for finding in heard))
    if made is None or heard.has_errors:
        return None
    near = {region.id: set(region.borders) for region in made.regions}
    for one, other in made.joins:
        near[one].discard(other)
        near[other].discard(one)
    rounds = made.rounds if "rounds" in data or "extends" in data else ROUNDS
    islands = _islands(reader, data.get("islands"), near)
    return replace(made, players=(players,), rounds=rounds, islands=islands)


class _Nodes:
    """Data of a position as nodes of a pack file; line numbers there stand for paths."""

    def __init__(self) -> None:
        self._paths: list[Path] = []

    def path(self, span: Span) -> Path:
        """The path of a span in the data; spans in packs stand for the whole map."""
        return self._paths[span.line - 1] if span.file == IN_PLACE else ("map",)

    def mapping(self, path: Path, data: dict[str, Any]) -> MappingNode:
        """A mapping without `null` entries. A region without data exists nevertheless."""
        span = self._span(path)
        given: dict[str, Any] | None = {} if path == ("map", "regions") else None
        told = {key: given if value is None else value for key, value in data.items()}
        return MappingNode(
            tuple(
                (KeyNode(key, self._span((*path, key))), self._node((*path, key), value))
                for key, value in told.items()
                if value is not None
            ),
            span,
        )

    def _node(self, path: Path, data: Any) -> Node:
        if isinstance(data, dict):
            return self.mapping(path, data)
        span = self._span(path)
        if isinstance(data, list):
            return SequenceNode(tuple(self._node((*path, n), item) for n, item in enumerate(data)), span)
        return ScalarNode(data, "" if data is None else str(data), "plain", span)

    def _span(self, path: Path) -> Span:
        self._paths.append(path)
        number = len(self._paths)
        return Span(IN_PLACE, number, 1, number, 1)


def _others(
    nodes: _Nodes, written: BoardMap, find: Callable[[Path, Any], BoardMap | None]
) -> dict[str, BoardMap] | None:
    """The maps that it builds on; None if one does not exist."""
    plan = written.plan
    if plan is None:
        return {}
    mentions = [mention for _, mention in plan.beside] + [plan.extends] * (plan.extends is not None)
    maps = {m.word: find(nodes.path(m.span), m.word) for m in mentions if m is not None}
    return None if None in maps.values() else {word: board for word, board in maps.items() if board}


def _said(finding: Diagnostic) -> str:
    """A finding as a single text, as positions report errors."""
    if finding.suggestion:
        return f"{finding.message} {did_you_mean(finding.suggestion)}"
    return f"{finding.message} Expected: {finding.expected}." if finding.expected else finding.message


def _islands(reader: Reader, data: Any, borders: dict[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Lists of regions. An island contains all regions connected to its own; no region is on two."""
    islands: list[tuple[str, ...]] = []
    placed: set[str] = set()
    for path, item in reader.items(("map", "islands"), data):
        named = [
            (where, reader.word(where, id_, "region", borders)) for where, id_ in reader.items(path, item)
        ]
        island = _with_neighbours([id_ for _, id_ in named if id_], borders)
        for where, id_ in named:
            if id_ in placed:
                reader.problem(
                    where,
                    f"`{id_}` is on another island already: it is named there, or a border leads to it.",
                )
        islands.append(tuple(sorted(island)))
        placed |= island
    return tuple(islands)


def _with_neighbours(start: list[str], borders: dict[str, set[str]]) -> set[str]:
    reached, edge = set(start), list(start)
    while edge:
        for other in borders[edge.pop()] - reached:
            reached.add(other)
            edge.append(other)
    return reached
