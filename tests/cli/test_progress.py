"""What takes long says on a terminal what it is doing, and stops when asked to; elsewhere it says nothing."""

import io
import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest

from ruledsl.author.interactions import tabled
from ruledsl.author.testkit import run_scenarios
from ruledsl.cli.screen import progress
from ruledsl.cli.screen.progress import doing
from ruledsl.play.rules import load
from ruledsl.table.standalone import folder


class Screen(io.StringIO):
    """A stream for errors that is a terminal, or none."""

    def __init__(self, *, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("quick", [True, False])
def test_a_line_on_a_terminal_after_a_moment(terminal, quick, monkeypatch):
    screen = Screen(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "AFTER", 30 if quick else 0)
    with doing("first\x1b") as tell:
        deadline = time.monotonic() + 30
        while (
            terminal
            and not quick
            and "first\\x1b (0 s" not in screen.getvalue()
            and time.monotonic() < deadline
        ):
            time.sleep(0.01)
        tell("second")
        while terminal and not quick and "second (" not in screen.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    shown = screen.getvalue()
    assert ("first" in shown, "second" in shown) == (
        (True, True) if terminal and not quick else (False, False)
    )


def test_the_line_is_gone_after_an_error(monkeypatch):
    screen = Screen(terminal=True)
    monkeypatch.setattr(sys, "stderr", screen)
    with pytest.raises(KeyError), doing("something"):
        raise KeyError
    assert not screen.getvalue()


def test_scenarios_and_interactions_tell_how_far_they_are():
    heard = []
    report = run_scenarios("blank-tiles", tell=heard.append)
    assert len(heard) == len(report.results)
    assert heard[-1].startswith(f"scenario {len(heard)} of {len(heard)}: ")
    told = []
    tabled(load("smallworld", "blank-tiles"), games=2, tell=told.append)
    assert [line for line in told if line.startswith("game")] == ["game 1 of 2", "game 2 of 2"]


def test_a_page_is_refused_before_any_work_where_node_is_missing(run, tmp_path, monkeypatch):
    monkeypatch.setattr(folder.shutil, "which", lambda _name: None)
    monkeypatch.setattr("ruledsl.play.rules.load", None)
    result = run("page", "smallworld", "-o", tmp_path / "site")
    assert (result.code, result.err) == (
        2,
        "ruledsl: The modules are compiled by Node.js, which is not installed.\n",
    )
    assert not (tmp_path / "site").exists()


def test_a_long_command_can_be_stopped():
    """Its line is shown, and Ctrl-C ends it with 130 and no traceback."""
    main, other = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "ruledsl.cli",
        "--no-cache",
        "interactions",
        "smallworld",
        "--games",
        "100000",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=other, stdin=subprocess.DEVNULL)
    os.close(other)
    shown = ""
    while not re.search(r"game [\d,]+ of 100,000 \(\d+ s; Ctrl-C", shown):
        shown += os.read(main, 4096).decode(errors="replace")
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    os.close(main)
    assert "Traceback" not in shown
