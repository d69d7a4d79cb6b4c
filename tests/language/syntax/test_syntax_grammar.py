"""The grammar itself: without conflicts, every terminal in plain words, every reserved word in use; its tables."""

from __future__ import annotations

import json
import logging

import pytest
from lark import Lark
from lark import logger as lark_logger

from ruledsl.language.syntax import builder, larktables
from ruledsl.language.syntax import grammar as grammar_module
from ruledsl.language.syntax.advice.phrases import GROUPS, STARTS, expected_words, plain
from ruledsl.language.syntax.builder import automaton, parser
from ruledsl.language.syntax.grammar import RESERVED, grammar, tables
from ruledsl.language.syntax.grammarfile import TABLES, folder, grammar_text
from ruledsl.language.syntax.larktables import tables_of
from ruledsl.language.syntax.lexer import OPERATORS, PIECES


def test_the_grammar_has_no_conflicts(caplog):
    level = lark_logger.level
    lark_logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG, logger=lark_logger.name):
            lark_logger.addHandler(caplog.handler)
            Lark(grammar_text(), parser="lalr", debug=True)
    finally:
        lark_logger.removeHandler(caplog.handler)
        lark_logger.setLevel(level)
    assert [record.message for record in caplog.records if "onflict" in record.message] == []


def terminals():
    return {name for row in automaton().states.values() for name in row if name.isupper()}


def test_each_terminal_has_plain_words():
    names = terminals() - {"$END"}
    assert names >= {"_INDENT", "_DEDENT", "_NL", "NAME", *grammar().spelling}
    assert all(plain(name) for name in names)
    assert not any("ANON" in name for name in names)


def test_groups_name_terminals_that_exist():
    assert set().union(*(group for group, _ in GROUPS)) | STARTS <= terminals()


def test_the_lexer_knows_each_sign_and_word():
    assert set(grammar().words) >= RESERVED
    assert set(grammar().words) | set(grammar().signs) >= OPERATORS
    for sign in grammar().signs:
        assert PIECES.fullmatch(sign).lastgroup == "sign"
    for word in grammar().words:
        assert PIECES.fullmatch(word).lastgroup == "word"


def test_what_is_expected_is_said_in_groups():
    assert expected_words({"COLON"}) == "`:`"
    assert expected_words({"NAME", "_NL"}) == "a name or the end of the line"
    assert (
        expected_words({"BY", "FOR", "IN", "TO", "FROM", "WITH", "AS", "ON", "THROUGH", "COLON"})
        == "a preposition or `:`"
    )


# ── the tables beside it ──


def test_the_tables_are_those_of_the_grammar():
    """Those that the build, or this run, has put down; and they are the same each time."""
    assert json.loads((folder() / TABLES).read_bytes()) == tables_of(grammar_text())


def test_tables_that_had_to_be_made_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(grammar_module, "folder", lambda: tmp_path / "grammar")
    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path / "cache"))
    made = tables.__wrapped__()
    monkeypatch.setattr(larktables, "tables_of", None)
    assert tables.__wrapped__() == made == tables()


@pytest.mark.parametrize("kept", [None, "", "{", '{"grammar": "of another time"}'])
def test_tables_that_do_not_fit_are_made_anew(kept, tmp_path, monkeypatch):
    if kept is not None:
        (tmp_path / TABLES).write_text(kept, encoding="utf-8")
    monkeypatch.setattr(grammar_module, "folder", lambda: tmp_path)
    assert tables.__wrapped__() == tables()


def test_tables_of_another_lark_are_made_anew(monkeypatch):
    monkeypatch.setattr(builder, "tables", lambda: {"by": "0.1", "data": "something else"})
    assert parser.__wrapped__().rules == parser().rules


def test_another_grammar_has_other_tables(monkeypatch):
    longer = grammar_text().replace('MY: "my"', 'MY: "mine"')
    monkeypatch.setattr(grammar_module, "grammar_text", lambda: longer)
    monkeypatch.setattr(grammar_module, "tables", tables.__wrapped__)
    changed = grammar.__wrapped__()
    assert changed.words == {"mine" if word == "my" else word: name for word, name in grammar().words.items()}
