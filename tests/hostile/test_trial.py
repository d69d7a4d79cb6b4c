"""Packs are tried in a process that is bounded before they are offered or sent; what comes of it is a finding, and kept."""

import shutil
from collections import OrderedDict

import pytest
from click.testing import CliRunner
from hostile_pack import write
from lengths import WHOLE, some

import ruledsl
from ruledsl.author.service.service import Service
from ruledsl.author.trial import needs_trial, outcome, tried
from ruledsl.author.trial.places import ChildProcess, Limits, Report
from ruledsl.author.trial.steps import crowded, steps
from ruledsl.cli.app import main
from ruledsl.play.game import Game
from ruledsl.play.views import SeatView
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.table.server.work.worker import Worker

CHILD = """
import sys
from ruledsl.author.trial import steps
from ruledsl.author.trial import child
steps.steps = lambda packs, variants: [("resting", lambda: None), ("working", lambda: work(packs))]
def work(packs):
    {work}
child.main()
"""


class Told:
    """A place that reports what it is told to, and counts."""

    def __init__(self, step="", why=""):
        self.report, self.count = Report(step, why), 0

    def run(self, packs, variants, limits):
        self.count += 1
        self.seen = packs, variants, limits
        return self.report


@pytest.fixture(autouse=True)
def _nothing_tried(monkeypatch):
    """What another test was told of a pack with the same text is not what comes of this one."""
    monkeypatch.setattr(outcome, "_TRIED", OrderedDict())


@pytest.fixture
def pack(tmp_path):
    write({"texts.yaml": "texts:\n  ask.x: Which?\n"}, tmp_path / "hostile")
    return str(tmp_path / "hostile")


def test_a_trial_is_kept_until_the_pack_changes(pack, tmp_path):
    place = Told("its rulebook", "time")
    (found,) = tried([pack], place=place)
    assert (found.code, found.severity) == ("P056", "error")
    assert "its rulebook took more than" in found.message
    assert tried([pack], place=place) == [found]
    assert place.count == 1
    write({"texts.yaml": "texts:\n  ask.x: Who?\n"}, tmp_path / "hostile")
    assert tried([pack], place=Told()) == []


def test_what_came_of_the_same_pack_elsewhere_is_said_of_this_one(pack, tmp_path):
    place = Told("its rulebook", "time")
    (there,) = tried([pack], place=place)
    shutil.copytree(pack, tmp_path / "elsewhere" / "hostile")
    (here,) = tried([str(tmp_path / "elsewhere" / "hostile")], place=place)
    assert (here.code, place.count) == (there.code, 1)
    assert "elsewhere" in here.span.file
    assert "elsewhere" not in there.span.file


def test_what_breaks_down_is_said_with_its_step(pack):
    (found,) = tried([pack], place=Told("drawing its maps", "ValueError: no"))
    assert found.code == "P057"
    assert "drawing its maps failed (ValueError: no)" in found.message
    assert ruledsl.base.diagnostics.explain("P057")


def test_packs_with_errors_are_left_to_validation(tmp_path):
    write({"more.yaml": "strange: [x"}, tmp_path / "hostile")
    place = Told("loading it", "time")
    assert tried([str(tmp_path / "hostile")], place=place) == []
    assert not place.count


def test_installed_packs_need_no_trial(pack):
    assert not needs_trial(["smallworld", str(official_folder() / "core")])
    assert needs_trial(["smallworld", pack])


ENDS = [
    ("while True: pass", "time"),
    ("raise ValueError('a fault')", "ValueError: a fault"),
    ("recur = lambda: recur() + 1; recur()", "RecursionError: maximum recursion depth exceeded"),
    ("import os; os._exit(3)", "the process ended with 3"),
    ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "the process ended with -9"),
    ("import os; os.abort()", "memory"),
    ("raise SystemExit(0)", "SystemExit: 0"),
    ("print('{}', flush=True)", None),
    ("pass", None),
    ("[bytes(9) * 10_000_000 for _ in range(1000)]", "memory"),
    ("raise __import__('ruledsl').PackError([])", None),
]


@pytest.mark.parametrize(("work", "why"), some(ENDS, 4))
def test_whatever_happens_there_is_reported(work, why):
    found = ChildProcess("-c", CHILD.format(work=work)).run(["p"], {}, Limits(1 if why == "time" else 3, 500))
    assert found == (Report() if why is None else Report("working", why))


def test_a_process_that_says_nothing_is_ended():
    found = ChildProcess("-c", "import time; time.sleep(600)").run([], {}, Limits(0.05, 500))
    assert found == Report("beginning", "time")
    found = ChildProcess("-c", "print('what?')").run([], {}, Limits(9, 500))
    assert found.step == "beginning"


def test_a_pack_goes_through_all_steps(pack):
    done = []
    for name, work in steps([pack], {}):
        done.append(name)
        if WHOLE or "natively" not in name:
            work()
    assert done[:4] == ["loading it", "drawing its maps", "its rulebook", "its sheets to cut out"]
    assert "a view of a full table" in done


AT_TABLES = ("sample", "why", "why_not")
OF_EDITORS = (
    "everything",
    "outline",
    "colours",
    "formatted",
    "hover",
    "definition",
    "references",
    "completions",
)


def test_what_is_asked_and_edited_is_tried_too(pack, monkeypatch):
    asked, found = set(), {}

    def noted(place, name):
        work = getattr(place, name)
        monkeypatch.setattr(place, name, lambda *args, **more: asked.add(name) or work(*args, **more))

    for place, names in ((SeatView, AT_TABLES), (Service, OF_EDITORS)):
        for name in names:
            noted(place, name)
    for name, work in steps([pack], {}):
        if name in ("loading it", "what an editor is told of it", "what is asked at a table"):
            asked.clear()
            work()
            found[name] = set(asked)
    assert found == {
        "loading it": set(),
        "what an editor is told of it": set(OF_EDITORS),
        "what is asked at a table": set(AT_TABLES),
    }


def test_a_full_table_is_told_whole(pack):
    game = ruledsl.load("underground").new_game(2, 1)
    full = crowded(game)
    assert isinstance(full, Game)
    before, after = (str(one.view(0).as_dict()) for one in (game, full))
    assert len(after) > len(before)


def test_nobody_is_offered_a_pack_whose_trial_fails(pack, tmp_path, monkeypatch):
    monkeypatch.setattr(ChildProcess, "run", lambda *_: Report("loading it", "memory"))
    asked = {"job": "begin", "names": [pack], "variants": {}}
    code, sentence, values = Worker(tmp_path / "shelf", 3).answer(asked)["refused"]
    assert code == "table-010"
    assert "loading it took more than" in sentence.format(**values)


def test_nobody_is_sent_a_pack_whose_trial_fails(pack, tmp_path, monkeypatch):
    monkeypatch.setattr(ChildProcess, "run", lambda *_: Report("its rulebook", "time"))
    done = CliRunner().invoke(main, ["bundle", pack, "-o", str(tmp_path / "x.ruledsl")])
    assert done.exit_code == 1
    assert "its rulebook took more than" in done.output
    assert not (tmp_path / "x.ruledsl").exists()
    done = CliRunner().invoke(main, ["validate", "--trial", pack])
    assert done.exit_code == 1
    assert "P056" in done.output
