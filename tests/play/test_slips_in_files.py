"""What people write wrongly in the files of a pack, and what becomes of it when the first suggestion is taken."""

import pytest

from ruledsl.base.diagnostics.diagnostic import applied
from ruledsl.play.loading.validating import validate

HEAD = 'id: moles\nversion: 0.1.0\nlanguage: 3\nname: Moles\nrequires: {smallworld: ">=0.1"}\n'
RACE = """races:
  moles:
    name: Moles
    summary: They dig.
    number: 5
    tray: 10
    rules: my conquest_cost -1 if region is hill
"""
LINES = "rules: |\n      my conquest_cost -1 if region is hill\n      my income +1\n"
TWO_RULES = RACE.replace("rules: my conquest_cost -1 if region is hill\n", LINES)

MENDED = {
    "a list of races": (RACE.replace("  moles:\n    name", "  - id: moles\n    name"), RACE),
    "rules as a list": (TWO_RULES.replace("rules: |", "rules:").replace("      my", "      - my"), TWO_RULES),
    "rules as a list further left": (
        TWO_RULES.replace("rules: |", "rules:").replace("      my", "    - my"),
        TWO_RULES,
    ),
    "tabs on all lines": (RACE.replace("    ", "\t\t").replace("  moles", "\tmoles"), RACE),
    "the name of the number in the rulebook": (RACE.replace("number", "banner"), RACE),
    "letters that no id has": (RACE.replace("  moles:", "  Mölès:"), RACE.replace("  moles:", "  moeles:")),
    "a race under powers": (RACE.replace("races", "powers"), RACE),
}


@pytest.fixture
def found(tmp_path):
    def of(files):
        folder = tmp_path / "moles"
        for name, text in {"pack.yaml": HEAD, **files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return validate(str(folder))

    return of


@pytest.mark.parametrize("slip", MENDED)
def test_the_first_suggestion_mends_the_file(found, slip):
    wrong, right = MENDED[slip]
    fix = next(one.correction for one in found({"moles.yaml": wrong}) if one.correction)
    assert applied(wrong, [fix]) == right
    assert found({"moles.yaml": right}) == []


def test_whoever_requires_nothing_is_told_what_is_needed_and_no_more(found):
    alone = HEAD.partition("requires")[0]
    (one,) = found({"pack.yaml": alone, "moles.yaml": RACE})
    assert one.code == "S001"
    assert applied(alone, [one.correction]) == HEAD


def test_a_terrain_of_another_pack_is_required(found):
    board = "maps:\n  hole:\n    name: Hole\n    players: [2]\n    rounds: 8\n    regions:\n      1: {terrain: hill, entry: true}\n"
    core = HEAD.replace("smallworld", "core")
    unknown = [one for one in found({"pack.yaml": core, "maps/hole.yaml": board}) if one.code == "P030"]
    assert applied(core, [unknown[0].correction]) == HEAD


def test_a_missing_tray_is_said_before_what_comes_of_it(found):
    assert [one.code for one in found({"moles.yaml": RACE.replace("    tray: 10\n", "")})] == ["S002"]


@pytest.mark.parametrize("name", ["races/voles.txt", "races/voles", "races/voles.json"])
def test_a_file_among_others_that_is_not_read_is_reported(found, name):
    (one,) = found({"races/moles.yaml": RACE, name: RACE, "notes/voles.txt": RACE, "races/README": "Moles."})
    assert (one.code, one.severity) == ("Y019", "warning")


def test_a_noun_that_a_rule_is_not_about_is_explained(found):
    rule = "after my redeployment if region is hill: you gain 1 coin"
    (one,) = found({"moles.yaml": TWO_RULES.replace("my income +1", rule)})
    assert "about no region, only about `people`" in one.help


def test_other_words_for_names_that_are_not_there_are_reported(found):
    more = "also_called: {molles: [talpa], hil: [knoll], conquest_cost: [toll]}\n"
    assert [(one.code, one.suggestion) for one in found({"moles.yaml": RACE + more})] == [
        ("P070", "moles"),
        ("P070", "hill"),
    ]
