import pytest

from ruledsl.explain.wording.described import sentences
from ruledsl.naming.nouns import Naming
from ruledsl.packs import known_packs
from ruledsl.play.rules import load


@pytest.mark.parametrize("pack", known_packs())
def test_every_tile_and_piece_with_rules_is_told(pack):
    program = load(pack).program
    rules = [
        *(program.modifiers + program.triggers + program.forbids + program.permits + program.actions),
        *(program.events + program.values),
    ]
    owners = {(rule.origin.owner.tile or rule.origin.owner.face, rule.origin.owner.piece) for rule in rules}
    for tile, piece in sorted(owners):
        if tile:
            told = sentences(program, Naming(), tile, piece) if piece else sentences(program, Naming(), tile)
            assert told, (tile, piece)
            assert all(str(sentence).strip() for sentence in told)
