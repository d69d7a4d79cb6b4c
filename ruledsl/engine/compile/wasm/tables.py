"""Writes the constants of a program as arrays in memory: steps, events, triggers, actions, tiles, pieces, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm.memory import Features, is_bits, is_list
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.walk import walk
from ruledsl.engine.small.kinds import (
    ALWAYS_OPEN,
    NEVER_OPEN,
    OF_BEARER,
    OF_GAME,
    OF_OWNER,
    OF_PEOPLE,
    OF_PLAYER,
    OF_REGION,
    OF_TILE,
    OPEN_FACE_UP,
)
from ruledsl.engine.small.room import EMPTY
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.code import AROUND
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE
from ruledsl.rules.check.knowledge import curious_tiles, openness_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ruledsl.engine.compile.wasm.memory import Memory, Numbers
    from ruledsl.engine.ir.module import Module, Steps
    from ruledsl.engine.state.code import Code, Rules, SecretSlot
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.typed.declarations import EventDef, MemoryDef

# ── telling ─────────────────────────────────────────────────────────────────────
# What the numbers that are told of options and seats (`engine/cells/trials/showing.py`) can depend on.


def told_values(code: Code) -> list[str]:
    """The names of the values whose answers are told: of options, and of seats, by which bots judge."""
    composition = code.program.composition
    names = [composition.roles.get(role, "") for role in ("cost", "region_income")]
    names += [name for name, _ in composition.standings]
    return names + [panel.value for panel in composition.panels if panel.value not in names][:1]


def openness(code: Code) -> int:
    """Do they depend on secrets other than coins in hand: never, only where tiles lie face down, or maybe always?

    `ALWAYS_OPEN` does not count tiles in play that look at tiles on the map (`CURIOUS`).
    """
    program, names = code.program, told_values(code)
    told = {value.index for value in program.values if value.name in names}
    if not told <= openness_of(program).face_up:
        return NEVER_OPEN
    return OPEN_FACE_UP if curious_tiles(program, names) is None else ALWAYS_OPEN


def curious(code: Code) -> list[bool]:
    """For each tile: do its rules look at tiles on the map?"""
    tiles = curious_tiles(code.program, told_values(code)) or frozenset()
    return [tile in tiles for tile in code.program.tiles]


NOUNS = {GAME: OF_GAME, PLAYER: OF_PLAYER, PEOPLE: OF_PEOPLE, REGION: OF_REGION, TILE: OF_TILE}
ARRAYS = {"G": GAME, "Y": PLAYER, "P": PEOPLE, "R": REGION, "T": TILE}
OWNS = {"": 0, "people": OF_BEARER, "player": OF_OWNER}
OWNERS = {"": 0, "me": 1, "player": 2, "people": 3}
"""The owner of a secret, as `engine/cells/trials/imagining.py` distinguishes it."""


def list_cells(code: Code) -> list[tuple[Type, int]]:
    """The memories that hold lists: noun and cell."""
    return [(memory.on, cell_of(code, memory)) for memory in code.program.memories if is_list(memory.type)]


def set_cells(code: Code) -> list[tuple[Type, int]]:
    """The memories that hold bit sets, as noun and cell: those of every state, and those of packs."""
    remembered = [
        (memory.on, cell_of(code, memory)) for memory in code.program.memories if is_bits(memory.type)
    ]
    return [(GAME, at.LIVE), (PLAYER, at.OWN), (PEOPLE, at.LAND), *remembered]


def cell_of(code: Code, memory: MemoryDef) -> int:
    """The place of a memory in the array of its noun."""
    cell = code.layout.cells[memory.index]
    return cell - at.HOME - 1 if memory.on == TILE else cell


def kinds_in_decks(code: Code) -> list[tuple[int, ...]]:
    """The kinds of tiles that each deck takes."""
    program = code.program
    return [tuple(map(program.kinds.index, deck.kinds)) for deck in program.composition.decks.values()]


class Tables:
    """Writes the tables into a memory.

    `list_slots` are, for each procedure, the slots of its frames that hold lists; `after_lists`, for each event, those of the frame around it.
    `set_slots` and `after_sets` are the same for sets, if these have several words.
    """

    def __init__(self, code: Code, module: Module, memory: Memory, numbers: Numbers) -> None:
        self.code, self.module, self.memory, self.numbers = code, module, memory, numbers
        self.rules: dict[int, Rules] = {}
        several = memory.words > 1
        self.list_slots = [(), *(_slots(steps, "list", steps.rests) for steps in module.steps)]
        self.set_slots = [(), *(_slots(steps, "bits", set()) if several else () for steps in module.steps)]
        self.set_cells = {
            array: tuple(cell for noun, cell in set_cells(code) if noun == of and several)
            for array, of in ARRAYS.items()
        }
        events = code.program.events
        self.list_cells = {
            array: tuple(cell for noun, cell in list_cells(code) if noun == of)
            for array, of in ARRAYS.items()
        }
        self.after_lists = [_params(event, is_list) for event in events]
        self.after_sets = [_params(event, is_bits) if several else () for event in events]
        counted = {
            action.index: action.limit.each.type
            for action in code.program.actions
            if action.limit and action.limit.each
        }
        self.each_lists = tuple(number for number, kind in counted.items() if is_list(kind))
        self.each_sets = tuple(number for number, kind in counted.items() if is_bits(kind) and several)

    def write(self) -> None:
        """Write all tables."""
        self._procedures()
        self._events()
        self._triggers()
        self._actions()
        self._tiles()
        self._pieces()
        self._rules()
        self._knowledge()

    def _write(self, name: str, rows: list[Any], nobody: int = 0) -> None:
        """Write one table: numbers, or lists of numbers."""
        numbers = [
            self.memory.list(tuple(row)) if isinstance(row, tuple | list) else int(row) for row in rows
        ]
        self.memory.constant(name, [*numbers, nobody])

    # ── events, triggers, actions ──

    def _procedures(self) -> None:
        code, memory, numbers, steps = self.code, self.memory, self.numbers, self.module.steps
        names = [AROUND, *([function.name for function in step.functions] for step in steps)]
        numbered = [memory.list(tuple(map(numbers.function, called))) + 8 for called in names]
        self._write("STEPS", numbered)
        self._write("FRAME_SIZES", [0, *(5 + step.slots for step in steps)])
        self._write("LIST_SLOTS", _both(self.list_slots, self.set_slots))
        self._write("AFTER_LISTS", _both(self.after_lists, self.after_sets))
        offers = [code.offers.get(procedure, {}) for procedure in range(len(names))]
        self._write("OFFERS", [[part for pair in offer.items() for part in pair] for offer in offers], EMPTY)

    def _events(self) -> None:
        code = self.code
        events = code.events
        self._write("ARITIES", [event.arity for event in events])
        self._write("HAS_AFTER", [event.has_after for event in events])
        self._write("REPLACEABLE", [event.replaceable for event in events])
        self._write("EMPTY_EVENTS", [event.empty for event in events])
        self._write("PROCEDURES", [event.proc for event in events])
        self._write("LOGGED", [event.logged for event in events])
        self._write("EVENT_WAYS", [event.ways for event in events], EMPTY)
        self._write("PEOPLE_PARAMS", [event.people_param for event in events], -1)
        self._write("PASSED_OVER", [event.is_phase or event.people_param >= 0 for event in events])
        self._write("REACHES", [sorted(event.reaches) for event in events], EMPTY)
        self._write("UNITS", [event.unit for event in events])
        forgotten: list[list[int]] = [[] for _ in events]
        for memory in code.program.memories:
            if memory.until is not None:
                blank = self.memory.initial(memory.initial)
                forgotten[memory.until.index] += [NOUNS[memory.on], cell_of(code, memory), blank]
        self._write("FORGETS", forgotten, EMPTY)
        static = [
            code.static_triggers.get(event, ([], []))[late] for event in range(len(events)) for late in (0, 1)
        ]
        self._write("STATIC_TRIGGERS", static, EMPTY)

    def _triggers(self) -> None:
        triggers, numbers = self.code.triggers, self.numbers
        self._write("TRIGGER_PROCEDURES", [trigger.proc for trigger in triggers])
        self._write("BEFORE", [trigger.moment == "before" for trigger in triggers])
        self._write("FITS", [trigger.fits for trigger in triggers])
        self._write("SUBJECTS", [max(trigger.subject, 0) for trigger in triggers])
        self._write("TRIGGER_PIECES", [trigger.piece for trigger in triggers], -1)
        applies = [
            numbers.function(f"ci_{i}") if trigger.moment == "instead" else -1
            for i, trigger in enumerate(triggers)
        ]
        self._write("APPLIES", applies, -1)

    def _actions(self) -> None:
        code, numbers = self.code, self.numbers
        actions = code.actions
        self._write("ACTION_PROCEDURES", [action.proc for action in actions])
        self._write("ACTION_ARITIES", [action.arity for action in actions])
        self._write("AIMED", [action.definition.target is not None for action in actions])
        self._write("AIMS", [action.aims for action in actions])
        self._write("PLAYER_PHASE", [action.player_phase for action in actions])
        self._write("OPEN_TO", [action.definition.by is not None for action in actions])
        self._write("ACTION_UNITS", [action.unit for action in actions], -1)
        counted = [
            numbers.function(f"ck_{i}") if action.definition.limit is not None else -1
            for i, action in enumerate(actions)
        ]
        self._write("COUNTED", counted, -1)
        self._write("TARGETS_OF", [numbers.function(f"ct_{i}") for i in range(len(actions))], -1)
        static = [code.static_actions.get(event, []) for event in range(len(code.events))]
        self._write("STATIC_ACTIONS", static, EMPTY)

    # ── tiles, pieces, decks ──

    def _tiles(self) -> None:
        code = self.code
        tiles = range(code.tile_count)
        self.memory.constant("TILE_KINDS", code.tile_kinds)
        self.memory.constant("FULL_TRAYS", code.trays)
        self._write("PARTS", code.parts)
        self._write("LASTING", [tile in code.lasting for tile in (*tiles, *tiles)])
        self._write("LENDERS", [tile in code.lenders for tile in tiles])
        seeing = curious(code)
        self._write("CURIOUS", [*seeing, *seeing])
        self._write("TRAVELLING", [tile in code.travelling for tile in tiles])
        self._write("HIDDEN", list(code.hidden))
        self._write("BRINGS", [code.brings.get(tile, ()) for tile in tiles], EMPTY)
        self._write("WARES", [code.wares.get(tile, ()) for tile in tiles], EMPTY)
        kinds = range(len(code.program.kinds))
        self._write("TILES_BY_KIND", [code.tiles_by_kind.get(kind, ()) for kind in kinds], EMPTY)
        self._write("DICE", list(code.dice), EMPTY)

    def _pieces(self) -> None:
        code = self.code
        kinds = range(len(code.supplies))
        self._write("BROUGHT_BY", list(code.brought_by), -1)
        self._write("COPIES", [code.copies.get(kind, ()) for kind in kinds], EMPTY)
        self._write("SUPPLIES", list(code.supplies))
        self._write("DEFENDING", [kind in code.defending for kind in kinds])
        self._write("ROOTED", [kind in code.rooted for kind in kinds])
        self._write("AWAITED", [kind in code.awaited for kind in kinds])

    # ── knowledge ──

    def _knowledge(self) -> None:
        """The kinds of tiles that places take, as bits; the tiles and secrets in unfinished rules, limits and options."""
        code = self.code
        self._write("FIRST_BACKS", [alike[0] for alike in code.backs])
        self._write("DECK_BACKS", [code.backs[taken[0]][0] for taken in kinds_in_decks(code)])
        self._write("BACKS", [_bits(alike) for alike in code.backs])
        self._write("DECK_KINDS", [_bits(taken) for taken in kinds_in_decks(code)])
        self._write("TILE_SLOTS", [[part for held in slots for part in held] for slots in code.tile_slots])
        self._write("SECRET_SLOTS", [self._secrets(slots) for slots in code.secret_slots])
        self._write("EACH", [action.each for action in code.actions])
        self._write(
            "EACH_IN_LISTS",
            [number in (*self.each_lists, *self.each_sets) for number in range(len(code.actions))],
        )
        asked: list[list[int]] = [[] for _ in code.steps]
        for (procedure, step), info in code.choices.items():
            if info.type == TILE.name:
                asked[procedure].append(step)
        self._write("TILE_CHOICES", asked, EMPTY)
        features = Features(code)
        self._write("ASKED_SORTS", [features.asked_sorts(number) for number in range(len(code.steps))], EMPTY)
        self._write("ACTION_SORTS", features.action_sorts())
        self._write("TILE_WORDS", features.tile_words(), EMPTY)
        targets = [action.definition.target for action in code.actions]
        self._write("AIMED_AT_TILES", [target is not None and target.type == TILE for target in targets])

    def _secrets(self, slots: tuple[SecretSlot, ...]) -> list[int]:
        """For each slot: its number, the placeholder, the number of owners, and where the frame holds each."""
        row = []
        for slot, nothing, whose in slots:
            owners = [part for word, place in whose for part in (OWNERS[word], place)]
            row += [slot, self.memory.initial(nothing), len(whose), *owners]
        return row

    # ── rules of tiles and pieces ──

    def _rules(self) -> None:
        code = self.code
        of_tile = [[self._set(rules) for rules in row] for row in code.rules_of_tile]
        self._write("RULES_OF_TILE", [*of_tile, *of_tile], EMPTY)
        tiles = range(code.tile_count)
        own = [self._set(code.tile_rules[tile]) if tile in code.tile_rules else -1 for tile in tiles]
        self._write("OWN_RULES", own, -1)
        alone = [
            self._set(code.piece_rules[kind]) if kind in code.piece_rules and brought_by < 0 else -1
            for kind, brought_by in enumerate(code.brought_by)
        ]
        self._write("ALONE", alone, -1)
        self._write("ENTRIES_OF", [tuple(self._entries(rules)) for rules in self.rules.values()], EMPTY)

    def _set(self, rules: Rules) -> int:
        """The number of a tile's or piece's set of rules."""
        self.rules.setdefault(id(rules), rules)
        return list(self.rules).index(id(rules))

    def _entries(self, rules: Rules) -> Iterator[int]:
        """For each rule: its chain, the rule, its stratum, reason or moment, its tie, a bit for each of its stages."""
        numbers = self.numbers
        for part, about, rule, stages in rules.entries:
            mask = -1 if stages is None else sum(1 << stage for stage in stages)
            key = numbers.key({"values": "changed"}.get(part, part), about)
            match part:
                case "triggers":
                    yield from (key, rule[0], int(rule[1]), 0, mask)
                case "actions":
                    yield from (key, rule, 0, 0, mask)
                case "values":
                    function = numbers.function(rule.function)
                    yield from (key, function, rule.stratum, OWNS[rule.own], mask)
                case _:
                    function = numbers.function(rule.function)
                    yield from (key, function, self.code.reasons.index(rule.own), 0, mask)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _params(event: EventDef, fits: Callable[[Type], bool]) -> tuple[int, ...]:
    """The slots of some of an event's parameters in the frame around it."""
    return tuple(6 + place for place, param in enumerate(event.params) if fits(param.type))


def _both(lists: list[tuple[int, ...]], sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The slots in the area of lists: sets as well, if they have several words."""
    return [(*one, *other) for one, other in zip(lists, sets, strict=True)]


def _slots(steps: Steps, kind: str, rests: set[str]) -> tuple[int, ...]:
    held = set(rests)
    for node in (node for function in steps.functions for node in walk(function.body)):
        match node:
            case n.Local(name=name, type=other) if other == kind:
                held.add(name)
            case n.Assign(target=target, value=value) if value.type == kind:
                held.add(target.name)
    # The rest of a loop over a number is a number.
    counted = {
        node.target.name
        for function in steps.functions
        for node in walk(function.body)
        if isinstance(node, n.Assign) and isinstance(node.value, n.Arith)
    }
    return tuple(sorted(steps.frame[name] for name in held - counted if name in steps.frame))
