"""The rules of tiles in words, as `sentences.yaml` has them: data first, so that a change of the wording is read before it is taken over."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from ruledsl.explain.wording.described import sentences
from ruledsl.naming.nouns import Naming
from ruledsl.play.rules import load

EXPECTED = YAML(typ="safe").load(Path(__file__).with_name("sentences.yaml"))
CASES = [(pack, what) for pack, tiles in EXPECTED.items() for what in tiles]
OWN = tuple(EXPECTED)


@pytest.mark.parametrize(("pack", "what"), CASES, ids=lambda part: part)
def test_sentences(pack, what):
    tile, _, piece = what.partition("/")
    assert sentences(load(pack).program, Naming(), tile, piece) == EXPECTED[pack][what]


@pytest.mark.parametrize("pack", OWN)
def test_nothing_of_the_language_shows(pack):
    """No hole of a text, no mark of the wording itself, no name with its underscores, and everything declared is called something."""
    program = load(pack).program
    for id_, tile in program.composition.tiles.items():
        for piece in ("", *tile.pieces):
            for said in sentences(program, Naming(), id_, piece):
                assert not set("{}⟨⟩_|") & set(said), said
                assert "  " not in said, said
                assert said[0].isupper() or said[0] == "“", said
