"""Programs that note which rules are used: the same games, and both printers note the same."""

import random

import pytest
from lengths import some
from printers import state_on

from ruledsl import load
from ruledsl.author.testkit.runner import noting
from ruledsl.engine.machines.backend import native_of, python_of
from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.games import Beginnings
from ruledsl.rules.check.program import clauses_of

WORLD = "smallworld", "warcraft", "cursed", "royal_bonus"


def games(machine, board, seed, asked=lambda machine: None):
    """What is said after each choice, of a game at random."""
    chance = random.Random(seed)
    Beginnings(machine).begin(board, 3, seed)
    while machine.scalar("kind"):
        machine.call("answer", chance.randrange(machine.scalar("options")))
        yield state_on(machine).content(), asked(machine)


def noted(machine):
    return machine.used(), machine.used_together()


@pytest.mark.parametrize("words", some([2, 1], of=2))
def test_games_are_the_same_and_both_printers_note_the_same(words):
    rules = load(*WORLD)
    board = rules.board(rules.map_for(3, None).id)
    plain = games(native_of(rules.code, words).machine(), board, 3)
    one = games(native_of(noting(rules).code, words).machine(), board, 3, noted)
    other = games(python_of(noting(rules).code, words).machine(), board, 3, noted)
    together = set()
    for (state, _), first, second in zip(plain, one, other, strict=True):
        assert first == second
        assert first[0] == state
        used, pairs = first[1]
        assert used == sorted(set(used))
        assert {rule for pair in pairs for rule in pair} <= set(used)
        together |= set(pairs)
    assert together


POSITION = {
    "players": 2,
    "map": {
        "regions": {
            "a": {"terrain": "hill", "borders": ["b", "c"]},
            "b": {"terrain": "hill", "borders": ["w"]},
            "c": {"terrain": "hill"},
            "w": {"terrain": "sea"},
        }
    },
    "phase": "conquests",
    "peoples": [{"race": "tritons", "power": "mounted", "player": 0, "hand": 4, "at": {"a": 1}}],
}


@pytest.mark.parametrize("coast", [True, False])
def test_what_is_used_in_one_answer(coast):
    """Both lower the cost of some region; of one, only where there is a hill by the sea."""
    rules = load("smallworld")
    names = [(str(origin.owner), name) for _, name, origin in clauses_of(rules.program)]
    tritons, mounted = (
        names.index((f"smallworld/{tile}", "conquest_cost")) for tile in ("tritons", "mounted")
    )
    machine = native_of(noting(rules).code).machine()
    regions = POSITION["map"]["regions"]
    terrain = {} if coast else {"b": {"terrain": "swamp", "borders": ["w"]}}
    position = {**POSITION, "map": {"regions": regions | terrain}}
    place(machine, rules.position(position).state)
    machine.call("answer", 0)
    used, pairs = noted(machine)
    assert {tritons, mounted} <= set(used)
    assert ((min(tritons, mounted), max(tritons, mounted)) in pairs) == coast


def test_what_was_told_is_forgotten():
    rules = load("smallworld")
    machine = native_of(noting(rules).code).machine()
    assert any(said for _, (said, _) in games(machine, rules.board(rules.map_for(3, None).id), 1, noted))
    noted(machine)
    assert noted(machine) == ([], [])
