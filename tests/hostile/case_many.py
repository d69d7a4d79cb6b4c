"""Many of everything that a pack can have."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hostile_pack import Files, case, chain, race_case, rules, rules_case

race_case(
    __name__,
    "4,000 modifiers of one tile",
    "\n".join(f"my conquest_cost +1 if hand of me is {1000 + i}" for i in range(4000)),
)
rules_case(
    __name__,
    "4,000 modifiers of a pack",
    "\n".join(f"conquest_cost +1 if hand of people is {1000 + i}" for i in range(4000)),
)
rules_case(
    __name__,
    "3,000 modifiers with loops",
    "\n".join(
        f"conquest_cost +1 if some regions of people where force of it is {1000 + i}" for i in range(3000)
    ),
)


@case("30,000 modifiers in eight files")
def _files() -> Files:
    return {
        f"r{k}.yaml": rules(
            "\n".join(f"conquest_cost +1 if hand of people is {4000 * k + i}" for i in range(4000))
        )["rules.yaml"]
        for k in range(8)
    }


rules_case(
    __name__,
    "3,000 triggers on one event",
    "\n".join(f"after turn if round is {100 + i}: turn_player gains 1 coins" for i in range(3000)),
)
rules_case(
    __name__,
    "3,000 prohibitions",
    "\n".join(f"forbid conquer as no_{i} if hand of people is {1000 + i}" for i in range(3000)),
)
rules_case(
    __name__,
    "1,500 actions",
    "\n".join(
        f"action a{i} of region\n  during conquests\n  from regions where force of it is {1000 + i}\n  do: set turn_player to turn_player"
        for i in range(1500)
    ),
)
rules_case(
    __name__,
    "4,000 memories of regions",
    "\n".join(f"remember m{i} of region: number until turn" for i in range(4000)),
)
rules_case(
    __name__,
    "90 definitions, each of the one before",
    chain(
        "define d0 of people = hand of people",
        "define d{0} of people = d{1} of people",
        90,
        "conquest_cost +(d89 of people)",
    ),
)
rules_case(
    __name__,
    "3,000 becomes of one value",
    "\n".join(f"conquest_cost becomes {i} if hand of people is {1000 + i}" for i in range(3000)),
)


@case("20,000 tiles in copies")
def _copies() -> Files:
    return {
        "tiles.yaml": "powers:\n"
        + "".join(f"  p{i}: {{name: P, number: 1, copies: 99}}\n" for i in range(2000))
    }


@case("3,600 tiles with a trigger each")
def _tiles() -> Files:
    return {
        f"t{k}.yaml": "powers:\n"
        + "".join(
            f"  p{k}_{i}:\n    name: P\n    number: 1\n    rules: |\n      after conquest if round is {i}: you gains 1 coins\n"
            for i in range(900)
        )
        for k in range(4)
    }


def regions(count: int, borders: Callable[[int], str]) -> str:
    return "".join(
        f"      {i}: {{terrain: hill, entry: true, borders: [{borders(i)}]}}\n" for i in range(count)
    )


@case("a map where everything borders everything")
def _complete() -> Files:
    text = regions(300, lambda i: ", ".join(str(j) for j in range(300) if j != i))
    return {
        "map.yaml": "maps:\n  full:\n    name: Full\n    players: [2]\n    rounds: 10\n    regions:\n" + text
    }


@case("sixty maps of 400 regions")
def _maps() -> Files:
    return {
        f"m{k}.yaml": f"maps:\n  m{k}:\n    name: M\n    players: [2]\n    rounds: 10\n    regions:\n"
        + regions(400, lambda i: f"{(i + 1) % 400}, {(i - 1) % 400}")
        for k in range(60)
    }


@case("boards without number")
def _boards() -> Files:
    text = "".join(
        f"  b{i}:\n    name: B\n    size: small\n    sheet: s{i}\n    regions: {{1: {{terrain: hill, entry: true, borders: []}}}}\n"
        for i in range(3000)
    )
    return {
        "boards.yaml": "boards:\n"
        + text
        + "maps:\n  m: {name: M, players: [2], rounds: 9, draw: {small: 9}}\n"
    }


@case("maps that double each other")
def _doubled() -> Files:
    text = "".join(
        f"  m{i}: {{name: M, extends: m{i - 1}, beside: {{{chr(96 + i)}: m{i - 1}}}}}\n" for i in range(1, 27)
    )
    first = (
        "  m0: {name: M, players: [2], rounds: 9, regions: {1: {terrain: hill, entry: true, borders: []}}}\n"
    )
    return {"maps.yaml": f"maps:\n{first}{text}"}


@case("a chain of 5,000 maps")
def _chain() -> Files:
    text = "".join(f"  m{i}: {{name: M, extends: m{i + 1}}}\n" for i in range(5000))
    return {"maps.yaml": f"maps:\n{text}  m5000: {{name: M, extends: m0}}\n"}


@case("maps that extend a large one")
def _extending() -> Files:
    regions = ", ".join(f"{i}: {{terrain: hill, entry: true, borders: []}}" for i in range(1000))
    joins = ", ".join(f"[{i}, {i + 1}]" for i in range(999))
    text = "".join(f"  m{i}: {{name: M, extends: large, joins: [{joins}]}}\n" for i in range(3))
    more = "".join(f"  n{i}: {{name: M, extends: large}}\n" for i in range(3000))
    return {
        "maps.yaml": f"maps:\n  large: {{name: M, players: [2], rounds: 9, regions: {{{regions}}}}}\n{text}{more}"
    }


@case("600 options of variants")
def _options() -> Files:
    options = ", ".join(f"o{i}" for i in range(600))
    switched = "".join(
        f"  - when: {{v: o{i}}}\n    rules: conquest_cost +1 if round is {i + 20}\n" for i in range(600)
    )
    return {"variants.yaml": f"variants:\n  v: {{name: V, options: [{options}]}}\nrules_when:\n{switched}"}


@case("2,000 variants")
def _variants() -> Files:
    some = "".join(f"  v{i}: {{name: V, options: [a, b]}}\n" for i in range(2000))
    switched = "".join(
        f"  - when: {{v{i}: b}}\n    rules: conquest_cost +1 if round is {i + 20}\n" for i in range(2000)
    )
    return {"variants.yaml": f"variants:\n{some}rules_when:\n{switched}"}


@case("10,000 terrains")
def _terrains() -> Files:
    return {"words.yaml": f"terrains: [{', '.join(f't{i}' for i in range(10_000))}]\n"}


@case("equivalents in a row")
def _equivalents() -> Files:
    names = [f"t{i}" for i in range(3000)]
    pairs = "".join(f"  {a}: {b}\n" for a, b in pairwise(names))
    return {"words.yaml": f"terrains: [{', '.join(names)}]\nequivalents:\n{pairs}"}


@case("a die of 40,000 faces")
def _die() -> Files:
    return {
        "dice.yaml": f"dice: {{huge: [{', '.join(['1'] * 40_000)}]}}\n",
        **rules("before opening: roll huge as pips"),
    }


@case("20,000 texts")
def _texts() -> Files:
    return {"texts.yaml": "texts:\n" + "".join(f"  ask.x{i}: Something\n" for i in range(20_000))}


@case("2,000 panels")
def _panels() -> Files:
    return {"panels.yaml": "panels:\n" + "".join("  - {value: earnings, name: X}\n" for i in range(2000))}


@case("2,000 standings")
def _standings() -> Files:
    return {"standings.yaml": "standings: [" + ", ".join(["victory"] * 2000) + "]\n"}


@case("kinds without number")
def _kinds() -> Files:
    return {
        "kinds.yaml": "kinds:\n"
        + "".join(
            f"  k{i}: {{plural: ks{i}, borne_by: people, fields: {{number: n{i}}}}}\n" for i in range(3000)
        )
    }


@case("decks without number")
def _decks() -> Files:
    return {
        "decks.yaml": "decks:\n"
        + "".join(f"  d{i}: {{of: power, hidden: true, deals: true}}\n" for i in range(3000))
    }


rules_case(
    __name__,
    "an event of 300 parameters",
    "event wide of "
    + " with ".join(f"p{i} (number)" for i in range(300))
    + "\nafter setting_out: do wide of "
    + " with ".join(["1"] * 300),
)
