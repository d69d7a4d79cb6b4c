"""Italian: articles by gender and sound, prepositions that take them in, and `cui` for what is not the subject."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.inflection import known_one, known_several, one_of, taken_in
from ruledsl.play.explain.wording.grammar import IT, MARKED, Grammar, Mention

if TYPE_CHECKING:
    from collections.abc import Sequence


_ARTICLE = re.compile(r"(?:il |lo |la |l'|i |gli |le |un |uno |una |un')")
_INDEFINITE = re.compile(r"(?:un |uno |una |un'|ogni )")
_YOURS = ("tuo", "tua", "tuoi", "tue")
_OWNED = ("tutt", "quest", "ogni ", "ciascun", "tu", "mio")
_ENDINGS = (
    ("co", "chi"),
    ("go", "ghi"),
    ("ca", "che"),
    ("ga", "ghe"),
    ("io", "i"),
    ("o", "i"),
    ("a", "e"),
    ("e", "i"),
)
_CUI = ("di", "a", "da", "in", "su", "con", "per")
_TE = re.compile(r"\b(per|con|contro|tra|su) tu\b")
_TU = re.compile(r"\b[Tt]u (?=\w)")
_ARTICLES = "il|la|i|le|altri|altre" + "".join(
    f"|{word}{ending}" for word in ("de", "a", "da", "ne", "su") for ending in ("l", "lla", "i", "lle")
)
_BEHIND = re.compile(rf"\b((?:{_ARTICLES}) )(\w+) (tuo|tua|tuoi|tue)\b")
_ELIDED = re.compile(r"\b(l|dell|all|dall|nell|sull)'(\w+) (tuo|tua)\b")
_JOINED: Final = {"and": "e", "or": "o"}
_OPENED: Final = {"it": "essa", "holder": "chi la tiene"}
_PERSON, _GENDER = 3, 4
"""How many words of a hole agree by number, by person, and by gender with number."""


class Italian(Grammar):
    """Italian. Feminine words are known by the table of nouns, or else by their ending."""

    language = "it"
    you = Mention("tu", person=2)
    each = "ogni|nessun|nessuna"
    conjunctions = _JOINED
    pronouns = _OPENED
    indefinite = _INDEFINITE
    clausal = re.compile(r"\b(?:che|tale|cui)\b")
    unsaid = "tu "

    def pick(self, mention: Mention, words: Sequence[str]) -> str:
        """By number; by person (he, they, you); by gender and number (masculine, feminine, and several of each)."""
        if len(words) == _PERSON:
            return words[2 if mention.is_you else int(mention.plural)]
        if len(words) == _GENDER:
            return words[2 * int(mention.plural) + int(self._is_feminine(mention.text))]
        return words[int(mention.plural)]

    def form(self, mention: Mention, form: str) -> str:
        """A preposition with the phrase: `della regione`; for somebody's own `tuo`, or `di` with the owner."""
        if form in _YOURS and mention.is_you:
            return form
        word = "di" if form in _YOURS or form == "own" else form
        if MARKED.fullmatch(mention.text):
            return f"⟨{mention.text[1:-1]}.{word}⟩"
        if mention.is_you:
            return f"{word} te"
        return taken_in(word, mention.text)

    def several(self, noun: str) -> str:
        """The plural of a noun; what follows its first word stays."""
        head, space, rest = noun.partition(" ")
        forms = self.noun_forms(head)
        if forms:
            return f"{forms['many']}{space}{rest}"
        for ending, plural in _ENDINGS:
            if head.endswith(ending):
                return f"{head.removesuffix(ending)}{plural}{space}{rest}"
        return noun

    def article(self, noun: str) -> str:
        """`una regione`, `uno scudo`."""
        return one_of(noun, feminine=self._is_feminine(noun))

    def definite(self, noun: str) -> str:
        """`la regione`, `lo scudo`, `l'isola`."""
        return noun if _ARTICLE.match(noun) else known_one(noun, feminine=self._is_feminine(noun))

    def of_them(self, plural: str) -> str:
        """`le regioni che tieni`."""
        if _ARTICLE.match(plural) or plural.startswith(_OWNED):
            return plural
        return known_several(plural, feminine=self._is_feminine(plural, many=True))

    def nominal(self, text: str) -> str:
        """Without its article."""
        return _ARTICLE.sub("", text, count=1) if _ARTICLE.match(text) else text

    def again(self, mention: Mention) -> Mention:
        """`essa`, `esso`."""
        return Mention("essa" if self._is_feminine(mention.text) else "esso")

    def relative(self, clause: str) -> tuple[str, bool]:
        """`che tieni`, `in cui stanno due pedine`."""
        marks = [*MARKED.finditer(clause)]
        alone = marks[0] if len(marks) == 1 and marks[0][1] == "it" else None
        if clause.startswith(f"{IT.text} "):
            return f"che {self.itself(clause.removeprefix(f'{IT.text} '))}", False
        if alone and alone[2] in (None, *_CUI):
            rest = f"{clause[: alone.start()].rstrip()} {clause[alone.end() :].lstrip()}".strip()
            return f"{f'{alone[2]} cui' if alone[2] else 'che'} {rest}", False
        return f"tale che {self.itself(clause)}", False

    def polished(self, text: str) -> str:
        """Without `tu`, which the verb says; the possessive before its noun: `il tuo turno`."""
        text = _TU.sub("", _TE.sub(r"\1 te", text))
        text = _BEHIND.sub(r"\1\3 \2", text)
        return _ELIDED.sub(lambda match: f"{_article_of(match[1], match[3])} {match[3]} {match[2]}", text)

    def _is_feminine(self, text: str, *, many: bool = False) -> bool:
        """By its article, by the table of nouns, or by its ending."""
        article = re.match(r"(la|una|un'|le|il|lo|un|uno|i|gli) ?", text)
        if article and article[1] in ("la", "una", "un'", "le"):
            return True
        if article and text.startswith(("il ", "lo ", "un ", "uno ", "i ", "gli ")):
            return False
        head = self.nominal(text).partition(" ")[0]
        forms = self.noun_forms(head) or self.noun_forms(head, "many")
        if forms:
            return forms["gender"] == "f"
        return head.endswith("e" if many else "a")


def _article_of(elided: str, possessive: str) -> str:
    """`il`, `la`, `del`, `della` …: what an article becomes that no longer stands before a vowel."""
    feminine, stem = possessive == "tua", elided.removesuffix("l").removesuffix("l")
    if not stem:
        return "la" if feminine else "il"
    return f"{stem}lla" if feminine else f"{stem}l"
