"""One purse for each run pays for all advice, and nothing searches outside it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ruledsl
from ruledsl import GameError, load
from ruledsl.base.diagnostics import MOST_LISTED, Diagnostics, Purse, Span, diagnostic
from ruledsl.base.diagnostics.diagnostic import MAX_PER_CODE, Kept
from ruledsl.play.positions.reader import MOST_VALUES, Reader

HOME = Path(ruledsl.__file__).parent
SEARCHES = {"difflib", "Levenshtein", "rapidfuzz", "jellyfish", "thefuzz"}
OWNERS = {
    "base/diagnostics/diagnostic.py",
    "play/positions/reader.py",
    "rules/packs/folders/below.py",
    "author/testkit/steps.py",
    "author/testkit/trace.py",
}
"""Where a run begins, and with it its purse."""


def test_near_words_are_searched_only_through_a_purse():
    wrong = []
    for path in HOME.rglob("*.py"):
        name = path.relative_to(HOME).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names) if SEARCHES & {one.name for one in names}:
                    wrong += [name] if name != "cli/commands/fixing.py" else []  # it only shows a difference
                case ast.ImportFrom(module=str(module)) if module.split(".")[0] in SEARCHES:
                    wrong.append(name)
                case ast.ImportFrom(module="ruledsl.base.diagnostics.diagnostic", names=names):
                    wrong += [name] if {"distance"} & {one.name for one in names} else []
                case ast.Attribute(attr="get_close_matches" | "SequenceMatcher"):
                    wrong.append(name)
                case ast.Call(func=ast.Name(id="Purse")) if name not in OWNERS:
                    wrong.append(name)
    assert not wrong


def compared(monkeypatch, searches, names):
    """How many pairs of words a run compares letter by letter, with so many searches among so many names."""
    count = 0
    real = diagnostic.distance

    def counting(*args):
        nonlocal count
        count += 1
        return real(*args)

    monkeypatch.setattr(diagnostic, "distance", counting)
    purse, known = Purse(), [f"conquest_word_{n}" for n in range(names)]
    for n in range(searches):
        purse.nearest(f"conquest_wrod_{n}", known)
        purse.of_one_stem(f"conquest_wrod_{n}", known)
    monkeypatch.undo()
    return count


def test_four_times_as_many_mistakes_among_four_times_as_many_names_cost_one_purse(monkeypatch):
    few, many = compared(monkeypatch, 50, 50), compared(monkeypatch, 800, 800)
    assert few > 0
    assert many < 4 * 50 * 50


def test_an_empty_purse_gives_no_advice():
    purse = Purse()
    assert purse.nearest("hlil", ["hill"]) == ["hill"]
    assert not purse.pays(diagnostic.MOST_EFFORT)
    assert purse.nearest("hlil", ["hill"]) == []
    assert purse.of_one_stem("conquer", ["conquest"]) == ""


def test_parts_of_a_run_share_its_purse():
    run = Diagnostics()
    run.apart().is_worth(diagnostic.MOST_EFFORT + 1)
    assert run.nearest("hlil", ["hill"]) == []


def test_what_an_empty_purse_has_shortened_is_not_kept():
    kept, made = Kept(), []

    def make(heard):
        made.append(heard.nearest("hlil", ["hill"]))

    poor = Diagnostics()
    poor.is_worth(diagnostic.MOST_EFFORT + 1)
    kept("a text", make, poor)
    kept("a text", make, Diagnostics())
    kept("a text", make, Diagnostics())
    assert made == [[], ["hill"]]


def test_a_finding_that_is_not_listed_needs_no_advice():
    found = Diagnostics()
    for line in range(1, MAX_PER_CODE + 1):
        assert found.lists("N002", "error", "a.yaml")
        found.error("N002", "There is none.", Span("a.yaml", line, 1, line, 2))
    assert not found.lists("N002", "error", "a.yaml")
    assert found.lists("N002", "error", "b.yaml")
    assert found.lists("N001", "error", "a.yaml")


def test_problems_of_a_position_end_at_a_number(monkeypatch):
    reader = Reader()
    for _ in range(2):  # the same problem counts once
        for n in range(50_000):
            reader.problem(("regions", f"r{n}"), "There is none.")
    with pytest.raises(GameError, match=r"\nand 49,900 more$") as caught:
        reader.end()
    assert len(caught.value.problems) == MOST_LISTED
    assert caught.value.more == 49_900


@pytest.mark.parametrize(
    "data",
    [
        {"regions": {f"region_{n}": {} for n in range(3_000)}},
        {"map": {"regions": {"1": {"terrain": "hill"}}, "islands": [["x"]] * 3_000}},
        {"decks": {"banners": [f"dwarv_{n}" for n in range(3_000)]}},
        {"dice": [0] * 9_000},
        {"coins": [0] * (MOST_VALUES + 1)},
    ],
    ids=["regions", "islands", "tiles", "dice", "values"],
)
def test_positions_with_thousands_of_mistakes_are_refused_briefly(data):
    with pytest.raises(GameError) as caught:
        load("smallworld").position({"players": 2, **data})
    assert len(str(caught.value)) < 20_000
