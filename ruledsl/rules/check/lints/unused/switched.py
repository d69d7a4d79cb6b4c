"""Rules that the chosen variants switch off: they exist, though no checked program contains them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.syntax.visitor import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.language.syntax import tree as s
    from ruledsl.rules.packs.model import Composition


def switched_off(composition: Composition) -> Iterator[s.Node]:
    """Every node of every rule text that is not in force."""
    used = {id(rule.document) for rule in composition.rules}
    for pack in composition.packs:
        for rule in pack.rules:
            if rule.document is not None and id(rule.document) not in used:
                yield from walk(rule.document)
