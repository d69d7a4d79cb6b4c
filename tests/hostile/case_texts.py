"""One text that is too much: each of these is refused."""

from __future__ import annotations

from hostile_pack import case
from hostile_pack import rules as rules_of


def rules(text):
    return rules_of(text)["rules.yaml"]


def nested_ifs(depth):
    lines = [f"{'  ' * i}if yes:" for i in range(1, depth)]
    return "\n".join(["after setting_out:", *lines, f"{'  ' * depth}set declining of turn_player to no"])


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12)
)
TEXTS = {
    "a bomb of anchors": BOMB,
    "an anchor that contains itself": "a: &a [*a, *a]\n",
    "a mapping that contains itself": "rules: &a {x: *a}\n",
    "merge keys": "a: &a {x: 1}\nb: {<<: *a}\n",
    "lists 10,000 deep": "a: " + "[" * 10_000 + "]" * 10_000 + "\n",
    "mappings 10,000 deep": "{a: " * 10_000 + "1" + "}" * 10_000 + "\n",
    "blocks 10,000 deep": "".join(f"{' ' * i}a:\n" for i in range(1400)),
    "dashes 10,000 deep": "- " * 10_000 + "x\n",
    "brackets 10,000 deep": rules("starting_coins +" + "(" * 10_000 + "1" + ")" * 10_000),
    "brackets over many lines": rules("starting_coins +" + "(\n  " * 10_000 + "1" + ")" * 10_000),
    "minus signs 10,000 deep": rules("starting_coins + " + "- " * 10_000 + "1"),
    "negations 10,000 deep": rules("forbid conquer as x if " + "not " * 10_000 + "yes"),
    "blocks of rules 500 deep": rules(nested_ifs(500)),
    "blocks of rules 1 deep too many": rules(nested_ifs(14)),
    "a million terms": rules("starting_coins +" + " + ".join(["1"] * 240_000)),
    "a million terms in lines": rules("starting_coins +(" + " +\n    ".join(["1"] * 60_000) + ")"),
    "a hundred thousand rules": rules("starting_coins +1\n" * 40_000),
    "ten thousand faults": rules("starting_coin +1 if teh\n" * 8000),
    "a number of 100,000 digits": rules("starting_coins +" + "9" * 100_000),
    "a huge number in YAML": "races:\n  x: {name: X, number: " + "9" * 100_000 + ", tray: 1e999}\n",
    "hexadecimal numbers": "races:\n  x: {name: X, number: 0x" + "f" * 5000 + ", tray: 5}\n",
    "a name of 500,000 letters": "races:\n  " + "x" * 500_000 + ": {name: X, number: 1, tray: 5}\n",
    "a Python object": 'rules: !!python/object/apply:os.system ["touch harm"]\n',
    "a call of exec": rules('exec("import os")'),
    "an import": rules("import os\nlet x be __import__ of os"),
    "dunders": rules("define x = ().__class__.__bases__\nvalue __builtins__ of region = 1"),
    "a lambda": rules("starting_coins +(lambda: 1)()"),
    "a definition by itself": rules("define loop of region = loop of region\nstarting_coins +1 if loop of 1"),
    "definitions in a circle": rules("define p of region = q of region\ndefine q of region = p of region"),
    "an event that raises itself": rules("event again:\n  do again\nafter setting_out: do again"),
    "events in a circle": rules("event ping:\n  do pong\nevent pong:\n  do ping\nafter setting_out: do ping"),
    "a million copies": "races:\n  x: {name: X, number: 1, tray: 5, copies: 999999999}\n",
    "directives": "%YAML 1.1\n" * 50_000 + "---\na: 1\n",
    "many documents": "---\na: 1\n" * 50_000,
    "a tab": "rules:\n\t|\n",
    "only a byte order mark": "\ufeff",
    "control characters": "a: \x00\x07\n",
    "quotes without end": 'a: "' + "x\n" * 100_000,
    "many keys": "".join(f"k{i}: {i}\n" for i in range(50_000)),
    "one key many times": "rules: x\n" * 50_000,
    "rounds without end": "terrains: [sea]\nmaps:\n  m: {name: M, players: [2], rounds: 999999999, "
    "regions: {1: {terrain: sea, entry: true, borders: []}}}\n",
}
TIMES = "".join(f"{'  ' * i}repeat 999999 times:\n" for i in range(1, 9))
REGIONS = ", ".join(f"{i}: {{terrain: sea, entry: true, borders: []}}" for i in range(5000))
CHAIN = "after setting_out:\n  if yes:\n    add 1 to round\n" + "  else if no:\n    add 1 to round\n" * 4000
TEXTS["loops that take longer than the world"] = rules(f"after setting_out:\n{TIMES}{'  ' * 9}add 1 to round")
TEXTS["a long chain of conditions"] = rules(CHAIN)
TEXTS["a map of too many regions"] = (
    f"terrains: [sea]\nmaps:\n  m: {{name: M, players: [2], rounds: 9, regions: {{{REGIONS}}}}}\n"
)
for _name, _text in TEXTS.items():
    case(_name)(lambda text=_text: {"more.yaml": text})
