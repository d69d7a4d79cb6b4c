"""`test`: scenarios run, what did not come out and why, which rules were not reached; and scenarios made of games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import FOUND, packs_exist

if TYPE_CHECKING:
    from ruledsl.testkit import Report

__all__ = ["test_command"]

TEST_HELP = """
A scenario is a position, some choices, and what must come of them.

\b
  ruledsl test smallworld
  ruledsl test smallworld --coverage
  ruledsl test my-pack --min 90
  ruledsl test smallworld --trace
  ruledsl test path/to/my-pack/scenarios/gnomes.yaml
  ruledsl test --record evening.json --name gnomes_dig --last 2 -o my-pack/scenarios/gnomes.yaml

If a scenario fails, the command lists every difference: what was expected, what was found, and why.

--record makes a scenario of a saved game. The scenario begins where the game stands, or with --last that many choices earlier, and then
makes these choices and compares what they changed. An existing file gets one more scenario. PACKs are then packs of the game that are
not found under their ids. While you play, the command `record` does the same.

Exit code 0: all passed; 1: some failed, or they reached fewer rules than --min asks for; 2: nothing to run.
"""


@click.command("test", help=TEST_HELP)
@click.argument("packs", nargs=-1, type=PACK, metavar="PACK...")
@click.option("--coverage", is_flag=True, help="Say which rules no scenario has reached.")
@click.option(
    "--min",
    "least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="The same, and fail if fewer of the rules were reached.",
)
@click.option(
    "--trace",
    is_flag=True,
    help="Say of every scenario who is asked, what was answered by itself, and the log; of those that fail it is said anyway.",
)
@click.option("--quiet", is_flag=True, help="Only what failed, and the counts.")
@AS_DATA
@click.option("--record", "saved", type=FILE, metavar="FILE", help="Make a scenario of a saved game instead.")
@click.option("--name", metavar="NAME", help="What --record calls it; without it, as the file.")
@click.option(
    "--last",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="How many choices before the end of the game --record begins.",
)
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="Where to put what --record makes; without it, it is shown.",
)
@click.pass_context
def test_command(  # noqa: PLR0913, PLR0917 - one for each option
    ctx: click.Context,
    packs: tuple[str, ...],
    coverage: bool,  # noqa: FBT001
    least: float | None,
    trace: bool,  # noqa: FBT001
    quiet: bool,  # noqa: FBT001
    form: str,
    saved: str | None,
    name: str | None,
    last: int,
    output: str | None,
) -> None:
    """See TEST_HELP."""
    if saved is not None:
        from ruledsl.cli.commands.author.recording import record  # noqa: PLC0415

        record(saved, packs, output, name=name, last=last)
        return
    for option, given in (("-o", output), ("--name", name), ("--last", last)):
        if given:
            raise click.UsageError(f"{option} goes with --record", ctx)
    if not packs:
        raise click.UsageError("Missing argument 'PACK...'", ctx)
    report = _run(packs, coverage=coverage or least is not None, trace=trace)
    if form == "json":
        from ruledsl.cli.commands.machine import report_data  # noqa: PLC0415

        say_data(json.dumps(report_data(report), ensure_ascii=False, indent=2))
    else:
        from ruledsl.cli.screen.console import console  # noqa: PLC0415
        from ruledsl.cli.screen.tested import show_report  # noqa: PLC0415

        show_report(console(), report, quiet=quiet)
    short = least is not None and report.reached * 100 < least
    if short:
        say(f"At least {least:g} % of the rules should be reached: {report.reached:.1%} were.", err=True)
    if short or not report.passed:
        ctx.exit(FOUND)


def _run(packs: tuple[str, ...], *, coverage: bool, trace: bool) -> Report:
    from pathlib import Path  # noqa: PLC0415

    from ruledsl.cli.refusal import Refusal  # noqa: PLC0415
    from ruledsl.testkit import run_scenarios  # noqa: PLC0415

    packs_exist(tuple(name for name in packs if not Path(name).exists()))
    report = run_scenarios(*packs, coverage=coverage, trace=trace)
    if not report.results and not report.problems:
        raise Refusal(f"There are no scenarios in {' + '.join(packs)}.")
    return report
