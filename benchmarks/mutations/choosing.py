"""A plugin of pytest: only the tests that a file names, one a line, file by file in the order in which these come."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CHOSEN = "RULEDSL_MUTATIONS_CHOSEN"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The nearest test first."""
    names = Path(os.environ[CHOSEN]).read_text(encoding="utf-8").splitlines()
    place = {name: number for number, name in enumerate(names)}
    left_out = [item for item in items if item.nodeid not in place]
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])
    config.hook.pytest_deselected(items=left_out)
