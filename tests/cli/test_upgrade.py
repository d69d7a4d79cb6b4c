"""`upgrade`: old names go on working, and the new ones are written; nothing else in a file changes."""

import json
import re

import pytest

from ruledsl import load, validate
from ruledsl.version import LANGUAGE_VERSION

HEAD = "id: {id}\nversion: 0.2.0\nlanguage: 1\nname: {id}\nrequires: {{{requires}: '>=0.1'}}\n"
HOME = """\
renamed:
  thriftiness: {to: thrift, since: 0.2.0}
  hoarding: {to: saving, since: 0.2.0}
  hermits: {to: recluses, since: 0.2.0}
rules: |
  define thrift of people = number of regions of people
  event saving of people:
    owner of people gains 1 coins
  forbid conquer as recluses if thrift of people is more than 30

"""
RULES = """\
# thriftiness is what they are known for
races:
  savers:
    name: {en: Savers}   # of thriftiness
    number: 5
    tray: 12
    rules: |
      my income +1 if THRIFT of me is at least 3  # late
      after my conquest:
          do   SAVING of me
      permit my conquer despite RECLUSES
"""
OLD = RULES.replace("THRIFT", "thriftiness").replace("SAVING", "hoarding").replace("RECLUSES", "hermits")
NEW = RULES.replace("THRIFT", "thrift").replace("SAVING", "saving").replace("RECLUSES", "recluses")


@pytest.fixture
def packs(tmp_path, monkeypatch):
    for id_, requires, text in (("thrifty", "smallworld", HOME), ("savers", "thrifty", OLD)):
        (tmp_path / id_).mkdir()
        (tmp_path / id_ / "pack.yaml").write_text(HEAD.format(id=id_, requires=requires))
        (tmp_path / id_ / "it.yaml").write_text(text)
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path))
    return tmp_path


def codes(folder):
    return [found.code for found in validate(str(folder))]


def test_old_names_work_and_are_written_anew(run, packs):
    assert codes(packs / "savers") == ["N028"] * 3
    assert load(str(packs / "savers")).program.composition.tiles["savers"]
    file = packs / "savers/it.yaml"
    result = run("upgrade", packs / "savers", "--diff")
    assert (result.code, file.read_text()) == (1, OLD)
    assert "+      my income +1 if thrift of me is at least 3  # late" in result.out
    told = json.loads(run("upgrade", packs / "savers", "--diff", "--format", "json").out)
    assert "\n".join(told["changed"].values()) in result.out
    assert told["written"] is False
    result = run("upgrade", packs / "savers")
    assert (result.code, file.read_text()) == (0, NEW), result.out
    assert codes(packs / "savers") == []
    assert run("upgrade", packs / "savers", "--diff").code == 0


NAMED = """\
standings: [wealth]   # wealth
roles: {earnings: gathering}
panels:
  - {value: wealth, name: Wealth}
measures:
  - {value: keenness, name: Keenness}
texts:
  says.wealth: what they have
  before.hoarding: {en: "before they save"}
"""
BROUGHT = """\
rules: |
  value fortune of player = coins of player
  value harvest of player = earnings of player
  value zeal of people = 1
"""
NAMED_NEW = (
    NAMED.replace("[wealth]", "[fortune]")
    .replace("gathering", "harvest")
    .replace("value: wealth", "value: fortune")
    .replace("keenness", "zeal")
    .replace("says.wealth", "says.fortune")
    .replace("before.hoarding", "before.saving")
)


def test_what_yaml_names_is_written_anew_too_and_works_before(run, packs):
    home = packs / "thrifty/it.yaml"
    old = "  wealth: {to: fortune, since: 0.2.0}\n  gathering: {to: harvest, since: 0.2.0}\n  keenness: {to: zeal, since: 0.2.0}\nrules: |\n"
    home.write_text(home.read_text().replace("rules: |\n", old, 1))
    (packs / "thrifty/values.yaml").write_text(BROUGHT)
    file = packs / "savers/named.yaml"
    file.write_text(NAMED)
    assert codes(packs / "savers") == ["N028"] * 9
    composition = load(str(packs / "savers")).program.composition
    assert [name for name, _ in composition.standings] == ["fortune"]
    assert composition.roles["earnings"] == "harvest"
    result = run("upgrade", packs / "savers")
    assert (result.code, file.read_text()) == (0, NAMED_NEW), result.out
    assert codes(packs / "savers") == []


SCENARIO = """\
scenarios:
  saving:
    position: {players: 2, phase: conquests, peoples: [{race: savers, player: 0, hand: 2}]}
    steps:
      - cost: {value: thriftiness, people: savers, is: 0}
"""


def test_scenarios_are_written_anew_too_and_work_before(run, packs):
    file = packs / "savers/scenarios/it.yaml"
    file.parent.mkdir()
    file.write_text(SCENARIO)
    assert codes(packs / "savers") == ["N028"] * 4
    tested = run("test", packs / "savers")
    assert tested.code == 0, tested.out
    assert run("upgrade", packs / "savers").code == 0
    assert file.read_text() == SCENARIO.replace("thriftiness", "thrift")
    assert codes(packs / "savers") == []


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("define thriftiness of people = 3\n      my income +thriftiness of me", []),
        ("my income +(sum of (tokens of me in thriftiness) over thriftiness in regions of me)", []),
        ("my income +thriftiness of me", ["N028"]),
    ],
)
def test_a_name_of_ones_own_is_no_old_one(packs, rules, expected):
    text = f"races:\n  savers:\n    name: Savers\n    number: 5\n    tray: 12\n    rules: |\n      {rules}\n"
    (packs / "savers/it.yaml").write_text(text)
    assert codes(packs / "savers") == expected


def test_who_does_not_require_the_pack_does_not_know_its_old_names(packs):
    (packs / "savers/pack.yaml").write_text(HEAD.format(id="savers", requires="smallworld"))
    assert "N028" not in codes(packs / "savers")
    assert "N028" not in [found.code for found in validate("thrifty", str(packs / "savers"))]


def test_packs_that_are_installed_are_not_written(refused):
    assert "installed" in refused("upgrade", "smallworld")
    assert "no pack" in refused("upgrade", "smalworld")


def test_what_is_asked_of_one_thing_and_names_of_ones_own_are_told(packs):
    """`where: alone` and `where: own`: only there a name is another one now."""
    home = "renamed:\n  might_of: {to: hand, since: 0.2.0, where: alone}\n  spell: {to: own_spell, since: 0.2.0, where: own}\n"
    rules = "rules: |\n  define might_of of people for region = hand of people + force of region\n  event spell of people:\n    nothing\n"
    (packs / "thrifty/it.yaml").write_text(home + rules)
    tile = "races:\n  savers:\n    name: Savers\n    number: 5\n    tray: 12\n    rules: |\n"
    text = "      my income +(might_of of me)\n      after my conquest if might_of of me for region is 2: do spell of me\n"
    (packs / "savers/it.yaml").write_text(tile + text)
    assert codes(packs / "savers") == ["N028"]
    own = "      event spell of people:\n        owner of people gains 2 coins\n"
    (packs / "savers/it.yaml").write_text(tile + text + own)
    assert codes(packs / "savers") == ["N028"]  # the spell is theirs


FIRST = """\
rules: |
  remember met ON people: set of region until turn
  remember hopes ON game: number
  define open_ground of people = regions where it is sea
  define known of people = number of SUM
  define hills of people = number of SUM where it is hill
  define homes of people = number of home in SUM where home is hill
  define fewer of people = number of met of people
  my_own +1 if (number of met of people) is 1
  value my_own of people = 2 * (number of met of people)
"""
SUM = "regions of people + met of people - open_ground of people"


def test_the_first_version_of_the_language_is_read_and_written_anew(run, packs):
    """What is counted went to the end of the line, and memories lay `on` something."""
    file = packs / "savers/it.yaml"
    now = FIRST.replace("ON", "of").replace("SUM", f"({SUM})")
    file.write_text(FIRST.replace("ON", "on").replace("SUM", SUM))
    assert codes(packs / "savers") == ["N028"] * 5
    before = program_of(packs / "savers")
    result = run("upgrade", packs / "savers")
    assert (result.code, file.read_text()) == (0, now), result.out
    assert (packs / "savers/pack.yaml").read_text().splitlines()[2] == f"language: {LANGUAGE_VERSION}"
    assert (codes(packs / "savers"), program_of(packs / "savers")) == ([], before)


def program_of(folder):
    """What its own definitions say, without the places where it stands."""
    program = load(str(folder)).program
    return [
        re.sub(r"span=Span\([^)]*\)", "", repr(one.body))
        for one in program.defines
        if one.origin.owner.pack == "savers"
    ]


CHAIN = """\
races:
  savers:
    name: Savers
    number: 5
    tray: 12
    rules: |
      after my conquest: do conquest of region by me with 1 as ordinary
"""


def test_what_the_newest_version_refuses_keeps_a_pack_in_its_own(run, packs):
    """A chain that was accepted goes on to load; the choice that begins it is refused, and nothing hangs."""
    (packs / "savers/it.yaml").write_text(CHAIN)
    assert codes(packs / "savers") == ["R015"]
    result = run("upgrade", packs / "savers")
    assert result.code == 0
    assert "stays in version 1 of the language:\n  it.yaml:7: `conquest` raises itself" in result.out
    assert "language: 1" in (packs / "savers/pack.yaml").read_text()
    newest = (packs / "savers/pack.yaml").read_text().replace("language: 1", f"language: {LANGUAGE_VERSION}")
    (packs / "savers/pack.yaml").write_text(newest)
    assert [found.severity for found in validate(str(packs / "savers"))] == ["error"]


MIMICS = """\
powers:
  mimics:
    name: Mimics
    number: 3
    rules: |
      before my opening:
        borrow bivouacking for power of me
"""
ARRIVED = """\
scenarios:
  posted:
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: swamp}}}
      phase: finishing
      peoples:
        - {race: humans, power: heroic, player: 0, at: {a: 2, b: 2}}
    steps:
      - choose: a
      - state: {regions: {a: {pieces: {hero: 1}}, b: {pieces: {hero: 1}}}}
  borrowed:
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: swamp}}}
      peoples:
        - race: ratmen
          power: mimics
          player: 0
          at: {a: 3}
        - race: elves
          power: heroic
          player: 1
    steps:
      - choose: [expand, stop]
      - state: {regions: {a: {pieces: {encampment: 5}}}, peoples: {elves: {pieces: {hero: 2}}}}
"""
ARRIVED_NEW = ARRIVED.replace("power: heroic, ", "power: heroic, pieces: {hero: 2}, ").replace(
    "power: heroic\n", "power: heroic\n          pieces: {hero: 2}\n"
)


def test_pieces_come_with_their_tiles_and_positions_say_so(run, packs):
    """In the first weeks they came out of the box when a rule placed them; packs of then are read so, and written anew."""
    rules, scenarios = packs / "savers/it.yaml", packs / "savers/scenarios/it.yaml"
    scenarios.parent.mkdir()
    rules.write_text(MIMICS)
    scenarios.write_text(ARRIVED)
    assert codes(packs / "savers") == ["N028"] * 3
    tested = run("test", packs / "savers")
    assert tested.code == 0, tested.out + tested.err
    assert run("upgrade", packs / "savers").code == 0
    assert rules.read_text() == f"{MIMICS}        do onset of copy of power of me for me\n"
    assert scenarios.read_text() == ARRIVED_NEW
    assert codes(packs / "savers") == []
    tested = run("test", packs / "savers")
    assert tested.code == 0, tested.out + tested.err


def test_a_borrowing_on_the_line_of_its_rule_gets_lines_of_its_own(run, packs):
    rules = packs / "savers/it.yaml"
    rules.write_text(MIMICS.replace("opening:\n        borrow", "opening: borrow"))
    assert run("upgrade", packs / "savers").code == 0
    assert rules.read_text() == f"{MIMICS}        do onset of copy of power of me for me\n"
    assert f"language: {LANGUAGE_VERSION}" in (packs / "savers/pack.yaml").read_text()


def test_what_cannot_be_written_anew_keeps_the_version_in_which_it_means_that(run, packs):
    rules = packs / "savers/it.yaml"
    rule = "before my opening: borrow bivouacking for power of me"
    before = f"{MIMICS[: MIMICS.index('|')]}'{rule}'\n"
    rules.write_text(before)
    result = run("upgrade", packs / "savers")
    assert result.code == 0
    assert "stays in version 1 of the language:\n  it.yaml:5: What a tile brings" in result.out
    assert rules.read_text() == before
    assert "language: 1" in (packs / "savers/pack.yaml").read_text()


BRINGS = """\
renamed:
  hoard: {to: save_up, since: 0.2.0}
  hoarders: {to: keepers, since: 0.2.0}
races:
  keepers:
    name: Keepers
    number: 5
    tray: 12
    rules: |
      action save_up of region
        during conquests
        once per turn
        from regions of me
        do: you gains 1 coin
rules: |
  action save_up
    during opening
    once per turn
    do: turn_player gains 1 coin
"""
CHOSEN = """\
scenarios:
  chosen:
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true}}}
      market: [{race: hoarders, power: alchemist}]
    steps:
      - choose: "take:hoarders"
      - choose: "conquer:a"
      - options: {include: ["hoard@hoarders:a"], exclude: [hoard]}
      - choose: "hoard@hoarders:a"
"""


def test_options_are_written_anew_too(run, packs):
    """The action, the tile that has it, its target."""
    (packs / "thrifty/it.yaml").write_text(BRINGS)
    (packs / "savers/it.yaml").write_text("rules_when: []\n")
    file = packs / "savers/scenarios/it.yaml"
    file.parent.mkdir()
    file.write_text(CHOSEN)
    tested = run("test", packs / "savers")
    assert tested.code == 0, tested.out + tested.err
    assert run("upgrade", packs / "savers").code == 0
    assert file.read_text() == CHOSEN.replace("hoarders", "keepers").replace("hoard", "save_up")
    tested = run("test", packs / "savers")
    assert (tested.code, codes(packs / "savers")) == (0, []), tested.out + tested.err
