"""Every power and race that can be lent: when it goes back, all that it brought goes (R77); what a lent tile offers does something."""

import lending
import pytest
from lengths import some

LENT = [(kind, tile) for kind in lending.BORROWERS for tile in lending.lendable(kind)]


@pytest.mark.parametrize(("kind", "tile"), some(LENT, of=12), ids=str)
def test_a_tile_that_went_back_leaves_nothing(kind, tile):
    assert not lending.remains(kind, tile, 0, eager=False)
    assert not lending.remains(kind, tile, 1, eager=True)


def test_what_is_left_is_noticed():
    """A monitor of nothing would find nothing: a piece that stays is found."""
    game, _ = lending.lent("power", "alchemist", 0, eager=False)
    before = lending.left(game, "alchemist")
    g = game.state
    g.stock[g.code.program.pieces.index("fort")] -= 1
    assert lending.left(game, "alchemist") != before
