"""How terrains and symbols may be drawn: the names of motifs. Packs name one for a word (`drawing:`); their shapes are in `draw/motifs.py`.

And what the emblems of tiles with tokens may be made of (`emblems:`, `draw/emblems.py`).
"""

from __future__ import annotations

__all__ = ["DEVICES", "MOTIFS", "MOTIFS_OF_SYMBOLS", "MOTIFS_OF_TERRAINS", "PARTS_OF_EMBLEMS"]

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
DEVICES = (
    "castle",
    "tower",
    "wall",
    "den",
    "hole",
    "wyrm",
    "sword",
    "axe",
    "bow",
    "hammer",
    "buckler",
    "skull",
    "bone",
    "ghost",
    "tentacles",
    "queen",
    "bag",
    "pot",
    "coin",
    "scroll",
    "key",
    "hand",
    "heart",
    "paw",
    "horse",
    "wing",
    "boot",
    "ship",
    "balloon",
    "wheel",
    "gear",
    "spark",
    "flake",
    "drop",
    "sun",
    "spiral",
    "target",
    "fuse",
    "barrel",
    "banner",
    "bell",
    "chain",
    "ladder",
    "egg",
    "spider",
    "mask",
)
"""What stands for pieces and badges only, in the order in which pieces get them that no pack names one for; their shapes are in `draw/devices.py`."""
PARTS_OF_EMBLEMS = {
    "head": ("round", "long", "broad", "jaw", "skull", "snout", "block", "drop"),
    "sides": ("bare", "pricked", "swept", "mouse", "hare", "lop", "fins", "wings", "knobs"),
    "top": (
        "bald",
        "horns",
        "spikes",
        "mohawk",
        "pointed_hat",
        "helmet",
        "hood",
        "crown",
        "locks",
        "curls",
        "antlers",
        "cap",
        "flame",
        "feelers",
        "feather",
        "turban",
    ),
    "below": ("smooth", "beard", "forked", "goatee", "tusks", "braids", "arms", "ruff", "shell"),
    "face": (
        "dots",
        "one_eye",
        "slits",
        "sockets",
        "visor",
        "veil",
        "fangs",
        "grin",
        "goggles",
        "wide_eyes",
        "shade",
    ),
}
"""The parts of a head, one of each sort for each emblem; their shapes are in `draw/emblems.py`."""
