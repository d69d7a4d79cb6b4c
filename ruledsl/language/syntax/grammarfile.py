"""The place of the grammar and of its tables."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ruledsl.base.system import PACKAGE

FILE = "ruledsl.lark"
TABLES = "ruledsl.tables.json"


def folder() -> Path:
    """The folder in the checkout when run from one, otherwise the copy inside the installed package."""
    for place in (PACKAGE.parent / "grammar", PACKAGE / "_data" / "grammar"):
        if (place / FILE).is_file():
            return place
    raise FileNotFoundError(f"The grammar {FILE} is missing from this installation of ruledsl")


def grammar_text() -> str:
    """The grammar."""
    return (folder() / FILE).read_text(encoding="utf-8")


def fingerprint(text: str) -> str:
    """The identity of a grammar."""
    return hashlib.sha256(text.encode()).hexdigest()
