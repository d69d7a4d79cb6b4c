"""What the server refuses, in six languages: each sentence of the code is there, and people hear theirs."""

import ast
import json
import re
from pathlib import Path

import ruledsl
from ruledsl import load
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


def test_a_refusal_is_short_however_much_is_wrong(at_desk):
    """Packs, keys and regions by thousands in one request; a saved game is refused at the end of what all lists name."""
    game = load("smallworld").new_game(2, 1)
    nowhere = {f"nowhere_{number}": {"owner": 0} for number in range(30_000)}
    save = json.loads(game.to_json())
    save["start"]["position"] = {"regions": nowhere}
    words = [f"unknown_{number}" for number in range(3000)]

    async def ask(desk):
        visitor = await desk.visitor()
        for path, asked in (
            ("/api/upload", save),
            ("/api/tables", {"packs": words, "players": 2, "seats": []}),
            ("/api/tables", {"packs": ["smallworld"], "variants": dict.fromkeys(words, "x"), "players": 2}),
            ("/api/tables", dict.fromkeys(words, 1)),
            ("/api/tables", {"packs": ["x" * 60_000], "players": 2, "seats": []}),
        ):
            answer = await visitor.http.post(path, json=asked)
            assert answer.status_code >= 400, asked
            assert len(answer.json()["error"]["text"]) <= 601

    at_desk(ask)
