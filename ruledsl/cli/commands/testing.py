"""`test`: runs scenarios, shows failures with reasons and unreached rules; and makes scenarios from games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.output import say, say_data, say_file
from ruledsl.cli.signals import FOUND, packs_exist, rules_for

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
    """Run the scenarios of packs, folders or files, or record a scenario from a saved game."""
    if saved is not None:
        record(saved, packs, output, name=name, last=last)
        return
    for option, given in (("-o", output), ("--name", name), ("--last", last)):
        if given:
            raise click.UsageError(f"{option} goes with --record", ctx)
    if not packs:
        raise click.UsageError("Missing argument 'PACK...'", ctx)
    report = _run(packs, coverage=coverage or least is not None, trace=trace)
    if form == "json":
        from ruledsl.cli.commands.docs import report_data  # noqa: PLC0415

        say_data(json.dumps(report_data(report), ensure_ascii=False, indent=2))
    else:
        from ruledsl.cli.screen.console import console  # noqa: PLC0415
        from ruledsl.cli.screen.report import show_report  # noqa: PLC0415

        show_report(console(), report, quiet=quiet)
    short = least is not None and report.reached * 100 < least
    if short:
        say(f"At least {least:g} % of the rules should be reached: {report.reached:.1%} were.", err=True)
    if short or not report.passed:
        ctx.exit(FOUND)


def _run(packs: tuple[str, ...], *, coverage: bool, trace: bool) -> Report:
    from pathlib import Path  # noqa: PLC0415

    from ruledsl.author.testkit import run_scenarios  # noqa: PLC0415
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415
    from ruledsl.cli.signals import Refusal  # noqa: PLC0415

    packs_exist(tuple(name for name in packs if not Path(name).exists()))
    with doing("scenarios are read") as tell:
        report = run_scenarios(*packs, coverage=coverage, trace=trace, tell=tell)
    if not report.results and not report.problems:
        raise Refusal(
            f"There are no scenarios in {' + '.join(packs)}. In the folder of a pack, `ruledsl new scenario NAME` makes a first one."
        )
    return report


# ── recording ───────────────────────────────────────────────────────────────────
# `test --record`: a saved game as a scenario.


def record(file: str, packs: tuple[str, ...], output: str | None, *, name: str | None, last: int) -> None:
    """Add the scenario of a saved game to a file, or print it; refuses one that would fail. `packs` are those that are not found under their ids."""
    from ruledsl.cli.files.lines import record_scenario, with_choices  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.files.writing import load_game  # noqa: PLC0415

    text, count = record_scenario(load_game(file, packs), name or _name_of(file), last, output)
    if output is None:
        say_file(text, end="")
    else:
        say(f"Recorded in {output}{with_choices(count)}.", err=True)


def _name_of(file: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", Path(file).stem.lower()).strip("_")
    return name if name[:1].isalpha() else f"game_{name}".rstrip("_")


# ── interacting ─────────────────────────────────────────────────────────────────
# `interactions`: which tiles of some packs affect each other, and which of these pairs have scenarios.


INTERACTIONS_HELP = """
Two tiles affect each other if one reads what the other writes. The page lists all such pairs, and the scenarios in which both take
effect.

\b
  ruledsl interactions smallworld -o interactions.md
  ruledsl interactions smallworld my-pack --games 100 --format json

The command treats the packs as played together. With --games, random games show which pairs meet in play, at some fifty games a second for
many packs.

Exit code 1: a scenario failed.
"""


@click.command("interactions", help=INTERACTIONS_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option("--games", type=click.IntRange(0), default=0, metavar="N", help="The number of random games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the random games.")
@click.option("-o", "output", type=FILE, metavar="FILE", help="The output file [default: standard output].")
@AS_DATA
@click.pass_context
def interactions_command(
    ctx: click.Context, packs: tuple[str, ...], games: int, seed: int, output: str | None, form: str
) -> None:
    """Write which tiles of packs affect each other, and which scenarios and games show it, as a page or as data."""
    from ruledsl.author.interactions import data_of, page_of, tabled  # noqa: PLC0415
    from ruledsl.cli.files.writing import can_write, write_whole  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415

    if output is not None:
        can_write(output)
    rules = rules_for(packs)
    with doing("scenarios are read") as tell:
        table = tabled(rules, games=games, seed=seed, tell=tell)
        page = data_of(table) if form == "json" else page_of(table, packs)
    if output is None:
        (say_data if form == "json" else say_file)(page, end="")
    else:
        write_whole(output, page)
        say(f"{output}: {len(table.rows)} cells, {sum(not row.is_open for row in table.rows)} with scenarios")
    for name in table.failed:
        say(f"The scenario `{name}` fails: see `ruledsl test`.", err=True)
    if table.failed or table.findings:
        ctx.exit(FOUND)
