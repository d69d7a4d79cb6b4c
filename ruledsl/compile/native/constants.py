"""What the names in the sources of the engine stand for: cells, places and limits as the rest of the engine has them, and what a program has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.compile.native import memory as m
from ruledsl.compile.native.numbers import CHOICES
from ruledsl.compile.native.tables import NOUNS, cell_of, list_cells, set_cells
from ruledsl.engine.primitives import tokens
from ruledsl.engine.rules import code as c
from ruledsl.engine.state import keys, limits, rng
from ruledsl.engine.state import layout as at
from ruledsl.vocabulary import limits as bounds
from ruledsl.vocabulary.types import TILE

if TYPE_CHECKING:
    from ruledsl.compile.native.memory import Memory
    from ruledsl.compile.native.numbers import Numbers
    from ruledsl.engine.rules.code import Code

__all__ = ["constants"]

_FROM = {
    at: "HOLDER TOKENS KINDS OWNER RACE POWER STAGE LAND FOUNDED COINS OWN ROUND TURN_PLAYER SUPPLY RANDOM REVEALS LIVE",
    keys: "REGION_BITS REGION_MASK HAND_BITS HAND_MASK",
    tokens: "TRAY HAND EVERYWHERE OUTSIDE",
    limits: "MOST_STEPS MOST_ROUNDS MOST_CHOICES DEEPEST",
    rng: "MULTIPLIER INCREMENT MASK32 GOLDEN ODD",
    bounds: "LARGEST MOST_COUNTED MOST_MEMBERS",
    m: "NOTHING EMPTY MOST_PAIRS MOST_ENTRIES MOST_NOTED CELLS CURIOSITY",
}
"""Names that mean the same here as in these modules."""

_FIXED = {
    "HAND_OF": at.HAND,
    "ANY": c.ANY,
    "BEARER": c.BEARER,
    "OWNER_FITS": c.OWNER,
    "SITE_FITS": c.SITE,
}


def constants(code: Code, memory: Memory, numbers: Numbers) -> dict[str, int]:
    """By their names."""
    found = {name: getattr(module, name) for module, names in _FROM.items() for name in names.split()}
    found |= _FIXED
    found |= {kind.upper(): number for kind, number in CHOICES.items()}
    return found | _of_program(code, memory, numbers) | _of_memories(code, memory)


def _of_program(code: Code, memory: Memory, numbers: Numbers) -> dict[str, int]:
    lists, frames = memory.arrays["LISTS"].base, memory.arrays["FRAMES"].base
    people, tile = memory.arrays["P"], memory.arrays["T"]
    return {
        "WORDS": memory.words,
        "MOST_OPTIONS": memory.options,
        "MOST_PEOPLES": memory.peoples,
        "SLOT": memory.slot,
        "PEOPLE_ROW": people.stride,
        "TILE_ROW": tile.stride,
        "FRAMES_START": frames,
        "KINDS_THERE_ARE": len(code.supplies),
        "TILES": code.tile_count,
        "TILE_CELLS": memory.tile_cells,
        "PEOPLE_CELLS": len(code.layout.people),
        "LAST_STAGE": code.last_stage,
        "KEYS": numbers.keys,
        "TRIGGER_KEYS": numbers.key("triggers"),
        "ACTION_KEYS": numbers.key("actions"),
        "IMMUNITY": code.immunity,
        "IMMUNITY_DORMANT": int(code.immunity_dormant),
        "STAND_INS": memory.list(code.stand_ins),
        "JOINING": memory.list(code.joining),
        "LISTS_START": lists,
        "LISTS_END": lists + 8 * memory.list_words,
        "LISTS_FULL": lists + 4 * m.LIST_WORDS,
        "FRAMES_END": frames + 8 * m.FRAME_WORDS,
        "SCRATCH_LISTS": memory.arrays["SCRATCH"].base,
        "SCRATCH_END": memory.arrays["SCRATCH"].base + 8 * memory.list_words,
        "KINDS_IN_LISTS": len(code.supplies) if memory.words > 1 else 0,
    }


def _of_memories(code: Code, memory: Memory) -> dict[str, int]:
    """Where lists are remembered (and sets, if these are lists), and where, in the open, tiles."""
    memories = code.program.memories
    cells = list_cells(code) + (set_cells(code) if memory.words > 1 else [])
    listed = [part for noun, cell in cells for part in (NOUNS[noun], cell)]
    shown = {
        f"{noun.name.upper()}_SHOWS": memory.list(
            tuple(
                cell_of(code, found)
                for found in memories
                if found.type == TILE and found.on == noun and not found.secret
            )
        )
        for noun in NOUNS
    }
    return {"LIST_CELLS": memory.list(tuple(listed)), **shown}
