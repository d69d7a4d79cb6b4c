"""`test`: runs scenarios, shows failures with reasons and unreached rules; and makes scenarios from games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import FOUND, packs_exist

if TYPE_CHECKING:
    from ruledsl.author.testkit import Report

TEST_HELP = """
A scenario is a position, some choices, and their expected results.

\b
  ruledsl test smallworld
  ruledsl test smallworld --coverage
  ruledsl test my-pack --min 90
  ruledsl test smallworld --trace
  ruledsl test path/to/my-pack/scenarios/gnomes.yaml
  ruledsl test --record evening.json --name gnomes_dig --last 2 -o my-pack/scenarios/gnomes.yaml

If a scenario fails, the command lists every difference: what was expected, what was found, and why.

--record turns a saved game into a scenario. It starts at the current position, or with --last that many choices earlier, and then
makes these choices and checks what they changed. An existing file gets one more scenario. PACKs are then packs of the game that
ruledsl does not find by their ids. The command `record` does the same while you play.

Exit code 0: all passed; 1: some failed, or they reached fewer rules than --min asks for; 2: nothing to run.
"""


@click.command("test", help=TEST_HELP)
@click.argument("packs", nargs=-1, type=PACK, metavar="PACK...")
@click.option("--coverage", is_flag=True, help="List the rules that no scenario reached.")
@click.option(
    "--min",
    "least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="The same, and fail if scenarios reached less than this percentage of the rules.",
)
@click.option(
    "--trace",
    is_flag=True,
    help="Show for every scenario who was asked, which decisions answered themselves, and the log; failed scenarios always show this.",
)
@click.option("--quiet", is_flag=True, help="Show only failures and counts.")
@AS_DATA
@click.option(
    "--record", "saved", type=FILE, metavar="FILE", help="Turn a saved game into a scenario instead."
)
@click.option(
    "--name", metavar="NAME", help="The name of the scenario for --record [default: the name of the file]."
)
@click.option(
    "--last",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="The number of final choices that --record includes.",
)
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="The output file for --record [default: standard output].",
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

    from ruledsl.author.testkit import run_scenarios  # noqa: PLC0415
    from ruledsl.cli.refusal import Refusal  # noqa: PLC0415

    packs_exist(tuple(name for name in packs if not Path(name).exists()))
    report = run_scenarios(*packs, coverage=coverage, trace=trace)
    if not report.results and not report.problems:
        raise Refusal(f"There are no scenarios in {' + '.join(packs)}.")
    return report
