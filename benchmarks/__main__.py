"""`python -m benchmarks`: all measures as a table, and as JSON with `-o FILE`."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from itertools import chain
from pathlib import Path

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.measures import Measure, all_measures
from benchmarks.natively import natively
from benchmarks.ratios import ratios
from benchmarks.starting import starting
from benchmarks.yardstick import units_per_second

WIDTH = 110
"""Columns of the table when it does not go to a terminal."""


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often everything is measured.")
@click.option("--seconds", default=0.6, show_default=True, help="How long a round of games takes.")
@click.option("--units", type=float, help="What a yardstick says of this machine; ours is used otherwise.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write all figures as JSON.")
def main(rounds: int, seconds: float, units: float | None, output: Path | None) -> None:
    """Measure how fast games are played, packs are loaded and commands start."""
    os.environ["RULEDSL_CACHE"] = "off"
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    before = units or units_per_second()
    found = []
    with console.status("measuring") as status:
        for measure in chain(
            natively(rounds, seconds), all_measures(rounds, seconds), ratios(rounds), starting(rounds)
        ):
            found.append(measure)
            status.update(f"measured: {measure.name}")
    after = units or units_per_second()
    yardstick = (before + after) / 2
    console.print(table_of(found, yardstick))
    spread = "" if units else f", {before:,.0f} before and {after:,.0f} after"
    console.print(f"yardstick: {yardstick:,.0f} units/s{spread}; Python {platform.python_version()}")
    if output is not None:
        output.write_text(json.dumps(_data(found, yardstick), indent=1) + "\n")


def _in_units(measure: Measure, yardstick: float) -> tuple[float, str]:
    """What does not depend on the machine: rates by units per second (`/u`), times in units (`u`); a ratio is one already."""
    median = statistics.median(measure.figures)
    if measure.unit == "×":
        return median, ""
    if measure.per_unit:
        return statistics.median(measure.per_unit), "/u"
    if measure.is_rate:
        return median / yardstick, "/u"
    return median * (1e-6 if measure.unit == "µs" else 1e-3) * yardstick, "u"


def table_of(found: list[Measure], yardstick: float) -> Table:
    """The figures as a table, for a console."""
    table = Table(title="median, and least to most of all rounds", box=SIMPLE)
    table.add_column("measure", no_wrap=True)
    for column in ("median", "least", "most"):
        table.add_column(column, justify="right", no_wrap=True, min_width=9)
    table.add_column("unit", no_wrap=True)
    table.add_column("in units", justify="right", no_wrap=True)
    for measure in found:
        figures = (statistics.median(measure.figures), min(measure.figures), max(measure.figures))
        found_here, unit = _in_units(measure, yardstick)
        ratio = f"{found_here:,.5f}/u" if unit == "/u" else f"{found_here:,.3f}{unit:2}" if unit else ""
        digits = 2 if measure.unit == "×" else 1
        table.add_row(measure.name, *(f"{figure:,.{digits}f}" for figure in figures), measure.unit, ratio)
    return table


def _data(found: list[Measure], yardstick: float) -> dict[str, object]:
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "units_per_second": yardstick,
        "measures": [
            {
                "name": m.name,
                "unit": m.unit,
                "median": statistics.median(m.figures),
                "figures": m.figures,
                "in_units": _in_units(m, yardstick)[0],
                "per_unit": list(m.per_unit),
            }
            for m in found
        ],
    }


if __name__ == "__main__":
    main()
