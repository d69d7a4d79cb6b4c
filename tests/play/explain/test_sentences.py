"""The rules of all tiles in words, as the files in `sentences/` have them beside summaries: a change is read before it is taken over.

`python tests/play/explain/test_sentences.py` writes the files anew.
"""

import json
import re
from pathlib import Path

import pytest
from lengths import WHOLE
from ruamel.yaml import YAML

import ruledsl
from ruledsl.play.explain.wording.described import InWords, sentences
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

FOLDER = Path(__file__).with_name("sentences")
PACKS = {
    "smallworld": ["smallworld"],
    "underground": ["underground"],
    "warcraft": ["warcraft"],
    "cursed": ["cursed"],
    "grand_dames": ["grand_dames"],
    "be_not_afraid": ["be_not_afraid"],
    "royal_bonus": ["royal_bonus"],
    "sky_islands": ["sky_islands"],
    "spiders_web": ["smallworld", "spiders_web"],
}


def said(pack):
    """The sentences of everything that a pack brings, by tile, or by tile and piece."""
    program = load(*PACKS[pack]).program
    composition = program.composition
    found = {}
    for tile in composition.tiles.values():
        if tile.pack == pack and not tile.copy_of:
            for piece in ("", *tile.pieces):
                found[f"{tile.id} {piece}".strip()] = sentences(program, Naming(), tile.id, piece)
    for piece in composition.pieces.values():
        if piece.pack == pack and not piece.tile:
            found[piece.id] = sentences(program, Naming(), "", piece.id)
    return {what: lines for what, lines in found.items() if lines}


@pytest.mark.parametrize("pack", PACKS)
def test_every_tile_reads_as_written_down(pack):
    expected = YAML(typ="safe").load(FOLDER / f"{pack}.yaml")
    assert said(pack) == expected


BROKEN = re.compile(
    r"\ba you\b|\byou's|(?<!because )\bof you\b|\ba an\b|\ban a\b|\bthe (?:the|an?|those)\b|\ba the\b|\bit it\b|\b1 (?:tokens|coins|regions)\b| 's"
)
"""What no sentence in English says: doubled articles, one of several, an owner without an `'s` of its own."""
EVERY = sorted(
    path.parent.name for path in (Path(ruledsl.__file__).parents[1] / "rulesets").glob("*/pack.yaml")
)


@pytest.mark.parametrize("pack", EVERY if WHOLE else sorted(PACKS))
def test_every_sentence_is_english(pack):
    """Of all tiles, pieces and chapters of a pack and of those that it requires."""
    rules = load(pack)
    words, composition = InWords(rules.program, Naming()), rules.composition
    of_tiles = [
        words.sentences(tile.id, piece) for tile in composition.tiles.values() for piece in ("", *tile.pieces)
    ]
    of_packs = [lines for one in composition.packs for _, _, lines in words.chapters(one.id)]
    broken = {line for lines in (*of_tiles, *of_packs) for line in lines if BROKEN.search(line)}
    assert not broken


@pytest.mark.parametrize("pack", PACKS)
def test_nothing_of_the_language_shows(pack):
    """No hole of a text, no mark of the wording itself, no name with its underscores, and everything declared is called something."""
    for lines in said(pack).values():
        for line in lines:
            assert not set("{}⟨⟩_|") & set(line), line
            assert "  " not in line, line
            assert line[0].isupper() or line[0] == "“", line


def test_what_a_piece_of_no_tile_brings_with_it_is_on_the_card_of_its_tile():
    """Its pack's rules about it, which stand in the same file: what they make of the Skull that the tile lays."""
    house = Path(__file__).parents[2] / "house_tiles"
    lines = InWords(load(str(house)).program, Naming()).sentences("scorched_earth")
    assert [line.partition(",")[0] for line in lines] == [
        "When tokens of yours leave a region without a Skull that you have no tokens in",
        "After a race conquers a region with a Skull",
        "Skull: Its region costs 1 token more to conquer.",
    ]


def write():
    """The files anew, with the summaries of tiles as comments."""
    for pack, packs in PACKS.items():
        tiles = load(*packs).composition.tiles
        lines = []
        for what, texts in said(pack).items():
            summary = tiles[what].summary.get("en") if what in tiles else None
            lines += [f"# {summary}"] if summary else []
            lines += [f"{what}:", *(f"  - {json.dumps(text, ensure_ascii=False)}" for text in texts)]
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{pack}.yaml").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    write()
