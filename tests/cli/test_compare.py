"""`ruledsl compare` on real packs, with few games."""

import json

import pytest

from ruledsl.lab.study import comparing
from ruledsl.play import bots

pytest.importorskip("wasmtime")


@pytest.fixture(autouse=True)
def _short_steps(monkeypatch):
    monkeypatch.setattr(comparing, "QUICK", (10, 30))


def data(run, *words):
    result = run("compare", *words, "--format", "json", "--seconds", "3000", "--workers", "1")
    assert result.code == 0, result.err
    return json.loads(result.out)


def test_what_surely_changes_something(run):
    found = data(run, "smallworld", "smallworld@amazons.number=15@giants.number=15", "--games", "3000")
    assert (found["different"], found["same"]) == (True, False)
    score = found["measures"]["score"]
    low, high = score["interval"]
    assert 0 < low < score["more"] < high
    assert score["second"] - score["first"] == pytest.approx(score["more"])


def test_what_surely_changes_nothing(run):
    """A number that is written otherwise, and is the same: every pair of games is one game twice."""
    found = data(run, "smallworld", "smallworld@amazons.number=6", "--games", "3000")
    assert (found["different"], found["same"]) == (False, True)
    assert all(measure["more"] == 0 for measure in found["measures"].values())


def test_a_page_of_two_versions(run, refused, tmp_path):
    pytest.importorskip("plotly")
    page = tmp_path / "page.html"
    words = ("smallworld", "smallworld@amazons.number=15@giants.number=15", "--games", "900", "-o", page)
    shown = data(run, *words)
    text = page.read_text()
    assert "<h1>smallworld@amazons.number=15@giants.number=15 beside smallworld</h1>" in text
    low, high = shown["measures"]["score"]["interval"]
    assert (
        f"B surely has more, by {shown['measures']['score']['more']:.3f} [{low:+.3f}, {high:+.3f}]." in text
    )
    assert "In `score` B surely has more." in text
    assert text.count("<h2>") == len(shown["measures"])
    assert "already exists" in refused("compare", *words)


def test_a_budget_that_is_spent(run):
    words = ("compare", "smallworld", "smallworld@amazons.number=7", "--games", "300", "--workers", "1")
    assert "not sure yet: its games (`--games`) are spent, more games would tell." in run(*words).out
    assert json.loads(run(*words, "--format", "json").out)["ended"] == "games"


def test_a_time_that_is_spent(run, monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr("ruledsl.lab.bulk.workers.time.monotonic", lambda: next(ticks))
    words = ("compare", "smallworld", "smallworld@amazons.number=7", "--seconds", "3", "--workers", "1")
    out = run(*words).out
    assert "not sure yet: its time (`--seconds`) is spent" in out
    assert "90 pairs of games" in out


@pytest.mark.parametrize("games", [1, 10, 301])
def test_no_more_pairs_are_played_than_was_said(run, games):
    found = data(run, "smallworld", "smallworld@amazons.number=7", "--games", games)
    assert found["pairs"] == games


def test_who_is_interrupted_is_shown_what_was_found_so_far(run, monkeypatch):
    done = []

    def played(piece):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(piece)
        return compared(piece)

    compared = comparing.compared
    monkeypatch.setattr(comparing, "compared", played)
    result = run("compare", "smallworld", "smallworld@amazons.number=7", "--workers", "1")
    assert result.code == 130
    assert "Stopped: this is what the games said so far." in result.err
    assert "60 pairs of games" in result.out
    assert "not sure yet: it was stopped, more games would tell." in result.out


def test_the_measure_that_counts_can_be_named(run):
    words = ("smallworld", "smallworld@final_conquest=cost_three", "--games", "300", "--measure", "combos")
    found = data(run, *words)
    assert found["measure"] == "combos"
    assert found["same"]


def test_the_figures_are_the_same_for_any_number_of_workers(run):
    words = (
        "compare",
        "smallworld",
        "smallworld+cursed",
        "--games",
        "600",
        "--seconds",
        "3000",
        "--format",
        "json",
    )
    alone = run(*words, "--workers", "1").out
    assert json.loads(alone)["pairs"] == 600
    assert run(*words, "--workers", "2").out == alone


class First:
    """A bot that takes the first option."""

    def __init__(self, _seed=0):
        pass

    def choose(self, _view):
        return 0


def test_bots_play_each_seed_twice_with_the_seats_exchanged(run, monkeypatch):
    monkeypatch.setitem(bots.SEATS, "first", First)
    found = data(run, "first", "random", "--on", "smallworld", "--games", "20", "--players", "3")
    wins = found["measures"]["wins"]
    assert wins["first"] + wins["second"] == pytest.approx(1)
    other = data(run, "random", "first", "--on", "smallworld", "--games", "20", "--players", "3")
    assert other["measures"]["wins"]["first"] == pytest.approx(wins["second"])
    assert other["measures"]["score"]["more"] == pytest.approx(-found["measures"]["score"]["more"])
    low, high = wins["interval"] or (-1, 1)
    assert -1 <= low < wins["more"] < high <= 1


def test_bots_that_fail_are_not_asked_for_long(run, monkeypatch):
    class Failing(First):
        def choose(self, _view):
            raise ValueError("a mistake of mine")

    monkeypatch.setitem(bots.SEATS, "failing", Failing)
    result = run("compare", "failing", "random", "--on", "smallworld", "--workers", "1")
    assert result.code == 1
    assert result.err.startswith("ruledsl: 20 pairs could not be played to their end")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["smallworld", "smallworld"], "are the same"),
        (["random", "random", "--on", "smallworld"], "are the same"),
        (["random", "greedy"], "Which packs should they play?"),
        (["random", "greedy", "--on", "smallworld", "--players", "1"], "at least 2 players"),
        (["random", "greedy", "--on", "smallworld", "--seats", "random"], "`--seats` is for packs"),
        (["smallworld", "smallworld+cursed", "--players", "2", "--seats", "random,random,random"], "3 seats"),
        (["smallworld", "smallworld+cursed", "--games", "0"], "0 is not in the range"),
        (["smallworld", "smallwurld"], "Did you mean `smallworld`?"),
        (["smallworld", "smallworld@final_conquest=x"], "x"),
        (["smallworld", "smallworld@amazon.number=3"], "Did you mean `amazons`?"),
        (["smallworld", "smallworld@amazons.numbre=3"], "Did you mean `number`?"),
        (["smallworld", "smallworld@amazons.number=many"], "TILE.NUMBER=VALUE"),
        (["smallworld", "smallworld@amazons.number=" + "9" * 5000], "TILE.NUMBER=VALUE"),
        (["smallworld", "@amazons.number=3"], "names no pack"),
        (["smallworld", "smallworld+cursed", "--on", "smallworld"], "`--on` is for two bots"),
        (["random", "greddy", "--on", "smallworld"], "`greddy` is none. Did you mean `greedy`?"),
        (["search:400", "search:0", "--on", "smallworld"], "`search:0` is no bot"),
        (["smallworld", "smallworld+cursed", "--margin", "nan"], "not a finite number"),
        (["smallworld", "smallworld+cursed", "--measure", "scores"], "Did you mean `score`?"),
        (["smallworld", "smallworld+cursed", "--margin", "0"], "0"),
    ],
)
def test_misuse(refused, words, said):
    assert said in refused("compare", *words)
