"""Statistics of many games, with their uncertainty: the strength of a tile, the effect of a change."""
