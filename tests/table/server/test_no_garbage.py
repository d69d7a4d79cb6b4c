"""A choice and the views of it leave nothing behind that only a search for garbage would find: such a search stops a server with many tables."""

from __future__ import annotations

import gc
import random
from collections import Counter

from ruledsl import load
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import Views


def test_views_leave_no_circles() -> None:
    game, chance, course = load("smallworld").new_game(4, 5), random.Random(5), Course()

    def a_choice() -> None:
        course.choose(game, chance.randrange(len(game.decision.options)))
        views = Views(game, Naming(), course)
        for seat in (None, *range(4)):
            views.of(seat)

    a_choice()  # what is made once
    gc.collect()
    gc.disable()
    gc.freeze()  # what other tests have left, and caches let go of meanwhile
    try:
        gc.set_debug(gc.DEBUG_SAVEALL)
        for _ in range(12):
            a_choice()
        gc.collect()
        assert not Counter(type(found).__name__ for found in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.freeze()  # as it was when the tests were collected
        gc.enable()
