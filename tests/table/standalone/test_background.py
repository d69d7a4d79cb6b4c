"""What is done in a worker beside the tables, and what happens when that takes too long or breaks down."""

import asyncio
import json

import pytest

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.queue import WorkQueue
from ruledsl.table.standalone.background import Background
from ruledsl.table.standalone.inside import LARGE, There

DOING = "doing_for_tests"
ANSWERER = """
def answerer(word):
    return lambda asked: {"word": word, "asked": asked["what"]}
"""


class Worker:
    """In the place of one of JavaScript's: it answers `so`, or never."""

    begun = 0
    size = 1

    def __init__(self, so):
        self.so = so
        self.waiting = []
        Worker.begun += 1

    def ask(self, text):
        waiting = asyncio.get_running_loop().create_future()
        if self.so is None:
            self.waiting.append(waiting)
        else:
            asyncio.get_running_loop().call_soon(waiting.set_result, self.so(text))
        return waiting

    def end(self):
        for waiting in self.waiting:
            if not waiting.done():
                waiting.set_result("")


@pytest.fixture
def there(tmp_path, monkeypatch):
    """What is answered so, by workers of which one after the other is begun."""
    (tmp_path / f"{DOING}.py").write_text(ANSWERER)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "data" / "own"))
    Worker.begun = 0
    return lambda *ways: There(map(Worker, ways).__next__, [tmp_path / "data"], DOING, "hello")


def test_it_answers_as_a_process_would(there, tmp_path):
    background = Background(tmp_path / "data", print)

    async def ask():
        found = there(background.answered)
        assert await found.ask({"what": 1}) == {"word": "hello", "asked": 1}
        assert await found.ask({"what": 2}) == {"word": "hello", "asked": 2}
        assert Worker.begun == 1

    asyncio.run(ask())


def test_what_takes_too_long_is_ended_and_said(there, tmp_path):
    background = Background(tmp_path / "data", print)

    async def ask():
        process = there(None, background.answered)
        queue, other = WorkQueue(process, 8), WorkQueue(process, 8)
        waits = asyncio.create_task(other.ask({"what": 0}, 60))
        with pytest.raises(Refused, match=r"longer than 0\.05 seconds"):
            await queue.ask({"what": 1}, 0.05)
        with pytest.raises(Refused, match="broke down"):
            await waits
        assert await queue.ask({"what": 2}, 60) == {"word": "hello", "asked": 2}
        assert Worker.begun == 2

    asyncio.run(ask())


def test_what_has_taken_much_memory_is_ended_when_it_has_answered(there, tmp_path, monkeypatch):
    background = Background(tmp_path / "data", print)

    async def ask():
        found = there(background.answered, background.answered)
        monkeypatch.setattr(Worker, "size", LARGE + 1)
        together = await asyncio.gather(found.ask({"what": 1}), found.ask({"what": 2}))
        assert [answer["asked"] for answer in together] == [1, 2]
        assert Worker.begun == 1
        assert (await found.ask({"what": 3}))["asked"] == 3
        assert Worker.begun == 2

    asyncio.run(ask())


@pytest.mark.parametrize("said", ["", json.dumps({"answer": {}, "files": {"/etc/somewhere": ""}})])
def test_what_breaks_down_or_lies_is_ended(there, said):
    async def ask():
        with pytest.raises(Refused, match="broke down"):
            await WorkQueue(there(lambda _text: said), 8).ask({"what": 1}, 60)

    asyncio.run(ask())
