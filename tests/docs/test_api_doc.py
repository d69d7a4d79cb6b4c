"""The examples of docs/api.md are run, one after the other, as if they were one program."""

import re
from pathlib import Path

import ruledsl
from ruledsl.play.decisions import Decision

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
TEXT = PAGE.read_text(encoding="utf-8")
CODE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_examples_run(capsys):
    known = {}
    for match in CODE.finditer(TEXT):
        line = TEXT[: match.start()].count("\n") + 1
        exec(compile("\n" * line + match[1], str(PAGE), "exec"), known)  # noqa: S102 - our own page
    assert "cost of d swamp for Swamp Ratmen is 4" in capsys.readouterr().out


def test_all_of_a_decision_and_of_the_package_is_named():
    for name in (name for name in vars(Decision) if not name.startswith("_")):
        assert (
            name
            in ("pending", "info", "option", "id_of", "index_of", "told", "call", "whole_option", "state")
            or f"`{name}`" in TEXT
        ), name
    for name in ("load", "Game", "GameError", "PackError", "PositionError", "position_of"):
        assert name in ruledsl.__all__
        assert name in TEXT
