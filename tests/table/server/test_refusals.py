"""What the server refuses, in six languages: each sentence of the code is there, and people hear theirs."""

import ast
import json
import re
from pathlib import Path

import ruledsl
from ruledsl import load
from ruledsl.play.naming import words
from ruledsl.play.naming.languages import LANGUAGES, PSEUDO, STANDARD
from ruledsl.table.server.refusals import Refused

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


def texts(language):
    """What the file of a language has."""
    path = Path(words.__file__).with_name("texts") / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_each_sentence_is_there_in_each_language():
    for language in LANGUAGES:
        if language != STANDARD:
            assert set(sentences()) == set(texts(language)["refusals"]), language


def test_each_text_is_there_in_each_language_with_the_same_holes():
    danish = texts("da")
    for language in LANGUAGES:
        for section in ("words", "refusals"):  # those of sentences have forms in their holes
            own = texts(language).get(section, {})
            if language == STANDARD and not own:
                continue
            assert own.keys() == danish[section].keys(), language
            for key, said in own.items():
                english = texts(STANDARD)["words"][key] if section == "words" else key
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
