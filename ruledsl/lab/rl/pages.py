"""Decisions of any size in action spaces of a fixed one: options appear in pages, so that none is ever left out."""

from __future__ import annotations

MOST_OPTIONS = 64
"""Actions. Nearly all decisions have fewer options."""


def page_of(count: int, most: int, page: int) -> range:
    """The options on a page; after the last page comes the first. With several pages, the last action turns the page."""
    if count <= most:
        return range(count)
    size = most - 1
    first = page % -(-count // size) * size
    return range(first, min(first + size, count))


def option_of(count: int, most: int, page: int, action: int) -> int:
    """The option that an action on a page takes; for an invalid action, a number that no option has."""
    shown = page_of(count, most, page)
    if 0 <= action < len(shown):
        return shown[action]
    return action if not 0 <= action < count else count


def turns_page(count: int, most: int, action: int) -> bool:
    """Does this action turn the page instead of choosing?"""
    return count > most and action == most - 1
