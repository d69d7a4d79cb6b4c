"""Danish, Norwegian and Swedish: the definite form at the end of a noun, and `som` with the preposition left behind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.play.explain.wording.grammar import IT, MARKED, Grammar, Mention

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.language.vocabulary.inflection import Nouns

_NOT_FIRST: Final = re.compile(r"^()(\w+) (inte|ikke)\b")
_NOT_AFTER: Final = re.compile(r"^(\w+ )(\w+) (inte|ikke)\b")
_NOT_BEFORE: Final = r"\1\3 \2"
"""In a subordinate clause `not` stands before the verb."""
_OBJECT: Final = re.compile(
    r"\b(for|för|til|till|mod|mot|med|av|af|på|fra|från|hos|koster|kostar|giver|gir|ger) du\b"
)
_GENDER: Final = 3
"""How many words of a hole agree by gender: common, neuter, several."""


@dataclass(frozen=True, slots=True)
class Words:
    """The small words in which the three languages differ."""

    common: str
    neuter: str
    you: str
    to_you: str
    yours: tuple[str, str, str]
    those: str
    conjunctions: dict[str, str]
    pronouns: dict[str, str]
    each: str
    whose: str


class Scandinavian(Grammar):
    """One of the three.

    Its table of nouns has for each the definite form (`the`), the plural (`many`), its definite form (`all`), and the `gender` of a neuter one, `n`.
    """

    words: Words
    clausal = re.compile(r"^[, ]*(?:som|der|hvor|hvorfra|varifrån|dit|där) ")

    def __init__(self, nouns: Nouns | None = None) -> None:
        words = self.words
        self.you = Mention(words.you, person=2)
        self.each = words.each
        self.conjunctions, self.pronouns = words.conjunctions, words.pronouns
        super().__init__(nouns)
        self.indefinite = re.compile(rf"(?:{words.common}|{words.neuter}|{words.each}) ")

    def pick(self, mention: Mention, words: Sequence[str]) -> str:
        """By number; by gender and number (common, neuter, several)."""
        if mention.plural or len(words) < _GENDER:
            return words[-1 if mention.plural else 0]
        return words[int(self._is_neuter(mention.text))]

    def form(self, mention: Mention, form: str) -> str:
        """The genitive; for somebody's own `din`, which agrees with what is owned."""
        if mention.is_you:
            return form if form in self.words.yours else self.words.yours[0]
        if MARKED.fullmatch(mention.text):
            return f"⟨{mention.text[1:-1]}.own⟩"
        return f"{mention.text}'" if mention.text.endswith(("s", "x", "z")) else f"{mention.text}s"

    def several(self, noun: str) -> str:
        """The plural, by the table of nouns; unknown ones stay as they are."""
        *before, last = noun.split(" ")
        forms = self.noun_forms(last)
        return " ".join([*before, forms["many"] if forms else last])

    def article(self, noun: str) -> str:
        """`en region`."""
        return f"{self.words.neuter if self._is_neuter(noun) else self.words.common} {noun}"

    def definite(self, noun: str) -> str:
        """`regionen`; a noun with something before it, or an unknown one, stays as it is."""
        forms = self.noun_forms(noun)
        return forms["the"] if forms else noun

    def of_them(self, plural: str) -> str:
        """`regionerna`; with something said of them, `de regioner som …`."""
        forms = self.noun_forms(plural, "many")
        if forms:
            return forms["all"]
        head = plural.partition(" ")[0]
        return f"{self.words.those} {plural}" if self.noun_forms(head, "many") else plural

    def nominal(self, text: str) -> str:
        """Without its article."""
        text = re.sub(rf"^(?:{self.words.common}|{self.words.neuter}) ", "", text)
        head, space, rest = text.partition(" ")
        forms = self.noun_forms(head.rstrip(","), "the")
        return f"{forms['one']}{',' if head.endswith(',') else ''}{space}{rest}" if forms else text

    def relative(self, clause: str) -> tuple[str, bool]:
        """`som du håller`, `som det ligger två brickor i`, `vars terräng är skog`."""
        owner = f"⟨{IT.text[1:-1]}.own⟩"
        if clause.startswith(f"{owner} "):
            return f"{self.words.whose} {self.itself(clause.removeprefix(f'{owner} '))}", False
        before, _, behind = clause.partition(IT.text)
        rest = self.itself(f"{before.rstrip()} {behind.lstrip()}".strip())
        pattern = _NOT_AFTER if before else _NOT_FIRST
        return f"som {pattern.sub(_NOT_BEFORE, rest)}", False

    def polished(self, text: str) -> str:
        """`för dig`: the pronoun as an object."""
        return _OBJECT.sub(rf"\1 {self.words.to_you}", text)

    def _is_neuter(self, text: str) -> bool:
        if text.startswith(f"{self.words.neuter} "):
            return True
        noun = self.nominal(text).partition(" ")[0]
        forms = self.noun_forms(noun) or self.noun_forms(noun, "the")
        return forms.get("gender") == "n"


_OF_DANES = Words(
    common="en",
    neuter="et",
    you="du",
    to_you="dig",
    yours=("din", "dit", "dine"),
    those="de",
    conjunctions={"and": "og", "or": "eller"},
    pronouns={"it": "den", "holder": "den, der holder den"},
    each="hver|hvert|ingen",
    whose="hvis",
)
_OF_NORWEGIANS = replace(
    _OF_DANES,
    to_you="deg",
    yours=("din", "ditt", "dine"),
    pronouns={"it": "den", "holder": "den som holder den"},
)
_OF_SWEDES = replace(
    _OF_DANES,
    neuter="ett",
    yours=("din", "ditt", "dina"),
    conjunctions={"and": "och", "or": "eller"},
    pronouns={"it": "den", "holder": "den som håller den"},
    each="varje|ingen",
    whose="vars",
)


class Danish(Scandinavian):
    """Danish."""

    language = "da"
    words = _OF_DANES


class Norwegian(Scandinavian):
    """Norwegian."""

    language = "no"
    words = _OF_NORWEGIANS


class Swedish(Scandinavian):
    """Swedish."""

    language = "sv"
    words = _OF_SWEDES
