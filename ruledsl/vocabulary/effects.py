"""The plain effects: those that are a sentence of words, a name and expressions, and one change that the engine makes.

Whatever is said of them here, builder, printer, checker, lowering and rules in words read here: a plain effect is a rule of the grammar, a row of
this table, and a function of `ruledsl.engine.primitives.mutations` (`docs/adding-an-effect.md`). Effects with blocks, choices, or operands that
are no expressions have cases of their own in these readers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from ruledsl.dataclass import dataclass
from ruledsl.vocabulary.types import DECK, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["ACTS", "Act", "filled"]

Arg = TypeVar("Arg")


@dataclass(frozen=True, slots=True)
class Act:
    """One plain effect: `name` is its rule in the grammar, and what both trees call it.

    `written` is the sentence, with a number for each operand and `{name}` for what it binds, which is of the type `binds`; `said` is how the rules
    of a tile say it, where they say it differently. The operands are of the types `takes`. `does` is the mutation; it is told
    the operands, then what is `given` with the sentence. What is `abrupt` brings rules into play, or ends what is under way: nothing
    that leads to it can run in one go.
    """

    name: str
    written: str
    takes: tuple[Type, ...]
    does: str
    said: str = ""
    binds: Type | None = None
    given: tuple[int, ...] = ()
    abrupt: bool = False


ACTS: Final = {
    act.name: act
    for act in (
        Act("draw", "draw {name} from {0}", (DECK,), "draw", binds=TILE),
        Act(
            "return_to_top",
            "return {0} to top of {1}",
            (TILE, DECK),
            "put_in_deck",
            said="return {0} to the top of {1}",
            given=(1,),
        ),
        Act(
            "return_to_bottom",
            "return {0} to bottom of {1}",
            (TILE, DECK),
            "put_in_deck",
            said="return {0} to the bottom of {1}",
            given=(0,),
        ),
        Act("shuffle", "shuffle {0}", (DECK,), "shuffle"),
        Act("lay", "lay {0} on {1}", (TILE, REGION), "lay", said="lay {0} in {1}", given=(0,), abrupt=True),
        Act(
            "lay_face_down",
            "lay {0} on {1} face down",
            (TILE, REGION),
            "lay",
            said="lay {0} face down in {1}",
            given=(1,),
            abrupt=True,
        ),
        Act("reveal", "reveal {0}", (TILE,), "reveal", abrupt=True),
        Act(
            "found",
            "found {name} of {0} with {1} for {2}",
            (TILE, TILE, PLAYER),
            "found",
            said="{0} with {1} is a new race of {2}",
            binds=PEOPLE,
            abrupt=True,
        ),
        Act(
            "borrow",
            "borrow {0} for {1}",
            (TILE, TILE),
            "borrow",
            said="{1} borrows the rules of {0}",
            abrupt=True,
        ),
        Act("do_nothing", "nothing", (), "do_nothing"),
        Act("end_game", "end game", (), "end_game", said="the game ends", abrupt=True),
    )
}
"""By their names."""

_HOLE: Final = re.compile(r"\{(\w+)\}")


def filled(sentence: str, name: str, args: Sequence[Arg]) -> Iterator[str | Arg]:
    """The words of a sentence, with what it binds and its operands in their places."""
    for number, part in enumerate(_HOLE.split(sentence)):
        if number % 2:
            yield name if part == "name" else args[int(part)]
        elif part:
            yield part
