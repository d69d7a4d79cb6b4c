"""The figures of a report, drawn by plotly. Each is a piece of HTML; the page contains the library once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from ruledsl.study.tables import THIN

if TYPE_CHECKING:
    import polars as pl

LINE = 22
"""The height of a row in points."""
INK, FAINT, GROUND = "#1f4e79", "#a9b8c6", "#e5e9ee"
SIGNS = {"responsive": True, "displaylogo": False, "displayModeBar": False}


def library() -> str:
    """The JavaScript program that draws the figures."""
    return str(get_plotlyjs())


def dots(frame: pl.DataFrame, name: str, what: str, title: str, par: float) -> str:
    """A dot with its interval for each row, the first on top; a line marks par. Rows with little data are pale."""
    rows = frame.to_dicts()[::-1]
    figure = go.Figure()
    for thin, colour in ((False, INK), (True, FAINT)):
        some = [row for row in rows if (row["games"] < THIN) is thin]
        low = [_length(row[what], row[f"{what}_low"]) for row in some]
        high = [_length(row[f"{what}_high"], row[what]) for row in some]
        figure.add_trace(
            go.Scatter(
                x=[row[what] for row in some],
                y=[str(row[name]) for row in some],
                mode="markers",
                marker={"color": colour, "size": 8},
                error_x={"type": "data", "array": high, "arrayminus": low, "color": colour, "width": 0},
                customdata=[[row["games"]] for row in some],
                hovertemplate="%{y}: %{x:.3f}, %{customdata[0]} games<extra></extra>",
                showlegend=False,
            )
        )
    figure.add_vline(par, line={"color": "#888", "dash": "dot"})
    figure.update_yaxes(
        type="category",
        categoryorder="array",
        categoryarray=[str(row[name]) for row in rows],
        automargin=True,
    )
    if what == "wins":
        figure.update_xaxes(tickformat=".0%")
    return _html(figure, title, LINE * len(rows) + 90)


def _length(high: float | None, low: float | None) -> float:
    return 0.0 if high is None or low is None else high - low


def grid(frame: pl.DataFrame, across: str, down: str, title: str) -> str:
    """A square for each pair, coloured by its lead, with its number of games. Pairs with little data stay empty."""
    rows = frame.to_dicts()
    columns = sorted({row[across] for row in rows})
    lines = sorted({row[down] for row in rows}, reverse=True)
    cells = {(row[down], row[across]): row for row in rows}
    table = [[cells.get((line, column)) for column in columns] for line in lines]
    ahead = [[row["ahead"] if row and row["games"] >= THIN else None for row in line] for line in table]
    games = [[row["games"] if row else 0 for row in line] for line in table]
    figure = go.Figure(
        go.Heatmap(
            z=ahead,
            x=columns,
            y=lines,
            customdata=games,
            colorscale="RdBu",
            zmid=0,
            hovertemplate="%{y} %{x}: %{z:.1f}, %{customdata} games<extra></extra>",
        )
    )
    figure.update_xaxes(tickangle=-60, automargin=True)
    figure.update_yaxes(automargin=True)
    return _html(figure, title, LINE * len(lines) + 180)


def counts(frame: pl.DataFrame, what: str, title: str) -> str:
    """The frequency of each number."""
    figure = go.Figure(go.Histogram(x=frame[what].to_list(), marker={"color": INK}))
    return _html(figure, title, 260)


def _html(figure: go.Figure, title: str, height: int) -> str:
    figure.update_layout(
        title={"text": title, "font": {"size": 15}},
        height=height,
        margin={"l": 10, "r": 10, "t": 40, "b": 30},
        paper_bgcolor="white",
        plot_bgcolor="white",
        font={"family": "system-ui, sans-serif", "size": 12},
    )
    figure.update_xaxes(gridcolor=GROUND, zeroline=False, fixedrange=True)
    figure.update_yaxes(gridcolor=GROUND, fixedrange=True)
    return str(figure.to_html(full_html=False, include_plotlyjs=False, config=SIGNS))
