"""Commands run inside this process; packs that several tests need are loaded once."""

import functools
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from ruledsl.cli import main
from ruledsl.play import rules


@functools.cache
def _loaded(packs, variants):
    return _load(*packs, variants=dict(variants))


_load = rules.load


@pytest.fixture(autouse=True)
def _load_once(monkeypatch):
    monkeypatch.setattr(
        rules, "load", lambda *packs, variants=None: _loaded(packs, tuple((variants or {}).items()))
    )


@pytest.fixture(scope="session")
def run():
    def run(*words, typed=None):
        result = CliRunner().invoke(main, [str(word) for word in words], input=typed)
        assert "Traceback" not in result.output
        # What else comes out of a command would be a traceback for whoever gave it.
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return SimpleNamespace(code=result.exit_code, out=result.stdout, err=result.stderr)

    return run


@pytest.fixture
def refused(run):
    """Run a command that must be refused: one sentence on the error stream, nothing else, exit code 2."""

    def refused(*words, typed=None, code=2):
        result = run(*words, typed=typed)
        assert result.code == code, result
        assert not result.out
        assert result.err.startswith("ruledsl: ")
        assert result.err.count("\n") == 1
        return result.err

    return refused
