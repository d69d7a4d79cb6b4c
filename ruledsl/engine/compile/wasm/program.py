"""Assembles a program as one WebAssembly module: its compiled rules, the engine, and the tables that both read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.compile.wasm import engine_sources
from ruledsl.engine.compile.wasm import memory as m
from ruledsl.engine.compile.wasm.expressions import HOME
from ruledsl.engine.compile.wasm.memory import MARKS, PAGE, SCALARS, Features, Memory, Numbers, Plan
from ruledsl.engine.compile.wasm.nodes import Element, Put
from ruledsl.engine.compile.wasm.rules import with_chains
from ruledsl.engine.compile.wasm.sets import EVERYTHING
from ruledsl.engine.compile.wasm.statements import FunctionPrinter
from ruledsl.engine.compile.wasm.subset import functions_of
from ruledsl.engine.compile.wasm.tables import NOUNS, Tables, cell_of, list_cells, openness, set_cells
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.module import BEARER, Function
from ruledsl.engine.ir.passes import ready
from ruledsl.engine.ir.walk import walk
from ruledsl.engine.small import columns, room
from ruledsl.engine.small.columns import filled
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.limits import MOST_MEMBERS
from ruledsl.language.vocabulary.types import FLAG, PEOPLE, PLAYER, REGION, TILE, set_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.ir.module import Module
    from ruledsl.engine.state.code import Code
    from ruledsl.language.vocabulary.types import Type

# ── constants ───────────────────────────────────────────────────────────────────
# Facts of a program that the engine's sources use: capacities, addresses of lists, and the cells that hold tiles and secrets.


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
        "ACTING": _of_tile(code, "acting", FLAG),
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
    marks = [part for mark in features.marks for part in (cell_of(code, mark), MARKS[mark.type])]
    return {
        **{f"AT_{name}": place for name, place in features.places.items()},
        "TRAITS_THERE_ARE": len(code.program.traits),
        "TILE_TRAITS_THERE_ARE": len(code.program.tile_traits),
        "REGION_ROW": 2 * (filled(len(columns.REGION)) + filled(len(code.supplies))),
        "OPEN_PURSES": code.program.composition.shows_coins,
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
        for definition in memories
        if definition.secret and not definition.is_hand
        for part in (NOUNS[definition.on], cell_of(code, definition), memory.initial(definition.initial))
    ]
    tiles = {
        f"{noun.name.upper()}_{word}{sets}": memory.list(
            tuple(
                cell_of(code, definition)
                for definition in memories
                if definition.type == kind and definition.on == noun and definition.secret == secret
            )
        )
        for word, secret, nouns in (("SHOWS", False, NOUNS), ("KEEPS", True, (PLAYER, PEOPLE)))
        for sets, kind in (("", TILE), ("_SETS", set_of(TILE)))
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
    memories = [
        one for one in code.program.memories if one.name == name and (one.on, one.type) == (TILE, kind)
    ]
    return cell_of(code, memories[0]) if memories else -1


# ── program ─────────────────────────────────────────────────────────────────────
# What the module exports, and how it is put together.


ENTRY_POINTS = (
    *(
        "begin",
        "answer",
        "play_on",
        "open_up",
        "enter_block",
        "save",
        "restore",
        "copy_game",
        "keep_map",
        "lay_map",
        "packed",
        "unpacked",
        "wrong",
        "step",
        "note_game",
        "value",
        "score",
        "answer_all",
    ),
    *("imagine", "imagine_for", "begin_trial", "take_noted", "try_out", "judge"),
    *("try_options", "trial_is_lost", "plant", "explore", "branch_is_lost", "take_kept"),
    *("best_by_weights", "sampled", "suggest", "observe", "depict", "appraise", "learned_value"),
    *("begin_to_event", "answer_to_event", "give", "step_on"),
    *("found", "set_stage", "move_tokens", "put_away", "move_pieces", "move_coins"),
    *("lay", "lay_with", "put_in_deck", "shuffle", "borrow", "push", "row_to_write"),
    *("set_round", "set_turn_player"),
    *("lends_pieces", "own_kind", "silent", "as_if_active", "bearer_of_laid", "bringer", "stand_ins_with"),
)
"""Exported functions besides questions, values and permissions (`asked_of`)."""
ASKING_TILES = ("unlifted_", "unforbidden_")
"""Functions that ask the rules of tiles in play (`with_chains`)."""
SEVERAL_WORDS = "wide_sets"
"""The source that only sets of several words need."""
NOTING = "noting"
"""The source that only programs need that record which rules are used."""
MOST_PARAMS = 16


@dataclass(slots=True)
class NativeProgram:
    """`text` is the module, `longest` the length of its longest function in characters.

    `data` is the initial content of its memory, if the module does not write that itself.
    """

    text: str
    plan: Plan
    longest: int
    data: list[tuple[int, bytes]]


@dataclass(slots=True)
class Assembled:
    """A program before it is printed: all functions in order, those that are `pure` (they change nothing), and the layout.

    `asks_pointless` if any of them asks which tiles are pointless.
    """

    code: Code
    memory: Memory
    numbers: Numbers
    tables: Tables
    functions: list[Function]
    pure: set[str]
    asks_pointless: bool

    @property
    def plan(self) -> Plan:
        """The layout for a machine."""
        memory, tables = self.memory, self.tables
        slots = tables.list_slots, tables.after_lists, tables.set_slots, tables.after_sets
        cells = tables.set_cells, tables.list_cells, tables.each_lists, tables.each_sets
        return Plan(
            memory.arrays,
            memory.top,
            memory.slot,
            memory.words,
            *slots,
            *cells,
            self.asks_pointless,
            memory.map_size,
        )


def assembled(code: Code, words: int = 1) -> Assembled:
    """The program of some rules with the engine, for maps with as many regions as this many words have bits.

    The layout is complete at this point, so that all printers print the same memory.
    """
    module = ready(code.program, noting=code.noting)
    numbers = Numbers(code, max(2 * code.tile_count, len(code.supplies), MOST_MEMBERS))
    memory = Memory(code, numbers.keys, words, noting=code.noting)
    tables = Tables(code, module, memory, numbers)
    tables.write()
    functions = [
        *with_chains(_of_rules(module), numbers),
        *_by_number(module, numbers),
        _untouchable(code),
        _value(code),
        _by_role(code, "bound_in", "bound", (PEOPLE, REGION)),
        _by_role(code, "cost_to", "cost", (PEOPLE, REGION)),
        _by_role(code, "gain_of", "region_income", (PEOPLE, REGION)),
    ]
    facts = constants(code, memory, numbers)
    idle = {SEVERAL_WORDS: words == 1, NOTING: not code.noting}
    for name, text in engine_sources():
        if not idle.get(name):
            functions += functions_of(name, text, facts)
    asks = False
    for function in functions:
        for node in walk(function.body):
            _lay_constant(node, memory)
            asks = asks or (isinstance(node, n.Prim) and node.name == "pointless")
    pure = set(module.functions)
    pure |= {function.name for function in functions if function.name.startswith(ASKING_TILES)}
    return Assembled(code, memory, numbers, tables, functions, pure, asks)


def native_program(code: Code, words: int = 1, *, guest: bool = False) -> NativeProgram:
    """Print the program of some rules as WebAssembly, with a memory of its own, or as a `guest`, which imports that of its host.

    A guest does not know where its part of that memory begins (`HOME`); the host that sets it also writes the data there.
    """
    assembly = assembled(code, words)
    memory, numbers, functions = assembly.memory, assembly.numbers, assembly.functions
    printed = [
        FunctionPrinter(memory, numbers, function, HOME if guest else "").text(
            pure=function.name in assembly.pure
        )
        for function in functions
    ]
    data = [(place, bytes_) for place, bytes_ in memory.data if bytes_]
    mine = _guest_memory() if guest else _own_memory(memory, data)
    text = _module(mine, numbers, printed, called_of(code))
    return NativeProgram(text, assembly.plan, max(map(len, printed)), data if guest else [])


def called_of(code: Code) -> list[str]:
    """The names of all exported functions."""
    questions = [one.code for one in BUILTINS if not one.gives_member]
    values = [f"v_{value.index}" for value in code.program.values]
    permissions = [f"p_{permission.index}" for permission in code.program.permissions]
    return list(dict.fromkeys([*ENTRY_POINTS, *questions, *values, *permissions]))


def _lay_constant(node: n.Node, memory: Memory) -> None:
    """Put literal lists, tables and sets into the initial memory."""
    match node:
        case n.Const(value=tuple() as members):
            memory.list(members)
        case n.Const(value=int(mask), type="bits") if memory.words > 1:
            memory.bits(mask)
        case n.Complement() if memory.words > 1:
            memory.bits(EVERYTHING)
        case n.Lookup(table=table):
            memory.table(table)


# ── functions ──


def _of_rules(module: Module) -> Iterator[Function]:
    yield from module.functions.values()
    for steps in module.steps:
        yield from steps.functions


def _by_number(module: Module, numbers: Numbers) -> Iterator[Function]:
    """Functions called by number: targets, conditions and keys of limits. The arguments of their event or phase are in ARGS."""
    for name in list(numbers.functions):
        kind, _, index = name.partition("_")
        if kind in ("ci", "ck", "ct"):
            called = module.functions[f"{kind[1]}_{index}"]
            count = len(called.params) - len(BEARER)
            args = (*BEARER, *(Element("ARGS", (n.Const(place),)) for place in range(count)))
            if kind == "ct":
                yield _targets(name, called, args)
            else:
                yield Function(name, BEARER, (n.Return(n.Call(called.name, args)),))


def _targets(name: str, called: Function, args: tuple[n.Expr, ...]) -> Function:
    """The possible targets of an action, written to TARGETS; returns their number."""
    returned = [part.value for part in called.body if isinstance(part, n.Return) and part.value is not None]
    members = n.Call(called.name, args, returned[-1].type)
    one, count = n.Local("one__"), Element("S", (n.Const(SCALARS["targets"]),))
    keep = (Put(Element("TARGETS", (count,)), one), Put(count, n.Arith("+", count, n.Const(1))))
    loop = n.For(one, members, keep, n.Local("rest__"))
    return Function(name, BEARER, (Put(count, n.Const(0)), loop, n.Return(count)))


def _untouchable(code: Code) -> Function:
    """Is a people immune to the tiles of another one?"""
    params = (n.Local("people"), n.Local("attacker"))
    immune: n.Expr = n.Call(f"v_{code.immunity}", params) if code.immunity >= 0 else n.Const(0)
    return Function("untouchable", params, (n.Return(immune),))


def _value(code: Code) -> Function:
    """A value of a player or a people by its number: those that decide a game, also by teams, and those that are displayed."""
    composition = code.program.composition
    names = dict.fromkeys(
        [
            *(name for name, _ in composition.standings),
            composition.roles.get("team", ""),
            *(shown.value for shown in (*composition.panels, *composition.measures)),
        ]
    )
    number, noun = n.Local("number"), n.Local("noun")
    tests = tuple(
        (n.Compare("==", number, n.Const(value.index)), (n.Return(n.Call(f"v_{value.index}", (noun,))),))
        for value in map(code.program.value, names)
        if value is not None
    )
    return Function("value", (number, noun), (n.If(tests),) if tests else ())


def _by_role(code: Code, name: str, role: str, params: tuple[Type, ...]) -> Function:
    """The value with a role, for these nouns; 0 if the packs have none."""
    called = code.program.composition.roles.get(role, "")
    value = code.program.value(called)
    locals_ = tuple(n.Local(f"p{place}") for place in range(len(params)))
    asked = value is not None and tuple(param.type for param in value.params) == params
    given: n.Expr = n.Call(f"v_{value.index}", locals_) if value is not None and asked else n.Const(0)
    return Function(name, locals_, (n.Return(given),))


# ── the module ──


def _own_memory(memory: Memory, data: list[tuple[int, bytes]]) -> list[str]:
    pages = -(-memory.top // PAGE)
    # Each byte as `\xx`.
    parts = [f'(data (i32.const {place}) "{chr(92)}{bytes_.hex(chr(92))}")' for place, bytes_ in data]
    return [f'(memory (export "memory") {pages})', "(global $base (mut i32) (i32.const 0))", *parts]


def _guest_memory() -> list[str]:
    return [
        '(import "host" "memory" (memory 1))',
        '(import "host" "home" (global $home (mut i32)))',
        '(global $base (export "base") (mut i32) (i32.const 0))',
    ]


def _module(memory: list[str], numbers: Numbers, functions: list[str], called: list[str]) -> str:
    names = list(numbers.functions)
    types = [f"(type $f{count} (func{' (param i64)' * count} (result i64)))" for count in range(MOST_PARAMS)]
    exports = [f'(export "{name}" (func ${name}))' for name in called]
    table = f"(table {len(names)} funcref) (elem (i32.const 0) {' '.join(f'${name}' for name in names)})"
    parts = [*types, *memory, table, *exports, *functions]
    return "(module\n" + "\n".join(parts) + ")\n"
