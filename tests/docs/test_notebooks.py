"""docs/notebooks.md and the notebooks are run, with fewer games than a reader has time for; tables in the page say what the program says."""

import json
import re
from pathlib import Path

import pytest

import ruledsl

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "notebooks.md").read_text(encoding="utf-8")
CODE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
GAMES = re.compile(r"games=[0-9_]+")


@pytest.fixture(autouse=True)
def _in_one_process(monkeypatch):
    # Processes that play have tests of their own.
    monkeypatch.setattr("ruledsl.lab.bulk.workers.cores", lambda: 1)


def run(blocks, name):
    known = {}
    for number, block in enumerate(blocks):
        text = GAMES.sub("games=20", block)
        exec(compile(text, f"{name}, block {number}", "exec"), known)  # noqa: S102 - our own
    return known


def test_the_examples_of_the_page_run():
    assert run(CODE.findall(TEXT), "notebooks.md")["report"].passed


@pytest.mark.parametrize("path", sorted(DOCS.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run_and_hold_no_outputs(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in book["cells"])
    run(["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"], path.name)


def test_the_tables_of_columns_are_those_of_the_program():
    for name, columns in ruledsl.COLUMNS.items():
        table = TEXT.split(f"| {name} | |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
        assert table == [f"| `{column}` | {meaning} |" for column, meaning in columns.items()], name
