"""English: articles, plurals, possessives, and relative clauses that are as short as people say them. It knows no rules."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.inflection import with_article
from ruledsl.play.explain.wording.grammar import IT, Grammar, Group, Mention

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.language.vocabulary.inflection import Nouns
_ENDS = (("ss", "sses"), ("sh", "shes"), ("ch", "ches"), ("x", "xes"), ("ero", "eroes"))
_ADJECTIVE = re.compile(r"(?:is|are) ((?!not\b)[a-z\u00a0-]+(?: or [a-z\u00a0-]+)*)")
_KIND = re.compile("⟨it⟩ is (an? [a-z -]+)")
_NOT_THIS = re.compile(r"is not this [a-z]+")
_NOUN = re.compile(r"an? ([a-z]+)")
_PERFECT = re.compile(r"has (?:not |(?:\w+ed|been|come|gone) )")
_SHORTER = (
    ("is not held by anybody", "that nobody holds"),
    ("is not held by ", "not held by "),
    ("is held by ", "held by "),
    ("is yours", "of yours"),
    ("is not next ", "not next "),
    ("is next ", "next "),
    ("is in ", "in "),
    ("is within ", "within "),
    ("is connected ", "connected "),
    ("holds a ", "with a "),
    ("does not have ", "without "),
    ("has ", "with "),
)
_ABOUT_MANY = (
    ("that is ", "that are "),
    ("that has ", "that have "),
    ("that was ", "that were "),
    ("that does not ", "that do not "),
    ("that counts ", "that count "),
)
_CLAUSES = ("that ", "you hold", "where ", "whose ", "from which ", "to which ")
_CLAUSE = re.compile(r" (?:that|where|whose) | you (?:hold|have)\b| holds?$")
_NEXT_TO_ONE = re.compile(r" next to an? ")
"""What follows these without an `and` seems to be about what is there."""
_OWNED = re.compile(r"(?:the|your|these|those|all|each|different) |[a-z ]+'s? ")
_BE = re.compile(r" (?:is|are|has|have|was|were) ")
_STARTS = ("there ", "what ", "as many ", "the number ", "either ", "whether ")
_YOUR = re.compile(
    r"\bthe ((?:(?!of\b|the\b)[a-z-]+ ){0,2}(?!of\b|because\b|instead\b|ahead\b)[a-z-]+) of you(?!\w)('s)?"
)
_OF_YOU = re.compile(r"\b(opponents?|enem(?:y|ies)) of you\b")
_BESIDE = ("next to a ", "next to an ", "not next to any ")
"""The same."""
_HELD = ("held by ", "not held by ")
_PREPOSITIONS = frozenset(
    {"of", "in", "to", "for", "by", "from", "with", "as", "at", "on", "is", "than", "where"}
)
_PLACES = ("next to ", "with ", "in ", "within ", "connected ", "that are ")
_VERBS = {"is": "are", "has": "have", "does": "do"}
_YOU = re.compile(r"\byou (is|has|does)\b")
_INDEFINITE = re.compile(r"(?:an?|each) ")
_PRONOUNS = {"you": "your", "it": "its", "they": "their"}
_IMPERATIVE = re.compile(
    r"(?:take|put|place|move|return|conquer|gain|pay|go|roll|draw|lay|attack|exchange|choose|reveal) "
)
_STATES = re.compile(r"you (?:are|have|can|may|must|need|cannot|do not) ")
_JOINED = {"and": "and", "or": "or"}
_OPENED = {"it": "it", "holder": "its holder"}


class English(Grammar):
    """English, as short as a rulebook says it."""

    language = "en"
    is_standard = True
    you = Mention("you", plural=True, person=2)
    each = "each|any|no|every"
    conjunctions = _JOINED
    pronouns = _OPENED
    indefinite = _INDEFINITE

    def __init__(self, nouns: Nouns | None = None) -> None:
        """With the patterns that know what the game calls a people."""
        super().__init__(nouns)
        people = self.own("[people]")
        self.kinded = ("tile", people)
        things = f"an? (?:region|{re.escape(people)}|player|tile|piece)"
        self.one_of = re.compile(rf"is {things} (?!among)(.+)")
        """That something is one of those with an attribute."""
        self._that_is = re.compile(rf"{things} that is (an? (?:(?! and |, | or an? ).)+)")

    # ── forms ─────────────────────────────────────────────────────────────────

    def pick(self, mention: Mention, words: Sequence[str]) -> str:
        """The first of two, or the second for several."""
        return words[1 if mention.plural else 0]

    def form(self, mention: Mention, form: str) -> str:  # noqa: ARG002 - English has only the form of an owner
        """The owner: `your`, `the region's`."""
        text = mention.text
        several = text.endswith("s") and (mention.plural or text.startswith("each of the "))
        return _PRONOUNS.get(text) or (f"{text}'" if several else f"{text}'s")

    def several(self, noun: str) -> str:
        """`regions`, `heroes`, `enemies of yours`."""
        head, of, rest = noun.partition(" of ")
        if of:
            return f"{self.several(head)}{of}{rest}"
        if forms := self.noun_forms(noun):
            return forms["many"]
        for ending, plural in _ENDS:
            if noun.endswith(ending):
                return noun.removesuffix(ending) + plural
        if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
            return f"{noun[:-1]}ies"
        return noun if noun.endswith("s") else f"{noun}s"

    def article(self, noun: str) -> str:
        """`a region`, `an enemy`."""
        return with_article(noun)

    def definite(self, noun: str) -> str:
        """`the region`."""
        return noun if "'s " in noun else f"the {noun.removeprefix('The ')}"

    def of_them(self, plural: str) -> str:
        """`the regions next to it`; `your regions` stay."""
        return plural if _OWNED.match(plural) else f"the {plural}"

    def nominal(self, text: str) -> str:
        """Without its article."""
        return re.sub(r"^(?:an?|the) ", "", text)

    # ── groups ────────────────────────────────────────────────────────────────

    def described(self, group: Group, *, many: bool) -> str:
        """The noun, then who holds it, where it is, and clauses."""
        head = " ".join(filter(None, (group.many, group.rests) if many else (group.one, group.rest)))
        own = [word for word in group.behind if word.startswith("you hold")]
        clauses = [word for word in group.behind if word.startswith(_CLAUSES) and word not in own]
        behind = [word for word in group.behind if word not in (*own, *clauses)]
        if own and _CLAUSE.search(head):
            own[0] = f"and {own[0]}"
        held = [word for word in behind if word.startswith(_HELD)]
        near = [word for word in behind if word not in held]
        attributes = self.listed([self.of_many(clause) for clause in clauses] if many else clauses)
        if attributes and (_CLAUSE.search(head) or _NEXT_TO_ONE.search(head)):
            attributes = f"and {attributes}"
        elif attributes and any(_CLAUSE.search(word) for word in (*held, *near)):
            attributes = f", {attributes}"
        elif attributes and any(word.startswith(_BESIDE) for word in near):
            attributes = f"and {attributes}"
        words = [*group.before, head, *own, *held, *_in_a_row(near), *([attributes] if attributes else [])]
        return yours(" ".join(words)).replace(" ,", ",")

    def of_many(self, attribute: str) -> str:
        """`that are`, `that have`."""
        for one, many in _ABOUT_MANY:
            if attribute.startswith(one):
                return many + attribute.removeprefix(one)
        return attribute.replace(" and that was ", " and that were ")

    def any(self, group: Group) -> str:
        """`a forest region`."""
        if group.single.startswith(("one of ", "the ")):
            return group.single
        phrase = self.article(group.single)
        other = self._that_is.fullmatch(phrase)
        return other[1] if other else phrase

    def noun(self, group: Group) -> str:
        """`opponent`."""
        head = " ".join(filter(None, (group.one, group.rest)))
        match = _NOUN.fullmatch(group.any) or _NOUN.fullmatch(self.article(yours(head)))
        return match[1] if match else ""

    def kinds_in(self, clause: str) -> list[str]:
        """Of `it is a relic or a place`, both."""
        kind = _KIND.fullmatch(clause)
        return [self.nominal(word) for word in yours(kind[1]).split(" or ")] if kind else []

    def predicate(self, group: Group) -> str:
        """`next to the hill`."""
        head, _, rest = group.single.partition(" ")
        if rest.startswith("that is "):
            return rest.removeprefix("that is ")
        return rest if rest.startswith(_PLACES) and head == group.one else ""

    def neighbour(self, rest: str) -> str:
        """Of `next to the region`, the region."""
        near, where = rest.startswith("next to "), rest.removeprefix("next to ")
        return where if near and " " not in where.removeprefix("the ").removeprefix("this ") else ""

    # ── clauses ───────────────────────────────────────────────────────────────

    def relative(self, clause: str) -> tuple[str, bool]:
        """`that you hold`, `with a Fortress`; before the noun: `coastal`."""
        it = IT.text
        if clause.startswith(f"{it} "):
            return _attribute(_itself(clause.removeprefix(f"{it} ")), self)
        if clause.startswith(f"{it}'s "):
            return "whose " + _itself(clause.removeprefix(f"{it}'s ")), False
        head, _, tail = clause.partition(f" {it}")
        if (
            clause.count(it) == 1
            and not clause.lstrip("(").startswith(_STARTS)
            and not _BE.match(tail)  # it is part of the subject
            and not head.endswith(" next to")
            and "(what" not in head
            and (not tail or (tail.startswith(" ") and head.rpartition(" ")[2] not in _PREPOSITIONS))
        ):
            return f"{'' if clause == f'you hold {it}' else 'that '}{head}{tail}", False
        inner = _itself(clause)
        return f"where {inner.replace(' in it', '', 1) if inner.startswith('you have ') else inner}", False

    def merged(self, one: str, word: str, other: str) -> str:
        """Neither of two is `not one or the other`, and not both is said twice."""
        for between, joint in (
            (" is ", word),
            (" has ", word),
            (" happens ", word),
            (" is not ", "or"),
            (" has no ", "or"),
        ):
            head, _, first = one.partition(between)
            same, parted, second = other.partition(between)
            negative = "no" in between
            plain_enough = negative or not any(
                clause.startswith(("not ", "no ")) for clause in (first, second)
            )
            if parted and head == same and first and plain_enough and (word == "and" or not negative):
                return f"{one} {joint} {second}"
        return ""

    def can_own(self, group: Group) -> bool:
        """May it be an `owner's`?"""
        return all(word.startswith("of ") for word in group.behind)

    def one_of_each(self, single: str) -> str:
        """`of these`, for `one of these`."""
        return single.removeprefix("one ") if single.startswith("one of ") else single

    def same_thing(self, head: str, body: str) -> bool:
        """Do both say `… is X`?"""
        means, other = (self.nominal(clause.partition(" is ")[2]) for clause in (head, body))
        return bool(means) and means == other

    def without_also(self, text: str) -> str:
        """Without `also`."""
        return text.replace("also ", "")

    def number_of(self, text: str) -> str:
        """Of `the number of tokens`, the tokens."""
        return text.removeprefix("the number of ") if text.startswith("the number of ") else ""

    def imperative(self, clause: str) -> str:
        """`choose a region`."""
        return re.sub(r"^you (?=[a-z])", "", clause) if not _STATES.match(clause) else clause

    def may(self, who: Mention, inside: str) -> str:
        """`you may take …`, or in full."""
        if who.is_you:
            inside = re.sub(r"^you (?=gain|pay|go|take)", "", inside)
        else:
            inside = re.sub(rf"^{re.escape(str(who))} (gain|pay|choose|take)s ", r"\1 ", inside)
        plain_doing = _IMPERATIVE.match(inside) and "\u241e" not in inside
        return f"{who} may {inside}" if plain_doing else super().may(who, inside)

    def tidy(self, text: str) -> str:
        """`you are` for `you is`."""
        return _YOU.sub(lambda match: f"you {_VERBS[match[1]]}", text)

    def polished(self, text: str) -> str:
        """Something `of yours`; `its`."""
        return yours(text).replace(f"{IT.text}'s", "its")


def yours(text: str) -> str:
    """Something of `you`: an `opponent` for an `opponent of you`, a race `of yours`."""
    text = _OF_YOU.sub(r"\1", text)
    text = _YOUR.sub(r"your \1\2", text).replace(" of you ", " of yours ")
    return text.replace("there is no one of ", "there is none of ")


def _in_a_row(words: list[str]) -> list[str]:
    """Phrases about one thing."""
    return [f"and {word}" if before.startswith(_BESIDE) else word for before, word in pairwise(["", *words])]


def _itself(text: str) -> str:
    return text.replace(f"{IT.text}'s", "its").replace(IT.text, "it")


def _attribute(rest: str, english: English) -> tuple[str, bool]:
    """An attribute: an adjective before a noun, or words after it."""
    adjective = _ADJECTIVE.fullmatch(rest)
    if adjective and adjective[1] not in ("you", "yours", "always", "never"):
        return adjective[1], True
    if match := english.one_of.fullmatch(rest):
        starts = ("next", "with", "that", "in ", "on ", "of ", "where", "from which")
        return (match[1] if match[1].startswith(starts) else f"that {match[1]}"), False
    if rest.startswith("has no "):
        return f"without {english.article(rest.removeprefix('has no '))}", False
    if _NOT_THIS.fullmatch(rest):
        return "other", True
    for start, word in _SHORTER:
        if rest.startswith(start) and not _PERFECT.match(rest):
            return word + rest.removeprefix(start), False
    return ("other than you" if rest == "is not you" else f"that {rest}"), False
