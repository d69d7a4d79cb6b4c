"""Terminals of the grammar in plain words, and groups of them, for messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ruledsl.language.syntax.parsing.grammar import grammar

# Synonyms for randomness, which the language expresses otherwise.
RANDOM: Final = frozenset({"random", "randomly"})
BY_CHANCE: Final = "Draw random things on a line of their own, such as `draw lucky from regions of me`."

PLAIN: Final = {
    "NAME": "a name",
    "NUMBER_SIGN": "a number",
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


def plain(terminal: str) -> str:
    """The name of a terminal in a message."""
    return PLAIN.get(terminal) or f"`{grammar().spelling[terminal]}`"


def expected_words(terminals: Iterable[str]) -> str:
    """What could stand somewhere, as an enumeration: groups first, then single words, the end of the line last."""
    left = set(terminals)
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
