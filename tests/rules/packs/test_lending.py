"""Every power and race that can be lent: when it goes back, all that it brought goes (R77); what a lent tile offers does something."""

import lending
import pytest
from lengths import crossed, some


@pytest.mark.parametrize("kind", lending.BORROWERS)
def test_a_tile_that_went_back_leaves_nothing(kind):
    for number, (tile, eager) in enumerate(crossed(some(lending.lendable(kind), of=20), (False, True))):
        assert not lending.remains(kind, tile, number % 7, eager=eager), (tile, eager)


def test_what_is_left_is_noticed():
    """A monitor of nothing would find nothing: a piece that stays is found."""
    game, _ = lending.lent("power", "alchemist", 0, eager=False)
    before = lending.left(game, "alchemist")
    g = game.state
    g.stock[g.code.program.pieces.index("fort")] -= 1
    assert lending.left(game, "alchemist") != before
