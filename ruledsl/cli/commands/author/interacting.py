"""`interactions`: which tiles of some packs touch each other, and which of these pairs scenarios are about."""

from __future__ import annotations

import click

from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import FOUND, rules_for

__all__ = ["interactions_command"]

INTERACTIONS_HELP = """All pairs of tiles of some packs that can touch each other, by what their rules read and write, with the scenarios in
which both take effect.

\b
  ruledsl interactions smallworld -o interactions.md
  ruledsl interactions smallworld my-pack --games 100 --data interactions.json

Packs are looked at as played together. With --games random games say which pairs come together in play; they are played the long way, a few seconds
each where packs are many.

Exit code 1: a scenario failed.
"""


@click.command("interactions", help=INTERACTIONS_HELP, short_help="Which tiles touch each other.")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...")
@click.option("--games", type=click.IntRange(0), default=0, metavar="N", help="So many random games.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random games.")
@click.option("-o", "output", metavar="FILE", help="Where the page goes; without it, it is shown.")
@click.option("--data", metavar="FILE", help="The same as JSON, into this file.")
@click.pass_context
def interactions_command(
    ctx: click.Context, packs: tuple[str, ...], games: int, seed: int, output: str | None, data: str | None
) -> None:
    """See INTERACTIONS_HELP."""
    from ruledsl.cli.files.writing import can_write, write_whole  # noqa: PLC0415 - `--help` does without
    from ruledsl.interactions import data_of, page_of, tabled  # noqa: PLC0415

    for file in (output, data):
        if file is not None:
            can_write(file)
    table = tabled(rules_for(packs), games=games, seed=seed)
    if data is not None:
        write_whole(data, data_of(table))
    if output is None:
        say_data(page_of(table, packs).removesuffix("\n"))
    else:
        write_whole(output, page_of(table, packs))
        say(f"{output}: {len(table.rows)} cells, {sum(not row.is_open for row in table.rows)} with scenarios")
    for name in table.failed:
        say(f"The scenario `{name}` fails: see `ruledsl test`.", err=True)
    if table.failed or table.findings:
        ctx.exit(FOUND)
