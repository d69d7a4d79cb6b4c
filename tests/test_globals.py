"""What a library call finds in its process it leaves: handlers, folders, filters, limits, streams and the processes of others (issue 44, case 06)."""

from __future__ import annotations

import asyncio
import builtins
import decimal
import gc
import importlib
import locale
import logging
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import ruledsl
from ruledsl.author.book import rulebook
from ruledsl.author.trial import tried
from ruledsl.lab.bulk.workers import ProcessPool, _line
from ruledsl.rl import Solo
from ruledsl.table.server.run import serve
from ruledsl.table.server.settings import Settings

LOGS = (
    "",
    "asyncio",
    "uvicorn",
    "uvicorn.error",
    "uvicorn.access",
    "ruledsl",
    "ruledsl.serve",
    "distributed",
)


LIBRARIES = ("uvicorn.config", "polars", "gymnasium", "ruamel.yaml")
"""They set themselves up when they are first imported: handlers of logs, a variable of the environment for memory, filters of warnings."""


def picture() -> dict[str, object]:
    """Everything that belongs to the whole process."""
    logs = [logging.getLogger(name) for name in LOGS]
    found = {
        "signals": [signal.getsignal(number) for number in sorted(signal.valid_signals())],
        "folder": Path.cwd(),
        "locale": locale.setlocale(locale.LC_ALL),
        "warnings": list(warnings.filters),
        "environment": dict(os.environ),
        "path": list(sys.path),
        "finders": (list(sys.meta_path), list(sys.path_hooks)),
        "depth": sys.getrecursionlimit(),
        "switching": sys.getswitchinterval(),
        "digits": sys.get_int_max_str_digits(),
        "garbage": (gc.isenabled(), gc.get_threshold(), gc.get_debug()),
        "logs": [(log.level, log.disabled, log.propagate, log.handlers[:], log.filters[:]) for log in logs],
        "logging": (logging.root.manager.disable, logging.raiseExceptions, logging.lastResort),
        "processes": multiprocessing.get_start_method(allow_none=True),
        "children": multiprocessing.active_children(),
        "streams": [
            (stream, stream.encoding, stream.errors) for stream in (sys.stdin, sys.stdout, sys.stderr)
        ],
        "hooks": (sys.excepthook, sys.displayhook, threading.excepthook, sys.unraisablehook, sys.gettrace()),
        "main": sys.modules["__main__"],
        "sockets": socket.getdefaulttimeout(),
        "temporary": tempfile.tempdir,
        "arrays": np.geterr(),
        "chance": (random.getstate(), str(np.random.get_state())),  # noqa: NPY002 - it is the global one
        "decimal": str(decimal.getcontext()),
        "names": set(vars(builtins)),
        "loop": type(asyncio.get_event_loop_policy()),
    }
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        mask = os.umask(0o022)
        os.umask(mask)
        found["mask"] = mask
        found["held"] = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        found["limits"] = [resource.getrlimit(kind) for kind in range(7)]
        found["priority"] = os.getpriority(os.PRIO_PROCESS, 0)
    return found


def _played() -> None:
    rules = ruledsl.load("smallworld")
    game = rules.new_game(players=2, seed=1)
    for _ in range(5):
        game.choose(0)
    game.undo()
    ruledsl.Game.from_json(game.to_json(), rules)


def _environment() -> None:
    environment = Solo("smallworld", players=2)
    environment.reset(seed=1)
    environment.close()


def _served() -> None:
    with tempfile.TemporaryDirectory() as folder:
        serve(Settings(data=Path(folder), port=0), None, lambda _: None)


CALLS = {
    "play": _played,
    "simulate": lambda: ruledsl.simulate("smallworld", games=1, players=2, workers=1),
    "simulate together": lambda: ruledsl.simulate("smallworld", games=5, players=2, workers=2),
    "validate": lambda: ruledsl.validate("blank-tiles"),
    "trial": lambda: tried(("blank-tiles",)),
    "environment": _environment,
    "book": lambda: rulebook(ruledsl.load("blank-tiles"), ["blank-tiles"]),
    "picture": lambda: ruledsl.picture(ruledsl.load("smallworld"), "small_world_2p"),
    "serve": _served,
}


@pytest.fixture(scope="module", autouse=True)
def warm():
    """Libraries that set themselves up when they are first imported."""
    for name in LIBRARIES:
        importlib.import_module(name)

    ruledsl.load("smallworld")


@pytest.fixture(autouse=True)
def servers_that_stop(monkeypatch):
    """Servers end as soon as they run."""
    uvicorn = pytest.importorskip("uvicorn")

    async def at_once(self, counter):
        return True

    monkeypatch.setattr(uvicorn.Server, "on_tick", at_once)


def _same(call) -> None:
    before = picture()
    call()
    after = picture()
    assert {key: (before[key], after[key]) for key in before if before[key] != after[key]} == {}


def _in_a_loop(call) -> None:
    async def cell():
        call()

    asyncio.run(cell())


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_leaves_the_process_as_it_was(call):
    _same(call)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_so_does_one_from_another_thread(call):
    problems = []

    def run() -> None:
        try:
            _same(call)
        except BaseException as problem:  # noqa: BLE001 - it is raised below
            problems.append(problem)

    before = picture()
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]
    after = picture()
    assert {key for key in before if before[key] != after[key]} == set()


@pytest.mark.parametrize("name", ["play", "simulate", "validate", "environment", "trial"])
def test_so_does_one_inside_a_running_loop(name):
    _in_a_loop(lambda: _same(CALLS[name]))


def test_an_import_changes_nothing():
    code = (
        "import sys; sys.path.insert(0, 'tests'); from test_globals import LIBRARIES, picture; "
        "import importlib; [importlib.import_module(name) for name in LIBRARIES]; before = picture(); "
        "import ruledsl; [importlib.import_module(f'ruledsl.{n}') for n in ruledsl._ROOMS.values()]; "
        "import ruledsl.table.server.run, ruledsl.author.lsp.server, ruledsl.table.standalone, ruledsl.cli.app; after = picture(); "
        "print([(k, before[k], after[k]) for k in before if before[k] != after[k]])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


# ── processes ──


def test_a_pool_ends_its_own_processes_and_no_others():
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    with ProcessPool(2) as pool:
        found = pool.results(time.sleep, [0.0] * 2 + [60.0] * 4)
        assert next(found) is None
        other.start()  # after the pool began
        mine = [process for process in multiprocessing.active_children() if process != other]
    assert mine
    assert not any(process.is_alive() for process in mine)
    assert other.is_alive()
    other.kill()
    other.join()


def test_simulations_in_two_threads_do_not_meet():
    found, problems = [], []

    def run(workers: int) -> None:
        try:
            found.append(
                "".join(ruledsl.simulate("smallworld", games=6, players=2, seed=7, workers=workers).lines)
            )
        except BaseException as problem:  # noqa: BLE001 - it is asserted below
            problems.append(problem)

    before = picture()
    threads = [threading.Thread(target=run, args=(workers,)) for workers in (2, 2, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(set(found)) == 1
    after = picture()
    assert {key for key in before if before[key] != after[key]} == set()


def test_bots_of_a_simulation_in_python_print_where_the_program_prints(capsys, monkeypatch):
    """`sys.stdout` belongs to the program: another thread may print meanwhile."""
    seen = []
    monkeypatch.setattr(
        "ruledsl.lab.bulk.workers.line_of", lambda *_: seen.append(sys.stdout) or {"error": "none"}
    )
    _line(
        ruledsl.load("smallworld"), ruledsl.lab.series.set_up(ruledsl.load("smallworld"), 2, (), 1, None), 0
    )
    assert seen == [sys.stdout]
