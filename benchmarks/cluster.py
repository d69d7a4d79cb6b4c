"""`python -m benchmarks.cluster`: what playing on a cluster of Dask costs, on one machine: a scheduler and some workers on loopback.

Per game: processor time of the workers, which play, and of the scheduler and the client, which is what the cluster adds; games a second beside those
of one process that plays alone. Processor time says the same on a machine that is busy with other things, games a second do not.

The lines must be those of that process, also with `--lose`, when a worker is killed on the way; then the figures are those of the others.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import distributed
import psutil

from ruledsl.lab.bulk import Plan, lines_of
from ruledsl.lab.bulk.cluster import cluster_at, lines_of_cluster
from ruledsl.lab.bulk.workers import Line
from ruledsl.play.rules import load

PATIENCE = 60
"""Seconds for the cluster to come up."""


@click.command()
@click.option("--on", default="smallworld", show_default=True, help="The pack.")
@click.option("--seats", default="random,random,random", show_default=True)
@click.option("--games", default=3000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", "crews", default=[1, 2], show_default=True, multiple=True)
@click.option("--lose", is_flag=True, help="Kill a worker after a quarter of the games.")
def main(on: str, seats: str, games: int, seed: int, crews: tuple[int, ...], *, lose: bool) -> None:
    """Alone, then with so many workers."""
    plan = Plan((on,), (), tuple(seats.split(",")), seed)
    rules = load(on)
    rules.backend.program()
    began, used = time.perf_counter(), time.process_time()
    alone = [line.text for line in lines_of(rules, plan, range(games), 1)]
    used, took = time.process_time() - used, time.perf_counter() - began
    print(f"alone: {games / took:,.1f} games/s; {1000 * used / games:.3f} ms a game")
    for workers in crews:
        with cluster(workers) as (address, scheduler, players):
            warm = Plan((on,), (), plan.seats, seed + 1)
            list(
                lines_of_cluster(cluster_at(address), rules, warm, range(max(games // 5, 8 * workers)), print)
            )
            client = cluster_at(address)
            *others, last = players
            everybody = [others if lose else players, [scheduler], [psutil.Process()]]
            before = [processor_time(part) for part in everybody]
            began = time.perf_counter()
            played = lines_of_cluster(client, rules, plan, range(games), print)
            lines = list(_losing(played, games // 4, last) if lose else (line.text for line in played))
            took = time.perf_counter() - began
            costs = [
                1000 * (processor_time(part) - b) / games for part, b in zip(everybody, before, strict=True)
            ]
            memory = [max(one.memory_info().rss for one in part) >> 20 for part in everybody[:2]]
        if lines != alone:
            raise SystemExit("the cluster plays other games")
        print(
            f"{workers} of a cluster: {games / took:,.1f} games/s; "
            f"workers {costs[0]:.3f}, scheduler {costs[1]:.3f}, client {costs[2]:.3f} ms a game; "
            f"{memory[0]} MB a worker, {memory[1]} MB the scheduler; the same lines"
        )


def _losing(lines: Iterable[Line], after: int, worker: psutil.Process) -> Iterator[str]:
    """The texts of lines; after so many of them, a worker is killed."""
    for number, line in enumerate(lines):
        if number == after:
            worker.kill()
            worker.wait()
        yield line.text


def processor_time(processes: list[psutil.Process]) -> float:
    """Of all of them, in seconds."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, psutil.Process, list[psutil.Process]]]:
    """The address of a scheduler, its process, and those of so many workers with one thread each."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        local = ("--scheduler-file", file, "--no-dashboard")
        started = [_started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", *local)]
        alone = ("--nthreads", "1", "--no-nanny", "--local-directory", folder, "--memory-limit", "0")
        started += [_started("dask_worker", *local, *alone) for _ in range(workers)]
        try:
            client = distributed.Client(scheduler_file=str(file), timeout=PATIENCE, set_as_default=False)
            client.wait_for_workers(workers, timeout=PATIENCE)
            address = client.scheduler.address
            client.close()
            scheduler, *players = [psutil.Process(process.pid) for process in started]
            yield address, scheduler, players
        finally:
            for process in started:
                process.kill()
                process.wait()


def _started(name: str, *words: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{name}", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own command


if __name__ == "__main__":
    main()
