"""Facts of a program that the engine's sources use: capacities, addresses of lists, and the cells that hold tiles and secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm import memory as m
from ruledsl.engine.compile.wasm.features import MARKS, Features
from ruledsl.engine.compile.wasm.tables import NOUNS, cell_of, list_cells, set_cells
from ruledsl.engine.compile.wasm.telling import openness
from ruledsl.engine.small import columns, room
from ruledsl.engine.small.columns import filled
from ruledsl.language.vocabulary.types import FLAG, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from ruledsl.engine.compile.wasm.memory import Memory
    from ruledsl.engine.compile.wasm.numbers import Numbers
    from ruledsl.engine.state.code import Code
    from ruledsl.language.vocabulary.types import Type


def constants(code: Code, memory: Memory, numbers: Numbers) -> dict[str, int]:
    """The facts by name, as `engine.small.tables.Facts` declares them."""
    return _of_program(code, memory, numbers) | _of_memories(code, memory)


def _of_program(code: Code, memory: Memory, numbers: Numbers) -> dict[str, int]:
    lists, frames = memory.arrays["LISTS"].base, memory.arrays["FRAMES"].base
    people, tile = memory.arrays["P"], memory.arrays["T"]
    return {
        "WORDS": memory.words,
        "MOST_OPTIONS": memory.options,
        "MOST_PEOPLES": memory.peoples,
        "SLOT": memory.slot,
        "MAP_START": memory.map_start,
        "MAP_SIZE": memory.map_size,
        "MOST_ENTRIES": memory.entries,
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
        "MARKET": _market(code),
        "PARTNER": _of_tile(code, "partner", TILE),
        "SILENCE": _of_tile(code, "silence", FLAG),
        "BEARING": _of_tile(code, "bearing", PEOPLE),
        **_of_features(code, memory),
        "IMMUNITY": code.immunity,
        "IMMUNITY_DORMANT": int(code.immunity_dormant),
        "STAND_INS": memory.list(code.stand_ins),
        "JOINING": memory.list(code.joining),
        "LISTS_START": lists,
        "LISTS_END": lists + 8 * memory.list_words,
        "LISTS_FULL": lists + 4 * memory.list_words,
        "FRAMES_END": frames + 8 * m.FRAME_WORDS,
        "LOG_WORDS": m.LOG_WORDS,
        "NARROW": 1 if memory.words == 1 else 5,
        "SCRATCH_LISTS": memory.arrays["SCRATCH"].base,
        "SCRATCH_END": memory.arrays["SCRATCH"].base + 8 * memory.list_words,
        "KINDS_IN_LISTS": len(code.supplies) if memory.words > 1 else 0,
    }


def _of_features(code: Code, memory: Memory) -> dict[str, int]:
    """Facts for bots: where the weights of a section begin, the memories that features distinguish, tables of numbers."""
    features = Features(code)
    marks = [part for found in features.marks for part in (cell_of(code, found), MARKS[found.type])]
    return {
        **{f"AT_{name}": place for name, place in features.places.items()},
        "TRAITS_THERE_ARE": len(code.program.traits),
        "TILE_TRAITS_THERE_ARE": len(code.program.tile_traits),
        "REGION_ROW": 2 * (filled(len(columns.REGION)) + filled(len(code.supplies))),
        "OPENLY": openness(code),
        "MARKS": memory.list(tuple(marks)),
        "LOGS": memory.list(room.LOGS),
        "LUCKS": memory.list(room.LUCK),
    }


def _of_memories(code: Code, memory: Memory) -> dict[str, int]:
    """The memories that hold lists (or sets that are lists) and tiles; the secret ones, with their placeholders for others."""
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


def _market(code: Code) -> int:
    composition = code.program.composition
    decks = list(composition.decks)
    market = composition.roles.get("market", "")
    return decks.index(market) if market in decks else -1


def _of_tile(code: Code, role: str, kind: Type) -> int:
    """The address of the memory of a tile with a role; -1 if none has this type."""
    name = code.program.composition.roles.get(role, "")
    found = [one for one in code.program.memories if one.name == name and (one.on, one.type) == (TILE, kind)]
    return cell_of(code, found[0]) if found else -1
