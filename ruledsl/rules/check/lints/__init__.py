"""Lints: possible mistakes in a program whose names and types are right.

A lint is a function of a program that adds to diagnostics. Findings that depend on one clause alone are memoised
(`Clause.once`, `Clause.report`), since equal clauses are the same objects from one check to the next. Lints in
`FAULTS` judge what exists; those in `DOUBTS` miss something, so they run only on a complete program, lest one mistake be
reported twice. Those in `SUMS` add up over the whole program, so nothing in it may depend on itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check.graph import gone_over_often
from ruledsl.rules.check.lints.bearers import tiles_come_where_they_may, trays_are_printed
from ruledsl.rules.check.lints.models import copies_are_changed
from ruledsl.rules.check.lints.packs import (
    packs_require_what_they_use,
    regions_can_be_reached,
    replacements_agree,
    synonyms_are_of_names,
    words_can_be_said,
)
from ruledsl.rules.check.lints.roles import games_begin_and_end, roles_fit
from ruledsl.rules.check.lints.settled import moments_leave_it_open
from ruledsl.rules.check.lints.supply import (
    pieces_suffice,
    supplies_are_said,
    tokens_are_lent,
    tokens_suffice,
)
from ruledsl.rules.check.lints.termination import (
    TOO_DEEP,
    answers_are_quick,
    answers_end,
    events_end,
    loops_are_short,
    nothing_is_too_deep,
    tables_can_be_told,
)
from ruledsl.rules.check.lints.texts import holes_are_filled, texts_are_ones_own, texts_are_used
from ruledsl.rules.check.lints.traps import attackers_are_met, rules_say_what_is_meant
from ruledsl.rules.check.lints.unused import (
    conditions_vary,
    divisions_come_out,
    events_are_raised,
    everything_is_used,
    numbers_can_be_so,
    stops_end_offers,
    tiles_are_brought,
    tiles_make_sense,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.incremental import KeptCheck
    from ruledsl.rules.check.program import Program

    Lint = Callable[[Program, Diagnostics], None]

__all__ = ["DOUBTS", "FAULTS", "SUMS", "run_lints"]

FAULTS: tuple[Lint, ...] = (
    words_can_be_said,
    answers_end,
    events_end,
    nothing_is_too_deep,
    loops_are_short,
    replacements_agree,
    roles_fit,
    games_begin_and_end,
    trays_are_printed,
    tiles_come_where_they_may,
    regions_can_be_reached,
    tokens_suffice,
    tokens_are_lent,
    pieces_suffice,
    conditions_vary,
    divisions_come_out,
    holes_are_filled,
    texts_are_used,
    texts_are_ones_own,
)
DOUBTS: tuple[Lint, ...] = (
    events_are_raised,
    everything_is_used,
    tiles_make_sense,
    tiles_are_brought,
    stops_end_offers,
    moments_leave_it_open,
    packs_require_what_they_use,
    supplies_are_said,
    rules_say_what_is_meant,
    attackers_are_met,
    copies_are_changed,
    synonyms_are_of_names,
)
SUMS: tuple[Lint, ...] = (answers_are_quick, tables_can_be_told, numbers_can_be_so)


def run_lints(
    program: Program,
    diagnostics: Diagnostics,
    pause: Callable[[], None],
    kept: KeptCheck,
) -> None:
    """Run all lints, in order; none if a file or pack could not be read. `pause` is called before each, and may cancel.

    `kept` has the results of the previous check; afterwards those of this one.
    """
    if program.composition.incomplete:
        return
    with gone_over_often(program, kept.clauses, kept.answers):

        def run(lints: tuple[Lint, ...]) -> None:
            for lint in lints:
                pause()
                lint(program, diagnostics)

        whole = not diagnostics.has_errors
        run(FAULTS)
        run(DOUBTS if whole and not any(diagnostic.code == TOO_DEEP for diagnostic in diagnostics) else ())
        run(() if diagnostics.has_errors else SUMS)
