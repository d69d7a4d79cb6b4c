"""What is worked out about rules goes with them; no module keeps rules alive."""

from __future__ import annotations

import ast
import gc
import os
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lengths import part
from worlds import files

import ruledsl
from ruledsl import Game, load
from ruledsl.base.store.remembering import MOST, Remembering, remembered
from ruledsl.play.bots import bot
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.export import position_of
from ruledsl.play.runner import play
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.things import drawn_for, things_of
from ruledsl.table.server.views.view import view_data, view_of

HOME = Path(ruledsl.__file__).parent
OF_RULES = {"Rules", "Rulebook", "Program", "Code", "Composition", "Game", "Match", "State"}


def test_no_cache_of_a_module_is_keyed_by_rules():
    wrong = []
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                "cache" in ast.unparse(one) for one in node.decorator_list
            ):
                taken = {ast.unparse(arg.annotation) for arg in node.args.args if arg.annotation}
                is_method = any("cached_property" in ast.unparse(one) for one in node.decorator_list)
                wrong += [f"{path.name}: {node.name}"] if taken & OF_RULES and not is_method else []
    assert not wrong


class Thing(Remembering):
    """Something about which one can ask."""


def test_answers_are_remembered_with_their_object_up_to_a_number():
    thing, made = Thing(), []
    for _ in range(2):
        for n in range(MOST):
            remembered(thing, "square", lambda n=n: made.append(n) or n * n, n)
    assert made == list(range(MOST))
    remembered(thing, "square", lambda: made.append("new"), "new")
    remembered(thing, "other", lambda: 1)
    remembered(thing, "square", lambda: made.append("again"), 0)
    assert made[-2:] == ["new", "again"]


def used(rules, seed):
    """Weak references to all that games of some rules hang on, after everything was asked of them that keeps something."""
    game = rules.new_game(2, seed)
    things_of(game, "en", drawn_for(game))
    view_data(view_of(game, 0, Naming("en")), Course())
    rules.position(position_of(game))
    pickle.loads(pickle.dumps(game))  # noqa: S301 - its own
    Game.from_json(game.to_json(), rules).sample(0, 1)
    str(game.why("might", people=None))
    rules.batch(2, 2, seed)
    for name in ("greedy", "search:2"):
        play(rules.new_game(2, seed), [bot(name, seed)] * 2, until=2)
    machines = [rules.backend.machine(), rules.backend.blocks(1).machine]
    return [
        weakref.ref(one)
        for one in (
            rules,
            rules.program,
            rules.backend,
            rules.backend.code,
            rules.backend.program(),
            *machines,
        )
    ]


def in_another_thread(rules, seed):
    """The same, while its games live in another thread, which ends."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(used, rules, seed).result()


def alive(references):
    """What is still there after one collection: a second one would hide what a finalizer holds."""
    gc.collect()
    return [type(found()).__name__ for found in references if found() is not None]


def resident():
    """The memory of this process in MB, where that is told."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20 if told.exists() else 0


def test_rules_that_nobody_plays_any_more_are_gone():
    sizes = []
    for seed in range(part(100, of=33)):
        use = in_another_thread if seed % 2 else used
        references = use(load(texts=files([f"define extra = {seed}"])), seed)
        assert alive(references) == []
        sizes.append(resident())
    assert sizes[-1] - sizes[len(sizes) // 5] < 30
