"""Native games in several threads: each has machines of its own, nothing holds Python's lock, and the same comes of it as in one thread."""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from native_games import native

from ruledsl.lab.bulk.outcome import outcome
from ruledsl.lab.bulk.playing import Plan

GAMES = range(8)


@pytest.fixture
def rules():
    return native("smallworld")[0]


def in_threads(count, work, given):
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, given))


def test_two_threads_give_the_rows_of_one(rules):
    plan = Plan(("smallworld",), (), ("random",) * 3, 7)

    def row(number):
        return outcome(rules, plan, number)

    rows = in_threads(2, row, GAMES)
    assert rows == [row(number) for number in GAMES]
    assert all("error" not in row for row in rows)


def test_each_thread_has_a_machine_of_its_own(rules):
    board, meet = rules.board("small_world_3p"), threading.Barrier(2)

    def machine(_):
        games = rules.backend.games(board)
        meet.wait(10)
        return id(games.machine)

    assert len(set(in_threads(2, machine, range(2)))) == 2


def test_while_games_are_played_python_goes_on(rules):
    """With so long an interval nobody gets the lock unless the one who has it lets it go: here that sleeps, there it calls."""
    board, seen = rules.board("small_world_3p"), []
    begun, interval = threading.Event(), sys.getswitchinterval()

    def play():
        games = rules.backend.games(board)
        begun.set()
        for seed in range(40):
            games.begin(board, seed, (1, 2, 3))
            seen.append("begins")
            games.finish()
            seen.append("over")

    thread = threading.Thread(target=play)
    sys.setswitchinterval(5)
    try:
        thread.start()
        begun.wait()
        while thread.is_alive():
            seen.append("here")
            time.sleep(1e-5)
    finally:
        sys.setswitchinterval(interval)
    first, last = seen.index("begins"), len(seen) - 1 - seen[::-1].index("over")
    assert "here" in seen[first:last]


def test_driven_games_of_several_threads(rules):
    """Some are begun in one thread and go on in another one, while the first one drives others."""

    def played(games):
        for _ in range(12):
            for game in games:
                game.choose(0)

    begun = [[rules.new_game(3, 10 * place + seed) for seed in range(3)] for place in range(2)]
    alone = [[rules.new_game(3, 10 * place + seed) for seed in range(3)] for place in range(2)]
    for games in (*begun, *alone):
        played(games)
    in_threads(2, played, begun)
    for games in (*begun, *alone, *alone):
        played(games)
    told = [[(game.hash, game.standings) for game in games] for games in begun]
    assert told == [[(game.hash, game.standings) for game in games] for games in alone]


def test_batches_in_two_threads(rules):
    def scores(seed):
        batch, found = rules.batch(8, 2, seed), []
        for _ in range(300):
            batch.step([count // 2 for count in batch.counts])
            found.append((bytes(batch.done), list(batch.scores), list(batch.counts)))
        return found

    assert in_threads(2, scores, (1, 50)) == [scores(1), scores(50)]
