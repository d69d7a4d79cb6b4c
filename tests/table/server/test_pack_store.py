"""What the store of packs keeps, and what it lets go."""

import gc
import random
import weakref

from ruledsl import load
from ruledsl.play.bots import bot
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.views import SeatView
from ruledsl.table.server.tables.offer import PackStore, key_of
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import Views


def played(rules):
    """Some of what a table does with rules."""
    game, chance, course = rules.new_game(2, 1), random.Random(1), Course()
    for _ in range(20):
        course.choose(game, chance.randrange(len(game.decision.options)))
    views = Views(game, Naming(), course)
    for seat in (None, 0, 1):
        views.of(seat)
    bot("greedy", 1).choose(SeatView(game, game.decision.player))
    game.let_go()
    return game


def test_rules_of_tables_that_nobody_plays_are_gone_without_a_collection(tmp_path):
    store = PackStore(tmp_path, 2)
    sets = [["smallworld", pack] for pack in ("cursed", "tales", "leaders")]
    for packs in sets:
        played(load(*packs))  # compiling leaves garbage once
    parts = []
    gc.collect()
    gc.disable()
    try:
        for packs in sets:
            rules = store.offered(packs, {})
            played(rules)
            store.offered(packs, {})  # what is read again is gone at once
            parts.append(weakref.ref(rules.code))
            del rules
        assert [part() is not None for part in parts] == [False, True, True]
        before = len(gc.get_objects())
        for packs in sets * 3:
            played(store.offered(packs, {}))
        assert len(gc.get_objects()) < before + 3000
    finally:
        gc.enable()


def test_rules_that_the_store_drops_stay_whole_while_somebody_plays(tmp_path):
    store = PackStore(tmp_path, 1)
    game = played(store.offered(["smallworld"], {}))
    store.offered(["smallworld", "tales"], {})
    assert key_of(game.rules.composition.identity, game.rules.composition.chosen) not in store._loaded
    chance = random.Random(2)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
    assert game.rules.program.events[0].name
