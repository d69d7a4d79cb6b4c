"""The plain effects: those that are a sentence of words, a name and expressions, and one change that the engine makes.

Whatever is said of them here, builder, printer, checker, lowering and rules in words read here: a plain effect is a rule of the grammar, a row of
this table, and a function of `ruledsl.engine.cells` (`docs/adding.md`). Effects with blocks, choices, or operands that
are no expressions have cases of their own in these readers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from ruledsl.dataclass import dataclass, field
from ruledsl.vocabulary.types import DECK, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Arg = TypeVar("Arg")


@dataclass(frozen=True, slots=True)
class Act:
    """One plain effect: `name` is its rule in the grammar, and what both trees call it.

    `written` is the sentence, with a number for each operand and `{name}` for what it binds, which is of the type `binds`; `said` is how the rules
    of a tile say it, where they say it differently. The operands are of the types `takes`. `does` is the mutation; it is told
    the operands, then what is `given` with the sentence. It goes over as many things as `check.bounds.sizes` counts by the name `goes_over`
    (over none if that is empty), and of its first operand, a tile, it `brings` about that it is `laid` on the map or `lent` to another one.
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
"""By their names."""

_HOLE: Final = re.compile(r"\{(\w+)\}")


def filled(sentence: str, name: str, args: Sequence[Arg]) -> Iterator[str | Arg]:
    """The words of a sentence, with what it binds and its operands in their places."""
    for number, part in enumerate(_HOLE.split(sentence)):
        if number % 2:
            yield name if part == "name" else args[int(part)]
        elif part:
            yield part
