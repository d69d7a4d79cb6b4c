"""Whole games, played by what the page offers: with keys and on a phone, and by what screen readers hear."""

from pathlib import Path
from random import Random

import listening
import pytest
from lengths import WHOLE
from listening import Listener
from playing import PHONE, at_table, by_keys, play_together, tap

from ruledsl import load
from ruledsl.play.naming.nouns import Naming

SHORT = str(Path(__file__).parent / "short")
"""Two rounds on the board for three."""
GAMES = {
    "short": ((SHORT,), "short_3p"),
    "smallworld": (("smallworld",), None),
    "underground": (("underground",), None),
    "islands": (("warcraft",), None),
    "sky": (("smallworld", "sky_islands"), "sky_3p"),
    "crossover": (("crossover",), None),
}
PLAYED = [name for name in GAMES if WHOLE or name == "short"]


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


@pytest.mark.skipif(not WHOLE, reason="takes a minute")
@pytest.mark.parametrize("game", PLAYED)
def test_two_people_and_a_bot_play_a_whole_game(game, table, visit):
    """One has a keyboard and no mouse, the other one a phone."""
    packs, board = GAMES[game]
    there = table(*packs, seats=("human", "human", "greedy" if WHOLE else "random"), board=board)
    desk = visit(there.links[0])
    phone = visit(there.links[1], viewport=PHONE, has_touch=True, is_mobile=True)
    chance = Random(7)
    play_together([(desk, seen_to_differ(desk, chance), by_keys), (phone, chance.randrange, tap)])
    ranks = [page.locator(".result li > b").all_inner_texts() for page in (desk, phone)]
    assert ranks[0] == ranks[1]
    assert len(ranks[0]) == 3
    assert ranks[0][0] == "1."


@pytest.mark.parametrize("game", PLAYED)
def test_who_hears_the_page_plays_a_whole_game(game, table, visit):
    packs, board = GAMES[game]
    page = visit(table(*packs, seats=("human", "random", "random"), board=board).links[0])
    at_table(page)
    listener = Listener(page)
    chance = Random(3)
    heard = listener.until(listening.offered)
    regions_are_described(heard, packs, board)
    while not listening.over(heard):
        listener.answer(heard, chance.randrange)
        heard = listener.until(lambda now: listening.offered(now) or listening.over(now))
    assert "The winner" in " ".join(one.name for one in heard)


def regions_are_described(heard, packs, board):
    """Terrain and symbols of each, in the words of the packs; not on a map that was drawn for this game."""
    rules = load(*packs)
    composition = rules.composition
    if board not in composition.maps or rules.map_dealt(3, 1, board).id != board:
        return
    naming = Naming("en")
    names = {one.name.split()[0]: one.name for one in listening.regions(heard)}
    for region in composition.maps[board].regions:
        name = names[region.id]
        assert all(naming.trait(composition, trait) in name for trait in region.traits)


def test_who_hears_the_page_is_told_why_not(table, visit):
    page = visit(table().links[0])
    at_table(page)
    listener = Listener(page)
    listener.answer(listener.until(listening.offered), lambda _: 0)
    heard = listener.until(lambda now: any(" takes " in one.name for one in listening.regions(now)))
    lake = next(one for one in listening.regions(heard) if one.name == "12 lake")
    listener.press(lake)
    listener.until(lambda now: "Seas and lakes cannot be conquered" in listening.spoken(now))
