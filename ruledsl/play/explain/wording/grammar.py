"""What a sentence is made of, and what a language knows: how parts are named again, counted, and joined.

Texts of packs and our own templates have holes, which a language fills with its forms (`Grammar.fill`):

* `{region}` is a parameter in words, `{people's}` or `{people.FORM}` a form of it (an owner, a case, a preposition), `{people+}` all of its kind;
* `{people|holds|hold}` is the word that agrees with it;
* `{holds|is|is not}` is the word for a condition that holds or does not (`{holds.people|…}` if it agrees with somebody as well);
* `{many|region|regions}` is the noun of a set, `{change|coin|coins}` an amount of something with its change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.language.vocabulary.inflection import with_nouns
from ruledsl.play.naming.words import game_nouns, noun_forms, sentence_text
from ruledsl.rules.check.lints.texts import FORMS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.language.vocabulary.inflection import Nouns

SECOND: Final = 2
"""The grammatical person of whoever carries a rule out."""


class Untold(Exception):
    """A language lacks a text for a sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase for somebody or something. If `plural`, it takes a plural verb."""

    text: str
    plural: bool = False
    counted: bool = False
    """Is it a number in words (`the number rolled`)? Then no counted noun follows."""
    many: str = ""
    """The phrase for all, if it is one of several."""
    one: str = ""
    """The phrase for one, if they are several."""
    number_of: str = ""
    """What is counted, if it is a number of things."""
    exists: bool | None = None
    """As an amount: none at all (False), or at least one (True)."""
    person: int = 3

    @property
    def is_you(self) -> bool:
        """Is it whoever carries the rule out?"""
        return self.person == SECOND

    def __str__(self) -> str:
        return self.text


IT: Final = Mention("⟨it⟩")
"""The subject of a clause that is to become a relative one."""
HOLDER: Final = Mention("⟨holder⟩")
"""The holder of the region that a clause is about."""
MARKED: Final = re.compile(r"⟨([a-z]+)(?:\.([a-zåäö]+))?⟩")
"""A mention whose place is still open, with its form."""
_SHORT: Final = 4
"""The spaces in the longest number in words that needs no brackets before its noun: `(the number of tokens in your hand) tokens`."""
_MANY = re.compile(r"\{many\|([^{}|]*)\|([^{}|]*)\}(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Group:
    """Things of a kind: a noun with what belongs to it (`rest`), and with attributes that precede or follow."""

    grammar: Grammar = field(repr=False, compare=False)
    one: str
    many: str
    rest: str = ""
    rests: str = ""
    """What belongs to several of them."""
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    called: str = ""
    """The later name of one of them, if known."""
    bears: bool = False
    """Do things lie on one of them, not in it?"""

    def narrowed(self, clauses: list[str]) -> Group:
        """Only those for which these clauses about `IT` hold."""
        group = self
        for clause in clauses:
            kinds = self.grammar.kinds_in(clause) if not group.called else []
            if kinds and group.one in self.grammar.kinded:
                group = group.of_kind(kinds)
                continue
            attribute, precedes = self.grammar.relative(clause)
            if precedes:
                group = replace(group, before=(*group.before, attribute))
            else:
                group = replace(group, behind=(*group.behind, attribute))
        return group

    def of_kind(self, kinds: list[str]) -> Group:
        """These tiles with the names of their kinds."""
        one, many = (
            self.grammar.listed(kinds, "or"),
            self.grammar.listed([*map(self.grammar.several, kinds)], "or"),
        )
        return replace(self, one=one, many=many, called=kinds[0] if len(kinds) == 1 else "")

    @property
    def single(self) -> str:
        """One of them, without an article."""
        return self.grammar.described(self, many=False)

    @property
    def any(self) -> str:
        """One of them: `a forest region`."""
        return self.grammar.any(self)

    @property
    def plural(self) -> str:
        """Several of them."""
        return self.grammar.described(self, many=True)

    @property
    def noun(self) -> str:
        """The later name of one of them, if it is more than the kind: `opponent`."""
        return self.called or self.grammar.noun(self)


class Grammar:
    """A language: the forms of its words. A form that it does not have is the plain one, which most languages share."""

    language: str
    is_standard = False
    """Is it the language of names that have no text?"""
    you: Mention
    each: str = ""
    """The words before a noun that stand for its article, as alternatives of a pattern: `each|every`."""
    kinded: Sequence[str] = ()
    """The nouns in whose place the name of a kind of tile may stand."""
    conjunctions: Mapping[str, str]
    """`and` and `or`."""
    pronouns: Mapping[str, str]
    """What a mention is called that no noun has taken up: `it`, and the `holder` of it."""
    indefinite = re.compile("$.")
    """How a phrase for any one begins, if that shows."""
    clausal = re.compile("$.")
    """What is in a phrase that is no predicate."""
    unsaid = ""
    """The pronoun of whoever is told to do something, if the verb says it."""

    def __init__(self, nouns: Nouns | None = None) -> None:
        self.nouns = game_nouns({}, self.language) if nouns is None else nouns
        """The nouns of a game."""
        self.forms = FORMS.get(self.language, frozenset()) | {"own"}
        each = f"(?P<each>\\b(?:{self.each}) )?" if self.each else "(?P<each>)"
        self._hole = re.compile(
            each
            + r"\{(?P<name>[a-z0-9_]+)(?:(?P<own>'s)|\.(?P<form>[a-zåäö0-9_]+)|(?P<all>\+))?(?P<words>(?:\|[^{}|]*)+)?\}"
        )

    # ── texts ─────────────────────────────────────────────────────────────────

    def own(self, english: str) -> str:
        """One of our own templates in this language; `Untold` without one."""
        text = sentence_text(english, self.language)
        if text is None:
            raise Untold(english)
        return with_nouns(text, self.nouns, self.language)

    def noun_forms(self, noun: str, form: str = "one") -> Mapping[str, str]:
        """The forms of a noun that has this `form`: of the game's, or else of the language's table; empty for an unknown one."""
        own = (forms for forms in self.nouns.values() if forms.get(form) == noun)
        return next(own, None) or noun_forms(noun, self.language, form)

    def fill(
        self,
        text: str,
        mentions: Mapping[str, Mention],
        *,
        holds: bool = True,
        own: bool = False,
        change: Callable[[str, str], str] | None = None,
    ) -> str:
        """A text with its holes filled; those without a mention become empty. In our `own` templates a noun after `each` has no article anyway."""
        seen: set[str] = set()

        def put(hole: re.Match[str]) -> str:
            each, name, words = hole["each"] or "", hole["name"], (hole["words"] or "").split("|")[1:]
            if name == "holds" and words:
                return each + self._by_truth(words, mentions.get(hole["form"]), holds=holds)
            if name == "change" and change is not None:
                return each + change(words[0] if words else "", words[1] if words else "")
            mention = mentions.get(name)
            if mention is None:
                return each
            long = mention.counted and mention.text.count(" ") > _SHORT and f"{{{name}|" in text
            if words:
                of_it = replace(mention, plural=True) if long else mention
                return each + self.pick(of_it, words) if long or not mention.counted else each
            if long:
                return f"{each}({mention.text})"
            if name in seen and self.is_indefinite(mention.text):
                mention = self.again(mention)
            seen.add(name)
            if hole["all"]:
                return each + (mention.many or mention.text)
            if hole["own"] or hole["form"]:
                form = hole["form"] or "own"
                return each + (self.form(mention, form) if form in self.forms else mention.text)
            if own or not each:
                return each + mention.text
            noun = self.nominal(mention.text)
            return each + noun if noun != mention.text else noun

        filled = re.sub(" +", " ", self._hole.sub(put, text)).strip().replace(" ,", ",")
        return filled if own else self.tidy(filled)

    def _by_truth(self, words: Sequence[str], who: Mention | None, *, holds: bool) -> str:
        """The word for what holds or does not hold; with somebody, the first or the second half of the words agrees with them."""
        if who is None:
            return words[0 if holds else 1]
        half = len(words) // 2
        return self.pick(who, words[:half] if holds else words[half:])

    def group_of(self, text: str, mentions: Mapping[str, Mention]) -> Group:
        """A text for the members of a set."""
        head = _MANY.fullmatch(text)
        behind = text if head is None else head[3]
        one, many = (
            self.fill(behind, {**mentions, "many": Mention("", plural=many)}) for many in (False, True)
        )
        return Group(self, one, many) if head is None else Group(self, head[1], head[2], one, many)

    # ── forms, of which each language has its own ─────────────────────────────

    def pick(self, mention: Mention, words: Sequence[str]) -> str:
        """The word that agrees with a mention."""
        raise NotImplementedError

    def form(self, mention: Mention, form: str) -> str:
        """A form of a mention, `own` for the one of an owner."""
        raise NotImplementedError

    def several(self, noun: str) -> str:
        """The plural of a noun."""
        raise NotImplementedError

    def article(self, noun: str) -> str:
        """A noun as one of several: `a region`."""
        return noun

    def definite(self, noun: str) -> str:
        """A noun that is known: `the region`."""
        return noun

    def of_them(self, plural: str) -> str:
        """Several that are known: `the tokens lost`."""
        return plural

    def nominal(self, text: str) -> str:
        """A noun phrase without its article."""
        return text

    def is_indefinite(self, text: str) -> bool:
        """Does a phrase stand for any one?"""
        return self.indefinite.match(text) is not None

    def again(self, mention: Mention) -> Mention:  # noqa: ARG002 - most languages have one word for all
        """What any one is called the second time: `it`."""
        return Mention(self.pronouns["it"])

    def relative(self, clause: str) -> tuple[str, bool]:
        """A clause about `IT` as an attribute, and whether that precedes the noun."""
        raise NotImplementedError

    def opened(self, mark: str, form: str) -> str:
        """A mention that no noun has taken up at the end of a sentence: `it`, `its holder`."""
        word = self.pronouns.get(mark, mark)
        return self.form(Mention(word), form) if form else word

    def itself(self, text: str) -> str:
        """A clause about `IT` with the pronoun in its place."""
        return MARKED.sub(
            lambda mark: self.opened(mark[1], mark[2] or "") if mark[1] == "it" else mark[0], text
        )

    # ── joining, for most languages ───────────────────────────────────────────

    def listed(self, parts: list[str], word: str = "and") -> str:
        """`a, b and c`."""
        if len(parts) < 2:  # noqa: PLR2004
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.conjunctions[word]} {parts[-1]}"

    def described(self, group: Group, *, many: bool) -> str:
        """A noun with all that is said of it."""
        head, rest = (group.many, group.rests) if many else (group.one, group.rest)
        attributes = self.listed([self.of_many(word) if many else word for word in group.behind])
        return " ".join(filter(None, (head, *group.before, rest, attributes))).replace(" ,", ",")

    def of_many(self, attribute: str) -> str:
        """An attribute of several."""
        return attribute

    def any(self, group: Group) -> str:
        """One of a group."""
        return self.article(group.single)

    def noun(self, group: Group) -> str:
        """The later name of one of a group; empty if its kind does."""
        return "" if group.rest or group.before or group.behind or " " in group.one else group.one

    def kinds_in(self, clause: str) -> list[str]:  # noqa: ARG002
        """The kinds of tiles of which a clause says that `IT` is one, if its noun can be replaced by them."""
        return []

    def predicate(self, group: Group) -> str:
        """What a group's attributes say as a predicate: `next to the hill`; empty if that cannot be said."""
        more = group.before or group.behind or self.clausal.search(group.rest)
        return "" if more else group.rest

    def neighbour(self, rest: str) -> str:  # noqa: ARG002
        """The region next to which the members of a group are, if that can be said of the region as well."""
        return ""

    def merged(self, one: str, word: str, other: str) -> str:  # noqa: ARG002
        """Two clauses about the same thing in one; empty if that is not possible."""
        return ""

    def without_owner(self, text: str, owner: Mention) -> str:
        """What somebody's thing is called without its owner; empty if it is not named by the owner."""
        start = f"{self.form(owner, 'own')} "
        return text.removeprefix(start) if text.startswith(start) else ""

    def can_own(self, group: Group) -> bool:
        """Can one of a group stand as an owner, with all that is said of it?"""
        return not (group.rest or group.behind)

    def one_of_each(self, single: str) -> str:
        """One of a group after `for each`."""
        return single

    def same_thing(self, head: str, body: str) -> bool:  # noqa: ARG002
        """Do two clauses say the same of one thing in the same words?"""
        return False

    def without_also(self, text: str) -> str:
        """A text about what comes beside something else, for what comes alone."""
        return text

    def number_of(self, text: str) -> str:  # noqa: ARG002
        """What a phrase for a number counts."""
        return ""

    def imperative(self, clause: str) -> str:
        """A clause about `you` as an instruction."""
        return clause.removeprefix(self.unsaid)

    def may(self, who: Mention, inside: str) -> str:
        """That somebody may do what effects say."""
        return self.fill(
            self.own("{who} may do this: {inside}"), {"who": who, "inside": Mention(inside)}, own=True
        )

    def tidy(self, text: str) -> str:
        """A text after the corrections that need all of its parts."""
        return text

    def polished(self, text: str) -> str:
        """A clause as people say it."""
        return text

    def whole(self, text: str) -> str:
        """A clause or sentence, in which nothing is open any more."""
        text = self.polished(text)
        text = MARKED.sub(lambda mark: self.opened(mark[1], mark[2] or ""), text).replace("\u00a0", " ")
        return re.sub(r",+(?=[.,;:)]|$)", "", text).rstrip(".")


def capital(text: str) -> str:
    """A phrase with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"
