"""What the board says of whole games is what the engine does: previews against undo, refusals and prices against options, parts against their sum."""

import random

import pytest
from lengths import part

from ruledsl import GameError, load
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.views import SeatView
from ruledsl.table.server.views.bringing import brought
from ruledsl.table.server.views.other_times import region_data, spoils_data

BOXES = [("smallworld",), ("underground",), ("warcraft",), ("smallworld", "tales", "leaders", "royal_bonus")]
LOOKED_AT = 9


def walked(packs, seed):
    """A game by chance, each time somebody decides."""
    chance, game = random.Random(seed), load(*packs).new_game(2 + seed % 2, seed)
    while not game.over:
        yield game
        game.choose(chance.randrange(game.decision.count))
    yield game


def what_can_be_taken_back(game, seat):
    """An option that shows nothing can be taken back; one that ends in chance cannot; one that ends the turn leaves it to somebody else."""
    does = brought(game, seat, Naming())
    for option in list(game.decision.options)[:6]:
        ends = does.get(option.id, {}).get("ends")
        then = game.copy()
        then.choose(option.id)
        if ends == "chance":
            with pytest.raises(GameError):
                then.undo()
        elif ends == "":
            assert then.over or then.decision.player == seat
            then.undo()
            assert then.hash == game.hash
        elif ends == "decision":
            assert then.over or then.decision.player != seat
            then.undo()


def refusals(game, seat):
    """No region is refused what is offered there; a price is that of the engine, and stands where conquest is offered or too far; reasons differ."""
    view, roles = SeatView(game, seat), game.rules.composition.roles
    costs, conquest = None, roles["conquest"]
    for region in list(view["regions"])[::7]:
        told = region_data(view, region)
        here = {
            option.id
            for option in game.decision.options
            if region in (option.data.get("target"), option.data.get("value"))
        }
        assert set(told["options"]) == here
        refused = {one["action"]: one["why"] for one in told["not"]}
        assert not refused.keys() & {one.split(":")[0] for one in here}
        assert all(why["lines"] and why["short"] for why in refused.values())
        assert not any("not in play" in line["text"] for why in refused.values() for line in why["lines"])
        if f"{conquest}:{region}" in here:
            costs = costs or game.costs(game.decision.people)
            assert told["cost"]["result"] == costs[region]
        elif conquest in refused:
            bars = {line.args.get("reason") for line in view.why_not(conquest, region).lines} - {
                None,
                roles["reach"],
            }
            assert (told["cost"] is None) == bool(bars)


@pytest.mark.parametrize("packs", BOXES, ids="+".join)
@pytest.mark.parametrize("seed", range(part(4, 1)))
def test_what_the_board_says_is_so(packs, seed):
    looked = 0
    for number, game in enumerate(walked(packs, seed)):
        if game.over:
            parts = spoils_data(game, Naming())
            first = game.rules.deciding[0]
            assert all(one["coins"] > 0 for of in parts for one in of if one["kind"] in ("start", "gained"))
            assert [sum(one["coins"] for one in of) for of in parts] == [
                game.measure(first, player) for player in range(game.players)
            ]
        elif number % LOOKED_AT == seed:
            seat = game.decision.player
            what_can_be_taken_back(game, seat)
            refusals(game, seat)
            looked += 1
    assert looked > 10
