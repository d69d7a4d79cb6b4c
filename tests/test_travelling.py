"""Everything public can be pickled, copied and deep-copied, and goes on as it would have; data is data for JSON. So can every exception be."""

import copy
import importlib
import inspect
import json
import multiprocessing
import pickle
import re
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import ruledsl
import ruledsl.bots
import ruledsl.rl
from ruledsl.base.diagnostics.travelling import Travelling


def again(thing, protocol=pickle.DEFAULT_PROTOCOL):
    return pickle.loads(pickle.dumps(thing, protocol))  # noqa: S301 - what was pickled here


PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
WAYS = {f"pickle {n}": lambda it, n=n: again(it, n) for n in PROTOCOLS} | {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@cache
def rules():
    return ruledsl.load("smallworld", "underground")


def some_game(seed=1, choices=40):
    game = rules().new_game(3, seed)
    for number in range(choices):
        game.choose(number % game.decision.count)
    return game


def refused():
    with pytest.raises(ruledsl.GameError) as caught:
        some_game().choose("nothing of the kind")
    return caught.value


def misplaced():
    with pytest.raises(ruledsl.PositionError) as caught:
        rules().position({"players": 2, "coins": [-1], "phase": "?"})
    return caught.value


def broken():
    with pytest.raises(ruledsl.PackError) as caught:
        ruledsl.load("smallworld", texts={"x.yaml": "races: {x: {number: 11.0}}"})
    return caught.value


def environment(kind):
    env = kind(players=2, rules=rules())
    env.reset(seed=1)
    for _ in range(9):
        masks = env.action_mask if hasattr(env, "action_mask") else env.action_masks()
        env.step(int(np.flatnonzero(masks)[0]))
    return env


def tables(kind, **more):
    found = kind(players=2, rules=rules(), **more)
    if kind is ruledsl.rl.Vector:
        found.reset(seed=1)
    step_of(found, 20)
    return found


def step_of(found, count):
    of = getattr(found, "tables", found)
    for _ in range(count):
        found.step(of.masks.argmax(axis=1))


def paused():
    game = some_game()
    game.run_until("scoring", lambda now: now.decision.options[0])
    assert game.paused
    return game


def finished():
    game = some_game()
    while not game.over:
        game.choose(0)
    return game


def taken_back():
    game = some_game()
    game.undo(force=True)
    return game


BALANCE = {"verdict": "fair", "best": 5, "sure": True, "tried": [{"number": 5, "lead": 0.25}]}
EXAMPLES = {
    "Balance": lambda: ruledsl.Balance(BALANCE),
    "Card": lambda: ruledsl.Card("<p>a card</p>", "amazons"),
    "Decision": lambda: some_game().decision,
    "Diagnostic": lambda: broken().diagnostics[0],
    "Game": some_game,
    "GameError": refused,
    "Option": lambda: some_game().decision.options[0],
    "PackError": broken,
    "Picture": lambda: ruledsl.picture(rules(), "underground_3p"),
    "PositionError": misplaced,
    "Report": lambda: ruledsl.Report([]),
    "Rules": rules,
    "Series": lambda: ruledsl.Series([]),
    "Environment": lambda: environment(ruledsl.rl.Environment),
    "Solo": lambda: environment(ruledsl.rl.Solo),
    "Observer": lambda: ruledsl.rl.Observer(rules(), 3, None, 64),
    "Tables": lambda: tables(ruledsl.rl.Tables, tables=3, opponents="learned"),
    "Vector": lambda: tables(ruledsl.rl.Vector, num_envs=3),
    "Misbehaved": lambda: ruledsl.bots.Misbehaved("G014", "It does nothing."),
}
MORE = {
    "a paused game": paused,
    "a finished game": finished,
    "a sample": lambda: some_game().sample(1, 5),
    "a game from a position": lambda: rules().position({"players": 2, "seed": 4}),
    "a game that was taken back": taken_back,
    "a batch": lambda: rules().batch(3, 3, 1),
    "options": lambda: some_game().decision.options,
    "a log": lambda: some_game().log,
    "why": lambda: some_game().why("earnings", player=0),
    "a view": lambda: some_game().view(1),
    "the decision of a view": lambda: some_game().view(some_game().decision.player).decision,
    "tables without opponents": lambda: tables(ruledsl.rl.Tables, tables=2, opponents=None),
    "random opponents": lambda: tables(ruledsl.rl.Tables, tables=2, opponents="random"),
}


def public_classes():
    for room in (ruledsl, ruledsl.rl, ruledsl.bots):
        names = getattr(room, "__all__", None) or [
            name for name, kind in vars(room).items() if getattr(kind, "__module__", "") == room.__name__
        ]
        for name in names:
            found = getattr(room, name)
            is_protocol = getattr(found, "_is_protocol", False)
            if (
                inspect.isclass(found)
                and found.__name__ == name
                and not name.startswith("_")
                and not is_protocol
            ):
                yield name


def known(thing):
    """What can be seen of it, as data that can be compared."""
    if isinstance(thing, ruledsl.Game):
        seen = [dict(thing.view(seat)) for seat in range(thing.players)]
        log = [entry.text for entry in thing.log]
        asked = None if thing.over or thing.paused else known(thing.decision)
        return thing.hash, thing.choices, thing.start, thing.paused, thing.standings, seen, log, asked
    if isinstance(thing, ruledsl.Decision):
        said = [
            getattr(thing, name) for name in ("player", "kind", "rule", "place", "people", "key", "prompt")
        ]
        return (
            *said,
            thing.ids,
            [(o.index, o.id, o.label, o.data, o.about) for o in thing.options],
            repr(thing),
        )
    if isinstance(thing, ruledsl.Rules):
        return thing.asked_for, thing.composition.identity, thing.findings
    if isinstance(thing, ruledsl.rl.Environment | ruledsl.rl.Solo):
        table = getattr(thing, "table", thing)
        return known(table.game), table.rewards, table.agent_selection, table.page
    if isinstance(thing, ruledsl.rl.Tables | ruledsl.rl.Vector):
        of = getattr(thing, "tables", thing)
        return known(of.batch), [
            array.tolist() for array in (of.pages, of.over, of.rewards, of.seats, of.masks)
        ]
    if type(thing).__name__ == "Batch":
        arrays = [bytes(part) for part in (thing.counts, thing.movers, thing.taken, thing.done, thing.scores)]
        return [thing.state(game).content() for game in range(thing.size)], arrays
    if hasattr(thing, "prompt"):
        return thing.as_dict()
    if isinstance(thing, BaseException):
        return type(thing), str(thing), {key: str(value) for key, value in vars(thing).items()}
    if isinstance(thing, list | tuple) or type(thing).__name__ == "Options":
        return [known(one) for one in thing]
    if isinstance(thing, dict):
        return dict(thing)
    if isinstance(thing, np.ndarray):
        return thing.tolist()
    plain = {name: known(part) for name, part in getattr(thing, "__dict__", {}).items() if name[0] != "_"}
    return plain or str(thing)


def gone_on(thing):
    """What becomes of it."""
    if isinstance(thing, ruledsl.Game) and not thing.over:
        for _ in range(30):
            thing.go_on()
            if thing.over:
                break
            thing.choose(thing.decision.ids[-1])
        later = known(thing)
        thing.undo(force=True)
        return later, thing.hash, thing.replayed().hash if thing.began != "sample" else ""
    if isinstance(thing, ruledsl.rl.Environment | ruledsl.rl.Solo):
        for _ in range(9):
            masks = thing.action_mask if hasattr(thing, "action_mask") else thing.action_masks()
            thing.step(int(np.flatnonzero(masks)[0]))
        thing.reset()
        return known(thing)
    if isinstance(thing, ruledsl.rl.Tables | ruledsl.rl.Vector):
        step_of(thing, 80)
        return known(thing), sorted(thing.observe()) if hasattr(thing, "observe") else None
    if type(thing).__name__ == "Batch":
        for _ in range(60):
            thing.step([count - 1 for count in thing.counts])
    return known(thing)


def test_there_is_an_example_of_every_public_class():
    assert set(public_classes()) <= {*EXAMPLES, "Guest"}


@pytest.mark.parametrize("name", [*EXAMPLES, *MORE])
def test_it_arrives_and_goes_on(name):
    """Each way gives the same; then one of them goes on as the original does, which no copy has changed."""
    thing = (EXAMPLES | MORE)[name]()
    before = known(thing)
    arrived = {way: take(thing) for way, take in WAYS.items()}
    for way, other in arrived.items():
        assert known(other) == before, way
    shared = (
        {"copy"} if name in ("Environment", "Solo", "Vector") else set()
    )  # Python's own: one table, two names
    ends = [gone_on(arrived[way]) for way in ("pickle 2", "deepcopy", "copy") if way not in shared]
    assert known(thing) == before
    ends.append(gone_on(thing))
    assert all(end == ends[0] for end in ends)


def test_rules_arrive_once():
    one, other = (again(rules()) for _ in range(2))
    assert one is other is rules()
    games = again([some_game(1), some_game(2)])
    assert games[0].rules is games[1].rules
    assert copy.deepcopy(rules()) is rules()


def test_data_is_data():
    game = some_game()
    held = [
        game.standings,
        game.panels,
        ruledsl.position_of(game),
        game.decision.ids,
        game.costs(game.decision.people),
    ]
    held += [game.view(0).decision and game.view(0).decision.as_dict(), ruledsl.Balance(BALANCE).as_dict()]
    held += [option.data for option in game.decision.options]
    for data in held:
        assert json.loads(json.dumps(data)) == data
    for more in ({}, {"indent": 1}, {"sort_keys": True}, {"ensure_ascii": False}):
        view = game.view(1)
        assert json.loads(json.dumps(view, **more)) == view == game.view(1).as_dict()
    assert json.loads(json.dumps({"views": [game.view(0)]}))["views"] == [game.view(0)]


def test_nothing_is_written_into_a_view():
    view = some_game().view(0)
    for write in (
        lambda: view.update(x=1),
        lambda: view.__setitem__("x", 1),
        lambda: view.pop("round"),
        view.clear,
        view.popitem,
        lambda: view.setdefault("x", 1),
    ):
        with pytest.raises(TypeError):
            write()
    assert {**view} == dict(view) == view.copy() == view | {} == {} | view


def exceptions():
    """The classes of all files that define an exception."""
    root = Path(ruledsl.__path__[0])
    for file in root.rglob("*.py"):
        if re.search(
            r"^class \w+\([\w., ]*(Error|Exception|Travelling|Refus)", file.read_text(), re.MULTILINE
        ):
            name = ".".join(file.relative_to(root.parent).with_suffix("").parts)
            yield from vars(importlib.import_module(name)).values()


def test_every_exception_arrives():
    """One that takes other arguments than those it hands on has to say how it travels."""
    found = {
        kind
        for kind in exceptions()
        if inspect.isclass(kind) and issubclass(kind, BaseException) and kind.__module__.startswith("ruledsl")
    }
    assert len(found) > 20
    for kind in found:
        made = kind.__new__(kind, "a sentence")
        made.code = "G001"
        if "__init__" in vars(kind):
            assert issubclass(kind, Travelling) or kind.__module__.startswith("ruledsl.cli"), kind
        if not kind.__module__.startswith("ruledsl.cli"):
            for take in WAYS.values():
                other = take(made)
                assert (type(other), other.args, other.code) == (kind, ("a sentence",), "G001")


def play_on(game):
    """For another process or thread."""
    for _ in range(20):
        game.choose(game.decision.ids[0])
    return game, game.hash


def fail(what):
    if what == "game":
        ruledsl.load("smallworld").new_game(players=2).choose("no-such-option")
    elif what == "position":
        ruledsl.load("smallworld").position({"players": 99})
    ruledsl.load("no such pack")


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_another_process(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    game, expected = some_game(), play_on(some_game())[1]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        for what in ("game", "position", "pack"):
            with pytest.raises((ruledsl.GameError, ruledsl.PackError)) as caught:
                pool.submit(fail, what).result(timeout=60)
            assert str(caught.value)
        other, hash_ = pool.submit(play_on, game).result(timeout=60)
    assert other.hash == hash_ == expected
    assert play_on(other)[1] == play_on(play_on(some_game())[0])[1]


def test_another_thread():
    game, expected = some_game(), play_on(some_game())[1]
    with ThreadPoolExecutor(1) as pool:
        there, hash_ = pool.submit(play_on, game).result(timeout=60)
    assert there is game
    assert game.hash == hash_ == expected
    assert play_on(game)[1] == play_on(play_on(some_game())[0])[1]


def test_threads_that_choose_in_one_game_take_turns():
    game = some_game(choices=0)
    problems = []

    def choose():
        for _ in range(25):
            try:
                game.choose(0)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the test shows it
                problems.append(problem)

    threads = [threading.Thread(target=choose) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert game.choices == [0] * 75
    assert game.replayed().hash == game.hash
