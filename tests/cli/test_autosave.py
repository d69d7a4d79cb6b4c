"""A game at the table is in its file choice by choice, however the table is left; and what is no saved game is refused, and soon."""

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest

from ruledsl import Game, GameError
from ruledsl.cli.files import autosave
from ruledsl.cli.files.autosave import Keeper
from ruledsl.play.bots import bot
from ruledsl.play.rules import load
from ruledsl.play.runner import play
from ruledsl.play.saves import record as lines

COMMAND = [sys.executable, "-m", "ruledsl.cli"]
PROMPT = re.compile(rb"\d> $")
HANDED_OVER = b"press Enter when nobody else can see it "
PATIENCE = 120
"""Seconds after which a table that says nothing hangs."""


@pytest.fixture
def rules():
    return load("smallworld")


# ── killed ──


class Table:
    """A person at a real terminal, at a table with the words given."""

    def __init__(self, *words):
        self.leader, follower = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=environment,
            start_new_session=True,
        )
        os.close(follower)

    def read(self):
        """Everything up to the next question; whoever comes to the screen on the way says that they are there."""
        found = b""
        while not PROMPT.search(found):
            ready, _, _ = select.select([self.leader], [], [], PATIENCE)
            assert ready, f"nothing more came after {found!r}"
            found += os.read(self.leader, 65536)
            if found.endswith(HANDED_OVER):
                os.write(self.leader, b"\n")
                found += b"\n"
        return found.decode()

    def type(self, line):
        os.write(self.leader, line.encode() + b"\n")

    def end(self, how=signal.SIGKILL):
        """A signal, and another one if it came just before the process began to wait for a line: only then it is not heard until one is typed."""
        while self.process.poll() is None:
            self.process.send_signal(how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)


@pytest.fixture
def table():
    """A function that opens a table."""
    opened = []

    def table(*words):
        opened.append(Table(*words))
        return opened[-1]

    yield table
    for one in opened:
        one.end()
        os.close(one.leader)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_whatever_kills_the_table_all_answers_are_in_the_file(run, table, tmp_path, how):
    if signal.getsignal(how) is signal.SIG_IGN:
        pytest.skip("whoever runs these tests does not hear this signal, nor do those whom they start")
    file = tmp_path / "game.json"
    table = table("play", "smallworld", "--seats", "human,human", "--seed", "3", "--save", file)
    typed = ["2", "take:humans", "conquer:1", "undo", "1", "2"]
    shown = table.read()
    for line in typed:
        table.type(line)
        shown = table.read()
    table.end(how)
    text = file.read_text()
    assert ('{"choice": ' in text) == (how == signal.SIGKILL)
    game = Game.from_json(text)
    left = game.choices.copy()
    assert len(left) >= 3
    prompt = re.search(r"player \d: (.*\?)", shown)[1]
    assert prompt.split() == game.decision.prompt.split()
    result = run("resume", file, typed="1\nquit\n")
    assert result.code == 0
    again = Game.from_json(file.read_text())
    assert again.choices[:-1] == left
    assert json.loads(file.read_text())["format"] == "ruledsl game"


def test_two_do_not_go_on_with_one_game(run, table, tmp_path):
    file = tmp_path / "game.json"
    table = table("play", "smallworld", "--seats", "human,human", "--seed", "3", "--save", file)
    table.read()
    table.type("1")
    table.read()
    before = file.read_text()
    for words in (
        ("resume", file),
        ("resume", file, "--seats", "random,random"),
        ("play", "smallworld", "--save", file),
    ):
        result = run(*words)
        assert result.code == 2
        assert "is being played: another command keeps its game there." in result.err
    assert file.read_text() == before
    assert run("replay", file).code == 0
    assert (
        run("resume", file, "--seats", "random,random", "--quiet", "--save", tmp_path / "other.json").code
        == 0
    )
    table.end(signal.SIGKILL)
    assert run("resume", file, "--seats", "random,random", "--quiet").code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"game.json", "other.json"}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_table_of_bots_that_is_killed_goes_on_as_if_it_had_not_been(run, tmp_path, how):
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    words = ("play", "smallworld", "--players", "2", "--seats", "random,random", "--seed", "5")
    run(*words, "--quiet", "--save", whole)
    with subprocess.Popen(
        [*COMMAND, *words, "--speed", "0.2", "--save", str(parts)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        for _ in range(40):
            process.stdout.readline()
        process.send_signal(how)
    assert len(Game.from_json(parts.read_text()).choices) > 5
    assert run("replay", parts).code == 0
    assert run("resume", parts, "--quiet").code == 0
    assert parts.read_text() == whole.read_text()


# ── the lines ──


@pytest.fixture
def kept(rules, tmp_path):
    """A file with a game of some choices, and the game."""
    game, file = rules.new_game(2, seed=4), tmp_path / "game.json"
    keeper = Keeper(game, str(file), [0])
    play(game, [bot("random", 1)] * 2, until=30, made=keeper.made)
    return file, game


def test_a_file_grows_by_a_line_for_each_choice(kept, rules, tmp_path):
    file, game = kept
    text = file.read_text()
    assert text.count("\n") == game.to_json().count("\n") + 30
    again = Game.from_json(text, rules)
    assert (again.hash, again.choices, again.log) == (game.hash, game.choices, game.log)


def test_after_very_many_lines_the_game_is_written_anew(rules, tmp_path, monkeypatch):
    game, file = rules.new_game(2, seed=4), tmp_path / "game.json"
    monkeypatch.setattr(autosave, "MOST_LINES", 7)
    monkeypatch.setattr(lines, "MOST_LINES", 7)
    keeper = Keeper(game, str(file), [])
    for until in range(1, 31):
        play(game, [bot("random", 1)] * 2, until=until, made=keeper.made)
        assert Game.from_json(file.read_text(), rules).choices == game.choices
    text = file.read_text()
    assert json.JSONDecoder().raw_decode(text)[0]["choices"] == game.choices[:24]
    with pytest.raises(GameError, match="damaged"):
        Game.from_json(text + '{"left": 0}\n' * 2, rules)


def test_what_was_made_again_is_in_the_file_also_several_at_once(rules, tmp_path):
    file = tmp_path / "game.json"
    game = rules.new_game(2, 1, analysis=True)
    keeper = Keeper(game, str(file), [])
    for _ in range(4):
        game.choose(0)
        keeper.made(game, 0)
    for many in (1, 3):
        for _ in range(many):
            game.undo()
        keeper.made(game, 0)
        for _ in range(many):
            game.redo()
        keeper.made(game, 0)
        assert Game.from_json(file.read_text(), rules).hash == game.hash


def test_what_was_taken_back_is_taken_back(rules, tmp_path):
    game, file = rules.new_game(2, seed=4, analysis=True), tmp_path / "game.json"
    bots = [bot("random", 1)] * 2
    play(game, bots, until=20)
    keeper = Keeper(game, str(file), [])
    for until, back in ((35, 31), (40, 12), (14, 13), (30, 0), (9, 8)):
        play(game, bots, until=until, made=keeper.made)
        while len(game.choices) > back:
            game.undo()
        keeper.made(game, 0)
        again = Game.from_json(file.read_text(), rules)
        assert (again.hash, again.choices) == (game.hash, game.choices)
    keeper.end(game)
    assert file.read_text() == game.to_json()


@pytest.mark.parametrize("cut", [1, 2, 9, 30])
def test_half_a_last_line_is_left_out_and_that_is_said(run, kept, rules, cut):
    file, game = kept
    file.write_text(file.read_text()[:-cut])
    whole = cut == 1
    assert len(Game.from_json(file.read_text(), rules).choices) == 30 - (not whole)
    result = run("resume", file, "--seats", "human,human", typed="quit\n")
    assert result.code == 0
    assert ("is incomplete" in result.err) == (not whole)
    assert Game.from_json(file.read_text(), rules).choices == game.choices[: 30 - (not whole)]


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:-3], *lines[-2:]],
        lambda lines: [*lines[:-3], "{}", *lines[-3:]],
        lambda lines: [*lines[:-3], lines[-3][:-4], *lines[-2:]],
        lambda lines: [*lines[:-3], lines[-4], *lines[-3:]],
        lambda lines: [*lines, '{"left": 31}', ""],
        lambda lines: [*lines, '{"left": -1}', ""],
        lambda lines: [*lines, '{"choice": 0, "hash": "0000000000000000"}', ""],
        lambda lines: [*lines, '{"choice": 99999, "hash": "0000000000000000"}', ""],
        lambda lines: [*lines, '{"choice": true, "hash": "0000000000000000"}', ""],
        lambda lines: [*lines, "[" * 100_000, ""],
        lambda lines: [*lines, "x" * 300],
    ],
)
def test_lines_that_were_tampered_with_are_refused(refused, kept, change):
    file, _ = kept
    lines = file.read_text().removesuffix("\n").split("\n")
    file.write_text("\n".join(change(lines)))
    assert "damaged" in refused("resume", file)
    assert "damaged" in refused("replay", file, code=1 if "differs" in refused("resume", file) else 2)


def test_a_file_that_cannot_be_written_any_more_is_said_once_and_tried_again(kept, rules, tmp_path, capsys):
    game, file = rules.new_game(2, seed=4), tmp_path / "other.json"
    keeper = Keeper(game, str(file), [])
    os.close(keeper._out)
    play(game, [bot("random", 1)] * 2, until=9, made=keeper.made)
    assert capsys.readouterr().err.count("cannot be written") == 1
    keeper.end(game)
    assert file.read_text() == game.to_json()


def test_a_program_that_is_ended_amid_a_choice_saves_what_was_before_it(rules, tmp_path):
    game, file = rules.new_game(2, seed=4), tmp_path / "game.json"
    keeper = Keeper(game, str(file), [])
    play(game, [bot("random", 1)] * 2, until=70, made=keeper.made)
    before, journal = game.hash, game.state.journal.copy()
    game.block.take(0)  # and then a signal comes
    game.let_go()
    assert game.hash != before
    keeper.interrupted(game)
    again = Game.from_json(file.read_text(), rules)
    assert json.loads(file.read_text())["hash"] == again.hash == before
    assert again.state.journal == journal


def test_saving_by_hand_into_the_same_file_and_into_another_one(run, tmp_path):
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    words = ("play", "smallworld", "--players", "2", "--seats", "human,random", "--seed", "3", "--save", file)
    run(*words, typed=f"2\nsave\n1\nsave {other}\n1\nquit\n")
    kept, saved = (Game.from_json(path.read_text()) for path in (file, other))
    assert kept.choices[: len(saved.choices)] == saved.choices
    assert len(kept.choices) > len(saved.choices)


# ── how it began ──


@pytest.mark.parametrize("began", ["game", "position", "sample"])
def test_a_game_says_how_it_began(run, rules, tmp_path, began):
    game = rules.new_game(2, seed=4)
    if began == "position":
        game = rules.position({"players": 2, "coins": [500, 3]})
    if began == "sample":
        play(game, [bot("random", 1)] * 2, until=20)
        game = game.sample(0, 7)
    assert game.began == began
    file = tmp_path / "game.json"
    file.write_text(game.to_json())
    said = {"game": "", "position": "began from a position", "sample": "could take another game for"}[began]
    for words in (("replay", file), ("resume", file, "--seats", "random,random", "--quiet")):
        result = run(*words)
        assert result.code == 0
        assert said in result.out
        assert began != "game" or "This game began" not in result.out
    assert Game.from_json(file.read_text(), rules).began == began


# ── what is no file ──


@pytest.mark.parametrize("command", [("resume",), ("replay",), ("test", "--record")])
def test_what_never_ends_is_no_saved_game(refused, command, tmp_path):
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(1 << 40)
    for file in ("/dev/zero", "/dev/null", pipe, tmp_path, large, tmp_path / "nothing", "a\0b"):
        refused(*command, file)
    assert "too large" in refused(*command, large)


def test_a_huge_file_needs_little_memory(tmp_path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    program = (
        "import resource, sys\nresource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))\n"
        f"from ruledsl.cli import main\nmain(['resume', {str(large)!r}])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "too large" in done.stderr
