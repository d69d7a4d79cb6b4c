"""`ruledsl balance` on real packs, with few games."""

import json
import re
from pathlib import Path

import pytest

import ruledsl
from ruledsl.cli.screen.weighed import in_ranges
from ruledsl.lab.bulk.playing import Plan
from ruledsl.lab.bulk.workers import ProcessPool
from ruledsl.lab.study import hands, weighing
from ruledsl.lab.study.hands import HANDS, Search, Verdict, for_whom
from ruledsl.lab.study.trials import Ends, Trials
from ruledsl.play import bots

pytest.importorskip("wasmtime")


@pytest.fixture(autouse=True)
def _short_steps(monkeypatch):
    monkeypatch.setattr(weighing, "QUICK", 15)


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
    result = run(
        "balance", *words, "--hands", "chance", "--format", "json", "--seconds", "3000", "--workers", "1"
    )
    assert result.code == 0, result.err
    return json.loads(result.out)


def test_a_race_with_far_too_many_tokens(run, plain):
    found = data(run, plain(13), "--range", "13..13", "--games", "600")
    assert found["verdict"] == "stronger than par"
    (row,) = found["tried"]
    low, high = row["ahead_interval"]
    assert 0 < low < row["ahead"] < high
    assert row["wins"] > 1 / 3


def test_a_race_with_far_too_few(run, plain):
    found = data(run, plain(2), "--games", "2400", "--range", "2..9")
    assert found["verdict"] == "weaker than par"
    assert found["best"] > 3


def test_the_numbers_that_are_tried_go_as_far_as_par_is(run, plain):
    found = data(run, plain(13), "--games", "6000")
    assert min(row["value"] for row in found["tried"]) < 13 - 4
    assert found["verdict"] == "stronger than par"
    assert found["best"] <= 9


def test_a_number_of_which_nothing_is_known_can_be_the_right_one(run, plain, monkeypatch):
    monkeypatch.setattr(weighing, "QUICK", 30)
    found = data(run, plain(13), "--games", "1200")
    assert [row["value"] for row in found["tried"]] == [13]
    assert found["possible"] == list(range(14))
    out = run("balance", plain(13), "--hands", "chance", "--games", "1200", "--workers", "1").out
    assert "No number that was tried is at par; number 12 or less could be, more games would tell" in out
    assert "looks nearest" not in out


def test_a_range_that_ends_before_par_is_said_to(run, plain):
    found = data(run, plain(13), "--range", "12..13", "--games", "4200")
    assert (found["outside"], found["sure"], found["ended"]) == ("stronger than par", False, "sure")


def test_the_end_of_a_range_that_is_too_weak(run, plain):
    out = run(
        "balance", plain(2), "--hands", "chance", "--range", "1..2", "--games", "1800", "--workers", "1"
    ).out
    assert "Even with number 2, the end of the range, it is weaker than par: the right one is larger" in out
    assert "that is sure" not in out


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([7], "7"),
        ([4, 5, 7], "4 or 5 or 7"),
        ([*range(6)], "5 or less"),
        ([*range(4), 5], "3 or less, or 5"),
        ([0, 2], "0 or 2"),
        ([*range(7, 100)], "7 or more"),
        ([4, *range(6, 10), 11], "4, or 6 to 9, or 11"),
        ([*range(6), *range(7, 100)], "any other"),
    ],
)
def test_numbers_in_words(numbers, words):
    assert in_ranges(numbers, Search.around(6, 3), open_ended=True) == words


def test_a_range_that_was_named_has_ends():
    assert in_ranges([4, 5, 6, 7], Search(8, 4, 8, 3), open_ended=False) == "4 to 7"


def test_of_a_range_only_what_is_in_it_is_named(run, plain):
    out = run(
        "balance", plain(6), "--hands", "chance", "--range", "5..7", "--games", "600", "--workers", "1"
    ).out
    assert "Of 5 to 7, number 6 looks nearest to par; it could also be 5 or 7, more" in out
    out = run(
        "balance", plain(6), "--hands", "chance", "--range", "6..6", "--games", "600", "--workers", "1"
    ).out
    assert "No other number than 6 was tried." in out


@pytest.mark.parametrize("games", [1, 40, 601])
def test_no_more_games_are_played_than_was_said(run, plain, games):
    result = run(
        "balance", plain(6), "--hands", "chance", "--games", games, "--workers", "1", "--format", "json"
    )
    found = json.loads(result.out)
    assert sum(row["games"] for row in found["tried"]) == games
    assert found["ended"] == "games"


def test_few_games_say_nothing(run, plain):
    (row,) = data(run, plain(6), "--games", "40")["tried"]
    assert (row["ahead_interval"], row["wins_interval"]) == (None, None)
    assert (
        "-"
        not in run("balance", plain(6), "--hands", "chance", "--games", "40", "--workers", "1")
        .out.split("wins")[1]
        .split("%")[1]
    )


class Failing:
    """A bot that is wrong."""

    def __init__(self, _seed=0):
        pass

    def choose(self, _view):
        raise ValueError("a mistake of mine")


def test_a_bot_that_fails_is_named(run, monkeypatch):
    monkeypatch.setitem(bots.SEATS, "failing", Failing)
    result = run(
        "balance", "blank-tiles/moles", "--seats", "failing,random,random", "--games", "40", "--workers", "1"
    )
    assert result.code == 1
    assert "could not be played to their end" in result.err
    assert "a mistake of mine" in result.err
    assert "nobody began" not in result.err


def interrupted(monkeypatch, after):
    """Ctrl-C, after so many pieces."""
    done = []

    def played(piece):
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(piece)
        return trials(piece)

    trials = weighing.trials
    monkeypatch.setattr(weighing, "trials", played)


def test_who_is_interrupted_is_shown_what_was_found_so_far(run, plain, monkeypatch):
    interrupted(monkeypatch, 5)
    result = run("balance", plain(6), "--hands", "chance", "--workers", "1")
    assert result.code == 130
    assert "Stopped: this is what the games said so far." in result.err
    assert "printed  6" in result.out
    assert f"{5 * weighing.QUICK} games of random" in result.out


def test_who_is_interrupted_at_once_is_told_that_there_is_nothing(run, plain, monkeypatch):
    interrupted(monkeypatch, 0)
    result = run("balance", plain(6), "--hands", "chance", "--workers", "1")
    assert (result.code, result.out) == (130, "")
    assert "Stopped: no game told anything yet." in result.err


def test_the_time_is_looked_at_between_two_pieces(run, plain, monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr("ruledsl.lab.bulk.workers.time.monotonic", lambda: next(ticks))
    found = json.loads(
        run(
            "balance", plain(6), "--hands", "chance", "--seconds", "7", "--workers", "1", "--format", "json"
        ).out
    )
    assert sum(row["games"] for row in found["tried"]) == 7 * weighing.QUICK
    assert found["ended"] == "time"


def test_of_two_tiles_with_one_id_it_is_said_which_one_is_weighed(run, plain):
    place = plain(6)
    file = Path(f"{place}.yaml")
    file.write_text(f"{file.read_text()}powers:\n  plain:\n    name: Plainly\n    number: 4\n")
    result = run("balance", place, "--hands", "chance", "--games", "600", "--workers", "1")
    assert (
        f"`plain` is the race; the power of that id is `{place.rpartition('/')[0]}/power.plain`."
        in result.err
    )
    assert (
        "printed  4"
        in run(
            "balance",
            f"{place.rpartition('/')[0]}/power.plain",
            "--hands",
            "chance",
            "--games",
            "600",
            "--workers",
            "1",
        ).out
    )


def test_the_figures_are_the_same_for_any_number_of_workers(run, plain):
    words = (
        "balance",
        plain(6),
        "--hands",
        "chance",
        "--games",
        "2400",
        "--seconds",
        "3000",
        "--format",
        "json",
    )
    alone = run(*words, "--workers", "1").out
    assert json.loads(alone)["tried"]
    assert run(*words, "--workers", "2").out == alone


def test_the_table_says_how_it_is_printed_and_what_it_should_be(run, plain):
    out = run("balance", plain(6), "--hands", "chance", "--games", "300", "--workers", "1").out
    assert "printed  6" in out
    assert "As it is printed, `plain` is " in out
    assert "nearest to par" in out
    assert "random, random, random" in out


def test_a_power_is_weighed_as_a_race_is(run):
    found = data(run, "blank-tiles/haggling", "--games", "200", "--players", "2", "--range", "4..4")
    assert found["number"] == "number"
    assert found["tried"][0]["begun_with_it"] == 200
    assert sum(row["games"] for row in found["partners"]) == 200
    assert {"amazons", "giants"} <= {row["tile"] for row in found["partners"]}


def test_other_bots_play_on_after_first_combos_that_are_drawn(run):
    words = ("smallworld/amazons", "--players", "2", "--seats", "greedy", "--games", "10", "--range", "6..6")
    found = data(run, *words)
    assert found["tried"][0]["games"] == 10
    assert found["tried"][0]["ahead_interval"] is None


def test_a_verdict_is_said_to_be_that_of_the_bots_that_played(run):
    words = (
        "smallworld/amazons",
        "--players",
        "2",
        "--seats",
        "learned,learned",
        "--games",
        "400",
        "--range",
        "6..6",
    )
    assert data(run, *words)["for_whom"] == "stronger than par in the hands of learned"
    assert "stronger than par in the hands of learned." in run("balance", *words, "--workers", "1").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["amazons"], "Write PACK/TILE"),
        (["smallworld", "--seats", "greedy,greedy"], "A whole pack is measured by `--hands`"),
        (["smallworld/amazons", "--hands", "lerned"], "Did you mean `learned`?"),
        (["smallworld/amazons", "--seconds", "nan"], "not a finite number"),
        (["smallworld/amazons", "--par", "nan"], "not a finite number"),
        (["smallworld/amazons", "--par", "inf"], "not a finite number"),
        (["smallworld/amazon"], "Did you mean `amazons`?"),
        (["smallwurld/amazons"], "Did you mean `smallworld`?"),
        (["smallworld/amazons", "--range", "7..9"], "with 6, which is printed, in it"),
        (["smallworld/amazons", "--range", "1.." + "9" * 5000], "LOW..HIGH"),
        (["smallworld/amazons", "--range", "six"], "LOW..HIGH"),
        (["smallworld/amazons", "--tune", "numbre"], "Did you mean `number`?"),
        (["smallworld/amazons", "--players", "1"], "at least 2 players"),
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


HARVEST = """\
id: millers
version: 0.1.0
language: 1
name: Millers
requires: {smallworld: '>=0.1'}
"""
MILLERS = """\
races:
  millers:
    name: Millers
    number: 6
    tray: 12
    rules: |
      define harvest = 9
      my region_income +harvest if region is farmland
"""


def test_a_number_with_a_name_in_the_rules_is_tried_as_a_printed_one_is(run, tmp_path):
    (tmp_path / "pack.yaml").write_text(HARVEST)
    (tmp_path / "millers.yaml").write_text(MILLERS)
    found = data(run, f"{tmp_path}/millers", "--tune", "harvest", "--games", "1800")
    assert (found["number"], found["printed"], found["verdict"]) == ("harvest", 9, "stronger than par")
    means = {row["value"]: row["ahead"] for row in found["tried"]}
    assert min(means) < 9
    assert means[min(means)] < means[9]
    words = ("compare", tmp_path, f"{tmp_path}@millers.harvest=1", "--games", "600", "--workers", "1")
    assert "In `score` B surely has less." in run(*words).out


def test_other_hands_say_for_whom_it_holds(run, plain, monkeypatch):
    monkeypatch.setattr(hands, "PIECES", 2)
    monkeypatch.setattr(hands, "AT_ONCE", {"chance": 2000, "greedy": 1, "learned": 12})
    words = ("balance", plain(13), "--range", "13..13", "--games", "600", "--workers", "1")
    found = json.loads(run(*words, "--format", "json").out)
    assert [row["hands"] for row in found["hands"]] == ["greedy", "learned"]
    assert found["hands"][1]["begun_with_it"] > 0
    assert found["for_whom"] == "stronger than par in the hands of chance"
    result = run(*words)
    assert "For whom: `plain` is stronger than par in the hands of chance." in result.out
    assert "`learned` has never met plain with these rules: train it with them first" in result.err


STRONG, WEAK, PAR, UNSURE = Verdict.STRONG, Verdict.WEAK, Verdict.PAR, Verdict.UNSURE


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ((PAR, STRONG, STRONG), "strong only in skilled hands"),
        ((WEAK, STRONG, STRONG), "strong only in skilled hands"),
        ((STRONG, WEAK, WEAK), "strong only in the hands of chance"),
        ((STRONG, PAR, WEAK), "strong only in the hands of chance"),
        ((STRONG, STRONG, STRONG), "stronger than par in all hands"),
        ((PAR, PAR, PAR), "at par in all hands"),
        ((UNSURE, UNSURE, UNSURE), "not told from par yet"),
        ((PAR, UNSURE, STRONG), "at par in the hands of chance; stronger than par in the hands of learned"),
        ((UNSURE, STRONG, STRONG), "stronger than par in the hands of greedy and learned"),
    ],
)
def test_for_whom_a_verdict_holds(verdicts, said):
    assert for_whom(dict(zip(HANDS, verdicts, strict=True))) == said


def test_all_tiles_of_a_pack_are_ranked(run, tmp_path, monkeypatch):
    pytest.importorskip("plotly")
    monkeypatch.setattr("ruledsl.cli.commands.many.ranking.FEW", 5)
    page = tmp_path / "page.html"
    words = ("balance", "blank-tiles", "--hands", "chance", "--games", "2000", "--workers", "1")
    found = json.loads(run(*words, "--format", "json", "-o", page).out)
    rows = {row["tile"]: row["hands"][0] for row in found["tiles"]}
    assert rows.keys() == {"haggling", "moles"}
    assert all(row["begun_with_it"] > 50 for row in rows.values())
    ahead = [row["ahead"] for row in rows.values()]
    assert ahead == sorted(ahead, reverse=True)
    for tile, row in rows.items():
        dealt = sum(count for combo, count in found["dealt"].items() if tile in combo.split("+"))
        assert sum(one["begun_with_it"] for one in row["partners"]) == row["begun_with_it"] + dealt
        assert all(one["ahead_interval"] is None for one in row["partners"] if one["begun_with_it"] < 100)
    assert found["alone"] == {"chance": []}
    few = [one["tile"] for one in rows["moles"]["partners"] if one["begun_with_it"] < 100]
    assert few
    assert {f"moles+{tile}" for tile in few} <= set(found["open"])
    assert 1_000 < sum(found["dealt"].values()) <= 2_000
    out = run(*words).out
    assert (
        out.index(next(iter(rows))) < out.index("combos in the hands of chance") < out.index("hold together")
    )
    assert "No combo surely stands above all others." in out
    text = page.read_text(encoding="utf-8")
    assert "<title>How strong the tiles of Blank tiles are</title>" in text
    assert text.count("class='figure'") == 3
    assert "The strongest combos in the hands of chance" in text
    assert all(word in text for word in ("ahead (victory)", "<td>Haggling</td>", "<td>Moles</td><td>"))
    assert "moles</td>" not in text


def test_a_page_of_one_tile(run, refused, tmp_path):
    pytest.importorskip("plotly")
    page = tmp_path / "page.html"
    words = (
        "balance",
        "blank-tiles/moles",
        "--hands",
        "chance",
        "--games",
        "300",
        "--workers",
        "1",
        "-o",
        page,
    )
    assert run(*words).code == 0
    text = page.read_text(encoding="utf-8")
    assert "<title>How strong Moles is</title>" in text
    assert text.count("class='figure'") == 2
    assert "The printed number is 5." in text
    assert "<td>Dragon Master</td>" in text
    assert "already exists" in refused(*words)
    assert run(*words, "--force").code == 0


@pytest.mark.parametrize(
    ("leads", "alone"),
    [
        ({"spirit": 20, "hill": 0, "flying": 1}, ["spirit"]),
        ({"spirit": 20, "hill": 0, "flying": 19}, ["spirit", "flying"]),
        ({"spirit": 3, "hill": 1, "flying": 2}, []),
        ({"spirit": 20, "hill": 20, "flying": 20, "swamp": 20}, []),
    ],
)
def test_combos_that_break_the_game(leads, alone):
    rules = ruledsl.load("smallworld")
    found = hands.Hands(rules, Plan(rules.asked_for, (), ("random",) * 2, 0), ("ghouls",), ("chance",))
    trials = Trials.none(2)
    for power, lead in leads.items():
        for step in range(400):
            number = lead + (step % 2 or -1)
            trials.add(Ends([0, 0], [number, -number], [2, 0], 2), 0, power)
    found.by_hand = {"chance": {"ghouls": trials}}
    assert [pair.power for pair in found.alone("chance")] == alone
    assert {pair.race for pair in found.alone("chance")} <= {"ghouls"}
    left = [pair.power for pair in found.open]
    assert left == (
        ["spirit"] if leads["spirit"] == 3 else []
    )  # exactly as far ahead as a combo at par may be
    said = hands.stand_alone(found)
    end = (
        "would tell of 1 combo, first of all Spirit Ghouls ("
        if left
        else "is settled for all of them in the hands of chance."
    )
    assert end in said
    assert said.startswith("In the hands of chance no other combo comes near Spirit Ghouls (+20.0 [") is bool(
        alone
    )


def test_of_which_combos_it_is_open_whether_they_break_the_game():
    """Of those that may be as far ahead as the first one seems to be, the widest interval first; one that never comes about is asked no more."""
    rules = ruledsl.load("smallworld")
    found = hands.Hands(rules, Plan(rules.asked_for, (), ("random",) * 2, 0), ("ghouls",), ("chance",))
    trials = Trials.none(2)
    for power, (lead, spread, games) in {
        "spirit": (20, 5, 400),
        "hill": (0, 5, 400),
        "flying": (0, 150, 400),
        "swamp": (0, 40, 200),
        "forest": (9, 0, 50),
    }.items():
        for step in range(games):
            number = lead + (spread if step % 2 else -spread)
            trials.add(Ends([0, 0], [number, -number], [2, 0], 2), 0, power)
    found.by_hand = {"chance": {"ghouls": trials}}
    assert [pair.power for pair in found.open] == ["forest", "flying"]
    assert "of 2 combos, first of all Flying Ghouls (+0.0 [" in hands.stand_alone(found)
    found.dealt["ghouls", "forest"] = Trials.none(2)
    found.dealt["ghouls", "forest"].games = hands.VAIN - 1
    assert [pair.power for pair in found.open] == ["forest", "flying"]
    found.dealt["ghouls", "forest"].games = hands.VAIN
    assert [pair.power for pair in found.open] == ["flying"]
    for step in range(4000):
        lead = 150 if step % 2 else -150
        found.dealt.setdefault(("ghouls", "flying"), Trials.none(2)).add(
            Ends([0, 0], [lead, -lead], [2, 0], 2), 0
        )
    assert found.open == []
    assert next(pair for pair in found.pairs("chance") if pair.power == "flying").lead.count == 4400
    assert hands.stand_alone(found).startswith("In the hands of chance no other combo comes near Spirit")


def test_games_are_dealt_for_combos_until_these_are_settled():
    rules = ruledsl.load("smallworld")
    found = hands.Hands(rules, Plan(rules.asked_for, (), ("random",) * 2, 0), ("ghouls",), ("chance",))
    pool = ProcessPool(1)
    for _ in found.steps(pool, 2_000):
        pass
    before = {pair[:2]: pair.lead.count for pair in found.pairs("chance")}
    widest = [pair[:2] for pair in found.open]
    for _ in found.settle(pool, 500):
        pass
    assert list(found.dealt) == widest[:5]
    assert {one.games for one in found.dealt.values()} == {100}
    for pair in found.pairs("chance"):
        dealt = found.dealt.get(pair[:2], Trials.none(2)).lead.count
        assert pair.lead.count == before.get(pair[:2], 0) + dealt
        assert dealt > 90 or pair[:2] not in widest[:5]


def test_what_a_tile_is_like(run):
    out = run("balance", "smallworld/merchant", "--like").out
    assert "`merchant` is most like:" in out
    assert re.search(r"^ +3\.\d\d +wealthy: income 1\.00, ", out, re.MULTILINE)
    found = json.loads(run("balance", "smallworld/merchant", "--like", "--format", "json").out)
    assert found["alike"][0]["tile"] == "wealthy"
