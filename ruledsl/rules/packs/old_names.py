"""Renamed names in YAML: the new name replaces the old one, with a warning."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.packs.model import Composition, Pack, Renamed

DECLARING = r"\b(?:value|define|event|phase|remember|permission|action|choose|may|let|roll \w+ as|draw|each)\s+(?:\w+ is )?{}\b"
"""Keywords after which rules declare a name."""


def old_name(found: Composition, pack: Pack, name: str) -> tuple[str, Renamed] | None:
    """The required pack that has renamed a name, with the new name; None if there is none, or if the pack itself declares the old name."""
    knows = found.known_to(pack.id)
    for other in found.packs:
        renamed = other.renamed.get(name) if other.id in knows else None
        if renamed is not None and not renamed.where and not _is_its_own(pack, name):
            return other.id, renamed
    return None


def _is_its_own(pack: Pack, name: str) -> bool:
    return any(re.search(DECLARING.format(re.escape(name)), rule.text) for rule in pack.rules)


def named_anew(found: Composition, diagnostics: Diagnostics) -> None:
    """Replace old names in standings, panels, measures and roles."""

    def now(pack: Pack, name: str, span: Span) -> str:
        old = old_name(found, pack, name)
        if old is None:
            return name
        diagnostics.warning("N028", old[1].said(name, old[0]), span, suggestion=old[1].to)
        return old[1].to

    if not any(pack.renamed for pack in found.packs):
        return
    for pack in found.packs:
        if pack.standings and found.standings is pack.standings:
            found.standings = [(now(pack, name, span), span) for name, span in pack.standings]
        for role, name in pack.roles.items():
            found.roles[role] = now(pack, name, pack.places["roles", role])
    homes = {id(shown): pack for pack in found.packs for shown in (*pack.panels, *pack.measures)}
    for shown in (found.panels, found.measures):
        shown[:] = [replace(one, value=now(homes[id(one)], one.value, one.span)) for one in shown]
