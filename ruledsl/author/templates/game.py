"""The first files of a game that stands without core: small, whole, and explained line by line. `docs/own-game.md` builds it step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.author.templates.texts import pack_text

if TYPE_CHECKING:
    Files = dict[str, str]
    """Texts by the paths of files in the pack."""

GAME = """\
# The words of this game. In the first stage a people is in the game, in the last one it has left.
stages: [settling, left]
terrains: [meadow, forest]
symbols: [spring]

# Tiles. A kind with a tray is what players lead: the tray says how many tokens the box holds of it.
kinds:
  family: {plural: families, name: family, borne_by: people, tray: tents, fields: {tents: family_size}}
decks:
  families_left: {of: family, hidden: true, deals: true}
families:
  finches: {name: Finches, tents: 12}
  larks: {name: Larks, tents: 12}
  wrens: {name: Wrens, tents: 12}

dice:
  weather: [0, 1, 1, 2]

# What things are called: one, and several. Every text says it so.
nouns:
  people: family|families
  token: tent|tents
  coin: point|points

maps:
  valley:
    name: The valley
    players: [2, 3]
    size: [90, 60]
    regions:
      1: {terrain: meadow, at: [15, 15], borders: [2, 4]}
      2: {terrain: forest, at: [45, 15], borders: [1, 3, 5]}
      3: {terrain: meadow, symbols: [spring], at: [75, 15], borders: [2, 6]}
      4: {terrain: meadow, symbols: [spring], at: [15, 45], borders: [1, 5]}
      5: {terrain: forest, at: [45, 45], borders: [2, 4, 6]}
      6: {terrain: meadow, at: [75, 45], borders: [3, 5]}

# What the program has to know: which event is the whole game, and which one is a turn.
roles: {start: game, turn: turn}
# Somebody reaches a number, and a rule ends the game: so maps need no rounds. Everybody sees everybody's points.
ends: {goal: enough}
coins: {open: true}
standings: [score]

rules: |
  value score of player = coins of player
  value enough = 15

  define family of player = only of (peoples of player)
  define land of player = regions of family of player

  # The whole game. Whatever lasts stands in a phase: positions and scenarios can begin with any phase.
  event game:
    phase arriving:
      shuffle families_left
      for each player in players:
        draw drawn from families_left
        found people of drawn with none for player
    phase playing:
      repeat (rounds - round + 1) times:
        repeat (number of players) times until seat of turn_player is 0:
          do turn of turn_player
          set turn_player to next of turn_player
        add 1 to round

  # A turn: one tent, then what the land gives.
  event turn of player:
    phase camping:
      offer one to player
    phase harvest:
      player gains (crop of player) coins
      if coins of player is at least enough: end game

  value crop of player = number of land of player + number of land of player where it is spring

  define goals of player = if (some land of player) then neighbours of (land of player) else regions

  action camp of region
    during camping
    from goals of player where holder of it is none
    do: move 1 token of family of player from tray to region

  # Whoever does not camp gathers what the weather brings.
  action gather
    during camping
    do:
      roll weather as luck
      player gains luck coins
"""
TEXTS = """\
# What players read about choices and events.
texts:
  ask.camping: What does your family do?
  action.camp: camp in
  action.gather: gather
  event.turn: "{player} begins a turn"
  coins.gained: "{receiver} scores {amount} {amount|[coin]|[coin.many]}"
  roll: "The {die} brings {face}"
  called.score: points
  word.settling: settling
"""
SCENARIO = """\
packs: [{id}]
scenarios:
  a_spring_counts_twice:
    about: "A region gives 1 point, one with a spring 2."
    position:
      players: 2
      map: valley
      phase: camping
      peoples:
        - {{race: finches, player: 0, at: {{1: 1}}}}
        - {{race: larks, player: 1, at: {{6: 1}}}}
    steps:
      - choose: "camp:4"
      - state: {{players: [{{coins: 3}}, {{coins: 0}}], peoples: {{finches: {{regions: [1, 4]}}}}}}
"""


def new_game(id_: str) -> Files:
    """A game of its own: everything that it needs stands in its files."""
    head = pack_text(id_, (), ()).replace("requires: {}\n", "")
    return {
        "pack.yaml": head,
        "game.yaml": GAME,
        "texts.yaml": TEXTS,
        f"scenarios/{id_}.yaml": SCENARIO.format(id=id_),
    }
