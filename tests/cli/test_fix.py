"""`validate --fix`: what it mends, and what it leaves alone whatever the file holds."""

import pytest

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.base.diagnostics.diagnostic import applied

HEAD = 'id: imps\nversion: 0.1.0\nlanguage: 1\nname: Imps\nrequires: {smallworld: ">=0.1"}\n'
RACE = "races:\r\n  imps:\r\n    name: Imps\r\n    number: 5\r\n    tray: 10\r\n    rules: |\r\n"
FAULTY = (
    RACE
    + "      my income +1 when round >= 3  # late\r\n      after my conquest if region is hill\r\n        you get 1 coins\r\n"
)
MENDED = RACE + (
    "      my income +1 if round is at least 3  # late\r\n      after my conquest if region is hill:\r\n"
    "        you gain 1 coins\r\n"
)
MISSPELT = RACE + "      my income +1 if region is hil\r\n"


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "imps"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "imps.yaml").write_bytes(FAULTY.encode())
    return folder


def test_what_is_sure_is_mended_and_comments_stay(run, pack):
    result = run("validate", pack, "--fix")
    assert (result.code, (pack / "imps.yaml").read_bytes().decode()) == (0, MENDED)
    assert "1 file fixed" in result.out
    assert sorted(path.name for path in pack.iterdir()) == ["imps.yaml", "pack.yaml"]


def test_a_difference_is_shown_and_nothing_written(run, pack):
    result = run("validate", pack, "--fix", "--diff")
    assert (result.code, (pack / "imps.yaml").read_bytes().decode()) == (1, FAULTY)
    assert "-      my income +1 when round >= 3  # late" in result.out
    assert "+      my income +1 if round is at least 3  # late" in result.out


def test_misspelt_names_are_left_to_their_author(run, pack):
    (pack / "imps.yaml").write_bytes(MISSPELT.encode())
    result = run("validate", pack, "--fix")
    assert (result.code, (pack / "imps.yaml").read_bytes().decode()) == (1, MISSPELT)
    assert "Did you mean `hill`?" in result.out


HARMFUL = [
    "      after my conquest:\n        move imp_den from box to region\n",
    "      action dig of region\n      during conquests\n        do: you gains 1 coins\n",
]


@pytest.mark.parametrize("rules", HARMFUL)
def test_what_would_be_as_wrong_afterwards_is_left_alone(run, pack, rules):
    text = RACE.replace("\r", "") + rules
    (pack / "imps.yaml").write_text(text)
    result = run("validate", pack, "--fix")
    assert (result.code, (pack / "imps.yaml").read_text()) == (1, text)


SAID_OTHERWISE = {
    "      my conquest_cost -1 when the region is a forest\n": "      my conquest_cost -1 if region is forest\n",
    "      after my conquest:\n      \tyou gain 1 coin\n": "      after my conquest:\n        you gain 1 coin\n",
    "      after my conquest:\n\t  you gain 1 coin\n": "      after my conquest:\n        you gain 1 coin\n",
    "      my income +1\n\t  my region_income +2 if the region is a hill\n": "      my income +1\n      my region_income +2 if region is hill\n",
    "      at end of my turn: you gains 1 coins\n": "      after my finishing: you gains 1 coins\n",
    "      if region is hill: my conquest_cost -1\n": "      my conquest_cost -1 if region is hill\n",
    "      my conquest_cost -1 if region is next to hill\n": "      my conquest_cost -1 if some neighbours of region where it is hill\n",
}


@pytest.mark.parametrize("rules", SAID_OTHERWISE)
def test_what_a_rulebook_would_say_is_put_into_the_words_of_the_language(run, pack, rules):
    text = RACE.replace("\r", "")
    (pack / "imps.yaml").write_text(text + rules)
    run("validate", pack, "--fix")
    assert (pack / "imps.yaml").read_text() == text + SAID_OTHERWISE[rules]


def test_rules_without_a_bar_get_one(run, pack):
    text = RACE.replace("\r", "") + "      my income +1 if region is hill\n"
    (pack / "imps.yaml").write_text(text.replace("rules: |", "rules:"))
    run("validate", pack, "--fix")
    assert (pack / "imps.yaml").read_text() == text


def test_installed_packs_are_not_written(refused):
    assert "installed" in refused("validate", "smallworld", "--fix")
    assert "--fix" in refused("validate", "smallworld", "--diff")


def test_fixes_that_touch_each_other_and_places_that_are_not_there():
    text = "\ufeffa b\r\nc\r\n"
    fixes = [
        Fix(Span("f", 1, 1, 1, 2), "x"),
        Fix(Span("f", 1, 2, 1, 3), "y"),
        Fix(Span("f", 9, 1, 9, 2), "z"),
    ]
    assert applied(text, [*fixes, Fix(Span("f", 2, 2, 2, 2), ":")]) == "\ufeffx b\r\nc:\r\n"
