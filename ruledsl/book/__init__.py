"""Packs on paper: a rulebook, and cut-out sheets of tiles and pieces, each one page of HTML that loads and runs nothing."""

from ruledsl.book.rulebook import rulebook
from ruledsl.book.sheets import Unprintable, sheets

__all__ = ["Unprintable", "rulebook", "sheets"]
