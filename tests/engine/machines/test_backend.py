"""Machines without a compiler, or with a bad one: it is said once, and games are played in Python."""

import os
import subprocess
import sys

import pytest
from native_games import content, native
from printers import state_on

import ruledsl
from ruledsl.base.errors import EngineError
from ruledsl.base.store import from_bytes, store, to_bytes
from ruledsl.engine.compile.wasm import program
from ruledsl.engine.machines import backend, wasm
from ruledsl.engine.machines import backend as programs
from ruledsl.engine.machines.blocks import place

MAP = "small_world_2p"


def test_without_the_package_games_are_played_in_python(monkeypatch):
    monkeypatch.setattr(backend, "find_spec", lambda _: None)
    rules = ruledsl.load("smallworld")
    assert rules.new_game(2, 1).decision
    assert rules.backend.name == "python"
    assert "wasmtime" in rules.backend.problem
    batch = rules.batch(2, 2)
    batch.step([0, 0])
    assert all(batch.counts)


def test_a_compiler_that_fails_is_said_and_nothing_else(monkeypatch):
    def fail(_):
        raise RuntimeError("no such processor")

    monkeypatch.setenv("RULEDSL_CACHE", "off")  # what others have compiled would be taken
    monkeypatch.setattr(wasm.wasmtime, "wat2wasm", fail)
    rules = ruledsl.load("smallworld")
    assert rules.new_game(2, 1).decision
    assert "no such processor" in rules.backend.problem


def test_what_was_compiled_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path / "cache"))
    programs.native_of(ruledsl.load("smallworld").code)
    monkeypatch.setattr(program, "native_program", None)
    rules = ruledsl.load("smallworld")
    machine = programs.native_of(rules.code).machine()
    state = rules.new_game(3, 5).state
    place(machine, state)
    assert content(state_on(machine)) == content(state)


def test_what_was_kept_and_is_damaged_is_compiled_again(monkeypatch, tmp_path):
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULEDSL_CACHE", str(folder))
    rules = ruledsl.load("smallworld")
    programs.native_of(rules.code)
    for entry in folder.glob("native-*"):
        entry.write_bytes(entry.read_bytes()[:-5] + b"wrong")
    assert programs.native_of(rules.code).machine()


def test_what_was_kept_belongs_to_a_compiler_and_its_settings(monkeypatch, tmp_path):
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULEDSL_CACHE", str(folder))
    rules = ruledsl.load("smallworld")
    for _ in range(2):
        programs.native_of(rules.code)
        assert len(list(folder.glob("native-*"))) == 1
    settings = wasm.wasmtime.Config()
    settings.cranelift_opt_level = "none"
    other = wasm.wasmtime.Engine(settings)
    monkeypatch.setattr(wasm, "engine", lambda: other)
    programs.native_of(rules.code)
    assert len(list(folder.glob("native-*"))) == 2


def test_what_was_kept_and_does_not_suit_the_compiler_is_compiled_again_and_kept(monkeypatch, tmp_path):
    """As when it was kept by another version, on another processor: it is whole, and wasmtime refuses it."""
    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path / "cache"))
    rules = ruledsl.load("smallworld")
    programs.native_of(rules.code)
    (entry,) = (tmp_path / "cache").glob("native-*")
    good = store().get(entry.name)
    text, plan = from_bytes(good)
    store().put(entry.name, to_bytes((b"another version", plan)))
    assert programs.native_of(rules.code).machine()
    assert from_bytes(store().get(entry.name))[0][:64] == text[:64]
    monkeypatch.setattr(program, "native_program", None)
    assert programs.native_of(rules.code).machine()


def test_a_call_beyond_the_memory_is_a_clear_error():
    _, machine = native("smallworld")
    with pytest.raises(EngineError, match="the engine came upon"):
        machine.call("restore", 0xFFFF0000)


def test_a_machine_that_cannot_be_made_is_said(monkeypatch):
    def fail(_):
        raise MemoryError("no addresses left")

    monkeypatch.setattr(programs.Native, "machine", fail)
    rules = ruledsl.load("smallworld")
    assert rules.new_game(2, 1).decision
    assert "no addresses left" in rules.backend.problem
    assert rules.backend.name == "python"


def test_the_backend_that_runs_is_said_with_the_reason(monkeypatch):
    assert backend.described().startswith(f"native, by wasmtime {backend.compiler()}")

    def fail(_):
        raise RuntimeError("no such\nprocessor")

    with monkeypatch.context() as odd:
        odd.setattr(wasm.wasmtime, "wat2wasm", fail)
        assert backend.described().startswith("Python, since wasmtime")
        assert "RuntimeError: no such processor" in backend.described()
    monkeypatch.setattr(backend, "find_spec", lambda _: None)
    assert backend.described() == f"Python, since {backend.MISSING}"


# ── as a command ──

SERIES = (
    "simulate",
    "smallworld",
    "--players",
    "2",
    "--workers",
    "1",
    "--games",
    "24",
    "-o",
    "games.jsonl",
    "--force",
)


@pytest.fixture
def run(tmp_path, shared_cache):
    """Runs a command with a package wasmtime that is there and broken, or with the one that is installed."""
    (tmp_path / "broken" / "wasmtime").mkdir(parents=True)
    (tmp_path / "broken" / "wasmtime" / "__init__.py").write_text("raise ImportError('no such library')")

    def run(*words, broken=False, backend=""):
        environment = {**os.environ, "RULEDSL_CACHE": str(shared_cache), "RULEDSL_BACKEND": backend}
        if broken:
            environment["PYTHONPATH"] = str(tmp_path / "broken")
        done = subprocess.run(
            [sys.executable, "-m", "ruledsl", *words],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_series_of_games_says_that_the_compiler_is_broken_and_is_played(run, tmp_path):
    code, _, said = run(*SERIES, "--games", "72", broken=True)
    assert (code, said.count("\n")) == (0, 2), said
    assert said.startswith(
        "Games are played in Python: it could not be compiled (ImportError: no such library).\n"
    )
    assert '"error"' not in (tmp_path / "games.jsonl").read_text()
    assert "does not run here (ImportError: no such library)" in run("--version", "--verbose", broken=True)[1]


def test_the_backend_can_be_chosen(run, tmp_path):
    _, _, said = run(*SERIES, backend="python")
    assert said.startswith("Games are played in Python: RULEDSL_BACKEND is `python`.\n")
    lines = (tmp_path / "games.jsonl").read_text()
    code, _, said = run(*SERIES, backend="native")
    assert (code, said) == (0, "24 games in games.jsonl.\n")
    assert (tmp_path / "games.jsonl").read_text() == lines
    assert "RULEDSL_BACKEND is `python`" in run("--version", "--verbose", backend="python")[1]
    assert "neither `python` nor `native` but `pyhton`" in run("--version", "--verbose", backend="pyhton")[1]


def test_what_is_asked_for_by_name_and_not_to_be_had_is_refused(run):
    code, _, said = run(*SERIES, backend="native", broken=True)
    sentence = (
        "ruledsl: There is no native backend: it could not be compiled (ImportError: no such library).\n"
    )
    assert (code, said) == (2, sentence)


def test_games_wait_for_the_backend_that_was_asked_for(monkeypatch):
    monkeypatch.setenv("RULEDSL_BACKEND", "native")
    rules = ruledsl.load("smallworld")
    assert rules.backend.games(rules.board(MAP)).machine
    assert not rules.backend.problem


def test_a_function_without_end_is_compiled_as_it_stands_and_does_the_same(monkeypatch):
    monkeypatch.setenv("RULEDSL_CACHE", "off")
    monkeypatch.setattr(wasm, "LONG", 1)
    plain = []
    find = wasm._plain_engine
    monkeypatch.setattr(wasm, "_plain_engine", lambda: plain.append(1) or find())
    state = ruledsl.load("smallworld").new_game(3, 5).state
    machine = programs.native_of(state.code).machine()
    place(machine, state)
    assert plain
    assert content(state_on(machine)) == content(state)
