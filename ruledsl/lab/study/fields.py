"""Reads the values in a line of a game one by one. Lines may come from anybody, so each faulty value gets a message."""

from __future__ import annotations

import re
from typing import Any

LARGEST = 1 << 53
"""The limit of integers."""
WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_/#:+.-]{0,199}")
"""Permitted names of bots, tiles and maps: without characters that have a meaning in a page or a table."""

Row = dict[str, Any]


class Wrong(Exception):
    """A missing or invalid value; the message says which, and why."""


def whole_in(row: Row, key: str, least: int = 1 - LARGEST) -> int:
    """An integer within limits."""
    number = row.get(key)
    if type(number) is not int or not least <= number < LARGEST:
        raise Wrong(f"`{key}` is no whole number that can be there")
    return number


def name_in(row: Row, key: str) -> str:
    """The name of a tile, a map, a bot or a pack."""
    word = row.get(key)
    if not isinstance(word, str) or not WORD.fullmatch(word):
        raise Wrong(f"`{key}` is no name")
    return word


def names_in(row: Row, key: str) -> list[str]:
    """A list of at least one name."""
    words = row.get(key)
    if not isinstance(words, list) or not words:
        raise Wrong(f"`{key}` is no list of names")
    return [name_in({key: word}, key) for word in words]


def text_in(row: Row, key: str) -> str:
    """A text that can be written to a file: JSON permits lone surrogates, files do not."""
    text = row.get(key)
    if not isinstance(text, str) or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Wrong(f"`{key}` is no text")
    return text


def table_in(row: Row, key: str) -> Row:
    """The table under a key; its own keys are all names."""
    table = row.get(key)
    if not isinstance(table, dict) or not all(map(WORD.fullmatch, table)):
        raise Wrong(f"`{key}` is no object with names in it")
    return table


def objects_in(row: Row, key: str) -> list[Row]:
    """A list of tables."""
    found = row.get(key)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise Wrong(f"`{key}` is no list of objects")
    return found
