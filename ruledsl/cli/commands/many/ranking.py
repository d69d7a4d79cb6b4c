"""Tiles in several hands, for `balance`: the rows of one tile, the ranks of all tiles of a pack."""

from __future__ import annotations

import json
import time
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.cli.commands.many.budget import ENOUGH, complain_of, leave, spend
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Finding, Refusal, one_of
from ruledsl.lab.bulk.workers import Budget
from ruledsl.lab.study.hands import FEW, HANDS, Hands, Verdict, for_whom, in_hands, stand_alone
from ruledsl.play.bots.policy import policy_for, unlearned
from ruledsl.play.naming.nouns import in_english

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.table import Table

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.lab.bulk.workers import Steps
    from ruledsl.lab.study.trials import Interval
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

CHANCE = next(iter(HANDS))
LEARNED = "learned"
FOR_COMBOS = 1 / 3
"""The share of the time for games that are dealt for combos which may break the game."""
PAIRS = 5
"""The strongest and the weakest combos to show, this many of each."""


def hands_of(rules: Rules, given: str) -> tuple[str, ...]:
    """The given hands, the least skilled first; hands without a policy for these packs are left out, with a hint."""
    named = {one_of(name.strip(), list(HANDS), "kind of hands") for name in given.split(",")}
    if LEARNED in named and not _learned(rules).weights:
        named.discard(LEARNED)
        say("`learned` knows nothing of these packs yet: `ruledsl train` changes that.", err=True)
        if not named:
            raise Refusal("There are no other hands left to measure.")
    return tuple(hand for hand in HANDS if hand in named)


def _learned(rules: Rules) -> Policy:
    """The policy for these packs, without what it makes of other tiles."""
    try:
        return policy_for(pack.id for pack in rules.composition.packs)
    except GameError as problem:
        raise Refusal(str(problem)) from None


def play_hands(hands: Hands, budget: Budget, seconds: float) -> None:
    """Play until this time since the budget began, and stop as the budget would."""
    tell = f"games in the hands of {', '.join(hands.hands)}"
    _go_on(
        budget,
        seconds,
        budget.games,
        hands.steps,
        lambda: f"{sum(hands.begun.values()):,} {tell}",
    )


def _go_on(budget: Budget, seconds: float, games: int | None, steps: Steps, watch: Callable[[], str]) -> None:
    """Other steps until this time since the budget began, up to this many games, and stop as the budget would."""
    own = Budget(max(1.0, seconds - budget.took), games, budget.workers)
    spend(own, steps, watch)
    budget.took += own.took
    budget.interrupt = own.interrupt
    if own.interrupt is not None:
        budget.end = own.end


def handed_as_dict(hands: Hands, first: Verdict) -> dict[str, Any]:
    """The rows of one tile, as plain data; `first` is the verdict in the hands of those who tried its numbers."""
    (tile,) = hands.tiles
    verdicts = {in_hands(hands.plan.seats): first, **(hands.verdicts(tile) if hands.by_hand else {})}
    return {"hands": hands.as_dict(tile) if hands.by_hand else [], "for_whom": for_whom(verdicts)}


def show_handed(hands: Hands, chance: Verdict) -> None:
    """The rows of one tile, and for whom the verdict holds."""
    (tile,) = hands.tiles
    table = _table(hands, "in the hands of", "")
    for hand in hands.hands:
        table.add_row(hand, *_cells(hands, hand, tile), f"{hands.trials(hand, tile).lead.count:,}")
    _print(table)
    say(f"For whom: `{tile}` is {for_whom({CHANCE: chance, **hands.verdicts(tile)})}.")
    _hint(hands)


def rank(
    rules: Rules, plan: Plan, whose: Sequence[str], par: float, budget: Budget, form: str, page: str | None
) -> None:
    """Measure and show all tiles of the last pack of a plan that can be part of a first combo; `page` is the file for the page."""
    if not whose:
        raise Refusal("A whole pack is measured by `--hands`, without `--seats`.")
    own = _own(rules, plan)
    tiles = tuple(
        key for key, tile in rules.composition.tiles.items() if tile.pack == own and not tile.copy_of
    )
    if not tiles:
        raise Refusal(f"`{own}` has no tiles of its own.")
    hands = Hands(rules, plan, tiles, tuple(whose), par)
    began = time.monotonic()
    seconds, budget.seconds = budget.seconds, budget.seconds * (1 - FOR_COMBOS)
    spend(budget, hands.steps, lambda: _so_far(hands))
    if budget.interrupt is None and hands.by_hand:
        again = None if budget.games is None else hands.begun[hands.hands[-1]]
        _go_on(budget, seconds, again, hands.settle, lambda: f"{_dealt(hands):,} for {_combos(hands)}")
    met = [tile for tile in hands.ranked() if any(hands.trials(hand, tile).lead.count for hand in whose)]
    leave(budget, told=bool(met))
    if not met:
        raise Finding(
            f"Nobody began with a tile of `{own}`: only what comes in first {_combos(hands)} can be measured."
        )
    if page is not None:
        from ruledsl.lab.study.page import page_of_pack  # noqa: PLC0415 - polars is an extra

        write_whole(page, page_of_pack(hands, met, own))
    if form == "json":
        rows = [
            {"tile": tile, "for_whom": for_whom(hands.verdicts(tile)), "hands": hands.as_dict(tile)}
            for tile in met
        ]
        alone = {hand: [f"{pair.race}+{pair.power}" for pair in hands.alone(hand)] for hand in whose}
        data = {"pack": own, "seed": plan.seed, "tiles": rows, "alone": alone}
        data["dealt"] = {f"{race}+{power}": one.lead.count for (race, power), one in hands.dealt.items()}
        data["open"] = [f"{pair.race}+{pair.power}" for pair in hands.open]
        say_data(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _show_ranks(hands, met, time.monotonic() - began)
    complain_of(hands.errors, "games")


def _own(rules: Rules, plan: Plan) -> str:
    """The pack that was named first, whatever it requires and whatever is loaded with it."""
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415

    folder = find_pack(plan.packs[0])
    return next(
        (pack.id for pack in rules.composition.packs if folder is not None and Path(pack.folder) == folder),
        plan.packs[0],
    )


def _so_far(hands: Hands) -> str:
    if not hands.by_hand and len(hands.errors) >= ENOUGH:
        complain_of(hands.errors, "games")
    return f"{sum(hands.begun.values()):,} games"


def _dealt(hands: Hands) -> int:
    """The games that were dealt for single combos."""
    return sum(one.games for one in hands.dealt.values())


def _show_ranks(hands: Hands, met: Sequence[str], took: float) -> None:
    table = _table(hands, "tile", hands.hands[-1], hands.hands[:-1])
    for tile in met:
        before = [_mean(hands, hand, tile) for hand in hands.hands[:-1]]
        count = f"{hands.trials(hands.hands[-1], tile).lead.count:,}"
        table.add_row(
            tile, *before, *_cells(hands, hands.hands[-1], tile), count, for_whom(hands.verdicts(tile))
        )
    _print(table)
    _show_pairs(hands)
    games = ", ".join(f"{hands.begun.get(hand, 0):,} in the hands of {hand}" for hand in hands.hands)
    games += f", {_dealt(hands):,} for single {_combos(hands)}" if hands.dealt else ""
    say(
        f"Games: {games}, in {took:.0f} s. All intervals hold together with {hands.confidence:.0%} confidence."
    )
    _hint(hands)


def _combos(hands: Hands) -> str:
    """What the game calls what somebody begins with."""
    return in_english(hands.rules.composition, "[combo.many]")


def _show_pairs(hands: Hands) -> None:
    """The strongest and the weakest combos in the most skilled hands, and those that break the game in any."""
    hand = hands.hands[-1]
    pairs = [pair for pair in hands.pairs(hand) if pair.lead.count >= FEW]
    ends = pairs if len(pairs) <= 2 * PAIRS else [*pairs[:PAIRS], *pairs[-PAIRS:]]
    if not ends:
        return
    decides = hands.rules.composition.standings[0][0]
    table = _headed(
        f"{_combos(hands)} in the hands of {hand}", f"ahead ({decides})", "at least", "at most", "games"
    )
    for pair in ends:
        lead = pair.lead
        table.add_row(
            f"{pair.race} + {pair.power}", f"{lead.mean:+.2f}", *_bounds(pair.interval), f"{lead.count:,}"
        )
    _print(table)
    say(stand_alone(hands))


def _hint(hands: Hands) -> None:
    """Does `learned` know the tiles?"""
    if LEARNED in hands.hands:
        new = unlearned(_learned(hands.rules), hands.rules.program)
        unknown = [tile for tile in hands.tiles if tile in new]
        if unknown and len(unknown) <= ENOUGH:
            say(
                f"`learned` has never met {', '.join(unknown)} with these rules: train it with them first (`ruledsl train`).",
                err=True,
            )


def _table(hands: Hands, first: str, whose: str, others: Sequence[str] = ()) -> Table:
    decides = hands.rules.composition.standings[0][0]
    table = _headed(first, *others, whose or f"ahead ({decides})", "at least", "at most", "wins", "games")
    if whose:
        table.add_column("verdict")
    return table


def _headed(first: str, *titles: str) -> Table:
    """A table with a column of names, and columns of numbers."""
    from rich.box import SIMPLE  # noqa: PLC0415 - only for this
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=SIMPLE, show_edge=False)
    table.add_column(first, no_wrap=True)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def _mean(hands: Hands, hand: str, tile: str) -> str:
    lead = hands.trials(hand, tile).lead
    return f"{lead.mean:+.2f}" if lead.count else "?"


def _cells(hands: Hands, hand: str, tile: str) -> list[str]:
    """The lead with its ends, and the share of wins."""
    trials = hands.trials(hand, tile)
    ends = _bounds(hands.lead(hand, tile))
    return [_mean(hands, hand, tile), *ends, f"{trials.wins.mean:.1%}" if trials.wins.count else "?"]


def _bounds(interval: Interval) -> list[str]:
    return ["?" if isinf(end) else f"{end:+.2f}" for end in interval]


def _print(table: Table) -> None:
    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    console().print(table)
