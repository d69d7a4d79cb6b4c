"""Every construct of the language and of pack files that can go on and on, in depth or breadth, with as many links as wanted.

`python tests/hostile/chains.py 100 1000 10000 [--of NAME]` takes each of them through every step (`steps.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from hostile_pack import Files, indented, rules, write

Chain = Callable[[int], Files]

CHAINS: dict[str, Chain] = {}


def chain(name: str) -> Callable[[Chain], Chain]:
    """Enter one under its name."""

    def enter(make: Chain) -> Chain:
        CHAINS[name] = make
        return make

    return enter


# ── effects, one behind the other ──

NOTHING = "set turn_player to turn_player"
BEFORE = "remember far of game: number\nremember seen of game: set of region\n"


def effects(name: str, first: str, link: str, last: str = NOTHING) -> None:
    """`{0}` is the number of a link, `{1}` that of the one before; all of it when the board is set out."""

    def make(count: int) -> Files:
        lines = "\n".join([first, *(link.format(i, i - 1) for i in range(1, count)), last.format(count - 1)])
        return rules(BEFORE + "after setting_out:\n" + indented(lines, 2))

    CHAINS[name] = make


effects("names for what was named", "let v0 be round", "let v{0} be v{1} + 1", "set far to v{0}")
effects("names for what was named, twice", "let v0 be round", "let v{0} be v{1} - v{1}", "set far to v{0}")
effects("names of sets", "let v0 be regions", "let v{0} be v{1} where it is hill", "set seen to v{0}")
effects("names of conditions", "let v0 be round is 1", "let v{0} be not v{1}", f"if v{{0}}: {NOTHING}")
effects("names in choices", "let v0 be round", "let v{0} be if v{1} is 3 then 4 else v{1}", "set far to v{0}")
effects("memories that are counted up", "set far to 0", "set far to far + {0}")
effects("sums in a memory", "set far to 0", "add {0} to far")
effects("sets in a memory", "set seen to regions", "set seen to seen + regions")
effects("conditions one after the other", NOTHING, f"if round is {{0}}: {NOTHING}")
effects("loops one after the other", NOTHING, f"for each region in regions: {NOTHING}")
effects("rolls", NOTHING, "roll reinforcement as pips{0}", NOTHING)
effects("choices", NOTHING, "choose region{0} from regions", NOTHING)
effects("questions", NOTHING, f"may again{{0}}: {NOTHING}", NOTHING)
effects("draws", NOTHING, "draw tile{0} from races", NOTHING)
effects("coins", NOTHING, "turn_player gains 1 coins", NOTHING)
effects("swaps", "let a be 1\nlet b be 2", "exchange a with b", "set far to a + b")


@chain("branches")
def _branches(count: int) -> Files:
    more = "".join(f"else if round is {i}:\n  {NOTHING}\n" for i in range(1, count))
    return rules(
        "after setting_out:\n" + indented(f"if round is 0:\n  {NOTHING}\n{more}else:\n  {NOTHING}", 2)
    )


def blocks(name: str, head: str) -> None:
    """Blocks in blocks."""

    def make(count: int) -> Files:
        text = "".join("  " * (i + 1) + head.format(i) + "\n" for i in range(count))
        return rules("after setting_out:\n" + text + "  " * (count + 1) + NOTHING)

    CHAINS[name] = make


blocks("conditions in conditions", "if round is {0}:")
blocks("loops in loops", "for each region{0} in regions:")
blocks("repetitions in repetitions", "repeat 1 times:")
blocks("questions in questions", "may again{0}:")
blocks("choices in choices", "may choose region{0} from regions:")
blocks("counted questions in each other", "up to 2 times may again{0}:")


@chain("else in else")
def _else(count: int) -> Files:
    text = "".join(
        "  " * (i + 1) + f"if round is {i}: {NOTHING}\n" + "  " * (i + 1) + "else:\n" for i in range(count)
    )
    return rules("after setting_out:\n" + text + "  " * (count + 1) + NOTHING)


# ── expressions ──


def joined(
    name: str, first: str, link: str, *, is_flag: bool = False, last: str = "", before: str = ""
) -> None:
    """One expression; lines are broken in brackets, so that they are not too long."""

    def make(count: int) -> Files:
        parts = [link.format(i) for i in range(1, count)]
        lines = [" ".join(parts[i : i + 10]) for i in range(0, len(parts), 10)]
        text = "(\n" + "\n".join("    " + line for line in [first, *lines, last]) + "\n  )"
        ask = "conquest_cost +1 if far_out of people" if is_flag else "conquest_cost +(far_out of people)"
        return rules(f"{before}define far_out of people = {text}\n{ask}")

    CHAINS[name] = make


joined("a sum", "1", "+ {0}")
joined("a difference", "1", "- hand of people")
joined("a product", "1", "* hand of people")
joined("a quotient", "900", "/ hand of people")
joined("all of many", "round is 1", "and round is not {0}", is_flag=True)
joined("one of many", "round is 1", "or round is {0}", is_flag=True)
joined("bounds", "1", "but at least {0}")
joined("no, no, no", "not", "not", is_flag=True, last="round is 1")
joined("minus minus", "-", "-", last="1")
joined("brackets", "(", "(", last="1" + ")")
joined("if then else", "if round is 0 then 0 else", "if round is {0} then {0} else", last="1")
joined("if in if", "if", "if", is_flag=True, last="yes")
joined("owners of holders", "hand of", "holder of lone of", last="here")
joined("of of of", "hand of", "owner of", last="people")
joined("sums of sums", "sum of", "1 over regions + sum of", last="1 over regions")
joined("counts in counts", "number of", "regions where (number of", last="regions")
joined("some of some", "some regions where", "some regions where", is_flag=True, last="it is hill")
joined("set with set", "number of (regions", "+ (regions where it is hill)", last=")")
joined("where where", "number of (regions", "where it is hill", last=")")
joined("reached from reached", "number of (reached region from", "(reached region from", last="regions")
joined("despite despite", "can conquer of here by people", "despite no_{0}", is_flag=True)
joined("arguments", "tokens of people", "in here", is_flag=False)


@chain("closed brackets")
def _brackets(count: int) -> Files:
    return rules(f"conquest_cost +{'(' * count}1{')' * count}")


@chain("closed brackets over lines")
def _bracket_lines(count: int) -> Files:
    inside = "1"
    for i in range(min(count, 3000)):
        inside = f"({inside} + 1)" if i % 8 else f"(\n    {inside} + 1)"
    return rules(f"conquest_cost +{inside}")


# ── declarations ──


def declared(name: str, first: str, link: str, last: str) -> None:
    """Rules, each of which leads to the one before."""

    def make(count: int) -> Files:
        return rules(
            "\n".join([first, *(link.format(i, i - 1) for i in range(1, count)), last.format(count - 1)])
        )

    CHAINS[name] = make


COST = "conquest_cost +(d{0} of people)"
declared(
    "definitions", "define d0 of people = hand of people", "define d{0} of people = d{1} of people", COST
)
declared(
    "definitions that add", "define d0 of people = 1", "define d{0} of people = d{1} of people + 1", COST
)
declared("values", "value d0 of people = hand of people", "value d{0} of people = d{1} of people", COST)
declared(
    "values by modifiers", "value d0 of people = 1", "value d{0} of people = 1\nd{0} +(d{1} of people)", COST
)
declared(
    "predicates",
    "define people is p0 = yes",
    "define people is p{0} = people is p{1}",
    "conquest_cost +1 if people is p{0}",
)
declared(
    "permissions",
    "permission p0 of region by people",
    "permission p{0} of region by people\nforbid p{0} as no_{0} if can p{1} of region by people",
    "forbid conquer as no if can p{0} of region by people",
)
declared("events", "event e0", "event e{0}:\n  do e{1}", "after setting_out: do e{0}")
declared("triggers", "event e0", "event e{0}\nafter e{0}: do e{1}", "after setting_out: do e{0}")
declared(
    "triggers in place", "event e0", "event e{0}\ninstead of e{0}: do e{1}", "after setting_out: do e{0}"
)
declared(
    "memories until events",
    "event e0",
    "event e{0}\nremember m{0} of people: number until e{1}",
    "after setting_out: do e{0}",
)
declared(
    "memories",
    "remember m0 of game: number",
    "remember m{0} of game: number\nbefore opening: set m{0} to m{1} + 1",
    "conquest_cost +m{0}",
)
declared(
    "phases beside phases",
    "phase x0 after scoring of turn: " + NOTHING,
    "phase x{0} after x{1} of turn: " + NOTHING,
    "",
)
declared(
    "phases before phases",
    "phase x0 before scoring of turn: " + NOTHING,
    "phase x{0} before x{1} of turn: " + NOTHING,
    "",
)
declared("triggers on one event", "", "after turn if round is {0}: turn_player gains 1 coins", "")
declared("modifiers", "", "conquest_cost +1 if hand of people is {0}", "")
declared("floors", "", "conquest_cost at least 1 if hand of people is {0}", "")
declared("new bases", "", "conquest_cost becomes 1 if hand of people is {0}", "")
declared("prohibitions", "", "forbid conquer as no_{0} if hand of people is {0}", "")
declared(
    "permits",
    "forbid conquer as no if hand of people is 99",
    "permit conquer despite no if hand of people is {0}",
    "",
)
declared("guards", "", "declined: conquest_cost +1 if hand of people is {0}", "")
declared("actions", "", "action a{0}\n  during conquests\n  do: " + NOTHING, "")
declared(
    "actions with targets",
    "",
    "action a{0} of region\n  during conquests\n  from regions\n  do: " + NOTHING,
    "",
)
declared(
    "actions that count one another",
    "action a0\n  during conquests\n  once per turn\n  do: " + NOTHING,
    "action a{0}\n  during conquests\n  once per turn\n  if can a{1}\n  do: " + NOTHING,
    "",
)
declared(
    "actions that share a limit",
    "action a0\n  during conquests\n  once per turn\n  do: " + NOTHING,
    "action a{0}\n  during conquests\n  once per turn with a{1}\n  do: " + NOTHING,
    "",
)
declared("comments", "", "# {0}", "conquest_cost +1 if hand of people is 77")


@chain("phases of an event")
def _phases(count: int) -> Files:
    text = "".join(f"  phase x{i}: {NOTHING}\n" for i in range(count))
    return rules(f"event long:\n{text}after setting_out: do long")


@chain("phases in offers")
def _offers(count: int) -> Files:
    text = "".join(f"  phase x{i}:\n    offer to turn_player\n" for i in range(count))
    acts = "".join(f"action a{i}\n  during x{i}\n  do: {NOTHING}\n" for i in range(min(count, 1400)))
    return rules(f"event long:\n{text}after setting_out: do long\n{acts}")


@chain("parameters")
def _parameters(count: int) -> Files:
    named = " with ".join(f"p{i} (number)" for i in range(count))
    return rules(f"event wide of {named}\nafter setting_out: do wide of {' with '.join(['1'] * count)}")


@chain("sets of regions that are remembered")
def _remembered(count: int) -> Files:
    lines = "".join(f"remember m{i} of region: set of region\n" for i in range(count))
    fill = "".join(f"    set m{i} of region to regions\n" for i in range(count))
    return rules(f"{lines}after setting_out:\n  for each region in regions:\n{fill}")


# ── files ──


def file(name: str, make: Callable[[int], str]) -> None:
    """One file beside `pack.yaml`."""
    CHAINS[name] = lambda count: {"more.yaml": make(count)}


def many(key: str, entry: str, before: str = "") -> Callable[[int], str]:
    """Entries of a table."""
    return lambda count: (
        before + f"{key}:\n" + "".join("  " + entry.format(i, i - 1) + "\n" for i in range(1, count))
    )


file("lists in lists", lambda n: "terrains: " + "[" * n + "]" * n + "\n")
file("lists in lists that do not end", lambda n: "terrains: " + "[" * n)
file("tables in tables", lambda n: "terrains: " + "{a: " * n + "}" * n + "\n")
file("blocks in blocks", lambda n: "".join(" " * i + "a:\n" for i in range(min(n, 900))))
file("items in items", lambda n: "terrains: \n" + "- " * n + "x\n")
file("anchors", lambda n: "".join(f"a{i}: &a{i} [x]\n" for i in range(n)))
file(
    "aliases of aliases",
    lambda n: "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, n)),
)
file("documents", lambda n: "---\nterrains: [x]\n" * n)
file("keys that nobody knows", lambda n: "".join(f"strange_{i}: 1\n" for i in range(n)))
file("one key again and again", lambda n: "terrains: [x]\n" * n)
file("questions of YAML", lambda n: "? " * n + "x\n")
file("tags", lambda n: "".join(f"a{i}: !t{i} x\n" for i in range(n)))
file("quotes", lambda n: 'texts:\n  ask.x: "' + '\\"' * n + '"\n')
file("folded lines", lambda n: "rules: >\n" + "  conquest_cost\n" * n)
file("texts", many("texts", "ask.x{0}: Something"))
file("holes in a text", lambda n: "texts:\n  event.turn: '" + "{player} " * n + "'\n")
file("holes in holes", lambda n: "texts:\n  event.turn: '" + "{player|" * n + "}" * n + "'\n")
file(
    "languages",
    lambda n: (
        "powers:\n"
        + "".join(
            f"  p{i}: {{name: {{en: P, {chr(97 + i % 26)}{chr(97 + i // 26 % 26)}: Q}}, number: 1}}\n"
            for i in range(n)
        )
    ),
)
file("a name of many words", lambda n: "powers:\n  p: {number: 1, name: '" + "word " * n + "'}\n")
file("a name of one word", lambda n: "powers:\n  p: {number: 1, name: '" + "w" * n + "'}\n")
file(
    "a name that goes the other way",
    lambda n: "powers:\n  p: {number: 1, name: '" + "\u202e\u0301a" * n + "'}\n",
)
file("powers", many("powers", "p{0}: {{name: P{0}, number: 1}}"))
file("races", many("races", "r{0}: {{name: R{0}, number: 1, tray: 9}}"))
file("tokens of one another", many("races", "r{0}: {{name: R, number: 1, tray: 9, tokens_of: r{1}}}"))
file("copies", many("powers", "p{0}: {{name: P, number: 1, copies: 9}}"))
file("pieces", many("pieces", "p{0}: {{name: P{0}, rules: 'here defence +1'}}"))
file(
    "pieces of a tile",
    lambda n: (
        "powers:\n  q:\n    name: Q\n    number: 1\n    pieces:\n"
        + "".join(f"      p{i}: {{name: P}}\n" for i in range(n))
    ),
)
file("kinds", many("kinds", "k{0}: {{plural: ks{0}, name: K, borne_by: people, fields: {{number: n{0}}}}}"))
file("decks", many("decks", "d{0}: {{of: power, hidden: true, deals: true}}"))
file("dice", many("dice", "d{0}: [1, 2]"))
file("faces of a die", lambda n: f"dice: {{huge: [{', '.join('1' * n)}]}}\n")
file("terrains", lambda n: f"terrains: [{', '.join(f't{i}' for i in range(n))}]\n")
file("symbols", lambda n: f"symbols: [{', '.join(f's{i}' for i in range(n))}]\n")
file("stages", lambda n: f"stages: [{', '.join(f's{i}' for i in range(n))}]\n")
file("modes", lambda n: f"modes: [{', '.join(f's{i}' for i in range(n))}]\n")
file(
    "equivalents",
    lambda n: (
        f"terrains: [{', '.join(f't{i}' for i in range(n))}]\nequivalents:\n"
        + "".join(f"  t{i}: t{i + 1}\n" for i in range(n - 1))
    ),
)
file("new names of new names", many("renamed", "n{0}: {{to: n{1}, since: 0.1.0}}"))
file("variants", many("variants", "v{0}: {{name: V, options: [a, b]}}"))
file("options", lambda n: f"variants:\n  v: {{name: V, options: [{', '.join(f'o{i}' for i in range(n))}]}}\n")
file(
    "rules under options",
    lambda n: (
        "variants:\n  v: {name: V, options: [a, b]}\nrules_when:\n"
        + "  - when: {v: b}\n    rules: conquest_cost +1 if round is 20\n" * n
    ),
)
file("panels", lambda n: "panels:\n" + "  - {value: earnings, name: X}\n" * n)
file("standings", lambda n: "standings: [" + ", ".join(["victory"] * n) + "]\n")
file("roles", many("roles", "r{0}: earnings"))
file("numbers", lambda n: "races:\n  r: {name: R, number: " + "9" * n + ", tray: 9}\n")

MAP = "maps:\n  m:\n    name: M\n    players: [2, 3]\n    rounds: 9\n    regions:\n"


def board(name: str, region: Callable[[int, int], str], head: str = MAP) -> None:
    """A map of so many regions."""
    CHAINS[name] = lambda count: {
        "map.yaml": head + "".join(f"      {i}: {region(i, count)}\n" for i in range(count))
    }


board("regions in a row", lambda i, n: f"{{terrain: hill, entry: true, borders: [{i ^ 1}]}}")
board(
    "regions around one",
    lambda i, n: (
        f"{{terrain: hill, entry: true, borders: [{', '.join(map(str, range(1, n))) if not i else 0}]}}"
    ),
)
board(
    "regions with corners",
    lambda i, n: (
        f"{{terrain: hill, entry: true, borders: [{i ^ 1}], shape: [[0, {i % 900}], [0, {900 - i % 900}], [9, 0]]}}"
    ),
)


def square(i: int) -> str:
    """The shape of a region in rows of thirty."""
    x, y = i % 30, i // 30
    return f"[[{x}, {y}], [{x + 1}, {y}], [{x + 1}, {y + 1}], [{x}, {y + 1}]]"


board(
    "regions in squares",
    lambda i, n: f"{{terrain: hill, entry: true, borders: [{i ^ 1}], shape: {square(i)}}}",
)
board(
    "symbols of regions",
    lambda i, n: f"{{terrain: hill, entry: true, symbols: [mine, magic], borders: [{i ^ 1}]}}",
)


@chain("corners of a region")
def _corners(count: int) -> Files:
    shape = ", ".join(f"[{i % 97}, {i * 7 % 61}]" for i in range(max(count, 3)))
    return {
        "map.yaml": MAP
        + f"      1: {{terrain: hill, entry: true, borders: [2], shape: [{shape}]}}\n      2: {{terrain: hill, borders: [1]}}\n"
    }


@chain("corners on one line")
def _on_a_line(count: int) -> Files:
    shape = ", ".join(f"[{i / 100}, 0]" for i in range(max(count, 3)))
    return {
        "map.yaml": MAP
        + f"      1: {{terrain: hill, entry: true, borders: [2], shape: [{shape}, [9, 9]]}}\n      2: {{terrain: hill, borders: [1]}}\n"
    }


@chain("borders to nowhere")
def _nowhere(count: int) -> Files:
    return {
        "map.yaml": MAP
        + f"      1: {{terrain: hill, entry: true, borders: [{', '.join(f'x{i}' for i in range(count))}]}}\n"
    }


@chain("maps of 60 regions")
def _maps(count: int) -> Files:
    row = "".join(f"      {i}: {{terrain: hill, entry: true, borders: [{i ^ 1}]}}\n" for i in range(60))
    return {
        f"m{k}.yaml": "maps:\n"
        + "".join(
            MAP.split("\n", 1)[1].replace("  m:", f"  m{i}:", 1) + row for i in range(k, min(k + 50, count))
        )
        for k in range(0, count, 50)
    }


@chain("maps that extend one another")
def _extending(count: int) -> Files:
    first = (
        "  m0: {name: M, players: [2], rounds: 9, regions: {1: {terrain: hill, entry: true, borders: []}}}\n"
    )
    return {
        "maps.yaml": "maps:\n"
        + first
        + "".join(f"  m{i}: {{name: M, extends: m{i - 1}}}\n" for i in range(1, count))
    }


@chain("boards beside one another")
def _beside(count: int) -> Files:
    letters = [
        a + b + c
        for a in "abcdefghijklmnopqrstuvwxyz"
        for b in "abcdefghijklmnopqrstuvwxyz"
        for c in "abcdefghijklmnopqrstuvwxyz"
    ]
    beside = ", ".join(f"{word}: small_world_2p" for word in letters[:count])
    return {"maps.yaml": f"maps:\n  m: {{name: M, players: [2], rounds: 9, beside: {{{beside}}}}}\n"}


@chain("scenarios")
def _scenarios(count: int) -> Files:
    one = "  s{0}:\n    about: nothing\n    position: {{players: 2, phase: opening}}\n    steps: []\n"
    return {"scenarios/s.yaml": "scenarios:\n" + "".join(one.format(i) for i in range(count))}


@chain("files")
def _files(count: int) -> Files:
    return {f"f{i}.yaml": f"terrains: [t{i}]\n" for i in range(min(count, 2500))}


@chain("files deep down")
def _folders(count: int) -> Files:
    return {"/".join(["d"] * min(count, 40)) + "/more.yaml": "terrains: [x]\n"}


@chain("packs that are required")
def _required(count: int) -> Files:
    head = "id: hostile\nversion: 0.1.0\nlanguage: 1\nname: H\nrequires:\n  smallworld: '>=0.1'\n"
    return {"pack.yaml": head + "".join(f"  x{i}: '>=0.1'\n" for i in range(count))}


@chain("conditions of a version")
def _versions(count: int) -> Files:
    return {
        "pack.yaml": "id: hostile\nversion: 0.1.0\nlanguage: 1\nname: H\nrequires: {smallworld: '"
        + ">=0.1, " * count
        + ">=0.1'}\n"
    }


def main():
    """Each construct, or those that are named, with each number of links: a line of JSON where anything is wrong or takes long."""
    from steps import gone_through_alone  # noqa: PLC0415 - only here

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", type=int, nargs="*", default=[100])
    parser.add_argument("--of", action="append")
    given = parser.parse_args()
    wrong = 0
    for name in given.of or CHAINS:
        for count in given.counts:
            with tempfile.TemporaryDirectory() as folder:
                size = write(CHAINS[name](count), Path(folder) / "hostile")
                found = gone_through_alone(str(Path(folder) / "hostile"))
            times = found.get("times", {})
            slowest = max(times, key=times.get, default="")
            wrong += found["end"] != "fine"
            sys.stdout.write(
                json.dumps(
                    [
                        name,
                        count,
                        size,
                        found["end"],
                        found.get("wrong"),
                        found.get("codes"),
                        slowest,
                        times.get(slowest),
                        found.get("memory"),
                    ]
                )
                + "\n"
            )
            sys.stdout.flush()
    return min(wrong, 1)


if __name__ == "__main__":
    os.environ["RULEDSL_CACHE"] = "off"
    import ruledsl

    ruledsl.load("smallworld")
    sys.exit(main())
