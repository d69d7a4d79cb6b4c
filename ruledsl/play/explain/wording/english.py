"""English: grammar, filled texts of packs, and the names of built-in questions."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# ── phrases ─────────────────────────────────────────────────────────────────────
# English grammar: articles, plurals, possessives, relative clauses. It knows no rules.


_VOWEL = re.compile(r"(?!one\b|uni|use|eu)[aeio]|u(?!s|ni)", re.IGNORECASE)
_ENDS = (("ss", "sses"), ("sh", "shes"), ("ch", "ches"), ("x", "xes"), ("ero", "eroes"))
_ADJECTIVE = re.compile(r"(?:is|are) ((?!not\b)[a-z\u00a0-]+(?: or [a-z\u00a0-]+)*)")
_ONE_OF = re.compile(r"is an? (?:region|race|player|tile|piece) (?!among)(.+)")
_THAT_IS = re.compile(r"an? (?:region|race|player|tile|piece) that is (an? (?:(?! and |, | or an? ).)+)")
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
)
_CLAUSES = ("that ", "you hold", "where ", "whose ", "from which ", "to which ")
_CLAUSE = re.compile(r" (?:that|where|whose) | you hold")
_OWNED = re.compile(r"(?:the|your|these|all|each|different) |[a-z ]+'s? ")
_BE = re.compile(r" (?:is|are|has|have|was|were) ")
_STARTS = ("there ", "what ", "as many ", "the number ", "either ", "whether ")
_YOUR = re.compile(
    r"\bthe ((?:(?!of\b|the\b)[a-z-]+ ){0,2}(?!of\b|because\b|instead\b|ahead\b)[a-z-]+) of you(?!\w)('s)?"
)
_OF_YOU = re.compile(r"\b(opponents?|enem(?:y|ies)) of you\b")
_BESIDE = ("next to a ", "next to an ", "not next to any ")
"""What follows these without an `and` is about what is there."""
_HELD = ("held by ", "not held by ")
_PREPOSITIONS = frozenset(
    {"of", "in", "to", "for", "by", "from", "with", "as", "at", "on", "is", "than", "where"}
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase for somebody or something. If `plural`, it takes a plural verb, as `you` does."""

    text: str
    plural: bool = False
    counted: bool = False
    """Is it a number in words (`the number rolled`)? Then no counted noun follows."""
    many: str = ""
    """The phrase for all, if it is one of several."""
    one: str = ""
    """The phrase for one, if they are several."""

    @property
    def whose(self) -> str:
        """The possessive: `your`, `its`, `the region's`."""
        pronoun = {"you": "your", "it": "its", "they": "their"}.get(self.text)
        if pronoun:
            return pronoun
        return f"{self.text}'" if self.plural and self.text.endswith("s") else f"{self.text}'s"

    def __str__(self) -> str:
        return self.text


YOU = Mention("you", plural=True)
IT = Mention("⟨it⟩")
"""The subject of a clause that is to become a relative one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Things of a kind: `forest region`, with the words before and after it."""

    one: str
    many: str
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    called: str = ""
    """The later name of one of them, if known."""

    def narrowed(self, clauses: list[str]) -> Group:
        """Only those for which these clauses about `IT` hold."""
        group = self
        for clause in clauses:
            kind = _KIND.fullmatch(clause)
            if kind and group.one.startswith(("tile", "race")) and not group.called:
                group = group.of_kind([nominal(word) for word in yours(kind[1]).split(" or ")])
                continue
            word = relative(clause)
            if word.startswith("="):
                group = replace(group, before=(*group.before, word[1:]))
            else:
                group = replace(group, behind=(*group.behind, word))
        return group

    def of_kind(self, kinds: list[str]) -> Group:
        """These tiles with the names of their kinds."""
        one, many = " or ".join(kinds), " or ".join(map(several, kinds))
        rest = self.one.removeprefix("tile").removeprefix("race")
        called = kinds[0] if len(kinds) == 1 else ""
        return replace(self, one=one + rest, many=many + rest, called=called)

    def _with(self, head: str, *, many: bool = False) -> str:
        own = [word for word in self.behind if word.startswith("you hold")]
        clauses = [word for word in self.behind if word.startswith(_CLAUSES) and word not in own]
        behind = [word for word in self.behind if word not in (*own, *clauses)]
        held = [word for word in behind if word.startswith(_HELD)]
        near = [word for word in behind if word not in held]
        attributes = listed([_of_many(clause) for clause in clauses] if many else clauses)
        if attributes and _CLAUSE.search(head):
            attributes = f"and {attributes}"
        elif attributes and any(_CLAUSE.search(word) for word in (*held, *near)):
            attributes = f", {attributes}"
        elif attributes and any(word.startswith(_BESIDE) for word in near):
            attributes = f"and {attributes}"
        words = [*self.before, head, *own, *held, *_in_a_row(near), *([attributes] if attributes else [])]
        return yours(" ".join(words)).replace(" ,", ",")

    @property
    def single(self) -> str:
        """One of them, without an article."""
        return self._with(self.one)

    @property
    def any(self) -> str:
        """One of them: `a forest region`."""
        if self.single.startswith(("one of ", "the ")):
            return self.single
        phrase = article(self.single)
        other = _THAT_IS.fullmatch(phrase)
        return other[1] if other else phrase

    @property
    def noun(self) -> str:
        """The later name of one of them, if it is more than the kind: `opponent`."""
        match = _NOUN.fullmatch(self.any) or _NOUN.fullmatch(article(yours(self.one)))
        return self.called or (match[1] if match else "")

    @property
    def plural(self) -> str:
        """Several of them."""
        return self._with(self.many, many=True)


def _in_a_row(words: list[str]) -> list[str]:
    """Phrases about one thing."""
    return [f"and {word}" if before.startswith(_BESIDE) else word for before, word in pairwise(["", *words])]


def _of_many(clause: str) -> str:
    """A relative clause in the plural."""
    for one, many in _ABOUT_MANY:
        if clause.startswith(one):
            return many + clause.removeprefix(one)
    return clause.replace(" and that was ", " and that were ")


def yours(text: str) -> str:
    """Something of `you`: an `opponent` for an `opponent of you`, a race `of yours`."""
    text = _OF_YOU.sub(r"\1", text)
    text = _YOUR.sub(r"your \1\2", text).replace(" of you ", " of yours ")
    return text.replace("there is no one of ", "there is none of ")


def several(word: str) -> str:
    """The plural of a word."""
    head, of, rest = word.partition(" of ")
    if of:
        return f"{several(head)}{of}{rest}"
    for ending, plural in _ENDS:
        if word.endswith(ending):
            return word.removesuffix(ending) + plural
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return word if word.endswith("s") else f"{word}s"


def article(words: str) -> str:
    """A phrase with `a` or `an`."""
    joint = "" if words.startswith("other ") else " "
    return f"{'an' if _VOWEL.match(words) else 'a'}{joint}{words}"


def nominal(text: str) -> str:
    """A noun phrase without its article."""
    return re.sub(r"^(?:an?|the) ", "", text)


def of_them(text: str) -> str:
    """The plural when one of them is meant: `the tokens lost`, `your regions`."""
    return text if _OWNED.match(text) else f"the {text}"


def capital(text: str) -> str:
    """A phrase with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(parts: list[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(parts) < 2:  # noqa: PLR2004
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def relative(clause: str) -> str:
    """A clause about `IT` as a relative clause: `that you hold`, `with a Fortress`; after `=` comes what precedes the noun: `coastal`."""
    it = IT.text
    if clause.startswith(f"{it} "):
        return _attribute(_itself(clause.removeprefix(f"{it} ")))
    if clause.startswith(f"{it}'s "):
        return "whose " + _itself(clause.removeprefix(f"{it}'s "))
    head, _, tail = clause.partition(f" {it}")
    if (
        clause.count(it) == 1
        and not clause.lstrip("(").startswith(_STARTS)
        and not _BE.match(tail)  # it is part of the subject
        and (not tail or (tail.startswith(" ") and head.rpartition(" ")[2] not in _PREPOSITIONS))
    ):
        return f"{'' if clause == f'you hold {it}' else 'that '}{head}{tail}"
    inner = _itself(clause)
    return f"where {inner.replace(' in it', '') if inner.startswith('you have ') else inner}"


def _itself(text: str) -> str:
    return text.replace(f"{IT.text}'s", "its").replace(IT.text, "it")


def _attribute(rest: str) -> str:
    """An attribute after a noun."""
    adjective = _ADJECTIVE.fullmatch(rest)
    if adjective and adjective[1] not in ("you", "yours", "always", "never"):
        return f"={adjective[1]}"
    if match := _ONE_OF.fullmatch(rest):
        return (
            match[1]
            if match[1].startswith(("next", "with", "that", "in ", "on ", "of ", "where", "from which"))
            else f"that {match[1]}"
        )
    if rest.startswith("has no "):
        return f"without {article(rest.removeprefix('has no '))}"
    if _NOT_THIS.fullmatch(rest):
        return "=other"
    for start, word in _SHORTER:
        if rest.startswith(start) and not _PERFECT.match(rest):
            return word + rest.removeprefix(start)
    return "other than you" if rest == "is not you" else f"that {rest}"


def be(who: Mention, *, holds: bool) -> str:
    """`is`, `are`, and their negations."""
    return ("are" if who.plural else "is") + ("" if holds else " not")


def verb(who: Mention, word: str, *, holds: bool) -> str:
    """`you hold`, `it does not hold`."""
    third = {"have": "has"}.get(word, f"{word}s")
    if holds:
        return word if who.plural else third
    return f"{'do' if who.plural else 'does'} not {word}"


# ── filling ─────────────────────────────────────────────────────────────────────
# Texts of packs for their own declarations, with the parts of a rule filled in.
#
# `{region}` is what is said of a parameter, `{people's}` its owner form, `{region+}` all of which it is one,
# `{people|holds|hold}` the word for one or for several, `{holds|is|is not}` the
# word for what holds or does not hold, `{many|region|regions}` the noun of a set, `{change|coin|coins}` an amount of something with its change.


_VERBS = {"is": "are", "has": "have", "does": "do"}
_YOU = re.compile(r"\byou (is|has|does)\b")
_INDEFINITE = re.compile(r"(?:an?|each) ")
_HOLE = re.compile(r"(\b(?:each|any|no|every) )?\{([a-z0-9_]+)('s|\+)?(?:\|([^{}|]*)\|([^{}|]*))?\}")


def clause_of(
    text: str,
    mentions: Mapping[str, Mention],
    *,
    holds: bool = True,
    change: Callable[[str, str], str] | None = None,
) -> str:
    """A text with its placeholders filled; those without a value become empty."""
    seen: set[str] = set()

    def fill(hole: re.Match[str]) -> str:
        each, name, owner, one, many = hole.groups()
        each = each or ""
        if name == "holds" and one is not None:
            return each + (one if holds else many)
        if name == "change" and change is not None:
            return each + change(one or "", many or "")
        mention = mentions.get(name)
        if mention is None:
            return each
        again = name in seen
        if again and _INDEFINITE.match(mention.text) and (owner or one is None):
            mention = Mention("it")
        if owner == "+":
            seen.add(name)
            return each + (mention.many or mention.text)
        if owner:
            seen.add(name)
            return each + mention.whose
        if one is not None and mention.counted:
            return each
        if one is not None:
            return each + (many if mention.plural else one)
        seen.add(name)
        noun = nominal(mention.text)
        return each + noun if each and noun != mention.text else mention.text

    said_whole = " ".join(_HOLE.sub(fill, text).split()).replace(" ,", ",")
    return _YOU.sub(lambda match: f"you {_VERBS[match[1]]}", said_whole)


def group_of(text: str, mentions: Mapping[str, Mention]) -> Group:
    """A text for the members of a set."""
    one = clause_of(text, {**mentions, "many": Mention("")})
    return Group(one, clause_of(text, {**mentions, "many": Mention("", plural=True)}))
