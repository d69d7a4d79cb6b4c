"""`validate`, `test`, `explain`: what is wrong with packs, and what that means."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import FOUND, one_of, packs_exist

if TYPE_CHECKING:
    from rich.console import Console

    from ruledsl.diagnostics import Diagnostic
    from ruledsl.testkit import Report, Result

__all__ = ["explain_command", "test_command", "validate_command"]

VALIDATE_HELP = """Check packs: names, types, conflicts, tiles that can never matter. Everything is reported in one run, with file, line and column.

\b
  ruledsl validate smallworld
  ruledsl validate path/to/my-pack --strict
  ruledsl validate smallworld my-pack --format sarif > findings.sarif
  ruledsl validate my-pack --fix --diff

--fix applies the corrections that say the same in other words (signs, colons, brackets, English words for those of the language), file by file,
and only if there are fewer errors afterwards; comments and layout stay. Misspelt names it leaves to you.

Several packs are checked together, in the order given. Exit code 0: no errors; 1: errors, or warnings too with --strict; 2: no such pack.
"""
TEST_HELP = """Run the scenarios of packs: positions, choices, and what must come of them.

\b
  ruledsl test smallworld
  ruledsl test smallworld --coverage
  ruledsl test smallworld --trace
  ruledsl test path/to/my-pack/scenarios/gnomes.yaml
  ruledsl test --record evening.json -o my-pack/scenarios/evening.yaml

--record writes a scenario that begins where a saved game stands, for you to go on with; PACKs are then those of the game that are not found
under their ids.

Exit code 0: all passed; 1: some did not; 2: nothing to run.
"""
EXPLAIN_HELP = """The page about the code of a finding: what it means, what to avoid, what to write instead, and why.

\b
  ruledsl explain N001
  ruledsl explain --all
"""


@click.command("validate", help=VALIDATE_HELP, short_help="Check packs.")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True
)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--fix", "mend", is_flag=True, help="First put right what can be put right without asking.")
@click.option("--diff", is_flag=True, help="With --fix: write nothing, show what would change.")
@click.pass_context
def validate_command(
    ctx: click.Context,
    packs: tuple[str, ...],
    form: str,
    strict: bool,  # noqa: FBT001
    mend: bool,  # noqa: FBT001
    diff: bool,  # noqa: FBT001
) -> None:
    """See VALIDATE_HELP."""
    from ruledsl.diagnostics import render_json, render_sarif, render_text  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.rules import validate  # noqa: PLC0415

    packs_exist(packs)
    if diff and not mend:
        raise click.UsageError("--diff goes with --fix", ctx)
    if mend:
        from ruledsl.cli.commands.fixing import fix  # noqa: PLC0415

        fix(packs, diff=diff)
    found = validate(*packs)
    if form == "json":
        say_data(render_json(found), end="")
    elif form == "sarif":
        say_data(render_sarif(found), end="")
    else:
        if found:
            say(render_text(found, colour=sys.stdout.isatty()), styled=True)
        say(_summary(packs, found))
    bad = {"error", "warning"} if strict else {"error"}
    if any(diagnostic.severity in bad for diagnostic in found):
        ctx.exit(FOUND)


def _summary(packs: tuple[str, ...], found: list[Diagnostic]) -> str:
    counts = {kind: sum(d.severity == kind for d in found) for kind in ("error", "warning", "note")}
    message = [f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items() if n]
    return f"{' + '.join(packs)}: {', '.join(message) or 'nothing wrong'}"


@click.command("explain", help=EXPLAIN_HELP, short_help="The page about a code.")
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="A list of all codes.")
def explain_command(code: str | None, every: bool) -> None:  # noqa: FBT001 - click gives it by name
    """See EXPLAIN_HELP."""
    from ruledsl.cli.screen.console import console  # noqa: PLC0415
    from ruledsl.diagnostics import all_pages, explain  # noqa: PLC0415

    pages = all_pages()
    if every:
        for page in pages.values():
            say(f"{page.code}  {page.title}")
        return
    if code is None:
        raise click.UsageError(
            "Which code? One such as N001, or --all for a list.", click.get_current_context()
        )
    found = one_of(code.strip().upper(), list(pages), "code") if code.strip().upper() not in pages else code
    from rich.text import Text  # noqa: PLC0415

    out = console()
    for number, line in enumerate((explain(found) or "").splitlines()):
        style = (
            "bold" if not number or line in ("Avoid:", "Prefer:", "Why:") else "dim" if number == 1 else ""
        )
        out.print(Text(line, "cyan" if line.startswith("    ") else style))


@click.command("test", help=TEST_HELP, short_help="Run the scenarios of packs.")
@click.argument("packs", nargs=-1, metavar="PACK...")
@click.option("--coverage", is_flag=True, help="Say which rules no scenario has used.")
@click.option(
    "--trace",
    is_flag=True,
    help="Say of every scenario who is asked, what was answered by itself, and the log; of those that fail it is said anyway.",
)
@click.option("--quiet", is_flag=True, help="Only what failed, and the counts.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--record", "saved", metavar="FILE", help="Make a scenario of a saved game instead.")
@click.option(
    "-o", "output", metavar="FILE", help="Where to write what --record makes; without it, it is shown."
)
@click.pass_context
def test_command(  # noqa: PLR0913, PLR0917 - one for each option
    ctx: click.Context,
    packs: tuple[str, ...],
    coverage: bool,  # noqa: FBT001
    trace: bool,  # noqa: FBT001
    quiet: bool,  # noqa: FBT001
    form: str,
    saved: str | None,
    output: str | None,
) -> None:
    """See TEST_HELP."""
    if saved is not None:
        from ruledsl.cli.commands.recording import record  # noqa: PLC0415

        record(saved, packs, output)
        return
    if not packs or output is not None:
        raise click.UsageError("Missing argument 'PACK...'" if not packs else "-o goes with --record", ctx)
    from pathlib import Path  # noqa: PLC0415

    from ruledsl.cli.refusal import Refusal  # noqa: PLC0415
    from ruledsl.cli.screen.console import console  # noqa: PLC0415
    from ruledsl.testkit import run_scenarios  # noqa: PLC0415

    packs_exist(tuple(name for name in packs if not Path(name).exists()))
    report = run_scenarios(*packs, coverage=coverage, trace=trace)
    if not report.results and not report.problems:
        raise Refusal(f"There are no scenarios in {' + '.join(packs)}.")
    if form == "json":
        from ruledsl.cli.commands.machine import report_data  # noqa: PLC0415

        say_data(json.dumps(report_data(report), ensure_ascii=False, indent=2))
    else:
        _say(console(), report, coverage=coverage, quiet=quiet)
    if not report.passed:
        ctx.exit(FOUND)


def _say(out: Console, report: Report, *, coverage: bool, quiet: bool) -> None:
    """Failures first, the count last."""
    for result in report.results:
        if result.passed and result.trace:
            _trace(result)
    _failures(out, report)
    if not quiet:
        _results(out, report)
    if coverage:
        _coverage(out, report)
    failed = len(report.failures)
    passed = len(report.results) - failed
    problems = f", {len(report.problems)} problems in their files" if report.problems else ""
    say(f"{passed} passed, {failed} failed{problems}")


def _failures(out: Console, report: Report) -> None:
    """What went wrong, with what was expected and what was found side by side."""
    from rich import box  # noqa: PLC0415
    from rich.pretty import Pretty  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from ruledsl.diagnostics import render_text  # noqa: PLC0415

    if report.problems:
        say(render_text(report.problems, colour=out.is_terminal), styled=True)
    for result in report.results:
        failure = result.failure
        if failure is None:
            continue
        say(render_text([failure.diagnostic], colour=out.is_terminal), styled=True)
        if failure.expected is not None and len(f"{failure.expected}{failure.actual}") > 40:  # noqa: PLR2004 - short ones are in the message
            table = Table("expected", "found", box=box.SIMPLE, header_style="dim")
            table.add_row(Pretty(failure.expected), Pretty(failure.actual))
            out.print(table)
        _trace(result)


def _trace(result: Result) -> None:
    """What happened in a scenario."""
    if result.trace:
        say("\n".join([f"{result.name}:", *(f"  {line}" for line in result.trace), ""]))


def _results(out: Console, report: Report) -> None:
    from pathlib import PurePath  # noqa: PLC0415

    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("", "scenario", "steps", "file"):
        table.add_column(name)
    for result in report.results:
        sign = Text("passed", "green") if result.passed else Text("FAILED", "bold red")
        table.add_row(sign, result.name, str(result.steps), PurePath(result.scenario.file).name)
    out.print(table)


def _coverage(out: Console, report: Report) -> None:
    from pathlib import PurePath  # noqa: PLC0415

    from rich.table import Table  # noqa: PLC0415

    used = sum(clause.exercised for clause in report.coverage)
    out.print()
    out.print(
        f"{used} of {len(report.coverage)} rules were used by a scenario."
        + (" Not used:" if report.unexercised else "")
    )
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for clause in report.unexercised:
        table.add_row(
            clause.owner,
            f"{clause.kind} {clause.name}",
            f"{PurePath(clause.span.file).name}:{clause.span.line}",
        )
    out.print(table)
    out.print()
