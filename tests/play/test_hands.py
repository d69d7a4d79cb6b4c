"""Hands of cards: tiles that a player remembers in secret. Their player sees them, the others see how many there are."""

import pytest

from ruledsl import load

PACK = "id: cards\nversion: 0.1.0\nlanguage: 3\nname: Cards\n"
GAME = """
stages: [here_now, away]
terrains: [land]
kinds:
  card: {plural: cards, name: card, borne_by: nobody, fields: {pips: pips}}
decks:
  pile: {of: card, hidden: true, deals: true}
  discards: {of: card}
cards:
  ace: {name: Ace, pips: 1}
  two: {name: Two, pips: 2}
  three: {name: Three, pips: 3}
  four: {name: Four, pips: 4}
  five: {name: Five, pips: 5}
  six: {name: Six, pips: 6}
maps:
  table:
    name: Table
    players: [2, 3]
    rounds: 9
    regions: {a: {terrain: land}}
roles: {start: game, turn: turn}
standings: [score]
rules: |
  remember cards of player: set of tile secret
  value score of player = coins of player

  event game:
    phase dealing:
      shuffle pile
      for each player in players:
        repeat 2 times: do taking of player
    phase playing:
      repeat (rounds * number of players) times:
        do turn of turn_player
        set turn_player to next of turn_player
        if seat of turn_player is 0: add 1 to round
  event taking of player:
    if number of pile is 0:
      for each old in discards: return old to bottom of pile
      shuffle pile
    draw drawn from pile
    put drawn in cards of player
  event turn of player:
    phase acting:
      offer one to player
  action play of tile
    during acting
    from cards of player
    do:
      drop tile from cards of player
      return tile to bottom of discards
      player gains (pips of tile) coins
  action pass_on of tile
    during acting
    from cards of player
    do:
      drop tile from cards of player
      put tile in cards of next of player
  action take_one
    during acting
    do: do taking of player
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cards") / "cards"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return load(str(folder))


def seen(game, seat, player):
    """The cards of a player, by name, and how many there are, as a seat sees them."""
    entry = game.view(seat)["players"][player]
    return entry["memory"].get("cards"), entry.get("cards", {}).get("cards")


def test_the_player_sees_them_and_others_their_number(rules):
    game = rules.new_game(2, 3)
    mine, count = seen(game, 0, 0)
    assert count == 2
    assert set(mine) < {"ace", "two", "three", "four", "five", "six"}
    assert seen(game, 1, 0) == (None, 2)
    offered = {option.id for option in game.view(0).decision.options}
    assert {f"{how}:{card}" for card in mine for how in ("play", "pass_on")} < offered


def test_what_others_may_have_is_dealt_anew(rules):
    game = rules.new_game(3, 3)
    mine = seen(game, 0, 0)[0]
    dealt = set()
    for seed in range(12):
        sample = game.sample(0, seed)
        assert seen(sample, 0, 0)[0] == mine
        others = [card for player in (1, 2) for card in seen(sample, player, player)[0]]
        assert len({*others, *mine}) == 6
        dealt.add(tuple(others))
    assert len(dealt) > 6


def test_a_sample_follows_from_what_is_known(rules):
    """Two games that differ in the cards of others alone give the same samples."""

    def where(cards):
        return {"players": 2, "map": "table", "phase": "acting", "seed": 1, "decks": {"pile": [], "discards": ["six"]},
                "memory": {"players": [{"cards": ["ace"]}, {"cards": cards}]}}  # fmt: skip

    first, second = (rules.position(where(cards)) for cards in (["two", "four"], ["five", "three"]))
    for seed in range(4):
        assert first.sample(0, seed).hash == second.sample(0, seed).hash
    assert first.view(0)["players"] == second.view(0)["players"]


def test_cards_are_played_discarded_passed_and_shuffled_again(rules):
    game = rules.new_game(2, 3)
    first = seen(game, 0, 0)[0]
    game.choose(f"play:{first[0]}")
    assert game.view(1)["decks"]["discards"][0]["tile"] == first[0]
    passed = seen(game, 1, 1)[0][0]
    game.choose(f"pass_on:{passed}")
    assert passed in seen(game, 0, 0)[0]
    assert seen(game, 1, 0) == (None, 2)
    for _ in range(4):
        game.choose("take_one")
    assert sum(seen(game, 0, player)[1] for player in (0, 1)) == 6
