"""Tiles that are compared by what they do in positions."""

import pytest

import ruledsl
from ruledsl.lab.study.likeness import PARTS, SIGNED, alike

COPY = """
id: copied
version: 0.1.0
language: 1
name: Copied
requires: {smallworld: '>=0.1'}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """A race without rules, one that only has another number, and one to which regions are cheap."""
    folder = tmp_path_factory.mktemp("packs") / "copied"
    folder.mkdir()
    (folder / "pack.yaml").write_text(COPY)
    (folder / "races.yaml").write_text(
        "races:\n"
        "  plain: {name: Plain, number: 5, tray: 12}\n"
        "  many: {name: Many, number: 9, tray: 12}\n"
        "  cheap:\n    name: Cheap\n    number: 5\n    tray: 12\n    rules: my conquest_cost -1\n"
    )
    return ruledsl.load("smallworld", folder)


def test_what_differs_is_told_apart(rules):
    found = {one.tile: one for one in alike(rules, "plain")}
    assert found["many"].parts == dict.fromkeys(PARTS, 0) | {"number": 1}
    assert found["cheap"].parts["cost"] > 0.5
    assert found["cheap"].more["cost"] == found["cheap"].parts["cost"]
    assert found["many"].more == dict.fromkeys(SIGNED, 0) | {"number": -4}
    assert found["cheap"].parts["income"] == found["cheap"].parts["defence"] == 0
    assert all(one.off == pytest.approx(sum(one.parts.values())) for one in found.values())


def test_the_likest_come_first(rules):
    offs = [one.off for one in alike(rules, "merchant")]
    assert offs == sorted(offs)
    assert offs[0] > 0
