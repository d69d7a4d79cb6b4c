"""The plain effects: each is a sentence of words, a name and expressions, and one change by the engine.

Builder, printer, checker, lowering and rules in words read this table: a plain effect is a rule of the grammar, a row of
this table, and a function of `ruledsl.engine.cells` (`docs/adding.md`). Effects with blocks, choices, or operands that
are no expressions have their own cases in these readers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.vocabulary.types import DECK, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
        Act("reveal", "reveal {0}", (TILE,), "reveal", goes_over="", brings=""),
        Act(
            "found",
            "found {name} of {0} with {1} for {2}",
            (TILE, TILE, PLAYER),
            "found",
            said="{0} with {1} is a new race of {2}",
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
