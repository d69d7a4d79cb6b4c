"""`compare`: the differences between two packs, variants, numbers on tiles or bots, with the same seeds."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ruledsl.cli.commands.arguments import (
    AS_DATA,
    Number,
    bots_at,
    is_number,
    of_a_table,
    planned,
    thinking,
    variants_of,
)
from ruledsl.cli.commands.many.budget import ENOUGH, budgeted, check_page, complain_of, leave, spend
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Refusal, one_of

if TYPE_CHECKING:
    from ruledsl.lab.bulk import Change
    from ruledsl.lab.bulk.workers import Budget, End
    from ruledsl.lab.study.comparing import Comparison, Side
    from ruledsl.play.game import Rules

COMPARE_HELP = """
\b
  ruledsl compare smallworld smallworld@final_conquest=cost_three      a variant
  ruledsl compare smallworld smallworld@amazons.number=7               a number on a tile
  ruledsl compare smallworld smallworld+cursed --players 4             packs
  ruledsl compare ./mine-1.0 ./mine -o changes.html                    two versions of a pack, on a page
  ruledsl compare random greedy --on smallworld --players 2            bots
  ruledsl compare search:400 search:100 --on smallworld --players 2    a bot that thinks longer

A and B are packs, joined by +, with a variant or a number of a tile after an @. Or both are bots: they play at one table on the packs
that `--on` names, and play each seed twice with the seats exchanged.

The command stops when the main measure surely differs, or surely differs by no more than `--margin`; when it has used its time or its games;
or at Ctrl-C. It says which. All intervals hold together, whenever it stops. The same arguments with `--games`, and enough
`--seconds`, give the same figures. Exit code 1: some games could not be played.
"""


@click.command("compare", help=COMPARE_HELP)
@click.argument("first", type=PACK, metavar="A")
@click.argument("second", type=PACK, metavar="B")
@click.option("--on", type=PACK, metavar="PACKS", help="The packs that the bots play, joined by +.")
@of_a_table(people=False)
@click.option("--measure", help="The main measure [default: the first of the table].")
@click.option(
    "--margin",
    type=Number(0, min_open=True),
    help="Ignore differences up to this [default: 0.25, or 0.02 for games won].",
)
@budgeted("pairs of games")
@click.option(
    "-o", "output", type=FILE, metavar="FILE", help="Draw the results, too: a page of sentences and figures."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@AS_DATA
def compare_command(  # noqa: PLR0913, PLR0917 - one for each option
    first: str,
    second: str,
    on: str | None,
    players: int | None,
    seats: str | None,
    seed: int,
    map_id: str | None,
    variants: tuple[str, ...],
    measure: str | None,
    margin: float | None,
    seconds: float,
    games: int | None,
    workers: int | None,
    output: str | None,
    force: bool,  # noqa: FBT001 - click
    form: str,
) -> None:
    """Compare two sets of packs, or two bots, by many games, until the difference is sure or the time is used."""
    from ruledsl.lab.bulk.workers import Budget  # noqa: PLC0415
    from ruledsl.lab.study.comparing import OF_BOTS, OF_PACKS, Comparison  # noqa: PLC0415
    from ruledsl.play.bots import HUMAN, seat_names  # noqa: PLC0415 - `--help` does without

    check_page(output, force=force)
    there = [name for name in seat_names() if name != HUMAN]
    bots = all(_is_bot(name, there) for name in (first, second))
    table = _Table(seed, map_id, variants_of(variants))
    if bots:
        first, second = thinking([first, second])
        sides = _bots(table, (first, second), on, players, seats)
    else:
        if on is not None:
            raise Refusal(_no_bot(next(name for name in (first, second) if not _is_bot(name, there)), there))
        at_table = bots_at(seats, players)
        sides = _packs(table, first, at_table), _packs(table, second, at_table)
    if len(set(sides)) == 1:
        raise Refusal(f"`{first}` and `{second}` are the same.")
    measures = list(OF_BOTS if bots else OF_PACKS)
    counts = measures[0] if measure is None else one_of(measure, measures, "measure")
    comparison = Comparison(*sides, counts, margin or (0.02 if counts == "wins" else 0.25))
    budget = Budget(seconds, games, workers)
    spend(budget, comparison.steps, lambda: _so_far(comparison))
    _report(comparison, (first, second), budget, form, output)


def _report(
    comparison: Comparison, names: tuple[str, str], budget: Budget, form: str, output: str | None
) -> None:
    budget.settle(sure=comparison.sure)
    if not comparison.pairs:
        leave(budget, told=False)
    if form == "json":
        say_data(json.dumps(_data(comparison, budget.end), ensure_ascii=False, indent=2))
    else:
        _text(comparison, names, budget)
    if output is not None:
        from ruledsl.lab.study.page import page_of_comparison  # noqa: PLC0415

        write_whole(output, page_of_comparison(comparison, names, _verdict(comparison, budget.end)))
    leave(budget, told=True)
    complain_of(comparison.errors, "pairs")


def _so_far(comparison: Comparison) -> str:
    """The current results; raises if no games are possible."""
    if ENOUGH <= len(comparison.errors) == comparison.pairs:
        complain_of(comparison.errors, "pairs")
    return f"{comparison.pairs:,} pairs of games"


# ── the two sides ──


def _is_bot(name: str, there: list[str]) -> bool:
    from ruledsl.play.bots import is_ours  # noqa: PLC0415 - `--help` does without

    return name in there or is_ours(name)


def _no_bot(name: str, there: list[str]) -> str:
    from ruledsl.base.diagnostics import hinted, there_are  # noqa: PLC0415 - only when something is wrong
    from ruledsl.play.bots import Think  # noqa: PLC0415

    who, colon, how_long = name.partition(":")
    if colon and who in there and Think.of(how_long) is None:
        return f"`{name}` is no bot: behind `search` stands a number of rollouts (`search:400`) or milliseconds (`search:200ms`)."
    return hinted(f"`--on` is for two bots, and `{name}` is none.", name, there, there_are(there))


class _Table(NamedTuple):
    """The common part of both sides."""

    seed: int
    map_id: str | None
    variants: dict[str, str]


def _bots(
    table: _Table, names: tuple[str, str], on: str | None, players: int | None, seats: str | None
) -> tuple[Side, Side]:
    """They sit alternately, then swapped."""
    if seats is not None:
        raise Refusal("Compared bots alternate between seats: `--seats` is for packs.")
    if on is None:
        raise Refusal("Which packs should they play? `--on smallworld`, for example.")
    count = 2 if players is None else players
    if count < 2:  # noqa: PLR2004 - both have to sit down
        raise Refusal("Two bots need at least 2 players.")
    seats_by_turn = [[names[(seat + turn) % 2] for seat in range(count)] for turn in (0, 1)]
    return _packs(table, on, seats_by_turn[0]), _packs(table, on, seats_by_turn[1])


def _packs(table: _Table, text: str, seats: list[str]) -> Side:
    """PACK+PACK@NAME=OPTION@TILE.NUMBER=VALUE, checked."""
    from ruledsl.lab.study.comparing import Side  # noqa: PLC0415 - `--help` does without

    packs, *settings = text.split("@")
    names = tuple(name for name in packs.split("+") if name)
    if not names:
        raise Refusal(f"`{text}` names no pack.")
    chosen = table.variants | variants_of(tuple(one for one in settings if "." not in one))
    rules, plan = planned(names, chosen, seats, table.seed, table.map_id)
    changes = tuple(_change(rules, one) for one in settings if "." in one)
    return Side(replace(plan, changes=changes), tuple(rules.composition.identity))


def _change(rules: Rules, text: str) -> Change:
    from ruledsl.lab.bulk import Change  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.bulk.outcome import numbers  # noqa: PLC0415

    place, _, value = text.partition("=")
    tile, _, key = place.rpartition(".")
    if not is_number(value) or not tile or not key or int(value) > 9999:  # noqa: PLR2004 - as in files
        raise Refusal(
            f"A number of a tile is written TILE.NUMBER=VALUE, with a value from 0 to 9999, not `{text}`."
        )
    tiles = {id_: tile for id_, tile in rules.composition.tiles.items() if not tile.copy_of}
    one_of(tile, list(tiles), "tile")
    one_of(key, list(numbers(rules, tile)), "number")
    return Change(tile, key, int(value))


# ── results ──


def _data(comparison: Comparison, end: End) -> dict[str, Any]:
    from ruledsl.lab.study.trials import known_ends  # noqa: PLC0415 - `--help` does without

    return {
        "pairs": comparison.pairs,
        "confidence": comparison.confidence,
        "measure": comparison.measure,
        "margin": comparison.margin,
        "different": comparison.different,
        "same": comparison.same,
        "ended": end.value,
        "measures": {
            name: {
                "first": difference.first.mean,
                "second": difference.second.mean,
                "more": difference.more.mean,
                "interval": known_ends(difference.more, comparison.more(name)),
            }
            for name, difference in comparison.differences.items()
        },
    }


def _text(comparison: Comparison, names: tuple[str, str], budget: Budget) -> None:
    from rich.box import SIMPLE  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from ruledsl.cli.screen.console import console  # noqa: PLC0415
    from ruledsl.lab.study.comparing import OF_BOTS, OF_PACKS, are_bots  # noqa: PLC0415
    from ruledsl.lab.study.trials import known_ends  # noqa: PLC0415

    table = Table(box=SIMPLE, show_edge=False)
    table.add_column("measure")
    for title in ("A", "B", "B - A", "at least", "at most"):
        table.add_column(title, justify="right", no_wrap=True)
    for name, difference in comparison.differences.items():
        means = (difference.first.mean, difference.second.mean)
        ends = [f"{end:+.3f}" for end in known_ends(difference.more, comparison.more(name)) or ()] or [
            "?",
            "?",
        ]
        what = (OF_BOTS if are_bots(comparison) else OF_PACKS)[name]
        table.add_row(
            f"{name} ({what})", *(f"{mean:.3f}" for mean in means), f"{difference.more.mean:+.3f}", *ends
        )
    say(f"A: {names[0]}")
    say(f"B: {names[1]}")
    console().print(table)
    say(_verdict(comparison, budget.end))
    say(
        f"{comparison.pairs:,} pairs of games of {', '.join(comparison.first.plan.seats)}, in {budget.took:.0f} s. "
        f"All intervals hold together with {comparison.confidence:.0%} confidence."
    )


WHY = {
    "time": "its time (`--seconds`) is spent",
    "games": "its games (`--games`) are spent",
    "stopped": "it was stopped",
}
"""Why the result is not more certain."""


def _verdict(comparison: Comparison, end: End) -> str:
    name, margin = comparison.measure, comparison.margin
    if comparison.different:
        more = "more" if comparison.more(name).low > 0 else "less"
        return f"In `{name}` B surely has {more}."
    if comparison.same:
        return f"In `{name}` there is surely no difference of more than {margin:g}."
    return (
        f"Whether there is a difference in `{name}` is not sure yet: {WHY[end.value]}, more games would tell."
    )
