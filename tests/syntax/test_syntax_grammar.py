"""The grammar itself: without conflicts, every terminal in plain words, every reserved word in use."""

from __future__ import annotations

import logging

from lark import Lark
from lark import logger as lark_logger

from ruledsl.syntax.grammar import RESERVED, grammar
from ruledsl.syntax.grammarfile import grammar_text
from ruledsl.syntax.lexer import OPERATORS, PIECES
from ruledsl.syntax.words import GROUPS, STARTS, expected_words, plain


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


def test_each_terminal_has_plain_words():
    names = {terminal.name for terminal in grammar().lark.terminals} - {"WS", "COMMENT"}
    assert all(plain(name) for name in names | {"_INDENT", "_DEDENT", "_NL"})
    assert not any("ANON" in name for name in names)


def test_groups_name_terminals_that_exist():
    names = {terminal.name for terminal in grammar().lark.terminals}
    assert set().union(*(group for group, _ in GROUPS)) | STARTS <= names


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
