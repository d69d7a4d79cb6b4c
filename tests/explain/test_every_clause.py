"""Nothing of a rule is left out when it is said in words: whatever is changed in it changes what is said."""

import pytest
from variations import rule_variants

from ruledsl.explain.wording.described import rules_of, sentences
from ruledsl.naming.nouns import Naming
from ruledsl.play.rules import load

PACKS = ("smallworld", "underground", "warcraft", "cursed", "grand_dames", "be_not_afraid", "royal_bonus")


def unsaid(program, tile, piece):
    """What can be changed in a tile's rules, or a piece's, without a word of difference."""
    naming = Naming()
    usual = sentences(program, naming, tile, piece)
    for rule in rules_of(program, tile, piece):
        for what, name, value in rule_variants(rule, program):
            kept = getattr(rule, name)
            setattr(rule, name, value)
            said = sentences(program, naming, tile, piece)
            setattr(rule, name, kept)
            if said == usual:
                where = f"{rule.origin.span.file}:{rule.origin.span.line}"
                yield f"{tile or piece} ({where}, {type(rule).__name__}): {what}"


@pytest.mark.parametrize("pack", PACKS)
def test_every_change_of_a_rule_is_said(pack):
    program = load(pack).program
    found = []
    for tile in program.composition.tiles.values():
        if tile.pack == pack and not tile.copy_of:
            for piece in ("", *tile.pieces):
                found += unsaid(program, tile.id, piece)
    for piece in program.composition.pieces.values():
        if piece.pack == pack and not piece.tile:
            found += unsaid(program, "", piece.id)
    assert not found, "\n".join(found)
