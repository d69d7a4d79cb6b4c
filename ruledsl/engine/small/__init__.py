"""The small part of Python that the engine is written in: words, arrays of cells, facts of a program; how much there is room for."""
