"""A budget of games: they stop when the result is certain or the budget is used up; stopping early keeps the results so far."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

import click

from ruledsl.base.dataclass import dataclass
from ruledsl.cli.commands.arguments import Number, cores
from ruledsl.cli.output import say
from ruledsl.cli.signals import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.lab.bulk import ProcessPool

ENOUGH = 20
"""If this many games failed and none succeeded, none will."""

F = TypeVar("F", bound="Callable[..., object]")


class End(Enum):
    """Why no more games are played."""

    SURE = "sure"
    TIME = "time"
    GAMES = "games"
    STOPPED = "stopped"


def budgeted(what: str) -> Callable[[F], F]:
    """The options of a command that stops by itself; `what` it counts, such as games."""
    options = (
        click.option(
            "--seconds",
            type=Number(1),
            default=60,
            show_default=True,
            help="Stop after this time, sure or not, once the current games are over.",
        ),
        click.option("--games", type=click.IntRange(1), help=f"Play at most this number of {what}."),
        click.option(
            "--workers", type=click.IntRange(1, 61), help="The number of processes [default: one per core]."
        ),
    )

    def added(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return added


@dataclass(slots=True)
class Budget:
    """What is permitted, what it `took`, and why it ended."""

    seconds: float
    games: int | None
    workers: int | None
    took: float = 0.0
    end: End = End.TIME
    interrupt: KeyboardInterrupt | None = None

    def spend(
        self, steps: Callable[[ProcessPool, int | None], Iterator[object]], so_far: Callable[[], str]
    ) -> None:
        """Continue with `steps`. `so_far` is called after each piece: it returns the current results, or raises if further games are useless."""
        began = time.monotonic()
        try:
            self._play(steps, so_far, began + self.seconds)
        except KeyboardInterrupt as interrupt:
            self.end, self.interrupt = End.STOPPED, interrupt
        self.took = time.monotonic() - began

    def _play(
        self,
        steps: Callable[[ProcessPool, int | None], Iterator[object]],
        so_far: Callable[[], str],
        until: float,
    ) -> None:
        from ruledsl.cli.screen.console import console  # noqa: PLC0415
        from ruledsl.lab.bulk import Died, ProcessPool  # noqa: PLC0415 - `--help` does without

        looks_on = sys.stderr.isatty()
        status = console(stderr=True).status("games are played") if looks_on else nullcontext()
        with status as shown, ProcessPool(self.workers or cores()) as pool:
            try:
                for _ in steps(pool, self.games):
                    now = so_far()
                    if shown is not None:
                        shown.update(now)
                    if time.monotonic() >= until:
                        return
            except Died as problem:
                raise Finding(str(problem)) from None
        self.end = End.GAMES

    def settle(self, *, sure: bool) -> None:
        """Certainty is the reason for the end, whatever came first."""
        if sure and self.interrupt is None:
            self.end = End.SURE

    def leave(self, *, told: bool) -> None:
        """End after all results were printed, if there are any: an interruption still counts as one."""
        if self.interrupt is not None:
            say(
                f"Stopped: {'this is what the games said so far' if told else 'no game told anything yet'}.",
                err=True,
            )
            raise self.interrupt


def complain_of(errors: Sequence[str], what: str) -> None:
    """Report games, or pairs of them, that did not come to an end."""
    if errors:
        raise Finding(f"{len(errors)} {what} could not be played to their end, the first one: {errors[0]}")
