"""A rule that asks for the value that it changes: what it hears is a value of its own, also where an editor checks one text after another."""

import pytest
from trying import Kept, race, rules, shown, try_pack

ASKS = "my income +(sum of (income of it) over peoples where it is not me)"
TEXTS = [ASKS, "my income +1", f"{ASKS}\nmy income +2", "my income +2", ASKS]


def of(program):
    """What changes the values called `income`, the whole one first."""
    return [[rule.op for rule in value.modifiers] for value in program.values if value.name == "income"]


def tried(tmp_path, files, kept=None):
    return try_pack(tmp_path, files, requires=("core",), kept=kept)


@pytest.mark.parametrize("order", [TEXTS, TEXTS[::-1]])
def test_what_is_kept_is_what_is_new(tmp_path, order):
    kept = Kept()
    for text in order:
        files = {"a.yaml": race(text), "b.yaml": rules("income +(income of people / 10)\nincome +1")}
        again, program = tried(tmp_path, files, kept)
        assert not again.has_errors, shown(again)
        new, other = tried(tmp_path, files)
        assert not new.has_errors, shown(new)
        assert of(program) == of(other)
        assert len(of(program)) == 2
        assert len(of(program)[0]) - len(of(program)[1]) == (2 if ASKS in text else 1)
        assert [value.index for value in program.values] == list(range(len(program.values)))


def test_without_such_a_rule_there_is_none(tmp_path):
    _, program = tried(tmp_path, {"a.yaml": race("my income +1")})
    assert len(of(program)) == 1


def test_a_circle_through_others_is_still_one(tmp_path):
    said, _ = tried(tmp_path, {"a.yaml": race("my region_income +(income of holder of region)")})
    assert {found.code for found in said} == {"R002"}
