"""Rules in words in the languages of the rulebooks: all templates are there, and nothing that no language says gets into a sentence."""

import json
import re
from pathlib import Path

import pytest
import templates
from lengths import WHOLE, some

from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.explain.wording.grammar import Mention
from ruledsl.play.explain.wording.grammars import GRAMMARS, grammar_of
from ruledsl.play.naming import words
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.naming.words import sentence_text
from ruledsl.play.rules import load
from ruledsl.rules.check.lints.texts import FORMS

OTHERS = sorted(set(GRAMMARS) - {"en"})
PACKS = [
    "smallworld",
    "underground",
    "warcraft",
    "sky_islands",
    "spiders_web",
    "be_not_afraid",
    "royal_bonus",
    "grand_dames",
]
OF_SMALLWORLD = ("spiders_web", "be_not_afraid", "royal_bonus", "grand_dames")
"""Packs that speak of terrains which they do not require."""
HOLE = re.compile(r"\{([a-z0-9_]+)(?:'s|\.([a-zåäö]+)|\+)?(?:\|[^{}]*)?\}")
ODD = re.compile(r"[{}⟨⟩␞_]|  | ,|\.\.|\bundefined\b|\bNone\b")
"""What no sentence has: an open hole, an open mark, an id."""
ENGLISH = re.compile(r"\b(?:the|of|your|you|tokens|this|turn|with|each|coins)\b")


def holes(text):
    return {match[1] for match in HOLE.finditer(text)} - {"holds"}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_all_templates_with_their_holes(language):
    path = Path(words.__file__).with_name("texts") / f"{language}.json"
    assert sorted(json.loads(path.read_text(encoding="utf-8"))["sentences"]) == templates.templates()
    forms = FORMS[language] | {"own"}
    for english in templates.templates():
        text = sentence_text(english, language)
        assert text is not None, english
        assert holes(text) <= holes(english), (english, text)
        for _, form in HOLE.findall(text):
            assert not form or form in forms or form in holes(english), (english, text)


@pytest.mark.parametrize("language", OTHERS)
def test_what_must_be_said_is_said(language):
    """A hole that a template leaves out says nothing: only those that a language need not say, such as `you` in `your`."""
    quiet = {"kinds", "deck"}
    for english in templates.templates():
        text = sentence_text(english, language)
        assert not text or holes(english) - holes(text) <= quiet, (english, text)


@pytest.mark.parametrize("pack", PACKS if WHOLE else some(PACKS, 2))
@pytest.mark.parametrize("language", OTHERS)
def test_cards_are_told_in_the_language(pack, language):
    rules = load(*dict.fromkeys(["smallworld", pack] if pack in OF_SMALLWORLD else [pack]))
    in_words, composition = InWords(rules.program, Naming(language)), rules.composition
    cards = [
        in_words.card(tile.id, piece) for tile in composition.tiles.values() for piece in ("", *tile.pieces)
    ]
    told = [sentence for spoken, sentences in cards for sentence in sentences if spoken == language]
    assert not [sentence for sentence in told if ODD.search(sentence)]
    names = {
        word for tile in composition.tiles.values() for word in Naming(language).text(tile.names, "").split()
    }
    english = [sentence for sentence in told if set(ENGLISH.findall(sentence)) - names]
    assert not english
    assert len([spoken for spoken, sentences in cards if sentences and spoken == language]) >= 0.8 * len(
        [1 for _, sentences in cards if sentences]
    )


def test_a_card_is_in_one_language(tmp_path):
    """A tile whose rules need a text that its pack has in English only is told in English, whole."""
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "pack.yaml").write_text(
        "id: house\nversion: 0.1.0\nlanguage: 1\nname: House\nrequires: {smallworld: '>=0.1'}\n",
        encoding="utf-8",
    )
    (tmp_path / "house" / "a.yaml").write_text(
        "races:\n"
        "  newts:\n    name: Newts\n    number: 5\n    tray: 10\n    rules: |\n"
        "      my income +1\n      remember mood of people: number\n      my income +(mood of me)\n"
        "  voles:\n    name: Voles\n    number: 5\n    tray: 10\n    rules: my income +1\n",
        encoding="utf-8",
    )
    in_words = InWords(load(str(tmp_path / "house")).program, Naming("it"))
    assert in_words.card("newts") == (
        "en",
        ["Each turn you earn 1 coin more.", "Each turn you earn as many coins more as your mood."],
    )
    assert in_words.card("voles") == ("it", ["A ogni turno guadagni 1 moneta in più."])


def test_forms_of_nouns():
    italian, finnish, swedish = map(grammar_of, ("it", "fi", "sv"))
    fill = {"it": italian.fill, "fi": finnish.fill, "sv": swedish.fill}

    def told(language, text, phrase, **more):
        return fill[language](text, {"one": Mention(phrase, **more)})

    assert told("it", "{one.a}", "la regione") == "alla regione"
    assert told("it", "{one.di}", "il giocatore") == "del giocatore"
    assert told("it", "{one.da}", "l'isola") == "dall'isola"
    assert told("it", "{one.su}", "gli scudi") == "sugli scudi"
    assert italian.article("scudo") == "uno scudo"
    assert told("fi", "{one.ade}", "alue") == "alueella"
    assert told("fi", "{one.ill}", "alueet") == "alueisiin"
    assert told("fi", "{one.gen}", "tämä alue") == "tämän alueen"
    assert told("fi", "{one.ade}", "Örkit") == "Örkit:llä"
    assert told("sv", "{one's}", "regionen") == "regionens"
    assert swedish.definite("folk") == "folket"
    assert grammar_of("sv", {"people": {"sv": "ras|rasen|raser|raserna|c"}}).definite("ras") == "rasen"
    assert swedish.of_them("regioner") == "regionerna"
    assert fill["it"]("{one.zz}", {"one": Mention("la regione")}) == "la regione"
