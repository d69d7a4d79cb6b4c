"""What came of rule texts, taken over as long as nothing changes that they lean on: their trees are the same objects from one check to the next.

A text leans on what its words mean: names that texts declare, words that packs bring, the tile that it is printed on. What leans on a text
that is looked at again is looked at again itself. A text with which anything is wrong is looked at each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.check.advice.renamed import declared_in
from ruledsl.check.declare import unread
from ruledsl.check.names import BROUGHT, BY_NAME, OF_PIECES, OF_TILES
from ruledsl.check.typed import TDo, VarRef
from ruledsl.check.typed.declarations import ActionDef, DefineDef, MemoryDef, ValueDef
from ruledsl.dataclass import dataclass, field
from ruledsl.syntax import tree as s
from ruledsl.vocabulary.types import PIECE, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.check.names import Declared, Names
    from ruledsl.check.program import Ruled
    from ruledsl.check.typed import Const, TBlock, TExpr
    from ruledsl.check.typed.declarations import EventDef, PermissionDef
    from ruledsl.packs.model import RuleText

_WORD = re.compile("[a-z][a-z0-9_]*")
_EVERY_TEXT = ""
"""A word that every text says: it stands for what all of them lean on."""
_PRINTED_ON = "/"
"""Before the key of a tile: what every text on it leans on."""

Sight = frozenset[tuple[object, ...]]
"""What a word means that texts do not declare, the word first."""

Meant = Mapping[str, frozenset[str]]
"""Names that a word of the language leads to."""


@dataclass(eq=False, slots=True)
class Unit:
    """One rule text, and what came of it: what it declares, and its rules in the rounds in which they are looked at.

    `names` are those that it declares, `lost` those that it may declare in what cannot be read; `actions` have the body, the condition and the
    bringer that each had before other rules waited for it, or forbade it; `taken` are the actions that its rules do. `numbered` are the constants in
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
        """A text that is to be looked at."""
        words = {_EVERY_TEXT, _PRINTED_ON + text.owner.tile, *_WORD.findall(text.text)}
        words.update(*(names for word, names in meant.items() if word in words))
        names = frozenset(declared_in([text]))
        lost = frozenset(unread(text.text)) | set(text.lost)
        return cls(text, words, names, lost, text.statements, is_sound=not text.lost)

    @property
    def written(self) -> Iterator[tuple[s.Rule, s.Guard | None]]:
        """Every rule, with the guard that it stands under."""
        for statement in self.statements:
            if isinstance(statement, s.Guard):
                yield from ((rule, statement) for rule in statement.rules)
            elif isinstance(statement, s.Rule):
                yield statement, None

    def add(self, round_: int, rules: Iterable[Ruled]) -> None:
        """These came of its rules in a round."""
        for rule in rules:
            self.rules.setdefault(round_, []).append(rule)
            if isinstance(rule, ActionDef):
                self.actions[rule] = rule.body, rule.condition, rule.bringer


class KeptTexts:
    """The texts of the composition that was checked last."""

    def __init__(self) -> None:
        self._units: dict[tuple[object, ...], Unit] = {}
        self._sight: Sight = frozenset()
        self._phases: dict[EventDef, TBlock] = {}

    def take(self, texts: Sequence[RuleText], sight: Sight, meant: Meant) -> list[Unit]:
        """These texts in order: those that lean on no change as they were kept. Whoever breaks off has kept nothing."""
        known, self._units = self._units, {}
        changed = {str(what[0]) for what in sight ^ self._sight}
        self._sight = sight
        units: list[Unit] = []
        for text in texts:
            unit = known.pop(_key(text), None)
            if unit is None or not unit.is_sound or unit.text.document != text.document:
                changed |= unit.names if unit is not None else frozenset()
                unit = Unit.of(text, meant)
                changed |= unit.names
            unit.text = text
            units.append(unit)
        changed.update(*(gone.names for gone in known.values()))
        while stale := [
            i for i, unit in enumerate(units) if unit.is_kept and not changed.isdisjoint(unit.words)
        ]:
            for place in stale:
                changed |= units[place].names
                units[place] = Unit.of(units[place].text, meant)
        return units

    def keep(self, units: Iterable[Unit]) -> None:
        """These were looked at, all of them."""
        for unit in units:
            unit.is_kept = True
            unit.is_sound &= not any(
                isinstance(one, ValueDef | DefineDef | MemoryDef) and one.type == UNKNOWN
                for one in unit.declared
            )
            self._units[_key(unit.text)] = unit

    def in_phases(self, events: Iterable[EventDef]) -> None:
        """Events that have phases raise these one after the other, and do nothing else."""
        known, self._phases = self._phases, {}
        for event in events:
            if event.phases:
                body = known.get(event, ())
                if [effect.event for effect in body if isinstance(effect, TDo)] != event.phases:
                    args = tuple(VarRef(p, type=p.type, span=event.origin.span) for p in event.params)
                    body = tuple(TDo(phase, args, span=phase.origin.span) for phase in event.phases)
                event.body = self._phases[event] = body


def sight_of(names: Names) -> Sight:
    """What words mean before any text is looked at."""
    program, composition = names.program, names.program.composition
    tables = [*names.words.items(), (OF_PIECES, names.piece_traits), (OF_TILES, names.tile_traits)]
    found: set[tuple[object, ...]] = set()
    for kind, words in tables:
        told: Sequence[object] = range(len(words))
        if kind == PIECE:
            told = [(key, piece.supply) for key, piece in composition.pieces.items()]
        elif kind in BY_NAME:
            told = BY_NAME[kind](program)
        found |= {(_last(word), word, kind, told[index]) for word, index in words.items()}
    for key, tile in composition.tiles.items():
        kind = composition.kinds[tile.kind]
        found.add((_PRINTED_ON + key, kind.id, kind.borne_by))
        if tile.copy_of:
            found.add((_PRINTED_ON + tile.copy_of, key))
    found |= {(word, "field") for word in names.fields}
    found |= {(word, name) for word, played in names.meant_by_words.items() for name in played}
    for pack in composition.packs:
        found.add((_EVERY_TEXT, pack.id, *pack.requires))
        found |= {(word, what, pack.id) for what, words in BROUGHT.items() for word in words(pack)}
        found |= {(old, pack.id, new.to, new.where) for old, new in pack.renamed.items()}
    return frozenset(found)


def _key(text: RuleText) -> tuple[object, ...]:
    return text.owner, text.span, text.text


def _last(name: str) -> str:
    """Without the pack that a name may have in front."""
    return name.rpartition("/")[2]
