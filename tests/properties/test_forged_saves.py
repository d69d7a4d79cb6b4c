"""Saves that somebody changed by hand, with a digest that fits: refused, or nothing has come of it."""

from __future__ import annotations

import copy
import json
from functools import cache

import invariants
import pytest
import strategies as ours

from ruledsl import Game, GameError
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state import layout as at
from ruledsl.language.vocabulary.types import NUMBER, PEOPLE
from ruledsl.play.saves.restoring import hash_of

SPOTS = [
    (ours.Play(("smallworld", "underground"), "underground_3p", 3, 5, 5, eager=True), 90),
    (ours.Play(("smallworld",), "small_world_3p", 3, 1, 1, eager=True), 71),
    (ours.Play(("warcraft",), "islands_4p", 4, 3, 9, eager=True), 60),
]


@cache
def played(number):
    play, decisions = SPOTS[number]
    return play.after(decisions)


class Save:
    """A save that is being forged: `data` and short ways to its tables."""

    def __init__(self, game):
        self.game = game
        self.code = game.rules.code
        self.data = json.loads(game.to_json())
        self.state = self.data["state"]

    def player(self, cell, player=0):
        return player * self.code.player_width + cell

    def people(self, cell):
        """A people of player 0 that is in the game."""
        rows, width = self.state["peoples"], self.code.people_width
        living = [p for p in range(len(rows) // width - 1) if self.state["game"][at.LIVE] >> p & 1]
        return living[0] * width + cell

    def region(self, cell):
        """A region that somebody holds."""
        rows, width = self.state["regions"], self.code.region_width
        return next(r for r in range(0, len(rows) - width, width) if rows[r] >= 0) + cell

    def tile(self, cell, value):
        """Say something of a tile."""
        table = dict(map(tuple, self.state["tiles"]))
        race = self.state["peoples"][self.people(at.RACE)]
        table[race * self.code.tile_width + cell] = value
        self.state["tiles"] = [list(pair) for pair in sorted(table.items())]

    def text(self):
        data = self.data
        if isinstance(data.get("state"), dict):
            data = {**data, "hash": hash_of(data["state"])}
        return json.dumps(data)


def number_of_people(code):
    """The cell of the first number that peoples remember."""
    return next(
        code.layout.cells[memory.index]
        for memory in code.program.memories
        if (memory.on, memory.type) == (PEOPLE, NUMBER)
    )


def add(table, place, by):
    def forge(save):
        save.state[table][place(save)] += by

    return forge


def put(*path, value):
    def forge(save):
        inner = save.data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return forge


def count(table, by):
    """More or fewer of the first thing in a table of pairs."""

    def forge(save):
        save.state[table][0][1] += by

    return forge


def two_players_coins(save):
    save.state["players"][save.player(at.COINS)] -= 1
    save.state["players"][save.player(at.COINS, 1)] += 1


def coins_from_the_supply(save):
    save.state["players"][save.player(at.COINS)] += 500
    save.state["game"][at.SUPPLY] -= 500


def tokens_from_the_tray(save):
    race = save.state["peoples"][save.people(at.RACE)]
    table = dict(map(tuple, save.state["tiles"]))
    key = race * save.code.tile_width + at.TRAY
    save.tile(at.TRAY, table.get(key, save.code.trays[race]) - 1)
    save.state["peoples"][save.people(at.HAND)] += 1


def another_holder(save):
    holder = save.state["regions"][save.region(at.HOLDER)]
    others = [p for p in range(len(save.state["peoples"]) // save.code.people_width - 1) if p != holder]
    save.state["regions"][save.region(at.HOLDER)] = others[0]


def without_a_line(save):
    save.data["journal"].pop()


def a_line_more(save):
    save.data["journal"].append([1, -1, 0, 3])


def a_richer_line(save):
    line = next(entry for entry in save.data["journal"] if entry[0] == 1)
    line[3] += 5


def another_choice(save):
    save.data["choices"][-1] += 1


def the_first_choice(save):
    save.data["choices"][0] ^= 1


def fewer_choices(save):
    save.data["choices"].pop()


def no_choices(save):
    save.data["choices"] = []


def a_choice_more(save):
    save.data["choices"].append(0)


def turned_decks(save):
    save.state["decks"][0].reverse()


def a_tile_drawn(save):
    tile = save.state["decks"][0].pop()
    save.state["tiles"] = [p for p in save.state["tiles"] if p[0] != tile * save.code.tile_width + at.HOME]


def a_tile_twice(save):
    save.state["decks"][0].append(save.state["decks"][0][0])


def a_tile_in_another_deck(save):
    save.state["decks"][1].append(save.state["decks"][0].pop())


def a_tile_laid(save):
    save.state["laid"].append(save.state["decks"][0][0])


def a_frame_less(save):
    save.state["frames"].pop(0)


def another_actor(save):
    frame = save.state["frames"][-1]
    frame[5] = frame[5] + 1 if frame[5] < 1 else frame[5] - 1


def a_frame_twice(save):
    save.state["frames"].insert(0, save.state["frames"][0])


def another_step(save):
    save.state["frames"][-1][1] += 1


def the_rest_of_a_loop(save):
    for frame in save.state["frames"]:
        frame[5:] = [slot + 1 if type(slot) is int and slot > 3 else slot for slot in frame[5:]]


def a_people_more(save):
    width = save.code.people_width
    save.state["peoples"][-width:-width] = save.state["peoples"][:width]


def a_people_less(save):
    del save.state["peoples"][: save.code.people_width]


def a_people_gone(save):
    save.state["peoples"][save.people(at.STAGE)] = save.code.last_stage


def dead_who_lives(save):
    save.state["game"][at.LIVE] ^= 1


def another_owner(save):
    place = save.people(at.OWNER)
    save.state["peoples"][place] = (save.state["peoples"][place] + 1) % 2


def another_badge(save):
    save.state["peoples"][save.people(at.POWER)] = save.state["decks"][0][0]


def a_larger_land(save):
    save.state["peoples"][save.people(at.LAND)] ^= 1


def a_limit_forgotten(save):
    save.state["used"] = [] if save.state["used"] else [[[0, -1, -1], 1]]


def sets_that_are_lists(save):
    save.state["game"] = [[cell] for cell in save.state["game"]]


def a_start_for_analysis(save):
    save.data["start"]["analysis"] = True


def a_sample(save):
    save.data["start"]["sampled"] = True


def a_sample_with_coins(save):
    coins_from_the_supply(save)
    save.data["start"]["sampled"] = True
    save.data["first"] = copy.deepcopy(save.state)
    save.data["first"]["players"][0] += 500
    save.data["choices"], save.data["journal"] = [], None


FORGED = {
    "500 coins": add("players", lambda s: s.player(at.COINS), 500),
    "a coin less": add("players", lambda s: s.player(at.COINS), -1),
    "coins from the supply": coins_from_the_supply,
    "coins of another one": two_players_coins,
    "a larger supply": add("game", lambda s: at.SUPPLY, 500),
    "coins on a tile": lambda s: s.tile(at.TILE_COINS, 50),
    "coins that nobody saw": add("players", lambda s: s.player(at.SECRET), 7),
    "tokens in hand": add("peoples", lambda s: s.people(at.HAND), 5),
    "tokens in a region": add("regions", lambda s: s.region(at.TOKENS), 5),
    "fewer tokens in a region": add("regions", lambda s: s.region(at.TOKENS), -1),
    "tokens from the tray": tokens_from_the_tray,
    "a full tray": lambda s: s.tile(at.TRAY, 99),
    "an empty tray": lambda s: s.tile(at.TRAY, 0),
    "another holder": another_holder,
    "kinds in a region": add("regions", lambda s: s.region(at.KINDS), 1),
    "another owner": another_owner,
    "another badge": another_badge,
    "another race": add("peoples", lambda s: s.people(at.RACE), 1),
    "founded later": add("peoples", lambda s: s.people(at.FOUNDED), 1),
    "a larger land": a_larger_land,
    "a people gone": a_people_gone,
    "a people more": a_people_more,
    "a people less": a_people_less,
    "a people alive": dead_who_lives,
    "peoples of a player": add("players", lambda s: s.player(at.OWN), 1),
    "pieces in the box": add("stock", lambda s: 0, 3),
    "fewer pieces in the box": add("stock", lambda s: 0, -1),
    "pieces in a region": count("pieces", 2),
    "pieces elsewhere": lambda s: s.state["pieces"][0].__setitem__(0, s.state["pieces"][0][0] ^ 1),
    "pieces seen": add("game", lambda s: at.SEEN, 1),
    "decks turned over": turned_decks,
    "a tile drawn": a_tile_drawn,
    "a tile twice": a_tile_twice,
    "a tile in another deck": a_tile_in_another_deck,
    "a tile laid": a_tile_laid,
    "a borrowed tile": lambda s: s.tile(at.BORROWED, 0),
    "a site": lambda s: s.tile(at.SITE, 0),
    "other chance": add("game", lambda s: at.RANDOM, 1),
    "loaded dice": put("state", "loaded", value=[3]),
    "fewer reveals": add("game", lambda s: at.REVEALS, -1),
    "another round": add("game", lambda s: at.ROUND, 1),
    "another turn": lambda s: s.state["game"].__setitem__(1, (s.state["game"][1] + 1) % 3),
    "memories of the game": lambda s: s.state["game"].append(0),
    "memories of a people": add("peoples", lambda s: s.people(number_of_people(s.code)), 1),
    "memories of a player": add("players", lambda s: s.player(at.SECRET + 1), 1),
    "memories of a region": add("regions", lambda s: -1, 1),
    "a limit forgotten": a_limit_forgotten,
    "a limit of no action": put("state", "used", value=[[[9999, -1, -1], 1]]),
    "a frame less": a_frame_less,
    "a frame twice": a_frame_twice,
    "another step": another_step,
    "another actor": another_actor,
    "the rest of a loop": the_rest_of_a_loop,
    "on the way": put("state", "skip", value=[3, -1]),
    "a table more": put("state", "purse", value=[1]),
    "a table less": lambda s: s.state.pop("stock"),
    "lists for numbers": sets_that_are_lists,
    "no state": put("state", value={}),
    "a state of None": put("state", value=None),
    "a line of the journal less": without_a_line,
    "a line of the journal more": a_line_more,
    "a richer line": a_richer_line,
    "no journal": put("journal", value=None),
    "another choice": another_choice,
    "the first choice": the_first_choice,
    "a choice less": fewer_choices,
    "a choice more": a_choice_more,
    "no choices": no_choices,
    "choices that are none": put("choices", value=["conquer:1"]),
    "another seed": lambda s: s.data["start"].update(seed=99),
    "other players": lambda s: s.data["start"].update(players=2),
    "another map": lambda s: s.data["start"].update(map="small_world_2p"),
    "for analysis": a_start_for_analysis,
    "a sample": a_sample,
    "a sample with coins": a_sample_with_coins,
    "a position": lambda s: s.data["start"].update(position={"players": 3, "coins": [500, 0, 0]}),
}
MEANT = {"for analysis"}
"""What may be changed: it says something of how the game is used, not of how it stands."""


HOLDING = (
    invariants.coins,
    invariants.pieces,
    invariants.lands,
    invariants.living,
    invariants.where_pieces_lie,
    invariants.last_rows,
    invariants.numbers,
)
"""What a state is asked that is taken as it is."""


def forged(name, number):
    save = Save(played(number))
    try:
        FORGED[name](save)
    except (IndexError, StopIteration, KeyError):
        pytest.skip("there is no such thing in this game")
    return save


@pytest.mark.parametrize("number", range(len(SPOTS)))
@pytest.mark.parametrize("name", FORGED)
def test_a_forged_save_is_refused_or_changes_nothing(name, number):
    save = forged(name, number)
    try:
        game = Game.from_json(save.text(), save.game.rules)
    except GameError:
        return
    assert game.hash == save.game.hash
    assert game.state.journal == save.game.state.journal
    assert game.choices == save.game.choices
    assert name in MEANT or game.to_json() == save.game.to_json()


@pytest.mark.parametrize("number", range(len(SPOTS)))
@pytest.mark.parametrize("name", FORGED)
def test_without_replay_nothing_is_made_or_lost(name, number):
    save = forged(name, number)
    try:
        game = Game.from_json(save.text(), save.game.rules, replay=False)
    except GameError:
        return
    ask = Questions(game.state)
    wrong = [found for test in (*HOLDING, invariants.race_tokens) for found in test(game.state, ask)]
    assert not wrong
    game.view(0)
    assert len(game.log) == len(game.state.journal or ())


def test_there_are_enough_of_them():
    assert len(FORGED) >= 39


def test_it_is_said_what_does_not_come_of_the_choices():
    save = forged("500 coins", 0)
    with pytest.raises(
        GameError, match="they lead to another state than the one saved, see `players`"
    ) as refused:
        Game.from_json(save.text(), save.game.rules)
    assert refused.value.code == "G026"


def also(data, **keys):
    return json.dumps({**data, **keys})


@pytest.mark.parametrize(
    "change",
    [
        lambda data: also(data, note="hello"),
        lambda data: also(data, packs=[*data["packs"], data["packs"][0]]),
        lambda data: also(data, packs=[{**data["packs"][0], "from": "here"}, *data["packs"][1:]]),
        lambda data: also(data, start={**data["start"], "seats": ["x"] * 100_000}),
        lambda data: also(data, start={**data["start"], "seats": [1, 2, 3]}),
        lambda data: json.dumps(data) + "\n\0",
        lambda data: json.dumps(data) + "\nhello",
        lambda data: json.dumps(data) + "\n" + "\0" * 100,
    ],
    ids=["key", "pack twice", "key of a pack", "many seats", "seats of nobody", "NUL", "text behind", "NULs"],
)
@pytest.mark.parametrize("given", [True, False], ids=["with rules", "without"])
def test_what_belongs_to_no_save_is_refused(change, given):
    game = played(1)
    data = json.loads(game.to_json())
    with pytest.raises(GameError, match="damaged"):
        Game.from_json(change(data), game.rules if given else None)
