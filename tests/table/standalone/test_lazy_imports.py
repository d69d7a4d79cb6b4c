"""Packages that come when they are imported."""

import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from ruledsl.table.standalone.boot import LazyImports
from ruledsl.table.standalone.sources import packed


@pytest.fixture
def later(tmp_path, monkeypatch):
    """What comes later, and how often it was fetched."""
    fetched = []

    def fetch():
        fetched.append(1)
        return packed(
            {
                "comes_later/__init__.py": b"from comes_later.inside import HERE",
                "comes_later/inside.py": b"HERE = 1",
            }
        )

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, LazyImports(["comes_later"], tmp_path, fetch)])
    yield fetched
    for name in ("comes_later", "comes_later.inside"):
        sys.modules.pop(name, None)


def test_it_is_fetched_once_when_it_is_imported(later):
    assert find_spec("never_there") is None
    assert not later
    assert import_module("comes_later").HERE == 1
    assert import_module("comes_later.inside").HERE == 1
    assert find_spec("never_there") is None
    assert later == [1]
