"""The subset of Python that the engine is written in: words, arrays of cells, facts of a program, and capacities."""
