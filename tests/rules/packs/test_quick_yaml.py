"""The YAML reader in C beside the one in Python: wherever the first gives a tree, the second gives the same one and has nothing to say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import part, some

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.packs.yaml import builder, reader
from ruledsl.rules.packs.yaml.nodes import HIDDEN
from ruledsl.rules.packs.yaml.reader import careful_tree, quick_tree, read_tree, read_yaml_text

FILES = sorted(official_folder().rglob("*.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in FILES]
PIECES = [
    *" \n:-?,[]{}#&*!|>'\"%@`ab1\\.~=<+é\u3000\U0001f600\ue000",
    *(
        "\n  ",
        "\n- ",
        ": ",
        "- ",
        "? ",
        " #",
        "''",
        '""',
        "---\n",
        "...\n",
        "|\n",
        "|-\n  a\n",
        ">\n",
        "\n\n",
        "  ",
    ),
    *(
        "[a, b]",
        "{a: b}",
        "{a}",
        "a:\n",
        "'a\n b'",
        '"a\n b"',
        '"\\x41"',
        "What?",
        "\u00a0",
        "<<: a",
        "rules: |\n",
        "\t",
    ),
]

pytestmark = pytest.mark.skipif(not reader.IS_THERE, reason="the reader in C is not installed")


def agree(text):
    """Whether the reader in C gave a tree; if so, it is the right one."""
    found = quick_tree(text, "f", Diagnostics())
    if found is None:
        return False
    heard = Diagnostics()
    expected = careful_tree(text, "f", heard)
    assert not heard.added, text
    assert repr(found) == repr(expected), text
    return True


def damaged(text, chance):
    """A few lines of a text, with something put in, left out, repeated or moved."""
    rows = text.split("\n")
    first = chance.randrange(len(rows))
    rows = rows[first : first + chance.choice((3, 6, 12, 25))]
    margin = min((len(row) - len(row.lstrip(" ")) for row in rows if row.strip()), default=0)
    found = "\n".join(row[margin:] for row in rows) + chance.choice(("\n", "\n", ""))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at, piece = chance.randrange(len(found) + 1), chance.choice(PIECES)
        other = chance.randrange(len(found) + 1)
        found = found[:at] + chance.choice(
            (
                piece + found[at:],
                found[at + chance.choice((1, 1, 2, 5)) :],
                found[other : other + chance.randrange(20)] + found[at:],
                piece + found[at + 1 :],
            )
        )
    return found


def test_files_that_are_shipped_are_read_the_quick_way_and_alike():
    assert all(map(agree, some(TEXTS, 10)))


def test_damaged_texts_are_read_alike():
    chance = random.Random(7)
    texts = [damaged(chance.choice(TEXTS), chance) for _ in range(part(20_000))]
    assert sum(agree(text) for text in texts if text and not HIDDEN.search(text)) > len(texts) // 20


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=18).map("".join))
def test_texts_that_are_made_up_are_read_alike(text):
    for whole in (text, f"k: {text}\n", f"k: {{a: {text}}}\n", f"- [{text}]\n", f"k:\n  - {text}\n  b: c\n"):
        if not HIDDEN.search(whole):
            agree(whole)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\tb\n",
        "- ++\t[a, b]\n",
        "a: b\n%c: d\n",
        "k: |#\n  a\n",
        "k: >\n \n  a\n",
        'k: {a: ["b":c]}\n',
        "k: {a: ,??}\n",
        "a: 1",
        "--- a\n--- b\n",
        "a: &b 1\n",
        "a: !b 1\n",
        "a: *b\n",
        "|\n#a:\n",
        "a: 1\na: 2\n",
        "a: \ue000\n",
    ],
)
def test_what_is_odd_or_wrong_is_left_to_the_careful_reader(text):
    heard = Diagnostics()
    assert quick_tree(text, "f", heard) is None
    assert not heard.added


@pytest.mark.parametrize("item", ["a", "[b, c]", "{d: 'e'}", '"f\\x41"'])
def test_too_much_is_said_as_the_careful_reader_says_it(monkeypatch, item):
    """It is counted once: the careful one takes ten times as long, and reading on finds no end of it."""
    monkeypatch.setattr(builder, "MAX_NODES", 300)
    text = "".join(f"k{number}: {item}\n" for number in range(200))
    quickly, carefully = Diagnostics(), Diagnostics()
    assert quick_tree(text, "f", quickly) is None
    assert careful_tree(text, "f", carefully) is None
    assert quickly.sorted() == carefully.sorted()
    assert [found.code for found in quickly] == ["Y013"]
    monkeypatch.setattr("ruledsl.rules.packs.yaml.reader.careful_tree", None)
    assert read_tree(text, "f", Diagnostics()) is None


@pytest.mark.parametrize("text", ["k: {a: What?, b: [Why?, No. 1?]}\n", 'k: "a?"\nl: |\n  b?\n'])
def test_question_marks_are_read(text):
    assert agree(text)


def test_without_the_reader_in_c_everything_is_the_same(monkeypatch):
    path = next(path for path in FILES if path.name == "amazons.yaml")
    text = path.read_text(encoding="utf-8")
    quickly = read_tree(text, "f", Diagnostics())
    monkeypatch.setattr(reader, "CParser", None)
    heard = Diagnostics()
    assert repr(read_yaml_text(text, "f", heard)) == repr(quickly)
    assert not heard.added
