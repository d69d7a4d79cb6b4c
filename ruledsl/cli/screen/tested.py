"""The results of scenarios on a terminal: failures first, the count last."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from ruledsl.base.diagnostics import render_text
from ruledsl.cli.output import say

if TYPE_CHECKING:
    from rich.console import Console

    from ruledsl.author.testkit import Report, Result
    from ruledsl.base.diagnostics import Diagnostic


def show_report(out: Console, report: Report, *, quiet: bool) -> None:
    """Show all results; with `quiet` only failures."""
    for result in report.results:
        if result.passed:
            _trace(result)
    show_failures(out, report)
    if not quiet:
        _results(out, report)
    if report.coverage:
        _coverage(out, report)
    say(counts(report))


def counts(report: Report) -> str:
    """How many passed, in a line."""
    failed = len(report.failures)
    count = len(report.problems)
    problems = f", {count} problem{'' if count == 1 else 's'} in their files" if count else ""
    return f"{len(report.results) - failed} passed, {failed} failed{problems}"


def show_failures(out: Console, report: Report) -> None:
    """Show errors in files, errors in packs (once, however many scenarios use them), and failed scenarios."""
    _findings(out, report.problems)
    if report.broken:
        _findings(out, report.broken)
        idle = sum(bool(failure.causes) for failure in report.failures)
        say(f"{idle} scenario{' needs' if idle == 1 else 's need'} what is broken there.\n")
    for result in report.results:
        if result.failure is not None and not result.failure.causes:
            _findings(out, [result.failure.diagnostic])
            _trace(result)


def _findings(out: Console, found: list[Diagnostic]) -> None:
    if found:
        say(render_text(found, colour=out.is_terminal), styled=True)


def _trace(result: Result) -> None:
    """Show the log of a scenario."""
    if result.trace:
        say("\n".join([f"{result.name}:", *(f"  {line}" for line in result.trace), ""]))


def _results(out: Console, report: Report) -> None:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("", "scenario", "steps", "file"):
        table.add_column(name)
    for result in report.results:
        sign = Text("passed", "green") if result.passed else Text("FAILED", "bold red")
        table.add_row(sign, result.name, str(result.steps), PurePath(result.scenario.file).name)
    out.print(table)


def _coverage(out: Console, report: Report) -> None:
    used = len(report.coverage) - len(report.unexercised)
    out.print()
    out.print(
        f"{used} of {len(report.coverage)} rules were reached by a scenario ({report.reached:.0%})."
        + (" Not reached:" if report.unexercised else "")
    )
    rows = [(c.owner, f"{PurePath(c.span.file).name}:{c.span.line}", c.text) for c in report.unexercised]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for owner, place, text in rows:
        say(f"  {owner:{widths[0]}}  {place:{widths[1]}}  {text}".rstrip())
    out.print()
