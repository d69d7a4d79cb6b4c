"""Conditions and sums, as they are said, are taken apart again by a reader that knows English and no rules; then both are worked out.

What the leaves are called is said alone first. What is read has to come to the same as what was written, whatever holds of the leaves, and there has
to be one way to read it: `either … or`, `and`, `unless`, brackets and the order of words are all that tells.
"""

import random
from itertools import product
from operator import add, mul, sub

import pytest
from lark import Lark, Transformer
from lengths import part
from test_read_back import programmed

from ruledsl.language.vocabulary.types import calculated
from ruledsl.play.explain.log import Bookkeeping
from ruledsl.play.explain.wording.described import Telling
from ruledsl.play.explain.wording.sentence import Sentence
from ruledsl.play.naming.nouns import Naming

LEAVES = (
    "round is 2",
    "coins of you is 4",
    "hand of me is 3",
    "tray of me is 6",
    "founded of me is 5",
    "troops of me is 7",
)
TERMS = ("round", "luck of me", "coins of you", "founded of me")
CASES = 40
CONDITION = """
?start: all | unit
all: unit ("," unit)* "and" unit
?unit: either | one
either: "either" one ("," one)* "or" one
?one: LEAF -> leaf | "(" all ")" | "(" either ")"
"""
SUM = """
?start: product | start "plus" product -> plus | start "minus" product -> minus
?product: one | product "times" one -> times | product "divided by" one -> divided
?one: LEAF -> leaf | NUMBER -> number | "(" start ")"
    | "half of" one "," "rounded down" -> half
NUMBER: /[0-9]+/
"""


def said(texts, folder):
    """What is said of each rule of one race."""
    program = programmed(folder, newts=texts)
    books, naming = Bookkeeping(program), Naming()
    rules = Telling(program).of("newts")[-len(texts) :]
    return [Sentence(program, naming, rule, books).told() for rule in rules]


def reader(grammar, leaves):
    """One that knows these leaves, and gives all ways to read a text."""
    words = " | ".join(f'"{leaf}"' for leaf in sorted(leaves, key=len, reverse=True))
    return Lark(f'{grammar}\nLEAF: {words}\n%ignore " "\n', ambiguity="explicit")


def split(chance, leaves):
    """A list in two parts, in order."""
    at = chance.randrange(1, len(leaves))
    return leaves[:at], leaves[at:]


def condition(chance, leaves):
    """Some condition over these leaves, each once, and how it is worked out."""
    if chance.random() < 0.2:
        text, meant = condition(chance, leaves)
        return f"not ({text})", lambda holds: not meant(holds)
    if len(leaves) == 1:
        return LEAVES[leaves[0]], lambda holds: holds[leaves[0]]
    (one, first), (other, second) = (condition(chance, some) for some in split(chance, leaves))
    if chance.random() < 0.5:
        return f"({one}) and ({other})", lambda holds: first(holds) and second(holds)
    return f"({one}) or ({other})", lambda holds: first(holds) or second(holds)


class Holds(Transformer):
    """Works out a reading of a condition; `leaves` are what its leaves come to."""

    def __init__(self, leaves):
        super().__init__()
        self.leaves = leaves

    def leaf(self, words):
        return self.leaves[str(words[0])]

    def all(self, parts):
        return all(parts)

    def either(self, parts):
        return any(parts)


class Amount(Holds):
    """Works out a reading of a sum."""

    plus, minus, times = (lambda _, sides, do=do: do(*sides) for do in (add, sub, mul))

    def number(self, words):
        return int(words[0])

    def half(self, parts):
        return calculated("/", *parts, 2)

    def divided(self, sides):
        return calculated("/", *sides)


@pytest.mark.parametrize("seed", range(part(24)))
def test_conditions_are_read_as_they_were_written(seed, tmp_path):
    chance = random.Random(seed)
    cases = []
    for _ in range(CASES):
        leaves = chance.sample(range(len(LEAVES)), chance.randint(1, len(LEAVES)))
        cases.append(condition(chance, leaves))
    alone = [f"round is 1 and {leaf}" for leaf in LEAVES] + [
        f"round is 1 and not ({leaf})" for leaf in LEAVES
    ]
    found = said([f"my income +1 if {text}" for text in [*alone, *(text for text, _ in cases)]], tmp_path)
    names = [sentence.partition(" and ")[2] for sentence in found[: len(alone)]]
    assert len(set(names)) == len(names)
    read = reader(CONDITION, names)
    for (text, meant), sentence in zip(cases, found[len(alone) :], strict=True):
        head, unless, rest = sentence.partition(" unless ")
        tree = read.parse(rest if unless else head.partition(" if ")[2])
        assert not list(tree.find_data("_ambig")), f"{text}: {sentence}"
        for holds in product((False, True), repeat=len(LEAVES)):
            known = dict(zip(names, [*holds, *(not leaf for leaf in holds)], strict=True))
            assert Holds(known).transform(tree) == (meant(holds) != bool(unless)), f"{text}: {sentence}"


def amount(chance, depth):
    """Some sum, and how it is worked out."""
    if depth == 0 or chance.random() < 0.2:
        if chance.random() < 0.3:
            number = chance.randint(2, 9)
            return str(number), lambda _: number
        term = chance.randrange(len(TERMS))
        return TERMS[term], lambda worth: worth[term]
    (one, first), (other, second) = amount(chance, depth - 1), amount(chance, depth - 1)
    op = chance.choice("+-*/")
    return f"({one}) {op} ({other})", lambda worth: calculated(op, first(worth), second(worth))


@pytest.mark.parametrize("seed", range(part(24)))
def test_sums_are_read_as_they_were_written(seed, tmp_path):
    chance = random.Random(seed)
    cases = [
        found
        for found in (amount(chance, 3) for _ in range(CASES))
        if any(term in found[0] for term in TERMS)
    ]
    alone = [f"{term} - round * 2" for term in TERMS]
    found = said([f"my income +({text})" for text in [*alone, *(text for text, _ in cases)]], tmp_path)
    names = [sentence.partition(" more as ")[2].partition(" minus ")[0] for sentence in found[: len(alone)]]
    assert len(set(names)) == len(names)
    read = reader(SUM, names)
    for (text, meant), sentence in zip(cases, found[len(alone) :], strict=True):
        tree = read.parse(sentence.partition(" more as ")[2])
        assert not list(tree.find_data("_ambig")), f"{text}: {sentence}"
        for _ in range(24):
            worth = [chance.randrange(12) for _ in TERMS]
            known = dict(zip(names, worth, strict=True))
            assert Amount(known).transform(tree) == meant(worth), f"{text}: {sentence}"
