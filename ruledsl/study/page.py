"""A study as one self-contained page of HTML: figures, tables and methods."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ruledsl.study.figures import counts, dots, grid, library
from ruledsl.study.scale import MOST
from ruledsl.study.tables import THIN
from ruledsl.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ruledsl.study.results import Results
    from ruledsl.study.tables import Tables

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
<p>Every interval is one of 95 % by itself: of twenty, one can be expected to miss the truth, so that the first and the last of a long list look more
extreme than they are. <b>Ahead</b> is what decides the game, less what the others of the game have on average, with the usual interval of a
mean from the spread between games. <b>Wins</b> are parted among those who are first together; the interval is Wilson's. Tiles are judged by the
games in which somebody <em>began</em> with them. Groups of fewer than {thin} games are pale, or left empty.</p>
<p>What a figure says is about these bots. Those that take anything draw their combos by chance, so that a difference between tiles is caused by the
tiles; bots that choose may take a tile when they do well anyway.</p>
"""

SCALE = """
<p>Who is ranked before whom in a game, of those who began with different combos, fitted by the model of Bradley and Terry (1952): <b>strength</b> is
on the scale of log odds, 0 for the average combo, and <b>beats</b> is the chance against such a one. Combos of which little is known are drawn
towards 0. Of more than {most} combos, the scale has those of the most games.</p>
"""


def page_of(results: Results, tables: Tables) -> str:
    """The page, as text."""
    parts = "\n".join(_parts(results, tables))
    title = escape("Games of " + " + ".join(pack["id"] for pack in results.head["packs"]))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{STYLE}</style>\n'
        f"<script>{library()}</script></head>\n<body><h1>{title}</h1>\n{parts}\n</body></html>\n"
    )


def _parts(results: Results, tables: Tables) -> Iterator[str]:
    yield _about(results)
    par = 1 / results.players
    ahead = f"ahead ({results.decides})"
    for name, key, title in (
        ("bots", "bot", "Bots"),
        ("races", "race", "Races"),
        ("powers", "power", "Powers"),
    ):
        if name in tables:
            yield f"<h2>{title}</h2>"
            yield _figure(dots(tables[name], key, "ahead", f"{title}: {ahead}", 0))
            yield _figure(dots(tables[name], key, "wins", f"{title}: games won", par))
            yield _table(tables[name])
    if "combos" in tables:
        yield "<h2>Races with powers</h2>"
        combos = tables["combos"]
        if combos["race"].n_unique() * combos["power"].n_unique() <= MOST_SQUARES:
            yield _figure(grid(combos, "power", "race", f"First combos: {ahead}"))
        yield _table(combos)
    yield from _rivals(tables, ahead)
    if "strengths" in tables:
        yield "<h2>All combos on one scale</h2>"
        yield SCALE.format(most=MOST)
        yield _table(tables["strengths"])
    yield from _measured(tables, par)
    if "seats" in tables:
        yield "<h2>Seats</h2><p>Seats are numbered from 0, which begins.</p>"
        yield _figure(dots(tables["seats"].sort("seat"), "seat", "ahead", f"Seats: {ahead}", 0))
        yield _table(tables["seats"].sort("seat"))
    if "kept" in tables:
        yield "<h2>How long the first combo was kept</h2>"
        yield (
            "<p>Rounds from the first combo to the second, or to the end. A combo that does well may be kept for that: only for bots that decline "
            "by chance is this what keeping it causes.</p>"
        )
        yield _figure(dots(tables["kept"].sort("kept"), "kept", "ahead", f"Rounds kept: {ahead}", 0))
        yield _table(tables["kept"].sort("kept"))
    if "games" in tables:
        yield "<h2>Games</h2>"
        yield _figure(counts(tables["games"], "decisions", "Decisions in a game"))
        yield _figure(
            counts(tables["games"], "margin", f"The first one's lead ({results.decides}) before the second")
        )
        yield _figure(counts(tables["games"], "combos", "Combos taken in a game"))


def _rivals(tables: Tables, ahead: str) -> Iterator[str]:
    """First races by those that others began with."""
    if "rivals" in tables:
        yield "<h2>Races against rivals</h2>"
        yield f"<p>First races (down) in games in which somebody else began with another one (across): {ahead}.</p>"
        yield _figure(grid(tables["rivals"], "rival", "race", f"Races against rivals: {ahead}"))
        yield _table(tables["rivals"])


def _measured(tables: Tables, par: float) -> Iterator[str]:
    """The measures that packs declare for combos: against their lead, and by tile."""
    measures = [name.removeprefix("by_") for name in tables if name.startswith("by_")]
    if measures:
        yield "<h2>What combos came to</h2>"
        yield "<p>First combos, by what the packs measure of them: what was paid for them, and what became of them.</p>"
    for measure in measures:
        table = tables[f"by_{measure}"].sort(measure)
        common = table.filter(table["games"] >= THIN)
        if 1 < common.height <= MOST_NAMED:
            yield _figure(dots(common, measure, "wins", f"Games won by {measure}", par))
        yield _table(table)
    for kind in ("race", "power"):
        if f"{kind}_measures" in tables:
            yield f"<h3>On average, by {kind}</h3>"
            yield _table(tables[f"{kind}_measures"])


def _about(results: Results) -> str:
    head = results.head
    rows = {
        "Games": f"{len(results.games):,}",
        "Seats": ", ".join(head["seats"]),
        "Packs": ", ".join(
            f"{pack['id']} {pack.get('version', '')} ({pack.get('digest', '')})" for pack in head["packs"]
        ),
        "Variants": ", ".join(f"{name}={option}" for name, option in head["variants"].items()) or "none",
        "Maps": ", ".join(sorted({row["map"] for row in results.games})[:MOST_NAMED]),
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


def _figure(html: str) -> str:
    return f"<div class='figure'>{html}</div>"


def _table(frame: pl.DataFrame) -> str:
    """The rows behind a figure, collapsed."""
    head = "".join(f"<th>{escape(name)}</th>" for name in frame.columns)
    lines = []
    for row in frame.iter_rows(named=True):
        cells = "".join(f"<td>{escape(_shown(name, value))}</td>" for name, value in row.items())
        thin = " class='thin'" if row["games"] < THIN else ""
        lines.append(f"<tr{thin}>{cells}</tr>")
    body = "".join(lines)
    return f"<details><summary>The figures</summary><div class='wide'><table><tr>{head}</tr>{body}</table></div></details>"


def _shown(name: str, value: Any) -> str:  # noqa: ANN401 - a cell
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.1%}" if name.startswith("wins") else f"{value:.2f}"
    return str(value)
