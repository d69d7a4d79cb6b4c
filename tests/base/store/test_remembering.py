"""What is worked out about rules goes with them; no module keeps rules alive."""

from __future__ import annotations

import ast
import gc
import weakref
from pathlib import Path

import ruledsl
from ruledsl import load
from ruledsl.base.store.remembering import MOST, Remembering, remembered
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.telling.things import drawn_for, things_of
from ruledsl.table.server.telling.view import view_data, view_of

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


def test_rules_that_nobody_plays_any_more_are_gone():
    def used():
        rules = load("smallworld")
        game = rules.new_game(2, 1)
        things_of(game, "en", drawn_for(game))
        view_data(view_of(game, 0, Naming("en")), Course())
        rules.position({"players": 2})
        return weakref.ref(rules)

    alive = used()
    gc.collect()
    assert alive() is None
