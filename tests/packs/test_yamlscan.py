"""The quick scanner gives up, or it reads what ruamel.yaml reads, at the same places. It does not give up on our own files."""

import random
from pathlib import Path

import pytest

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs import yamlreader
from ruledsl.packs.yamlscan import scan

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FILES = sorted(RULESETS.rglob("*.yaml"))
SIGNS = [
    *" :#-[]{}\"'|,>&*!%@?~\\",
    "\n",
    "\n\n",
    ": ",
    " #",
    "- ",
    "  ",
    "\t",
    "''",
    "|\n",
    "---\n",
    "a",
    "1",
    "é",
    "’",
    "key: value",
]


def read(text, monkeypatch, quick):
    """The tree, what was found, and whether it was the quick scanner that read it."""
    found = Diagnostics()
    with monkeypatch.context() as patch:
        if not quick:
            patch.setattr(yamlreader, "scan", lambda _text, _rows, _name: None)
        return yamlreader.read_yaml_text(text, "file", found), found.sorted()


def same(text, monkeypatch):
    if scan(text, text.split("\n"), "file") is None:
        return False
    assert read(text, monkeypatch, quick=True) == read(text, monkeypatch, quick=False), text
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(RULESETS)))
def test_our_own_files_are_read_quickly_and_right(path, monkeypatch):
    assert same(path.read_text(encoding="utf-8"), monkeypatch)


def damaged(text, chance):
    place = chance.randrange(len(text))
    way = chance.randrange(5)
    if way == 0:
        return text[:place] + chance.choice(SIGNS) + text[place:]
    if way == 1:
        return text[:place] + text[place + chance.randrange(1, 4) :]
    if way == 2:
        return text[:place] + chance.choice(SIGNS) + text[place + 1 :]
    lines = text.split("\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    if way == 3:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines[first] = " " * chance.randrange(5) + lines[first].lstrip(" ")
    return "\n".join(lines)


def test_damaged_files_are_given_up_or_read_right(monkeypatch):
    chance = random.Random(7)
    quick = 0
    texts = [text for path in FILES if len(text := path.read_text(encoding="utf-8")) < 1500]
    for _ in range(600):
        text = chance.choice(texts)
        for _ in range(chance.randrange(1, 4)):
            text = damaged(text, chance) if text else text
        quick += same(text, monkeypatch)
    assert quick > 100


def test_texts_made_of_signs_are_given_up_or_read_right(monkeypatch):
    chance = random.Random(8)
    quick = 0
    for _ in range(3000):
        text = "".join(
            chance.choice([*SIGNS, "k: ", "k:\n  ", "\n", "\n  ", "v"])
            for _ in range(chance.randrange(1, 12))
        )
        quick += same(text, monkeypatch)
    assert quick > 40


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n",
        "a: b",
        "a:\n  b: c\n",
        "a:\n  - b\n  - c: d\n    e: f\n  - {g: [1, -2, .5]}\n",
        "a: [\n  1,\n  2]\n",
        "a: |\n  b\n\n    c\n\nd: e\n",
        "a: |\n  b\n # c\nd: e\n",
        "# a\n\na: b # c\n# d\n",
        "'a': \"b # c\" # d\n",
        "a: {}\nb: []\n",
        "a: b#c\nd: e:f\n",
        "1: 2\n-: 3\n",
        "a: it's\n",
        "a: {b: it's, 'c': d e}\n",
        "a: b\na: c\n",
        "é: ü\n",
        "a: |\n  # b\n  c   \nd: e\n",
        "a: yes\nb: null\nc: 0x1F\nd: 1e3\n",
        "null: a\n",
        "1.5: a\n",
        "a: 99999999999999999999\n",
        "a: {b: c}  # d\n",
    ],
)
def test_small_texts(text, monkeypatch):
    same(text, monkeypatch)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# a\n",
        "- a\n",
        "a\n",
        "{a: b}\n",
        "a:\n",
        "a:\n- b\n",
        "a: b\n  c\n",
        "a: 'b\n  c'\n",
        "a: >\n  b\n",
        "a: |-\n  b\n",
        "a: |2\n  b\n",
        "a: |\n\n  b\n",
        "a: |\n  b",
        "a: &b c\n",
        "a: *b\n",
        "a: !b c\n",
        'a: "b\\n"\n',
        "a: 'b''c'\n",
        "a: [b, c,]\n",
        "a: {b, c}\n",
        "a: [b: c]\n",
        "a: [\n1]\n",
        "a: [1 # c\n  ]\n",
        "a: b: c\n",
        "a: b:\n",
        "--- \na: b\n",
        "a: b\n---\nc: d\n",
        "a: b\n...\n",
        "%YAML 1.2\n---\na: b\n",
        "? a\n: b\n",
        "a:\tb\n",
        "a: |\n  b\n c: d\n",
        " a: b\n",
        "a: b\n c: d\n",
        "a:\n  b: c\n d: e\n",
        "a: {b: c} d\n",
        "a: @b\n",
        "<<: {a: b}\n",
    ],
)
def test_what_is_given_up(text):
    assert scan(text, text.split("\n"), "file") is None
