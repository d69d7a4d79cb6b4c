"""How terrains and symbols may be drawn: the names of motifs. Packs name one for a word (`drawing:`); their shapes are in `draw/motifs.py`."""

from __future__ import annotations

__all__ = ["MOTIFS", "MOTIFS_OF_SYMBOLS", "MOTIFS_OF_TERRAINS"]

MOTIFS_OF_TERRAINS = (
    "waves",
    "peaks",
    "trees",
    "furrows",
    "mounds",
    "reeds",
    "ripples",
    "crystals",
    "caps",
    "stones",
    "bubbles",
    "current",
    "cracks",
)
"""In the order in which terrains get them that no pack names one for."""
MOTIFS_OF_SYMBOLS = (
    "star",
    "arch",
    "anchor",
    "crown",
    "tent",
    "pick",
    "flame",
    "cloud",
    "moon",
    "leaf",
    "stairs",
    "eye",
)
"""In the order in which symbols get them that no pack names one for."""
MOTIFS = (*MOTIFS_OF_TERRAINS, *MOTIFS_OF_SYMBOLS)
"""All of them: any may stand for a terrain or a symbol."""
