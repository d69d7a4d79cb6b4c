import re
from pathlib import Path

import pytest
from lengths import some

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.formatting import _meaning, formatted

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
FILES = [path for pack in sorted(RULESETS.iterdir()) for path in below(pack).of_rules]

UGLY = """\
# About   imps.
races:
  imps:
    name:   {en: Imps}   # as it is
    pieces:
      fork:
        rules:   here   defence  +1   # sharp
      pan: {supply: 2, rules: here   defence +2}
      pot:
        rules: 'after conquest:   move 1 pot from box to region'
    rules: |   # mine

        # A comment.
        after  my conquest:   # behind
            move 1 fork   from box to region


        my reserve   +4
    number: 3
"""
NEAT = """\
# About   imps.
races:
  imps:
    name:   {en: Imps}   # as it is
    pieces:
      fork:
        rules:   here defence +1   # sharp
      pan: {supply: 2, rules: here defence +2}
      pot:
        rules: 'after conquest: move 1 pot from box to region'
    rules: |   # mine
      # A comment.
      after my conquest:  # behind
        move 1 fork from box to region

      my reserve +4
    number: 3
"""


def laid_out(text):
    diagnostics = Diagnostics()
    found = formatted(text, "imps.yaml", diagnostics)
    return found, [diagnostic.code for diagnostic in diagnostics]


def test_only_rule_texts_change_and_comments_stay():
    assert laid_out(UGLY) == (NEAT, [])


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_stay(end, mark):
    assert laid_out(mark + UGLY.replace("\n", end)) == (mark + NEAT.replace("\n", end), [])


@pytest.mark.parametrize("path", some(FILES, 3), ids=lambda path: str(path.relative_to(RULESETS)))
def test_layout_keeps_the_meaning_and_twice_is_once(path):
    """Of what is laid out differently."""
    text = re.sub(r"(?<=\w) (is|of|if|where|and) ", r"  \1  ", path.read_text(encoding="utf-8"))
    once, problems = laid_out(text)
    assert not problems
    assert laid_out(once) == (once, [])
    assert _meaning(once, "") == _meaning(text, "")


def test_meaning_sees_a_difference():
    assert _meaning(NEAT, "") == _meaning(UGLY, "")
    for old, new in (("+4", "+5"), ("# behind", "# before"), ("Imps", "Elves")):
        assert _meaning(NEAT.replace(old, new), "") != _meaning(NEAT, "")


@pytest.mark.parametrize(
    "text",
    [
        "races: [imps\n",
        "rules: |\n  my  reserve +4\nrules: |\n  my  reserve +4\nraces: {",
        "races:\n  imps:\n    rules: |\n        my my  reserve ++4\n",
        "- rules: |\n    my  reserve +4\n",
        "texts:\n  rules: my   words\n",
        "rules:\n",
        "rules: |\n",
        "rules: 3\n",
        "",
    ],
)
def test_what_is_no_rule_or_cannot_be_read_stays(text):
    assert laid_out(text)[0] == text


def test_a_broken_rule_text_stays_and_the_others_are_laid_out():
    text = "rules: |\n    my my  reserve ++4\nraces:\n  imps:\n    rules: my   reserve +1\n"
    found, problems = laid_out(text)
    assert found == text.replace("my   reserve", "my reserve")
    assert problems
    assert all(code.startswith("L") for code in problems)


def test_a_text_whose_places_cannot_be_told_stays():
    text = "rules: >\n  my   reserve +4\n"
    assert laid_out(text) == (text, ["P021"])


def test_what_is_too_long_for_its_line_goes_below():
    long = "my reserve +4 if " + " and ".join(["(some regions of me where it is magic)"] * 4)
    found, problems = laid_out(f"imps:\n  a:\n    rules: {long}  # long\n    number: 1\n")
    assert not problems
    rows = found.split("\n")
    assert rows[2] == "    rules: |  # long"
    assert rows[3].startswith("      my reserve +4 if (")
    assert "    number: 1" in rows
    assert max(map(len, rows)) <= 120
    braces = f"imps:\n  a: {{rules: {long}}}\n"
    assert laid_out(braces) == (braces, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules: |2\n    my  reserve +4\n", "rules: |2\n  my reserve +4\n"),
        ("rules: |-\n    my  reserve +4", "rules: |-\n  my reserve +4"),
        ("rules: |+\n    my  reserve +4\n\n\n", "rules: |+\n  my reserve +4\n\n\n"),
        ("rules: |\n    my  reserve +4\n  # of yaml\n", "rules: |\n    my reserve +4\n  # of yaml\n"),
        ("rules: |\n    my  reserve +4\n# of yaml\n", "rules: |\n  my reserve +4\n# of yaml\n"),
        (
            "rules_when:\n  - when: {a: b}\n    rules: |\n     my  reserve +4\n",
            "rules_when:\n  - when: {a: b}\n    rules: |\n      my reserve +4\n",
        ),
        ("rules: |\n    # only\n", "rules: |\n  # only\n"),
    ],
)
def test_blocks(text, expected):
    assert laid_out(text) == (expected, [])
    assert laid_out(expected) == (expected, [])
