"""Sets of several words: maps of any size are played natively, and whatever is played with one word is the same with more."""

import random

import pytest
from lengths import WHOLE, part, some
from native_games import content, native
from other_states import after, rewritten
from printers import state_on

import ruledsl
from ruledsl.engine.compile.wasm import memory
from ruledsl.engine.compile.wasm.memory import MOST_WORDS, words_needed, words_of
from ruledsl.engine.machines import backend as module
from ruledsl.engine.machines.backend import native_of
from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.reading import Reader
from ruledsl.lab.bulk import playing
from ruledsl.lab.bulk.outcome import outcome
from ruledsl.lab.bulk.playing import Plan, inside, one_by_one
from ruledsl.play.bots import simple

TERRAINS = ("mountain", "hill", "forest", "swamp", "farmland")
ALL_WORLDS = ("crossover", "warcraft", "sky_islands", "leaders", "tales")


@pytest.mark.parametrize(
    ("regions", "peoples", "words"),
    [
        (20, 0, 1),
        (63, 63, 1),
        (64, 0, 2),
        (20, 64, 1 + 1),
        (128, 9, 2),
        (129, 9, 3),
        (500, 0, 8),
        (2000, 0, 32),
    ],
)
def test_so_many_words_are_needed(regions, peoples, words):
    assert words_needed(regions, peoples) == words
    assert words <= MOST_WORDS


def test_words_are_those_of_memory():
    assert words_of(1 << 63 | 5 | 3 << 64, 3) == [5 - (1 << 63), 3, 0]


def grid(folder, size, width=10, players=3):
    """A board of so many regions, in rows; its rim is where races come in."""
    home = folder / "boards"
    home.mkdir()
    (home / "pack.yaml").write_text(
        'id: boards\nversion: 0.1.0\nlanguage: 1\nname: {en: Boards}\nrequires: {smallworld: ">=0.1"}\n'
    )
    chance = random.Random(size)
    lines = [
        "maps:",
        "  board:",
        "    name: {en: Board}",
        f"    players: [{players}]",
        "    rounds: 9",
        "    regions:",
    ]
    for number in range(size):
        beside = [number - 1] * (number % width > 0) + [number + 1] * (number % width < width - 1)
        borders = [there + 1 for there in (*beside, number - width, number + width) if 0 <= there < size]
        lines += [f"      {number + 1}:", f"        terrain: {chance.choice(TERRAINS)}"]
        lines += ["        entry: true"] * (number % width in (0, width - 1))
        lines += ["        symbols: [lost_tribe]"] * (chance.random() < 0.25)
        lines.append(f"        borders: {borders}")
    (home / "maps.yaml").write_text("\n".join(lines) + "\n")
    return str(home)


def compared(machine, state, seed, every=9):
    """A game by chance, with more words and with as many as are needed; how many choices it had."""
    chance, made = random.Random(seed), 0
    place(machine, state)
    while state.pending is not None:
        assert Reader(machine).options() == state.pending.options, made
        if made % every == 0:
            assert content(state_on(machine)) == content(state), made
        choice = chance.randrange(len(state.pending.options))
        state = after(state, choice)
        machine.call("answer", choice)
        made += 1
    assert content(state_on(machine)) == content(state)
    return made


@pytest.mark.parametrize(
    ("packs", "players", "words"),
    some(
        [
            (("smallworld",), 4, 2),
            (("smallworld", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"), 4, 3),
            (("spiders_web", "underground", "tunnels"), 3, 2),
            (("warcraft", "leaders", "tales", "smallworld"), 4, 2),
            (("necromancer_island",), 4, 2),
            (("blank-tiles", "smallworld"), 3, 2),
            (("sky_islands",), 6, 2),
            (ALL_WORLDS, 5, 8),
        ],
        of=4,
    ),
    ids=lambda found: "+".join(found) if isinstance(found, tuple) else str(found),
)
def test_more_words_than_are_needed_say_the_same(packs, players, words):
    rules, _ = native(*packs)
    machine = native_of(rules.code, words).machine()
    for seed in range(part(2)):
        # The shortest ones: whoever declines by chance feeds the Well of Souls (R72), and all ghosts walk in the second round.
        assert compared(machine, rules.new_game(players, seed).state, seed) > 50


@pytest.mark.parametrize("size", some([64, 118, 145], of=3))
def test_large_boards_are_the_same(size, tmp_path):
    rules = ruledsl.load("smallworld", grid(tmp_path, size))
    machine = native_of(rules.code, words_needed(size) + 1).machine()
    assert compared(machine, rules.new_game(3, 1, "board").state, 1) > 100


def test_a_board_of_500_regions_is_the_same_and_takes_little_room(tmp_path):
    rules = ruledsl.load("smallworld", grid(tmp_path, 500))
    state = rules.new_game(3, 2, "board").state
    machine = rules.backend.machine(words_needed(500))
    assert compared(machine, state, 2, every=40) > 100
    assert machine.plan.slot <= 1 << 22


def test_all_worlds_on_islands_are_the_same():
    rules, _ = native(*ALL_WORLDS)
    for name in ("islands_3p", "islands_4p", "islands_5p"):
        players = int(name[-2])
        state = rules.new_game(players, 7, name).state
        assert compared(native_of(rules.code, 4).machine(), state, 7) > 100


def test_all_worlds_on_islands_are_played_inside(monkeypatch):
    """From the shuffling of all their tiles on, which takes more lists than there is room for at once."""
    rules, _ = native(*ALL_WORLDS)
    plan = Plan(ALL_WORLDS, (), ("random",) * 4, 3, "islands_4p")
    assert all(inside(rules, plan, seed) is not None for seed in range(5))
    row = outcome(rules, plan, 0)
    monkeypatch.setattr(playing, "inside", lambda *_: None)
    assert row == outcome(rules, plan, 0)


def test_rows_and_driven_games_on_a_large_board(tmp_path, monkeypatch):
    folder = grid(tmp_path, 118)
    rules = ruledsl.load("smallworld", folder)
    plan = Plan(("smallworld", folder), (), ("random",) * 3, 5, "board")
    rows = [outcome(rules, plan, number) for number in range(3)]
    there = rules.new_game(3, 4, "board")
    here, chance = there.state, random.Random(4)
    while not there.over:
        choice = chance.randrange(there.decision.count)
        there.choose(choice)
        here = after(rewritten(here), choice)
    assert there.state.content() == here.content()
    batch = rules.batch(4, 3, 1, "board")
    for _ in range(60):
        batch.step([0] * 4)
    monkeypatch.setattr(playing, "inside", lambda *_: None)
    assert rows == [outcome(rules, plan, number) for number in range(3)]
    assert all("error" not in row for row in rows)


@pytest.fixture
def quick_thinking(monkeypatch):
    """Bots try out little: a game is to be played in Python as well."""
    for name, value in (("TURNS", 1), ("TURNS_OF_DIRECTION", 1), ("LEAST", 3), ("WORLDS", 2)):
        monkeypatch.setattr(simple, name, value)


@pytest.mark.skipif(not WHOLE, reason="bots that think, run as Python: make soak")
@pytest.mark.parametrize("seats", [("greedy", "random", "greedy"), ("search:8", "greedy", "random")])
def test_bots_that_think_play_the_same_on_a_large_board(seats, tmp_path, quick_thinking):
    folder = grid(tmp_path, 118)
    packs = ("smallworld", "cursed", "leaders", folder)
    rules = ruledsl.load(*packs)
    same_as_in_python(rules, Plan(packs, (), seats, 5, "board"))


@pytest.mark.skipif(not WHOLE, reason="bots that think, run as Python: make soak")
def test_bots_that_think_play_the_same_on_all_worlds_on_islands(monkeypatch, quick_thinking):
    """With more words than their maps need: all kinds of tiles and pieces are made up."""
    monkeypatch.setattr(module, "words_needed", lambda *sizes: max(2, words_needed(*sizes)))
    rules = ruledsl.load(*ALL_WORLDS)
    seats = ("greedy", "random", "search:8")
    same_as_in_python(rules, Plan(ALL_WORLDS, (), seats, 3, "islands_3p"))
    assert list(rules.backend._programs) == [2]


def same_as_in_python(rules, plan):
    there = inside(rules, plan, 2)
    assert there is not None
    alone = ruledsl.load(*plan.packs)
    alone.backend.problem = "it is not wanted"
    outside = one_by_one(alone, plan, 2)
    assert not outside.error
    assert there.choices == outside.choices
    assert there.combos == outside.combos


@pytest.mark.parametrize(
    ("name", "room", "words"),
    [
        ("FRAME_WORDS", 10, [1]),
        ("MOST_OPTIONS", 0, [1, 2]),
        ("LIST_WORDS", 1, [1, 2]),
    ],
)
def test_what_wider_sets_have_no_room_for_is_refused_at_once(monkeypatch, name, room, words):
    """Each width is one more program to be compiled."""
    rules = ruledsl.load("smallworld")
    monkeypatch.setenv("RULEDSL_CACHE", "off")
    monkeypatch.setenv(module.VARIABLE, "python")
    monkeypatch.setattr(memory, name, room)
    with pytest.raises(ruledsl.GameError, match="there is more on the table than there is room for"):
        rules.new_game(2, 1)
    assert list(rules.backend._programs) == words
