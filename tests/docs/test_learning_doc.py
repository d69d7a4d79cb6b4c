"""The examples of docs/learning.md are run, each by itself."""

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("wasmtime")

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"
TEXT = PAGE.read_text(encoding="utf-8")
CODE = list(re.finditer(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
LINES = [TEXT[: match.start()].count("\n") + 1 for match in CODE]


@pytest.mark.parametrize(("line", "code"), list(zip(LINES, CODE, strict=True)), ids=map(str, LINES))
def test_an_example_runs(line, code):
    exec(compile("\n" * line + code[1], str(PAGE), "exec"), {})  # noqa: S102 - our own page
