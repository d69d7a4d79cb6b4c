"""Names that became questions of the language after its first version: a pack that has declared one of them means its own."""

import pytest
from trying import race, shown, try_pack

from ruledsl.language.vocabulary.builtins import BUILTINS, is_reserved

FIRST = set(
    """players turn_player opponents seat next coins rounds round peoples owner race power stage founded regions hand tray tokens troops holder
    occupants force terrain neighbours spread groups board amount stock sites pieces bearer site tiles kind concealed lasting position only first
    """.split()
)
LATER = sorted({one.name for one in BUILTINS} - FIRST)


def test_only_names_of_the_first_version_are_taken():
    assert {one.name for one in BUILTINS if is_reserved(one.name)} <= FIRST
    assert LATER


@pytest.mark.parametrize("declared", ["remember {} of people: number", "define {} of people = 2"])
def test_packs_keep_the_others(tmp_path, declared):
    text = "\n".join(f"{declared.format(name)}\nmy income +({name} of me)" for name in LATER)
    found, program = try_pack(tmp_path, {"house.yaml": race(text)})
    assert "error" not in {one.severity for one in found}, shown(found)
    assert program is not None


def test_a_place_that_a_pack_has_named_is_that(tmp_path):
    text = "remember aside of game: region\nafter my conquest: set aside to region\nafter my placing: move 1 token of me from aside to hand"
    found, _ = try_pack(tmp_path, {"house.yaml": race(text)})
    assert not list(found), shown(found)


def test_what_others_declare_takes_nothing_away(tmp_path):
    strange = race("remember hops of people: number\nmy income +(hops of me)")
    near = race("my income +(hops of (first of regions of me) to regions)").replace("otters", "herons")
    found, _ = try_pack(tmp_path, {"a.yaml": strange, "b.yaml": near})
    assert "error" not in {one.severity for one in found}, shown(found)
