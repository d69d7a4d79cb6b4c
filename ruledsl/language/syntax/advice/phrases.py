"""What people write, and what the language has instead; terminals of the grammar in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ruledsl.language.syntax.grammar import grammar

# ── phrases ─────────────────────────────────────────────────────────────────────
# What people write, and what the language has instead: words and short phrases of English, and of programming languages.
#
# If there are several meanings, the more likely one comes first; the first that fixes the line is proposed.


_SAID: Final[dict[str, str]] = {
    # conditions
    "if | if not": "where",
    "when | whenever | provided | provided that | providing | as long as | while | in case | only if | assuming | given": "if | where | after",
    "unless": "if not | despite",
    "elif | elseif | elsif | elsewise | otherwise if": "else if",
    "otherwise": "else",
    "where": "if",
    "where is | where are | that are | that is | which are | which is | who are | where they are": "where it is",
    "where has | where have | that have | that has | which have | which has | where they have": "where it has",
    "which | that | such that | who | whose | with | having | so that": "where",
    "than": "then",
    "then": "than",
    # comparisons
    "isn ' t | isn ’ t | ain ' t | isnt | isn": "is not",
    "are | equals | equal | was | means | is equal to | equal to | is exactly": "is",
    "=": "is | becomes | to | be",
    "greater | bigger | larger | higher | above": "more",
    "is greater than or equal to | is more than or equal to | is greater or equal to | is at minimum": "is at least",
    "is less than or equal to | is fewer than or equal to | is less or equal to | is at maximum": "is at most",
    "and/or": "or",
    "is above | exceeds | is over | over | is greater | above": "is more than",
    "is below | below | under | is under | beneath": "is less than",
    "fewer | smaller | lower | lesser": "less",
    "at least | atleast | minimum | min | least | no less than": "is at least | but at least | at least",
    "more than | greater than | bigger than | larger than": "is more than",
    "less than | fewer than | smaller than | lower than": "is less than",
    "at most | atmost | maximum | max | most | no more than | up to": "is at most | but at most | at most",
    "not in": "is not in",
    "not": "is not",
    "in": "is in | during",
    "player gains | owner gains | they gain | bearer gains": "you gain",
    "player pays | owner pays | they pay | bearer pays": "you pay",
    "have | contains | contain | holds | includes | include | with a | owns": "has",
    "is": "becomes | be",
    # counting and arithmetic
    "count of | count | amount | total number of | how many | many | size of | quantity of": "number of",
    "total of | total | sum": "sum of",
    "max of | maximum of | largest of | biggest of | greatest of | most of": "highest of",
    "min of | minimum of | smallest of | least of": "lowest of",
    "any | exists | exist | there is | there are | there exists | there is a | at least one | has": "some",
    "across | of all | among": "over",
    "plus | increases by | increased by | gets | raises by | raise by | add": "+",
    "minus | reduced by | decreases by | decreased by | less | lowered by | costs": "-",
    "times | multiplied by | x": "* | times",
    "divided by | over | by": "/",
    "become | changes to | turns into | equals to": "becomes",
    "including | include | and also | plus also": "also",
    "except | excluding | but not | besides": "without | despite",
    # events
    "on | upon | once | following | as soon as | after each | every time": "after",
    "at end of | at the end of | on end of | at the close of | when the end of": "after",
    "prior to | ahead of | at start of | at the start of | at beginning of | at the beginning of": "before",
    "instead | rather than | in place of | replace": "instead of",
    "prohibit | disallow | ban | deny | prevent | block | cannot": "forbid",
    "allow | enable | grant": "permit",
    "because | since | called | named": "as",
    "till | up until | unto": "until",
    "hidden | private | concealed | secretly": "secret",
    "once each | once a | once every | once in a | one time per | 1 time per | 1 times per | once in each | once for each": "once per",
    "until end of | until the end of | until after | until the next": "until",
    "every | all | any": "each | for each",
    "foreach | for every | for all | for any | for | each | loop over | loop": "for each",
    "loop | iterate": "repeat",
    "twice": "2 times | times 2",
    "doubled | doubles | x2": "times 2",
    "tripled | triples | x3": "times 3",
    "thrice": "3 times",
    "pick | select | chose | ask | choice": "choose",
    "can | might | could": "may",
    "get | earns | earn | score | scores | receives | receive | takes | take | wins | win | collects | gets": "gains",
    "loses | lose | spends | spend | gives | give | costs": "pays",
    "gold | money | point | points | victory points | dollars": "coins",
    "take | place | put | send | bring | transfer | shift": "move",
    "into | onto | towards": "to | in | on",
    "inside | within | at": "in",
    "throw": "roll",
    "call | trigger | run | execute | perform | raise | invoke": "do",
    "increase | raise | increment": "add",
    "decrease | lower | remove | subtract | delete": "drop",
    "remove | discard | take away | erase": "drop",
    "insert | append": "put",
    "change | assign": "set",
    "var | variable | const": "let",
    "ability | skill | power | move": "action",
    "while in | in phase | during my | at": "during",
    "def | function | func | call": "define",
    "store | memory | save | track | note": "remember",
    "mix": "shuffle",
    "show | flip": "reveal",
    "quit | finish | leave": "stop",
    "mine | our | their | its | his": "my",
    "this region | that region | target region | the target": "region",
    "target | targets": "from",
    "you | your": "my",
    "me": "my",
    "of": "in | for | from | to | by",
    "for": "of | for each",
    "from | to": "of",
    "on | at": "in",
}

NOUNS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "null",
            "nil",
            "nobody",
            "nothing",
            "empty",
            "no_one",
            "noone",
            "nowhere",
            "unoccupied",
            "undefined",
        ),
        "none",
    ),
    **dict.fromkeys(("true", "on"), "yes"),
    **dict.fromkeys(("false", "off"), "no"),
    **dict.fromkeys(("self", "us", "we", "myself"), "me"),
    **dict.fromkeys(("they", "i", "yourself", "owner_of_me"), "you"),
    **dict.fromkeys(("its", "them", "that"), "it"),
    **dict.fromkeys(("hither", "there"), "here"),
    **dict.fromkeys(("round", "rounds"), "turn"),
    **dict.fromkeys(("a", "an", "one"), "1"),
    "zero": "0",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "twelve": "12",
}
"""Names without a meaning, and the words and numbers they stand for."""


SOMEBODY: Final = frozenset("occupied held taken inhabited claimed controlled owned populated".split())
"""Words for a region that somebody holds."""


_CALLED: Final[dict[str, str]] = {
    "amount": "count quantity",
    "coins": "money gold victory_points points vp vps treasure wealth dollars",
    "force": "stack strength defenders garrison army_size tokens_there",
    "hand": "in_hand hand_size reserve",
    "holder": "controller ruler possessor occupier occupant keeper defender proprietor lord",
    "hops": "distance steps",
    "neighbours": "neighbors adjacent_regions adjacent surrounding bordering_regions neighbour neighbor borders nearby",
    "opponents": "enemies rivals others adversaries foes other_players",
    "players": "everybody everyone all_players",
    "power": "special_power ability skill",
    "race": "species",
    "region": "area territory space province",
    "regions": "areas territories spaces provinces lands",
    "rounds": "number_of_rounds",
    "sites": "places locations positions",
    "stage": "state status",
    "stock": "stack supply remaining left stored",
    "terrain": "land_type landscape terrain_type biome",
    "token": "troop unit soldier warrior army man figure fighter",
    "tokens": "troops units soldiers warriors armies men figures fighters",
    "turn_player": "active_player current_player",
}
"""By a name of the language, what people write for it."""


def _synonyms() -> dict[str, tuple[str, ...]]:
    meant: dict[str, list[str]] = {}
    for name, synonyms in _CALLED.items():
        for synonym in synonyms.split():
            meant.setdefault(synonym, []).append(name)
    return {synonym: tuple(names) for synonym, names in meant.items()}


SYNONYMS: Final = _synonyms()
"""By what people write, the names of the language that they may mean."""


_BESIDE: Final = "beside | next to | adjacent to | adjacent | near | near to | bordering | touching | beside of | neighbouring | neighboring"
BESIDE: Final = tuple(sorted((tuple(phrase.split()) for phrase in _BESIDE.split("|")), key=len, reverse=True))
"""Phrases after `is` for neighbouring regions; the longest first."""


def _table() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    table: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for written, meant in _SAID.items():
        for phrase in written.split("|"):
            meanings = table.setdefault(tuple(phrase.split()), [])
            meanings += [words for word in meant.split("|") if (words := tuple(word.split())) not in meanings]
    return {phrase: tuple(meant) for phrase, meant in table.items()}


PHRASES: Final = _table()
"""By the written words, the possible meanings."""


# ── words ───────────────────────────────────────────────────────────────────────
# Terminals of the grammar in plain words, and groups of them, for messages.


# Synonyms for randomness, which the language expresses otherwise.
RANDOM: Final = frozenset({"random", "randomly"})
BY_CHANCE: Final = "Draw random things on a line of their own, such as `draw lucky from regions of me`."

PLAIN: Final = {
    "NAME": "a name",
    "NUMBER_SIGN": "a number",
    "LONE": "`highest of`, `lowest of` or `sum of`",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
}

SHORT: Final = frozenset("NAME MY ME YOU HERE THIS IT NUMBER_SIGN YES NO NONE LPAR".split())
LONG: Final = SHORT | {"MINUS", "CAN", "NOT", "NUMBER"}
LONGEST: Final = LONG | {"SUM", "HIGHEST", "LOWEST", "SOME", "IF", "REACHED"}
CHANGES: Final = frozenset("PLUS MINUS TIMES BECOMES AT ALSO WITHOUT".split())

# Searched in this order; a group is named if all of it is possible. Larger groups come before those that they
# contain.
GROUPS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (
        frozenset("FORBID PERMIT BEFORE AFTER INSTEAD ACTION MY HERE NAME VALUE DEFINE EVENT".split()),
        "a statement",
    ),
    (frozenset("FORBID PERMIT BEFORE AFTER INSTEAD ACTION MY HERE NAME".split()), "a rule"),
    (
        frozenset("DO LET SET ADD PUT DROP CHOOSE MOVE EXCHANGE IF FOR REPEAT UP MAY".split()) | SHORT,
        "an effect",
    ),
    (frozenset("DO LET SET ADD PUT DROP CHOOSE MOVE EXCHANGE".split()) | SHORT, "a simple effect"),
    (LONGEST, "an expression"),
    (LONG, "an expression (a longer one in brackets)"),
    (LONG - {"NOT"}, "an expression (a longer one in brackets)"),
    (SHORT, "a name, a number or something in brackets"),
    (CHANGES, "a change (`+`, `-`, `times`, `becomes`, `at least`, `at most`, `also` or `without`)"),
    (frozenset("BY FOR IN TO FROM WITH AS ON THROUGH".split()), "a preposition"),
    (
        frozenset("AND OR PLUS MINUS TIMES_SIGN DIVIDED_SIGN BUT IS HAS WHERE".split()),
        "a word or sign that joins",
    ),
    (frozenset("AND OR PLUS MINUS TIMES_SIGN DIVIDED_SIGN BUT IS HAS".split()), "a word or sign that joins"),
    (frozenset("PLUS MINUS TIMES_SIGN DIVIDED_SIGN BUT".split()), "a sign of arithmetic"),
    (frozenset("AND OR".split()), "`and`, `or`"),
)

# Other beginnings of an effect or a statement: not worth a word once the group is named.
STARTS: Final = frozenset(
    "DO LET SET ADD PUT DROP CHOOSE MOVE EXCHANGE COLLECT ROLL DRAW RETURN SHUFFLE LAY REVEAL FOUND BORROW OFFER STOP "
    "PERMISSION PHASE REMEMBER VALUE DEFINE EVENT".split()
)


SELDOM: Final = frozenset({"ROUNDED"})
"""Words that are possible behind nearly everything, and hardly ever meant."""


def plain(terminal: str) -> str:
    """The name of a terminal in a message."""
    return PLAIN.get(terminal) or f"`{grammar().spelling[terminal]}`"


def expected_words(terminals: Iterable[str]) -> str:
    """What could stand somewhere, as an enumeration: groups first, then single words, the end of the line last."""
    left = set(terminals) - SELDOM
    named: list[str] = []
    for group, words in GROUPS:
        if group <= left:
            left -= group
            named.append(words)
            if "MOVE" in group or "EVENT" in group or "ACTION" in group:
                left -= STARTS
    ends = [plain(end) for end in ("_NL", "_DEDENT", "_INDENT") if end in left]
    if ends and named + sorted(left):
        ends = [end for end in ends if end != PLAIN["_DEDENT"]]
    single = sorted(plain(terminal) for terminal in left if not terminal.startswith("_"))
    return _enumerated([*named, *single, *ends])


def _enumerated(words: list[str]) -> str:
    if len(words) < 2:  # noqa: PLR2004 - one word needs no joining
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
