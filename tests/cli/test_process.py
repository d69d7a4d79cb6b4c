"""What can only be seen from outside: what is imported, pipes that close, Ctrl-C, a real terminal."""

import gc
import os
import pty
import signal
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "ruledsl.cli"]
HEAVY = {"rich", "lark", "ruamel", "jsonschema"}


def _modules(*words):
    code = (
        "import sys\nfrom ruledsl.cli import main\n"
        f"try: main({list(words)!r})\nexcept SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stderr.split()


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["play", "--help"],
        ["validate", "--help"],
        ["list", "--help"],
        ["simulate", "--help"],
    ],
)
def test_help_loads_nothing_heavy(words):
    modules = _modules(*words)
    assert not HEAVY & {name.split(".")[0] for name in modules}
    heavy = ["rules.check", "engine", "author", "lab", "table"]
    if words[0] not in {"play", "simulate"}:  # their help names the bots that there are
        assert not [
            name for name in modules if name.startswith(tuple(f"ruledsl.{room}" for room in (*heavy, "play")))
        ]


@pytest.mark.parametrize(
    "command", ["play", "resume", "replay", "simulate", "list", "show", "validate", "test", "explain"]
)
def test_every_help_has_examples(command):
    done = subprocess.run([*COMMAND, command, "--help"], capture_output=True, text=True, check=True)
    assert f"ruledsl {command} " in done.stdout.split("Options:")[0].split("\n", 1)[1]


def test_the_version():
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ruledsl ")


@pytest.mark.parametrize(("words", "looks"), [(["explain", "L001"], False), (["play", "--help"], True)])
def test_short_commands_leave_their_garbage_behind(words, looks):
    code = (
        f"import gc, sys\nfrom ruledsl.cli import main\nsys.argv = ['ruledsl', *{words}]\n"
        "try: main()\nexcept SystemExit: print(gc.isenabled(), gc.get_freeze_count() > 0, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == f"{looks} True\n"


def test_called_by_a_program_a_command_leaves_its_garbage_collector_alone(run):
    before = gc.get_freeze_count()
    assert run("explain", "L001").code == 0
    assert gc.isenabled()
    assert gc.get_freeze_count() <= before  # some of what the tests froze may go meanwhile


def test_a_closed_pipe_ends_quietly():
    with subprocess.Popen(
        [*COMMAND, "play", "smallworld", "--speed", "0.01"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) in (0, 1)
        assert not process.stderr.read()


def test_ctrl_c_ends_quietly_and_saves(tmp_path):
    file = tmp_path / "game.json"
    with subprocess.Popen(
        [*COMMAND, "play", "smallworld", "--speed", "3", "--save", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert not said.strip()
    assert file.read_text().endswith("}\n")


def test_a_terminal_gets_colours():
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "explain", "L001"],
        stdout=follower,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    ) as process:
        process.wait(60)
    os.close(follower)
    assert b"\x1b[" in os.read(leader, 10_000)
    os.close(leader)
