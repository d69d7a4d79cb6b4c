"""Every case: the tree, the diagnostics, and the printed text, which says the same. No rule is without a case."""

from __future__ import annotations

import re

import pytest
from syntax_cases import all_cases, outcome

from ruledsl.base.diagnostics import Diagnostics, all_pages
from ruledsl.language.syntax import builder, parse, to_text
from ruledsl.language.syntax.grammar import grammar

CASES = all_cases()
CODES = sorted(code for code in all_pages() if code.startswith("L"))
LIMITS = "L030"  # the codes from here on are about size and have no short examples


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case):
    shown, found = outcome(case.text, case.name)
    assert found == case.diagnostics
    assert shown == case.tree


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_printed_case_says_the_same(case):
    document = parse(case.text, Diagnostics())
    printed = to_text(document)
    diagnostics = Diagnostics()
    again = parse(printed, diagnostics)
    assert not diagnostics.has_errors, printed
    assert again == document
    assert [comment.text for comment in again.comments] == [comment.text for comment in document.comments]
    assert to_text(again) == printed


def rule_names():
    """The names under which something is built of what was read: a rule's alias, or its own name if it is not passed on."""
    for rule in builder.parser().rules:
        is_helper = rule.origin.name.startswith("_") or rule.origin.name == "start"
        passes = rule.options.expand1 and len(rule.expansion) == 1
        if rule.alias or not (is_helper or passes):
            yield rule.alias or rule.origin.name


def test_each_rule_of_the_grammar_has_a_maker_and_a_case(monkeypatch):
    assert set(builder.MAKERS) == set(rule_names())
    used = set()

    class Recording(dict):
        def __getitem__(self, name):
            used.add(name)
            return super().__getitem__(name)

    monkeypatch.setattr(builder, "MAKERS", Recording(builder.MAKERS))
    for case in CASES:
        parse(case.text, Diagnostics())
    assert used == set(builder.MAKERS)


def test_each_word_of_the_grammar_stands_in_a_case():
    good = " ".join(case.text for case in CASES if not case.diagnostics)
    assert set(grammar().words) <= set(re.findall("[a-z]+", good))


def test_there_are_many_faults():
    assert sum(bool(case.diagnostics) for case in CASES) >= 40


def test_each_code_has_a_case():
    found = {line.split()[1] for case in CASES for line in case.diagnostics.splitlines()}
    assert [code for code in CODES if code < LIMITS and code not in found] == []


@pytest.mark.parametrize("code", CODES)
def test_the_examples_of_a_page_are_true(code):
    page = all_pages()[code]
    avoid, prefer = Diagnostics(), Diagnostics()
    parse(inside(page.avoid), avoid)
    parse(inside(page.prefer), prefer)
    assert [diagnostic.message for diagnostic in prefer] == []
    if code < LIMITS:
        assert {diagnostic.code for diagnostic in avoid} == {code}


def inside(markdown):
    return re.search(r"```\n(.*?)\n```", markdown, re.DOTALL)[1]
