"""docs/reference.md says what the docstrings say, of everything that is public."""

import reference
import roles_page
import words

import ruledsl
from ruledsl.language.syntax.grammar import grammar, meanings


def test_the_page_is_what_the_docstrings_say():
    assert reference.PAGE.read_text(encoding="utf-8") == reference.made(), (
        "write it anew: python tests/docs/reference.py"
    )


def test_everything_public_is_on_it():
    grouped = [name for names in reference.GROUPS.values() for name in names]
    assert sorted([*grouped, "__version__"]) == sorted(ruledsl.__all__)


def test_the_page_of_words_says_what_the_grammar_says():
    assert roles_page.PAGE.read_text(encoding="utf-8") == roles_page.made()
    assert words.PAGE.read_text(encoding="utf-8") == words.made()


def test_every_word_of_the_language_is_explained():
    assert grammar().words.keys() - meanings().keys() == set()
