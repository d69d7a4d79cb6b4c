"""`ruledsl balance` on real packs, with few games."""

import json

import pytest

from ruledsl.study import weighing

pytest.importorskip("wasmtime")


@pytest.fixture(autouse=True)
def _short_steps(monkeypatch):
    monkeypatch.setattr(weighing, "QUICK", 60)


@pytest.fixture
def plain(tmp_path):
    """A race without any rules."""

    def plain(number):
        folder = tmp_path / "plain"
        folder.mkdir(exist_ok=True)
        head = "id: plain\nversion: 0.1.0\nlanguage: 1\nname: Plain\nrequires: {smallworld: '>=0.1'}\n"
        (folder / "pack.yaml").write_text(head)
        (folder / "plain.yaml").write_text(
            f"races:\n  plain:\n    name: Plain\n    number: {number}\n    tray: 15\n"
        )
        return f"{folder}/plain"

    return plain


def data(run, *words):
    result = run("balance", *words, "--format", "json", "--seconds", "3000", "--workers", "1")
    assert result.code == 0, result.err
    return json.loads(result.out)


def test_a_race_with_far_too_many_tokens(run, plain):
    found = data(run, plain(13), "--range", "13..13", "--games", "3000")
    assert found["verdict"] == "stronger than par"
    (row,) = found["tried"]
    low, high = row["ahead_interval"]
    assert 0 < low < row["ahead"] < high
    assert row["wins"] > 1 / 3


def test_a_race_with_far_too_few(run, plain):
    found = data(run, plain(2), "--games", "3000", "--range", "2..9")
    assert found["verdict"] == "weaker than par"
    assert found["best"] > 3


def test_the_figures_are_the_same_for_any_number_of_workers(run, plain):
    words = ("balance", plain(6), "--games", "2400", "--seconds", "3000", "--format", "json")
    alone = run(*words, "--workers", "1").out
    assert json.loads(alone)["tried"]
    assert run(*words, "--workers", "2").out == alone


def test_the_table_says_how_it_is_printed_and_what_it_should_be(run, plain):
    out = run("balance", plain(6), "--games", "1200", "--workers", "1").out
    assert "printed  6" in out
    assert "As it is printed, `plain` is " in out
    assert "nearest to par" in out
    assert "random, random, random" in out


def test_a_power_is_weighed_as_a_race_is(run):
    found = data(run, "blank-tiles/haggling", "--games", "1200", "--players", "2", "--range", "4..4")
    assert found["number"] == "number"
    assert found["tried"][0]["begun_with_it"] > 100


def test_other_bots_play_on_after_first_combos_that_are_drawn(run, monkeypatch):
    monkeypatch.setattr(weighing, "SLOW", 1)
    words = ("smallworld/amazons", "--players", "2", "--seats", "greedy", "--games", "10", "--range", "6..6")
    found = data(run, *words)
    assert found["tried"][0]["games"] == 10
    assert found["tried"][0]["ahead_interval"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["amazons"], "Write PACK/TILE"),
        (["smallworld/amazon"], "Did you mean `amazons`?"),
        (["smallwurld/amazons"], "Did you mean `smallworld`?"),
        (["smallworld/amazons", "--range", "7..9"], "with 6, which is printed, in it"),
        (["smallworld/amazons", "--range", "1.." + "9" * 5000], "LOW..HIGH"),
        (["smallworld/amazons", "--range", "six"], "LOW..HIGH"),
        (["smallworld/amazons", "--tune", "numbre"], "Did you mean `number`?"),
        (["smallworld/amazons", "--players", "1"], "2 players at least"),
        (["smallworld/amazons", "--seats", "human"], "only bots"),
        (["smallworld/amazons", "--players", "9"], "not for 9"),
        (["smallworld/amazons", "--players", "2", "--seats", "random,random,random"], "3 seats named for 2"),
        (["smallworld/amazons", "--games", "0"], "0 is not in the range"),
        (["smallworld/amazons", "--par", "0"], "0"),
    ],
)
def test_misuse(refused, words, said):
    assert said in refused("balance", *words)


def test_a_tile_that_nobody_can_begin_with(run):
    result = run("balance", "blank-tiles/ratmen", "--workers", "1")
    assert result.code == 1
    assert "nobody began with `ratmen`" in result.err
