"""What takes long is done elsewhere, in turns, so that nobody waits for what somebody else asks again and again."""

import asyncio
from typing import ClassVar

import pytest

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import Limits
from ruledsl.table.server.work.queue import WorkQueue

HEAD = "id: hostile\nversion: 0.1.0\nlanguage: 1\nname: Hostile\nrequires: {smallworld: '>=0.1'}\n"
MAP = (
    "maps: {m: {name: M, players: [2], rounds: 9, regions: {1: {terrain: hill, entry: true, borders: []}}}}\n"
)
TABLE = {"packs": ["hostile"], "players": 2, "seats": [{"who": "mine"}, {"who": "open"}]}


class Slow:
    """What is asked, and answers when it is told to."""

    made: ClassVar[list] = []

    def __init__(self, *_arguments):
        self.asked, self.may, self.ended = [], asyncio.Semaphore(0), 0
        Slow.made.append(self)

    async def ask(self, question):
        self.asked.append(question)
        await self.may.acquire()
        if isinstance(question.get("n"), Exception):
            raise question["n"]
        return {"players": [2], "n": question.get("n"), "packs": []}

    async def end(self):
        self.ended += 1


@pytest.fixture(autouse=True)
def _nobody_is_asked():
    Slow.made = []


async def turns():
    for _ in range(20):
        await asyncio.sleep(0)


def in_a_queue(work, most=3):
    async def whole():
        slow = Slow()
        await work(WorkQueue(slow, most), slow)

    asyncio.run(whole())


def test_who_asks_much_waits_behind_who_asks_once():
    async def ask(queue, slow):
        asking = [asyncio.create_task(queue.ask({"n": f"much {n}"}, 60, "much")) for n in range(4)]
        await turns()
        asking.append(asyncio.create_task(queue.ask({"n": "once"}, 60, "once")))
        await turns()
        for _ in range(5):
            slow.may.release()
            await turns()
        await asyncio.gather(*asking)
        assert [question["n"] for question in slow.asked] == ["much 0", "once", "much 1", "much 2", "much 3"]

    in_a_queue(ask)


def test_of_one_address_so_many_questions_wait_and_no_more():
    async def ask(queue, slow):
        asking = [asyncio.create_task(queue.ask({"n": n}, 60, "much")) for n in range(6)]
        await turns()
        assert [task.done() for task in asking] == [False] * 4 + [True] * 2
        for task in asking[4:]:
            with pytest.raises(Refused, match="too busy"):
                await task
        asking[1].cancel()
        asking.append(asyncio.create_task(queue.ask({"n": 6}, 60, "much")))
        for _ in range(4):
            slow.may.release()
            await turns()
        assert [question["n"] for question in slow.asked] == [0, 2, 3, 6]
        assert await queue_is_free(queue, slow)

    in_a_queue(ask)


async def queue_is_free(queue, slow):
    slow.may.release()
    return await queue.ask({"n": "free"}, 60)


@pytest.mark.parametrize("problem", [OSError("gone"), ValueError("nonsense")])
def test_what_breaks_down_is_begun_anew(problem):
    async def ask(queue, slow):
        slow.may.release()
        with pytest.raises(Refused, match="broke down"):
            await queue.ask({"n": problem}, 60)
        assert slow.ended == 1
        assert await queue_is_free(queue, slow)

    in_a_queue(ask)


def test_what_takes_too_long_is_ended_and_so_is_what_nobody_waits_for():
    async def ask(queue, slow):
        with pytest.raises(Refused, match="took longer than"):
            await queue.ask({"n": 1}, 0.01)
        task = asyncio.create_task(queue.ask({"n": 2}, 60))
        await turns()
        task.cancel()
        await turns()
        assert slow.ended == 2
        assert await queue_is_free(queue, slow)

    in_a_queue(ask)


def test_200_who_look_at_packs_keep_nobody_waiting(at_desk):
    """While all of them wait, whatever they look at: the page, its files and the lobby are answered; then all of them are, or told to wait."""

    async def look(desk):
        slow, visitor = Slow.made[0], await desk.visitor()

        async def get(packs):
            return (await visitor.http.get(f"/api/setup?packs={packs}")).status_code

        packs = list((await visitor.http.get("/api/lobby")).json()["packs"])
        others = [pack["id"] for pack in packs if pack["id"] not in ("core", "smallworld")][:8]
        asking = [asyncio.create_task(get("smallworld")) for _ in range(200)]
        asking += [asyncio.create_task(get(f"smallworld,{other}")) for other in others]
        await turns()
        for path in ("/", "/page/main.js", "/api/lobby"):
            assert (await visitor.http.get(path)).status_code == 200
        stranger = await desk.visitor("192.168.1.7")
        theirs = asyncio.create_task(stranger.http.get("/api/setup?packs=underground"))
        assert not any(task.done() for task in asking[:200])
        assert sum(task.done() for task in asking[200:]) == len(others) - 3
        for _ in range(2):
            slow.may.release()
            await turns()
        await theirs
        assert [question["names"][-1] for question in slow.asked[:2]] == ["smallworld", "underground"]
        for _ in range(10):
            slow.may.release()
        said = await asyncio.gather(*asking)
        assert said[:200] == [200] * 200
        assert sorted(said[200:]) == [200] * 3 + [429] * (len(others) - 3)

    at_desk(look, process=Slow, limits=Limits(waiting=3))


def test_a_pack_that_is_tried_keeps_nobody_waiting_who_looks_at_others(at_desk, tmp_path):
    """It has a process and a line of its own, in front of the other questions about it; who asks twice asks once."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name, text in {"pack.yaml": HEAD, "map.yaml": MAP}.items():
        (folder / name).write_text(text, encoding="utf-8")

    async def look(desk):
        visitor = await desk.visitor()
        await visitor.http.get("/api/lobby")
        asking = [visitor.http.get("/api/setup?packs=hostile") for _ in range(3)]
        asking += [visitor.post("/api/tables", TABLE, status=422)]
        asking = [asyncio.create_task(one) for one in asking]
        await turns()
        by_job = {question["job"]: slow for slow in Slow.made for question in slow.asked}
        assert list(by_job) == ["begin"]
        other = asyncio.create_task(visitor.http.get("/api/setup?packs=smallworld"))
        await turns()
        setup = next(slow for slow in Slow.made if slow.asked and slow is not by_job["begin"])
        setup.may.release()
        assert (await other).status_code == 200
        assert not any(task.done() for task in asking)
        by_job["begin"].may.release()
        setup.may.release()
        await asyncio.gather(*asking)
        assert [question["job"] for question in by_job["begin"].asked] == ["begin"]
        assert [question["job"] for question in setup.asked] == ["setup", "setup"]

    at_desk(look, process=Slow, packs=(str(folder),))
