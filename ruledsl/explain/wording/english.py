"""Words put together in English: articles, several of one thing, whose something is, relative clauses. It knows no rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

__all__ = ["IT", "YOU", "Group", "Mention", "article", "capital", "listed", "nominal", "relative", "several"]

_VOWEL = re.compile(r"(?!one\b|uni|use|eu)[aeio]|u(?!s|ni)", re.IGNORECASE)
_ENDS = (("ss", "sses"), ("sh", "shes"), ("ch", "ches"), ("x", "xes"), ("ero", "eroes"))
_ADJECTIVE = re.compile(r"(?:is|are) ((?!not\b)[a-z\u00a0-]+(?: or [a-z\u00a0-]+)*)")
_ONE_OF = re.compile(r"is an? (?:region|race|player|tile|piece) (?!among)(.+)")
_THAT_IS = re.compile(r"an? (?:region|race|player|tile|piece) that is (an? .+)")
_SHORTER = (
    ("is not held by anybody", "that nobody holds"),
    ("is yours", "of yours"),
    ("is next ", "next "),
    ("is in ", "in "),
    ("is within ", "within "),
    ("is connected ", "connected "),
    ("holds a ", "with a "),
    ("does not have ", "without "),
    ("has ", "with "),
)
_PREPOSITIONS = frozenset({"of", "in", "to", "for", "by", "from", "with", "as", "at", "on", "is", "than"})


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something as it is said. What is `plural` takes the verb of several, as `you` does."""

    text: str
    plural: bool = False
    counted: bool = False
    """Is it a number that is not written as one (`the number rolled`)? Then nothing follows that is counted."""

    @property
    def whose(self) -> str:
        """As the owner of something: `your`, `its`, `the region's`."""
        known = {"you": "your", "it": "its", "they": "their"}.get(self.text)
        if known:
            return known
        return f"{self.text}'" if self.plural and self.text.endswith("s") else f"{self.text}'s"

    def __str__(self) -> str:
        return self.text


YOU = Mention("you", plural=True)
IT = Mention("⟨it⟩")
"""What a clause is about that is to become a relative one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Things of a kind: `forest region` with what stands before, and behind it."""

    one: str
    many: str
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()

    def narrowed(self, clauses: list[str]) -> Group:
        """Only those of which these clauses about `IT` hold."""
        found = self
        for clause in clauses:
            word = relative(clause)
            if word.startswith("="):
                found = replace(found, before=(*found.before, word[1:]))
            else:
                found = replace(found, behind=(*found.behind, word))
        return found

    def _with(self, head: str) -> str:
        clauses = [word for word in self.behind if word.startswith(("that ", "where ", "whose "))]
        behind = [word for word in self.behind if word not in clauses]
        said = [f"and {word}" if number or " that " in head else word for number, word in enumerate(clauses)]
        text = " ".join([*self.before, head, *behind, *said])
        return (
            text.replace("opponent of you", "opponent")
            .replace("opponents of you", "opponents")
            .replace(" of you ", " of yours ")
        )

    @property
    def single(self) -> str:
        """One of them, without an article."""
        return self._with(self.one)

    @property
    def any(self) -> str:
        """One of them: `a forest region`."""
        if self.single.startswith(("one of ", "the ")):
            return self.single
        said = article(self.single)
        other = _THAT_IS.fullmatch(said)
        return other[1] if other else said

    @property
    def plural(self) -> str:
        """Several of them."""
        return self._with(self.many).replace("that is ", "that are ").replace("that has ", "that have ")


def several(word: str) -> str:
    """The plural of a word."""
    for ending, plural in _ENDS:
        if word.endswith(ending):
            return word.removesuffix(ending) + plural
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return word if word.endswith("s") else f"{word}s"


def article(words: str) -> str:
    """With `a` or `an` before it."""
    return f"{'an' if _VOWEL.match(words) else 'a'} {words}"


def nominal(text: str) -> str:
    """A noun phrase without its article."""
    return re.sub(r"^(?:an?|the) ", "", text)


def capital(text: str) -> str:
    """With a large letter at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(parts: list[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(parts) < 2:  # noqa: PLR2004
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def relative(clause: str) -> str:
    """A clause about `IT` as it follows a noun: `that you hold`, `with a Fortress`; behind `=` what stands before the noun: `coastal`."""
    it = IT.text
    if clause.startswith(f"{it} "):
        return _attribute(_itself(clause.removeprefix(f"{it} ")))
    if clause.startswith(f"{it}'s "):
        return "whose " + _itself(clause.removeprefix(f"{it}'s "))
    head, _, tail = clause.partition(f" {it}")
    if clause.count(it) == 1 and (
        not tail or (tail.startswith(" ") and head.rpartition(" ")[2] not in _PREPOSITIONS)
    ):
        return f"that {head}{tail}"
    return f"where {_itself(clause)}"


def _itself(text: str) -> str:
    return text.replace(f"{IT.text}'s", "its").replace(IT.text, "it")


def _attribute(rest: str) -> str:
    """What is said of a thing, after its name."""
    adjective = _ADJECTIVE.fullmatch(rest)
    if adjective and adjective[1] not in ("yours", "always", "never"):
        return f"={adjective[1]}"
    if found := _ONE_OF.fullmatch(rest):
        return found[1] if found[1].startswith(("next", "with", "that", "in ")) else f"that {found[1]}"
    if rest.startswith("has no "):
        return f"without {article(rest.removeprefix('has no '))}"
    for verb, word in _SHORTER:
        if rest.startswith(verb):
            return word + rest.removeprefix(verb)
    return f"that {rest}"
