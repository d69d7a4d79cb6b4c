"""The learned value: what the engine makes of it, what is fitted from games of which the answer is known, and who asks it."""

from dataclasses import replace

import numpy as np
import pytest

from ruledsl import load
from ruledsl.engine.compile.wasm.memory import DECISION
from ruledsl.engine.machines.games import TILE_VALUES, value_by
from ruledsl.engine.small.columns import MOST_WORTHS, VALUED
from ruledsl.lab.training.valuing import WIDTH, Positions, fitted, gathered, with_values
from ruledsl.play.bots import Guided, Think
from ruledsl.play.bots.policy import Policy, policy_of
from ruledsl.play.bots.simple import DECIDES, judging
from ruledsl.play.views import SeatView

COLUMNS = ["victory", "tie_break", "earnings", *[None] * (MOST_WORTHS - 3), *VALUED[:-2]]


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def test_the_engine_adds_up_what_a_seat_has(rules):
    """The weights of its turns left, by its numbers, and those of its tiles, as the names say."""
    values = {
        f"{name} left {left}": 3 * place + left
        for place, name in enumerate(filter(None, COLUMNS))
        for left in range(16)
    }
    values |= {
        part.format(tile): len(part) + place
        for place, tile in enumerate(rules.program.tiles)
        for part in TILE_VALUES
    }
    batch = rules.batch(2, 2, 7)
    machine = batch.machine
    worths = judging(rules).worths
    machine.cells["WORTHS"][0 : 3 * len(worths)] = [number for worth in worths for number in worth]
    machine.cells["D"][DECISION["worths"]] = len(worths)
    value_by(machine, values)
    place = machine.space(8 * 2 * 2 * WIDTH)
    chance = np.random.default_rng(1)
    for _ in range(120):
        batch.step(chance.integers(np.asarray(batch.counts)).astype(np.int32).data)
        machine.call("appraise", batch.blocks, 2, place)
        rows = np.array(machine.words(place, 2 * 2 * WIDTH)[:]).reshape(2, 2, WIDTH)
        batch._enter(1)
        for player in range(2):
            left, *numbers, race, power = rows[1, player].tolist()
            wanted = sum(
                values[f"{name} left {left}"] * number
                for name, number in zip(COLUMNS, numbers, strict=True)
                if name
            )
            for tile in (race, power):
                if tile >= 0:
                    base, a_turn = (values[part.format(rules.program.tiles[tile])] for part in TILE_VALUES)
                    wanted += base + left * a_turn
            assert machine.call("learned_value", player, left) == wanted


def test_what_is_fitted_is_what_brought_the_lead():
    """Each region brings two coins for each turn left, and the first tile four: the value says so."""
    chance = np.random.default_rng(3)
    seats = np.zeros((20_000, 2, WIDTH), np.int64)
    seats[:, :, 0] = chance.integers(1, 4, (20_000, 1))
    seats[:, :, 1] = chance.integers(0, 40, (20_000, 2))
    regions = 1 + MOST_WORTHS + VALUED.index("regions")
    seats[:, :, regions] = chance.integers(0, 10, (20_000, 2))
    seats[:, :, -2:] = -1
    seats[:, :, -2] = chance.integers(-1, 2, (20_000, 2))
    ends = seats[:, :, 1] + 2 * seats[:, :, 0] * seats[:, :, regions] + 4 * (seats[:, :, -2] == 0)
    values = fitted(
        Positions(seats, ends - ends.mean(axis=1, keepdims=True), np.arange(20_000)),
        COLUMNS,
        ["ours", "theirs"],
    )
    for left in (1, 2, 3):
        assert values[f"regions left {left}"] == pytest.approx(2 * left * DECIDES, abs=2)
        assert values[f"victory left {left}"] == pytest.approx(DECIDES, abs=2)
    assert values["tile ours"] + 2 * values["tile ours a_turn"] == pytest.approx(4 * DECIDES, abs=16)
    assert abs(values.get("tile theirs", 0) + 2 * values.get("tile theirs a_turn", 0)) < 8


def test_positions_are_those_of_turns(rules):
    positions = gathered(rules, policy_of(rules.code), 2, 3, 1)
    assert set(positions.games) >= {0, 1, 2}
    assert positions.seats.shape[1:] == (2, WIDTH)
    assert np.allclose(positions.leads.sum(axis=1), 0)
    turns = positions.seats[positions.games == 0][:, 0, 0]
    assert turns[0] == 10
    assert list(turns) == sorted(turns, reverse=True)
    assert turns[-1] in (0, 1)


def test_a_policy_keeps_its_value(rules):
    policy = with_values(rules, policy_of(rules.code), 2, 2, 1)
    assert policy.values
    assert Policy.read(policy.text(), "policy.json").values == policy.values
    assert Policy.read('{"packs": [], "choices": 0, "weights": {}, "tiles": {}}', "old.json").values == {}


def test_choices_of_direction_ask_the_shipped_value(rules, monkeypatch):
    """`guided` stops there and asks; with values that say only that coins are bad, it chooses otherwise."""
    game = rules.new_game(2, 5)
    bot, asked = Guided(3, Think(64)), []
    shipped = policy_of(rules.code)
    assert shipped.values
    wrong = replace(shipped, values={name: -weight for name, weight in shipped.values.items()})
    while not game.over and len(asked) < 12:
        view = SeatView(game, game.decision.player)
        chosen = bot.choose(view)
        if game.decision.kind == "offer_one" and view.count > 1:
            with monkeypatch.context() as patch:
                patch.setattr("ruledsl.play.bots.search.policy_of", lambda _: wrong)
                asked.append((chosen, bot.choose(view)))
        game.choose(chosen)
    assert any(one != other for one, other in asked)
