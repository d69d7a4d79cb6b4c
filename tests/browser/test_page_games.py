"""Whole games, played by pressing what the page offers."""

from random import Random

import pytest
from lengths import WHOLE
from playing import at_table, is_over, play

GAMES = {
    "smallworld": (["smallworld"], {"seats": ("human", "greedy")}),
    "underground": (["underground"], {"seats": ("human", "greedy")}),
    "islands": (["warcraft"], {"seats": ("human", "greedy")}),
    "sky": (["smallworld", "sky_islands"], {"seats": ("human", "greedy", "greedy"), "board": "sky_3p"}),
}


@pytest.mark.parametrize("game", GAMES if WHOLE else ["islands"])
def test_a_whole_game_can_be_played(game, table, visit):
    packs, more = GAMES[game]
    page = visit(table(*packs, **more).links[0])
    at_table(page)
    chance = Random(7)
    given = play(page, chance.randrange)
    assert is_over(page), f"after {given} answers: {page.locator('.ask').inner_text()}"
    assert page.locator(".result li").count() >= 2
