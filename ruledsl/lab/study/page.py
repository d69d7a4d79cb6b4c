"""A study as one self-contained page of HTML: figures, tables and methods."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import polars as pl

from ruledsl.lab.study.acting import acts_of
from ruledsl.lab.study.comparing import OF_BOTS, OF_PACKS, are_bots
from ruledsl.lab.study.fields import Labels
from ruledsl.lab.study.figures import Axes, averages, counts, courses, dots, grid, library
from ruledsl.lab.study.hands import for_whom, stand_alone
from ruledsl.lab.study.tables import MOST, THIN
from ruledsl.lab.study.trials import known_ends
from ruledsl.play.naming.nouns import Naming
from ruledsl.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.lab.study.acting import Act
    from ruledsl.lab.study.comparing import Comparison
    from ruledsl.lab.study.hands import Hands
    from ruledsl.lab.study.results import Results
    from ruledsl.lab.study.tables import Tables
    from ruledsl.lab.study.trials import Interval, Tally
    from ruledsl.lab.study.weighing import Weighing

MOST_SQUARES = 2_500
MOST_NAMED = 20
"""The most failed games to name."""

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #222; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.85rem; }
th, td { padding: 0.15rem 0.6rem; text-align: right; border-bottom: 1px solid #eee; }
th:first-child, td:first-child { text-align: left; } tr.thin { color: #888; }
.wide { overflow-x: auto; } details { margin: 0.5rem 0; } p { max-width: 45rem; }
@media print { details > * { display: block; } h2, .figure { break-inside: avoid; } body { font-size: 11px; } }
"""

METHOD = """
<p>Every interval is one of 95 % by itself: of twenty, one can be expected to miss the truth, so that the first and the last of a long list look
more extreme than they are. <b>Ahead</b> is what decides the game, less what the others of the game have on average, with the usual interval of a
mean from the spread between games. <b>Wins</b> are parted among those who are first together; the interval is Wilson's. Tiles are judged by the
games in which somebody <em>began</em> with them. Groups of fewer than {thin} games are pale, or left empty.</p>
<p>What a figure says is about these bots. Those that take anything draw their [combo.many] by chance, so that a difference between tiles is
caused by the tiles; bots that choose may take a tile when they do well anyway.</p>
"""

NOUNS = {"race": "people", "power": "power"}
"""What the two tiles of a combo are called, by the keys of tables."""

SCALE = """
<p>Who is ranked before whom in a game, of those who began with different [combo.many], fitted by the model of Bradley and Terry (1952):
<b>strength</b> is on the scale of log odds, 0 for the average [combo], and <b>beats</b> is the chance against such a one. [Combo.many] of which
little is known are drawn towards 0. Of more than {most} [combo.many], the scale has those of the most games.</p>
"""

KEPT = """
<h2>How long the first [combo] was kept</h2><p>Rounds from the first [combo] to the second, or to the end. [Combo.a] that does well may be kept
for that: only for bots that give it up by chance is this what keeping it causes.</p>
"""


def page_of(results: Results, tables: Tables, minutes: float | None = None) -> str:
    """The page, as text. `minutes` is how long a game takes at a table, for whoever knows."""
    title = "Games of " + " + ".join(pack["id"] for pack in results.head["packs"])
    labels = Labels.of(results.head, results.decides)
    acts = _acts(acts_of(tables, labels, minutes), results)
    parts = [_about(results, tables["games"]), *acts, *_Page(results, tables).parts()]
    return framed(title, map(labels.said, parts))


def _acts(acts: Iterable[Act], results: Results) -> Iterator[str]:
    """The sentences, each with its picture and the figures behind it."""
    labels = Labels.of(results.head, results.decides)
    yield "<h2>What to act on</h2>"
    for act in acts:
        yield f"<h3>{act.title}</h3><p>{escape(act.sentence)}</p>"
        table = labels.tiles(act.table)
        axes = Axes(labels.column(act.column), labels.column(act.key))
        yield boxed(dots(table, act.key, act.column, act.title, act.par, axes))
        yield rows_behind(table, labels)


def framed(title: str, parts: Iterable[str]) -> str:
    """A page of these parts, with the library that draws its figures."""
    body, title = "\n".join(parts), escape(title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{STYLE}</style>\n'
        f"<script>{library()}</script></head>\n<body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )


class _Page:
    """The chapters: each table with a figure before it."""

    def __init__(self, results: Results, tables: Tables) -> None:
        self.labels = Labels.of(results.head, results.decides)
        self.tables = {name: self.labels.tiles(frame) for name, frame in tables.items()}
        self.par = 1 / results.players
        self.ahead = self.labels.column("ahead")

    def parts(self) -> Iterator[str]:
        for name, key, title in (
            ("bots", "bot", "Bots"),
            ("races", "race", "[People.many]"),
            ("powers", "power", "[Power.many]"),
        ):
            if name in self.tables:
                yield f"<h2>{title}</h2>"
                yield from self._strengths(self.tables[name], key, title)
        for kind, noun in NOUNS.items():
            if f"{kind}s_by_bot" in self.tables:
                title = f"[{noun.title()}.many] by bot"
                yield f"<h2>{title}</h2><p>The bot that began with the [{noun}]: {self.ahead}.</p>"
                yield from self._pairs(self.tables[f"{kind}s_by_bot"], "bot", kind, title)
        if "combos" in self.tables:
            yield "<h2>[People.many] with [power.many]</h2>"
            yield from self._pairs(self.tables["combos"], "power", "race", "First [combo.many]")
        if "rivals" in self.tables:
            yield "<h2>[People.many] against rivals</h2>"
            yield f"<p>First [people.many] (down) in games in which somebody else began with another one (across): {self.ahead}.</p>"
            yield from self._pairs(self.tables["rivals"], "rival", "race", "[People.many] against rivals")
        if "strengths" in self.tables:
            yield from self._scale(self.tables["strengths"])
        yield from self._measured()
        if "seats" in self.tables:
            yield "<h2>Seats</h2><p>Seats are numbered from 0, which begins.</p>"
            yield from self._leads(self.tables["seats"].sort("seat"), "seat", "Seats")
        if "kept" in self.tables:
            yield KEPT
            yield from self._leads(self.tables["kept"].sort("kept"), "kept", "Rounds kept")
        if "rounds" in self.tables:
            yield from self._rounds(self.tables["rounds"])
        if "games" in self.tables:
            yield from self._games(self.tables["games"])

    def _leads(self, frame: pl.DataFrame, key: str, title: str) -> Iterator[str]:
        yield boxed(dots(frame, key, "ahead", title, 0, Axes(self.ahead, self.labels.column(key))))
        yield self._table(frame)

    def _strengths(self, frame: pl.DataFrame, key: str, title: str) -> Iterator[str]:
        word = self.labels.column(key)
        yield boxed(dots(frame, key, "ahead", title, 0, Axes(self.ahead, word)))
        yield boxed(dots(frame, key, "wins", title, self.par, Axes("games won", word)))
        yield self._table(frame)

    def _pairs(self, frame: pl.DataFrame, across: str, down: str, title: str) -> Iterator[str]:
        if frame[across].n_unique() * frame[down].n_unique() <= MOST_SQUARES:
            yield boxed(grid(frame, across, down, title, self.ahead))
        yield self._table(frame)

    def _scale(self, frame: pl.DataFrame) -> Iterator[str]:
        yield "<h2>All [combo.many] on one scale</h2>"
        yield SCALE.format(most=MOST)
        named = frame.with_columns((pl.col("power") + " " + pl.col("race")).alias("combo"))
        ends = pl.concat(
            [named.head(MOST_NAMED), named.tail(min(MOST_NAMED, max(0, named.height - MOST_NAMED)))]
        )
        title = "The strongest and the weakest [combo.many]"
        yield boxed(
            dots(ends, "combo", "strength", title, 0, Axes(self.labels.column("strength"), "[combo]"))
        )
        yield self._table(frame)

    def _measured(self) -> Iterator[str]:
        """The measures that packs declare for combos: against their lead, and by tile."""
        measures = [name.removeprefix("by_") for name in self.tables if name.startswith("by_")]
        if measures:
            yield "<h2>What [combo.many] came to</h2>"
            yield "<p>First [combo.many], by what the packs measure of them: what was paid for them, and what became of them.</p>"
        for measure in measures:
            table = self.tables[f"by_{measure}"].sort(measure)
            common = table.filter(table["games"] >= THIN)
            word = self.labels.column(measure)
            if common.height:
                axes = Axes("games won", word)
                yield boxed(dots(common, measure, "wins", f"Games won by {word}", self.par, axes))
            yield self._table(table)
        titles = {measure: self.labels.column(measure) for measure in measures}
        for kind, noun in NOUNS.items():
            if f"{kind}_measures" in self.tables:
                table = self.tables[f"{kind}_measures"]
                yield f"<h3>On average, by [{noun}]</h3>"
                yield boxed(averages(table, kind, f"Averages by [{noun}]", titles))
                yield self._table(table)

    def _rounds(self, frame: pl.DataFrame) -> Iterator[str]:
        yield (
            "<h2>Rounds</h2><p>[Coin.many] at the end of each round. A game is decided from the round on at whose end the later winner leads alone "
            "in [coin.many], and does so at the end of all later rounds.</p>"
        )
        lines = {"coins": "a seat", "coins_of_winners": "later winners"}
        yield boxed(courses(frame, lines, "[Coin.many] by round", "[coin.many]"))
        decided = {"wins_decided": "games decided"}
        yield boxed(courses(frame, decided, "Decided by the end of a round", "share of games"))
        yield self._table(frame)

    def _games(self, frame: pl.DataFrame) -> Iterator[str]:
        yield "<h2>Games</h2>"
        yield boxed(counts(frame, "decisions", "Decisions in a game", "decisions"))
        yield boxed(counts(frame, "margin", "The first one's lead before the second", self.labels.unit))
        yield boxed(counts(frame, "combos", "[Combo.many] taken in a game", "[combo.many]"))
        if frame["branching"].drop_nulls().len():
            yield boxed(
                counts(
                    frame, "branching", "Options of a choice with several", "options, the average of a game"
                )
            )
        if frame["lead_changes"].drop_nulls().len():
            yield boxed(
                counts(
                    frame,
                    "lead_changes",
                    "Changes of the lead in [coin.many]",
                    "changes, by the ends of rounds",
                )
            )
            yield boxed(counts(frame, "decided", "The round from which the winner led", "round"))

    def _table(self, frame: pl.DataFrame) -> str:
        return rows_behind(frame, self.labels)


def rows_behind(frame: pl.DataFrame, labels: Labels) -> str:
    """The rows behind a figure, collapsed."""
    head = "".join(f"<th>{escape(labels.column(name))}</th>" for name in frame.columns)
    lines = []
    for row in frame.iter_rows(named=True):
        cells = "".join(f"<td>{escape(_shown(name, value))}</td>" for name, value in row.items())
        thin = " class='thin'" if row["games"] < THIN else ""
        lines.append(f"<tr{thin}>{cells}</tr>")
    body = "".join(lines)
    return f"<details><summary>The figures</summary><div class='wide'><table><tr>{head}</tr>{body}</table></div></details>"


def _about(results: Results, games: pl.DataFrame) -> str:
    head = results.head
    rows = {
        "Games": f"{games.height:,}",
        "Seats": ", ".join(head["seats"]),
        "Packs": ", ".join(
            f"{pack['id']} {pack.get('version', '')} ({pack.get('digest', '')})" for pack in head["packs"]
        ),
        "Variants": ", ".join(f"{name}={option}" for name, option in head["variants"].items()) or "none",
        "Maps": ", ".join(sorted(set(games["map"].to_list()))[:MOST_NAMED]),
        "Made by": f"ruledsl {__version__}",
    }
    lines = "".join(
        f"<tr><th>{escape(key)}</th><td style='text-align:left'>{escape(text)}</td></tr>"
        for key, text in rows.items()
    )
    wrong = ""
    if results.failed:
        named = "".join(f"<li>{escape(text)}</li>" for text in results.failed[:MOST_NAMED])
        wrong = f"<p>{len(results.failed)} games could not be played to their end and are not counted:</p><ul>{named}</ul>"
    return f"<div class='wide'><table>{lines}</table></div>{wrong}{METHOD.format(thin=THIN)}"


def boxed(html: str) -> str:
    """A figure that is not broken between two printed pages."""
    return f"<div class='figure'>{html}</div>"


def _shown(name: str, value: Any) -> str:  # noqa: ANN401 - a cell
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.1%}" if name.startswith("wins") else f"{value:.2f}"
    return str(value)


# ── compared ────────────────────────────────────────────────────────────────────
# Two versions of a pack (or two bots) on one page: what differs, with its interval, in sentences and one picture for each measure.


COMPARED_METHOD = """
<p>Both sides play games with the same seeds: {pairs:,} pairs. All intervals hold together with {confidence:.0%} confidence, whenever the games
stopped. The picture of a measure shows B less A; par is no difference.</p>
"""


def page_of_comparison(comparison: Comparison, names: tuple[str, str], verdict: str) -> str:
    """What the second side has more of, measure by measure; `verdict` is about the one that counts."""
    return framed(f"{names[1]} beside {names[0]}", _compared(comparison, names, verdict))


def _compared(comparison: Comparison, names: tuple[str, str], verdict: str) -> Iterator[str]:
    labels, meanings = Labels({}, ""), OF_BOTS if are_bots(comparison) else OF_PACKS
    sides = zip("AB", names, (comparison.first, comparison.second), strict=True)
    rows = "".join(
        f"<tr><th>{letter}</th><td style='text-align:left'>{escape(name)}</td>"
        f"<td style='text-align:left'>{escape(', '.join(f'{id_} {version} ({digest})' for id_, version, digest in side.identity))}</td>"
        f"<td style='text-align:left'>{escape(', '.join(side.plan.seats))}</td></tr>"
        for letter, name, side in sides
    )
    yield f"<div class='wide'><table>{rows}</table></div>"
    yield COMPARED_METHOD.format(pairs=comparison.pairs, confidence=comparison.confidence)
    yield f"<p><b>{escape(verdict)}</b></p>"
    for measure, difference in comparison.differences.items():
        low, high = known_ends(difference.more, comparison.more(measure)) or (None, None)
        more = difference.more.mean
        sides_are = f"A has {difference.first.mean:.3f}, B {difference.second.mean:.3f}"
        yield f"<h2>{escape(meanings[measure][0].upper() + meanings[measure][1:])}</h2><p>{sides_are}: {_told(more, low, high)}</p>"
        frame = pl.DataFrame(
            [
                {
                    "measure": measure,
                    "games": difference.more.count,
                    "more": more,
                    "more_low": low,
                    "more_high": high,
                }
            ]
        )
        yield boxed(dots(frame, "measure", "more", "B less A", 0, Axes(meanings[measure], "")))
        yield rows_behind(frame, labels)


def _told(more: float, low: float | None, high: float | None) -> str:
    """What a difference with this interval says."""
    if low is None or high is None:
        return "too few games to say more."
    interval = f"[{low:+.3f}, {high:+.3f}]"
    if low > 0 or high < 0:
        return f"B surely has {'more' if low > 0 else 'less'}, by {abs(more):.3f} {interval}."
    return f"a difference of more than {max(-low, high):.3f} is excluded, and none is shown ({more:+.3f} {interval})."


# ── verdicts ────────────────────────────────────────────────────────────────────
# The results of `balance` as one self-contained page of HTML: a picture and a table of all that was measured, with names and units.


VERDICTS_METHOD = """
<p><b>Ahead</b> is what decides the game, less what the others of the game have on average, for a seat that begins with the tile, at the end. In
each game every seat draws its first [combo] by chance, so a tile as strong as the others is ahead by 0. All intervals of a figure hold together
with {confidence:.0%} confidence, whenever the games stopped. A tile of fewer than {thin} games is pale.</p>
"""


def page_of_pack(hands: Hands, met: Sequence[str], pack: str) -> str:
    """All tiles of a pack that somebody began with, in each of the hands."""
    loaded = next(one for one in hands.rules.composition.packs if one.id == pack)
    labels = Labels.here(hands.rules.composition, "")
    title = f"How strong the tiles of {Naming().text(loaded.names, pack)} are"
    return framed(title, map(labels.said, _of_pack(hands, met)))


def page_of_tile(weighing: Weighing, hands: Hands) -> str:
    """One tile: with each number that was tried, with each partner, and in other hands."""
    composition = weighing.rules.composition
    labels = Labels.here(composition, composition.standings[0][0])
    return framed(
        f"How strong {labels.tile(weighing.tile)} is", map(labels.said, _of_tile(weighing, hands, labels))
    )


def _of_pack(hands: Hands, met: Sequence[str]) -> Iterator[str]:
    composition = hands.rules.composition
    labels = Labels.here(composition, composition.standings[0][0])
    yield VERDICTS_METHOD.format(confidence=hands.confidence, thin=THIN)
    yield f"<p><b>{escape(stand_alone(hands))}</b></p>"
    skilled = hands.hands[-1]
    combos = [
        {"combo": f"{labels.tile(one.power)} {labels.tile(one.race)}", **_ends(one.lead, one.interval)}
        for one in hands.pairs(skilled)
        if one.lead.count >= THIN
    ]
    title = f"The strongest [combo.many] in the hands of {skilled}"
    yield from _drawn(combos[:MOST_NAMED], "combo", title, labels)
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
        yield from _paired(pairs, f"[Combo.many] in the hands of {hand}", labels)
    whom = [f"<li>{escape(labels.tile(tile))}: {for_whom(hands.verdicts(tile))}</li>" for tile in met]
    yield f"<h2>For whom these verdicts hold</h2><ul>{''.join(whom)}</ul>"


def _of_tile(weighing: Weighing, hands: Hands, labels: Labels) -> Iterator[str]:
    search = weighing.search
    yield VERDICTS_METHOD.format(confidence=search.confidence, thin=THIN)
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
        yield from _drawn(partners, "tile", "Partners in the first [combo]", labels)
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
    low, high = known_ends(lead, interval) or (None, None)
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
