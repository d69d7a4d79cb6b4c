"""The results of `balance` as one self-contained page of HTML: a picture and a table of all that was measured, with names and units."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import polars as pl

from ruledsl.lab.study.figures import Axes, dots, grid
from ruledsl.lab.study.hands import for_whom, stand_alone
from ruledsl.lab.study.labels import Labels
from ruledsl.lab.study.page import MOST_SQUARES, boxed, framed, rows_behind
from ruledsl.lab.study.sequential import known
from ruledsl.lab.study.tables import THIN
from ruledsl.play.naming.nouns import Naming

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.lab.study.hands import Hands
    from ruledsl.lab.study.sequential import Interval, Tally
    from ruledsl.lab.study.weighing import Weighing

METHOD = """
<p><b>Ahead</b> is what decides the game, less what the others of the game have on average, for a seat that begins with the tile, at the end. In
each game every seat draws its first combo by chance, so a tile as strong as the others is ahead by 0. All intervals of a figure hold together
with {confidence:.0%} confidence, whenever the games stopped. A tile of fewer than {thin} games is pale.</p>
"""


def page_of_pack(hands: Hands, met: Sequence[str], pack: str) -> str:
    """All tiles of a pack that somebody began with, in each of the hands."""
    found = next(one for one in hands.rules.composition.packs if one.id == pack)
    return framed(f"How strong the tiles of {Naming().text(found.names, pack)} are", _of_pack(hands, met))


def page_of_tile(weighing: Weighing, hands: Hands) -> str:
    """One tile: with each number that was tried, with each partner, and in other hands."""
    composition = weighing.rules.composition
    labels = Labels.here(composition, composition.standings[0][0])
    return framed(f"How strong {labels.tile(weighing.tile)} is", _of_tile(weighing, hands, labels))


def _of_pack(hands: Hands, met: Sequence[str]) -> Iterator[str]:
    composition = hands.rules.composition
    labels = Labels.here(composition, composition.standings[0][0])
    yield METHOD.format(confidence=hands.confidence, thin=THIN)
    yield f"<p><b>{escape(stand_alone(hands))}</b></p>"
    for hand in reversed(hands.hands):
        yield f"<h2>In the hands of {hand}</h2><p>{hands.begun.get(hand, 0):,} games.</p>"
        rows = [
            {"tile": tile, **_ends(hands.trials(hand, tile).lead, hands.lead(hand, tile))}
            | {"wins": hands.trials(hand, tile).wins.mean, "verdict": hands.told(hand, tile).value}
            for tile in met
            if hands.trials(hand, tile).lead.count
        ]
        ranked = sorted(rows, key=lambda row: -row["ahead"])
        yield from _drawn(ranked, "tile", f"Tiles in the hands of {hand}", labels)
        pairs = [
            {"race": one.race, "power": one.power, **_ends(one.lead, one.interval)}
            for one in hands.pairs(hand)
        ]
        yield from _paired(pairs, f"Combos in the hands of {hand}", labels)
    whom = [f"<li>{escape(labels.tile(tile))}: {for_whom(hands.verdicts(tile))}</li>" for tile in met]
    yield f"<h2>For whom these verdicts hold</h2><ul>{''.join(whom)}</ul>"


def _of_tile(weighing: Weighing, hands: Hands, labels: Labels) -> Iterator[str]:
    search = weighing.search
    yield METHOD.format(confidence=search.confidence, thin=THIN)
    tried = [
        {weighing.field: number, **_ends(arm.lead, search.strength(number))}
        for number, arm in sorted(search.arms.items())
    ]
    yield f"<h2>In the hands of {', '.join(dict.fromkeys(weighing.plan.seats))}</h2>"
    yield f"<p>The printed number is {search.now}.</p>"
    yield from _drawn(tried, weighing.field, "Numbers tried", labels)
    if search.now in search.arms:
        tallies = search.arms[search.now].partners
        partners = [
            {"tile": partner, **_ends(tallies[partner], interval)}
            for partner, interval in search.partners(search.now).items()
        ]
        yield "<h2>With each partner</h2>"
        yield from _drawn(partners, "tile", "Partners in the first combo", labels)
    others = [
        {"hands": hand, **_ends(hands.trials(hand, weighing.tile).lead, hands.lead(hand, weighing.tile))}
        for hand in hands.hands
        if hands.trials(hand, weighing.tile).lead.count
    ]
    if others:
        yield "<h2>In other hands</h2>"
        yield from _drawn(others, "hands", "Hands", labels)


def _ends(lead: Tally, interval: Interval) -> dict[str, Any]:
    """The columns of a measured lead."""
    low, high = known(lead, interval) or (None, None)
    return {"games": lead.count, "ahead": lead.mean, "ahead_low": low, "ahead_high": high}


def _drawn(rows: Iterable[dict[str, Any]], key: str, title: str, labels: Labels) -> Iterator[str]:
    frame = labels.tiles(pl.DataFrame(list(rows), infer_schema_length=None))
    if frame.height:
        yield boxed(dots(frame, key, "ahead", title, 0, Axes(labels.column("ahead"), labels.column(key))))
        yield rows_behind(frame, labels)


def _paired(rows: Sequence[dict[str, Any]], title: str, labels: Labels) -> Iterator[str]:
    frame = labels.tiles(pl.DataFrame(rows, infer_schema_length=None))
    if frame.height and frame["race"].n_unique() * frame["power"].n_unique() <= MOST_SQUARES:
        yield boxed(grid(frame, "power", "race", title, labels.column("ahead")))
    if frame.height:
        yield rows_behind(frame, labels)
