"""What the server refuses, in six languages: each sentence of the code is there, and people hear theirs."""

import ast
import re
from pathlib import Path

import ruledsl
from ruledsl.play.naming.languages import PSEUDO
from ruledsl.table.server.refusals import OTHERS, REFUSALS, Refused

ROOMS = [Path(ruledsl.__file__).parent / room for room in ("table",)]
HOLE = re.compile(r"\{\w+\}")


def sentences():
    """The sentences that `Refused` is given, as far as they are written there."""
    for path in (path for room in ROOMS for path in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                said = node.args[1] if len(node.args) > 1 else None
                assert not isinstance(said, ast.JoinedStr), f"{path}:{node.lineno}: say it with holes"
                if isinstance(said, ast.Constant):
                    yield said.value


def test_each_sentence_is_there_in_each_language():
    assert set(sentences()) == set(REFUSALS)


def test_each_sentence_has_the_same_holes_in_each_language():
    for english, others in REFUSALS.items():
        assert len(others) == len(OTHERS), english
        for said in others:
            assert sorted(HOLE.findall(said)) == sorted(HOLE.findall(english)), said


def test_a_sentence_is_said_in_a_language():
    refused = Refused("table-001", "`{key}` is missing.", key="{x}")
    assert [refused.said(language) for language in ("en", "da", PSEUDO, "xx")] == [
        "`{x}` is missing.",
        "`{x}` mangler.",
        "`{x}` íś ḿíśśíńǵ.",
        "`{x}` is missing.",
    ]
    quoted = Refused("table-010", "{'a': 1} is no pack")
    assert quoted.said("da") == quoted.said(PSEUDO) == quoted.text == "{'a': 1} is no pack"
