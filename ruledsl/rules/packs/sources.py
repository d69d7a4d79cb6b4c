"""What packs and their tiles stand on: read from YAML, and said to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.rules.packs.fields import entry_list, names, plain, read_as
from ruledsl.rules.packs.model import Source
from ruledsl.rules.packs.schema.schemas import KINDS_OF_SOURCES, SOURCE
from ruledsl.rules.packs.yaml.nodes import SequenceNode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.rules.packs.model import Composition, Names, Tile
    from ruledsl.rules.packs.yaml.nodes import Node


def read_sources(node: Node | None) -> tuple[Source, ...]:
    """The entries under `sources:`, without those that have no kind or title."""
    sources = []
    for entry in entry_list(node):
        missing = entry.get("missing")
        lacks = missing.items if isinstance(missing, SequenceNode) else ()
        given: dict[str, Any] = {"missing": tuple(names(item) for item in lacks)}
        given |= {key: str(plain(entry, key, "")) for key in ("kind", "title")}
        source = read_as(Source, entry, SOURCE, **given)
        if source.kind in KINDS_OF_SOURCES and source.title:
            sources.append(source)
    return tuple(sources)


def sources_of(composition: Composition, tile: Tile) -> tuple[Source, ...]:
    """What a tile stands on: its own sources, otherwise those of its pack."""
    pack = next((pack for pack in composition.packs if pack.id == tile.pack), None)
    return tile.sources or (pack.sources if pack else ())


def sources_data(sources: Iterable[Source], text: Callable[[Names], str]) -> list[dict[str, Any]]:
    """Sources as plain data, in the language of `text`."""
    return [
        {
            "kind": source.kind,
            "title": source.title,
            "year": source.year or None,
            "page": source.page,
            "note": text(source.note),
            "missing": [text(lack) for lack in source.missing],
        }
        for source in sources
    ]


def cited(source: Source) -> str:
    """A source in short: `rulebook: Small World Tunnels (2011)`."""
    return f"{source.kind}: {source.title}" + (f" ({source.year})" if source.year else "")
