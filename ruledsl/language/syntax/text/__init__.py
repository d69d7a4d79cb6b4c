"""Characters to pieces: positions, lines, indentation, and limits on the size of a text."""
