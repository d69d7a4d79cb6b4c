"""`python -m benchmarks.observing`: the pace of steps at many tables that observe everything, compared with steps of their batch alone.

With `--threads 2` it says instead how many times as fast the steps of a vector environment are in so many threads, by the clock.

Options are drawn by chance, outside of what is measured. Of several rounds the fastest counts, since other work can only slow them down.
"""

from __future__ import annotations

import time

import click
import numpy as np

from ruledsl.play.rules import load
from ruledsl.rl import Tables, Vector

TABLES = 64
WARM = 100
"""Steps before those that are measured: games are in all stages then."""


def took(tables: Tables, steps: int, chance: np.random.Generator) -> tuple[float, float]:
    """Microseconds of processor time a step: of observing, and of the step itself."""
    seen, observing, stepping = tables.buffers(), 0.0, 0.0
    for _ in range(steps):
        counts = np.minimum(np.asarray(tables.batch.counts), tables.most_options)
        chosen = (chance.random(len(counts)) * counts).astype(np.int32)
        began = time.process_time()
        tables.observe(out=seen)
        between = time.process_time()
        tables.batch.step(chosen.data)
        observing += between - began
        stepping += time.process_time() - between
    return observing / steps / TABLES * 1e6, stepping / steps / TABLES * 1e6


def clocked(vector: Vector, steps: int) -> float:
    """Microseconds a step, by the clock. All take the last option or none, in turn."""
    began = time.perf_counter()
    for step in range(steps):
        vector.step(np.full(vector.num_envs, -(step % 2)))
    return (time.perf_counter() - began) / steps / vector.num_envs * 1e6


def compared(pack: str, tables: int, steps: int, rounds: int, threads: int) -> str:
    """Both in turn, so that what else the machine does meets both alike; of many short rounds the fastest."""
    rules = load(pack)
    vectors = [
        Vector(num_envs=tables, opponents=None, threads=count, copy=False, rules=rules)
        for count in (1, threads)
    ]
    found: list[list[float]] = [[], []]
    for vector in vectors:
        vector.reset(seed=1)
        clocked(vector, WARM)
    for _ in range(rounds):
        for vector, times in zip(vectors, found, strict=True):
            times.append(clocked(vector, steps))
    one, many = (min(times) for times in found)
    return f"{tables} tables: {one:.1f} µs in one thread, {many:.1f} in {threads}, {one / many:.2f} times as fast"


@click.command()
@click.option("--on", "packs", multiple=True, default=["smallworld", "underground", "warcraft"])
@click.option("--steps", default=400, show_default=True)
@click.option("--rounds", default=5, show_default=True)
@click.option("--threads", default=1, show_default=True)
@click.option("--tables", default=TABLES, show_default=True, help="With threads.")
def main(packs: tuple[str, ...], steps: int, rounds: int, threads: int, tables: int) -> None:
    """Measure, and say it in a line for each pack."""
    for pack in packs:
        if threads > 1:
            print(f"{pack}, {compared(pack, tables, steps, rounds, threads)}", flush=True)
            continue
        tables, chance = Tables(pack, tables=TABLES, seed=1), np.random.default_rng(1)
        took(tables, WARM, chance)
        found = [took(tables, steps, chance) for _ in range(rounds)]
        observing, stepping = (min(column) for column in zip(*found, strict=True))
        both = observing + stepping
        print(f"{pack}: {stepping:.1f} µs without, {both:.1f} with, pace {stepping / both:.2f}", flush=True)


if __name__ == "__main__":
    main()
