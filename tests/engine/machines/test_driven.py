"""Games that programs drive by places of options go on natively; whoever looks finds what Python would have made of it."""

import copy
import gc
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import pytest
from lengths import part
from native_games import native
from other_states import rewritten

from ruledsl import Game, GameError, load
from ruledsl.base.errors import EngineError
from ruledsl.engine.machines.blocks import Block
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.machines.states import gone_on
from ruledsl.engine.state.state import hash_of


@pytest.fixture(params=[("smallworld",), ("underground", "spiders_web"), ("warcraft",)], ids="+".join)
def rules(request):
    return native(*request.param)[0]


class Rewritten(Game):
    """A game that goes on from the content of its state alone at each choice, and not from its block."""

    def take(self, *args):
        self.block = gone_on(rewritten(self.state), lambda _: None)
        super().take(*args)


def alone(rules, *args, **named):
    return Rewritten.dealt(
        rules, rules.table(*args, **{"map_id": None, "analysis": False, "dice": (), **named})
    )


def told(game):
    return game.hash, [entry.text for entry in game.log], game.standings, game.panels, game.round


def test_the_whole_game_is_the_same(rules):
    for seed in range(part(3)):
        chance = random.Random(seed)
        there, here = rules.new_game(3, seed), alone(rules, 3, seed)
        while not here.over:
            assert not there.over
            assert there.decision.player == here.decision.player
            assert there.decision.kind == here.decision.kind
            assert len(there.decision.options) == len(here.decision.options)
            choice = chance.randrange(len(here.decision.options))
            here.choose(choice)
            there.choose(choice)
        assert there.over
        assert there.standings == here.standings
        assert there.panels == here.panels
        assert there.round == here.round
        assert told(there) == told(here)
        assert there.to_json() == here.to_json()
        assert Game.from_json(there.to_json()).hash == here.hash


def test_a_phase_is_reached_natively(rules):
    names = [event.name for event in rules.program.events if event.parent]
    chance = random.Random(7)
    there, here = rules.new_game(3, 7), alone(rules, 3, 7)
    pauses = 0
    while not here.over:
        choice, until = chance.randrange(len(here.decision.options)), chance.choice(names)
        for game in (there, here):
            game.choose(choice, until=until)
        assert there.paused == here.paused
        assert there.hash == here.hash
        if here.paused:
            pauses += 1
            assert told(there) == told(here)
            for game in (there, here):
                game.go_on()
    assert pauses > 3
    assert told(there) == told(here)


def test_dice_given_in_advance_are_rolled_natively():
    rules = native("smallworld")[0]
    dice = [3, 0, 2, 1] * 3
    there, here = rules.new_game(2, 4, dice=dice), alone(rules, 2, 4, dice=dice)
    chance = random.Random(4)
    while not here.over:
        choice = chance.randrange(len(here.decision.options))
        here.choose(choice)
        there.choose(choice)
    assert len(there.state.loaded) < len(dice)
    assert told(there) == told(here)
    assert told(rules.new_game(2, 4)) != told(rules.new_game(2, 4, dice=dice))


def test_whoever_looks_now_and_then_finds_the_same(rules):
    chance = random.Random(5)
    there, here = rules.new_game(3, 5), alone(rules, 3, 5)
    while not here.over:
        choice = chance.randrange(len(here.decision.options))
        match chance.randrange(12):
            case 0:
                assert told(there) == told(here)
            case 1:
                assert [option.id for option in there.decision.options] == [
                    o.id for o in here.decision.options
                ]
                assert there.decision.prompt == here.decision.prompt
            case 2:
                option = here.decision.options[choice]
                there.choose(there.decision.options[choice] if chance.random() < 0.5 else option.id)
                here.choose(choice)
                continue
            case 3:
                there.undo(force=True) if there.choices else None
                here.undo(force=True) if here.choices else None
                continue
            case 4:
                there = there.copy()
            case 5:
                assert there.view(0) == here.view(0)
            case 6 if not there.over:
                with pytest.raises(GameError):
                    there.choose(10_000)
        assert len(there.decision.options) == len(here.decision.options)
        there.choose(choice)
        here.choose(choice)
    assert told(there) == told(here)


def test_many_games_take_turns_on_one_machine(rules):
    chance = random.Random(2)
    # On several maps: what lies on one is not what lies on another.
    games = [(rules.new_game(2 + seed % 2, seed), alone(rules, 2 + seed % 2, seed)) for seed in range(5)]
    while any(not here.over for _, here in games):
        there, here = chance.choice(games)
        for _ in range(chance.randrange(20)):
            if here.over:
                break
            choice = chance.randrange(len(here.decision.options))
            there.choose(choice)
            here.choose(choice)
    assert all(told(there) == told(here) for there, here in games)


def test_blocks_are_given_back(rules):
    ends = set()
    for seed in range(20):
        game = rules.new_game(2, seed)
        game.choose(0)
        ends.add(game.block.machine.end)
    assert len(ends) < 10


def test_what_runs_away_is_said(monkeypatch):
    rules, _ = native("smallworld")
    game = rules.new_game(2, 1)
    for _ in range(10):
        game.choose(0)
    before, take, again = told(game), Block.take, game.copy()

    def fail_once(block, option):
        take(block, option)
        if len(game.choices) == 10 and block is game.block:
            raise EngineError("the rules do not come to an end")

    monkeypatch.setattr(Block, "take", fail_once)
    with pytest.raises(GameError, match="cannot be carried out"):
        game.choose(0)
    monkeypatch.undo()
    assert told(game) == before
    for each in (game, again):
        each.choose(0)
    assert told(game) == told(again)


def test_what_there_is_no_room_for_is_refused(rules, monkeypatch):
    game = rules.new_game(2, 1)

    def full(*_):
        raise TooMuch

    before = told(game)
    monkeypatch.setattr(game.block.machine, "room", full)
    with pytest.raises(GameError, match="no room for this many games"):
        game.copy()
    monkeypatch.undo()
    assert told(game) == before
    game.copy().choose(0)


def test_what_has_no_room_goes_on_with_sets_of_more_words(monkeypatch):
    rules, _ = native("smallworld")
    game, here = rules.new_game(2, 1), rules.new_game(2, 1)
    take = Block.take

    def narrow(block, option):
        if block.machine.plan.words == 1 and len(game.choices) == 10:
            raise TooMuch
        take(block, option)

    for _ in range(10):
        game.choose(0)
    monkeypatch.setattr(Block, "take", narrow)
    game.choose(0)
    monkeypatch.undo()
    assert game.block.machine.plan.words > 1
    for _ in range(11):
        here.choose(0)
    assert told(game) == told(here)
    for each in (game, here):
        each.undo(force=True)
        each.choose(0)
    assert told(game) == told(here)


# ── options that are looked at late, or not at all ──


def test_options_that_are_only_chosen_are_not_looked_at(rules):
    chance = random.Random(3)
    there, here = rules.new_game(3, 8), alone(rules, 3, 8)
    there.choose(0)
    here.choose(0)
    while not here.over:
        choice = chance.randrange(len(here.decision.options))
        options = there.decision.options
        there.choose(options[choice] if chance.random() < 0.5 else list(options)[choice])
        here.choose(here.decision.options[choice])
    assert told(there) == told(here)


def test_an_option_says_later_what_it_was_then(rules):
    chance = random.Random(4)
    there, here = rules.new_game(3, 8), alone(rules, 3, 8)
    pairs, decisions = [], []
    for made in range(90):
        choice = chance.randrange(len(here.decision.options))
        if made % 10 == 5:
            pairs.append((there.decision.options[choice], here.decision.options[choice]))
            decisions.append((there.decision, here.decision.prompt, here.decision.kind))
        there.choose(choice)
        here.choose(choice)
    there.undo(force=True)
    there.choose(0)
    for (later, now), (decision, prompt, kind) in zip(pairs, decisions, strict=True):
        assert later == now
        assert now == later
        assert copy.copy(later) == now
        assert repr(later) == repr(now)
        assert decision.prompt == prompt
        assert decision.kind == kind
    before = there.hash
    option = there.decision.options[0]
    there.choose(option)
    assert there.hash != before
    with pytest.raises(GameError):
        there.choose(
            pairs[0][0] if pairs[0][0].id not in [o.id for o in there.decision.options] else "nothing"
        )


def test_a_kind_is_that_of_its_own_game(rules):
    games = [(rules.new_game(2, seed), alone(rules, 2, seed)) for seed in range(3)]
    chance = random.Random(6)
    for _ in range(60):
        for there, here in games:
            choice = chance.randrange(len(here.decision.options))
            there.choose(choice)
            here.choose(choice)
        for there, here in games:
            assert (there.decision.kind, there.decision.player) == (here.decision.kind, here.decision.player)


def test_an_option_of_another_decision_is_refused(rules):
    game, here = rules.new_game(2, 1), alone(rules, 2, 1)
    for _ in range(10):
        game.choose(0)
        here.choose(0)
    option = game.decision.options[len(game.decision.options) - 1]
    there = here.copy()
    there.choose(0)
    if option.id not in [one.id for one in there.decision.options]:
        with pytest.raises(GameError):
            there.choose(option)
    game.choose(0)
    assert game.hash == there.hash


def test_a_copy_of_a_driven_game_is_driven(rules):
    chance = random.Random(9)
    there, here = rules.new_game(3, 9), alone(rules, 3, 9)
    for _ in range(60):
        choice = chance.randrange(len(here.decision.options))
        there.choose(choice)
        here.choose(choice)
    copies = [there.copy() for _ in range(3)]
    copies.append(copies[0].copy())
    assert told(copies[1]) == told(here)
    other = here.copy()
    for _ in range(40):
        choice = chance.randrange(len(here.decision.options))
        there.choose(choice)
        here.choose(choice)
    for _ in range(25):
        choice = chance.randrange(len(other.decision.options))
        other.choose(choice)
        for copy_ in copies:
            copy_.choose(choice)
    assert told(there) == told(here)
    for copy_ in copies:
        assert told(copy_) == told(other)
    there.undo(force=True)
    here.undo(force=True)
    assert told(there) == told(here)


OMENS = """
kinds:
  omen: {plural: omens, name: omen, borne_by: nobody}
decks:
  omen_pile: {of: omen, hidden: true, deals: true}
  open_pile: {of: omen}
omens:
  drought: {name: Drought}
  new_moon: {name: New Moon}
  comet: {name: Comet}
rules: |
  after setting_out: shuffle omen_pile
  before turn:
    choose card from tiles of omen asking turn_player
    return card to bottom of open_pile
"""


def test_a_tile_has_its_name_where_everybody_sees_it_and_nowhere_else():
    rules = load("smallworld", texts={"omens.yaml": OMENS})
    chance = random.Random(1)
    there, here = rules.new_game(2, 1), alone(rules, 2, 1)
    called = set()
    while not here.over:
        ids = there.decision.ids
        assert ids == here.decision.ids
        called |= set(ids) if here.decision.info.name == "card" else set()
        choice = chance.randrange(len(ids))
        there.choose(choice)
        here.choose(choice)
    assert "comet" in called
    assert any("pile" in one for one in called)


def test_ids_options_and_indices_take_one_path(rules):
    """However an option is named, also from a copy, a save or a position, the game goes on natively; and a wrong one leaves it there."""
    chance = random.Random(2)
    ways = (
        lambda game, place: place,
        lambda game, place: game.decision.options[place],
        lambda game, place: game.decision.ids[place],
        lambda game, place: copy.copy(game.decision.options[place]),
        lambda game, place: game.decision.whole_option(place),
    )
    games = [rules.new_game(3, 2) for _ in ways]
    for _ in range(60):
        place = chance.randrange(games[0].decision.count)
        for game, way in zip(games, ways, strict=True):
            game.choose(way(game, place))
            with pytest.raises(GameError, match=r"no option|not an option"):
                game.choose(chance.choice([-1, 4000, "nothing of the kind"]))
    assert len({game.hash for game in games}) == 1
    again = Game.from_json(games[2].to_json(), rules)
    again.choose(again.decision.ids[0])
    games[2].choose(0)
    assert again.hash == games[2].hash


# ── what was found by attack ──


def in_a_thread(ask):
    """The answer of another thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(ask).result()


def test_dice_that_are_loaded_on_the_way_are_part_of_the_past():
    rules, _ = native("smallworld")
    game = rules.new_game(2, 4)
    game.choose(0)
    game.load([3, 0])
    loaded = game.state
    game.choose(0)
    assert loaded.loaded == [3, 0]
    game.undo(force=True)
    assert game.state.loaded == [3, 0]


def test_a_sample_of_a_pause_goes_on_everywhere():
    rules, _ = native("smallworld")
    game = rules.new_game(2, 1)
    game.choose(0, until="campaign")
    sample = game.sample(0, 1)
    assert sample.paused
    sample.go_on(until="conquests")
    before, kept = sample.hash, sample.state
    assert in_a_thread(lambda: sample.copy().hash) == before
    there = pickle.loads(pickle.dumps(sample))  # noqa: S301 - its own
    again = Game.from_json(sample.to_json(), rules)
    sample.go_on()
    assert hash_of(kept.content()) == before != sample.hash
    assert there.hash == again.hash == sample.hash
    assert there.restarted().hash == sample.hash


def test_whoever_reads_in_another_thread_disturbs_nobody(monkeypatch):
    rules, _ = native("smallworld")
    game, take = rules.new_game(3, 1), Block.take
    game.choose(0)
    here = game.copy()

    def read_meanwhile(block, option):
        monkeypatch.setattr(Block, "take", take)
        in_a_thread(lambda: (game.copy(), game.view(0)["round"], game.sample(0, 1), game.hash, game.round))
        take(block, option)

    monkeypatch.setattr(Block, "take", read_meanwhile)
    game.choose(0)
    here.choose(0)
    assert game.decision.ids == here.decision.ids
    assert told(game) == told(here)


def test_a_failed_choice_spoils_no_other_view_of_the_game(monkeypatch):
    rules, _ = native("smallworld")
    game = rules.new_game(2, 1)
    for _ in range(5):
        game.choose(0)
    view, before = game.told_as(game.naming), game.hash
    monkeypatch.setattr(game.block, "_answer", lambda _: (True, 0))
    with pytest.raises(GameError, match="cannot be carried out"):
        game.choose(0)
    assert view.copy().hash == game.hash == before


def test_copies_of_what_is_said_can_be_copied():
    rules, _ = native("smallworld")
    game = rules.new_game(2, 1)
    decision = copy.deepcopy(copy.deepcopy(game.decision))
    assert [one.id for one in decision.options] == game.decision.ids
    (option, *_) = game.decision.options
    assert [*asdict(option)] == ["index", "id", "label", "data", "about"]
    before = game.hash
    for state in (pickle.loads(pickle.dumps(game.state)), copy.deepcopy(game.state)):  # noqa: S301 - its own
        game.choose(0)
        assert hash_of(state.content()) == before
        assert state.pending.options


def test_games_that_only_refer_to_themselves_are_let_go_where_room_is_scarce(monkeypatch):
    rules, _ = native("smallworld")
    game = rules.new_game(2, 1)
    machine, space = game.block.machine, type(game.block.machine).space
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            _ = game.copy().decision
        machine._free.clear()
        monkeypatch.setattr(type(machine), "space", lambda *_: (_ for _ in ()).throw(TooMuch()))
        assert game.copy().hash == game.hash
    finally:
        gc.enable()
    monkeypatch.setattr(type(machine), "space", space)
    assert game.view(0)["round"] == 1


def test_whoever_interrupts_a_choice_finds_what_was_before_it(monkeypatch):
    rules, _ = native("smallworld")
    game, take = rules.new_game(2, 1), Block.take
    game.choose(0)
    before = told(game)

    def interrupted(block, option):
        take(block, option)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Block, "take", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.choose(0)
    assert told(game) == before
    game.choose(0)
    assert told(game) == told(game.replayed())
