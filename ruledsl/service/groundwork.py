"""What all other files declare, settled once: after a change in one file only its own rules are looked at.

Whatever the others could notice of the change is compared first. If they say a name that the file declares, or a word that it brings and
did not bring when the ground was laid, then they mean something else now, and `fits` says no: lay it anew, or look at everything.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ruledsl.check.advice.renamed import declared_in
from ruledsl.check.checker import Checking, empty_program
from ruledsl.diagnostics import Diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check.names import Names
    from ruledsl.check.program import Program
    from ruledsl.check.typed.meanings import Meanings
    from ruledsl.packs.model import Composition, RuleText

__all__ = ["Groundwork"]

WORD = re.compile("[a-z][a-z0-9_]*")
DECLARED = ("memories", "values", "defines", "permissions", "events", "actions")
"""The lists of a program that hold what rules name."""
OF_WORDS = ("stages", "modes", "traits", "piece_traits", "tile_traits", "kinds", "decks", "dice", "fields")
"""Its lists of words that packs declare, but for those that each tile brings."""

Slot = tuple[object, str, Any, Any]
"""Something that was declared, one of its fields, what stands there, and what is in that if it is a list."""


class Groundwork:
    """The rules of a composition but for those in one file."""

    def __init__(self, composition: Composition, file: str) -> None:
        self.file = file
        self._texts = [rule for rule in composition.rules if rule.span.file != file]
        self._said = {word for rule in self._texts for word in WORD.findall(rule.text)}
        self._checking = Checking(composition, Diagnostics())
        self._checking.texts = self._texts
        self._checking.names.doubtful = set()
        self._own = set(self._own_words(composition))
        self._sight = _sight(composition, file)
        self._checking.run(_NO_FILE)
        self._slots = list(_slots(self._checking.program))

    def fits(self, composition: Composition) -> bool:
        """Do all other files still say the same, and mean the same by it?"""
        outside = [rule for rule in composition.rules if rule.span.file != self.file]
        if len(outside) != len(self._texts) or not all(map(_same, outside, self._texts)):
            return False
        if self._said & (self._own ^ set(self._own_words(composition))):
            return False
        if not self._said.isdisjoint(declared_in(self._inside(composition))):
            return False
        return _sight(composition, self.file) == self._sight

    def check(
        self, composition: Composition, diagnostics: Diagnostics, meanings: Meanings | None = None
    ) -> Names:
        """Names and types in the file, as `check_names` finds them. Of a composition that fits; an earlier answer is none any more."""
        for thing, name, value, inside in self._slots:
            if inside is not None:
                value[:] = inside
            setattr(thing, name, value)
        ground = self._checking
        checking = Checking(composition, diagnostics, meanings)
        checking.texts = self._inside(composition)
        for name in (*DECLARED, "modifiers", "triggers", "forbids", "permits"):
            getattr(checking.program, name).extend(getattr(ground.program, name))
        checking.owners = _copied(ground.owners)
        names = checking.names
        names.declared = _copied(ground.names.declared)
        names.actions = _copied(ground.names.actions)
        names.reasons = {permission: set(found) for permission, found in ground.names.reasons.items()}
        names.doubtful |= ground.names.doubtful
        checking.run()
        return names

    def _inside(self, composition: Composition) -> list[RuleText]:
        return [rule for rule in composition.rules if rule.span.file == self.file]

    def _own_words(self, composition: Composition) -> Iterator[str]:
        """The words that the file brings without declaring them in rules: its tiles and pieces."""
        for table in (composition.tiles, composition.pieces):
            for key, entry in table.items():
                if entry.span.file == self.file:
                    yield from WORD.findall(key)


_NO_FILE = "\0"
"""Of no file all rules are looked at, only what others need."""


def _copied(table: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: [*found] for name, found in table.items()}


def _same(one: RuleText, other: RuleText) -> bool:
    """Is it the same text of the same owner, at the same place?"""
    if one.owner != other.owner:
        return False
    return one.node is other.node or (one.text == other.text and one.span == other.span)


def _slots(program: Program) -> Iterator[Slot]:
    """Everything that the check of other rules may change."""
    for table in DECLARED:
        for thing in getattr(program, table):
            for slot in fields(thing):
                value = getattr(thing, slot.name)
                yield thing, slot.name, value, [*value] if isinstance(value, list) else None


def _sight(composition: Composition, file: str) -> tuple[object, ...]:
    """What rules outside of a file can see of what YAML says, but for the tiles and pieces in that file."""
    found = empty_program(composition)
    return (
        *(getattr(found, name) for name in OF_WORDS),
        [(key, t.kind, t.copy_of) for key, t in composition.tiles.items() if t.span.file != file],
        [(key, p.tile) for key, p in composition.pieces.items() if p.span.file != file],
        [(kind.id, kind.borne_by) for kind in composition.kinds.values()],
        [(pack.id, [*pack.requires]) for pack in composition.packs],
        [
            (pack.id, name, renamed.to, renamed.since)
            for pack in composition.packs
            for name, renamed in pack.renamed.items()
        ],
    )
