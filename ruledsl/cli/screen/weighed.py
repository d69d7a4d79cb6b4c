"""The results of `balance`: the table of tried numbers, and the conclusion in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ruledsl.cli.output import say
from ruledsl.lab.study.balance import Verdict
from ruledsl.lab.study.sequential import known

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.lab.study.balance import Search
    from ruledsl.lab.study.sequential import Interval, Tally
    from ruledsl.lab.study.weighing import Weighing

MOST_PARTNERS = 4
"""The most partners to name."""
MANY = 3
"""The least number of consecutive values that appear as a range."""


def show_weighed(weighing: Weighing, took: float, *, named: bool) -> None:
    """`named`: only some numbers were tried."""
    search = weighing.search
    _table(weighing)
    say(f"As it is printed, `{weighing.tile}` is {search.verdict.value}.")
    say(_answer(search, weighing.field, named=named))
    _partners(weighing)
    seats = weighing.plan.seats
    say(
        f"{search.played:,} games of {', '.join(seats)}, in {took:.0f} s; par is {1 / len(seats):.1%} of wins. "
        f"All intervals hold together with {search.confidence:.0%} confidence."
    )


def _partners(weighing: Weighing) -> None:
    """With which partners it is surely strong or weak, by the farthest."""
    rows = [row for row in weighing.partners if row["ahead_interval"]]
    for verdict in (Verdict.STRONG, Verdict.WEAK):
        found = [row for row in rows if row["verdict"] == verdict.value]
        far = sorted(found, key=lambda row: -abs(row["ahead"]))[:MOST_PARTNERS]
        if far:
            ends = [(row["tile"], row["ahead"], *row["ahead_interval"]) for row in far]
            said = ", ".join(
                f"{tile} {mean:+.1f} [{low:+.1f}, {high:+.1f}]" for tile, mean, low, high in ends
            )
            more = f" and {len(found) - len(far)} more" if len(found) > len(far) else ""
            say(f"It is surely {verdict.value} with {said}{more}.")


def _table(weighing: Weighing) -> None:
    from rich.box import SIMPLE  # noqa: PLC0415 - only for this
    from rich.table import Table  # noqa: PLC0415

    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    search = weighing.search
    table = Table(box=SIMPLE, show_edge=False)
    decides = weighing.rules.composition.standings[0][0]
    ends = ("at least", "at most")
    for title in (weighing.field, f"ahead ({decides})", *ends, "wins", *ends, "games"):
        table.add_column(title, justify="right", no_wrap=True)
    for number, arm in sorted(search.arms.items()):
        table.add_row(
            f"printed  {number}" if number == search.now else str(number),
            *_cells(arm.lead, search.strength(number), "+.2f"),
            *_cells(arm.wins, search.wins(number), ".1%"),
            f"{arm.lead.count:,}",
        )
    console().print(table)


def _cells(tally: Tally, interval: Interval, form: str) -> list[str]:
    """The cells of the mean and its interval."""
    ends = known(tally, interval) or [math.nan, math.nan]
    mean = tally.mean if tally.count else math.nan
    return ["?" if math.isnan(one) else format(one, form) for one in (mean, *ends)]


def _answer(search: Search, field: str, *, named: bool) -> str:
    """The recommended number."""
    if search.outside is not None:
        return _outside(search, search.outside, field, named=named)
    if search.low == search.high:
        return f"No other number than {search.now} was tried."
    of_these = f"Of {search.low} to {search.high}, " if named else ""
    others = [number for number in search.possible if number != search.best]
    if not others:
        told = search.told(search.best)
        off = not search.rising and told in {Verdict.STRONG, Verdict.WEAK}
        return (
            f"{of_these}{field} {search.best} brings it nearest to par: that is sure."
            + off * f" Even then it is {told.value}."
        )
    could = said(others, search, open_ended=not named)
    return f"{of_these}{field} {search.best} looks nearest to par; it could also be {could}, more games would tell."


def _outside(search: Search, verdict: Verdict, field: str, *, named: bool) -> str:
    strong = verdict == Verdict.STRONG
    end, side = (search.low, "smaller") if strong else (search.high, "larger")
    if not named:
        return f"Even with {field} {end} it is {verdict.value}: no {side} one is tried."
    return f"Even with {field} {end}, the end of the range, it is {verdict.value}: the right one is {side}, if there is one."


def said(numbers: Sequence[int], search: Search, *, open_ended: bool) -> str:
    """Candidate numbers in words: a range that extends beyond the tried numbers has no end, if it is `open_ended`."""
    if open_ended and len(numbers) == search.high - search.low:
        return "any other"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words: list[str] = []
    for run in runs:
        if open_ended and len(run) > 1 and run[-1] == search.high:
            words.append(f"{run[0]} or more")
        elif open_ended and len(run) > 1 and run[0] == search.low:
            words.append(f"{run[-1]} or less")
        elif len(run) > MANY:
            words.append(f"{run[0]} to {run[-1]}")
        else:
            words += map(str, run)
    return " or ".join(words) if len(words) == len(numbers) else ", or ".join(words)
