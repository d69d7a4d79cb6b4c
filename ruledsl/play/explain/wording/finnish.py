"""Finnish: cases in place of articles and prepositions, which relative pronouns take as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.inflection import case_ending
from ruledsl.play.explain.wording.grammar import MARKED, Grammar, Mention

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.explain.wording.grammar import Group

_WHICH: Final = {
    "nom": "joka", "gen": "jonka", "part": "jota", "ine": "jossa", "ela": "josta", "ill": "johon",
    "ade": "jolla", "abl": "jolta", "all": "jolle", "ess": "jona", "tra": "joksi",
}  # fmt: skip
_IT: Final = {
    "nom": "se", "gen": "sen", "part": "sitä", "ine": "siinä", "ela": "siitä", "ill": "siihen",
    "ade": "sillä", "abl": "siltä", "all": "sille", "ess": "sinä", "tra": "siksi",
}  # fmt: skip
_YOU: Final = {
    "nom": "sinä", "gen": "sinun", "part": "sinua", "ine": "sinussa", "ela": "sinusta", "ill": "sinuun",
    "ade": "sinulla", "abl": "sinulta", "all": "sinulle", "ess": "sinuna", "tra": "sinuksi",
}  # fmt: skip
_JOINED: Final = {"and": "ja", "or": "tai"}
_OPENED: Final = {"it": _IT["nom"], "holder": "sen haltija"}
_PERSON = 3
"""How many words of a hole agree by person."""


class Finnish(Grammar):
    """Finnish.

    Its table of nouns has for each the cases `gen`, `part` and `ill`, the plural `many`, its cases `many.gen`, `many.part` and `many.ill`, and the
    stem of the others, `many.stem`.
    """

    language = "fi"
    you = Mention("sinä", person=2)
    each = "jokainen|mikään"
    conjunctions = _JOINED
    pronouns = _OPENED
    clausal = re.compile("^,")
    unsaid = f"{_YOU['nom']} "

    def pick(self, mention: Mention, words: Sequence[str]) -> str:
        """By number; by person (he, they, you)."""
        if len(words) == _PERSON and mention.is_you:
            return words[2]
        return words[int(mention.plural)]

    def form(self, mention: Mention, form: str) -> str:
        """A case: `gen`, `part`, `ine`, `ela`, `ill`, `ade`, `abl`, `all`, `ess`, `tra`."""
        case = "gen" if form == "own" else form
        if mention.is_you:
            return _YOU[case]
        if MARKED.fullmatch(mention.text):
            return f"⟨{mention.text[1:-1]}.{case}⟩"
        phrase, comma, rest = mention.text.partition(",")
        return f"{self._inflected(phrase, case)}{comma}{rest}"

    def _inflected(self, phrase: str, case: str) -> str:
        """A phrase in a case: its last words that the table has; after a name, the case stands behind a colon."""
        words = phrase.split(" ")
        last = next((n for n in reversed(range(len(words))) if self._has(words[n])), -1)
        if last < 0:
            return f"{phrase}:{case_ending(case, phrase)}"
        first = last
        while first and self._has(words[first - 1]):
            first -= 1
        return " ".join(
            [*words[:first], *(self._of(word, case) for word in words[first : last + 1]), *words[last + 1 :]]
        )

    def _has(self, word: str) -> bool:
        return bool(self.noun_forms(word) or self.noun_forms(word, "many"))

    def _of(self, word: str, case: str) -> str:
        """A word of the table in a case."""
        forms = self.noun_forms(word)
        if forms:
            return forms.get(case) or forms["gen"].removesuffix("n") + case_ending(case, word)
        forms = self.noun_forms(word, "many")
        return forms.get(f"many.{case}") or forms["many.stem"] + case_ending(case, word)

    def several(self, noun: str) -> str:
        """The plural, by the table of nouns; unknown ones stay as they are."""
        words = [self.noun_forms(word) for word in noun.split(" ")]
        return " ".join(
            forms["many"] if forms else word for forms, word in zip(words, noun.split(" "), strict=True)
        )

    def relative(self, clause: str) -> tuple[str, bool]:
        """`, jota hallitset,`: the pronoun in the case of what it stands for."""
        marks = [mark for mark in MARKED.finditer(clause) if mark[1] == "it"]
        if len(marks) != 1:
            return f", jolle pätee: {self.itself(clause)},", False
        mark = marks[0]
        rest = f"{clause[: mark.start()].rstrip()} {clause[mark.end() :].lstrip()}".strip()
        return f", {_WHICH[mark[2] or 'nom']} {rest},", False

    def described(self, group: Group, *, many: bool) -> str:
        """A noun with its clauses between commas."""
        head, rest = (group.many, group.rests) if many else (group.one, group.rest)
        clauses = " ja ".join(word.strip(", ") for word in group.behind)
        phrase = " ".join(filter(None, (head, rest)))
        return (f"{phrase}, {clauses}," if clauses else phrase).replace(" ,", ",")

    def opened(self, mark: str, form: str) -> str:
        """`se`, `sen haltija`."""
        return _IT[form or "nom"] if mark == "it" else super().opened(mark, form)

    def polished(self, text: str) -> str:
        """Without the pronouns that its verbs say."""
        return re.sub(r"\b[Ss]inä (?=\w)", "", text)
