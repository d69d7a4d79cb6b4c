"""Which tiles can touch each other, by what their clauses read and write; which of these pairs scenarios are about, and which random games reach."""

from ruledsl.interactions.matrix import Cell, Matrix


__all__ = ["Cell", "Matrix"]
