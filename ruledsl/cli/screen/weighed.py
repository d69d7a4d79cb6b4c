"""The results of `balance`: the table of tried numbers, and the conclusion in sentences."""

from __future__ import annotations

import json
import math
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.base.errors import GameError
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Refusal
from ruledsl.engine.compile.wasm.memory import Features
from ruledsl.lab.study.hands import Verdict, in_hands
from ruledsl.lab.study.likeness import PARTS, alike
from ruledsl.lab.study.trials import known_ends
from ruledsl.play.bots.policy import SCALE
from ruledsl.play.naming.nouns import in_english

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.lab.study.hands import Search
    from ruledsl.lab.study.trials import Interval, Tally
    from ruledsl.lab.study.weighing import Weighing
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

MOST_PARTNERS = 4
"""The most partners to name."""
MANY = 3
"""The least number of consecutive values that appear as a range."""


def show_weighed(weighing: Weighing, took: float, *, named: bool) -> None:
    """`named`: only some numbers were tried."""
    search = weighing.search
    _table(weighing)
    say(
        f"As it is printed, `{weighing.tile}` is {search.verdict.value} in the hands of {in_hands(weighing.plan.seats)}."
    )
    say(_answer(search, weighing.field, named=named))
    _partners(weighing)
    seats = weighing.plan.seats
    say(
        f"{search.played:,} games of {', '.join(seats)}, in {took:.0f} s; par is {1 / len(seats):.1%} of wins. "
        f"All intervals hold together with {search.confidence:.0%} confidence."
    )


def _partners(weighing: Weighing) -> None:
    """With which partners it is surely strong or weak, by the farthest."""
    rows = [row for row in weighing.partners if row["ahead_interval"]]
    for verdict in (Verdict.STRONG, Verdict.WEAK):
        partners = [row for row in rows if row["verdict"] == verdict.value]
        far = sorted(partners, key=lambda row: -abs(row["ahead"]))[:MOST_PARTNERS]
        if far:
            ends = [(row["tile"], row["ahead"], *row["ahead_interval"]) for row in far]
            listing = ", ".join(
                f"{tile} {mean:+.1f} [{low:+.1f}, {high:+.1f}]" for tile, mean, low, high in ends
            )
            more = f" and {len(partners) - len(far)} more" if len(partners) > len(far) else ""
            say(f"It is surely {verdict.value} with {listing}{more}.")


def _table(weighing: Weighing) -> None:
    from rich.box import SIMPLE  # noqa: PLC0415 - only for this
    from rich.table import Table  # noqa: PLC0415

    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    search = weighing.search
    table = Table(box=SIMPLE, show_edge=False)
    decides = weighing.rules.composition.standings[0][0]
    ends = ("at least", "at most")
    for title in (weighing.field, f"ahead ({decides})", *ends, "wins", *ends, "games"):
        table.add_column(title, justify="right", no_wrap=True)
    for number, arm in sorted(search.arms.items()):
        table.add_row(
            f"printed  {number}" if number == search.now else str(number),
            *_cells(arm.lead, search.strength(number), "+.2f"),
            *_cells(arm.wins, search.wins(number), ".1%"),
            f"{arm.lead.count:,}",
        )
    console().print(table)


def _cells(tally: Tally, interval: Interval, form: str) -> list[str]:
    """The cells of the mean and its interval."""
    ends = known_ends(tally, interval) or [math.nan, math.nan]
    mean = tally.mean if tally.count else math.nan
    return ["?" if math.isnan(one) else format(one, form) for one in (mean, *ends)]


def _answer(search: Search, field: str, *, named: bool) -> str:
    """The recommended number."""
    if search.outside is not None:
        return _outside(search, search.outside, field, named=named)
    if search.low == search.high:
        return f"No other number than {search.now} was tried."
    of_these = f"Of {search.low} to {search.high}, " if named else ""
    others = [number for number in search.possible if number != search.best]
    if not others:
        told = search.told(search.best)
        off = not search.rising and told in {Verdict.STRONG, Verdict.WEAK}
        return (
            f"{of_these}{field} {search.best} brings it nearest to par: that is sure."
            + off * f" Even then it is {told.value}."
        )
    could = in_ranges(others, search, open_ended=not named)
    if search.told(search.best) in {Verdict.STRONG, Verdict.WEAK}:
        tried = f"Of {search.low} to {search.high}, none" if named else "No number"
        return f"{tried} that was tried is at par; {field} {could} could be, more games would tell (`--seconds`, `--games`)."
    return f"{of_these}{field} {search.best} looks nearest to par; it could also be {could}, more games would tell."


def _outside(search: Search, verdict: Verdict, field: str, *, named: bool) -> str:
    strong = verdict == Verdict.STRONG
    end, side = (search.low, "smaller") if strong else (search.high, "larger")
    if not named:
        return f"Even with {field} {end} it is {verdict.value}: no {side} one is tried."
    return f"Even with {field} {end}, the end of the range, it is {verdict.value}: the right one is {side}, if there is one."


def in_ranges(numbers: Sequence[int], search: Search, *, open_ended: bool) -> str:
    """Candidate numbers in words: a range that extends beyond the tried numbers has no end, if it is `open_ended`."""
    if open_ended and len(numbers) == search.high - search.low:
        return "any other"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words: list[str] = []
    for run in runs:
        if open_ended and len(run) > 1 and run[-1] == search.high:
            words.append(f"{run[0]} or more")
        elif open_ended and len(run) > 1 and run[0] == search.low:
            words.append(f"{run[-1]} or less")
        elif len(run) > MANY:
            words.append(f"{run[0]} to {run[-1]}")
        else:
            words += map(str, run)
    return " or ".join(words) if len(words) == len(numbers) else ", or ".join(words)


# ── alike ───────────────────────────────────────────────────────────────────────
# Tiles with similar behaviour, as `balance --like` shows them.


TOLD = 5
"""The number of tiles to show."""
FAINT = 0.005
"""Smaller differences are shown as none."""


def show_alike(rules: Rules, tile: str, seed: int, form: str) -> None:
    """The tiles of its kind with the most similar behaviour, and the differences. Refused if it cannot be compared."""
    try:
        similar = alike(rules, tile, seed)
    except GameError as problem:
        raise Refusal(str(problem)) from None
    if form == "json":
        rows = [{"tile": one.tile, "off": one.off, **one.parts} for one in similar]
        say_data(json.dumps({"tile": tile, "alike": rows}, ensure_ascii=False, indent=2))
        return
    say(f"`{tile}` is most like:")
    for one in similar[:TOLD]:
        parts = [f"{part} {one.parts[part]:.2f}" for part in PARTS if one.parts[part] >= FAINT]
        say(f"  {one.off:5.2f}  {one.tile}{': ' if parts else ''}{', '.join(parts)}")
    say("0 behaves the same in all positions tried; a tile that is off by less than 0.5 hardly differs.")


# ── policy ──────────────────────────────────────────────────────────────────────
# A learned policy in words: how much more likely a feature makes an option.


POLICY_TOLD = 20
"""The number of weights to show."""
WORDS = {
    "SORT": "{0}",
    "NONE": "{0}: nothing, or no more",
    "LEFT": "{0} with {1} rounds left",
    "HAND": "{0} with {1} [token.many] in hand",
    "LAND": "{0} by [people.a] of {1} regions",
    "FORCE": "{0} by [people.a] of {1} [token.many] or one more",
    "PAST": "{0} with {1} regions of other [people.many] of the player",
    "BEARER": "{0} by {1}",
    "TRAIT": "{0}: a region with {1}",
    "FOND": "{0} aiming at a region with {1}",
    "PIECE": "{0}: a region with {1} on it",
    "HOLDER": "{0}: a region that is {1}, with {2} [token.many]",
    "RIVAL": "{0} aiming at {1}",
    "VICTIM": "{0} at the cost of {1}",
    "MARK": "{0} where “{1}” holds",
    "NEAR": "{0} beside {1} regions of its own",
    "THREAT": "{0} beside {1} regions of rivals that can attack",
    "OPEN": "{0} beside {1} regions of nobody's",
    "COST": "{0} at a cost of {1}",
    "SPARE": "{0} with {1} [token.many] more than it costs",
    "GAIN": "{0}: a region that brings {1}",
    "TILE": "taking {0}",
    "SITE": "where {0} lies",
    "PLACE": "{0}: place {1} of the market",
    "COINS": "{0} with {1} [coin.many] on it",
    "NUMBER": "{0}: the number {1}",
}
"""The words of each section of features."""
SPARED = 8
"""In `SPARE`, the offset of zero: see `weigh_region`."""


def in_words(features: Features) -> Iterator[str]:
    """The meanings of all features, in order."""
    for section, parts in features.sections.items():
        for told in product(*parts):
            words = [part.replace(":", ": ").replace("_", " ") for part in told]
            if section == "SPARE":
                words[1] = str(int(words[1]) - SPARED)
            if section == "FORCE":
                words[1] = str(2 * int(words[1]))
            yield WORDS[section].format(*words)


def show_policy(rules: Rules, policy: Policy) -> None:
    """The most important features, and how much more likely each makes an option."""
    features = Features(rules.backend.code)
    weighted = [
        (policy.weights[name], words)
        for name, words in zip(features.names(), in_words(features), strict=True)
        if name in policy.weights
    ]
    if not weighted:
        say("There is no policy for these packs yet.")
        return
    say(f"Learned in {policy.choices:,} choices. What makes options likelier, or less likely:")
    for weight, words in sorted(weighted, key=lambda pair: (-abs(pair[0]), pair[1]))[:POLICY_TOLD]:
        factor = math.exp(abs(weight) / SCALE)
        told = in_english(rules.composition, words)
        times = f"{factor:,.1f}" if factor < SCALE else f"{factor:,.0f}"
        say(f"{'×' if weight > 0 else '÷'} {times:<9} {told}")
