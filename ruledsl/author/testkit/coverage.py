"""Coverage of rules: a program that records each rule that takes effect.

Games without coverage run the ordinary code. It counts modifiers that applied, prohibitions in force against something, permits that
lifted one, triggers and replacements whose condition held, actions that were taken and bodies of events that ran. It does not count the
bases of values and definitions (every rule above asks them), nor what only an explanation reads.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.author.testkit.values import Clause
from ruledsl.engine.machines.backend import backend_of
from ruledsl.rules.check.program import clauses_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.code import Code
    from ruledsl.play.game import Rules
    from ruledsl.rules.check.typed.declarations import Origin


class Coverage:
    """The origins of all rules that were used."""

    def __init__(self) -> None:
        self.codes: list[Code] = []
        self._used: set[Origin] = set()

    @property
    def used(self) -> set[Origin]:
        """The rules used so far."""
        for code in self.codes:
            origins = [origin for _, _, origin in clauses_of(code.program)]
            for machine in backend_of(code).noting:
                self._used |= {origins[number] for number in machine.used()}
        return self._used

    def clauses(self, rules: Rules) -> list[Clause]:
        """Every rule of these packs, in order."""
        lines, used = dict(_lines(rules)), self.used
        return [
            Clause(
                kind,
                name,
                str(origin.owner),
                origin.span,
                origin in used,
                lines.get((origin.span.file, origin.span.line), ""),
            )
            for kind, name, origin in clauses_of(rules.program)
        ]


def _lines(rules: Rules) -> Iterator[tuple[tuple[str, int], str]]:
    """The lines of all rule texts by file and number."""
    for rule in rules.composition.rules:
        at, offset = rule.node.position, 0
        for row in rule.text.removesuffix("\n").split("\n"):
            yield (rule.node.span.file, at(offset)[0]), row.strip()
            offset += len(row) + 1


def noting(rules: Rules) -> Rules:
    """The same rules, with machines that record which of them are used."""
    return replace(rules, code=replace(rules.code, noting=True))


def instrumented(rules: Rules, coverage: Coverage) -> Rules:
    """The same, reporting to `coverage`."""
    found = noting(rules)
    coverage.codes.append(found.code)
    return found
