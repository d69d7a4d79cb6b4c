"""What one file brings to its pack, read once: as long as the file stays as it is, reading the pack again only puts the parts together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs.entries import read_file
from ruledsl.packs.fields import WORDS
from ruledsl.packs.model import Pack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.packs.filetrees import FileTree
    from ruledsl.packs.model import Kind
    from ruledsl.packs.yaml.nodes import MappingNode

__all__ = ["read_part"]

TABLES = ("decks", "dice", "pieces", "tiles", "maps", "faces", "variants")
"""Of these a pack has one of each id."""
GROWING = ("panels", "measures", "book", "rules")
WRITTEN_OVER = ("texts", "roles", "drawing", "emblems", "given", "places", "renamed")
STANDINGS = "standings"


def read_part(
    tree: FileTree,
    root: MappingNode,
    sort: str,
    pack: Pack,
    kinds: Mapping[str, Kind],
    diagnostics: Diagnostics,
) -> None:
    """Everything in one file, as `read_file` reads it into the pack. `sort` is the key of the schema that it was compared with.

    Only of a file in which nothing is wrong a part is kept; of one that has an id which the pack has already, it is of no use.
    """
    part = tree.parts.get((sort, pack.id))
    if part is None and sort in tree.sound:
        part = Pack(pack.id, pack.version, pack.language, pack.folder, {}, {}, pack.span)
        heard = Diagnostics(diagnostics.sources)
        read_file(root, part, dict(kinds), heard)
        if heard.added:
            part = None
        else:
            tree.parts[sort, pack.id] = part
    if part is None or _clash(part, pack):
        read_file(root, pack, dict(kinds), diagnostics)
    else:
        _add(part, pack, is_last_word=STANDINGS in root)


def _clash(part: Pack, pack: Pack) -> bool:
    return any(not getattr(part, name).keys().isdisjoint(getattr(pack, name)) for name in TABLES)


def _add(part: Pack, pack: Pack, *, is_last_word: bool) -> None:
    for name in (*TABLES, *WRITTEN_OVER):
        getattr(pack, name).update(getattr(part, name))
    for name in GROWING:
        getattr(pack, name).extend(getattr(part, name))
    for name in WORDS:
        words: dict[str, Any] = getattr(pack.words, name)
        words.update((word, at) for word, at in getattr(part.words, name).items() if word not in words)
    pack.words.equivalents += part.words.equivalents
    if is_last_word:
        pack.standings = part.standings
