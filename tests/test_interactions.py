"""The table of pairs: what touches what, what scenarios are about, and the page that is kept of it."""

import json
import re
from pathlib import Path

import pytest
from lengths import WHOLE

from ruledsl import load
from ruledsl.author.interactions import Matrix, page_of, tabled
from ruledsl.author.interactions.matrix import Listening
from ruledsl.author.interactions.table import OFTEN, reached
from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import through_definitions
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.scenarios.reading import scenarios_in_text

DOCS = Path(__file__).resolve().parents[1] / "docs"
KEPT = json.loads((DOCS / "interactions.json").read_text(encoding="utf-8"))
NAME = re.compile(r"^  (\w+):", re.MULTILINE)
"""Of a scenario, in its file."""
LEAST = 1700
"""So many cells have scenarios at least."""
GAMES = 10_000
"""Of random games that the page is made of."""


@pytest.fixture(scope="module")
def cells():
    return Matrix(load("smallworld").program).cells


def pair(one, other):
    return f"smallworld/{one}", f"smallworld/{other}"


def things(some):
    return {str(thing) for thing in some}


@pytest.mark.parametrize(
    ("one", "other", "thing"),
    [
        ("alchemist", "humans", "value earnings"),  # both pay, one for the people and one for a region
        ("commando", "tritons", "value conquest_cost"),
        ("bivouacking", "commando", "value conquest_cost"),  # the defence of a region is a part of its cost
        ("dragon_master", "halflings", "value immune"),
    ],
)
def test_two_that_write_the_same_touch_each_other(cells, one, other, thing):
    assert thing in things(cells[pair(one, other)].writes)


def test_one_that_brings_about_what_another_one_answers_to(cells):
    assert "event conquest" in things(cells[pair("halflings", "sorcerers")].leads)


@pytest.mark.parametrize(
    ("one", "other"), [("alchemist", "commando"), ("commando", "mounted"), ("giants", "tritons")]
)
def test_others_do_not(cells, one, other):
    """They are about different things, or one people would have to bear two tiles of a kind."""
    assert pair(one, other) not in cells


def test_what_a_definition_asks_is_asked():
    """Tritons ask what is coastal, and that asks what is sea."""
    program = load("smallworld").program
    (rule,) = (m for value in program.values for m in value.modifiers if m.origin.owner.tile == "tritons")
    words = {node.word for node in through_definitions(rule.condition) if isinstance(node, t.HasTrait)}
    assert "sea" in words


SCENARIO = """scenarios:
  price:
    position:
      players: 2
      map:
        regions: {a: {terrain: hill, borders: [b, c]}, b: {terrain: hill, borders: BORDERS}, c: {terrain: swamp, borders: [w]}, w: {terrain: sea}}
      phase: conquests
      peoples: [{race: tritons, power: mounted, player: 0, hand: 4, at: {a: 1}}]
    steps:
      - cost: {value: conquest_cost, people: tritons, region: b, is: IS}
"""


@pytest.mark.parametrize(("borders", "price", "meets"), [("[w]", 1, True), ("[]", 1, False)])
def test_a_scenario_is_about_a_pair_if_both_count_in_one_answer(borders, price, meets):
    text = SCENARIO.replace("BORDERS", borders).replace("IS", str(price))
    (scenario,) = scenarios_in_text(text, "price.yaml", "smallworld", Diagnostics())
    listening = Listening(load("smallworld"))
    assert Runner(loading=lambda *_: listening.rules).run(scenario).passed
    listening.close()
    # Each of the two counts in some region; only in one by the sea both do.
    assert (pair("mounted", "tritons") in listening.meetings.met) == meets


def test_random_games_say_which_pairs_they_reach():
    found = reached(load("smallworld"), 1, 0)
    assert found
    assert found.keys() <= Matrix(load("smallworld").program).cells.keys()


# ── the page that is kept ──


def test_the_data_has_as_many_cells_with_scenarios_as_were_asked_for():
    covered = [cell for cell in KEPT["cells"] if cell["scenarios"]]
    assert len(covered) >= LEAST


def test_what_random_games_come_to_has_scenarios():
    """All that both tiles of a pair write, and that so many games came to at least twice."""
    assert KEPT["games"] >= GAMES
    assert [
        cell["tiles"]
        for cell in KEPT["cells"]
        if cell["write"] and cell["games"] >= OFTEN and not cell["scenarios"]
    ] == []


def test_every_scenario_of_the_data_is_there():
    files = official_folder().glob("*/scenarios/**/*.yaml")
    there = {name for file in files for name in NAME.findall(file.read_text(encoding="utf-8"))}
    named = {name for cell in KEPT["cells"] for name in cell["scenarios"]}
    assert named <= there, f"made anew by: {DOCS / 'interactions.md'} says how"


@pytest.mark.skipif(not WHOLE, reason="all scenarios once more, the long way: make soak")
def test_the_page_says_what_is_so():
    packs = (DOCS / "interactions.md").read_text(encoding="utf-8").split("`")[1].split(" --")[0].split()[2:]
    table = tabled(load(*packs))
    assert not table.failed
    kept = {tuple(cell["tiles"]): cell["scenarios"] for cell in KEPT["cells"]}
    assert {row.cell.tiles: list(row.scenarios) for row in table.rows} == kept
    assert page_of(table, packs).startswith("# Which tiles")
