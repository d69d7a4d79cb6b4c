"""`balance`: the strength of a tile relative to others, in whose hands, and which number balances it; or all tiles of a pack."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn

import click

from ruledsl.cli.commands.arguments import (
    AS_DATA,
    Number,
    bots_at,
    is_number,
    of_a_table,
    planned,
    variants_of,
)
from ruledsl.cli.commands.many.budget import ENOUGH, budgeted, check_page, complain_of, leave, spend
from ruledsl.cli.completion import FILE, PACK, TILE
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Finding, Refusal, one_of
from ruledsl.play.naming.nouns import in_english

if TYPE_CHECKING:
    from ruledsl.lab.bulk import Plan
    from ruledsl.lab.bulk.workers import Budget
    from ruledsl.lab.study.hands import Hands, Search
    from ruledsl.lab.study.weighing import Weighing
    from ruledsl.play.game import Rules

GAMES = "games"
VAIN = 500
"""After this many games in which nobody began with the tile, nobody will."""

BALANCE_HELP = """
The tile is a banner or a badge (in Small World a race or a power), and the number is the one printed on it. A pack alone stands for all
of its tiles: they are ranked.

\b
  ruledsl balance blank-tiles/moles
  ruledsl balance smallworld/amazons --players 2 --seconds 20
  ruledsl balance path/to/my-pack/beavers --range 4..8
  ruledsl balance smallworld/amazons --range 6..6         only the printed number
  ruledsl balance blank-tiles                             all tiles of a pack
  ruledsl balance smallworld -o balance.html              the same, and a page with figures: tiles, and combos

In each game one player starts with the tile. The command measures how far ahead of the others that seat ends, in the value that decides the
game, and how often it wins. Every seat draws its first combo by chance, so a tile as strong as the others is ahead by 0 on average.
The command then tries other numbers on the tile, from the printed one towards par, and tries those nearest to par most often. It
assumes that a larger printed number never makes a tile weaker. It does not assume this for a number with a name in the rules
(`--tune`), and tries all numbers near that one.

The strength of a tile depends on who plays it, so the verdict says for whom it holds. Numbers are tried in the hands of chance: `random` plays
thousands of games a second natively, and measures what a tile brings without skill: tokens, bonuses, defence. With its printed number the tile
is also measured in the hands of `greedy` and of `learned`, in half of the time. Train `learned` with the tile before (`ruledsl train`).
`--hands chance` measures nothing else; `--seats search,search,search` measures with bots of your choice only.
Of a whole pack, a third of the time goes to games that are dealt for single combos, until each is named as one that breaks the game, or excluded.

All intervals hold together, whenever the command stops. It stops when it is sure, when it has used its time or its games, or at Ctrl-C,
and shows its results. The same arguments with `--games`, and enough `--seconds`, give the same figures on every machine.

The command loads the packs that PACK/TILE requires, and the PACKS after it. Exit code 1: some games could not be played.
"""


@click.command("balance", help=BALANCE_HELP)
@click.argument("what", type=TILE, metavar="PACK[/TILE]")
@click.argument("packs", nargs=-1, type=PACK, metavar="[PACKS]...")
@of_a_table(people=False)
@budgeted(GAMES)
@click.option(
    "--range",
    "span",
    metavar="LOW..HIGH",
    help="The numbers to try [default: from the printed one towards par].",
)
@click.option(
    "--tune",
    metavar="NUMBER",
    help="The number of the tile to vary: a printed one, or one with a name in its rules (`define harvest = 2`) [default: the first printed one].",
)
@click.option(
    "--par",
    type=Number(0, min_open=True),
    default=1.0,
    show_default=True,
    help="A tile counts as par if it is surely no farther ahead or behind than this.",
)
@click.option(
    "--hands",
    default="chance,greedy,learned",
    show_default=True,
    help="In whose hands to measure the tile, if you name no seats.",
)
@click.option(
    "-o", "output", type=FILE, metavar="FILE", help="Draw the results, too: a page of figures and tables."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--like", is_flag=True, help="Play no games, but say which tiles behave most like this one.")
@AS_DATA
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
    hands: str,
    output: str | None,
    force: bool,  # noqa: FBT001 - click
    like: bool,  # noqa: FBT001
    form: str,
) -> None:
    """Measure how strong a tile is with each number on it, or rank all tiles of a pack, by many games."""
    from ruledsl.cli.commands.many.ranking import hands_of, play_hands, rank  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.bulk.workers import Budget  # noqa: PLC0415
    from ruledsl.lab.study.hands import Hands  # noqa: PLC0415

    check_page(output, force=force)
    pack, id_ = _named(what)
    rules, plan = planned((pack, *packs), variants_of(variants), _opponents(seats, players), seed, map_id)
    whose = hands_of(rules, hands) if seats is None else ()
    if not id_:
        rank(rules, plan, whose, par, Budget(seconds, games, workers), form, output)
        return
    _check_tile(rules, pack, id_)
    if like:
        _show_alike(rules, id_, seed, form)
        return
    weighing = _weighing(rules, plan, id_, tune, span, par)
    handed = Hands(rules, plan, (id_,), tuple(hand for hand in whose if hand != "chance"), par)
    budget = Budget(seconds / 2 if handed.hands else seconds, games, workers)
    spend(budget, weighing.steps, lambda: _so_far(weighing))
    if handed.hands and budget.interrupt is None and _tells(weighing.search):
        play_hands(handed, budget, seconds)
    _report(weighing, handed, budget, form, output, named=span is not None or not weighing.search.rising)


def _opponents(seats: str | None, players: int | None) -> list[str]:
    """The bots at the table."""
    bots = bots_at(seats, players)
    if len(bots) < 2:  # noqa: PLR2004 - ahead of whom?
        raise Refusal("The balance of a tile needs opponents: there must be at least 2 players.")
    return bots


def _draw(output: str, weighing: Weighing, handed: Hands) -> None:
    from ruledsl.lab.study.page import page_of_tile  # noqa: PLC0415 - polars is an extra

    write_whole(output, page_of_tile(weighing, handed))


def _show_alike(rules: Rules, id_: str, seed: int, form: str) -> None:
    from ruledsl.cli.screen.weighed import show_alike  # noqa: PLC0415 - only for this

    show_alike(rules, id_, seed, form)


# ── what is measured ──


def _named(what: str) -> tuple[str, str]:
    """The pack and the tile; without a tile, the whole pack."""
    pack, slash, id_ = what.rstrip("/").rpartition("/")
    if _is_pack(what) and not _is_pack(pack):
        return what.rstrip("/"), ""
    if not slash or not pack:
        raise Refusal(f"Write PACK/TILE: which pack is `{what}` of?")
    return pack, id_


def _is_pack(name: str) -> bool:
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415 - `--help` does without

    folder = find_pack(name)
    return folder is not None and (folder / "pack.yaml").is_file()


def _check_tile(rules: Rules, pack: str, id_: str) -> None:
    """Refuse a tile that is not there; if another one has the same id, a hint tells how to name that one."""
    tiles = {key: tile for key, tile in rules.composition.tiles.items() if not tile.copy_of}
    chosen = tiles[one_of(id_, list(tiles), "tile")]
    for key, tile in tiles.items():
        if key != id_ and tile.id == chosen.id:
            say(f"`{id_}` is the {chosen.kind}; the {tile.kind} of that id is `{pack}/{key}`.", err=True)


def _weighing(
    rules: Rules, plan: Plan, id_: str, number: str | None, span: str | None, par: float
) -> Weighing:
    """The search for the number that brings a tile to par."""
    from ruledsl.base.errors import GameError  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.study.weighing import weighing_of  # noqa: PLC0415

    try:
        return weighing_of(rules, plan, id_, number, None if span is None else _range(span), par)
    except GameError as problem:
        raise Refusal(str(problem)) from None


def _range(given: str) -> range:
    low, dots, high = given.partition("..")
    if not (dots and is_number(low) and is_number(high)):
        raise Refusal(f"A range is written LOW..HIGH, not `{given[:20]}`.")
    return range(int(low), int(high) + 1)


# ── results ──


def _report(
    weighing: Weighing, handed: Hands, budget: Budget, form: str, page: str | None, *, named: bool
) -> None:
    """`named`: only some numbers are tried."""
    from ruledsl.cli.commands.many.ranking import handed_as_dict, show_handed  # noqa: PLC0415 - `--help` does without

    search = weighing.search
    if not _tells(weighing.search):
        leave(budget, told=False)
        _pointless(weighing)
    budget.settle(sure=search.sure)
    if page is not None:
        _draw(page, weighing, handed)
    if form == "json":
        data = {**weighing.as_dict(budget.end.value), **handed_as_dict(handed, search.verdict)}
        say_data(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        from ruledsl.cli.screen.weighed import show_weighed  # noqa: PLC0415 - only for people

        show_weighed(weighing, budget.took, named=named)
        if handed.by_hand:
            show_handed(handed, search.verdict)
        from ruledsl.lab.study.weighing import weighed_numbers  # noqa: PLC0415

        others = [name for name in weighed_numbers(weighing.rules, weighing.tile) if name != weighing.field]
        if others:
            say(f"Other numbers of it that can be tried, with `--tune`: {', '.join(others)}.")
    leave(budget, told=True)
    complain_of(_errors(search) + handed.errors, GAMES)


def _so_far(weighing: Weighing) -> str:
    """The current results; raises if further games are useless."""
    search = weighing.search
    if not _tells(search) and (search.played >= VAIN or len(_errors(search)) >= ENOUGH):
        _pointless(weighing)
    return f"{search.played:,} games, nearest to par so far: {search.best}"


def _pointless(weighing: Weighing) -> NoReturn:
    """No game was informative: why?"""
    search = weighing.search
    complain_of(_errors(search), GAMES)
    why = (
        in_english(
            weighing.rules.composition, "only what comes in first [combo.many] at this table can be weighed."
        )
        if search.played >= VAIN
        else "more games would tell whether anybody can."
    )
    games = f"{search.played} game{'' if search.played == 1 else 's'}"
    raise Finding(f"In {games} nobody began with `{weighing.tile}`: {why}")


def _tells(search: Search) -> bool:
    return any(arm.lead.count for arm in search.arms.values())


def _errors(search: Search) -> list[str]:
    return [error for arm in search.arms.values() for error in arm.errors]
