"""Results of rule texts, reused while nothing that they depend on changes: their trees are the same objects from one check to the next.

A text depends on the meanings of its words: names declared by texts, words of packs, the tile that it is printed on. A text that depends on
one that is checked again is checked again itself. A text with findings is checked every time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.types import PIECE, UNKNOWN
from ruledsl.rules.check.actions import permitted, watched
from ruledsl.rules.check.advice.renamed import declared_in
from ruledsl.rules.check.declare import unread
from ruledsl.rules.check.names import BROUGHT, BY_NAME, MARK, OF_PIECES, OF_TILES
from ruledsl.rules.check.typed import TDo, VarRef
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.rules.check.names import Declared, Names
    from ruledsl.rules.check.program import Program, Ruled
    from ruledsl.rules.check.typed import Const, TBlock, TExpr
    from ruledsl.rules.packs.model import RuleText

_T = TypeVar("_T")

_WORD = re.compile("[a-z][a-z0-9_]*")
_EVERY_TEXT = ""
"""A word in every text: it stands for what all texts depend on."""
_PRINTED_ON = "/"
"""The prefix of a tile's key: what every text on it depends on."""

Sight = frozenset[tuple[object, ...]]
"""The meanings of words that texts do not declare, the word first."""

Meant = Mapping[str, frozenset[str]]
"""Names that a word of the language refers to."""


@dataclass(eq=False, slots=True)
class Unit:
    """One rule text and its results: its declarations, and its rules by round.

    `names` are those that it declares, `lost` those that it may declare in unparsable parts; `actions` have the body, the condition and the
    bringer that each had before other rules awaited or forbade it; `taken` are the actions that its rules do. `numbered` are the constants in
    it whose index may change, with their words, `initial` those that memories begin with.
    """

    text: RuleText
    words: set[str]
    names: frozenset[str]
    lost: frozenset[str]
    statements: tuple[s.Statement, ...]
    is_kept: bool = False
    is_sound: bool = True
    declared: list[Declared] = field(default_factory=list)
    added: list[tuple[s.PhaseAdded, EventDef]] = field(default_factory=list)
    bodies: dict[EventDef, TBlock] = field(default_factory=dict)
    rules: dict[int, list[Ruled]] = field(default_factory=dict)
    actions: dict[ActionDef, tuple[TBlock, TExpr | None, str]] = field(default_factory=dict)
    despites: list[tuple[PermissionDef, tuple[str, ...]]] = field(default_factory=list)
    taken: list[ActionDef] = field(default_factory=list)
    numbered: list[tuple[Const, str]] = field(default_factory=list)
    initial: dict[MemoryDef, Const] = field(default_factory=dict)

    @classmethod
    def of(cls, text: RuleText, meant: Meant) -> Unit:
        """The unit of a text that is to be checked."""
        words = {_EVERY_TEXT, _PRINTED_ON + text.owner.tile, *_WORD.findall(text.text)}
        words.update(*(names for word, names in meant.items() if word in words))
        names = frozenset(declared_in([text]))
        lost = frozenset(unread(text.text)) | set(text.lost)
        return cls(text, words, names, lost, text.statements, is_sound=not text.lost)

    @property
    def written(self) -> Iterator[tuple[s.Rule, s.Guard | None]]:
        """Every rule, with its guard."""
        for statement in self.statements:
            if isinstance(statement, s.Guard):
                yield from ((rule, statement) for rule in statement.rules)
            elif isinstance(statement, s.Rule):
                yield statement, None

    def add(self, round_: int, rules: Iterable[Ruled]) -> None:
        """Record the results of its rules in a round."""
        for rule in rules:
            self.rules.setdefault(round_, []).append(rule)
            if isinstance(rule, ActionDef):
                self.actions[rule] = rule.body, rule.condition, rule.bringer


class KeptTexts:
    """The texts of the previously checked composition."""

    def __init__(self) -> None:
        self._units: dict[tuple[object, ...], Unit] = {}
        self._sight: Sight = frozenset()
        self._phases: dict[EventDef, TBlock] = {}

    def take(self, texts: Sequence[RuleText], sight: Sight, meant: Meant) -> list[Unit]:
        """The units of these texts, in order: kept ones where they depend on no change. A cancelled check keeps nothing."""
        before, self._units = self._units, {}
        changed = {str(what[0]) for what in sight ^ self._sight}
        self._sight = sight
        units: list[Unit] = []
        for text in texts:
            unit = before.pop(_key(text), None)
            if unit is None or not unit.is_sound or unit.text.document != text.document:
                changed |= unit.names if unit is not None else frozenset()
                unit = Unit.of(text, meant)
                changed |= unit.names
            unit.text = text
            units.append(unit)
        changed.update(*(gone.names for gone in before.values()))
        while stale := [
            i for i, unit in enumerate(units) if unit.is_kept and not changed.isdisjoint(unit.words)
        ]:
            for place in stale:
                changed |= units[place].names
                units[place] = Unit.of(units[place].text, meant)
        return units

    def keep(self, units: Iterable[Unit]) -> None:
        """Keep these checked units."""
        for unit in units:
            unit.is_kept = True
            unit.is_sound &= not any(
                isinstance(one, ValueDef | DefineDef | MemoryDef) and one.type == UNKNOWN
                for one in unit.declared
            )
            self._units[_key(unit.text)] = unit

    def in_phases(self, events: Iterable[EventDef]) -> None:
        """Make events with phases raise these one after the other, and do nothing else."""
        before, self._phases = self._phases, {}
        for event in events:
            if event.phases:
                body = before.get(event, ())
                if [effect.event for effect in body if isinstance(effect, TDo)] != event.phases:
                    args = tuple(VarRef(p, type=p.type, span=event.origin.span) for p in event.params)
                    body = tuple(TDo(phase, args, span=phase.origin.span) for phase in event.phases)
                event.body = self._phases[event] = body


def sight_of(names: Names) -> Sight:
    """The meanings of words before any text is checked."""
    program, composition = names.program, names.program.composition
    tables = [*names.words.items(), (OF_PIECES, names.piece_traits), (OF_TILES, names.tile_traits)]
    sight: set[tuple[object, ...]] = set()
    for kind, words in tables:
        told: Sequence[object] = range(len(words))
        if kind == PIECE:
            told = [(key, piece.supply) for key, piece in composition.pieces.items()]
        elif kind in BY_NAME:
            told = BY_NAME[kind](program)
        sight |= {(_last(word), word, kind, told[index]) for word, index in words.items()}
    for key, tile in composition.tiles.items():
        kind = composition.kinds[tile.kind]
        sight.add((_PRINTED_ON + key, kind.id, kind.borne_by))
        if tile.copy_of:
            sight.add((_PRINTED_ON + tile.copy_of, key))
    sight |= {(word, "field") for word in names.fields}
    sight |= {(word, name) for word, played in names.meant_by_words.items() for name in played}
    for pack in composition.packs:
        sight.add((_EVERY_TEXT, pack.id, *pack.requires))
        sight |= {(word, what, pack.id) for what, words in BROUGHT.items() for word in words(pack)}
        sight |= {(old, pack.id, new.to, new.where) for old, new in pack.renamed.items()}
    return frozenset(sight)


def _key(text: RuleText) -> tuple[object, ...]:
    return text.owner, text.span, text.text


def _last(name: str) -> str:
    """A name without its prefix of a pack."""
    return name.rpartition("/")[2]


# ── kept results in a new program, as if the text had been checked now ──


def declare_again(unit: Unit, names: Names) -> None:
    """Enter the declarations of a text as they were before any rules changed or awaited them; its words get their current indices."""
    for node, word in unit.numbered:
        index = names.words[node.type][word]
        if node.value != index:
            object.__setattr__(node, "value", index)  # nothing else of a tree is ever written again
    for memory, node in unit.initial.items():
        memory.initial = node.value
    for declared in unit.declared:
        enter_again(declared, names)
        if isinstance(declared, EventDef):
            declared.body = unit.bodies.get(declared, ())
            if declared.parent is not None:
                declared.parent.phases.append(declared)


def enter_again(declared: Declared, names: Names) -> None:
    """Enter one declaration by its name."""
    program = names.program
    declared.name = declared.name.partition(MARK)[0]
    names.declared.setdefault(declared.name, []).append(declared)
    match declared:
        case MemoryDef():
            declared.index = _put(program.memories, declared)
        case ValueDef():
            declared.index = _put(program.values, declared)
            declared.modifiers = []
            if declared.bare is not None:
                declared.bare.index = -1
        case DefineDef():
            declared.index = _put(program.defines, declared)
        case PermissionDef():
            declared.index = _put(program.permissions, declared)
            declared.forbids, declared.permits, declared.despites = [], [], []
        case EventDef():
            declared.index = _put(program.events, declared)
            declared.triggers, declared.phases = [], []


def rule_again(rule: Ruled, unit: Unit, names: Names) -> None:
    """Enter one rule: it changes, awaits or forbids the same as before."""
    program = names.program
    match rule:
        case ModifierDef():
            program.add_modifier(rule)
        case TriggerDef():
            if rule.event.action is not None:
                watched(program, rule.event.action)
            rule.event.triggers.append(rule)
            rule.index = _put(program.triggers, rule)
        case ForbidDef():
            _permitted(program, rule.permission)
            names.reasons.setdefault(rule.permission, set()).add(rule.reason)
            rule.permission.forbids.append(rule)
            rule.index = _put(program.forbids, rule)
        case PermitDef():
            _permitted(program, rule.permission)
            rule.permission.permits.append(rule)
            rule.index = _put(program.permits, rule)
        case ActionDef():
            rule.body, rule.condition, rule.bringer = unit.actions[rule]
            rule.watched = rule.permission = None
            names.actions.setdefault(rule.name, []).append(rule)
            rule.index = _put(program.actions, rule)


def _permitted(program: Program, permission: PermissionDef) -> None:
    if permission.action is not None:
        permitted(program, permission.action)


def _put(table: list[_T], what: _T) -> int:
    table.append(what)
    return len(table) - 1
