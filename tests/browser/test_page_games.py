"""Whole games, played by pressing what the page offers."""

from random import Random

import pytest
from lengths import WHOLE
from playing import at_table, is_over, play

GAMES = {
    "smallworld": ["smallworld", "--players", "2", "--seats", "human,greedy"],
    "underground": ["underground", "--players", "2", "--seats", "human,greedy"],
    "islands": ["warcraft", "--players", "2", "--seats", "human,greedy"],
    "sky": [
        "smallworld",
        "sky_islands",
        "--map",
        "sky_3p",
        "--players",
        "3",
        "--seats",
        "human,greedy,greedy",
    ],
}


@pytest.mark.parametrize("game", GAMES if WHOLE else ["islands"])
def test_a_whole_game_can_be_played(game, serve, visit):
    server = serve(*GAMES[game])
    page = visit(server.links[0])
    at_table(page)
    page.evaluate("localStorage.setItem('ruledsl.settings', '{\"motion\": false}')")
    page.reload()
    at_table(page)
    chance = Random(7)
    given = play(page, chance.randrange)
    assert is_over(page), f"after {given} answers: {page.locator('.ask').inner_text()}"
    assert page.locator(".result li").count() >= 2
