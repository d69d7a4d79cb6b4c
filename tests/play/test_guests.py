"""Bots that other packages bring: found by their entry points, and kept from doing harm."""

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import ruledsl
from ruledsl import bots
from ruledsl.cli import main
from ruledsl.play.bots import bot, seat_names
from ruledsl.play.runner import play
from ruledsl.table.server.bots.worker import Thinker
from ruledsl.table.server.tables.offer import PackStore

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SOURCE = (
    EXAMPLE
    + '''
class Bad:
    """Chooses what it was told to."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, view):
        return self.answer(view)


def too_much(seed): return Bad(lambda view: view.count)
def nothing(seed): return Bad(lambda view: None)
def flag(seed): return Bad(lambda view: True)
def failing(seed): return Bad(lambda view: 1 // 0)
def huge(seed): return Bad(lambda view: 10**5000)
def mute(seed): return Bad(lambda view: grumble())
def leaving(seed): return Bad(lambda view: exit(3))
def nosy(seed): return Bad(lambda view: view._of.state and 0)


class Mute(Exception):
    def __str__(self):
        raise self


def grumble():
    raise Mute


def endless(seed):
    import time

    return Bad(lambda view: time.sleep(30))


def unmade(seed): raise ValueError("no\\nmore")
'''
)
NAMES = "too_much nothing flag failing huge mute leaving nosy endless unmade".split()


@pytest.fixture(autouse=True)
def _installed(tmp_path, monkeypatch):
    """A package beside ours."""
    (tmp_path / "guest_module.py").write_text(SOURCE)
    info = tmp_path / "guest-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    entries = ["hasty = guest_module:Hasty", *(f"{name} = guest_module:{name}" for name in NAMES)]
    wrong = ["absent = guest_module:Absent", "nowhere = no_such_module:It", "Not A Name = guest_module:Hasty"]
    taken = ["random = guest_module:failing"]
    (info / "entry_points.txt").write_text("\n".join(["[ruledsl.bots]", *entries, *wrong, *taken, ""]))
    monkeypatch.syspath_prepend(tmp_path)
    bots.guests.cache_clear()
    yield
    bots.guests.cache_clear()
    sys.modules.pop("guest_module", None)


@pytest.fixture(scope="module")
def rules():
    return ruledsl.load("smallworld")


def test_a_bot_of_another_package_plays_a_whole_game(rules):
    games = []
    for _ in range(2):
        game = rules.new_game(2, 5)
        play(game, [bot("hasty", 1), bot("random", 2)])
        games.append(game.choices)
    assert game.over
    assert games[0] == games[1]


def test_ours_come_first_and_names_that_nobody_can_type_do_not_come():
    names = seat_names()
    assert names[:4] == ["human", "random", "easy", "learned"]
    assert "hasty" in names
    assert names.count("random") == 1
    assert "Not A Name" not in names


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("too_much", "chose 6, where there are 6 options"),
        ("nothing", "chose None"),
        ("flag", "chose True"),
        ("failing", "ZeroDivisionError"),
        ("huge", "chose something of the type int"),
        ("mute", "Mute: something of the type Mute"),
        ("leaving", "SystemExit: 3"),
        ("nosy", "AttributeError"),
    ],
)
def test_what_a_bot_may_not_do_is_a_sentence_and_the_game_stands(rules, name, said):
    game = rules.new_game(2, 5)
    before = game.hash
    with pytest.raises(ruledsl.GameError, match=f"The bot `{name}`, which another package brings,") as caught:
        play(game, [bot(name), bot(name)])
    assert caught.value.code == "G050"
    assert said in str(caught.value)
    assert game.hash == before


def test_at_a_table_of_a_server_its_process_says_what_was_wrong(rules, tmp_path):
    game = rules.new_game(2, 5)
    PackStore(tmp_path, 1).keep(rules)
    asked = {
        "table": "t",
        "packs": rules.composition.identity,
        "variants": dict(rules.composition.chosen),
        "beginning": game.to_json(),
        "choices": [],
    }
    thinker = Thinker(tmp_path, 1)
    assert thinker.answer({**asked, "bot": "hasty", "seat": 0, "seed": 1}).keys() == {"choice"}
    assert "ZeroDivisionError" in thinker.answer({**asked, "bot": "failing", "seat": 0, "seed": 1})["problem"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("unmade", "ValueError: no more"), ("absent", "AttributeError"), ("nowhere", "ModuleNotFoundError")],
)
def test_a_bot_that_cannot_be_made(name, said):
    with pytest.raises(bots.Misbehaved, match=f"cannot be made .{said}"):
        bot(name)


def test_a_bot_that_does_not_answer_is_not_waited_for(rules, monkeypatch):
    monkeypatch.setattr(bots, "PATIENCE", 0.2)
    game = rules.new_game(2, 5)
    with pytest.raises(bots.Misbehaved, match=r"has not answered for 0\.2 seconds"):
        play(game, [bot("endless"), bot("endless")])


# ── in commands ──


def run(*words):
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.stdout, result.stderr


def test_simulate_goes_on_with_the_next_game():
    code, out, _ = run(
        "simulate", "smallworld", "--seats", "failing,random", "--games", "2", "--workers", "1"
    )
    assert code == 1
    assert out.count("The bot `failing`, which another package brings, cannot choose") == 2


def test_workers_find_it_too(tmp_path):
    words = ("simulate", "smallworld", "--seats", "hasty,random", "--games", "3")
    alone = run(*words, "--workers", "1")
    assert alone[0] == 0
    assert run(*words, "--workers", "2") == alone


def test_play_says_what_is_wrong_in_one_sentence_and_keeps_the_game(tmp_path):
    file = tmp_path / "game.json"
    code, _, err = run("play", "smallworld", "--seats", "random,failing", "--quiet", "--save", file)
    assert code == 2
    assert err.startswith(
        "ruledsl: The bot `failing`, which another package brings, cannot choose (ZeroDivisionError"
    )
    assert ruledsl.Game.from_json(file.read_text()).choices


def test_compare_takes_it():
    code, out, _ = run("compare", "random", "hasty", "--on", "smallworld", "--games", "10", "--workers", "1")
    assert code == 0
    assert "B: hasty" in out


def test_a_name_that_is_none_is_corrected():
    code, _, err = run("simulate", "smallworld", "--seats", "hastie")
    assert code == 2
    assert "Did you mean `hasty`?" in err
