"""`python -m benchmarks.observing`: the pace of steps at many tables that observe everything, compared with the same steps without.

First of steps of the batch alone, one choice at each table; then of an environment's steps, in which a bot plays the other seats.
Options are drawn by chance, outside of what is measured. Of several rounds the fastest counts, since other work can only slow them down.
"""

from __future__ import annotations

import time

import click
import numpy as np

from ruledsl.rl import Tables

TABLES = 64
WARM = 100
"""Steps before those that are measured: games are in all stages then."""
SEATS = {"one choice at each table": None, "until the learner is asked again": "random"}
"""Who has the other seats."""


def took(tables: Tables, steps: int, chance: np.random.Generator) -> tuple[float, float]:
    """Microseconds of processor time a step: of observing, and of the step itself."""
    seen, observing, stepping = tables.buffers(), 0.0, 0.0
    for _ in range(steps):
        counts = np.minimum(np.asarray(tables.batch.counts), tables.most_options)
        chosen = (chance.random(len(counts)) * counts).astype(np.int32)
        began = time.process_time()
        tables.observe(out=seen)
        between = time.process_time()
        if tables.opponents is None:
            tables.batch.step(chosen.data)
        else:
            tables.step(chosen)
        observing += between - began
        stepping += time.process_time() - between
    return observing / steps / TABLES * 1e6, stepping / steps / TABLES * 1e6


@click.command()
@click.option("--on", "packs", multiple=True, default=["smallworld", "underground", "warcraft"])
@click.option("--steps", default=400, show_default=True)
@click.option("--rounds", default=5, show_default=True)
def main(packs: tuple[str, ...], steps: int, rounds: int) -> None:
    """Measure, and say it in two lines for each pack."""
    for pack in packs:
        for what, others in SEATS.items():
            tables, chance = Tables(pack, tables=TABLES, seed=1, opponents=others), np.random.default_rng(1)
            took(tables, WARM, chance)
            found = [took(tables, steps, chance) for _ in range(rounds)]
            observing, stepping = (min(column) for column in zip(*found, strict=True))
            both = observing + stepping
            figures = f"{stepping:.1f} µs without, {both:.1f} with, pace {stepping / both:.2f}"
            print(f"{pack}, {what}: {figures}", flush=True)


if __name__ == "__main__":
    main()
