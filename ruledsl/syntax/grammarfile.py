"""Where the grammar is found."""

from __future__ import annotations

from pathlib import Path

__all__ = ["grammar_text"]

FILE = "ruledsl.lark"


def grammar_text() -> str:
    """The grammar: of the checkout when run from one, otherwise the copy inside the installed package."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "grammar", package / "_data" / "grammar"):
        path = folder / FILE
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(f"The grammar {FILE} is missing from this installation of ruledsl")
