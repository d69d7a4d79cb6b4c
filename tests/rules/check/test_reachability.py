"""Which tiles can do nothing on a map: cases as data, the tiles that come with ruledsl, and games in which none of them is ever heard of."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from trying import checked, shown, try_pack

from ruledsl import load, validate
from ruledsl.engine.compile.build import compile_program
from ruledsl.engine.state.board import board_of
from ruledsl.language.vocabulary.types import FLAG
from ruledsl.rules.check.reachability import find_pointless, pointless_on
from ruledsl.rules.check.typed import Const

CASES = YAML(typ="safe").load(Path(__file__).parent / "reachability" / "cases.yaml")
WORLD = """
terrains: [hill, swamp, marsh, sea]
symbols: [gate]
equivalents: {swamp: marsh}
races:
  folk: {name: Folk, number: 5, tray: 10}
maps:
  strip:
    name: Strip
    players: [2]
    rounds: 3
    regions:
      1: {terrain: hill, entry: true, borders: [2]}
      2: {terrain: swamp, borders: [1]}
"""
DRAWN = ("place", "relic", "artifact")


def powers(rules):
    """A file with powers of these rule texts."""
    found = "powers:\n"
    for name, text in rules.items():
        found += f"  {name}:\n    name: {name}\n    number: 1\n"
        if text:
            found += "    rules: |\n" + "".join(f"      {line}\n" for line in text.splitlines())
    return found


def pointless(program, board):
    printed = board_of(program, board)
    return {program.tiles[i] for i in pointless_on(program, printed.words, printed.printed)}


@pytest.mark.parametrize("name", CASES)
def test_cases(name, tmp_path):
    case = CASES[name]
    files = {"a.yaml": WORLD, "b.yaml": case.get("world", ""), "c.yaml": powers(case["powers"])}
    found, program = try_pack(tmp_path, {k: v for k, v in files.items() if v}, requires=("core",))
    assert not found.has_errors, shown(found)
    assert pointless(program, program.composition.maps["strip"]) == set(case["pointless"])
    said = {d.message.split("`")[1] for d in found if d.code == "R026"}
    assert said == set(case["pointless"])


SWITCHED = """
variants:
  weather: {name: Weather, options: [dry, wet]}
powers:
  sailors:
    name: Sailors
    number: 1
    rules_when:
      - {when: {weather: wet}, rules: "my region_income +1 if region is sea"}
  hikers:
    name: Hikers
    number: 1
    rules: my region_income +1 if region is hill
"""


def test_a_tile_is_judged_in_the_reading_that_gives_it_rules(tmp_path):
    try_pack(tmp_path, {"a.yaml": WORLD, "b.yaml": SWITCHED}, requires=("core",))
    said = [d.message for d in validate(str(tmp_path / "house")) if d.code == "R026"]
    assert len(said) == 1
    assert said[0].startswith("`sailors` does nothing")


def shipped(*packs):
    """For each map of these packs, its pointless tiles but for those of the map."""
    rules = load(*packs)
    tiles = rules.composition.tiles
    return {
        key: sorted(t for t in pointless(rules.program, board) if tiles[t].kind not in DRAWN)
        for key, board in rules.composition.maps.items()
    }


@pytest.mark.parametrize("pack", ["smallworld", "underground", "warcraft", "blank-tiles"])
def test_every_tile_makes_sense_at_home(pack):
    assert not any(shipped(pack).values())


@pytest.mark.parametrize("packs", [("smallworld",), ("smallworld", "underground", "warcraft")])
def test_asked_for_some_tiles_it_says_the_same_of_them(packs):
    program = load(*packs).program
    chance = random.Random(11)
    for _ in range(12):
        words = frozenset(
            i for i in range(len(program.traits)) if chance.random() < chance.choice([0.3, 0.8])
        )
        among = frozenset(chance.sample(range(len(program.tiles)), 9))
        whole = find_pointless(program, words, words)
        assert find_pointless(program, words, words, among) == whole & among


def test_without_equivalences_few_tiles_make_sense_elsewhere():
    found = shipped("smallworld", "underground")
    above = "adventurous fisher flames kraken lizardmen magic muddy mudmen mystic shield shrooms spiderines stone will_o_wisps"
    below = "forest giants hill humans mounted seafaring swamp tritons underworld wizards"
    for key, tiles in found.items():
        assert " ".join(tiles) == (below if key.startswith("underground") else above)


def test_with_equivalences_most_tiles_make_sense_everywhere():
    found = shipped("smallworld", "underground", "crossover")
    for key, tiles in found.items():
        below = key.startswith("underground")
        assert tiles == (["hill", "humans", "mounted", "underworld"] if below else ["flames", "spiderines"])


def test_without_finds_nothing_that_speaks_of_them_makes_sense():
    rules = load("smallworld", "underground", "crossover", variants={"finds_above_ground": "none"})
    tiles = rules.composition.tiles
    above = pointless(rules.program, rules.composition.maps["small_world_3p"])
    assert above - {"flames", "spiderines", "adventurous", "magic"} == {
        key for key, tile in tiles.items() if tile.kind in DRAWN
    }


def without(program, board):
    """The same rules, those of pointless tiles taken out: a condition that never holds stands before each."""
    dull = pointless(program, board)
    for rule in (*program.modifiers, *program.forbids, *program.permits, *program.triggers, *program.actions):
        if rule.origin.owner.tile in dull:
            rule.condition = Const(0, type=FLAG, span=rule.origin.span)
    return compile_program(program)


@pytest.mark.parametrize("board", ["small_world_2p", "underground_2p"])
def test_games_are_the_same_without_the_rules_of_pointless_tiles(board):
    packs = ("smallworld", "underground")
    rules = load(*packs)
    program = checked(*packs)[1]
    fewer = replace(rules, code=without(program, program.composition.maps[board]))
    chance = random.Random(board)
    for seed in range(8):
        games = [these.new_game(2, seed, board) for these in (rules, fewer)]
        while not games[0].over:
            first, second = (game.decision for game in games)
            assert [o.id for o in first.options] == [o.id for o in second.options]
            choice = chance.randrange(len(first.options))
            for game in games:
                game.choose(choice)
        assert games[0].standings == games[1].standings
