"""What is said of a scenario that does not come out: everything that differs, beside each other, and why."""

import pytest

from ruledsl.author.testkit import Runner
from ruledsl.author.testkit.values import written
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.scenarios.reading import scenarios_in_text

HEAD = """\
scenarios:
  one:
    packs: [smallworld]
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: farmland, borders: [c]}, c: {terrain: sea}}}
      phase: conquests
      coins: [4, 0]
      peoples: [{race: tritons, power: hill, player: 0, hand: 3, at: {a: 1}}]
    steps:
"""
INCOME = """\
one, step 2 (state): 2 things are not as expected.
                   expected  found
players.0.coins    9         7
regions.b.holder   null      tritons
why players.0.coins (player 1) is 7:
  4 when the scenario begins
  Player 1 gains 3 coins
    earnings of player 1 is 3
      1 income of Hill Tritons from a hill
      +1 Hill
      +1 income of Hill Tritons from b farmland
why regions.b.holder is tritons:
  Player 1: conquer b farmland
  Hill Tritons conquer b farmland
  Player 1 places a token in b farmland"""
COST = """\
one, step 1 (cost): `conquest_cost` is 1, not 2.
expected: 2
found:    1
why:
  cost of b farmland for Hill Tritons is 1
    2 the region itself
    -1 Tritons"""
OPTIONS = """\
one, step 1 (options): The options are other ones. Not among them: conquer:c. Among them as well: abandon:a.
expected: ["conquer:c", "conquer:b", stop]
found:    ["conquer:b", "abandon:a", stop]
why:
  conquer c sea: not among the options
    Only regions within reach can be attacked (at first where you may come in, then next to your own): c sea is not in reach of Hill Tritons"""
PLAYED = '- choose: ["conquer:b", a, b]\n      - state: {players: [{coins: 9}], regions: {b: {holder: null}}}'


def failed(step):
    diagnostics = Diagnostics()
    (scenario,) = scenarios_in_text(f"{HEAD}      {step}\n", "one.yaml", "", diagnostics)
    return Runner(diagnostics=diagnostics).run(scenario).failure


def said(message):
    """Without the places of rules, which move; and with words as they are."""
    return [
        line.split(" (smallworld")[0].split(" (core")[0].replace('"', "") for line in message.splitlines()
    ]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (PLAYED, INCOME),
        ("- cost: {value: conquest_cost, people: tritons, region: b, is: 2}", COST),
        ('- options: {exactly: ["conquer:c", "conquer:b", stop]}', OPTIONS),
    ],
)
def test_everything_that_differs_is_shown_with_its_reasons(step, expected):
    wanted = said(expected)
    assert [" ".join(line.split()) for line in said(failed(step).diagnostic.message)][: len(wanted)] == [
        " ".join(line.split()) for line in wanted
    ]


def test_differences_are_data_too():
    coins, holder = failed(PLAYED).differences
    assert (coins.path, coins.expected, coins.actual) == (("players", 0, "coins"), 9, 7)
    assert coins.as_dict()["why"][1] == "Player 1 gains 3 coins"
    assert (holder.expected, holder.actual) == (None, "tritons")


def test_after_a_choice_is_taken_back_the_reasons_are_those_of_what_was_done():
    step = PLAYED.replace("- choose:", '- choose: "conquer:b"\n      - undo: true\n      - choose:')
    why = failed(step).differences[0].why
    assert sum("gains 3 coins" in line for line in why) == 1


def test_values_are_written_as_in_the_file():
    assert written({"a": [None, True, "x y"], "b": {}}) == "{a: [null, true, x y], b: {}}"
