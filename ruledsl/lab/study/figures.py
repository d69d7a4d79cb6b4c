"""The figures of a report, drawn by plotly. Each is a piece of HTML; the page contains the library once."""

from __future__ import annotations

from statistics import fmean, pstdev
from typing import NamedTuple

import plotly.graph_objects as go
import polars as pl
from plotly.offline import get_plotlyjs

from ruledsl.lab.study.tables import THIN

LINE = 22
"""The height of a row in points."""
INK, FAINT, GROUND = "#1f4e79", "#a9b8c6", "#e5e9ee"
SIGNS = {"responsive": True, "displaylogo": False, "displayModeBar": False}


class Axes(NamedTuple):
    """What the numbers of a figure are, and what its rows are."""

    across: str
    down: str


def library() -> str:
    """The JavaScript program that draws the figures."""
    return str(get_plotlyjs())


def dots(frame: pl.DataFrame, name: str, what: str, title: str, par: float | None, axes: Axes) -> str:
    """A dot with its interval for each row, the first on top; a line marks par, if there is one. Rows with little data are pale."""
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
    if par is not None:
        figure.add_vline(par, line={"color": "#888", "dash": "dot"}, annotation_text="par")
    figure.update_xaxes(title_text=axes.across)
    figure.update_yaxes(
        type="category",
        categoryorder="array",
        categoryarray=[str(row[name]) for row in rows],
        automargin=True,
        title_text=axes.down,
    )
    if what.startswith("wins"):
        figure.update_xaxes(tickformat=".0%")
    return _html(figure, title, LINE * len(rows) + 90)


def _length(high: float | None, low: float | None) -> float:
    return 0.0 if high is None or low is None else high - low


def grid(frame: pl.DataFrame, across: str, down: str, title: str, unit: str) -> str:
    """A square for each pair, coloured by its lead, with its number of games. Pairs with little data stay empty. The colours have the unit."""
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
            colorbar={"title": {"text": unit, "side": "right"}},
            hovertemplate="%{y} %{x}: %{z:.1f}, %{customdata} games<extra></extra>",
        )
    )
    figure.update_xaxes(tickangle=-60, automargin=True, title_text=across)
    figure.update_yaxes(automargin=True, title_text=down)
    return _html(figure, title, LINE * len(lines) + 180)


def averages(frame: pl.DataFrame, name: str, title: str, columns: dict[str, str]) -> str:
    """A square for each row and column, coloured by its distance from the mean of the column, in standard deviations; it shows the number.

    `columns` are those to show, with their titles. Rows with little data are left out.
    """
    rows = sorted(frame.filter(pl.col("games") >= THIN).to_dicts(), key=lambda row: str(row[name]))[::-1]
    shown = {}
    for column in columns:
        numbers = [row[column] for row in rows]
        spread = pstdev(numbers) if rows else 0.0
        shown[column] = [(number - fmean(numbers)) / spread if spread else 0.0 for number in numbers]
    figure = go.Figure(
        go.Heatmap(
            z=[[shown[column][place] for column in columns] for place in range(len(rows))],
            x=list(columns.values()),
            y=[str(row[name]) for row in rows],
            text=[[f"{row[column]:.1f}" for column in columns] for row in rows],
            texttemplate="%{text}",
            colorscale="RdBu",
            zmid=0,
            showscale=False,
            hovertemplate="%{y}, %{x}: %{text}<extra></extra>",
        )
    )
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True, title_text=name)
    return _html(figure, title, LINE * len(rows) + 120)


def courses(frame: pl.DataFrame, lines: dict[str, str], title: str, unit: str) -> str:
    """A line for each column, by round."""
    figure = go.Figure()
    for column, label in lines.items():
        figure.add_trace(
            go.Scatter(
                x=frame["round"].to_list(), y=frame[column].to_list(), name=label, mode="lines+markers"
            )
        )
    figure.update_xaxes(title_text="round", dtick=1)
    figure.update_yaxes(title_text=unit, rangemode="tozero", automargin=True)
    return _html(figure, title, 300)


def counts(frame: pl.DataFrame, what: str, title: str, unit: str) -> str:
    """The number of games with each value, or with values near it."""
    numbers = [number for number in frame[what].to_list() if number is not None]
    figure = go.Figure(go.Histogram(x=numbers, marker={"color": INK}))
    figure.update_xaxes(title_text=unit)
    figure.update_yaxes(title_text="games")
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
