"""docs/language/words.md, made of what the grammar says of its words. `python tests/docs/words.py` writes it anew."""

from __future__ import annotations

from pathlib import Path

from ruledsl.syntax.parsing.grammar import meanings
from ruledsl.vocabulary.places import PLACES, TOKENS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language" / "words.md"
HEAD = """\
# All small words

The words of the language itself, as editors explain them where they stand; written by `python tests/docs/words.py`.
Every other word is declared by a pack, or [a question to the game](questions.md).

| word | |
|---|---|
"""


def made():
    """The page as it should be."""
    words = {**meanings(), **TOKENS, **PLACES}
    return HEAD + "".join(f"| `{word}` | {words[word]} |\n" for word in sorted(words))


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8")
