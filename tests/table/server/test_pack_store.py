"""What the store of packs keeps, and what it lets go."""

import weakref
from types import SimpleNamespace

from ruledsl.table.server.tables import offer


class Rules:
    """Rules that refer to themselves, as real ones do."""

    def __init__(self, name):
        self.composition = SimpleNamespace(identity=[(name, "1", "0")], chosen={})
        self.itself = self


def test_rules_of_tables_that_nobody_plays_are_gone_however_many_sets_there_were(monkeypatch, tmp_path):
    made = []

    def load(name, **_):
        rules = Rules(name)
        made.append(weakref.ref(rules))
        return rules

    monkeypatch.setattr(offer, "load", load)
    store = offer.PackStore(tmp_path, 3)
    most = 0
    for number in range(100):
        store.offered([f"pack_{number}"], {})
        most = max(most, sum(rules() is not None for rules in made))
    assert most <= 3 + offer.UNCOLLECTED
