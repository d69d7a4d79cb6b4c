"""Folders of YAML become packs, packs a composition. The only room that knows ruamel.yaml and jsonschema."""

from ruledsl.packs.compose import compose
from ruledsl.packs.find import find_pack, known_packs
from ruledsl.packs.loading import load_packs
from ruledsl.packs.model import Composition, Pack

__all__ = ["Composition", "Pack", "compose", "find_pack", "known_packs", "load_packs"]
