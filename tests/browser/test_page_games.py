"""Whole games, played by pressing what the page offers."""

from random import Random

import pytest
from lengths import WHOLE
from playing import at_table, by_keys, click, is_over, play

GAMES = {
    "smallworld": (["smallworld"], {"seats": ("human", "greedy")}),
    "underground": (["underground"], {"seats": ("human", "greedy")}),
    "islands": (["warcraft"], {"seats": ("human", "greedy")}),
    "sky": (["smallworld", "sky_islands"], {"seats": ("human", "greedy", "greedy"), "board": "sky_3p"}),
}


def seen_to_differ(page, chance):
    """Chooses among the first buttons, each of which says to those who hear the page what no other one says."""

    def pick(count):
        names = page.locator(".options .option, .card.offered .main").evaluate_all(
            "(all) => all.filter((one) => !one.closest('.advice')).map((one) => one.ariaLabel || one.textContent.trim())"
        )
        assert all(names)
        assert len(set(names)) == len(names)
        return chance.randrange(min(count, 4))

    return pick


@pytest.mark.parametrize("game", GAMES if WHOLE else ["islands"])
def test_a_whole_game_can_be_played(game, table, visit):
    packs, more = GAMES[game]
    page = visit(table(*packs, **more).links[0])
    at_table(page)
    chance = Random(7)
    by_keyboard = game == "islands"
    given = play(
        page,
        seen_to_differ(page, chance) if by_keyboard else chance.randrange,
        by=by_keys if by_keyboard else click,
    )
    assert is_over(page), f"after {given} answers: {page.locator('.ask').inner_text()}"
    assert page.locator(".result li").count() >= 2
