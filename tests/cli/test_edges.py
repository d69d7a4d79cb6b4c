"""Streams that are closed, full or know few letters; names and numbers that nobody means; files that are none.

Sentences come of it, and never a fault.
"""

import errno
import functools
import json
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from lengths import crossed

from ruledsl.cli import app, signals
from ruledsl.cli.output import ESCAPED, NEAR, clean
from ruledsl.play.saves.record import MOST_TEXT

COMMAND = [sys.executable, "-m", "ruledsl.cli"]
LONG = "a" * 3000
PACK = "id: {id}\nversion: 0.1.0\nlanguage: 1\nname: Mine\nrequires: {{core: '>=0.1'}}\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outside(*words, io="", env=None):
    """A command in a process of its own, started by a shell with these redirections."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {io}', "sh", *COMMAND, *map(str, words)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | (env or {}),
        check=False,
        timeout=60,
    )


# ── streams ──


CLOSED = ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]
COMMANDS = [
    ("play smallworld --players 2 --seats human,random", 0),
    ("explain L001", 0),
    ("list nothing", 2),
    ("list blank-tiles", 0),
]


@pytest.mark.parametrize(("io", "command"), crossed(CLOSED, COMMANDS))
def test_closed_streams_do_no_harm(io, command):
    words, code = command[0].split(), command[1]
    done = outside(*words, io=io)
    assert (done.returncode, b"fault" in done.stderr) == (code, False)
    assert not done.stderr or code == 2


@pytest.mark.parametrize(
    "words", [["explain", "L001"], ["list", "blank-tiles"], ["--help"], ["list", "core", "--format", "json"]]
)
def test_a_full_disk_is_said(words):
    done = outside(*words, io=">/dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        b"ruledsl: The output cannot be written: No space left on device.\n",
    )


def test_where_nothing_can_be_said_there_is_still_a_code():
    assert outside("list", "nothing", io="2>/dev/full").returncode == 2
    assert outside("list", "blank-tiles", io=">/dev/full 2>&1").returncode == 2


@pytest.mark.parametrize("words", ["explain --all", "list smallworld", "--help"])
def test_a_reader_that_wants_no_more_is_no_trouble(words):
    done = subprocess.run(
        ["bash", "-c", f"{' '.join(COMMAND)} {words} | head -0"], capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


FEW = {
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
TEXTS = [
    "show smallworld/small_world_2p",
    "show smallworld/skeletons --lang fi",
    "play smallworld --players 2 --maps 1",
    "explain N001",
]
DATA = ["list smallworld --format json --lang fi", "show smallworld/skeletons --format json"]


@functools.cache
def whole(command):
    """What is said on a terminal that knows all letters."""
    return outside(*command.split(), env={"PYTHONUTF8": "1"}).stdout


@pytest.mark.parametrize(("few", "command"), crossed(list(FEW), TEXTS))
def test_terminals_with_few_letters(few, command):
    done = outside(*command.split(), env=FEW[few])
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == len(whole(command).splitlines())


@pytest.mark.parametrize(("few", "command"), crossed(list(FEW), DATA))
def test_data_is_the_same_on_every_terminal(few, command):
    done = outside(*command.split(), env=FEW[few])
    assert json.loads(done.stdout.decode("latin-1")) == json.loads(whole(command))


def test_signs_and_their_nearest():
    assert "╭─┤ a → b · é\u2028\udcff".encode("ascii", NEAR) == b"+-+ a > b . ???"
    assert "é".encode("latin-1", NEAR) == b"\xe9"
    assert json.loads('"é→\U0001f600\udcff"'.encode("ascii", ESCAPED)) == "é→\U0001f600\udcff"


@pytest.mark.parametrize("name", [NEAR, ESCAPED])
def test_what_comes_in_is_not_guessed(name):
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", name)


def test_sentences_hide_nothing():
    assert clean("a\x1b[31mb\u202ec\udcff\nd") == "a\\x1b[31mb\\u202ec\\udcff\nd"
    assert len(clean(f"{LONG} {LONG}")) < 500


WIDE = [
    "list smallworld",
    "explain N001",
    "show smallworld/amazons",
    "play smallworld --players 2",
    "show smallworld/small_world_2p",
]


@pytest.mark.parametrize(("columns", "command"), crossed([0, 1, 10, 59, 61], WIDE))
def test_narrow_terminals(columns, command):
    leader, follower = pty.openpty()
    import fcntl  # noqa: PLC0415 - there where there are terminals
    import termios  # noqa: PLC0415

    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")}
    with subprocess.Popen([*COMMAND, *command.split()], stdin=follower, stdout=follower, env=env) as process:
        os.close(follower)
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            if select.select([leader], [], [], 0.1)[0]:
                try:
                    os.read(leader, 100_000)
                except OSError:
                    break
        assert process.wait(60) == 0
    os.close(leader)


# ── what the world refuses ──


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device"),
            "The output cannot be written: No space left on device.",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "x\x1b.yaml"),
            "`x\\x1b.yaml`: Permission denied.",
        ),
        (OSError(errno.EMFILE, "Too many open files"), "The system refuses: Too many open files."),
        (MemoryError(), "There is not enough memory for this."),
    ],
)
def test_what_the_world_refuses_is_no_fault(run, monkeypatch, problem, sentence):
    def command():
        raise problem

    monkeypatch.setattr(app.Family, "get_command", lambda *_: click.Command("list", callback=command))
    result = run("list")
    assert (result.code, result.err) == (2, f"ruledsl: {sentence}\n")


def test_a_closed_pipe_is_no_trouble():
    assert signals.trouble(BrokenPipeError(errno.EPIPE, "Broken pipe")) == ""


@pytest.mark.parametrize(
    "env",
    [
        {"HOME": ""},
        {"HOME": "/nonexistent"},
        {"RULEDSL_CACHE": "/etc/passwd"},
        {"RULEDSL_CACHE": "/dev/null"},
        {"RULEDSL_CACHE": "/proc"},
        {"RULEDSL_CACHE": LONG},
        {"RULEDSL_PACKS": "/etc/passwd"},
        {"RULEDSL_PACKS": LONG},
    ],
    ids=lambda env: "{}={:.12}".format(*next(iter(env.items()))),
)
def test_strange_surroundings(env):
    done = outside("list", "blank-tiles", env={"XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""} | env)
    assert (done.returncode, done.stderr) == (0, b"")


def test_without_a_home(here, monkeypatch, run):
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    for name in ("HOME", "RULEDSL_PACKS", "XDG_DATA_HOME", "XDG_CACHE_HOME", "RULEDSL_CACHE"):
        monkeypatch.delenv(name, raising=False)
    assert run("explain", "N001").code == 0
    assert "no pack `nothing`" in run("list", "nothing").err


def test_where_one_stands_may_be_gone(here):
    (here / "gone").mkdir()
    done = subprocess.run(
        ["sh", "-c", 'cd gone; rmdir ../gone; exec "$@"', "sh", *COMMAND, "list", "blank-tiles"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"fault" in done.stderr) == (0, False)


# ── names and numbers ──


@pytest.mark.parametrize(
    "name", [LONG, f"./{LONG}", f"{LONG}/{LONG}", "a\x1b[31m", "", ".", "/", "\udcff", "é", "a\nb"]
)
@pytest.mark.parametrize(
    "words",
    [
        ["play", "{}"],
        ["play", "smallworld", "--map", "{}"],
        ["play", "smallworld", "--seats", "{},{}"],
        ["play", "smallworld", "--variant", "{}=x"],
        ["simulate", "{}"],
        ["list", "{}"],
        ["show", "{}/amazons"],
        ["show", "smallworld/{}"],
        ["validate", "{}"],
        ["fmt", "{}"],
        ["test", "{}"],
        ["test", "--record", "{}"],
        ["resume", "{}"],
        ["replay", "{}"],
        ["explain", "{}"],
        ["{}"],
    ],
    ids=" ".join,
)
def test_names_that_nobody_means(run, here, words, name):
    result = run(*(word.replace("{}", name) for word in words))
    assert result.code in (0, 1, 2)
    assert "fault" not in result.err
    assert len(result.err) < 1500
    assert "\x1b" not in result.err


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "-1", "1000000000", "9" * 5000, "1e309", "", "x"])
@pytest.mark.parametrize(
    "words",
    [
        ["play", "smallworld", "--players={}"],
        ["play", "smallworld", "--players=2", "--speed={}"],
        ["play", "smallworld", "--players=2", "--maps={}", "--map=no"],
        ["simulate", "smallworld", "--players={}"],
        ["simulate", "smallworld", "--players=2", "--workers={}"],
        ["simulate", "smallworld", "--players=2", "--games={}", "--map=no"],
        ["simulate", "smallworld", "--players=2", "--only={}", "--map=no"],
        ["resume", "nothing", "--speed={}"],
    ],
    ids=lambda words: " ".join((words[0], words[-1])),
)
def test_numbers_that_nobody_means(refused, words, number):
    refused(*(word.replace("{}", number) for word in words))


def test_what_is_typed_at_the_table(run, here):
    typed = [
        "9" * 5000,
        "٣" * 5000,
        "why earnings " + "9" * 5000,
        f"why not {LONG}",
        "why = =",
        "save \0",
        f"save {LONG}",
        "\x1b[31m",
        "é" * 900,
    ]
    result = run("play", "smallworld", "--players", "2", "--seats", "human,random", typed="\n".join(typed))
    assert result.code == 0
    assert not list(here.iterdir())


# ── files ──


@functools.cache
def played(run):
    """The text of a saved game."""
    assert run("play", "smallworld", "--players", "2", "--quiet", "--save", "game.json").code == 0
    return Path("game.json").read_bytes()


@pytest.fixture
def game(run, here):
    (here / "game.json").write_bytes(played(run))
    return here / "game.json"


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path.name)


KINDS = {
    "folder": lambda path: path.mkdir(),
    "pipe": os.mkfifo,
    "socket": make_socket,
    "loop": lambda path: path.symlink_to(path.name),
    "to a pipe": lambda path: (os.mkfifo("pipe"), path.symlink_to("pipe")),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "words",
    [
        ["play", "smallworld", "--players", "2", "--quiet", "--save", "it"],
        ["resume", "game.json", "--quiet", "--save", "it"],
        ["test", "--record", "game.json", "-o", "it"],
        ["simulate", "smallworld", "--players", "2", "--games", "1", "-o", "it"],
        ["resume", "it"],
        ["replay", "it"],
        ["test", "--record", "it"],
        ["test", "it"],
        ["fmt", "it"],
        ["validate", "./it"],
    ],
    ids=" ".join,
)
def test_what_is_no_file_stays_what_it_is(refused, run, game, words, kind):
    it = game.parent / "it"
    KINDS[kind](it)
    before = os.lstat(it)
    if "it" in (words[1], words[1][2:]) and words[0] in ("validate", "test"):
        assert run(*words).code in (1, 2)
    else:
        refused(*words)
    after = os.lstat(it)
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_what_may_only_be_read_is_not_replaced(refused, game):
    game.chmod(0o444)
    assert "may only be read" in refused("play", "smallworld", "--players", "2", "--save", game)


@pytest.mark.parametrize("size", [0, MOST_TEXT + 1])
def test_empty_and_endless_games(refused, here, size):
    (here / "game.json").write_bytes(b"\0" * size)
    assert ("too large" if size else "no saved game") in refused("resume", "game.json")


def test_a_game_with_a_mark_in_front(run, game):
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes())
    assert run("replay", game).code == 0


def test_names_of_files_cannot_talk_to_the_terminal(run, here):
    evil = here / "e\x1b[31mvil"
    evil.mkdir()
    (evil / "pack.yaml").write_text(PACK.format(id="evil"))
    (evil / "x\x1b]0;x\x07.yaml").write_text("races: [\n")
    for words in (
        ["validate", "./e\x1b[31mvil"],
        ["list", "./e\x1b[31mvil"],
        ["fmt", "--check", "./e\x1b[31mvil"],
    ):
        result = run(*words)
        assert result.code in (1, 2)
        assert not set("\x1b\x07") & set(result.out + result.err)


def test_names_of_files_that_are_no_text(here):
    folder = here / "s\udcff"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK.format(id="mine"))
    (folder / "x\udcfe.yaml").write_text("texts: {a: b}\n")
    for words in (["validate", "./s\udcff"], ["list", "./s\udcff"], ["fmt", "--check", "./s\udcff"]):
        done = outside(*words)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf" + PACK.format(id="mine").encode(),
        PACK.format(id="mine").replace("\n", "\r\n").encode(),
        None,
    ],
    ids=["empty", "nul", "utf-16", "mark", "crlf", "folder"],
)
def test_heads_of_packs(run, here, head):
    name = f"./mine{hash(head)}"  # loaded only once in all tests
    path = here / name / "pack.yaml"
    path.parent.mkdir()
    path.mkdir() if head is None else path.write_bytes(head)
    good = bool(head) and len(head) > 9
    for words in (["validate", name], ["list", name], ["fmt", "--check", name]):
        result = run(*words)
        assert (result.code == 0) == good
        assert "fault" not in result.err


def test_two_commands_do_not_write_one_file(refused, run, here):
    words = ("simulate", "smallworld", "--players", "2", "--workers", "1", "-o", "games.jsonl")
    with subprocess.Popen([*COMMAND, *words, "--games", "100000"], stderr=subprocess.PIPE) as process:
        while not (here / "games.jsonl").exists() or not (here / "games.jsonl").stat().st_size:
            assert process.poll() is None
            time.sleep(0.05)
        (here / "link.jsonl").symlink_to("games.jsonl")
        for name in ("games.jsonl", "link.jsonl"):
            assert "another command" in refused(*words[:-1], name, "--games", "1")
        process.terminate()
        said = process.communicate(timeout=60)[1].decode()
    lines = (here / "games.jsonl").read_text()
    assert lines.endswith("\n")
    assert f"Stopped: {lines.count(chr(10)) - 1} of 100000 games are in games.jsonl" in said
    assert run(*words, "--games", "1", "--force").code == 0
    assert (here / "games.jsonl").read_text().count("\n") == 1 + 1


# ── signals ──


@pytest.mark.parametrize(
    ("how", "seats"), crossed([signal.SIGTERM, signal.SIGHUP], ["human,random", "random,random"])
)
def test_a_game_that_is_ended_is_saved(here, how, seats):
    words = ["play", "smallworld", "--players", "2", "--speed", "3", "--seats", seats, "--save", "game.json"]
    with subprocess.Popen(
        [*COMMAND, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(how)
        assert process.wait(60) == 128 + how
        assert b"Traceback" not in process.stderr.read()
    assert [path.name for path in here.iterdir()] == ["game.json"]
    assert json.loads((here / "game.json").read_text())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_file_that_is_half_written_is_not_left(run, game, monkeypatch, how):
    before = game.read_text()

    def ended(_):
        raise KeyboardInterrupt if how == signal.SIGINT else signals.Ended(how)

    monkeypatch.setattr("os.fsync", ended)
    assert run("play", "smallworld", "--players", "2", "--quiet", "--save", game).code == 128 + how
    assert game.read_text() == before
    assert [path.name for path in game.parent.iterdir()] == ["game.json"]


def test_a_variant_has_a_card(run):
    out = " ".join(run("show", "core/vanished_banner").out.replace("│", " ").split())
    assert "as the other rules say" in out, out
    assert "to the top of the pile of banners" in out
    data = json.loads(run("show", "core/final_conquest", "--format", "json").out)
    assert [option["id"] for option in data["options"]] == ["three_short", "cost_three"]
    assert data["options"][1]["in_words"]
