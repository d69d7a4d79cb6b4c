"""`simulate --scheduler`: the same rows from a cluster of Dask, also when one of its workers is killed."""

import os
import signal
import subprocess
import sys
import time

import pytest

distributed = pytest.importorskip("distributed")

WORDS = ("smallworld", "--seats", "random,random", "--seed", "5")


def started(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and three workers, each a process of its own with one thread."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    processes = [
        started(
            "dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file, "--host", "127.0.0.1"
        )
    ]
    processes += [
        started(
            *("dask_worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--local-directory", folder, "--memory-limit", "0"),
        )
        for _ in range(3)
    ]
    client = distributed.Client(scheduler_file=str(file), timeout=60, set_as_default=False)
    client.wait_for_workers(3, timeout=60)
    address = client.scheduler.address
    client.close()
    yield address, processes
    for process in processes:
        process.kill()
        process.wait()


def test_nobody_is_there(refused, tmp_path):
    said = refused("simulate", *WORDS, "--scheduler", "tcp://127.0.0.1:1", "-o", tmp_path / "games.jsonl")
    assert "There is no scheduler at `tcp://127.0.0.1:1`" in said
    assert not (tmp_path / "games.jsonl").exists()


def test_workers_are_of_this_machine(refused):
    assert "`--workers` is for" in refused("simulate", *WORDS, "--scheduler", "x", "--workers", "2")


def test_the_rows_are_the_same_when_a_worker_is_killed_on_the_way(run, cluster, tmp_path):
    address, processes = cluster
    alone = run("simulate", *WORDS, "--games", "600", "--workers", "1").out
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "ruledsl.cli", "simulate", *WORDS, "--games", "600"]
    with subprocess.Popen([*command, "--scheduler", address, "-o", file], stderr=subprocess.PIPE) as playing:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (file.exists() and file.stat().st_size):
            time.sleep(0.02)
        os.kill(processes[1].pid, signal.SIGKILL)
        assert b"600 games" in playing.communicate(timeout=120)[1]
    assert playing.returncode == 0
    assert file.read_text() == alone


def test_a_scheduler_that_goes_away(cluster, tmp_path):
    """What came is kept, each game on a whole line; `--resume` plays the rest, here or there."""
    address, processes = cluster
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "ruledsl.cli", "simulate", *WORDS, "--games", "3000", "-o", file]
    with subprocess.Popen([*command, "--scheduler", address], stderr=subprocess.PIPE) as playing:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (file.exists() and file.stat().st_size):
            time.sleep(0.02)
        os.kill(processes[0].pid, signal.SIGKILL)
        said = playing.communicate(timeout=120)[1].decode()
    assert playing.returncode == 1
    assert "The cluster does not go on" in said
    assert "each on a whole line" in said
    assert file.read_text().endswith("\n")
