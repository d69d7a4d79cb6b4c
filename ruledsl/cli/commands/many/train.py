"""`train`: learns a policy for the games of some packs by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.base.errors import GameError
from ruledsl.base.extras import need
from ruledsl.cli.commands.arguments import Number
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.files.writing import can_write, write_whole
from ruledsl.cli.output import say
from ruledsl.cli.signals import Finding, Refusal, rules_for
from ruledsl.play.bots.search import MOST

if TYPE_CHECKING:
    from ruledsl.lab.training import Practice
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

TRAIN_HELP = """
\b
  ruledsl train smallworld
  ruledsl train smallworld my-pack --seconds 300
  ruledsl train smallworld my-pack --resume
  ruledsl train smallworld my-pack --search 80 --seconds 300
  ruledsl train smallworld --explain
  ruledsl play smallworld my-pack --seats human,learned

The policy weighs the features of an option: its kind, the tile, what the region has, costs and brings, who is there, how many rounds are left.
ruledsl stores it in your data folder, by packs. `learned` uses it in games with exactly these packs, and otherwise the policies that come with
ruledsl. `--explain` trains nothing, but says in words what the policy goes by, and by how much.

`--search` goes on from the existing policy, too, and learns from what searches by it find: more for its time, once self-play gains little.

It needs `pip install 'ruledsl[rl]'`.
"""
TWO = 2
"""The players of the games from which a value is learned."""
VALUED_GAMES, A_SECOND = 3000, 10
"""The most of these games, and so many for each second of training."""
MARKS, SOONEST, MARKED = 10, 5, 20
"""The number of progress reports, the least seconds before one, and the games that measure strength."""


@click.command("train", help=TRAIN_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option(
    "--seconds",
    type=Number(1),
    default=60,
    show_default=True,
    help="The time to learn, in processor time of each process.",
)
@click.option("--seed", type=click.IntRange(0, (1 << 31) - 1), default=1, show_default=True)
@click.option(
    "--trials",
    type=click.IntRange(0),
    default=60,
    show_default=True,
    help="The number of games against `random` and `greedy` afterwards.",
)
@click.option("--resume", is_flag=True, help="Continue from the existing policy of these packs.")
@click.option(
    "--search",
    "rollouts",
    type=click.IntRange(1, MOST),
    metavar="ROLLOUTS",
    help="Learn from searches with so many rollouts a choice, by the existing policy.",
)
@click.option("--explain", is_flag=True, help="Say what the existing policy goes by.")
@click.option(
    "--workers",
    type=click.IntRange(1, 61),
    help="The number of processes that learn [default: one per core].",
)
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="The output file for the policy [default: your data folder].",
)
def train_command(  # noqa: PLR0913, PLR0917 - one for each option
    packs: tuple[str, ...],
    seconds: float,
    seed: int,
    trials: int,
    resume: bool,  # noqa: FBT001 - click
    rollouts: int | None,
    explain: bool,  # noqa: FBT001
    output: str | None,
    workers: int | None,
) -> None:
    """Train a policy for packs, from which the bot `learned` plays, or say in words what it goes by."""
    from ruledsl.play.bots.policy import (  # noqa: PLC0415
        file_of,
        policy_of,
    )

    if not explain:
        need("rl")
    rules = rules_for(packs)
    ids = [pack.id for pack in rules.composition.packs]
    try:
        stored = policy_of(rules.backend.code) if resume or rollouts or explain else None
    except GameError as problem:
        raise Refusal(str(problem)) from None
    if explain and stored is not None:
        from ruledsl.cli.screen.weighed import show_policy  # noqa: PLC0415 - `--help` does without

        show_policy(rules, stored)
        return
    place = Path(output) if output is not None else file_of(ids)
    if place is None:
        raise Refusal("There is no folder for the user's data: say with -o where the policy goes.")
    if output is None:
        place.parent.mkdir(parents=True, exist_ok=True)
    can_write(place)
    if rollouts and stored is not None:
        trained = _searched(rules, seconds, seed, stored, workers, rollouts)
    else:
        trained = _trained(rules, seconds, seed, stored, workers)
    policy = _valued(rules, trained, seconds, seed)
    write_whole(place, policy.text())
    say(f"{len(policy.weights)} weights, kept in {place}")
    _try(rules, policy, trials, seed)


def _trained(rules: Rules, seconds: float, seed: int, stored: Policy | None, workers: int | None) -> Policy:
    """Learn for a while; Ctrl-C ends it and keeps the policy."""
    from ruledsl.lab.bulk import Died, cores  # noqa: PLC0415 - only here
    from ruledsl.lab.training import Practice, taught  # noqa: PLC0415 - needs numpy

    try:
        practice = Practice(rules, seed)
    except GameError as problem:
        raise Refusal(str(problem)) from None
    if stored is not None:
        practice.begin_with(stored)
    spent, told, past = 0.0, 0.0, None
    try:
        for turn in taught(practice, workers or cores()):
            spent += turn
            if spent >= seconds:
                break
            practice.pace = 1 - spent / seconds
            if spent - told >= max(SOONEST, seconds / MARKS):
                told = spent
                past = _tell(practice, spent, past)
    except KeyboardInterrupt:
        say("stopped; the policy learned so far is saved", err=True)
    except Died as problem:
        raise Finding(str(problem)) from None
    _tell(practice, spent, past)
    return practice.policy()


def _searched(
    rules: Rules, seconds: float, seed: int, stored: Policy, workers: int | None, rollouts: int
) -> Policy:
    """Learn from searches for a while."""
    from ruledsl.lab.bulk import Died, cores  # noqa: PLC0415 - only here
    from ruledsl.lab.training.teaching import improved, lessons_of  # noqa: PLC0415 - needs numpy

    try:
        lessons = lessons_of(rules, rollouts, seconds, workers or cores(), seed)
    except GameError as problem:
        raise Refusal(str(problem)) from None
    except Died as problem:
        raise Finding(str(problem)) from None
    say(f"{len(lessons.options):,} choices searched", err=True)
    return improved(stored, rules, lessons)


def _valued(rules: Rules, policy: Policy, seconds: float, seed: int) -> Policy:
    """The policy with a value of positions; without one if two cannot play."""
    from ruledsl.lab.training.valuing import with_values  # noqa: PLC0415 - needs numpy

    games = max(1, min(VALUED_GAMES, int(A_SECOND * seconds)))
    try:
        return with_values(rules, policy, TWO, games, seed)
    except GameError:
        return policy


def _tell(practice: Practice, spent: float, past: Policy | None) -> Policy:
    """Report the progress, and the strength compared with the last report. Returns the current policy."""
    from ruledsl.lab.training import strength_of  # noqa: PLC0415 - needs numpy

    now, beats = practice.policy(), ""
    if past is not None:
        try:
            strength = strength_of(practice.rules, now, past, MARKED, practice.games)
            beats = f"  wins {strength.share:4.0%} of {strength.games} games for two against the mark before"
        except GameError:
            pass  # two cannot play with these packs
    say(f"{spent:6.0f} s  {practice.games:8,} games  {practice.made:11,} choices{beats}", err=True)
    return now


def _try(rules: Rules, policy: Policy, trials: int, seed: int) -> None:
    from ruledsl.lab.training import strength_of  # noqa: PLC0415 - needs numpy

    for rival in ("random", "greedy") if trials else ():
        try:
            strength = strength_of(rules, policy, rival, max(2, trials), seed + (1 << 20))
        except GameError:
            return  # two cannot play with these packs
        say(f"won {strength.share:.0%} of {strength.games} games for two against {rival}")
