import pytest

import ruledsl
from ruledsl.lab.bulk.playing import Plan, play_one
from ruledsl.play.bots import SEATS, Guided, Think, bot, is_ours, policy, search, seat_names
from ruledsl.play.bots.policy import Policy
from ruledsl.play.runner import Recorded, play


@pytest.fixture(scope="module")
def rules():
    return ruledsl.load("smallworld")


def _game(rules, names, seed):
    game = rules.new_game(len(names), seed)
    play(game, [bot(name, seed) for name in names])
    return game


@pytest.mark.parametrize("name", ["random", "greedy", "search:6"])
def test_a_seed_is_a_game(rules, name):
    first, second = (_game(rules, [name, "random"], 3) for _ in range(2))
    assert first.choices == second.choices
    assert first.hash == second.hash
    assert _game(rules, [name, "random"], 4).choices != first.choices


def test_greed_beats_chance(rules):
    wins = 0
    for seed in range(5):
        names = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        game = _game(rules, names, seed)
        wins += names[game.standings[0]["player"]] == "greedy"
    assert wins >= 4


def test_a_bot_changes_nothing(rules):
    game = rules.new_game(2, 1)
    before = game.hash
    bot("greedy", 1).choose(game.view(game.decision.player))
    assert game.hash == before
    assert not game.choices


def test_a_bot_goes_on_alike_in_a_loaded_game(rules):
    whole = _game(rules, ["greedy", "random"], 2)
    half = rules.new_game(2, 2)
    seats = [bot("greedy", 2), bot("random", 2)]
    play(half, seats, until=40)
    again = ruledsl.Game.from_json(half.to_json(), rules)
    play(again, [bot("greedy", 2), bot("random", 2)])
    assert again.hash == whole.hash


def test_a_bot_does_not_know_what_its_player_cannot_know(rules):
    game = rules.new_game(2, 1)
    twin = game.copy()
    twin.state.G[3] ^= 0xFFFF
    hidden = [deck for deck, secret in zip(twin.state.decks, twin.state.code.hidden, strict=True) if secret]
    for deck in hidden:
        deck.sort()
    player = game.decision.player
    play(game, [Recorded([0])] * 2, until=1)
    play(twin, [Recorded([0])] * 2, until=1)
    assert [o.id for o in game.decision.options] == [o.id for o in twin.decision.options]
    assert player == game.decision.player


@pytest.mark.parametrize("packs", [["underground"], ["warcraft"], ["smallworld", "underground"]])
def test_bots_play_any_pack(packs):
    game = _game(ruledsl.load(*packs), ["greedy", "random"], 1)
    assert game.over


def test_an_unknown_bot():
    with pytest.raises(ruledsl.GameError, match="Did you mean `greedy`"):
        bot("gredy")
    assert seat_names()[0] == "human"


def test_how_long_a_bot_thinks():
    assert Think.of("400") == Think(rollouts=400)
    assert Think.of("200ms") == Think(milliseconds=200)
    assert not any(Think.of(text) for text in ("", "ms", "0", "-1", "1.5", "10s", "1" * 9))
    assert all(is_ours(name) for name in (*SEATS, "search:1", "search:1ms"))
    assert not any(is_ours(name) for name in ("search:", "search:x", "greedy:5", "human"))
    with pytest.raises(ruledsl.GameError, match="Did you mean `search`"):
        bot("search:x")


def test_where_nothing_was_learned_the_old_hand_is_greedy(monkeypatch):
    nothing = Policy((), 0, {})
    monkeypatch.setattr(policy, "policy_for", lambda _packs: nothing)
    rules = ruledsl.load("smallworld")
    learned, greedy = (
        play_one(rules, Plan(("smallworld",), (), (name, "random"), 1), 5) for name in ("learned", "greedy")
    )
    assert not learned.error
    assert learned.choices == greedy.choices


def test_guided_expects_most_of_what_the_policy_prefers(rules, monkeypatch):
    game = rules.new_game(2, 3)
    view = game.view(game.decision.player)
    chosen = []
    for option in game.decision.options:
        prefers = Policy((), 0, {option.id.replace("take:", "tile "): 100_000})
        monkeypatch.setattr(search, "policy_of", lambda _code, it=prefers: it)
        chosen.append(Guided(1, Think(rollouts=12)).choose(view))
    assert chosen == [option.index for option in game.decision.options]
