"""Which motif stands for which terrain and symbol: the one that a pack names, or the next of a list that nothing else has."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from ruledsl.vocabulary.motifs import MOTIFS, MOTIFS_OF_SYMBOLS, MOTIFS_OF_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ruledsl.packs.model import Composition

__all__ = ["motifs_of"]


def motifs_of(composition: Composition) -> dict[str, str]:
    """A motif for each terrain and symbol of some packs; what several packs call the same looks the same."""
    words = composition.words
    named = {
        word: motif
        for word, motif in composition.drawing.items()
        if word in words.region_traits and motif in MOTIFS
    }
    symbols = [word for word in words.symbols if word not in words.terrains]
    found = _filled(named, words.terrains, MOTIFS_OF_TERRAINS)
    return _filled(found, symbols, MOTIFS_OF_SYMBOLS)


def _filled(named: Mapping[str, str], words: Iterable[str], motifs: Sequence[str]) -> dict[str, str]:
    taken = set(named.values())
    free = cycle([motif for motif in motifs if motif not in taken] or motifs)
    return {**named, **{word: next(free) for word in words if word not in named}}
