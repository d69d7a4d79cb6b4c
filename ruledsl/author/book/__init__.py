"""Packs on paper: a rulebook, and cut-out sheets of tiles and pieces, each one page of HTML that loads and runs nothing."""

from ruledsl.author.book.rulebook import rulebook
from ruledsl.author.book.sheets import Unprintable, sheets

__all__ = ["Unprintable", "rulebook", "sheets"]
