"""What a combo costs is what the rules say, not its place in the column."""

from io import StringIO

from rich.console import Console

import ruledsl
from ruledsl.cli.screen.report import Report


def shown(packs, market):
    """The prices of the combos in view, as player 1 sees them."""
    position = {"players": 2, "market": market, "phase": "opening"}
    game = ruledsl.load(*packs).position(position)
    stream = StringIO()
    Report(Console(file=stream, width=200), ["", ""]).table(game.view(0))
    lines = stream.getvalue().split("\n")
    head = next(number for number, line in enumerate(lines) if "to be had" in line)
    start = lines[head].index("price")
    return [line[start:].split()[0] for line in lines[head + 1 : head + 1 + len(market)]]


OTHERS = [{"race": "trolls", "power": "forest"}, {"race": "giants", "power": "hill"}]


def test_a_combo_costs_a_coin_for_each_above():
    assert shown(["smallworld"], [{"race": "elves", "power": "swamp"}, *OTHERS]) == ["0", "1", "2"]


def test_what_lies_above_may_ask_for_more():
    column = [{"race": "elves", "power": "cursed"}, *OTHERS]
    assert shown(["smallworld", "cursed"], column) == ["0", "3", "4"]
