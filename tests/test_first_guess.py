"""Each question of the first-guess quiz has one right file (docs/decisions/0021-nine-rooms.md)."""

import re
from pathlib import Path

from ruamel.yaml import YAML

import ruledsl

HOME = Path(ruledsl.__file__).parent
QUIZ = YAML(typ="safe").load(Path(__file__).with_name("first_guess.yaml").read_text(encoding="utf-8"))


def test_each_question_has_one_answer():
    texts = {path: path.read_text(encoding="utf-8") for path in HOME.rglob("*.py")}
    answers = {
        entry["asks"]: sum(bool(re.search(entry["is"], text, re.MULTILINE)) for text in texts.values())
        for entry in QUIZ
    }
    assert len(QUIZ) == 40
    assert {asked: count for asked, count in answers.items() if count != 1} == {}
