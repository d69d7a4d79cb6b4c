"""`simulate --scheduler`: the same rows from a cluster of Dask, also when one of its workers is killed."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from unittest.mock import Mock

import pytest

from ruledsl.lab.bulk import Died, Plan
from ruledsl.lab.bulk import cluster as cluster_of_dask
from ruledsl.rules.packs.folders.find import official_folder

distributed = pytest.importorskip("distributed")

WORDS = ("smallworld", "--seats", "random,random", "--seed", "5")


def started(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def scheduler_in(folder):
    """A scheduler without workers: its process and its address."""
    file = folder / "scheduler.json"
    words = ("--port", "0", "--no-dashboard", "--scheduler-file", file, "--host", "127.0.0.1")
    process = started("dask_scheduler", *words)
    client = distributed.Client(scheduler_file=str(file), timeout=60, set_as_default=False)
    address = client.scheduler.address
    client.close()
    return process, address


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and two workers, each a process of its own with one thread."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    process, address = scheduler_in(folder)
    processes = [process]
    processes += [
        started(
            *("dask_worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--local-directory", folder, "--memory-limit", "0"),
        )
        for _ in range(2)
    ]
    client = distributed.Client(scheduler_file=str(file), timeout=60, set_as_default=False)
    client.wait_for_workers(2, timeout=60)
    client.close()
    yield address, processes
    for process in processes:
        process.kill()
        process.wait()


def test_nobody_is_there(refused, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster_of_dask, "PATIENCE", 1)
    said = refused("simulate", *WORDS, "--scheduler", "tcp://127.0.0.1:1", "-o", tmp_path / "games.jsonl")
    assert "There is no scheduler at `tcp://127.0.0.1:1`" in said
    assert not (tmp_path / "games.jsonl").exists()


@pytest.mark.parametrize(
    ("greeting", "said"),
    [(b"", "nothing came within 1 seconds"), (b"SSH-2.0-Nobody\r\n" * 9, "does not speak as Dask does")],
)
def test_somebody_else_is_there(refused, monkeypatch, tmp_path, greeting, said):
    """A port where somebody listens who is no scheduler."""
    monkeypatch.setattr(cluster_of_dask, "PATIENCE", 1)
    kept, file = [], tmp_path / "games.jsonl"

    def greet():
        kept.append(server.accept()[0])
        kept[0].sendall(greeting)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=greet, daemon=True).start()
        place = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert said in refused("simulate", *WORDS, "--scheduler", place, "-o", file)
    kept[0].close()
    assert not file.exists()


def test_a_cluster_without_workers(run, monkeypatch, tmp_path):
    """It is said while one is waited for, and it comes to an end."""
    monkeypatch.setattr(cluster_of_dask, "NO_WORKER", 0)
    monkeypatch.setattr(cluster_of_dask, "LOOK", 0.1)
    process, address = scheduler_in(tmp_path)
    words = ("simulate", *WORDS, "--games", "5", "-o")
    run(*words, tmp_path / "whole.jsonl", "--workers", "1")
    try:
        nothing = run(*words, tmp_path / "whole.jsonl", "--resume", "--scheduler", address)
        result = run(*words, tmp_path / "games.jsonl", "--scheduler", address)
    finally:
        process.kill()
        process.wait()
    assert nothing.err == f"5 games in {tmp_path / 'whole.jsonl'}.\n"
    waiting, given_up = result.err.splitlines()
    assert "The cluster has no worker; waiting for one" in waiting
    assert "The cluster had no worker for" in given_up
    assert "0 of 5 games are in" in given_up
    assert result.code == 1


def test_games_that_are_played_may_take_long_to_come():
    """The scheduler knows that a piece is done, and it takes longer than a look to fetch it."""
    task, client = Mock(status="finished"), Mock()
    task.result.side_effect = [TimeoutError, TimeoutError, ["a line"]]
    client.sync.return_value = {"a worker": 1}
    assert cluster_of_dask._result(task, client, print) == ["a line"]


@pytest.mark.parametrize(
    ("pack", "said"),
    [("/nowhere/millers", "has no pack `/nowhere/millers`"), ("smallworld", "has other packs")],
)
def test_a_worker_with_other_packs(pack, said):
    plan = Plan((pack,), (), ("random", "random"), 5)
    with pytest.raises(Died, match=said):
        cluster_of_dask._piece((plan, (), range(1)))


def test_a_pack_in_a_folder_is_found_by_workers_elsewhere(cluster, tmp_path):
    address, _ = cluster
    shutil.copytree(official_folder() / "blank-tiles", tmp_path / "mine")
    command = [sys.executable, "-m", "ruledsl.cli", "simulate", "./mine", "--seats", "random,random"]
    command += ["--games", "3", "--scheduler", address]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.count("\n") == 1 + 3


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
    assert said.count("\n") == 1
    assert file.read_text().endswith("\n")
