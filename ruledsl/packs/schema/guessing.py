"""The key that is meant by one that nobody knows: one spelled alike, another word for it, or one under which such things stand."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from ruledsl.packs.schema import words
from ruledsl.packs.schema.fits import fits
from ruledsl.packs.yaml.nodes import MappingNode, Node, SequenceNode, to_plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.yaml.nodes import KeyNode

__all__ = ["meant_key"]

NEAREST: Final = 3
"""So many keys that are spelled alike are looked at."""
EFFORT: Final = 2_000
"""What comparing a value with one schema costs, in characters read."""
MUCH: Final = 3
"""What stands below a key fits another one if it has at most one fault in so many keys."""


def meant_key(
    key: KeyNode, value: Node, free: Sequence[str], schemas: Mapping[str, Any], diagnostics: Diagnostics
) -> str:
    """One of the `free` keys, or an empty text. `schemas` has what may stand below each."""
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
    """The key below which what stands here has fewest faults; of several the one after which the file or its folder is called."""
    from ruledsl.packs.schema.faults import weight_of  # noqa: PLC0415 - nearly all data fits

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
