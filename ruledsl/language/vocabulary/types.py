"""The types of the language: few and closed. Every value of each of them is an integer, a bit set or a tuple of integers."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.vocabulary.limits import saturated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

# ── places ──────────────────────────────────────────────────────────────────────
# The things and places that `move` names and no pack declares: race tokens, and places besides regions.


PLACES: Final = {
    "tray": "race tokens that are not in the game",
    "hand": "race tokens and pieces that a people or a player has but has not placed",
    "aside": "race tokens that are out of the game for a while, beside the banner of their race",
    "box": "pieces that nobody has",
}
"""The places with their descriptions."""
TOKENS: Final = {
    "token": "a race token: `move 1 token of me from tray to hand`",
    "tokens": "race tokens: `move all tokens of me from hand to region`",
}
OF_RACES: Final = ("tray", "hand", "aside")
OF_PIECES: Final = ("box", "hand")
"""The places of race tokens, and those of pieces, the most likely first."""


# ── levels ──────────────────────────────────────────────────────────────────────
# The precedence of expressions: the level of each is that of its rule in the grammar. It needs brackets where a higher one is required.


EXPR: Final = 0
OR: Final = 1
AND: Final = 2
NOT: Final = 3
COMPARISON: Final = 4
SUM: Final = 5
PLAIN_SUM: Final = 6
TERM: Final = 7
FACTOR: Final = 8
CHAIN: Final = 9
ATOM: Final = 10


@dataclass(frozen=True, slots=True)
class Type:
    """A type by name; `is_set` for a set of it."""

    name: str
    is_set: bool = False

    def __str__(self) -> str:
        return f"set of {self.name}" if self.is_set else self.name

    @property
    def element(self) -> Type:
        """The type of its members."""
        return Type(self.name)

    @property
    def beginning(self) -> int | tuple[()]:
        """The default initial value of a memory of this type: 0, no, the empty set or nobody."""
        if self.is_set:
            return 0 if self.element in BIT_SETS else ()
        return 0 if self.name in ("number", "flag") else -1


def set_of(element: Type) -> Type:
    """The type of sets of `element`."""
    return Type(element.name, is_set=True)


NUMBER = Type("number")
FLAG = Type("flag")
PLAYER = Type("player")
PEOPLE = Type("people")
REGION = Type("region")
TILE = Type("tile")
PIECE = Type("piece")
TRAIT = Type("trait")
MODE = Type("mode")
WAY = Type("way")
STAGE = Type("stage")
DECK = Type("deck")
DIE = Type("die")
KIND = Type("kind")
GAME = Type("game")
NOTHING = Type("nothing")
"""The type of `none`: fits wherever a noun is expected."""
ANY_SET = Type("anything", is_set=True)
"""The type of a parameter that is a set of anything."""
UNKNOWN = Type("unknown")
"""The type of expressions with errors: it fits everywhere, so that one mistake is reported once."""

TYPES = {
    t.name: t for t in (NUMBER, FLAG, PLAYER, PEOPLE, REGION, TILE, PIECE, TRAIT, MODE, WAY, STAGE, KIND, DIE)
}
"""The types that may be written after `remember … :` or in a parameter."""
TYPES_SAID: Final = {
    "number": "a whole number",
    "flag": "yes or no",
    "player": "somebody who plays",
    "people": "what a player plays with on the map, from its founding until it leaves the game",
    "region": "a part of the map that a people can hold",
    "tile": "anything with rules that is drawn, assigned to a people or placed",
    "piece": "a kind of pieces: those of a kind are alike",
    "trait": "a word that describes regions, such as a terrain",
    "mode": "a way of conquering",
    "way": "a way of leaving a region",
    "stage": "a part of the life of a people",
    "kind": "a kind of tiles",
    "die": "a die with its sides",
}
"""Their descriptions."""
GUARDS: Final = {"always": "whatever the stage of its people, and also if nobody has the tile"}
"""Words before the rules of a tile that are no stages, with their descriptions."""

ENTITIES = frozenset({PLAYER, PEOPLE, REGION, TILE})
"""The nouns with memories (besides the game)."""

BY_NAME, BY_PLACE = 1, 2
"""How a rule obtains a tile (bits: an argument may come either way). `check.pointing` determines it, `engine.hidden` relies on it."""

BIT_SETS = frozenset({PLAYER, PEOPLE, REGION})
"""Sets of these are integers used as bit sets; sets of anything else are tuples in order."""


# ── operators ───────────────────────────────────────────────────────────────────
# The operators of expressions: their spelling, precedence and meaning.
#
# Grammar, tree, checker, lowering, explanations and printer read these tables. `word` is the text between the operands, `rule` the rule of the
# grammar; the checked tree and the intermediate representation use the `sign`.


@dataclass(frozen=True, slots=True)
class Operator:
    """A binary operator on values `of` a type: `said` is its form in explanations.

    The result of one that `grows` must be saturated.
    """

    word: str
    rule: str
    sign: str
    said: str
    level: int
    of: Type
    result: Callable[[int, int], int]
    grows: bool = False


def _divided(left: int, right: int) -> int:
    """Floor division; 0 for a division by zero."""
    return left // right if right else 0


OPERATORS: Final[dict[str, Operator]] = {
    row.sign: row
    for row in (
        Operator("+", "add", "+", "+", PLAIN_SUM, NUMBER, operator.add),
        Operator("-", "subtract", "-", "-", PLAIN_SUM, NUMBER, operator.sub),
        Operator(
            "*",
            "multiply",
            "*",
            "×",
            TERM,
            NUMBER,
            lambda left, right: saturated(left * right),
            grows=True,
        ),
        Operator("/", "divide", "/", "/", TERM, NUMBER, _divided),
        Operator("but at least", "floor", "max", "but at least", SUM, NUMBER, max),
        Operator("but at most", "ceiling", "min", "but at most", SUM, NUMBER, min),
    )
}
"""Operators on numbers, by sign."""

SETS: Final = {
    row.word: row
    for row in (
        Operator("+", "add", "|", "and", PLAIN_SUM, ANY_SET, operator.or_),
        Operator("-", "subtract", "-", "without", PLAIN_SUM, ANY_SET, lambda left, right: left & ~right),
    )
}
"""Operators on bit sets, by spelling: the same words as for numbers."""

LOGIC: Final = {
    row.sign: row
    for row in (
        Operator("or", "or_expr", "or", "or", OR, FLAG, lambda left, right: int(left or right)),
        Operator("and", "and_expr", "and", "and", AND, FLAG, lambda left, right: int(left and right)),
    )
}
"""Operators on flags; the right side is evaluated only if needed."""

BINARY: Final = {row.word: row for row in (*LOGIC.values(), *OPERATORS.values())}
"""All binary operators, by spelling."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: `contrary` is the sign of its negation. Only numbers have an order (`ordered`)."""

    word: str
    rule: str
    sign: str
    contrary: str
    holds: Callable[[int, int], bool]
    ordered: bool = True


COMPARISONS: Final = {
    comparison.word: comparison
    for comparison in (
        Comparison("is", "is_", "==", "!=", operator.eq, ordered=False),
        Comparison("is not", "is_not", "!=", "==", operator.ne, ordered=False),
        Comparison("is at least", "ge", ">=", "<", operator.ge),
        Comparison("is at most", "le", "<=", ">", operator.le),
        Comparison("is more than", "gt", ">", "<=", operator.gt),
        Comparison("is less than", "lt", "<", ">=", operator.lt),
    )
}
"""Comparisons, by spelling."""

_BY_SIGN: Final = {comparison.sign: comparison for comparison in COMPARISONS.values()}


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold of many numbers to one: `sign` is its name in the intermediate representation. It is 0 for none."""

    word: str
    rule: str
    sign: str
    result: Callable[[Iterable[int]], int]


FOLDS: Final = {
    fold.word: fold
    for fold in (
        Fold("sum", "total", "sum", sum),
        Fold("highest", "highest", "max", lambda terms: max(terms, default=0)),
        Fold("lowest", "lowest", "min", lambda terms: min(terms, default=0)),
    )
}
"""Folds, by spelling."""


def calculated(sign: str, left: int, right: int) -> int:
    """The result of an operator on two numbers; a division by zero is 0, and a product is saturated."""
    return OPERATORS[sign].result(left, right)


def compared(sign: str, left: int, right: int) -> bool:
    """Does the comparison hold for two numbers?"""
    return bool(_BY_SIGN[sign].holds(left, right))


def contrary(sign: str) -> str:
    """The negation of a comparison."""
    return _BY_SIGN[sign].contrary


# ── strata ──────────────────────────────────────────────────────────────────────
# The strata of modifiers: the kinds of change, in the order of application, and the effect of each on a value.
#
# Grammar, checker, lowering, explanations and printer read this table; so does what compiled code calls.


@dataclass(frozen=True, slots=True)
class Stratum:
    """One kind of change: `word` is its spelling, `rule` its rule in the grammar, `order` its place.

    It changes values that are numbers or sets (`of`; anything, if that is empty) by an `operator`; without one, the rule's expression replaces
    the value. An amount that is `neutral` changes nothing (for sets: 0, the empty one), and a value that is `absorbing` never changes further.
    `raises` is the direction: 1 only raises, -1 only lowers; 0: it depends on the amount, with `by_sign` whether a larger amount raises (1) or
    lowers (-1). One that `adds` counts once for every piece that brings the rule.
    """

    word: str
    rule: str
    order: int
    of: Literal["", "number", "set"]
    operator: Operator | None
    neutral: int | None = None
    absorbing: int | None = None
    raises: int = 0
    by_sign: int = 1
    adds: bool = False

    def changed(self, before: int, by: int) -> int:
        """The value after the change."""
        return by if self.operator is None else self.operator.result(before, by)

    def settles(self, kind: Type) -> bool:
        """Does it decide a yes-or-no value? `at most no` is no in any case; `at least yes` is yes."""
        return kind == FLAG and self.of == "number" and self.raises != 0

    def turned(self, *, lower: bool) -> bool | Literal["<", ">"]:
        """Is it a change for the worse, if lower (or else higher) is worse?

        If that depends on the amount: the required comparison with `neutral`.
        """
        if self.raises:
            return lower == (self.raises < 0)
        return "<" if lower == (self.by_sign > 0) else ">"


STRATA: Final = {
    stratum.word: stratum
    for stratum in (
        Stratum("becomes", "becomes", 0, "", None),
        Stratum("+", "plus", 1, "number", OPERATORS["+"], neutral=0, adds=True),
        Stratum("-", "minus", 1, "number", OPERATORS["-"], neutral=0, by_sign=-1, adds=True),
        Stratum("also", "also", 1, "set", SETS["+"], neutral=0),
        Stratum("times", "multiplied", 2, "number", OPERATORS["*"], neutral=1, absorbing=0),
        Stratum("without", "without", 2, "set", SETS["-"], neutral=0, absorbing=0, raises=-1),
        Stratum("at least", "at_least", 3, "number", OPERATORS["max"], raises=1),
        Stratum("at most", "at_most", 4, "number", OPERATORS["min"], raises=-1),
    )
}
"""Strata by spelling."""

PIECES: Final = 5
"""The strata of pieces come after those of tiles."""

SUMS: Final = (STRATA["+"].order, STRATA["+"].order + PIECES)
"""Strata whose rules only add."""


# ── effects ─────────────────────────────────────────────────────────────────────
# The plain effects: each is a sentence of words, a name and expressions, and one change by the engine.
#
# Builder, printer, checker, lowering and rules in words read this table: a plain effect is a rule of the grammar, a row of
# this table, and a function of `ruledsl.engine.cells` (`docs/adding.md`). Effects with blocks, choices, or operands that
# are no expressions have their own cases in these readers.


Arg = TypeVar("Arg")


@dataclass(frozen=True, slots=True)
class Act:
    """One plain effect: `name` is its rule in the grammar, and its name in both trees.

    `written` is the sentence, with a number for each operand and `{name}` for the bound variable, whose type is `binds`; `said` is the sentence
    in rules in words, if it differs. The operands have the types `takes`. `does` is the engine's function; its arguments are the operands, then
    those in `given`. It iterates over as many things as `check.bounds.sizes` counts by the name `goes_over` (none if empty); its first operand, a
    tile, is `laid` on the map or `lent` to another one, as `brings` says.
    """

    name: str
    written: str
    takes: tuple[Type, ...]
    does: str
    said: str = ""
    binds: Type | None = None
    given: tuple[int, ...] = ()
    goes_over: str = field(kw_only=True)
    brings: str = field(kw_only=True)


ACTS: Final = {
    act.name: act
    for act in (
        Act("draw", "draw {name} from {0}", (DECK,), "draw", binds=TILE, goes_over="", brings=""),
        Act(
            "return_to_top",
            "return {0} to top of {1}",
            (TILE, DECK),
            "put_in_deck",
            said="return {0} to the top of {1}",
            given=(1,),
            goes_over="",
            brings="",
        ),
        Act(
            "return_to_bottom",
            "return {0} to bottom of {1}",
            (TILE, DECK),
            "put_in_deck",
            said="return {0} to the bottom of {1}",
            given=(0,),
            goes_over="",
            brings="",
        ),
        Act("shuffle", "shuffle {0}", (DECK,), "shuffle", goes_over="tiles", brings=""),
        Act(
            "lay",
            "lay {0} on {1}",
            (TILE, REGION),
            "lay",
            said="lay {0} in {1}",
            given=(0,),
            goes_over="",
            brings="laid",
        ),
        Act(
            "lay_face_down",
            "lay {0} on {1} face down",
            (TILE, REGION),
            "lay",
            said="lay {0} face down in {1}",
            given=(1,),
            goes_over="",
            brings="laid",
        ),
        Act(
            "lay_with",
            "lay {0} with {1}",
            (TILE, PEOPLE),
            "lay_with",
            goes_over="tiles",
            brings="laid",
        ),
        Act("reveal", "reveal {0}", (TILE,), "reveal", goes_over="", brings=""),
        Act(
            "found",
            "found {name} of {0} with {1} for {2}",
            (TILE, TILE, PLAYER),
            "found",
            said="{0} with {1} is a new [people] of {2}",
            binds=PEOPLE,
            goes_over="",
            brings="",
        ),
        Act(
            "borrow",
            "borrow {0} for {1}",
            (TILE, TILE),
            "borrow",
            said="{1} borrows the rules of {0}",
            goes_over="",
            brings="lent",
        ),
        Act("do_nothing", "nothing", (), "do_nothing", goes_over="", brings=""),
        Act("end_game", "end game", (), "end_game", said="the game ends", goes_over="", brings=""),
        Act(
            "end_game_lost",
            "end game lost by {0}",
            (set_of(PLAYER),),
            "end_game_lost",
            said="the game ends, and it is lost for {0}",
            goes_over="",
            brings="",
        ),
    )
}
"""The plain effects by name."""

_HOLE: Final = re.compile(r"\{(\w+)\}")


def filled(sentence: str, name: str, args: Sequence[Arg]) -> Iterator[str | Arg]:
    """The words of a sentence, with its bound variable and operands in place."""
    for number, part in enumerate(_HOLE.split(sentence)):
        if number % 2:
            yield name if part == "name" else args[int(part)]
        elif part:
            yield part
