"""Packs on paper: a rulebook, and sheets of tiles and pieces to cut out, each one page of HTML that loads and runs nothing."""

from ruledsl.book.rulebook import rulebook
from ruledsl.book.sheets import Unprintable, sheets

__all__ = ["Unprintable", "rulebook", "sheets"]
