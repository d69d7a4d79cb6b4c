"""What was once too much, or too strange, to be saved: each has its bound, see `docs/language/events.md`."""

from __future__ import annotations

import json

import pytest
import worlds
from test_made_up_worlds import chosen, read_again
from test_records import same

from ruledsl import Game, GameError
from ruledsl.engine.compile.wasm import memory
from ruledsl.engine.machines import blocks
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import DEEPEST
from ruledsl.engine.state.state import tray_left
from ruledsl.language.vocabulary.limits import LARGEST, MOST_COUNTED, MOST_MEMBERS
from ruledsl.play import match as games
from ruledsl.play.positions.export import position_of
from ruledsl.play.saves.restoring import hash_of


@pytest.fixture
def begun(tmp_path):
    """A game with these effects as the action `act`, of the pack or of a tile."""

    def begun(*effects, of_tile=False, more=(), seed=1):
        lines = worlds.action("act", *effects)
        rules = worlds.loaded(tmp_path, [*more, *(() if of_tile else lines)], lines if of_tile else ())
        return rules.new_game(2, seed)

    return begun


def done(game, *choices):
    """The game after some choices, at each of which it could be saved."""
    for choice in choices:
        chosen([game, *read_again(game)], choice)
    read_again(game)
    return game


def remembered(game, name, row=0):
    """What a memory of the game, or of the first player, holds."""
    memory = next(m for m in game.rules.program.memories if m.name == name)
    cells = game.state.G if name.startswith("game") else game.state.Y
    return cells[row + game.rules.code.layout.cells[memory.index]]


@pytest.mark.parametrize("kind", worlds.TYPES)
def test_sets_begin_empty_and_can_be_counted(begun, kind):
    name = worlds.memory("player", f"set of {kind}")
    game = begun(f"player gains (number of ({name} of player)) coins", f"set {name} of player to none")
    before = game.state.Y[at.COINS]
    assert done(game, "act").state.Y[at.COINS] == before


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("number", "3", "(0 - 7)"),
        ("flag", "no", "yes"),
        ("tile", "bell", "drum"),
        ("piece", "stone", "tunnel"),
        ("trait", "hill", "well"),
        ("mode", "plain", "wild"),
        ("stage", "awake", "lost"),
        ("kind", "clan", "charm"),
        ("region", "(first of regions)", "(site of bell)"),
    ],
)
def test_members_are_put_and_dropped(begun, kind, one, other):
    kept = worlds.memory("game", f"set of {kind}")
    game = begun(
        "lay bell on (first of (regions - (first of regions)))",
        f"put {other} in {kept}",
        f"put {one} in {kept}",
        f"put {other} in {kept}",
        f"player gains (100 * (number of {kept})) coins",
        f"drop {other} from {kept}",
        f"drop {other} from {kept}",
        f"if {one} is in {kept} and not ({other} is in {kept}): player gains (number of {kept}) coins",
    )
    before = game.state.Y[at.COINS]
    assert done(game, "act").state.Y[at.COINS] == before + 201


def test_sets_are_equal_whatever_their_order(begun):
    one, other = worlds.memory("game", "set of tile"), worlds.memory("player", "set of tile")
    game = begun(
        f"put drum in {one}",
        f"put bell in {one}",
        f"put bell in {other} of player",
        f"put drum in {other} of player",
        f"if {one} is {other} of player: player gains 1000 coins",
        f"if (first of {one}) is drum: player gains 5000 coins",
        f"drop bell from {one}",
        f"if {one} is not {other} of player: player gains 100 coins",
    )
    before = game.state.Y[at.COINS]
    assert done(game, "act").state.Y[at.COINS] == before + 6100


def test_sets_are_forgotten_when_their_event_begins(begun):
    name = worlds.memory("player", "set of number")
    game = begun(f"put 4 in {name} of player", "set turn_player to player")
    assert remembered(done(game, "act"), name) == (4,)
    assert remembered(done(game, "stop"), name) == ()


def test_nobody_is_in_no_set_and_a_full_set_of_numbers_stays_as_it_is(begun):
    numbers, tiles = worlds.memory("game", "set of number"), worlds.memory("game", "set of tile")
    game = begun(
        f"repeat {MOST_MEMBERS + 5} times: put (number of {numbers}) in {numbers}",
        f"put (0 - 1) in {numbers}",
        f"put (only of clan_pile) in {tiles}",
    )
    done(game, "act")
    assert remembered(game, numbers) == tuple(range(MOST_MEMBERS))
    assert remembered(game, tiles) == ()


def test_numbers_stay_within_their_bounds(begun):
    kept, kept_set = worlds.memory("game", "number"), worlds.memory("game", "set of number")
    grow = f"set {kept} to (999999 * 999999)"
    game = begun(
        grow,
        f"add {kept} to {kept}",
        f"put (999999 * 999999) in {kept_set}",
        f"let large be {kept} * 999999",
        "may wait asking player: player gains large coins",
        f"set {kept} to (0 - large) * 9",
    )
    done(game, "act", "yes")
    assert remembered(game, kept) == -LARGEST
    assert remembered(game, kept_set) == (LARGEST,)
    assert sum(game.state.Y[:: game.rules.code.player_width]) == LARGEST
    assert game.state.G[at.SUPPLY] == -LARGEST
    done(game, "act", "yes", "act", "no")


def test_a_difference_from_a_member_of_a_set_stays_within_its_bounds(begun):
    kept, kept_set = worlds.memory("game", "number"), worlds.memory("game", "set of number")
    game = begun(f"put ((0 - 999999) * 999999) in {kept_set}", f"set {kept} to 7 - (first of {kept_set})")
    assert remembered(done(game, "act"), kept) == LARGEST


def test_positions_and_saves_say_of_a_memory_only_what_it_can_hold(tmp_path):
    more = ["remember game_few of game: number", "remember game_twice of game: number"]
    rules = worlds.loaded(tmp_path, [*more, *worlds.action("act", "set game_twice to game_few + game_few")])
    said = position_of(rules.new_game(2, 1))
    with pytest.raises(GameError, match="from -9999 to 9999"):
        rules.position({**said, "memory": {"game": {"game_few": LARGEST}}})
    game = rules.position({**said, "memory": {"game": {"game_few": 9999}}})
    assert remembered(done(game, "act"), "game_twice") == 2 * 9999
    data = json.loads(game.to_json())
    few = next(memory.index for memory in rules.program.memories if memory.name == "game_few")
    data["state"]["game"][rules.code.layout.cells[few]] = LARGEST
    data["hash"] = hash_of(data["state"])
    with pytest.raises(GameError, match="`game_few` is not a whole number from -9999 to 9999"):
        Game.from_json(json.dumps(data), rules, replay=False)


def test_coins_on_tiles_and_of_players_are_never_more_together_than_a_number_can_be(begun):
    game = begun("bell gains (999999 * 999) coins", "player gains (999999 * 999) coins")
    done(game, "act", "act", "act")
    tile = game.rules.program.tiles.index("bell") * game.rules.code.tile_width + at.TILE_COINS
    assert game.state.T[tile] + sum(game.state.Y[:: game.rules.code.player_width]) == LARGEST


def test_it_is_always_somebodys_turn(begun):
    game = begun(f"set turn_player to {worlds.NOBODY}")
    assert done(game, "act").state.G[at.TURN_PLAYER] == 0


def test_the_round_is_always_one_of_the_map_or_the_one_behind(begun):
    game = begun("set round to 0", "add 999999 to round", "may wait asking player: set round to (0 - 99)")
    assert done(game, "act").state.G[at.ROUND] == 6
    assert done(game, "yes").state.G[at.ROUND] == 1


def test_who_has_left_the_game_does_not_come_back_and_leaves_nothing(begun):
    game = begun(
        "for each people in peoples of player:",
        "  set stage of people to (stage of only of peoples of (only of players))",
        "  set stage of people to lost",
        "  set stage of people to awake",
    )
    g = done(game, "act").state
    row = g.P[: g.code.people_width]
    assert row[at.STAGE] == g.code.last_stage
    assert not g.G[at.LIVE] & 1
    assert (row[at.LAND], row[at.HAND]) == (0, 0)
    assert tray_left(g, row[at.RACE]) == g.code.trays[row[at.RACE]]


def test_choices_inside_choices_end_before_they_are_too_deep_to_be_saved(begun):
    more = ["event deeper of player:", "  may go_on asking player:", "    do deeper of player"]
    game = begun("do deeper of player", more=more)
    game.choose("act")
    taken, refusal = as_often_as_it_goes(game, "yes")
    assert refusal == "G006"
    assert 0 < taken <= DEEPEST
    assert len(game.state.frames) <= DEEPEST
    read_again(game)
    done(game, "no")


def as_often_as_it_goes(game, choice):
    """How often a choice could be made, and the code of the refusal then."""
    taken = 0
    try:
        while True:
            game.choose(choice)
            taken += 1
    except GameError as problem:
        return taken, problem.code


def test_very_long_rules_are_carried_out(begun):
    body = [
        line
        for n in range(700)
        for line in ("if round is 9:", f"  may go_on{n} asking player: player gains 1 coins")
    ]
    done(begun(*body), "act", "act", "stop")


OF_BORROWED = {
    "decks": "return this to top of open_pile",
    "badges": "set power of me to this",
    "exchanged badges": "exchange power of me with game_tile_kept",
    "banners": "found others of this with this for you",
    "borrowers": "borrow this for bell",
    "the map": "lay this on (first of regions)",
    "purses": "this gains 3 coins",
    "memories": "put this in tile_set_tile_kept of this",
}


@pytest.mark.parametrize("where", OF_BORROWED)
def test_a_borrowed_tile_is_where_only_tiles_can_be_by_no_rule(tmp_path, where):
    own = worlds.action(
        "act", "set game_tile_kept to this", OF_BORROWED[where], "move 1 stone from box to (first of regions)"
    )
    lend = worlds.action("lend", "borrow voles for (race of first of peoples of player)")
    rules = worlds.loaded(tmp_path, lend, own)
    seed = next(s for s in range(99) if first_race(rules.new_game(2, s)) != "voles")
    game = done(rules.new_game(2, seed), "lend")
    borrowed = next(option.id for option in game.decision.options if option.id.startswith("act@"))
    done(game, borrowed, borrowed, "stop")


def first_race(game):
    return game.rules.program.tiles[game.state.P[at.RACE]]


def test_decks_that_are_none(begun):
    deck = "(if round is 9 then clan_pile else none)"
    game = begun(
        f"shuffle {deck}",
        f"draw nothing from {deck}",
        f"return voles to top of {deck}",
        "set game_tile_kept to nothing",
    )
    before = game.state.decks
    done(game, "act")
    assert game.state.decks == before
    assert remembered(game, "game_tile_kept") == -1


@pytest.mark.parametrize(
    "each",
    [
        "(0 - 999999) * 999999",
        "999999 * 999999",
        "regions of (first of peoples)",
        "clan_pile where it is voles",
    ],
)
def test_limits_for_each_of_anything(tmp_path, each):
    lines = worlds.action("act", "player gains 1 coins")
    limited = [*lines[:2], f"  once per turn for each ({each})", *lines[2:]]
    rules = worlds.loaded(tmp_path, [*limited, *worlds.action("wait", "player gains 0 coins")])
    game = done(rules.new_game(2, 1), "act")
    assert [option.id for option in game.decision.options] == ["wait", "stop"]
    assert [option.id for option in done(game, "wait", "stop").decision.options] == ["act", "wait", "stop"]


def test_stand_ins_have_an_end(begun):
    game = begun(
        "move all double from box to hand of (first of peoples of player)",
        "move 999999 double from box to (first of regions)",
    )
    g = done(game, "act", "act").state
    assert g.P[at.HAND] + Questions(g)("troops", 0) == MOST_COUNTED


def test_there_is_an_end_of_peoples(begun, monkeypatch):
    monkeypatch.setenv("RULEDSL_CACHE", "off")
    monkeypatch.setattr(memory, "MOST_PEOPLES", 3)
    monkeypatch.setattr(blocks, "MOST_WORDS", 1)
    game = done(
        begun("found others of first of clan_pile with sly for player", "player gains 1 coins"), "act"
    )
    for _ in range(2):
        chosen([game, *read_again(game)], "act")
    assert game.choices == [0]
    assert game.state.people_count == 3
    done(game, "stop")


def test_there_is_an_end_of_choices(begun, monkeypatch):
    game = begun("player gains 1 coins")
    monkeypatch.setattr(games, "MOST_CHOICES", 64)
    for _ in range(63):
        game.choose("act")
    done(game, "act")
    with pytest.raises(GameError, match="no game is longer") as refused:
        game.choose("act")
    assert refused.value.code == "G007"
    game.undo()
    done(game, "stop")


def test_there_is_an_end_of_what_is_told(begun, monkeypatch):
    monkeypatch.setattr(blocks, "LONGEST_LOG", 60)
    game = begun("repeat 15 times: player gains 1 coins")
    taken, refusal = as_often_as_it_goes(game, "act")
    assert (taken, refusal) == (3, "G006")
    read_again(game)
    game.undo()
    done(game, "act", "stop")


def test_of_a_very_large_game_only_the_choices_are_saved(begun, monkeypatch):
    monkeypatch.setattr("ruledsl.play.saves.record.MOST_STATE", 100)
    game = begun("player gains 1 coins")
    game.choose("act")
    text = game.to_json()
    assert '"state": null' in text
    same(game, Game.from_json(text, game.rules))
    with pytest.raises(GameError, match="has to be played again"):
        Game.from_json(text, game.rules, replay=False)


def test_what_is_told_of_sets_can_be_read(begun):
    told = "do told of 3 by player_set_number_kept of player for clan_pile in regions as yes"
    game = begun(
        "put 7 in player_set_number_kept of player", "put 9 in player_set_number_kept of player", told
    )
    done(game, "act")
    assert any(entry.text.startswith("3, 7, 9, ") for entry in game.log)
