"""Packs written to hang the program or to eat the machine, by name: files by their paths, made when they are asked for.

Every case is a small program of its own; what they have in common is the pack around them (`HEAD`). They stand in families, by what they attack.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["CASES", "HEAD"]

Files = dict[str, str]

HEAD = 'id: hostile\nversion: 0.1.0\nlanguage: 1\nname: Hostile\nrequires: {smallworld: ">=0.1"}\n'

CASES: dict[str, Callable[[], Files]] = {}


def case(name: str) -> Callable[[Callable[[], Files]], Callable[[], Files]]:
    """Enter a case under its name."""

    def enter(make: Callable[[], Files]) -> Callable[[], Files]:
        assert name not in CASES
        CASES[name] = make
        return make

    return enter


def _indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.strip("\n").split("\n"))


def rules(text: str) -> Files:
    """The pack has these rules."""
    return {"rules.yaml": "rules: |\n" + _indented(text, 2)}


def race(text: str, name: str = "otters") -> Files:
    """A race has them."""
    head = f"races:\n  {name}:\n    name: {name}\n    number: 5\n    tray: 40\n    rules: |\n"
    return {f"{name}.yaml": head + _indented(text, 6)}


def _simple(name: str, text: str) -> None:
    case(name)(lambda: rules(text))


def _borne(name: str, text: str) -> None:
    case(name)(lambda: race(text))


def chain(first: str, link: str, count: int, last: str) -> str:
    """`{0}` is the number of a link, `{1}` that of the one before."""
    return "\n".join([first, *(link.format(i, i - 1) for i in range(1, count)), last])


# ── numbers that grow ────────────────────────────────────────────────────────

_simple(
    "lets that square",
    "after setting_out:\n  let a0 be 999999 + round\n"
    + "\n".join(f"  let a{i} be a{i - 1} * a{i - 1}" for i in range(1, 60))
    + "\n  if a59 is 7:\n    add 1 to round",
)
_simple(
    "constants that square",
    "after setting_out:\n  let a0 be 999999\n"
    + "\n".join(f"  let a{i} be a{i - 1} * a{i - 1}" for i in range(1, 60))
    + "\n  if a59 is 7:\n    add 1 to round",
)
_simple(
    "definitions that square",
    chain(
        "define a0 of people = 999999",
        "define a{0} of people = a{1} of people * a{1} of people",
        60,
        "conquest_cost +1 if a59 of people is 7",
    ),
)
_simple(
    "a memory that squares in a loop",
    "remember n on game: number = 9\nafter setting_out:\n  repeat 40 times: set n to n * n",
)
_simple(
    "a memory that squares each turn",
    "remember n on game: number = 999999\nbefore opening: set n to n * n\nconquest_cost +1 if n is 7",
)
_simple(
    "a memory that is added to itself",
    "remember n on game: number = 999999\nafter setting_out:\n  repeat 9000 times: add n to n",
)
_simple(
    "products of 99 factors",
    "value size of people = "
    + " * ".join(["(999999 + round)"] * 99)
    + "\nconquest_cost +1 if size of people is 7",
)
_simple(
    "values that multiply one another",
    chain(
        "value a0 of people = 999999 + round",
        "value a{0} of people = a{1} of people * 999999",
        90,
        "conquest_cost +1 if a89 of people is 7",
    ),
)
_borne("modifiers that multiply", "\n".join(f"my conquest_cost times {999999 - i}" for i in range(400)))
_simple(
    "coins by the million",
    "after setting_out:\n  for each player in players:\n    repeat 9000 times: player gains 999999 coins",
)
_simple(
    "a round out of its range", "remember n on game: number = 999999\nafter setting_out: set round to n * n"
)
_simple(
    "a sum of huge terms",
    "value size of people = sum of (999999 * 999999) over regions\nconquest_cost +(size of people * size of people)",
)

# ── answers that double ──────────────────────────────────────────────────────


def doubling(kind: str, join: str, count: int) -> str:
    return chain(
        f"{kind} a0 of people = hand of people",
        f"{kind} a{{0}} of people = a{{1}} of people {join} a{{1}} of people",
        count,
        f"conquest_cost +1 if a{count - 1} of people is 7",
    )


_simple("definitions that double", doubling("define", "+", 40))
_simple("values that double", doubling("value", "+", 40))
_simple("values that double by bounds", doubling("value", "but at least", 60))
_simple(
    "values that a tile changes, doubling",
    doubling("value", "+", 40) + "\n" + "\n".join(f"a{i} +1 if hand of people is 3" for i in range(40)),
)
_simple(
    "definitions that choose between themselves",
    chain(
        "define a0 of people = hand of people is 1",
        "define a{0} of people = if a{1} of people then a{1} of people else not a{1} of people",
        50,
        "conquest_cost +1 if a49 of people",
    ),
)
_simple(
    "a mesh of definitions",
    "\n".join(
        [f"define a{i}_0 of people = hand of people + {i}" for i in range(5)]
        + [
            f"define a{i}_{k} of people = {' + '.join(f'a{j}_{k - 1} of people' for j in range(5))}"
            for k in range(1, 19)
            for i in range(5)
        ]
        + ["conquest_cost +1 if a0_18 of people is 7"]
    ),
)
_simple(
    "a mesh of values",
    "\n".join(
        [f"value a{i}_0 of people = hand of people + {i}" for i in range(5)]
        + [
            f"value a{i}_{k} of people = {' + '.join(f'a{j}_{k - 1} of people' for j in range(5))}"
            for k in range(1, 19)
            for i in range(5)
        ]
        + ["conquest_cost +1 if a0_18 of people is 7"]
    ),
)
_simple(
    "permissions that double",
    "permission p0 of region by people\n"
    + "\n".join(
        f"permission p{i} of region by people\n"
        f"forbid p{i} as no_{i} if (can p{i - 1} of region by people) and not (can p{i - 1} of region by people)"
        for i in range(1, 40)
    )
    + "\nforbid conquer as hard if can p39 of region by people and hand of people is 77",
)
_simple(
    "modifiers that ask the next value twice",
    chain(
        "value a0 of people = 1",
        "value a{0} of people = 1\na{0} +(a{1} of people + a{1} of people)",
        50,
        "conquest_cost +1 if a49 of people is 7",
    ),
)
_simple(
    "arguments that double",
    chain(
        "define a0 of people with n (number) = n + n",
        "define a{0} of people with n (number) = a{1} of people with (n + n) + a{1} of people with n",
        40,
        "conquest_cost +1 if a39 of people with 1 is 7",
    ),
)

# ── loops inside loops ───────────────────────────────────────────────────────


def nest(head: str, count: int, inner: str) -> str:
    """`sum of (sum of (… over regions) over regions)`, or the like; {0} stands for what is inside."""
    found = inner
    for _ in range(count):
        found = head.format(found)
    return found


_simple(
    "somes inside somes",
    "define deep of people = "
    + nest("(some regions where not {0})", 14, "(it is hill and it is forest)")
    + "\nconquest_cost +1 if deep of people",
)
_simple(
    "sums of sums, eight deep",
    "define deep of people = "
    + nest("(sum of {0} over regions)", 8, "(force of it)")
    + "\nconquest_cost +(deep of people)",
)
_simple(
    "sums of sums, by definitions",
    chain(
        "define d0 of region = force of region",
        "define d{0} of region = sum of (d{1} of it + force of region) over regions",
        8,
        "conquest_cost +(d7 of region)",
    ),
)
_simple(
    "sums of sums, by values",
    chain(
        "value d0 of region = force of region",
        "value d{0} of region = sum of (d{1} of it + force of region) over regions",
        8,
        "conquest_cost +(d7 of region)",
    ),
)
_simple(
    "counts inside counts",
    "define deep of people = "
    + nest("(number of regions where {0} is 1)", 7, "(force of it)")
    + "\nconquest_cost +(deep of people)",
)
_simple(
    "the highest of the highest",
    "define deep of people = "
    + nest("(highest of {0} over regions)", 7, "(force of it)")
    + "\nconquest_cost +(deep of people)",
)
_simple(
    "for each over a triple sum",
    "after setting_out:\n  for each a in regions:\n    for each b in regions:\n      for each c in regions:\n"
    "        if (sum of (sum of (sum of (force of x + force of y + force of z + force of a + force of b + force of c) over x in regions) "
    "over y in regions) over z in regions) is 7: add 1 to round",
)
_simple(
    "four loops in a value",
    "value deep of people = sum of (sum of (sum of (sum of (force of a + force of b + force of c + force of d) over a in regions) "
    "over b in regions) over c in regions) over d in regions\nconquest_cost +1 if deep of people is 7",
)
_simple(
    "five loops in a condition",
    "conquest_cost +1 if some a in regions where (some b in regions where (some c in regions where (some d in regions where (some e in regions "
    "where force of a + force of b + force of c + force of d + force of e is 777))))",
)
_simple(
    "for each, ten deep",
    "after setting_out:\n"
    + "".join(f"{'  ' * (i + 1)}for each r{i} in regions:\n" for i in range(10))
    + f"{'  ' * 11}set turn_player to turn_player",
)
_simple(
    "repeat, over numbers of the game",
    "remember n on game: number = 9999\nafter setting_out:\n"
    + "".join(f"{'  ' * (i + 1)}repeat n times:\n" for i in range(5))
    + f"{'  ' * 6}set turn_player to turn_player",
)
_simple(
    "repeat, by a number of many digits",
    "remember n on game: number = 999999\nafter setting_out:\n  repeat (n * n) times: set turn_player to turn_player",
)
_simple(
    "reached, inside reached",
    "define deep of people = number of (reached a from regions by (reached b from neighbours of a by (reached c from neighbours of b by "
    "(reached d from neighbours of c by (reached e from neighbours of d by neighbours of e)))))\nconquest_cost +1 if deep of people is 7",
)
_simple(
    "spread, inside loops",
    "define deep of people = sum of (sum of (sum of (groups of (spread of (neighbours of a) through (regions where force of it is force of b + force of c))) "
    "over a in regions) over b in regions) over c in regions\nconquest_cost +1 if deep of people is 7",
)
_simple(
    "a prohibition with loops",
    "forbid conquer as hard if some a in regions where (some b in regions where (some c in regions where "
    "force of a + force of b + force of c + force of region is 777))",
)
_borne(
    "an action with loops",
    "action stare of region\n  during conquests\n  from regions where (some a in regions where (some b in regions where (some c in regions where "
    "force of a + force of b + force of c + force of region is 777)))\n  do: you gains 1 coins",
)
_simple(
    "a limit with loops",
    "action stare of region\n  during conquests\n  (1 + (sum of (sum of (sum of (force of a + force of b + force of c) over a in regions) over b in regions) over c in regions)) "
    "times per turn\n  from regions\n  do: set turn_player to turn_player",
)
_simple(
    "tiles inside tiles",
    "define deep of people = number of x in banners where (some a in badges where (some b in badges where (some c in badges where "
    "coins of a + coins of b + coins of c + coins of x is 777)))\nconquest_cost +1 if deep of people is 7",
)
_simple(
    "values of values over tiles",
    "value worth of tile = sum of (position of it in banners + coins of tile) over banners\n"
    "value much of tile = sum of (worth of it + coins of tile) over banners\nconquest_cost +1 if (sum of (much of it) over banners) is 7",
)

# ── events ───────────────────────────────────────────────────────────────────

_simple(
    "events that raise two others",
    "event e0:\n  set turn_player to turn_player\n"
    + "\n".join(f"event e{i}:\n  do e{i - 1}\n  do e{i - 1}" for i in range(1, 60))
    + "\nafter setting_out: do e59",
)
_simple(
    "events that raise two others, by triggers",
    "event e0\n"
    + "\n".join(f"event e{i}\nafter e{i}:\n  do e{i - 1}\nbefore e{i}:\n  do e{i - 1}" for i in range(1, 50))
    + "\nafter setting_out: do e49",
)
_simple(
    "events that raise one another in loops",
    "event e0:\n  set turn_player to turn_player\n"
    + "\n".join(f"event e{i}:\n  for each region in regions:\n    do e{i - 1}" for i in range(1, 9))
    + "\nafter setting_out: do e8",
)
_simple(
    "a choice that leads to itself either way",
    "event e1:\n  may again: do e1\n  else: do e1\nafter setting_out: do e1",
)
_simple(
    "a choice of regions that leads to itself either way",
    "event e1:\n  may choose region from regions: do e1\n  else: do e1\nafter setting_out: do e1",
)
_simple("a choice that leads deeper and deeper", "event e1:\n  may again: do e1\nafter setting_out: do e1")
_simple(
    "an offer that leads to itself",
    "after setting_out:\n  do playing\naction again\n  during opening\n  do:\n    do turn of turn_player",
)
_simple(
    "coins in 900,000 steps",
    "after setting_out:\n  repeat 900 times:\n    repeat 1000 times:\n      for each player in players:\n        player gains 1 coins",
)
_simple(
    "coins in steps, as many as the game says",
    "remember n on game: number = 900000\nafter setting_out:\n  repeat n times:\n    for each player in players: player gains 1 coins",
)
_simple(
    "coins each time anybody is asked",
    "remember n on game: number = 9000\nbefore opening:\n  repeat n times:\n    for each player in players: player gains 1 coins",
)
_simple(
    "peoples without number",
    "after setting_out:\n  repeat 9000 times:\n    found crowd of (first of (tiles of race)) with none for turn_player",
)
_simple(
    "peoples each turn",
    "before opening:\n  repeat 900 times:\n    found crowd of (first of (tiles of race)) with none for turn_player",
)
_simple("shuffles", "after setting_out:\n  repeat 9999 times: shuffle banners")
_simple(
    "stages back and forth",
    "before conquests:\n  repeat 4000 times:\n    for each it_people in peoples:\n      set stage of it_people to declined\n      set stage of it_people to active",
)
case("tokens moved back and forth")(
    lambda: race(
        "before my conquests:\n  repeat 9999 times:\n    move all token of me to hand\n    for each region in regions: move 1 token of me from hand to region"
    )
)
case("borrowing")(
    lambda: race(
        "before my conquests:\n  repeat 9999 times:\n    borrow first of badges for this\n    borrow first of banners for this"
    )
)
case("exchanging regions")(
    lambda: race(
        "before my conquests:\n  repeat 9999 times:\n    for each region in regions: exchange region with first of regions"
    )
)
case("pieces by the million")(
    lambda: {
        **race(
            "before my conquests:\n  repeat 9999 times:\n    for each region in regions: move 999999 pebble from box to region"
        ),
        "pieces.yaml": "pieces:\n  pebble: {name: Pebble, rules: here defence +1}\n",
    }
)
_simple(
    "memories of tiles, without end",
    "remember seen on tile: number\nbefore opening:\n  repeat 900 times:\n    for each t in banners: add 1 to seen of t",
)
_simple(
    "a thousand phases",
    "\n".join(f"phase extra_{i} after scoring of turn:\n  offer to player" for i in range(1000)),
)

# ── many of everything ───────────────────────────────────────────────────────

_borne(
    "4,000 modifiers of one tile",
    "\n".join(f"my conquest_cost +1 if hand of me is {1000 + i}" for i in range(4000)),
)
_simple(
    "4,000 modifiers of a pack",
    "\n".join(f"conquest_cost +1 if hand of people is {1000 + i}" for i in range(4000)),
)
_simple(
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


_simple(
    "3,000 triggers on one event",
    "\n".join(f"after turn if round is {100 + i}: turn_player gains 1 coins" for i in range(3000)),
)
_simple(
    "3,000 prohibitions",
    "\n".join(f"forbid conquer as no_{i} if hand of people is {1000 + i}" for i in range(3000)),
)
_simple(
    "1,500 actions",
    "\n".join(
        f"action a{i} of region\n  during conquests\n  from regions where force of it is {1000 + i}\n  do: set turn_player to turn_player"
        for i in range(1500)
    ),
)
_simple(
    "4,000 memories of regions", "\n".join(f"remember m{i} on region: number until turn" for i in range(4000))
)
_simple(
    "90 definitions, each of the one before",
    chain(
        "define d0 of people = hand of people",
        "define d{0} of people = d{1} of people",
        90,
        "conquest_cost +(d89 of people)",
    ),
)
_simple(
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
    pairs = "".join(f"  {a}: {b}\n" for a, b in zip(names, names[1:], strict=False))
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


_simple(
    "an event of 300 parameters",
    "event wide of "
    + " with ".join(f"p{i} (number)" for i in range(300))
    + "\nafter setting_out: do wide of "
    + " with ".join(["1"] * 300),
)

# ── mistakes without number ──────────────────────────────────────────────────

_simple(
    "2,500 unknown words",
    "\n".join(f"conquest_cost +1 if region is in wrodd_{i} of people" for i in range(2500)),
)
_simple("2,500 unknown values", "\n".join(f"conquest_cots_{i} +1" for i in range(2500)))
_simple(
    "unknown words of 79 letters",
    "\n".join(f"conquest_cost +1 if {'ab' * 37}{i:04} of people" for i in range(1200)),
)


@case("mistakes in 400 files")
def _mistakes() -> Files:
    return {
        f"m{k}.yaml": rules("\n".join(f"conquest_cost +1 if wrod_{i} of people" for i in range(40)))[
            "rules.yaml"
        ]
        for k in range(400)
    }


@case("keys that nothing knows")
def _keys() -> Files:
    return {"keys.yaml": "".join(f"key_{i}: 1\n" for i in range(20_000))}


@case("tiles with keys that nothing knows")
def _inner() -> Files:
    return {
        "keys.yaml": "powers:\n" + "".join(f"  p{i}: {{nmae: P, nubmer: 1, ruels: x}}\n" for i in range(8000))
    }


_simple("statements that are none", "\n".join(["my my my my"] * 9000))
_simple("an open bracket in each line", "\n".join(["conquest_cost +(1"] * 9000))
_simple("lines of spaces", "\n".join([" " * 900] * 200 + ["conquest_cost +1"]))

# ── YAML ─────────────────────────────────────────────────────────────────────


@case("unusual YAML in twelve files")
def _unusual() -> Files:
    return {
        f"y{k}.yaml": "texts:\n"
        + "".join(f'  "ask.\\u0061{k}_{i}": {{en: "a\\tb", it: \'c\'}}\n' for i in range(9000))
        for k in range(12)
    }


@case("flow mappings")
def _flow() -> Files:
    return {"y.yaml": "texts: {" + ", ".join(f"? ask.x{i} : {{en: [a]}}" for i in range(20_000)) + "}\n"}


@case("scalars over many lines")
def _folded() -> Files:
    return {"y.yaml": "texts:\n  ask.x: >\n" + "    word\n" * 100_000}


@case("2,500 files")
def _many() -> Files:
    return {f"f{i}.yaml": f"symbols: [s{i}]\n" for i in range(2500)}


@case("comments without end")
def _comments() -> Files:
    return {f"c{k}.yaml": "# nothing\n" * 90_000 + "symbols: [a]\n" for k in range(3)}


@case("folders in folders")
def _folders() -> Files:
    return {"/".join(["d"] * k) + "/f.yaml": f"symbols: [s{k}]\n" for k in range(1, 200)}


# ── what lies deeper ─────────────────────────────────────────────────────────

_simple(
    "3,000 choices that nobody has",
    "after setting_out:\n"
    + "  if round is 7:\n    choose region from regions\n    set turn_player to turn_player\n" * 2000,
)
_simple(
    "2,000 choices with one option",
    "after setting_out:\n" + "  choose turn_x from players where it is turn_player\n" * 2000,
)
_simple(
    "an offer that never ends",
    "action dawdle\n  during opening\n  do: set turn_player to turn_player\nphase idle before opening of turn:\n  offer to player\naction wait\n  during idle\n  do: set turn_player to turn_player",
)
_simple(
    "events that ask without end while the board is set out",
    "event e1:\n  may again: do e1\nafter setting_out: do e1",
)
_simple(
    "a hundred values that every region asks",
    "\n".join(f"value v{i} of region = force of region + {i}" for i in range(100))
    + "\nconquest_cost +("
    + " + ".join(f"v{i} of region" for i in range(40))
    + ")",
)
_simple(
    "unknown words beside thousands of known ones",
    "\n".join(
        [f"define knwon_word_{i} of people = {i}" for i in range(2000)]
        + [f"income +(known_wrod_{i} of people)" for i in range(300)]
    ),
)


@case("names that are hard to tell apart")
def _names() -> Files:
    known = "".join(f"  {'ab' * 30}{i:05}: {{name: X, number: 1}}\n" for i in range(1500))
    return {
        "p.yaml": "powers:\n" + known,
        **rules("\n".join(f"income +1 if kind of {'ba' * 30}{i:05} is power" for i in range(400))),
    }


@case("summaries in every language")
def _summaries() -> Files:
    letters = "abcdefghijklmnopqrstuvwxyz"
    texts = ", ".join(f'{a}{b}: "{"word " * 20}"' for a in letters for b in letters)
    return {
        f"p{k}.yaml": f"powers:\n  p{k}: {{name: P, number: 1, summary: {{{texts}}}}}\n" for k in range(9)
    }


@case("a chain of variants in one rule")
def _when() -> Files:
    some = "".join(f"  v{i}: {{name: V, options: [a, b]}}\n" for i in range(200))
    together = ", ".join(f"v{i}: b" for i in range(200))
    return {
        "variants.yaml": f"variants:\n{some}rules_when:\n"
        + f"  - when: {{{together}}}\n    rules: conquest_cost +1 if round is 20\n" * 100
    }


@case("rules under pairs of options")
def _pairs() -> Files:
    options = ", ".join(f"o{i}" for i in range(40))
    some = "".join(f"  v{i}: {{name: V, options: [{options}]}}\n" for i in range(2))
    switched = "".join(
        f"  - when: {{v0: o{i}, v1: o{j}}}\n    rules: conquest_cost +1 if round is {i + 20}\n"
        for i in range(40)
        for j in range(40)
    )
    return {"variants.yaml": f"variants:\n{some}rules_when:\n{switched}"}


@case("pieces without number")
def _piece_kinds() -> Files:
    return {
        "pieces.yaml": "pieces:\n"
        + "".join(f"  p{i}:\n    name: P\n    rules: here defence +1\n" for i in range(3000))
    }


@case("tiles that lie everywhere")
def _places() -> Files:
    return {
        "places.yaml": "kinds:\n  spot: {plural: spots, name: Spot, borne_by: region}\ndecks:\n  spots_deck: {of: spot, deals: true}\nspots:\n"
        + "".join(
            f"  s{i}:\n    name: S\n    rules: always: here defence +1 if force of region is {i}\n".replace(
                "rules: always:", "rules: |\n      always:"
            )
            for i in range(900)
        ),
        **rules(
            "after setting_out:\n  for each region in regions:\n    repeat 20 times:\n      draw s from spots_deck\n      lay s on region"
        ),
    }


@case("texts with holes in holes")
def _holes() -> Files:
    return {"texts.yaml": "texts:\n  event.turn: '" + "{player|" * 5000 + "'\n"}


@case("a scenario folder of files")
def _scenarios() -> Files:
    return {f"scenarios/s{i}.yaml": "scenarios: {}\n" for i in range(3000)}
