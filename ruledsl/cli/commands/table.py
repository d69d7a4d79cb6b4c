"""`play`, `resume`, `replay`: a table with seats."""

from __future__ import annotations

import contextlib
import json
import re
import time
from typing import TYPE_CHECKING, Any

import click

from ruledsl.cli.commands.arguments import (
    AS_DATA,
    GAME_PACKS,
    SECONDS,
    F,
    SeatsOption,
    fits,
    of_a_table,
    seats_of,
    variants_of,
)
from ruledsl.cli.completion import FILE, PACK, SEATS
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Finding, Refusal, one_of, rules_for

if TYPE_CHECKING:
    from ruledsl.cli.screen.report import Report
    from ruledsl.play.game import Game, Rules
    from ruledsl.play.runner import Seat, Turn

MOST_SEEDS = 500
"""The most games to start in search of one with a certain tile."""

PLAY_HELP = """
Every seat is a person at this keyboard (human) or a bot (--seats names them). With bots only, the game runs by itself and
ends with the standings. The same packs, players, seats and seed always give the same game.

\b
  ruledsl play smallworld                                     three bots
  ruledsl play smallworld --players 2 --seats human,greedy    you against one bot
  ruledsl play smallworld --variant final_conquest=cost_three --seed 11
  ruledsl play smallworld --seats human,random,random --save evening.json
  ruledsl play smallworld my-pack --offer beavers --seats human,random    you can take your race at once
"""
RESUME_HELP = """
FILE was written by `play --save FILE` or by the command `save FILE`. ruledsl plays the saved choices again, then saves every new choice
to the same file. Nothing is lost, however the game was interrupted.

The seats are those of the saved game unless you name others with --seats. A saved game names its packs by their ids and never by
their folders.

\b
  ruledsl resume evening.json
  ruledsl resume evening.json --packs path/to/my-pack
  ruledsl resume evening.json --seats greedy,greedy,greedy
"""
REPLAY_HELP = """
The packs, the seed and the choices come from FILE.

\b
  ruledsl replay evening.json
  ruledsl replay evening.json --show
  ruledsl replay evening.json --format json

Exit code 0: the same game, bit for bit; 1: a different outcome.
"""


def of_telling(command: F) -> F:
    """The options of every command that tells a game while it is played."""
    for option in reversed(
        (
            click.option(
                "--maps",
                "every",
                type=click.IntRange(0),
                default=2,
                show_default=True,
                help="The number of rounds between maps; 0: only a map at the end.",
            ),
            click.option("--speed", type=SECONDS, default=0.0, help="Seconds to wait after each turn."),
            click.option(
                "--lang", default="en", show_default=True, help="The language of names, where packs have it."
            ),
            click.option("--quiet", is_flag=True, help="Show only the standings."),
        )
    ):
        command = option(command)
    return command


@click.command("play", help=PLAY_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@of_a_table(people=True)
@click.option("--save", "save", type=FILE, metavar="FILE", help="Save the game there, choice by choice.")
@click.option(
    "--offer",
    metavar="TILE",
    help="Use the first seed, from --seed on, that offers this tile at the start.",
)
@of_telling
def play_command(  # noqa: PLR0913, PLR0917 - one for each option
    packs: tuple[str, ...],
    players: int | None,
    seats: str | None,
    seed: int,
    map_id: str | None,
    variants: tuple[str, ...],
    save: str | None,
    offer: str | None,
    every: int,
    speed: float,
    lang: str,
    quiet: bool,  # noqa: FBT001 - click gives it by name
) -> None:
    """Play a game in the terminal, with people and bots."""
    from ruledsl.cli.files.writing import (  # noqa: PLC0415
        can_write,
        held,
    )
    from ruledsl.play.bots import seated  # noqa: PLC0415
    from ruledsl.play.naming.nouns import Naming  # noqa: PLC0415

    names = seated(seats_of(seats, players), players)
    count = len(names)
    rules = rules_for(packs, variants_of(variants))
    fits(rules, count, map_id)
    if save:
        can_write(save)
    game = (
        rules.new_game(count, seed, map_id) if offer is None else _offering(rules, offer, count, seed, map_id)
    )
    game.start["seats"] = names
    game.naming = Naming(lang)
    with held(save):
        _sit_down(game, names, save=save, every=every, speed=speed, quiet=quiet)


def _offering(rules: Rules, tile: str, players: int, seed: int, map_id: str | None) -> Game:
    """The game with the first seed from this one on in which a tile is among the first choices; prints that seed."""
    one_of(tile, list(rules.composition.tiles), "tile")
    for other in range(seed, seed + MOST_SEEDS):
        game = rules.new_game(players, other, map_id)
        if not game.over and any(tile in re.split("[:@]", option.id) for option in game.decision.options):
            if other != seed:
                say(f"With --seed {other}.", err=True)
            return game
    raise Refusal(
        f"`{tile}` is not among the first choices with any seed from {seed} to {seed + MOST_SEEDS - 1}."
    )


@click.command("resume", help=RESUME_HELP)
@click.argument("file", type=FILE)
@GAME_PACKS
@click.option(
    "--seats",
    cls=SeatsOption,
    type=SEATS,
    help="The players by seat from now on, with commas.",
)
@click.option(
    "--save", "save", type=FILE, metavar="FILE", help="The file to save to [default: the same file]."
)
@of_telling
def resume_command(  # noqa: PLR0913, PLR0917 - one for each option
    file: str,
    packs: tuple[str, ...],
    seats: str | None,
    save: str | None,
    every: int,
    speed: float,
    lang: str,
    quiet: bool,  # noqa: FBT001
) -> None:
    """Continue a saved game in the terminal; every new choice is saved to the same file."""
    from ruledsl.cli.files.writing import (  # noqa: PLC0415
        can_write,
        held,
        load_game,
    )
    from ruledsl.play.bots import seated  # noqa: PLC0415
    from ruledsl.play.naming.nouns import Naming  # noqa: PLC0415

    with held(save or file):  # before the file is read, so that nothing is added to it meanwhile
        game = load_game(file, packs)
        names = seated(seats_of(seats, game.players) if seats else _kept_seats(game), game.players)
        can_write(save or file)
        game.start["seats"] = names
        game.naming = Naming(lang)
        _sit_down(game, names, save=save or file, every=every, speed=speed, quiet=quiet)


@click.command("replay", help=REPLAY_HELP)
@click.argument("file", type=FILE)
@GAME_PACKS
@click.option("--show", is_flag=True, help="Show the game turn by turn.")
@AS_DATA
@click.pass_context
def replay_command(ctx: click.Context, file: str, packs: tuple[str, ...], show: bool, form: str) -> None:  # noqa: FBT001 - click gives it by name
    """Play a saved game again, and compare its outcome with what the file says."""
    from ruledsl.cli.files.writing import load_game  # noqa: PLC0415
    from ruledsl.cli.screen.console import console  # noqa: PLC0415
    from ruledsl.cli.screen.report import Report  # noqa: PLC0415
    from ruledsl.play.runner import Recorded, play  # noqa: PLC0415

    if show and form == "json":
        raise click.UsageError("--show tells the game to people: it goes with --format text", ctx)
    stored = load_game(file, packs, differing=Finding)
    if form == "json":
        say_data(json.dumps(_as_data(stored), ensure_ascii=False, indent=2))
        return
    report = Report(console(), _kept_seats(stored))
    if show:
        seats = [Recorded(stored.choices)] * stored.players
        play(stored.restarted(), seats, Teller(report, every=2, speed=0).turn, until=len(stored.choices))
    report.standings(stored)
    say(f"{len(stored.choices)} choices, the same game: {stored.hash[:16]}")


def _as_data(stored: Game) -> dict[str, Any]:
    """The replayed game, for programs."""
    return {
        "version": 1,
        "choices": len(stored.choices),
        "over": stored.over,
        "round": stored.round,
        "hash": stored.hash,
        "standings": stored.standings,
    }


# ── checks of arguments ──


def _kept_seats(game: Game) -> list[str]:
    from ruledsl.play.bots import is_ours, seat_names, seated  # noqa: PLC0415

    stored = game.start.get("seats")
    names = [str(name) for name in stored] if isinstance(stored, list) else []
    names = [name if is_ours(name) or name in seat_names() else "random" for name in names[: game.players]]
    return seated(names, game.players)


# ── playing ──


class Teller:
    """Reports turns, with the table from time to time."""

    def __init__(self, report: Report, *, every: int, speed: float) -> None:
        self.report = report
        self.every = every
        self.speed = speed
        self.round = 0

    def turn(self, game: Game, turn: Turn) -> None:
        """A turn has ended."""
        if turn.player is not None and turn.round != self.round:
            self.round = turn.round
            self.report.round(turn.round, game.state.board.map.rounds)
        self.report.turn(game, turn)
        ended = game.over or game.round > turn.round
        if self.every and ended and turn.round and turn.round % self.every == 0 and not game.over:
            self.report.console.print()
            self.report.table(game.view(0), game.standings)
        if self.speed:
            time.sleep(self.speed)


def _sit_down(
    game: Game, names: list[str], *, save: str | None, every: int, speed: float, quiet: bool
) -> None:
    from ruledsl.bots import Misbehaved  # noqa: PLC0415
    from ruledsl.cli.files.autosave import Keeper  # noqa: PLC0415
    from ruledsl.cli.screen.console import console  # noqa: PLC0415
    from ruledsl.cli.screen.human import Human, Left  # noqa: PLC0415
    from ruledsl.cli.screen.report import Report  # noqa: PLC0415
    from ruledsl.play.bots import HUMAN, bot, seed_of_seat  # noqa: PLC0415
    from ruledsl.play.runner import play  # noqa: PLC0415

    people = HUMAN in names
    report = Report(console(), names, open_hands=not people)
    seed = game.start.get("seed", 0)
    keeper = Keeper(game, save, [seat for seat, name in enumerate(names) if name == HUMAN])
    human = Human(game, report, names, keeper)
    seats: list[Seat] = [
        human if name == HUMAN else bot(name, seed_of_seat(seed, seat)) for seat, name in enumerate(names)
    ]
    teller = Teller(report, every=0 if people else every, speed=speed)
    try:
        with contextlib.suppress(Left):
            play(game, seats, None if quiet else teller.turn, made=keeper.made)
    except KeyboardInterrupt:
        keeper.interrupted(game)
        raise
    except Misbehaved:
        keeper.interrupted(game)
        raise
    keeper.end(game)
    if save:
        say(f"Saved as {save}.", err=True)
    if game.over:
        report.open_hands = True
        if not quiet:
            report.console.print()
            report.table(game.view(0))
        report.standings(game)
