"""Silences beside lines: what they silence, and what is said of those that silence nothing."""

import re

import pytest

from ruledsl import load, validate
from ruledsl.base.diagnostics import Diagnostic, Sources, Span, all_pages, quieted

HEAD = 'id: house\nversion: 0.1.0\nlanguage: 1\nname: House\nrequires: {smallworld: ">=0.1"}\n'
YAML = re.compile(r"```yaml\n(.*?\n)```", re.DOTALL)
OTTERS = "races:\n  otters:{beside}\n    name: Otters\n    number: 9\n    tray: 10\n"


@pytest.fixture
def folder(tmp_path):
    found = tmp_path / "house"
    found.mkdir()
    return found


def said(folder, text):
    """The codes that are reported, with their lines, for a pack with this file."""
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "house.yaml").write_text(text)
    return [(found.code, found.span.line) for found in validate(str(folder))]


@pytest.mark.parametrize("code", [code for code in all_pages() if code[0] == "Q"])
def test_the_examples_of_the_pages(folder, code):
    found = all_pages()[code]
    (avoid,), (prefer,) = YAML.findall(found.avoid), YAML.findall(found.prefer)
    assert code in {one for one, _ in said(folder, avoid)}
    assert said(folder, prefer) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (OTTERS.format(beside=""), [("R030", 2)]),
        (OTTERS.format(beside="  # quiet R030: as printed"), []),
        (OTTERS.format(beside="  # quiet N020, R030: as printed"), [("Q001", 2)]),
        (OTTERS.format(beside="  # quiet r030: as printed"), []),
        ("races:\n  # quiet R030: as printed\n  # more of it\n\n" + OTTERS.format(beside="")[7:], []),
        (OTTERS.format(beside="") + "    # quiet R030: too late\n", [("R030", 2), ("Q001", 6)]),
        (OTTERS.format(beside="  # a quiet life, R030: as printed"), [("R030", 2)]),
        (OTTERS.format(beside="  # quietly"), [("R030", 2)]),
    ],
)
def test_a_silence_is_for_the_warnings_of_its_line(folder, text, expected):
    assert said(folder, text) == expected


RULES = "races:\n  otters:\n    name: Otters\n    number: 3\n    tray: 12\n    rules: |\n      # of otters\n      my income +1 if yes{beside}\n"


def test_a_silence_in_a_rule_text(folder):
    assert said(folder, RULES.format(beside="")) == [("R024", 8)]
    assert said(folder, RULES.format(beside="  # quiet R024: until the sea is there")) == []
    assert [found.code for found in load(str(folder)).findings] == []


def test_with_errors_or_other_packs_no_silence_is_called_needless(folder):
    text = OTTERS.replace("9", "3").format(beside="  # quiet R030: as printed")
    assert said(folder, text) == [("Q001", 2)]
    assert [found.code for found in validate("blank-tiles", str(folder))] == []
    assert said(folder, text + "    rules: my incom +1\n") == [("N002", 6)]


def test_needless_silences_can_be_taken_out():
    sources = Sources()
    sources.add("f", "a: 1  # quiet R030 R031: why")
    warning = Diagnostic("R031", "warning", "Hm.", Span("f", 1, 1, 1, 2))
    (half,) = quieted([warning], sources, ["f"], whole=True)
    assert (half.code, half.fix) == ("Q001", None)
    (all_of_it,) = quieted([], sources, ["f"], whole=True)
    assert all_of_it.fix is not None
    assert all_of_it.fix.span == Span("f", 1, 7, 1, 29)


def test_a_flood_of_silences_is_cut_and_quick(folder):
    text = "# quiet R030: x\n# quiet Q: x\n# quiet R999: y\n" * 20_000
    assert len(said(folder, text + OTTERS.format(beside=""))) < 500
