"""What is done in a quick way when it can be is the same as what the long way gives."""

import random
from pathlib import Path

import pytest

from ruledsl.engine.primitives import mutations, queries, tokens
from ruledsl.engine.rules import inplay
from ruledsl.engine.state.board import bits
from ruledsl.play.rules import load
from ruledsl.vocabulary.types import FLAG, PEOPLE, PLAYER, REGION

SCRATCH = str(Path(__file__).parent / "packs" / "twins")
PACKS = [("smallworld",), ("smallworld", "underground"), ("warcraft",), (SCRATCH,)]
LOOK_EVERY = 9


def begun(rules, seed):
    """A game on the last map, with as many players as it is for."""
    board = list(rules.composition.maps.values())[-1]
    return rules.new_game(max(board.players), seed, board.id)


def members(g, kind):
    return [-1, *range(g.people_count if kind == PEOPLE else g.seats)]


def in_bulk(g):
    """The values that can be asked for many regions at once, with the function that does, where all other parameters are peoples or players."""
    functions = g.code.values[0].__globals__
    for value in g.code.program.values:
        place = next((i for i, p in enumerate(value.params) if p.type == REGION), -1)
        others = [p.type for i, p in enumerate(value.params) if i != place]
        if f"b_{value.index}" in functions and set(others) <= {PEOPLE, PLAYER} and len(others) <= 1:
            yield value, place, others, functions[f"b_{value.index}"]


def compare(g, rng):
    among = rng.getrandbits(g.board.size)
    for value, place, others, ask in in_bulk(g):
        for rest in [(m,) for m in members(g, others[0])] if others else [()]:
            one_by_one = {
                r: g.code.values[value.index](g, *rest[:place], r, *rest[place:]) for r in bits(among)
            }
            expected = (
                sum(1 << r for r, yes in one_by_one.items() if yes) if value.type == FLAG else one_by_one
            )
            assert ask(g, among, *rest) == expected, (value.name, rest)


@pytest.mark.parametrize("packs", PACKS)
def test_many_regions_at_once_and_one_by_one(packs):
    game = begun(load(*packs), 7)
    chance, rng = random.Random(7), random.Random(1)
    assert list(in_bulk(game.state))
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        if len(game.choices) % LOOK_EVERY == 0:
            compare(game.state, rng)


@pytest.mark.parametrize("packs", PACKS)
def test_events_in_one_go_and_in_frames(packs, monkeypatch):
    rules = load(*packs)
    quick = played(rules)
    every_event = (1 << len(rules.program.events)) - 1
    monkeypatch.setattr(inplay, "_watched", lambda _g, _groups: (every_event, every_event))
    slow = played(rules)
    assert quick == slow


@pytest.mark.parametrize(
    ("race", "power", "event", "in_frames"),
    [
        ("trolls", "alchemist", "conquest", False),
        ("amazons", "alchemist", "mustering", False),
        ("ratmen", "heroic", "finishing", True),
    ],
)
def test_only_a_trigger_that_asks_somebody_needs_frames(race, power, event, in_frames):
    rules = load("smallworld")
    people = {"race": race, "power": power, "player": 0, "hand": 5}
    game = rules.position({"players": 2, "map": "small_world_2p", "peoples": [people]})
    play, bit = inplay.refresh(game.state), 1 << rules.program.event(event).index
    assert play.watched & bit
    assert bool(play.in_frames & bit) == in_frames


def test_a_trigger_that_leads_to_what_is_watched_needs_frames():
    rules = load("smallworld")
    game = begun(rules, 5)
    conquest, emptying = (1 << rules.program.event(name).index for name in ("conquest", "emptying"))
    code = game.state.code
    alone = {1: ((), (), (conquest, 0, emptying))}
    both = {**alone, 2: ((), (), (emptying, 0, 0))}
    always = code.piece_watches
    assert inplay._watched(game.state, alone.values()) == (always | conquest, always)
    assert inplay._watched(game.state, both.values()) == (always | conquest | emptying, always | conquest)


def played(rules):
    """Hashes and log of a game."""
    game, chance, found = begun(rules, 11), random.Random(11), []
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        found.append(game.hash)
    return found, game.state.journal


def test_a_copy_goes_on_as_its_game_does():
    """The first thing that a copy does may be an action that runs in one go, with loops."""
    game, chance = begun(load("smallworld"), 3), random.Random(3)
    while not game.over:
        other, index = game.copy(), chance.randrange(len(game.decision.options))
        other.choose(index)
        game.choose(index)
        assert other.hash == game.hash


QUICK = {
    "deploy": (tokens.HAND, None),
    "withdraw": (None, tokens.HAND),
    "dismiss": (None, tokens.TRAY),
    "dismiss from hand": (tokens.HAND, tokens.TRAY),
}
"""Mutations of tokens for what happens most: from where to where; None is the region they are called with."""


@pytest.mark.parametrize("packs", PACKS[1:3])
@pytest.mark.parametrize("way", QUICK)
def test_tokens_are_moved_in_the_quick_ways_as_in_the_long_one(packs, way):
    game, chance = begun(load(*packs), 5), random.Random(5)
    name, (source, target) = way.split(maxsplit=1)[0], QUICK[way]
    moved = 0
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        people, amount = chance.randrange(-1, game.state.people_count), chance.choice([None, -1, 0, 1, 2, 30])
        held = bits(queries.land(game.state, people)) if chance.random() < 0.5 else ()
        region = chance.choice(held) if held else chance.randrange(-1, game.state.board.size)
        ends = [region if end is None else end for end in (source, target)]
        place = tokens.HAND if name == "dismiss" and source is not None else region
        quick, slow = game.state.copy(), game.state.copy()
        count = getattr(tokens, name)(quick, amount, people, place)
        assert count == tokens.move_tokens(slow, amount, people, *ends)
        assert quick.content() == slow.content()
        moved += count
    assert moved


def test_coins_are_gained_in_the_quick_way_as_in_the_long_one():
    game = begun(load("smallworld"), 5)
    for player in (-1, 0, 1):
        for amount in (-2, 0, 3):
            quick, slow = game.state.copy(), game.state.copy()
            quick.journal, slow.journal = [], []
            mutations.gain(quick, player, amount)
            mutations.move_coins(slow, None, player, amount)
            assert (quick.content(), quick.journal) == (slow.content(), slow.journal)
