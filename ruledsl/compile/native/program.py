"""A program as one WebAssembly module: what is compiled from its rules, the engine, and the tables that both read."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ruledsl.compile.native import memory as m
from ruledsl.compile.native.memory import Memory
from ruledsl.compile.native.nodes import Element, Put
from ruledsl.compile.native.printer import FunctionPrinter, const
from ruledsl.compile.native.subset import functions_of
from ruledsl.engine.primitives import tokens
from ruledsl.engine.rules import code as c
from ruledsl.engine.state import keys, limits
from ruledsl.engine.state import layout as at
from ruledsl.ir import nodes as n
from ruledsl.ir.lower.program import lowered
from ruledsl.ir.module import BEARER, Function
from ruledsl.ir.passes import LAST
from ruledsl.ir.passes.direct import call_events
from ruledsl.ir.passes.inline import inline
from ruledsl.ir.passes.notes import without_notes
from ruledsl.ir.passes.sets import set_arithmetic
from ruledsl.ir.passes.unswitch import unswitch_loops
from ruledsl.ir.passes.ways import Directness
from ruledsl.vocabulary.limits import LARGEST, MOST_COUNTED, MOST_MEMBERS
from ruledsl.vocabulary.types import BIT_SETS, GAME, PEOPLE, PLAYER, REGION, TILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.rules.code import Code, Rules
    from ruledsl.ir.module import Module
    from ruledsl.vocabulary.types import Type

__all__ = ["NativeProgram", "Unfit", "native_program"]

PASSES = (without_notes, inline, unswitch_loops, set_arithmetic, call_events, *LAST)
KINDS = {"choose": 1, "may_choose": 2, "may": 3, "offer": 4, "offer_one": 5}
OWNS = {"": 0, "people": 1, "player": 2}
ENTRY_POINTS = ("begin", "answer", "play_on", "refresh")
SOURCES = ("questions", "tokens", "changes", "inplay", "running")
ALSO_CALLED = {"e_", "x_", "w_"}


class Unfit(Exception):
    """A program that cannot be native, with the reason."""


@dataclass(slots=True)
class NativeProgram:
    """The text of the module and the plan of its memory; `list_slots` are the slots of each procedure's frames in which lists are."""

    text: str
    memory: Memory
    code: Code
    list_slots: list[tuple[int, ...]]
    after_lists: list[tuple[int, ...]]
    asks_pointless: bool


@dataclass(slots=True)
class Numbers:
    """What the printer asks about a program."""

    code: Code
    widest: int
    table: dict[str, int] = field(default_factory=dict)
    tables: dict[tuple[str, str], n.InPlay] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[int, int, int]:
        return len(self.code.values), len(self.code.permissions), len(self.code.events)

    def key(self, what: str, index: int) -> int:
        """The place of a chain of rules."""
        values, permissions, events = self.sizes
        return {
            "changed": 0,
            "forbids": values,
            "permits": values + permissions,
            "triggers": values + 2 * permissions,
            "watched": values + 2 * permissions,
            "actions": values + 2 * permissions + events,
        }[what] + index

    @property
    def keys(self) -> int:
        return self.key("actions", len(self.code.events))

    def scalar(self, name: str) -> int:
        return m.SCALARS[name]

    def choice(self, place: tuple[int, int]) -> tuple[int, int, int, int]:
        info = self.code.choices[place]
        return KINDS[info.kind], info.slot, info.after, info.phase

    def static_permits(self, permission: int) -> Iterator[tuple[int, list[str]]]:
        for (of, reason), lifts in self.code.static_permits.items():
            if of == permission:
                yield self.code.reasons.index(reason), [lift.__name__ for lift in lifts]

    def collecting(self, value: int) -> tuple[int, int]:
        return self.code.value_subjects[value], int(self.code.guarded[value])

    def number(self, name: str) -> int:
        """The number of a function that is called by number."""
        return self.table.setdefault(name, len(self.table))


def native_program(code: Code) -> NativeProgram:
    """`Unfit` if it cannot be one."""
    module = lowered(code.program)
    module.direct = Directness(code.program)
    for change in PASSES:
        change(module)
    return _Building(code, module).program()


class _Building:
    def __init__(self, code: Code, module: Module) -> None:
        self.code, self.module = code, module
        widest = max(2 * code.tile_count, len(code.supplies), MOST_MEMBERS)
        self.numbers = Numbers(code, widest)
        self.memory = Memory(code, self.numbers.keys)
        self.list_slots: list[tuple[int, ...]] = [()]
        self.sets: dict[int, int] = {}
        self.rules: list[Rules] = []

    def program(self) -> NativeProgram:
        self._steps()
        self._tables()
        constants = self._constants()
        functions: list[Function] = [
            function for name, function in self.module.functions.items() if name[:2] not in ALSO_CALLED
        ]
        functions += [step for steps in self.module.steps for step in steps.functions]
        functions += self._wrappers()
        for name in SOURCES:
            path = files("ruledsl.compile.native") / "runtime" / f"{name}.py"
            functions += functions_of(path, constants, m.SCALARS)  # type: ignore[arg-type]
        functions.append(self._untouchable())
        printed = [FunctionPrinter(self.memory, self.numbers, function).text() for function in functions]
        return NativeProgram(self._module(printed), self.memory, self.code, self.list_slots, self.after_lists(), any("(call $pointless " in text for text in printed))

    # ── steps ──

    def _steps(self) -> None:
        for procedure, steps in zip(self.module.procedures, self.module.steps, strict=True):
            pads = self.code.pads[procedure.number]
            if steps.slots - len(procedure.params) != len(pads):
                raise Unfit("frames differ")
            listed = set(steps.rests) & set(steps.frame)
            for function in steps.functions:
                listed |= {node.name for node in n_walk(function.body) if isinstance(node, n.Local) and node.type == "list"}
                listed |= {
                    node.target.name
                    for node in n_walk(function.body)
                    if isinstance(node, n.Assign) and node.value.type == "list"
                }
            self.list_slots.append(tuple(sorted(steps.frame[name] for name in listed if name in steps.frame)))
            for step, after, _ in steps.choices:
                info = self.code.choices.get((procedure.number, step))
                if info is None or info.after != after:
                    raise Unfit("steps differ")
            for function in steps.functions:
                function_body = _without_direct(function.body)
                steps.functions[steps.functions.index(function)] = function.with_body(function_body)

    # ── tables ──

    def _tables(self) -> None:
        code, memory, numbers = self.code, self.memory, self.numbers
        procs = [["after_event"], *([f.name for f in steps.functions] for steps in self.module.steps)]
        memory.constant("STEPS", [*(memory.list(tuple(numbers.number(f) for f in names)) + 8 for names in procs), 0])
        sizes = [0, *(5 + steps.slots for steps in self.module.steps)]
        memory.constant("FRAME_SIZES", [*sizes, 0])
        memory.constant("LIST_SLOTS", [*map(memory.list, self.list_slots), 0])
        memory.constant("AFTER_LISTS", [*map(memory.list, self.after_lists()), 0])
        offers = [
            memory.list(tuple(x for pair in code.offers.get(proc, {}).items() for x in pair)) for proc in range(len(procs))
        ]
        memory.constant("OFFERS", [*offers, m.EMPTY])
        self._events()
        self._triggers()
        self._actions()
        self._tiles()
        self._rules()
        cells = [
            x
            for memory_ in code.program.memories
            if _is_list(memory_.type)
            for x in (self._noun(memory_.on), self._cell(memory_))
        ]
        self.list_cells = memory.list(tuple(cells))

    def after_lists(self) -> list[tuple[int, ...]]:
        """For every event the slots, in the frame of what comes after it, in which lists are."""
        return [
            tuple(6 + place for place, param in enumerate(event.params) if _is_list(param.type))
            for event in self.code.program.events
        ]

    def _noun(self, noun: Any) -> int:
        return {GAME: 0, PLAYER: 1, PEOPLE: 2, REGION: 3, TILE: 4}[noun]

    def _cell(self, memory: Any) -> int:
        cell = self.code.layout.cells[memory.index]
        return cell - at.HOME - 1 if memory.on == TILE else cell

    def _initial(self, value: Any) -> int:
        return self.memory.list(value) if isinstance(value, tuple) else int(value)

    def _events(self) -> None:
        code, memory = self.code, self.memory
        memory.constant("ARITIES", [*(event.arity for event in code.events), 0])
        memory.constant("HAS_AFTER", [*(event.has_after for event in code.events), 0])
        memory.constant("EMPTY_EVENTS", [*(event.empty for event in code.events), 0])
        memory.constant("PROCEDURES", [*(event.proc for event in code.events), 0])
        memory.constant("UNITS", [*(event.unit for event in code.events), 0])
        nouns = {"game": 0, "player": 1, "people": 2, "region": 3, "tile": 4}
        forgets = []
        for event in code.events:
            found = [
                x
                for noun, resets in event.resets.items()
                for initial, cells in resets.items()
                for cell in cells
                for x in (nouns[noun], cell - (at.HOME + 1) * (noun == "tile"), self._initial(initial))
            ]
            forgets.append(memory.list(tuple(found)))
        memory.constant("FORGETS", [*forgets, m.EMPTY])
        static = [
            memory.list(tuple(entry[0] for entry in code.static_triggers.get(event, ([], []))[late]))
            for event in range(len(code.events))
            for late in (0, 1)
        ]
        memory.constant("STATIC_TRIGGERS", [*static, m.EMPTY])

    def _triggers(self) -> None:
        code, memory, numbers = self.code, self.memory, self.numbers
        found = code.triggers
        memory.constant("TRIGGER_PROCEDURES", [*(t.proc for t in found), 0])
        memory.constant("BEFORE", [*(t.moment == "before" for t in found), 0])
        memory.constant("FITS", [*(t.fits for t in found), 0])
        memory.constant("SUBJECTS", [*(max(t.subject, 0) for t in found), 0])
        memory.constant("TRIGGER_PIECES", [*(t.piece for t in found), -1])
        applies = [numbers.number(f"ci_{i}") if t.applies else -1 for i, t in enumerate(found)]
        memory.constant("APPLIES", [*applies, -1])

    def _actions(self) -> None:
        code, memory, numbers = self.code, self.memory, self.numbers
        found = code.actions
        memory.constant("ACTION_PROCEDURES", [*(a.proc for a in found), 0])
        memory.constant("ACTION_ARITIES", [*(a.arity for a in found), 0])
        memory.constant("AIMED", [*(a.definition.target is not None for a in found), 0])
        memory.constant("AIMS", [*(a.aims for a in found), 0])
        memory.constant("PLAYER_PHASE", [*(a.player_phase for a in found), 0])
        memory.constant("ACTION_UNITS", [*(a.unit for a in found), -1])
        memory.constant("COUNTED", [*(numbers.number(f"ck_{i}") if a.counted else -1 for i, a in enumerate(found)), -1])
        memory.constant("TARGETS_OF", [*(numbers.number(f"ct_{i}") for i, _ in enumerate(found)), -1])
        static = [memory.list(tuple(code.static_actions.get(event, ()))) for event in range(len(code.events))]
        memory.constant("STATIC_ACTIONS", [*static, m.EMPTY])

    def _tiles(self) -> None:
        code, memory = self.code, self.memory
        tiles = range(code.tile_count)
        memory.constant("TILE_KINDS", code.tile_kinds)
        memory.constant("FULL_TRAYS", code.trays)
        memory.constant("LASTING", [*(tile in code.lasting for tile in range(2 * len(tiles))), 0])
        memory.constant("LENDERS", [*(tile in code.lenders for tile in tiles), 0])
        memory.constant("TRAVELLING", [*(tile in code.travelling for tile in tiles), 0])
        memory.constant("HIDDEN", [*code.hidden, 0])
        memory.constant("BRINGS", [*(memory.list(code.brings.get(tile, ())) for tile in tiles), m.EMPTY])
        kinds = range(len(code.supplies))
        memory.constant("BROUGHT_BY", [*code.brought_by, -1])
        memory.constant("SUPPLIES", [*code.supplies, 0])
        memory.constant("ROOTED", [*(kind in code.rooted for kind in kinds), 0])
        memory.constant("AWAITED", [*(kind in code.awaited for kind in kinds), 0])
        of_kind = [memory.list(code.tiles_by_kind.get(kind, ())) for kind in range(len(code.program.kinds))]
        memory.constant("TILES_BY_KIND", [*of_kind, m.EMPTY])
        memory.constant("DICE", [*map(memory.list, code.dice), m.EMPTY])

    def _rules(self) -> None:
        code, memory = self.code, self.memory
        of_tile = [memory.list(tuple(map(self._set, sets))) for sets in code.rules_of_tile]
        own = [self._set(code.tile_rules[tile]) if tile in code.tile_rules else -1 for tile in range(code.tile_count)]
        alone = [
            self._set(code.piece_rules[kind]) if kind in code.piece_rules and code.brought_by[kind] < 0 else -1
            for kind in range(len(code.supplies))
        ]
        memory.constant("RULES_OF_TILE", [*of_tile, *of_tile, m.EMPTY])
        memory.constant("OWN_RULES", [*own, -1])
        memory.constant("ALONE", [*alone, -1])
        memory.constant("ENTRIES_OF", [*(memory.list(tuple(self._entries(rules))) for rules in self.rules), m.EMPTY])

    def _set(self, rules: Rules) -> int:
        if id(rules) not in self.sets:
            self.sets[id(rules)] = len(self.rules)
            self.rules.append(rules)
        return self.sets[id(rules)]

    def _entries(self, rules: Rules) -> Iterator[int]:
        """For each rule: what it is about, which it is, its stratum, reason or moment, whom it is tied to, its stages."""
        numbers = self.numbers
        for part, about, rule, stages in rules.entries:
            mask = -1 if stages is None else sum(1 << stage for stage in stages)
            what = "changed" if part == "values" else part
            if part == "triggers":
                index, late = rule
                yield from (numbers.key(what, about), index, int(late), 0, mask)
            elif part == "actions":
                yield from (numbers.key(what, about), rule, 0, 0, mask)
            elif part == "values":
                yield from (numbers.key(what, about), numbers.number(rule.fn.__name__), rule.stratum, OWNS[rule.own], mask)
            else:
                reason = self.code.reasons.index(rule.own)
                yield from (numbers.key(what, about), numbers.number(rule.fn.__name__), reason, 0, mask)

    def _constants(self) -> dict[str, int]:
        code, memory = self.code, self.memory
        values, permissions, events = self.numbers.sizes
        arrays = memory.arrays
        lists = arrays["LISTS"].base
        scratch = memory.top = (memory.top + 63) // 64 * 64
        memory.array("SCRATCH_LISTS", m.LIST_WORDS)
        found = {
            **{name: getattr(at, name) for name in ("HOLDER", "TOKENS", "KINDS", "OWNER", "RACE", "POWER", "STAGE", "LAND", "FOUNDED", "COINS", "OWN", "ROUND", "TURN_PLAYER", "SUPPLY", "RANDOM", "REVEALS", "LIVE")},
            **{name: getattr(keys, name) for name in ("REGION_BITS", "REGION_MASK", "HAND_BITS", "HAND_MASK")},
            **{name: getattr(tokens, name) for name in ("TRAY", "HAND", "EVERYWHERE", "OUTSIDE")},
            **{name: getattr(limits, name) for name in ("MOST_STEPS", "MOST_ROUNDS", "DEEPEST")},
            **KINDS_BY_NAME,
            "HAND_OF": at.HAND,
            "NOTHING": m.NOTHING, "EMPTY": m.EMPTY, "LARGEST": LARGEST, "MOST_COUNTED": MOST_COUNTED, "MOST_MEMBERS": MOST_MEMBERS,
            "MOST_PAIRS": m.MOST_PAIRS, "MOST_OPTIONS": m.MOST_OPTIONS, "MOST_PEOPLES": m.MOST_PEOPLES, "MOST_ENTRIES": m.MOST_ENTRIES - 1,
            "ANY": c.ANY, "BEARER": c.BEARER, "OWNER_FITS": c.OWNER, "SITE_FITS": c.SITE,
            "KINDS_THERE_ARE": len(code.supplies), "TILES": code.tile_count, "TILE_CELLS": memory.tile_cells,
            "PEOPLE_CELLS": len(code.layout.people), "LAST_STAGE": code.last_stage, "KEYS": self.numbers.keys,
            "TRIGGER_KEYS": values + 2 * permissions, "ACTION_KEYS": values + 2 * permissions + events,
            "IMMUNITY": code.immunity, "IMMUNITY_DORMANT": int(code.immunity_dormant),
            "STAND_INS": memory.list(code.stand_ins), "JOINING": memory.list(code.joining),
            "LIST_CELLS": self.list_cells,
            "LISTS_START": lists, "LISTS_END": lists + 8 * m.LIST_WORDS, "LISTS_FULL": lists + 4 * m.LIST_WORDS,
            "FRAMES_END": arrays["FRAMES"].base + 8 * m.FRAME_WORDS, "SCRATCH_LISTS": scratch,
            "MULTIPLIER": 6364136223846793005, "INCREMENT": 1442695040888963407, "MASK32": (1 << 32) - 1,
            "GOLDEN": 0x9E3779B97F4A7C15, "ODD": 0xD1B54A32D192ED03,
        }  # fmt: skip
        for noun, word in ((GAME, "GAME"), (PLAYER, "PLAYER"), (PEOPLE, "PEOPLE"), (REGION, "REGION"), (TILE, "TILE")):
            shows = [
                self._cell(memory_)
                for memory_ in code.program.memories
                if memory_.type == TILE and memory_.on == noun and not memory_.secret
            ]
            found[f"{word}_SHOWS"] = memory.list(tuple(shows))
        return found

    # ── functions that are called by number, with what waits in ARGS ──

    def _wrappers(self) -> Iterator[Function]:
        for name in self.numbers.table:
            kind, _, index = name.partition("_")
            if kind in ("ci", "ck"):
                yield self._wrapper(name, self.module.functions[f"{kind[1]}_{index}"])
            elif kind == "ct":
                yield self._targets(name, self.module.functions[f"t_{index}"])

    @staticmethod
    def _given(function: Function) -> tuple[n.Expr, ...]:
        count = len(function.params) - len(BEARER)
        return (*BEARER, *(Element("ARGS", (n.Const(place),)) for place in range(count)))

    def _wrapper(self, name: str, called: Function) -> Function:
        return Function(name, BEARER, (n.Return(n.Call(called.name, self._given(called))),))

    def _targets(self, name: str, called: Function) -> Function:
        """What an action can be aimed at, as so many numbers in TARGETS."""
        kind = next(s.value.type for s in reversed(called.body) if isinstance(s, n.Return) and s.value is not None)
        members = n.Call(called.name, self._given(called), kind)
        one, count = n.Local("one__"), Element("S", (n.Const(m.SCALARS["targets"]),))
        body = (
            Put(Element("TARGETS", (count,)), one),
            Put(count, n.Arith("+", count, n.Const(1))),
        )
        return Function(
            name, BEARER, (Put(count, n.Const(0)), n.For(one, members, body, n.Local("rest__")), n.Return(count))
        )

    def _untouchable(self) -> Function:
        params = (n.Local("people"), n.Local("attacker"))
        immune = self.code.immunity
        value = n.Call(f"v_{immune}", params) if immune >= 0 else n.Const(0)
        return Function("untouchable", params, (n.Return(value),))

    # ── the module ──

    def _module(self, printed: list[str]) -> str:
        memory = self.memory
        names = list(self.numbers.table)
        arity = {len(f"{i}") and i: i for i in range(16)}
        types = "".join(
            f"(type $f{i} (func{' (param i64)' * i} (result i64)))\n" for i in arity
        )
        pages = (memory.top + 65535) // 65536 + 1
        data = "".join(
            f'(data (i32.const {place}) "{"".join(f"{chr(92)}{byte:02x}" for byte in text)}")\n' for place, text in memory.data
        )
        exports = "".join(f'(export "{name}" (func ${name}))\n' for name in ENTRY_POINTS)
        table = f"(table {len(names)} funcref)\n(elem (i32.const 0) {' '.join('$' + name for name in names)})\n"
        return f'(module\n{types}(memory (export "memory") {pages})\n{table}{data}{exports}{"".join(printed)})\n'


def _is_list(kind: Type) -> bool:
    return kind.is_set and kind.element not in BIT_SETS


KINDS_BY_NAME = {kind.upper(): number for kind, number in KINDS.items()}


def n_walk(body: n.Block) -> Iterator[Any]:
    from ruledsl.ir.walk import walk

    return walk(body)


def _without_direct(body: n.Block) -> n.Block:
    """Every event runs in frames."""
    found: list[n.Stmt] = []
    for statement in body:
        match statement:
            case n.If(branches=((n.Fact(what="in_frames"), pushed),), otherwise=()):
                found += pushed
                return tuple(found)
            case n.If(branches=branches, otherwise=otherwise):
                found.append(
                    n.If(
                        tuple((test, _without_direct(inner)) for test, inner in branches), _without_direct(otherwise)
                    )
                )
            case _:
                found.append(statement)
    return tuple(found)


_ = const
