"""`balance`: how strong a tile is beside those that it meets, and which number on it brings it to par."""

from __future__ import annotations

import json
import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from ruledsl.cli.commands.arguments import bots_at, cores, is_number, of_a_table, planned, variants_of
from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import Finding, Refusal, one_of

if TYPE_CHECKING:
    from ruledsl.packs.model import Tile
    from ruledsl.play.game import Rules
    from ruledsl.study.balance import Search
    from ruledsl.study.weighing import Weighing

__all__ = ["balance_command"]

AROUND = 4
"""Without `--range`, numbers so far from the printed one are tried."""
LARGEST = 99

BALANCE_HELP = """How strong a race or power is beside those that it meets, and which banner (or badge) number brings it to par.

\b
  ruledsl balance blank-tiles/moles
  ruledsl balance smallworld/amazons --players 2 --seconds 20
  ruledsl balance path/to/my-pack/beavers --range 4..8
  ruledsl balance smallworld/amazons --range 6..6         as it is printed, and no more

Games are played in which somebody begins with the tile; what counts is how far ahead of the others that seat is at the end, in what decides
the game, and how often it wins. Every seat draws its first combo by chance, so who has the tile, and what the others have, is chance too: a tile
as strong as the others on average is ahead by 0. The same is tried with other numbers on the tile, most often with those nearest to par.

The bots are `random`, which play thousands of games a second where there is a native backend. They measure what a tile brings whoever handles
it without skill: tokens, bonuses, defence, and not what only clever play makes of it. `--seats greedy,greedy,greedy` measures with better ones,
slowly.

The intervals hold all together, and whenever the command stops: it does when it is sure, or when its time, or its games, are spent.
The same words with `--games`, and enough `--seconds`, give the same figures on every machine.

PACK/TILE is loaded with what its pack requires, and the PACKS that are named behind it. Exit code 1: some games could not be played.
"""


@click.command("balance", help=BALANCE_HELP, short_help="How strong a tile is.")
@click.argument("what", metavar="PACK/TILE")
@click.argument("packs", nargs=-1, metavar="[PACKS]...")
@of_a_table("random, greedy or search")
@click.option(
    "--seconds", type=click.FloatRange(1), default=60, show_default=True, help="After so long it stops."
)
@click.option("--games", type=click.IntRange(1), help="After so many games it stops.")
@click.option(
    "--range", "span", metavar="LOW..HIGH", help="The numbers to try; without it, up to 4 more or fewer."
)
@click.option("--tune", metavar="NUMBER", help="Which number of the tile, by its key; without it, the first.")
@click.option(
    "--par",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    show_default=True,
    help="A tile that is surely no farther ahead or behind than this is at par.",
)
@click.option(
    "--workers", type=click.IntRange(1, 61), help="How many processes play; without it, one a core."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def balance_command(  # noqa: PLR0913, PLR0917 - one for each option
    what: str,
    packs: tuple[str, ...],
    players: int | None,
    seats: str | None,
    seed: int,
    map_id: str | None,
    variants: tuple[str, ...],
    seconds: float,
    games: int | None,
    span: str | None,
    tune: str | None,
    par: float,
    workers: int | None,
    form: str,
) -> None:
    """See BALANCE_HELP."""
    from ruledsl.study.balance import Search  # noqa: PLC0415 - `--help` does without
    from ruledsl.study.weighing import Weighing  # noqa: PLC0415

    pack, slash, id_ = what.rstrip("/").rpartition("/")
    if not slash or not pack:
        raise Refusal(f"Write PACK/TILE, such as `smallworld/{what}`: which pack is `{what}` of?")
    at_table = bots_at(seats, players)
    if len(at_table) < 2:  # noqa: PLR2004 - ahead of whom?
        raise Refusal("A tile is weighed against those of others: there must be 2 players at least.")
    rules, plan = planned((pack, *packs), variants_of(variants), at_table, seed, map_id)
    tiles = {key: tile for key, tile in rules.composition.tiles.items() if not tile.copy_of}
    one_of(id_, list(tiles), "tile")
    field = _field(rules, tiles[id_], tune)
    now = tiles[id_].fields[field]
    search = Search(now, *_range(span, now), len(at_table), par)
    weighing = Weighing(rules, plan, id_, field, search)
    began = time.monotonic()
    _weigh(weighing, workers or cores(), began + seconds, games)
    _report(weighing, time.monotonic() - began, form)


def _field(rules: Rules, tile: Tile, wanted: str | None) -> str:
    """The key of the number to vary."""
    kind = rules.composition.kinds[tile.kind]
    keys = [field.key for field in kind.fields if field.key != kind.tray and field.key in tile.fields]
    if not keys:
        raise Refusal(f"A {tile.kind} has no number that could be varied.")
    return keys[0] if wanted is None else one_of(wanted, keys, "number")


def _range(given: str | None, now: int) -> tuple[int, int]:
    if given is None:
        return max(0, now - AROUND), min(LARGEST, now + AROUND)
    low, dots, high = given.partition("..")
    if not (dots and is_number(low) and is_number(high)) or not int(low) <= now <= int(high) <= LARGEST:
        raise Refusal(
            f"A range is written LOW..HIGH with {now}, which is printed, in it, and at most {LARGEST}; not `{given}`."
        )
    return int(low), int(high)


def _weigh(weighing: Weighing, workers: int, until: float, games: int | None) -> None:
    """Play until it is sure, or the time or the games are spent."""
    from ruledsl.bulk import Crew, Died  # noqa: PLC0415
    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    search = weighing.search
    looks_on = sys.stderr.isatty()
    with (
        console(stderr=True).status("games are played") if looks_on else nullcontext() as status,
        Crew(workers) as crew,
    ):
        try:
            for _ in weighing.steps(crew):
                played = sum(arm.games for arm in search.arms.values())
                if not any(arm.lead.count for arm in search.arms.values()):
                    raise Finding(
                        f"In {played} games nobody began with `{weighing.tile}`: "
                        "only what comes in first combos at this table can be weighed."
                    )
                if status is not None:
                    status.update(f"{played:,} games, nearest to par so far: {search.best}")
                if time.monotonic() >= until or (games is not None and played >= games):
                    break
        except Died as problem:
            raise Finding(str(problem)) from None


# ── what came of it ──


def _report(weighing: Weighing, took: float, form: str) -> None:
    search = weighing.search
    if form == "json":
        say_data(json.dumps(_data(weighing), ensure_ascii=False, indent=2))
    else:
        _text(weighing, took)
    errors = [error for arm in search.arms.values() for error in arm.errors]
    if errors:
        raise Finding(f"{len(errors)} games could not be played to their end, the first one: {errors[0]}")


def _data(weighing: Weighing) -> dict[str, Any]:
    search = weighing.search
    return {
        "tile": weighing.tile,
        "number": weighing.field,
        "printed": search.now,
        "seats": list(weighing.plan.seats),
        "seed": weighing.plan.seed,
        "confidence": search.confidence,
        "verdict": search.verdict.value,
        "best": search.best,
        "possible": _possible(search),
        "sure": search.sure,
        "tried": [
            {
                "value": number,
                "games": arm.games,
                "begun_with_it": arm.lead.count,
                "ahead": arm.lead.mean,
                "ahead_interval": _finite(search.strength(number)),
                "wins": arm.wins.mean,
                "wins_interval": _finite(search.wins(number)),
            }
            for number, arm in sorted(search.arms.items())
        ],
    }


def _finite(interval: tuple[float, float]) -> list[float] | None:
    return None if interval[0] == -float("inf") else list(interval)


def _possible(search: Search) -> list[int]:
    return sorted({search.best, *search.left})


def _text(weighing: Weighing, took: float) -> None:
    from rich.box import SIMPLE  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    search = weighing.search
    table = Table(box=SIMPLE, show_edge=False)
    decides = weighing.rules.composition.standings[0][0]
    for title in (
        weighing.field,
        f"ahead ({decides})",
        "at least",
        "at most",
        "wins",
        "at least",
        "at most",
        "games",
    ):
        table.add_column(title, justify="right", no_wrap=True)
    for number, arm in sorted(search.arms.items()):
        mark = f"printed  {number}" if number == search.now else str(number)
        ahead, wins = _finite(search.strength(number)), _finite(search.wins(number))
        table.add_row(
            mark,
            f"{arm.lead.mean:+.2f}",
            *([f"{end:+.2f}" for end in ahead] if ahead else ["?", "?"]),
            f"{arm.wins.mean:.1%}",
            *([f"{end:.1%}" for end in wins] if wins else ["?", "?"]),
            f"{arm.lead.count:,}",
        )
    console().print(table)
    begun = sum(arm.games for arm in search.arms.values())
    say(f"As it is printed, `{weighing.tile}` is {search.verdict.value}.")
    say(_answer(weighing))
    seats = weighing.plan.seats
    say(
        f"{begun:,} games of {', '.join(seats)}, in {took:.0f} s; par is {1 / len(seats):.1%} of wins. "
        f"All intervals hold together with {search.confidence:.0%} confidence."
    )


def _answer(weighing: Weighing) -> str:
    """Which number it should be."""
    search = weighing.search
    possible = _possible(search)
    if len(possible) == 1:
        return f"{weighing.field} {search.best} brings it nearest to par: that is sure."
    others = " or ".join(str(number) for number in possible if number != search.best)
    return f"{weighing.field} {search.best} looks nearest to par; it could also be {others}, more games would tell."
