import pytest

from ruledsl.explain.wording.described import sentences
from ruledsl.naming.nouns import Naming
from ruledsl.packs import known_packs
from ruledsl.play.rules import load


@pytest.mark.parametrize("pack", known_packs())
def test_every_rule_of_every_tile_and_piece_has_a_sentence(pack):
    program = load(pack).program
    rules = [
        *(program.modifiers + program.triggers + program.forbids + program.permits + program.actions),
        *(program.events + program.values + program.defines),
    ]
    found = 0
    for id_, tile in program.composition.tiles.items():
        found += len(sentences(program, Naming(), id_))
        found += sum(len(sentences(program, Naming(), id_, piece)) for piece in tile.pieces)
    owned = [rule for rule in rules if rule.origin.owner.tile or rule.origin.owner.face]
    assert found == len(owned)
