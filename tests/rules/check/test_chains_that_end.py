"""Chains of events that lead back, and end nevertheless: R015 is silent where a condition bounds them, and only there."""

import pytest

from ruledsl import validate

HEAD = 'id: house\nversion: 0.1.0\nlanguage: 2\nname: House\nrequires: {smallworld: ">=0.1"}\n'
OTTERS = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 10\n    rules: |\n"

GUARDED = """
remember done of people: flag until turn
after my conquest:
  if not done of me:
    set done of me to yes
    do conquest of region by me with 1 as ordinary
"""
CLEARED = GUARDED + "  set done of me to no\n"
THINNING = """
after my abandon: do flight of me
event flight of people:
  for each spot in regions of people where it is hill: do retiring of people from spot
event retiring of people from region:
  move all tokens of people from region to hand
  if some regions of people: do flight of people
"""
REFILLING = THINNING.replace("  if some", "  move 1 token of people from hand to region\n  if some")
CASES = {
    "a flag that is set first": (GUARDED, False),
    "a flag that is cleared again": (CLEARED, True),
    "tokens that leave": (THINNING, False),
    "tokens that come back": (REFILLING, True),
    "what leaves a region gives up the rest": ("before relinquishing: do release of this for me", False),
    "a condition that stays": (
        "after my conquest if round is 1: do conquest of region by me with 1 as ordinary",
        True,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_of_a_chain(case, tmp_path):
    rules, endless = CASES[case]
    (tmp_path / "pack.yaml").write_text(HEAD)
    text = "".join(f"      {line}\n" for line in rules.strip("\n").split("\n"))
    (tmp_path / "house.yaml").write_text(OTTERS + text)
    codes = {one.code for one in validate(tmp_path)}
    assert ("R015" in codes) == endless
    assert not [code for code in codes if code[0] in "LNT"], codes
