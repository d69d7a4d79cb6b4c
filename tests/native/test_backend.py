"""Machines without a compiler, or with a bad one: it is said once, and games are played in Python."""

import pytest
from native_games import content, native

import ruledsl
from ruledsl import GameError
from ruledsl.engine.state.limits import EngineError
from ruledsl.native import backend, programs
from ruledsl.native.reading import read
from ruledsl.native.writing import state_of

MAP = "small_world_2p"


def test_without_the_package_games_are_played_in_python(monkeypatch):
    monkeypatch.setattr(backend, "find_spec", lambda _: None)
    rules = ruledsl.load("smallworld")
    assert rules.backend.wait() is None
    assert rules.backend.name == "python"
    assert "wasmtime" in rules.backend.problem
    with pytest.raises(GameError, match="wasmtime"):
        rules.batch(2, 2)


def test_a_compiler_that_fails_is_said_and_nothing_else(monkeypatch):
    def fail(_):
        raise RuntimeError("no such processor")

    monkeypatch.setenv("RULEDSL_CACHE", "off")  # what others have compiled would be taken
    monkeypatch.setattr(programs.wasmtime, "wat2wasm", fail)
    rules = ruledsl.load("smallworld")
    assert rules.backend.wait() is None
    assert "no such processor" in rules.backend.problem
    assert rules.new_game(2, 1).decision


def test_what_was_compiled_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path / "cache"))
    programs.native_of(ruledsl.load("smallworld").code)
    monkeypatch.setattr(programs, "native_program", None)
    rules = ruledsl.load("smallworld")
    machine = programs.native_of(rules.code).machine()
    state = rules.new_game(3, 5).state
    read(machine, state)
    assert content(state_of(machine)) == content(state)


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
    settings = programs.wasmtime.Config()
    settings.cranelift_opt_level = "none"
    other = programs.wasmtime.Engine(settings)
    monkeypatch.setattr(programs, "engine", lambda: other)
    programs.native_of(rules.code)
    assert len(list(folder.glob("native-*"))) == 2


def test_a_call_beyond_the_memory_is_a_clear_error():
    _, machine = native("smallworld")
    with pytest.raises(EngineError, match="native engine"):
        machine.call("restore", 0xFFFF0000)


def test_a_machine_that_cannot_be_made_is_said(monkeypatch):
    def fail(_):
        raise MemoryError("no addresses left")

    monkeypatch.setattr(programs.Native, "machine", fail)
    rules = ruledsl.load("smallworld")
    assert rules.backend.wait() is not None
    assert rules.backend.games(rules.board(MAP)) is None
    assert "no addresses left" in rules.backend.problem
    assert rules.backend.games(rules.board(MAP)) is None


def test_the_backend_that_runs_is_said_with_the_reason(monkeypatch):
    assert backend.described().startswith(f"native, by wasmtime {backend.compiler()}")

    def fail(_):
        raise RuntimeError("no such\nprocessor")

    with monkeypatch.context() as odd:
        odd.setattr(programs.wasmtime, "wat2wasm", fail)
        assert backend.described().startswith("Python, since wasmtime")
        assert "RuntimeError: no such processor" in backend.described()
    monkeypatch.setattr(backend, "find_spec", lambda _: None)
    assert backend.described() == f"Python, since {backend.MISSING}"
