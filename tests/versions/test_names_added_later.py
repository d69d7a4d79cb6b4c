"""A pack goes on to work when a pack that it requires takes its names: words, texts, pieces, dice, decks, variants, and all that rules declare."""

import pytest

import ruledsl
from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.scenarios.reading import find_scenarios

HEAD = "id: {id}\nversion: 0.1.0\nlanguage: {language}\nname: {id}\nrequires: {{{requires}: '>=0.1'}}\n"
GROWN = """\
piece_traits: [sticky]
tile_traits: [grim]
terrains: [bog]
symbols: [rune]
modes: [jumping]
dice: {fate: [0, 0, 1]}
variants: {weather: {options: [fine, stormy], name: Weather}}
pieces: {totem: {name: Totem of the base, supply: 3, traits: [sticky]}}
kinds: {relic: {plural: relics, name: Relic, borne_by: nobody, fields: {worth: worth}}}
decks: {pile: {of: relic, deals: true}}
relics: {urn: {name: Urn, worth: 3}, jar: {name: Jar, worth: 4}}
maps: {isle: {name: Isle of the base, players: [2], rounds: 9, regions: {a: {terrain: hill, entry: true}}}}
texts:
  trait.bog: Bog of the base
  event.boom: "{people} boom in the base"
  ask.spot: Which spot of the base?
  action.leap: Leap of the base
rules: |
  remember tally of people: people
  define fame of people = 1
  define region is windy = yes
  value zeal of people = 1
  event boom of people:
    owner of people gains 1 coin
  permission cheer of people
  forbid cheer as gloom if stage of people is active
  phase resting after scoring of turn:
    nothing
  action leap
    during conquests
    if round is 99
    do: turn_player gains 50 coins
  after conquest if region is bog: nothing
  after conquest if number of (sites of totem) is more than 5 or number of tiles in pile is more than 9: nothing
"""
HOUSE = """\
piece_traits: [sticky]
tile_traits: [grim]
terrains: [bog]
symbols: [rune]
dice: {fate: [2]}
variants: {weather: {options: [hot, cold], name: Heat}}
pieces: {totem: {name: Totem of the house, supply: 2}}
maps:
  isle:
    name: Isle
    players: [2]
    rounds: 5
    regions:
      a: {terrain: bog, entry: true, symbols: [rune], borders: [b]}
      b: {terrain: hill, borders: [c]}
      c: {terrain: bog}
texts:
  trait.bog: Bog of the house
  event.boom: "{people} boom in the house"
  ask.spot: Which spot of the house?
races:
  otters:
    name: Otters
    number: 5
    tray: 10
    traits: [grim]
    rules: |
      remember tally of people: number
      my conquest_cost -1 if region is bog and not region is windy
      after my conquest:
        add 2 to my tally
        do boom of me
        if can cheer of me and this is grim: you gain 1 coin
      action leap
        during conquests
        once per turn
        do:
          choose spot from regions of me
          move 1 totem from box to spot
          roll fate as face
          if not totem is sticky: you gain face coins
      my income +(my tally + fame of me + zeal of me)
rules: |
  define fame of people = 10
  define region is windy = some regions where it is rune and it is region
  value zeal of people = 100
  event boom of people:
    owner of people gains 7 coins
  permission cheer of people
  phase resting after scoring of turn:
    player gains 20 coins
  phase waking after resting of turn:
    player gains 1 coin
"""
SCENARIO = """\
scenarios:
  all_names:
    position:
      players: 2
      map: isle
      turn: 0
      phase: conquests
      peoples: [{race: otters, power: alchemist, player: 0, at: {a: 1}, hand: 8, memory: {tally: 5}}]
    steps:
      - cost: {value: fame, people: otters, is: 10}
      - cost: {value: windy, region: a, is: true}
      - cost: {value: conquest_cost, people: otters, region: b, is: 2}
      - choose: leap
      - state: {players: [{coins: 2}], regions: {a: {pieces: {totem: 1}}}, stock: {totem: 1}}
      - choose: "conquer:b"
      - cost: {value: conquest_cost, people: otters, region: c, is: 1}
      - state: {players: [{coins: 10}], peoples: {otters: {memory: {tally: 7}}}}
"""


def written(folder, monkeypatch, base, language):
    monkeypatch.setenv("RULEDSL_PACKS", str(folder))
    files = {
        "base/pack.yaml": HEAD.format(id="base", language=2, requires="smallworld"),
        "base/base.yaml": base or "rules_when: []\n",
        "house/pack.yaml": HEAD.format(id="house", language=language, requires="base"),
        "house/house.yaml": HOUSE,
        "house/scenarios/all.yaml": SCENARIO,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder / "house")


@pytest.mark.parametrize(
    ("base", "language"), [("", 2), (GROWN, 2), (GROWN, 3)], ids=["before", "after", "moved"]
)
def test_names_that_a_required_pack_takes_later_change_nothing(tmp_path, monkeypatch, base, language):
    house = written(tmp_path, monkeypatch, base, language)
    found = [one for one in ruledsl.validate(house) if "house" in one.span.file]
    assert {one.code for one in found} == ({"N030", "P006"} if language == 3 else set()), list(
        map(str, found)
    )
    assert {one.severity for one in found} <= {"warning"}
    diagnostics = Diagnostics()
    (scenario,) = find_scenarios([house], diagnostics)
    result = Runner(diagnostics=diagnostics).run(scenario)
    assert result.passed, result.failure and result.failure.diagnostic.message
    isle = "house/isle" if base else "isle"
    people = {"race": "otters", "player": 0, "at": {"a": 1, "b": 1}, "hand": 8}
    position = {"players": 2, "map": isle, "phase": "conquests", "peoples": [people]}
    game = ruledsl.load(house).position(position)
    game.choose(next(option.id for option in game.decision.options if option.id.startswith("leap")))
    assert game.decision.prompt == "Which spot of the house?"
    assert [option.label for option in game.decision.options] == ["a Bog of the house", "b hill"]
    game.choose("a")
    game.choose("conquer:c")
    assert any("boom in the house" in line.text for line in game.log)
    assert not any("base" in line.text for line in game.log)
