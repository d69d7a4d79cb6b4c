"""What a game calls things is said once, and every text follows; nobody else says a game's noun."""

import ast
import json
import re
from pathlib import Path

import pytest

import ruledsl
from ruledsl import PackError, load
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.vocabulary.inflection import FORMS, asked_forms, forms_of, inflected, with_nouns
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.packs import known_packs, load_packs

ROOT = Path(ruledsl.__file__).parent
HEAD = "id: empires\nversion: 0.1.0\nlanguage: 3\nname: Empires\nrequires: {smallworld: '>=0.1'}\n"
NOUNS = """\
nouns:
  people: {en: empire|empires, it: impero|imperi|m}
  token: {en: army|armies, it: esercito|eserciti|m}
  coin: {en: point|points, it: punto|punti|m}
  banner: flag|flags
  badge: law|laws
  power: law|laws
  combo: offer|offers
  decline: ruin|ruins
"""
OURS = re.compile(
    r"\b(?:[Rr]aces?|[Cc]oins?|[Tt]okens?|[Bb]anners?|[Bb]adges?|[Pp]owers?|[Cc]ombos?|decline)\b"
)


@pytest.fixture(scope="module")
def rules():
    return load(texts={"pack.yaml": HEAD, "words.yaml": NOUNS})


# ── forms ──


@pytest.mark.parametrize(
    ("language", "line", "forms"),
    [
        ("en", "empire|empires", {"a": "an empire", "many": "empires"}),
        (
            "it",
            "isola|isole|f",
            {"il": "l'isola", "many.il": "le isole", "di": "dell'isola", "un": "un'isola"},
        ),
        ("it", "scudo|scudi|m", {"il": "lo scudo", "many.su": "sugli scudi", "a": "allo scudo"}),
        ("da", "folk|folket|folk|folkene|n", {"a": "et folk", "the": "folket", "all": "folkene"}),
        ("sv", "poäng|poängen|poäng|poängen|c", {"a": "en poäng", "many": "poäng"}),
        (
            "fi",
            "rotu|rodun|rotua|rotuun|rodut|rotujen|rotuja|rotuihin|rodui",
            {"gen": "rodun", "ade": "rodulla", "many.ela": "roduista", "many.part": "rotuja"},
        ),
    ],
)
def test_forms_follow_from_the_line(language, line, forms):
    noun = forms_of(line, language)
    assert {form: inflected(noun, form, language) for form in forms} == forms


def test_every_form_of_a_language_can_be_made():
    for language in LANGUAGES:
        own = json.loads((ROOT / f"play/naming/texts/{language}.json").read_text(encoding="utf-8"))["game"]
        for line in own.values():
            assert len(line.split("|")) == len(FORMS[language])
            noun = forms_of(line, language)
            assert all(inflected(noun, form, language) for form in asked_forms(language))


def test_texts_mention_nouns():
    nouns = {"coin": forms_of("punto|punti|m", "it")}
    text = "[Coin.many] [coin|trovati|trovate], {amount|[coin]|[coin.many]}, [nobody]"
    assert with_nouns(text, nouns, "it") == "Punti trovati, {amount|punto|punti}, [nobody]"


# ── a game that calls everything otherwise ──


def test_the_log_and_questions_follow(rules):
    game = rules.new_game(2)
    assert game.decision.prompt == "Which empire do you take?"
    assert game.log[0].text == "Player 1 gains 5 points"


def test_rules_in_words_follow(rules):
    in_words = InWords(rules.program, Naming("en"))
    told = [line for chapter in in_words.chapters("core") for line in chapter.sentences]
    told += [line for tile in rules.composition.tiles for line in in_words.sentences(tile)]
    assert any("points" in line for line in told)
    assert any("armies" in line for line in told)
    assert not [line for line in told if OURS.search(line)]


def test_names_and_the_book_follow(rules):
    composition = rules.composition
    assert composition.kinds["race"].names["en"] == "empire flag"
    assert composition.variants["vanished_banner"].names["en"] == "Where the flag of a vanished empire goes"
    (core,) = [pack for pack in composition.packs if pack.id == "core"]
    written = [passage.text["en"] for passage in core.book]
    assert any("[" not in text and "offers" in text for text in written)
    assert not [text for text in written if OURS.search(text)]


def test_a_language_without_the_noun_keeps_the_other_one(rules):
    text = rules.composition.text
    assert text("coins.gained")["it"] == "{receiver} guadagna {amount} {amount|punto|punti}"
    assert text("coins.gained")["da"] == "{receiver} får {amount} {amount|mønt|mønter}"
    assert text("says.active")["it"] == "l'impero attivo {player.tuo}"


def test_the_page_gets_every_form(rules):
    nouns = Naming("it").nouns(rules.composition)
    assert (nouns["coin"], nouns["coin.many.il"], nouns["coin.gender"]) == ("punto", "i punti", 0)
    assert Naming("en-XA").nouns(rules.composition)["coin"] == "ṕóíńť"


# ── nobody else says a game's noun ──

HOMONYMS = {
    "en": {"point", "points", "power", "powers", "decline", "declines"},
    "it": {"punto"},
    "da": {"lav"},
}
"""Words of games that our own texts use in another sense."""


def nouns_of_games(language):
    """What games call things, in all forms, but for words with which we call them ourselves."""
    own = json.loads((ROOT / f"play/naming/texts/{language}.json").read_text(encoding="utf-8"))["game"]
    ours = (line for noun, line in own.items() if noun not in ("token", "coin"))
    common = {form for line in ours for form in forms_of(line, language).values()}
    lines = {own["token"], own["coin"]} | {
        names[language]
        for pack in load_packs(known_packs(), Diagnostics())
        for names in pack.nouns.values()
        if language in names
    }
    forms = [forms_of(line, language) for line in lines]
    words = {one[key] for one in forms for key in one if key not in ("gender", "many.stem")}
    return words - common - HOMONYMS.get(language, set())


def said_in(value):
    if isinstance(value, dict):
        for key, below in value.items():
            yield key
            yield from said_in(below)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("language", LANGUAGES)
def test_shared_texts_say_no_noun_of_a_game(language):
    pattern = re.compile(
        rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(nouns_of_games(language))))})(?!\w)", re.IGNORECASE
    )
    own = json.loads((ROOT / f"play/naming/texts/{language}.json").read_text(encoding="utf-8"))
    texts = [text for part in ("words", "sentences", "refusals") for text in own.get(part, {}).values()]
    for folder in ("words", "workshop/words"):
        words = json.loads((ROOT / f"table/page/{folder}/{language}.json").read_text(encoding="utf-8"))
        texts += [text for below in words.values() for text in said_in(below)]
    bare = [re.sub(r"\{[\w.'+]+|\[[\w.]+", "", text) for text in texts]
    assert not [text for text in bare if pattern.search(text)]


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_translation_of_the_page_mentions_what_its_english_does(language):
    def mentioned(value):
        return set(re.findall(r"\[(\w+)", " ".join(said_in(value)).lower()))

    for folder in ("words", "workshop/words"):
        words = json.loads((ROOT / f"table/page/{folder}/{language}.json").read_text(encoding="utf-8"))
        assert not [text for text, said in words.items() if not mentioned(text) <= mentioned({"": said})]


ENGLISH = (
    *("play/explain/**/*", "play/positions/[!v]*", "table/server/**/*", "author/book/*", "play/naming/**/*"),
    *("lab/**/*", "cli/screen/**/*", "cli/commands/many/ranking", "cli/commands/card"),
)
"""The modules of Python whose texts players read, and not only whoever has damaged a saved game (`validation`)."""


def test_no_noun_of_a_game_is_in_python_or_scripts():
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(nouns_of_games('en')))})\b")
    texts = []
    for path in (path for modules in ENGLISH for path in ROOT.glob(f"{modules}.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        # Neither docstrings nor lists of words (`"a b c".split()`).
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr | ast.Attribute)}
        texts += [
            (path.name, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
            if id(node) not in prose
        ]
    for path in (ROOT / "table" / "page").rglob("*.js"):
        if "vendor" not in path.parts:
            written = path.read_text(encoding="utf-8")
            texts += [(path.name, text) for text in re.findall(r"\"([^\"\n]*)\"", written) if " " in text]
    bare = [(name, re.sub(r"`\w+`|\{[\w.'+]+|\[[\w.]+", "", text)) for name, text in texts]
    assert not [(name, text) for name, text in bare if pattern.search(text)]


def test_a_long_form_is_refused():
    """Texts may ask for a noun as often as they like, so it stays short."""
    long = f"nouns: {{coin: {'x' * 41}|points}}\n"
    with pytest.raises(PackError) as caught:
        load(texts={"pack.yaml": HEAD, "words.yaml": long})
    assert [one.code for one in caught.value.diagnostics] == ["P067"]
