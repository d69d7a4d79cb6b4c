"""Options that several commands share: the output format, and the seats, variants, players and map of a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ruledsl.cli.completion import FOLDER, MAP, SEATS, VARIANT
from ruledsl.cli.signals import Refusal, one_of, rules_for
from ruledsl.language.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.lab.bulk import Plan
    from ruledsl.play.game import Rules


class Number(click.FloatRange):
    """A finite number: neither `nan` nor `inf`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click
        """The number."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


SECONDS = Number(0, 3600)
"""A waiting time."""

THINK = "ruledsl.think"
LONGEST_NUMBER = 12
"""The most digits of a number."""

GAME_PACKS = click.option(
    "--packs",
    multiple=True,
    type=FOLDER,
    metavar="FOLDER",
    help="A pack of the game that ruledsl does not find by its id; repeatable.",
)
"""The option of commands that read a saved game."""

AS_DATA = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
"""The option of commands that answer people or programs."""

F = TypeVar("F", bound="Callable[..., Any]")


class SeatsOption(click.Option):
    """`--seats`. Its help names the occupants, whom only a reader of the help asks for: finding the bots of other packages takes a moment."""

    def __init__(self, *args: Any, people: bool = True, **kwargs: Any) -> None:  # noqa: ANN401 - click
        super().__init__(*args, **kwargs)
        self.people = people

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and its help with the names behind it."""
        from ruledsl.play.bots import HUMAN, seat_names  # noqa: PLC0415

        names = [name for name in seat_names() if self.people or name != HUMAN]
        record = super().get_help_record(ctx)
        return record and (record[0], f"{record[1]} There are {', '.join(names)}.")


def of_a_table(*, people: bool) -> Callable[[F], F]:
    """The options of every command that creates a table, with or without people."""
    options = (
        click.option(
            "--players",
            type=click.IntRange(1, MOST_PLAYERS),
            help="The number of players [default: one for each seat, or 3].",
        ),
        click.option(
            "--seats",
            cls=SeatsOption,
            type=SEATS,
            people=people,
            help="The players by seat, with commas. Other seats are random.",
        ),
        click.option(
            "--seed", type=int, default=0, show_default=True, help="Any whole number; it decides all chance."
        ),
        click.option(
            "--map", "map_id", type=MAP, help="The id of the map [default: the first for these players]."
        ),
        click.option(
            "--think",
            expose_value=False,
            callback=_think,
            metavar="N|Nms",
            help="How long bots that search think about a choice, in rollouts or milliseconds; for a single seat, `search:200ms`.",
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            type=VARIANT,
            metavar="NAME=OPTION",
            help="Select an option of a variant; repeatable.",
        ),
    )

    def added(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return added


def seats_of(given: str | None, players: int | None) -> list[str]:
    """The names of the given seats; each must exist."""
    from ruledsl.play.bots import HUMAN, is_ours, seat_names  # noqa: PLC0415 - `--help` does without

    names = thinking([name.strip() for name in given.split(",")] if given else [])
    for name in names:
        if name != HUMAN and not is_ours(name):  # searching for bots of other packages takes a moment
            one_of(name, seat_names(), "seat")
    if players is not None and len(names) > players:
        raise Refusal(f"There are {len(names)} seats named for {players} players.")
    return names


def thinking(names: list[str]) -> list[str]:
    """The names of seats; those that search without a limit of their own have that of `--think`. Refused if there is none of them."""
    how_long = click.get_current_context().meta.get(THINK)
    if not how_long:
        return names
    from ruledsl.play.bots.seats import SEARCHING  # noqa: PLC0415 - `--help` does without

    if SEARCHING.keys().isdisjoint(names):
        raise Refusal(
            f"`--think` says how long {' and '.join(f'`{name}`' for name in SEARCHING)} think, and no seat here waits for it."
        )
    return [f"{name}:{how_long}" if name in SEARCHING else name for name in names]


def _think(context: click.Context, _param: click.Parameter, value: str | None) -> None:
    """Store the value of `--think`, which `thinking` applies."""
    if value is None:
        return
    from ruledsl.play.bots import Think  # noqa: PLC0415

    if Think.of(value) is None:
        raise Refusal(
            f"`--think` takes a number of rollouts (`400`) or milliseconds (`200ms`), not `{value[:20]}`."
        )
    context.meta[THINK] = value


def is_number(text: str) -> bool:
    """Is it a non-negative integer of reasonable length?"""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


def bots_of(given: str | None, players: int | None) -> list[str]:
    """The names of the given seats, where only bots can sit."""
    from ruledsl.play.bots import HUMAN, SEATS  # noqa: PLC0415 - `--help` does without

    names = seats_of(given, players)
    if HUMAN in names:
        raise Refusal(f"A simulation has only bots: {' or '.join(SEATS)}.")
    return names


def bots_at(given: str | None, players: int | None) -> list[str]:
    """The occupants of a table for bots only."""
    from ruledsl.play.bots import seated  # noqa: PLC0415 - `--help` does without

    return seated(bots_of(given, players), players)


def planned(
    packs: tuple[str, ...], variants: Mapping[str, str], seats: list[str], seed: int, map_id: str | None
) -> tuple[Rules, Plan]:
    """The rules of some packs, and a series of games under them; refused for an impossible map or number of players."""
    from ruledsl.lab.bulk import Plan  # noqa: PLC0415 - `--help` does without

    rules = rules_for(packs, variants)
    fits(rules, len(seats), map_id)
    if rules.backend.awaited:
        rules.backend.program()
    if rules.backend.awaited and rules.backend.problem:
        raise Refusal(f"There is no native backend: {rules.backend.problem}.")
    return rules, Plan(packs, tuple(variants.items()), tuple(seats), seed, map_id)


def variants_of(given: tuple[str, ...]) -> dict[str, str]:
    """Options by variant, from NAME=OPTION."""
    chosen = {}
    for item in given:
        name, equals, option = item.partition("=")
        if not equals or not name or not option:
            raise Refusal(f"A variant is written NAME=OPTION, not `{item}`.")
        chosen[name] = option
    return chosen


def fits(rules: Rules, players: int, map_id: str | None) -> None:
    """Refuse an unknown map, and numbers of players without a map."""
    maps = rules.composition.maps
    if map_id is not None and ":" not in map_id:
        one_of(map_id, list(maps), "map")
    wanted = maps.values() if map_id is None else [rules.map(map_id)]
    counts = {n for board in wanted for n in board.players}
    if not maps:
        raise Refusal("These packs have no map to play on.")
    if players not in counts:
        what = f"The map `{map_id}` is" if map_id else "The maps of these packs are"
        raise Refusal(f"{what} for {_either(sorted(counts))} players, not for {players}.")


def _either(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
