"""What many games say, and how sure it is: the strength of a tile, what a change changes."""
