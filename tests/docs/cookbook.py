"""docs/cookbook.md: its recipes as tiles of one pack, and their rules in words.

`python tests/docs/cookbook.py` rewrites the words.
"""

import re
from pathlib import Path
from textwrap import indent

import ruledsl
from ruledsl.play.explain.wording.described import sentences
from ruledsl.play.naming.nouns import Naming

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cookbook.md"
RECIPE = re.compile(
    r"^\*I want (.*?)\.\*[^\n]*\n\n```rules( pack)?\n(.*?)^```\n((?:\n>[^\n]*\n)?)", re.DOTALL | re.MULTILINE
)
DAM = "pieces:\n  dam: {name: Dam, supply: 5}\n"


def recipes(text: str) -> dict[str, str]:
    """The rules of a tile by what somebody wants."""
    return {found[1]: found[3] for found in RECIPE.finditer(text) if not found[2]}


def pack_of(found: dict[str, str]) -> str:
    """A file with a race for each recipe: tile1, tile2 …"""
    races = "".join(
        f"  tile{number}:\n    name: Otters\n    number: 5\n    tray: 10\n    rules: |\n{indent(rules, '      ')}"
        for number, rules in enumerate(found.values(), 1)
    )
    return f"{DAM}races:\n{races}"


def loaded(text: str) -> ruledsl.Rules:
    """The rules of all recipes for tiles, as one pack."""
    return ruledsl.load("smallworld", texts={"cookbook.yaml": pack_of(recipes(text))})


def written(text: str) -> str:
    """The page with the words of each recipe below it."""
    program = loaded(text).program
    said = {
        want: " ".join(sentences(program, Naming("en"), f"tile{number}", ""))
        for number, want in enumerate(recipes(text), 1)
    }

    def with_words(found: re.Match[str]) -> str:
        whole = found[0].removesuffix(found[4])
        return f"{whole}\n> {said[found[1]]}\n" if found[1] in said else whole

    return RECIPE.sub(with_words, text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
