"""Folders of YAML become packs, and packs a composition. The only user of ruamel.yaml and jsonschema.

The names below are imported lazily: finding a pack does not need the code that reads one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruledsl.rules.packs.folders.find import find_pack, known_packs
    from ruledsl.rules.packs.loading import load_packs
    from ruledsl.rules.packs.model import Composition, Pack

__all__ = ["Composition", "Pack", "find_pack", "known_packs", "load_packs"]

_HOMES = {
    "Composition": "model",
    "Pack": "model",
    "find_pack": "folders.find",
    "known_packs": "folders.find",
    "load_packs": "loading",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
