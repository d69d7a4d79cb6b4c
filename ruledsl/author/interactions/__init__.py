"""Which tiles can affect each other, by what their clauses read and write; and which of these pairs scenarios cover and random games reach."""

from ruledsl.author.interactions.matrix import Cell, Matrix
from ruledsl.author.interactions.table import Row, Table, data_of, page_of, tabled

__all__ = ["Cell", "Matrix", "Row", "Table", "data_of", "page_of", "tabled"]
