"""Commands that play games until the result is certain or their budget is used up: their options, and what they say meanwhile."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from ruledsl.base.extras import need
from ruledsl.cli.commands.arguments import Number
from ruledsl.cli.files.writing import can_write
from ruledsl.cli.output import say
from ruledsl.cli.signals import Finding, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.lab.bulk.workers import Budget, Steps

ENOUGH = 20
"""If this many games failed and none succeeded, none will."""

F = TypeVar("F", bound="Callable[..., object]")


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


def check_page(output: str | None, *, force: bool) -> None:
    """Refuse a page that cannot be drawn or written, before any work."""
    if output is None:
        return
    need("study")
    if Path(output).exists() and not force:
        raise Refusal(f"`{output}` already exists: `--force` overwrites it.")
    can_write(output)


def spend(budget: Budget, steps: Steps, so_far: Callable[[], str]) -> None:
    """Continue with `steps`. `so_far` is called after each piece: it returns the current results, or raises if further games are useless."""
    from ruledsl.cli.screen.console import console  # noqa: PLC0415
    from ruledsl.lab.bulk import Died  # noqa: PLC0415 - `--help` does without

    looks_on = sys.stderr.isatty()
    status = console(stderr=True).status("games are played") if looks_on else nullcontext()
    with status as shown:
        try:
            budget.spend(steps, so_far if shown is None else lambda: shown.update(so_far()))
        except Died as problem:
            raise Finding(str(problem)) from None


def leave(budget: Budget, *, told: bool) -> None:
    """End after all results were printed, if there are any: an interruption still counts as one."""
    if budget.interrupt is not None:
        say(
            f"Stopped: {'this is what the games said so far' if told else 'no game told anything yet'}.",
            err=True,
        )
        raise budget.interrupt


def complain_of(errors: Sequence[str], what: str) -> None:
    """Report games, or pairs of them, that did not come to an end."""
    if errors:
        raise Finding(f"{len(errors)} {what} could not be played to their end, the first one: {errors[0]}")
