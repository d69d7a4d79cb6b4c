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
from ruledsl.vocabulary.types import BY_NAME, BY_PLACE, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from ruledsl.compile.native.memory import Memory
    from ruledsl.compile.native.numbers import Numbers
    from ruledsl.engine.rules.code import Code

__all__ = ["constants"]

_FROM = {
    at: "HOLDER TOKENS KINDS OWNER RACE POWER STAGE LAND FOUNDED COINS OWN SECRET ROUND TURN_PLAYER SUPPLY RANDOM REVEALS LIVE",
    keys: "REGION_BITS REGION_MASK HAND_BITS HAND_MASK",
    tokens: "TRAY HAND EVERYWHERE OUTSIDE",
    limits: "MOST_STEPS MOST_ROUNDS MOST_CHOICES DEEPEST",
    rng: "MULTIPLIER INCREMENT MASK32 GOLDEN ODD",
    bounds: "LARGEST MOST_COUNTED MOST_MEMBERS",
    m: "NOTHING EMPTY MOST_PAIRS MOST_ENTRIES MOST_NOTED CELLS SHARED HOPELESS LOG_UNIT LOG_OF_TWO A_WORLD SURE LONGEST_PATH BRANCH",
}
"""Names that mean the same here as in these modules."""

_FIXED = {
    "HAND_OF": at.HAND,
    "ANY": c.ANY,
    "BEARER": c.BEARER,
    "OWNER_FITS": c.OWNER,
    "SITE_FITS": c.SITE,
    "BY_NAME": BY_NAME,
    "BY_PLACE": BY_PLACE,
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
        "KINDS_OF_TILES": len(code.program.kinds),
        "DECKS_THERE_ARE": len(code.decks),
        "TILES": code.tile_count,
        "TILE_CELLS": memory.tile_cells,
        "PEOPLE_CELLS": len(code.layout.people),
        "REGION_CELLS": len(code.layout.region),
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
        "LOGS": memory.list(m.LOGS),
        "SCRATCH_LISTS": memory.arrays["SCRATCH"].base,
        "SCRATCH_END": memory.arrays["SCRATCH"].base + 8 * memory.list_words,
        "KINDS_IN_LISTS": len(code.supplies) if memory.words > 1 else 0,
    }


def _of_memories(code: Code, memory: Memory) -> dict[str, int]:
    """Where lists (and sets, if these are lists) and tiles are remembered; where secrets are, and what others have there instead."""
    memories = code.program.memories
    cells = list_cells(code) + (set_cells(code) if memory.words > 1 else [])
    listed = [part for noun, cell in cells for part in (NOUNS[noun], cell)]
    secrets = [
        part
        for found in memories
        if found.secret
        for part in (NOUNS[found.on], cell_of(code, found), memory.initial(found.initial))
    ]
    tiles = {
        f"{noun.name.upper()}_{word}": memory.list(
            tuple(
                cell_of(code, found)
                for found in memories
                if found.type == TILE and found.on == noun and found.secret == secret
            )
        )
        for word, secret, nouns in (("SHOWS", False, NOUNS), ("KEEPS", True, (PLAYER, PEOPLE)))
        for noun in nouns
    }
    return {"LIST_CELLS": memory.list(tuple(listed)), "SECRETS": memory.list(tuple(secrets)), **tiles}
