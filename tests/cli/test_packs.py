import json
import re
import sys
from pathlib import Path

import pytest

from ruledsl.cli.screen.columns import Page

HERE = Path(__file__).parent
GOOD = "id: small\nversion: 0.1.0\nlanguage: 1\nname: {en: Small, it: Piccolo}\nrequires: {core: '>=0.1'}\n"
RACE = """\
races:
  imps:
    name: {en: Imps, it: Diavoletti}
    summary: {en: They are few.}
    number: 3
    tray: 9
    pieces:
      fork:
        name: {en: Fork}
        supply: 3
        symbol: Y
        rules: here defence +1
    rules: |
      declined:
        my kept becomes tokens of me in region
      after my conquest: move 1 fork from box to region
"""
MAP = """\
terrains: [field]
maps:
  strip:
    name: {en: Strip}
    players: [2]
    rounds: 3
    regions:
      1: {terrain: field, entry: true, borders: [2]}
      2: {terrain: field, borders: [1]}
"""


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    for name, text in (("pack.yaml", GOOD), ("races.yaml", RACE), ("world.yaml", MAP)):
        (folder / name).write_text(text)
    return folder


def test_the_list_as_json(run, pack):
    result = run("list", pack, "--format", "json")
    assert result.code == 0
    golden = HERE / "list.json"
    assert json.loads(result.out) == json.loads(golden.read_text())


def test_a_card_as_json(run, pack):
    found = json.loads(run("show", f"{pack}/imps", "--format", "json").out)["tile"]
    assert (found["kind"], found["number"], found["tray"]) == ("race", 3, 9)
    assert [rule["place"].rsplit(":", 2)[0][-10:] for rule in found["rules"]] == ["races.yaml"]
    assert found["pieces"][0]["id"] == "fork"
    assert len(found["in_words"]) == 2


def test_results_of_scenarios_as_json(run):
    result = run("test", "blank-tiles", "--format", "json")
    found = json.loads(result.out)
    assert result.code == 0
    assert found["passed"] == len(found["results"]) > 0
    assert found["failed"] == 0


def test_the_list_as_tables(run):
    out = run("list", "smallworld").out
    assert "Races (14)" in out
    assert "Powers (20)" in out
    assert "troll_lair" in out
    assert "small_world_2p" in out


def test_the_list_in_another_language(run):
    assert "Amazzoni" in run("list", "smallworld", "--lang", "it").out


def test_rows_stand_in_columns_and_the_last_one_is_wrapped(capsys):
    page = Page()
    page.width = 30
    rows = [["龍", "7", "a sentence that needs more\nthan one line"], ["elves", "10", "\x1b[2J"]]
    page.columns(["id", "number", "summary"], rows, right=[1])
    page.say()
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "id     number  summary",
        "龍          7  a sentence that",
        "               needs more than one",
        "               line",
        "elves      10  \\x1b[2J",
    ]


def test_terminals_have_colours_unless_somebody_wants_none(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "500")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Page()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Page()
    for page in (coloured, plain):
        page.line("Races", bold=True)
        page.columns(["id"], [["elves"]], right=[])
        page.say()
    bold, dim, cyan, *without = capsys.readouterr().out.splitlines()
    assert ("\x1b[1m" in bold, "\x1b[2m" in dim, "\x1b[36m" in cyan) == (True, True, True)
    assert [line.strip() for line in without] == ["Races", "id", "elves"]
    assert coloured.width < 500


def test_a_card_has_numbers_pieces_rules_and_places(run, pack):
    out = run("show", f"{pack}/imps").out
    assert "races.yaml:13" in re.sub(r"[\s│]", "", out)
    for said in (
        "Imps",
        "They are few.",
        "number 3 · tray 9",
        "Diavoletti",
        "Y Fork",
        "3 in the box",
        "declined:",
    ):
        assert said in out
    assert "here defence +1" in out


def test_a_card_in_another_language(run, pack):
    assert "Diavoletti  vessillo" in run("show", f"{pack}/imps", "--lang", "it").out


def test_pieces_and_maps_have_cards_too(run, pack):
    assert "here defence +1" in run("show", f"{pack}/fork").out
    assert "2 players, 3 rounds" in run("show", f"{pack}/strip").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show"], "Missing argument"),
        (["list", "smalworld"], "Did you mean `smallworld`?"),
        (["list", "smallworld", "--format", "xml"], "'xml' is not one of"),
        (["show", "amazons"], "smallworld/amazons"),
        (["show", "smallworld/amazon"], "Did you mean `amazons`?"),
        (["show", "smalworld/amazons"], "Did you mean `smallworld`?"),
        (["validate", "nowhere/at/all"], "a pack is a folder with a pack.yaml"),
        (["validate", "smalworld"], "Did you mean `smallworld`?"),
        (["validate"], "Missing argument"),
        (["test", "smalworld"], "Did you mean `smallworld`?"),
        (["test"], "Missing argument"),
        (["explain", "L0001"], "There is no code"),
        (["explain"], "Which code?"),
        (["plya"], "There is no command `plya`. Did you mean `play`?"),
        (["--wordy"], "No such option"),
    ],
)
def test_misuse(refused, words, said):
    assert said in refused(*words)


# ── validate ──


def test_a_good_pack(run, pack):
    result = run("validate", pack)
    assert result.code == 0
    assert "error" not in result.out


def test_a_pack_with_an_error(run, pack):
    (pack / "more.yaml").write_text("rules: |\n  victory +1 if nonsense\n")
    result = run("validate", pack)
    assert result.code == 1
    assert "more.yaml:2:17" in result.out
    assert "1 error" in result.out.splitlines()[-1]


def test_warnings_only_count_when_strict(run, pack):
    (pack / "more.yaml").write_text("rules: |\n  value nobody_asks = 3\n")
    assert run("validate", pack).code == 0
    assert run("validate", pack, "--strict").code == 1


def test_findings_for_programs(run, pack):
    (pack / "more.yaml").write_text("rules: |\n  victory +1 if nonsense\n")
    found = json.loads(run("validate", pack, "--format", "json").out)
    assert [entry["severity"] for entry in found["diagnostics"]].count("error") == 1
    sarif = json.loads(run("validate", pack, "--format", "sarif").out)
    assert sarif["version"] == "2.1.0"
    assert sarif["runs"][0]["results"]


# ── test, explain ──

SCENARIO = """\
scenarios:
  imps_hold_a_region:
    about: Imps hold a region.
    position:
      players: 2
      map:
        regions:
          a: {{terrain: field, entry: true}}
          b: {{terrain: field, borders: [a]}}
      peoples: [{{race: imps, player: 0, at: {{a: 2}}}}]
    steps:
      - state: {{peoples: {{imps: {{regions: [{region}]}}}}}}
"""


def test_scenarios_that_pass_and_fail(run, pack):
    folder = pack / "scenarios"
    folder.mkdir()
    (folder / "imps.yaml").write_text(SCENARIO.format(region="a"))
    result = run("test", pack)
    assert "1 passed, 0 failed" in result.out, result
    assert result.code == 0
    assert "asked: player 1" not in result.out
    assert "imps_hold_a_region:\n  position\n    asked: player 1" in run("test", pack, "--trace").out
    (folder / "imps.yaml").write_text(SCENARIO.format(region="b"))
    result = run("test", pack, "--coverage")
    assert result.code == 1
    assert "0 passed, 1 failed" in result.out
    assert "expected:" in result.out
    assert "rules were reached" in result.out
    assert re.search(r"small/imps +races.yaml:16 +after my conquest: move 1 fork", result.out)
    assert "asked: player 1" in result.out


def test_a_share_of_reached_rules_can_be_asked_for(run, pack):
    (pack / "scenarios").mkdir()
    (pack / "scenarios/imps.yaml").write_text(SCENARIO.format(region="a"))
    result = run("test", pack, "--min", "100")
    assert result.code == 1
    assert re.search("small/imps +races.yaml:16 +after my conquest: move 1 fork", result.out)
    assert "At least 100 % of the rules should be reached" in result.err
    assert run("test", pack, "--min", "0").code == 0


def test_an_error_of_a_pack_is_said_once(run, pack):
    (pack / "scenarios").mkdir()
    for name in "abc":
        (pack / f"scenarios/{name}.yaml").write_text(
            SCENARIO.format(region="a").replace("imps_hold", f"{name}_holds")
        )
    (pack / "more.yaml").write_text("rules: conqest_cost +1\n")
    result = run("test", pack)
    assert result.code == 1
    assert result.out.count("conqest_cost") == 2  # underlined, and in the message
    assert "3 scenarios need what is broken there." in result.out
    assert "0 passed, 3 failed" in result.out
    data = json.loads(run("test", pack, "--format", "json").out)
    assert [found["code"] for found in data["broken"]] == ["N002"]


def test_a_pack_without_scenarios(refused, pack):
    assert "no scenarios" in refused("test", pack)


def test_the_page_of_a_code(run):
    out = run("explain", "l001").out
    assert out.startswith("L001: ")
    assert "Prefer:" in out
    assert "L001  " in run("explain", "--all").out
