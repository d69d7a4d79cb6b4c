"""`interactions`: which tiles of some packs affect each other, and which of these pairs have scenarios."""

from __future__ import annotations

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import FOUND, rules_for

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
    """See INTERACTIONS_HELP."""
    from ruledsl.author.interactions import data_of, page_of, tabled  # noqa: PLC0415
    from ruledsl.cli.files.writing import can_write, write_whole  # noqa: PLC0415 - `--help` does without

    if output is not None:
        can_write(output)
    table = tabled(rules_for(packs), games=games, seed=seed)
    page = data_of(table) if form == "json" else page_of(table, packs)
    if output is None:
        say_data(page, end="")
    else:
        write_whole(output, page)
        say(f"{output}: {len(table.rows)} cells, {sum(not row.is_open for row in table.rows)} with scenarios")
    for name in table.failed:
        say(f"The scenario `{name}` fails: see `ruledsl test`.", err=True)
    if table.failed or table.findings:
        ctx.exit(FOUND)
