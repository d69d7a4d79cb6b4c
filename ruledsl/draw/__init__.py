"""Maps as pictures: SVG from the geometry in the files of packs, for the table, the rulebook and print alike."""

from ruledsl.draw.picture import map_svg

__all__ = ["map_svg"]
