"""A policy goes on with tiles whose texts have changed, and weighs tiles with other rules like those with such rules."""

import json
import re

import pytest

import ruledsl
from ruledsl.base.errors import GameError
from ruledsl.play.bots.policy import Policy, completed, learned_tiles
from ruledsl.rules.check.knowledge import digests_of

HEAD = "tile_traits: [deep, dark]\nraces:\n  voles: {name: Voles, number: 5, tray: 10}\n"
MOLES = """
  moles:
    name: {en: Moles}
    summary: {en: They dig.}
    number: 5
    tray: 10
    traits: [deep]
    pieces:
      hole: {name: Hole, supply: 3, traits: [fragile], rules: here defence +1}
    rules: |
      define harvest = 2
      remember dug of people: number
      my region_income +harvest if region is farmland
      after my conquest if region is hill or region has hole:
        choose place from regions of me
        move 1 hole from box to place
        set dug of me to dug of me + 1
        roll reinforcement as more
        you gains more coins
"""
TEXTS = [
    ("name: {en: Moles}", "name: {en: Diggers, it: Talpe}"),
    ("They dig.", "They dig deep."),
    ("{name: Hole,", "{name: Burrow,"),
    ("define harvest = 2", "# as much as that\n      define harvest = 2"),
    ("if region is hill or region has hole:", "if (region is hill) or region has hole:"),
    ("reinforcement as more\n        you gains more", "reinforcement as luck\n        you gains luck"),
    ("5\n    tray: 10\n    traits: [deep]", "5\n    traits: [deep]\n    tray: 10"),
]
RULES = [
    ("number: 5", "number: 6"),
    ("[deep]", "[deep, dark]"),
    ("supply: 3", "supply: 4"),
    ("[fragile]", "[]"),
    ("here defence +1", "here defence +2"),
    ("harvest = 2", "harvest = 3"),
    ("of people: number", "of people: number until turn"),
]
ONE_RULE = [
    ("my conquest_cost -1 if region is mountain", "my conquest_cost -1 if region is hill"),
    ("my conquest_cost -1", "my conquest_cost +1"),
    ("my conquest_cost -1", "my conquest_cost -2"),
    ("my conquest_cost -1", "my region_income -1"),
    ("after my conquest: you gains 1 coin", "before my conquest: you gains 1 coin"),
    ("after my conquest: you gains 1 coin", "after conquest: you gains 1 coin"),
    ("after my conquest: you gains 1 coin", "after my redeployment: you gains 1 coin"),
    ("after my conquest: choose spot from regions of me", "after my conquest: choose spot from regions"),
]


@pytest.fixture
def packed(tmp_path):
    """The rules of a pack with these tiles, beside other packs."""

    def load(text, *besides):
        folder = tmp_path / str(len(list(tmp_path.iterdir()))) / "moles"
        folder.mkdir(parents=True)
        needs = "language: 2\nrequires: {smallworld: '>=0.1'}\n"
        (folder / "pack.yaml").write_text(f"id: moles\nversion: 0.1.0\nname: Moles\n{needs}")
        (folder / "races.yaml").write_text(text)
        return ruledsl.load("smallworld", str(folder), *besides)

    return load


def moles(*changes):
    """The moles with changes of their text."""
    text = MOLES
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    return text


def changed(one, other):
    """The tiles of the first rules whose digests are different in the others."""
    now = digests_of(other.program)
    return [tile for tile, digest in digests_of(one.program).items() if now[tile] != digest]


def test_what_is_said_about_a_tile_is_no_part_of_its_rules(packed):
    assert changed(packed(HEAD + moles()), packed(HEAD + moles(*TEXTS))) == []


def test_what_is_printed_and_what_a_tile_has_is(packed):
    """Many kinds of moles: each of them is changed in one place."""
    kinds = [re.sub(r"\b(moles|hole|dug)\b", rf"\g<1>_{number}", MOLES) for number in range(len(RULES))]
    now = [kind.replace(*rule, 1) for kind, rule in zip(kinds, RULES, strict=True)]
    found = changed(packed(HEAD + "".join(kinds)), packed(HEAD + "".join(now)))
    assert found == [f"moles_{number}" for number in range(len(RULES))]


def test_every_part_of_a_rule_is(packed):
    texts = "".join(
        f"  {side}{place}: {{name: '{side}{place}', number: 5, tray: 10, rules: '{rule}'}}\n"
        for place, pair in enumerate([*ONE_RULE, (ONE_RULE[0][0],) * 2])
        for side, rule in zip("ab", pair, strict=True)
    )
    found = digests_of(packed(f"races:\n{texts}").program)
    same = [found[f"a{place}"] == found[f"b{place}"] for place in range(len(ONE_RULE) + 1)]
    assert same == [False] * len(ONE_RULE) + [True]


def test_other_packs_change_the_digest_of_no_tile(packed):
    assert changed(packed(HEAD + moles()), packed(HEAD + moles(), "cursed", "grand_dames")) == []


def test_only_the_tile_whose_rules_changed_is_weighed_like_others(packed):
    """It is most like what it was; the voles and all others keep their own weights."""
    tiles = learned_tiles(packed(HEAD + moles()).program)
    weights = {f"tile {tile}": 1000 * place for place, tile in enumerate(sorted(tiles), 1)}
    learned = Policy(("core", "smallworld", "moles"), 7, weights, tiles)

    def weighed(text):
        return completed(learned, packed(text).backend.code).weights

    own = weights["tile moles"]
    assert weighed(HEAD + moles(*TEXTS)) == weights
    near = weighed(HEAD + moles(RULES[0]))
    assert {name for name in weights if near[name] != weights[name]} == {"tile moles"}
    assert abs(near["tile moles"] - own) < 0.1 * own
    rules = MOLES[MOLES.index("    rules: |") :]
    unlike = weighed(HEAD + moles((rules, "    rules: my reserve +4\n")))
    assert abs(unlike["tile moles"] - own) > abs(near["tile moles"] - own)
    assert unlike["tile voles"] == weights["tile voles"]


def test_a_policy_is_read_as_it_was_written_and_nothing_else_is():
    tiles = learned_tiles(ruledsl.load("smallworld").program)
    policy = Policy(("core", "smallworld"), 7, {"tile elves": 3}, tiles)
    again = Policy.read(policy.text(), "policy.json")
    parts = ("packs", "choices", "weights", "tiles")
    assert [getattr(again, part) for part in parts] == [getattr(policy, part) for part in parts]
    data = json.loads(policy.text())
    one = data["tiles"]["elves"]
    wrong = [
        [],
        {"a": []},
        {"a": one | {"rules": 1}},
        {"a": one | {"does": {"a": 1 << 40}}},
        {"a": {"does": {}}},
    ]
    for tiles in [*wrong, {"a": one | {"does": {"a": True}}}]:
        with pytest.raises(GameError, match="no policy"):
            Policy.read(json.dumps({**data, "tiles": tiles}), "policy.json")
