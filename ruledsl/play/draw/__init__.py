"""Maps as pictures: SVG from the geometry in the files of packs, for the table, the rulebook and print."""

from ruledsl.play.draw.emblems import emblems_of, signs_of
from ruledsl.play.draw.picture import map_svg

__all__ = ["emblems_of", "map_svg", "signs_of"]
