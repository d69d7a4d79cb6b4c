"""Explanations, word for word, in positions on a map of six regions that go round in a ring: c, a, b, e, f, d."""

import json
import re
from pathlib import Path

import pytest

from ruledsl.base.errors import GameError
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

REGIONS = {
    "a": {"terrain": "hill", "entry": True, "borders": ["b", "c", "d"]},
    "b": {"terrain": "mountain", "symbols": ["mine"], "borders": ["e"]},
    "c": {"terrain": "sea", "entry": True, "borders": ["d", "e"]},
    "d": {"terrain": "farmland", "borders": ["f"]},
    "e": {"terrain": "forest", "borders": ["f"]},
    "f": {"terrain": "swamp", "symbols": ["lost_tribe"]},
}
TRITONS = {"race": "tritons", "player": 0, "hand": 3, "at": {"a": 2}}
HALFLINGS = {"race": "halflings", "power": "bivouacking", "player": 1, "at": {"d": 3, "e": 1}}
UNREACHABLE = (
    "Only regions within reach can be attacked (at first where you may come in, then next to your own)"
)


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def position(rules, *peoples, **more):
    data = {
        "players": 2,
        "map": {"rounds": 10, "regions": REGIONS},
        "setting_out": True,
        "phase": "conquests",
        "peoples": list(peoples) or [TRITONS, HALFLINGS],
        "regions": {"d": {"pieces": {"encampment": 2}}, "e": {"pieces": {"hole": 1}}},
        **more,
    }
    return rules.position(data)


def said(explanation):
    """The text, with every line number as N: rules may move within their files."""
    return re.sub(r"(\.yaml):\d+", r"\1:N", str(explanation)).split("\n")


# ── why ──────────────────────────────────────────────────────────────────────


def test_a_cost(rules):
    why = position(rules).why("conquest_cost", people="tritons", region="b")
    assert why.result == 3
    assert said(why) == [
        "cost of b mountain for Tritons is 3",
        "  2 the region itself (core, conquest.yaml:N)",
        "  +1 Mountain (smallworld/mountain, world.yaml:N)",
    ]


def test_pieces_count_and_abilities_lower(rules):
    why = position(rules).why("conquest_cost", people="tritons", region="d")
    assert said(why) == [
        "cost of d farmland for Tritons is 6",
        "  2 the region itself (core, conquest.yaml:N)",
        "  +2 Encampment × 2 (smallworld/bivouacking/encampment, bivouacking.yaml:N)",
        "  +3 defenders of d farmland (core, conquest.yaml:N)",
        "  -1 Tritons (smallworld/tritons, tritons.yaml:N)",
    ]
    assert [line.amount for line in why.lines if line.shown] == [2, 2, 3, -1]


def test_a_floor_is_shown_where_it_has_an_effect(rules):
    peoples = {"race": "tritons", "power": "mounted", "player": 0, "hand": 3}
    why = position(rules, peoples, regions={}).why("conquest_cost", people="tritons", region="a")
    assert said(why) == [
        "cost of a hill for Mounted Tritons is 1",
        "  2 the region itself (core, conquest.yaml:N)",
        "  -1 Tritons (smallworld/tritons, tritons.yaml:N)",
        "  -1 Mounted (smallworld/mounted, mounted.yaml:N)",
        "  at least 1: what a hill costs Mounted Tritons at least (core, conquest.yaml:N)",
    ]
    assert sum(line.amount for line in why.lines if line.counts) == 1


def test_a_bound_without_effect_is_data_only(rules):
    why = position(rules).why("conquest_cost", people="tritons", region="b")
    floor = next(line for line in why.lines if line.args["op"] == "at least")
    assert not floor.shown
    assert floor.dropped == "idle"
    assert floor.args["change"] == 1


def test_a_flag(rules):
    game = position(rules)
    assert said(game.why("immune", region="e")) == [
        "immunity of e forest is yes",
        "  becomes yes: Hole-in-the-Ground (smallworld/halflings/hole, halflings.yaml:N)",
    ]
    assert said(game.why("immune", region="b")) == [
        "immunity of b mountain is no",
        "  no: immunity of b mountain (core, conquest.yaml:N)",
    ]


def test_an_income_is_a_sum_over_regions(rules):
    ghouls = {"race": "ghouls", "player": 0, "stage": "declined", "at": {"f": 1}}
    why = position(rules, {**TRITONS, "power": "hill"}, ghouls, regions={}).why("earnings", player=0)
    assert said(why) == [
        "earnings of player 1 is 3",
        "  1 income of Hill Tritons from a hill (core, scoring.yaml:N)",
        "  +1 Hill (smallworld/hill, hill.yaml:N)",
        "  +1 income of Ghouls from f swamp (core, scoring.yaml:N)",
    ]


def test_a_definition(rules):
    why = position(rules).why("shortfall", people="tritons", region="f")
    assert said(why) == [
        "what Tritons lack for f swamp is 0",
        "  2 the region itself (core, conquest.yaml:N)",
        "  +1 Lost Tribe (smallworld/lost_tribe, world.yaml:N)",
        "  -3 tokens of Tritons in hand (core, conquest.yaml:N)",
    ]


def test_a_set(rules):
    why = position(rules).why("reach", people="tritons")
    assert why.result == ["b", "c", "d"]
    assert said(why)[0] == "reach of Tritons is b mountain, c sea, d farmland"


def test_what_immunity_stops_is_shown_as_such():
    gnomes = {"race": "gnomes", "player": 1, "at": {"d": 2}}
    game = position(load("smallworld", "underground"), TRITONS, gnomes, regions={})
    why = game.why("conquest_cost", people="tritons", region="d")
    assert said(why) == [
        "cost of d farmland for Tritons is 4",
        "  2 the region itself (core, conquest.yaml:N)",
        "  +2 defenders of d farmland (core, conquest.yaml:N)",
        "  -1 Tritons, no effect: immune (smallworld/tritons, tritons.yaml:N)",
    ]
    assert why.lines[-2].dropped == "immune"


def test_places_point_at_the_rules(rules):
    why = position(rules).why("conquest_cost", people="tritons", region="d")
    for line in why.lines:
        text = Path(line.span.file).read_text(encoding="utf-8").split("\n")[line.span.line - 1]
        word = {"base": " = ", "modifier": "defence|conquest_cost|garrison"}[line.key.removeprefix("why.")]
        assert re.search(word, text), text


def test_an_explanation_is_plain_data(rules):
    game = position(rules)
    for found in (game.why("conquest_cost", people="tritons", region="d"), game.why_not("conquer", "d")):
        data = json.loads(json.dumps(found.as_dict()))
        assert data["result"] == found.result
        assert len(data["lines"]) == len(found.lines)
    assert game.why("conquest_cost", people="tritons", region="d").as_dict()["args"] == {
        "people": "tritons",
        "region": "d",
    }


# ── why not ──────────────────────────────────────────────────────────────────


def test_what_is_there(rules):
    found = position(rules).why_not("conquer", "b")
    assert found.result is True
    assert said(found) == ["conquer b mountain: among the options now"]


def test_a_price_too_high(rules):
    assert said(position(rules).why_not("conquer", "d")) == [
        "conquer d farmland: not among the options",
        "  strength of Tritons against d farmland is 3, cost of d farmland for Tritons is 6 (core, conquest.yaml:N)",
        "    3 tokens of Tritons in hand (core, conquest.yaml:N)",
        "    2 the region itself (core, conquest.yaml:N)",
        "    +2 Encampment × 2 (smallworld/bivouacking/encampment, bivouacking.yaml:N)",
        "    +3 defenders of d farmland (core, conquest.yaml:N)",
        "    -1 Tritons (smallworld/tritons, tritons.yaml:N)",
    ]


def test_prohibitions_by_name(rules):
    game = position(rules)
    assert said(game.why_not("conquer", "c")) == [
        "conquer c sea: not among the options",
        (
            "  Seas and lakes cannot be conquered: terrain of c sea is sea; "
            "Tritons cannot hold c sea (smallworld, world.yaml:N)"
        ),
        "    becomes no (smallworld, world.yaml:N)",
    ]
    found = game.why_not("conquer", "e")
    assert said(found) == [
        "conquer e forest: not among the options",
        "  This region cannot be conquered: e forest is immune (core, conquest.yaml:N)",
        "    becomes yes: Hole-in-the-Ground (smallworld/halflings/hole, halflings.yaml:N)",
        f"  {UNREACHABLE}: e forest is not in reach of Tritons (core, conquest.yaml:N)",
    ]
    assert [line.key for line in found.lines] == ["forbid.immune", "forbid.unreachable"]


def test_a_permit_lifts_a_prohibition(rules):
    peoples = ({**TRITONS, "power": "flying"}, HALFLINGS)
    assert [line.key for line in position(rules, *peoples).why_not("conquer", "e").lines] == ["forbid.immune"]


def test_a_whole_action(rules):
    game = position(rules, {**TRITONS, "hand": 0}, HALFLINGS, phase="conquests")
    found = game.why_not("conquer")
    assert found.result is False
    assert {line.key for line in found.lines} >= {"forbid.waters", "forbid.own", "not.condition"}


def test_another_phase_and_no_target(rules):
    assert said(position(rules).why_not("decline")) == [
        "go into decline: not among the options",
        "  it is offered in the phase beginning of the turn; now player 1 is asked: Which conquest comes next? (core, turn.yaml:N)",
    ]
    assert said(position(rules).why_not("abandon", "b"))[1] == (
        "  b mountain is not one of: regions of Tritons (core, conquest.yaml:N)"
    )


def test_a_tile_of_somebody_else_or_of_nobody(rules):
    sorcerers = {"race": "sorcerers", "player": 1, "at": {"d": 1}}
    assert said(position(rules, TRITONS, sorcerers, regions={}).why_not("sorcery", "d"))[1:] == [
        "  Sorcerers belongs to Sorcerers, not to Tritons (smallworld/sorcerers, sorcerers.yaml:N)"
    ]
    assert said(position(rules).why_not("rage"))[1:] == [
        "  Berserk is not in play (smallworld/berserk, berserk.yaml:N)"
    ]


def test_a_limit_that_is_used_up(rules):
    dragons = {"race": "tritons", "power": "dragon_master", "player": 0, "hand": 4, "at": {"a": 2}}
    game = position(rules, dragons, HALFLINGS)
    game.choose("dragon_attack:b")
    found = game.why_not("dragon_attack", "d")
    assert [line.key for line in found.lines] == ["not.limit"]
    assert said(found)[1:] == [
        "  once per turn, and that is used up (smallworld/dragon_master, dragon_master.yaml:N)"
    ]


def test_other_languages(rules):
    game = position(rules)
    game.naming = Naming("it")
    assert "Mari e laghi non si possono conquistare" in str(game.why_not("conquer", "c"))


# ── questions that mean nothing ──────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ask", "code", "part"),
    [
        (lambda g: g.why("conquest_costs"), "G040", "`conquest_cost`"),
        (lambda g: g.why("ground"), "G041", "ground of region"),
        (lambda g: g.why("ground", regions="b"), "G041", "`region`"),
        (lambda g: g.why("ground", region="z"), "G003", "`z`"),
        (lambda g: g.why_not("conquers"), "G042", "`conquer`"),
        (lambda g: g.why_not("decline", "b"), "G043", "`decline`"),
    ],
)
def test_what_cannot_be_asked(rules, ask, code, part):
    with pytest.raises(GameError) as refused:
        ask(position(rules))
    assert refused.value.code == code
    assert part in str(refused.value)


def test_a_rule_of_no_tile_is_called_what_it_adds():
    """Who comes onto an island pays for the passage."""
    game = load("warcraft").new_game(2, 7)
    while not (regions := [o.id[8:] for o in game.decision.options if o.id.startswith("conquer:")]):
        game.choose(game.decision.options[0].id)
    people = next(one["race"] for one in game.view(0)["peoples"] if one["hand"])
    why = game.why("conquest_cost", people=people, region=regions[0])
    assert any(line.text.startswith("+1 the passage to ") for line in why.lines)
