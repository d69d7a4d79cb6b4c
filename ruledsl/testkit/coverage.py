"""Which rules were really used: the program compiled once more, with a note taken wherever a rule takes effect.

Games without coverage run the ordinary code. Counted are modifiers that applied, prohibitions that stood against something, permits that
lifted one, triggers and replacements whose condition held, actions that were taken and bodies of events that ran. Not counted are the
bases of values and definitions (every rule above asks them), and what only an explanation looks at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.check.program import clauses_of
from ruledsl.compile.build import compile_program
from ruledsl.testkit.values import Clause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check.program import Origin
    from ruledsl.play.game import Rules

__all__ = ["Coverage", "instrumented"]


class Coverage:
    """The origins of all rules that were used."""

    def __init__(self) -> None:
        self.used: set[Origin] = set()

    def clauses(self, rules: Rules) -> list[Clause]:
        """Every rule of these packs, in their order."""
        lines = dict(_lines(rules))
        return [
            Clause(
                kind,
                name,
                str(origin.owner),
                origin.span,
                origin in self.used,
                lines.get((origin.span.file, origin.span.line), ""),
            )
            for kind, name, origin in clauses_of(rules.program)
        ]


def _lines(rules: Rules) -> Iterator[tuple[tuple[str, int], str]]:
    """The lines of all rule texts by file and number."""
    for rule in rules.composition.rules:
        at, offset = rule.node.positions(), 0
        for row in rule.text.removesuffix("\n").split("\n"):
            yield (rule.node.span.file, at(offset)[0]), row.strip()
            offset += len(row) + 1


def instrumented(rules: Rules, coverage: Coverage) -> Rules:
    """The same rules, compiled so that `coverage` learns what is used."""
    origins = [origin for _, _, origin in clauses_of(rules.program)]
    code = compile_program(rules.program, lambda number: coverage.used.add(origins[number]))
    return replace(rules, code=code, boards={})
