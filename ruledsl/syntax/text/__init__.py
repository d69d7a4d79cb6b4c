"""Characters to pieces: where they stand, lines, indents, and how big a text may be."""
