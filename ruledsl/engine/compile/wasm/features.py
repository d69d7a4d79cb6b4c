"""The features of learned policies: what can characterise an option in the games of some packs, each with a place and a name.

A feature is 1 or 0. The features of a section combine a sort of choice (an action, or a place where rules ask) with a property that exists for
any packs: a trait printed on the region, a kind of pieces, the region's owner, numbers up to a limit, a tile. Names consist of names in packs, so
that what a policy learned with some packs also counts with others.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ruledsl.engine.small.kinds import A_NUMBER, A_REGION, A_TILE, MARKS_PEOPLES, MARKS_REGIONS, MARKS_THEM
from ruledsl.language.vocabulary.types import FLAG, NUMBER, PEOPLE, REGION, TILE, set_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.engine.state.code import Code
    from ruledsl.rules.check.typed.declarations import MemoryDef

AIMS = {REGION.name: A_REGION, TILE.name: A_TILE, NUMBER.name: A_NUMBER}
WHOSE = ("nobody's", "acting", "own", "another's", "another's past the first stage")
"""See `weigh_holder`."""
FEW, MANY = 8, 16
"""Numbers are distinguished up to one less."""
MARKS = {FLAG: MARKS_THEM, set_of(PEOPLE): MARKS_PEOPLES, set_of(REGION): MARKS_REGIONS}
"""The memories of a people that features distinguish, by type."""


class Features:
    """For the rules of a `Code`: `sections` with the start of each and the properties that its features distinguish, `count` of all features."""

    def __init__(self, code: Code) -> None:
        self.code = code
        program = code.program
        self.actions = [f"{action.definition.name}" for action in code.actions]
        self.questions = {place: len(self.actions) + number for number, place in enumerate(code.choices)}
        sorts = [*self.actions, *(_asked(code, place) for place in code.choices)]
        tiles, traits, kinds = list(program.tiles), program.traits, list(program.pieces)
        self.marks = [found for found in program.memories if _is_mark(found)]
        few, many = [str(number) for number in range(FEW)], [str(number) for number in range(MANY)]
        self.sections: dict[str, tuple[Sequence[str], ...]] = {
            "SORT": (sorts,),
            "NONE": (sorts,),
            "LEFT": (sorts, many),
            "HAND": (sorts, many),
            "LAND": (sorts, many),
            "FORCE": (sorts, many),
            "PAST": (sorts, many),
            "BEARER": (sorts, tiles),
            "TRAIT": (sorts, traits),
            "FOND": (tiles, traits),
            "PIECE": (sorts, kinds),
            "HOLDER": (sorts, WHOSE, few),
            "RIVAL": (program.tile_traits, program.tile_traits),
            "VICTIM": (sorts, tiles),
            "MARK": (sorts, [found.name for found in self.marks]),
            "NEAR": (sorts, few),
            "THREAT": (sorts, few),
            "OPEN": (sorts, few),
            "COST": (sorts, many),
            "SPARE": (sorts, many),
            "GAIN": (sorts, few),
            "TILE": (tiles,),
            "SITE": (tiles,),
            "PLACE": (sorts, many),
            "COINS": (sorts, many),
            "NUMBER": (sorts, many),
        }
        self.places: dict[str, int] = {}
        self.count = 0
        for name, parts in self.sections.items():
            self.places[name] = self.count
            size = 1
            for part in parts:
                size *= len(part)
            self.count += size

    def names(self) -> Iterator[str]:
        """The names of all features, in order."""
        for section, parts in self.sections.items():
            for told in product(*parts):
                yield " ".join((section.lower(), *told))

    def asked_sorts(self, procedure: int) -> tuple[int, ...]:
        """For the steps of a procedure that ask: step, sort of choice, what is asked for."""
        return tuple(
            part
            for (of, step), sort in self.questions.items()
            if of == procedure
            for part in (step, sort, AIMS.get(self.code.choices[of, step].type, 0))
        )

    def tile_words(self) -> list[list[int]]:
        """The numbers of the traits of each tile."""
        composition, words = self.code.program.composition, self.code.program.tile_traits
        return [
            [words.index(trait) for trait in composition.tiles[tile].traits if trait in words]
            for tile in self.code.program.tiles
        ]

    def action_sorts(self) -> list[int]:
        """The type of target of each action."""
        targets = [action.definition.target for action in self.code.actions]
        return [0 if target is None else AIMS.get(target.type.name, 0) for target in targets]


def _is_mark(found: MemoryDef) -> bool:
    return found.on == PEOPLE and not found.secret and found.type in MARKS


def _asked(code: Code, place: tuple[int, int]) -> str:
    info = code.choices[place]
    return f"{code.proc_names[place[0]]}:{info.kind}:{info.name}".replace(" ", "_")
