"""The language server attacked over its own protocol (`attack.py`)."""

import os

import pytest
from attack import attacked
from lengths import WHOLE


@pytest.mark.skipif(os.name == "nt", reason="memory cannot be bounded there")
@pytest.mark.parametrize("seed", range(4 if WHOLE else 1))
def test_an_editor_that_means_harm_does_none(seed):
    kinds = attacked(3000 if WHOLE else 300, seed)
    assert min(kinds["error"], kinds["answer"]) > 10
    assert kinds["textDocument/publishDiagnostics"]
