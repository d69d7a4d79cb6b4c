"""docs/moments.md shows what holds before and after each event of a conquest."""

from functools import cache

import pytest
from doc_blocks import blocks_of, files_of, try_files
from moments import MOMENTS, PAGE, moments, written

TEXT = PAGE.read_text(encoding="utf-8")


@cache
def seen():
    return {moment.title: moment for moment in moments()}


def test_the_pictures_are_those_of_the_engine():
    assert written(TEXT) == TEXT, "write them anew: python tests/docs/moments.py"


def test_its_rule_is_right_and_the_wrong_one_is_found(tmp_path):
    (block,) = (block for block in blocks_of("moments.md") if block.kind == "rules")
    pack, files = files_of(block)
    assert not [f for f in try_files(tmp_path, pack, files) if f.span.file.startswith(pack)]
    wrong = {name: text.replace("# after my", "after my") for name, text in files.items()}
    assert [f.code for f in try_files(tmp_path, pack, wrong) if f.span.file.startswith(pack)] == ["R028"]


def test_every_moment_comes():
    assert all(moment.seen["turn"] for moment in seen().values())
    assert len(seen()) == len(MOMENTS)


@pytest.mark.parametrize(
    ("title", "holder"),
    [
        ("before conquest", "Trolls"),
        ("before eviction", "Trolls"),
        ("after eviction", "nobody"),
        ("before advance", "nobody"),
        ("after advance", "Ratmen"),
        ("after conquest", "Ratmen"),
    ],
)
def test_who_holds_the_region(title, holder):
    assert seen()[title].holder == holder


def test_what_the_page_says_of_tokens_and_pieces():
    before, after = seen()["before conquest"].seen, seen()["after conquest"].seen
    assert (before["theirs"], before["their_hand"]) == (3, 0)
    assert (after["theirs"], after["their_hand"]) == (0, 2)
    assert (before["our_hand"], after["our_hand"], after["ours"]) == (8, 1, 7)
    assert (before["lairs"], after["lairs"]) == (1, 0)
    assert before["mountains"] == after["mountains"] == 1
    assert not before["taken"]
    assert after["taken"]
