import functools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from ruledsl import read_games
from ruledsl.lab.bulk import Died, Plan, lines_of, outcome, playing, seed_of
from ruledsl.lab.bulk.form import records_of, text_of
from ruledsl.play import bots
from ruledsl.play import rules as loading
from ruledsl.play.bots import SEATS, seed_of_seat

WORDS = ("simulate", "smallworld", "--players", "2", "--seed", "5")
ALONE = (*WORDS, "--workers", "1")
"""In this process: what workers have to begin with takes longer than some games."""


def read(text):
    """The games with all their keys."""
    assert not text or text.endswith("\n")
    return records_of(text.splitlines())


def test_a_line_for_each_game_in_their_order(run):
    result = run(*WORDS, "--games", "4", "--workers", "1")
    games = read(result.out)
    assert (result.code, result.err) == (0, "")
    assert [game["game"] for game in games] == [0, 1, 2, 3]
    assert [game["seed"] for game in games] == [seed_of(5, number) for number in range(4)]


def test_what_a_line_says(run):
    words = ("--seats", "greedy", "--variant", "final_conquest=cost_three")
    (game,) = read(run(*WORDS, *words, "--games", "1").out)
    assert [pack["id"] for pack in game["packs"]] == ["core", "smallworld"]
    assert all(pack["version"] and pack["digest"] for pack in game["packs"])
    assert game["variants"]["final_conquest"] == "cost_three"
    assert (game["map"], game["rounds"], game["seats"]) == ("small_world_2p", 10, ["greedy", "random"])
    first, second = game["players"]
    assert {first["rank"], second["rank"]} == {1, 2}
    assert (first["player"], first["seat"]) == (0, "greedy")
    assert first["coins"] == first["standings"]["victory"]
    assert set(first["panels"]) >= {"earnings", "combo_costs", "regions_conquered"}
    assert first["combos"][0]["round"] == 1
    assert all(combo["race"] and combo["power"] for combo in first["combos"])


@pytest.mark.parametrize("workers", [2, 3])
def test_the_lines_are_the_same_for_any_number_of_workers(run, tmp_path, workers):
    alone = run(*WORDS, "--games", "9", "--workers", "1").out
    file = tmp_path / "games.jsonl"
    result = run(*WORDS, "--games", "9", "--workers", workers, "-o", file)
    assert (result.code, result.out, result.err) == (0, "", f"9 games in {file}.\n")
    assert file.read_text() == alone


def test_one_game_out_of_many(run):
    head, *lines = run(*ALONE, "--games", "3").out.splitlines()
    assert run(*ALONE, "--only", "2").out.splitlines() == [head, lines[2]]
    twice = run(*ALONE, "--only", "2", "--only", "0", "--only", "2").out.splitlines()
    assert twice == [head, lines[0], lines[2]]


def test_a_part_of_a_series_has_the_very_rows_of_the_whole(run):
    head, *lines = run(*ALONE, "--games", "5").out.splitlines()
    assert run(*ALONE, "--games", "2..3").out.splitlines() == [head, *lines[2:4]]
    assert run(*ALONE, "--games", "4..4").out.splitlines() == [head, *lines[4:]]


def test_what_all_games_have_in_common_is_said_once(run):
    head, line = (json.loads(line) for line in run(*ALONE, "--games", "1").out.splitlines())
    assert list(head)[:4] == ["ruledsl_games", "packs", "variants", "seats"]
    assert list(line) == ["game", "seed", "map", "rounds", "decisions", "choices", "course", "players"]
    (game,) = read(run(*ALONE, "--games", "1").out)
    assert len(text_of(line)) < len(text_of(game)) / 3
    for told, player in zip(line["players"], game["players"], strict=True):
        rank, coins, *numbers, combos = told
        assert (rank, coins) == (player["rank"], player["coins"])
        assert numbers == [*player["standings"].values(), *player["panels"].values()]
        assert [head["tiles"][race] for race, *_ in combos] == [combo["race"] for combo in player["combos"]]
        assert [combo[3:] for combo in combos] == [[*one["measures"].values()] for one in player["combos"]]


# ── going on ──


@functools.cache
def six(run):
    return run(*ALONE, "--games", "6").out


@pytest.fixture
def whole(run):
    return six(run)


@pytest.mark.parametrize("kept", [0, 1, 300, -1, None])
def test_what_is_missing_is_played_and_nothing_twice(run, tmp_path, whole, kept):
    """Whatever is left of the file: nothing, a part of a line, some lines and a part, all."""
    file = tmp_path / "games.jsonl"
    cut = whole if kept is None else whole[: len(whole) // 2 + kept] if kept else ""
    file.write_text(cut)
    result = run(*ALONE, "--games", "6", "-o", file, "--resume")
    assert (result.code, result.err) == (0, f"6 games in {file}.\n")
    assert file.read_text() == whole


def test_a_file_that_is_not_there_yet_is_begun(run, tmp_path, whole):
    file = tmp_path / "games.jsonl"
    run(*ALONE, "--games", "6", "-o", file, "--resume")
    assert file.read_text() == whole


def test_a_shorter_series_becomes_longer(run, tmp_path, whole):
    file = tmp_path / "games.jsonl"
    run(*ALONE, "--games", "2", "-o", file)
    run(*ALONE, "--games", "6", "-o", file, "--resume", "--workers", "2")
    assert file.read_text() == whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "6"), "its `seed` is another one"),
        (("--seats", "greedy"), "its `seats` is another one"),
        (("--variant", "final_conquest=cost_three"), "its `variants` is another one"),
        (("--map", "small_world_3p", "--players", "3"), "its `seats` is another one"),
        (("--games", "1..6"), "its `game` is another one"),
        (("--games", "3"), "the series has fewer games"),
    ],
)
def test_another_series_is_not_gone_on_with(run, tmp_path, whole, words, said):
    file = tmp_path / "games.jsonl"
    file.write_text(whole)
    result = run(*ALONE, "--games", "6", *words, "-o", file, "--resume")
    assert result.code == 2
    assert said in result.err
    assert file.read_text() == whole


@pytest.mark.parametrize("text", ["my notes", '{"a": 1}', "x", '{"game":1', '{"game":0,"seed":12'])
def test_a_last_line_that_is_not_ours_is_left_alone(run, tmp_path, text):
    """It has no end, as a line that breaks off, but no game of this series begins so."""
    file = tmp_path / "notes.txt"
    file.write_text(text)
    result = run(*ALONE, "--games", "2", "-o", file, "--resume")
    assert result.code == 2
    assert "Line 1 of the file is not of this series: it breaks off" in result.err
    assert file.read_text() == text


def test_a_last_line_that_is_not_ours_behind_lines_that_are(run, tmp_path, whole):
    head, *lines = whole.splitlines(keepends=True)
    begun = head + "".join(lines[:2])
    for text in (begun + "mine", whole + lines[0][:9], begun + lines[3][:200], head[:40] + "mine"):
        file = tmp_path / "games.jsonl"
        file.write_text(text)
        assert run(*ALONE, "--games", "6", "-o", file, "--resume").code == 2
        assert file.read_text() == text


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("length", [1, 9, 20, 60, 300, -2, -1])
def test_a_line_of_ours_may_break_off_anywhere(run, tmp_path, whole, count, length):
    lines = whole.splitlines(keepends=True)
    file = tmp_path / "games.jsonl"
    file.write_text("".join(lines[:count]) + lines[count][:length])
    assert run(*ALONE, "--games", "6", "-o", file, "--resume").code == 0
    assert file.read_text() == whole


@pytest.mark.parametrize("text", ["{}\n", "[]\n", "no game\n", "\xff\n", "[" * 100_000 + "\n"])
def test_a_file_of_something_else_is_left_alone(run, tmp_path, text):
    file = tmp_path / "games.jsonl"
    file.write_text(text, "latin-1")
    result = run(*ALONE, "-o", file, "--resume")
    assert result.code == 2
    assert "Line 1 of the file is not of this series" in result.err
    assert file.read_text("latin-1") == text


def test_a_file_is_only_written_anew_when_that_is_said(run, refused, tmp_path, whole):
    file = tmp_path / "games.jsonl"
    file.write_text("mine\n")
    said = refused(*ALONE, "-o", file)
    assert "already exists: `--resume` continues it, `--force` overwrites it" in said
    assert file.read_text() == "mine\n"
    run(*ALONE, "--games", "6", "-o", file, "--force")
    assert file.read_text() == whole


def test_a_series_of_an_older_version_goes_on(run, tmp_path, whole):
    """Lines that say everything stay; a header comes before the first short one. Both are read."""
    file = tmp_path / "games.jsonl"
    for count, left in ((2, 0), (2, 60), (6, 0)):
        old = [text_of(game) for game in read(whole)]
        file.write_text("".join(old[:count]) + old[2][:left])
        assert run(*ALONE, "--games", "6", "-o", file, "--resume").code == 0
        head, *lines = whole.splitlines(keepends=True)
        assert file.read_text() == "".join([*old[:count], *[head] * (count < 6), *lines[count:]])
        assert read(file.read_text()) == read(whole)
        assert len(read_games(file)) == 6


def test_nobody_goes_on_with_a_device(refused):
    assert "not an ordinary file" in refused(*ALONE, "-o", "/dev/null", "--resume")


def test_play_plays_the_same_game_from_its_seed(run, tmp_path):
    (game,) = read(run(*WORDS, "--seats", "random,greedy", "--only", "3").out)
    saved = tmp_path / "game.json"
    seats = ("--seats", "random,greedy", "--seed", str(game["seed"]))
    run("play", "smallworld", "--players", "2", *seats, "--quiet", "--save", saved)
    choices = json.loads(saved.read_text())["choices"]
    assert len(choices) == game["decisions"]
    assert outcome.digest(choices) == game["choices"]


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("x.parquet", "x.jsonl"),
        ("x.CSV", "x.jsonl"),
        ("x.jsonl.gz", "x.jsonl"),
        ("pack.yaml", "pack.jsonl"),
        ("millers.ruledsl", "millers.jsonl"),
    ],
)
def test_a_name_that_promises_another_format(refused, tmp_path, name, instead):
    file = tmp_path / name
    for words in ((), ("--force",), ("--resume",)):
        said = refused(*ALONE, "-o", file, *words)
        assert f"lines of JSON, not `{file.suffix}`: `-o {tmp_path / instead}`" in said
        assert f"study {tmp_path / instead} --rows FOLDER --format parquet" in said
    assert not file.exists()


def test_seeds_are_those_that_the_help_says():
    assert seed_of(7, 412) == int("91813137b0e70317", 16) >> 11
    assert len({seed_of(seed, game) for seed in (0, 1, -1) for game in range(100)}) == 300


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["smalworld"], "Did you mean `smallworld`?"),
        (
            ["smallworld", "--seats", "human"],
            "only bots: random or easy or learned or greedy or guided or search",
        ),
        (["smallworld", "--seats", "greddy"], "Did you mean `greedy`?"),
        (["smallworld", "--players", "9"], "not for 9"),
        (["smallworld", "--players", "0"], "not in the range"),
        (["smallworld", "--players", "2", "--seats", "random,random,greedy"], "3 seats named for 2 players"),
        (["smallworld", "--map", "small_world_9p"], "no map `small_world_9p`"),
        (["smallworld", "--games", "0"], "'0' is no game at all"),
        (["smallworld", "--games", "9..3"], "'9..3' is no game at all"),
        (["smallworld", "--games", "many"], "neither a number that can be nor FIRST..LAST"),
        (["smallworld", "--games", "9" * 5000], "neither a number that can be"),
        (["smallworld", "--games", "..5"], "neither a number that can be nor FIRST..LAST"),
        (["smallworld", "--games", "0..1000000000"], "numbered from 0 to 999999999"),
        (["smallworld", "--resume"], "`-o FILE` names it"),
        (["smallworld", "--workers", "0"], "0 is not in the range"),
        (["smallworld", "--variant", "final=x"], "no variant `final`"),
        (["smallworld", "-o", "/nowhere/at/all"], "cannot be written: No such file or directory"),
    ],
)
def test_misuse(refused, words, said):
    assert said in refused("simulate", *words)


# ── what goes wrong ──


class Stubborn:
    """A bot that does not choose, and says so with half of a letter."""

    def __init__(self, seed):
        self.refuses = seed in {seed_of_seat(seed_of(5, 1), seat) for seat in range(5)}

    def choose(self, view):
        if self.refuses and view.made > 20:
            raise ValueError("I do not\nwant to\ud800")
        return 0


def test_a_game_that_fails_is_a_line_with_an_error(run, monkeypatch):
    monkeypatch.setitem(bots.SEATS, "stubborn", Stubborn)
    result = run(*WORDS, "--games", "3", "--workers", "1", "--seats", "stubborn,stubborn")
    first, second, third = read(result.out)
    assert result.code == 1
    assert (
        result.err == "ruledsl: 1 of 3 games could not be played to their end: see `error` in their lines.\n"
    )
    assert (second["error"], second["decisions"]) == ("ValueError: I do not want to\\ud800", 21)
    assert "players" not in second
    assert first["players"]
    assert third["players"]


class Talking:
    """A bot that says what it does."""

    def __init__(self, seed):
        print("a new game", seed)  # noqa: T201 - that is what it does

    def choose(self, view):
        print("choice", view.made)  # noqa: T201
        return 0


def test_what_bots_print_is_not_among_the_lines(run, monkeypatch):
    monkeypatch.setitem(bots.SEATS, "talking", Talking)
    result = run(*WORDS, "--games", "2", "--workers", "1", "--seats", "talking")
    assert [game["game"] for game in read(result.out)] == [0, 1]
    assert "a new game" in result.err
    assert "choice" in result.err


def test_a_game_that_does_not_end_is_given_up(run, monkeypatch):
    monkeypatch.setattr(playing, "MOST_CHOICES", 30)
    monkeypatch.setattr(playing, "inside", lambda *_: None)
    result = run(*WORDS, "--games", "1")
    assert result.code == 1
    assert "not over after 30 decisions" in read(result.out)[0]["error"]


@pytest.fixture
def rules():
    return loading.load("smallworld")


def test_a_process_that_is_ended_from_outside(rules):
    before = multiprocessing.active_children()
    games = lines_of(rules, Plan(("smallworld",), (), ("random", "random"), 5), range(10_000), 2)
    next(games)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(Died, match="ended from outside"):
        list(games)
    assert multiprocessing.active_children() == before


def test_packs_that_change_meanwhile(rules, tmp_path):
    games = lines_of(rules, Plan(("blank-tiles",), (), ("random", "random"), 5), range(10), 2)
    with pytest.raises(Died, match="were changed"):
        list(games)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_when_it_is_stopped_there_are_whole_lines_and_no_process_and_it_can_go_on(run, tmp_path, how):
    file = tmp_path / "games.jsonl"
    words = (*WORDS, "--games", "100000", "--workers", "2", "-o", str(file))
    with subprocess.Popen(
        [sys.executable, "-m", "ruledsl.cli", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        while not file.exists() or not file.stat().st_size:
            assert process.poll() is None
            time.sleep(0.05)
        # Ctrl-C goes to all processes of a terminal.
        (os.killpg if how == signal.SIGINT else os.kill)(process.pid, how)
        # The pipe is open as long as one of the processes lives.
        _, said = process.communicate(timeout=60)
    assert "Traceback" not in said
    if how == signal.SIGINT:
        done = len(read(file.read_text()))
        assert process.returncode == 130
        assert said.strip() == f"Stopped: {done} of 100000 games are in {file}, each on a whole line."
    done = max(0, file.read_bytes().count(b"\n") - 1)
    series = (*ALONE, "--games", str(done + 3))
    assert run(*series, "-o", file, "--resume").code == 0
    assert file.read_text() == run(*series).out


# ── bots that search, and what combos came to ──


def test_how_long_to_think_is_in_the_lines(run):
    (game,) = read(
        run("simulate", "smallworld", "--seats", "search,random", "--think", "2", "--games", "1").out
    )
    assert game["seats"] == ["search:2", "random"]
    (other,) = read(run("simulate", "smallworld", "--seats", "search:2,random", "--games", "1").out)
    assert other["choices"] == game["choices"]


def test_every_bot_that_searches_is_told_how_long(run):
    (game,) = read(
        run("simulate", "smallworld", "--seats", "guided,search:3,random", "--think", "2", "--games", "1").out
    )
    assert game["seats"] == ["guided:2", "search:3", "random"]


def test_how_long_nobody_can_think(refused):
    assert "`--think` takes" in refused("simulate", "smallworld", "--seats", "search", "--think", "long")
    assert "no seat here waits" in refused("simulate", "smallworld", "--seats", "greedy", "--think", "2")


@pytest.mark.parametrize("command", ["play", "resume", "serve", "simulate", "compare", "balance"])
def test_the_help_names_all_who_can_sit_there(run, command):
    told = run(command, "--help").out
    assert all(name in told for name in SEATS)
    assert ("There are human" in " ".join(told.split())) == (command in {"play", "resume", "serve"})


def test_combos_are_measured(run):
    (game,) = read(run("simulate", "smallworld", "--players", "2", "--games", "1", "--seed", "4").out)
    for player in game["players"]:
        found = [combo["measures"] for combo in player["combos"]]
        assert sum(one["price"] for one in found) == player["panels"]["combo_costs"]
        assert sum(one["regions_gained"] for one in found) == player["panels"]["regions_conquered"]
        earned = sum(
            one["coins_active"] + one["coins_declined"] + one["coins_found"] - one["price"] for one in found
        )
        assert 0 < earned + 5 <= player["coins"]
        assert all(one["turns_active"] <= game["rounds"] and one["tokens_lost"] >= 0 for one in found)


def test_games_without_an_end_are_not_in_the_columns(run, tmp_path, monkeypatch):
    """Their reasons are said, and the tables of the others have all their columns, even without a row."""
    pl = pytest.importorskip("polars")
    columns = pytest.importorskip("ruledsl.lab.study.columns")

    whole = columns.outcome

    def played(rules, plan, number):
        game = whole(rules, plan, number)
        if number == 1:
            return {**game, "error": "Stuck: nothing goes on"}
        players = [{**player, "combos": []} for player in game["players"]]
        return {**game, "players": players}

    monkeypatch.setattr(columns, "outcome", played)
    words = ("simulate", "smallworld", "--games", "3", "--players", "2", "--workers", "1")
    said = run(*words, "--columns", tmp_path)
    assert said.code == 1
    assert "1 of 3 games could not be played to their end: game 1: Stuck: nothing goes on" in said.err
    (file,) = (tmp_path / "games").iterdir()
    assert pl.read_parquet(file)["game"].to_list() == [0, 2]
    assert columns.read_games([str(tmp_path)])[1]["combos"].height == 0


def test_columns_do_not_mix_with_what_is_there(refused, tmp_path):
    (tmp_path / "games").mkdir()
    assert "is not empty" in refused("simulate", "smallworld", "--columns", tmp_path)
    assert "goes without `-o`" in refused("simulate", "smallworld", "--columns", "x", "-o", "games.jsonl")
