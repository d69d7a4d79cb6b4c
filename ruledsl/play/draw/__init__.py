"""Maps as pictures: SVG from the geometry in the files of packs, for the table, the rulebook and print."""

from ruledsl.play.draw.emblems import drawn_device, emblems_of, heads_of, signs_of
from ruledsl.play.draw.picture import map_svg, with_owners

__all__ = ["drawn_device", "emblems_of", "heads_of", "map_svg", "signs_of", "with_owners"]
