"""Small packs that stand alone, without core: a world with one of everything, and rules for it that hypothesis makes up.

The world remembers every type of thing on every noun. Made-up rules write all of it, and everything else that rules may change, in any way the
language allows.
"""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import strategies as st

from ruledsl import load

TYPES = (
    "number", "flag", "player", "people", "region", "tile", "piece", "trait", "mode", "stage", "kind",
)  # fmt: skip
NOUNS = ("game", "player", "people", "region", "tile")
KINDS = (*TYPES, *(f"set of {kind}" for kind in TYPES))

PACK = "id: world\nversion: 0.1.0\nlanguage: 1\nname: World\n"
WORLD = """
stages: [awake, asleep, lost]
modes: [plain, wild]
terrains: [hill, swamp]
symbols: [well, entry]
kinds:
  clan: {plural: clans, name: clan, borne_by: people, tray: tray, fields: {number: clan_number, tray: tray_size}}
  gift: {plural: gifts, name: gift, borne_by: people, fields: {number: gift_number}}
  charm: {plural: charms, name: charm, borne_by: region, fields: {worth: charm_worth}}
decks:
  clan_pile: {of: clan, hidden: true, deals: true}
  gift_pile: {of: gift, hidden: true, deals: true}
  charm_pile: {of: charm, hidden: true, deals: true}
  open_pile: {of: [clan, gift, charm]}
dice:
  luck: [0, 1, 2, 3]
pieces:
  stone: {name: Stone, supply: 9, rules: here worth +1}
  double: {name: Double, traits: [stand_in]}
gifts:
  loud: {name: Loud, number: 2, rules: my might +1}
  sly: {name: Sly, number: 3}
charms:
  bell: {name: Bell, worth: 3, rules: "always: here worth +3"}
  drum: {name: Drum, worth: 1, rules: "my might +3"}
maps:
  strip:
    name: Strip
    players: [2, 3]
    rounds: 5
    regions:
      a: {terrain: hill, entry: true, borders: [b]}
      b: {terrain: swamp, symbols: [well], borders: [a, c]}
      c: {terrain: hill, borders: [b, d]}
      d: {terrain: swamp, borders: [c]}
standings: [score]
piece_traits: [stand_in]
roles: {start: game, turn: turn, stand_ins: stand_in}
texts:
  event.turn: {en: "{player} begins a turn"}
  event.told: {en: "{n}, {ns}, {ts}, {rs}, {f}"}
"""
CLANS = """
clans:
  voles:
    name: Voles
    number: 4
    tray: 9
    pieces:
      tunnel: {name: Tunnel, supply: 3, rules: here worth +2}
    rules: |
OF_TILE
  stoats: {name: Stoats, number: 5, tray: 9}
  hares: {name: Hares, number: 5, tray: 9}
  moles: {name: Moles, number: 5, tray: 9}
"""
RULES = """
value score of player = coins of player
value might of people = 1
value worth of region = 1

event game:
  phase preparing:
    shuffle clan_pile
    shuffle gift_pile
    shuffle charm_pile
    for each player in players:
      player gains (4 + seat of player) coins
      do settling of player
  phase playing:
    repeat (rounds * (number of players)) times:
      do turn of turn_player
      set turn_player to next of turn_player
      if seat of turn_player is 0: add 1 to round

event turn of player:
  phase acting:
    offer to player

event settling of player:
  draw clan from clan_pile
  draw gift from gift_pile
  found people of clan with gift for player
  move (clan_number of clan + gift_number of gift) token of people from tray to hand
  move 2 token of people from hand to (first of (regions where holder of it is none))
  move 1 stone from box to (first of (regions of people))

event told of n (number) by ns (set of number) for ts (set of tile) in rs (set of region) as f (flag):
  phase hearing:
    offer one to turn_player
"""


def memory(noun, kind):
    """The name of what a noun remembers of a type."""
    return f"{noun}_{kind.replace('set of ', 'set_')}_kept"


MEMORIES = [(noun, kind) for noun in NOUNS for kind in KINDS]
EXTRAS = {("people", "set of tile"): " until turn", ("player", "set of number"): " until turn secret"}


def remembered():
    """The declarations of all memories."""
    return [f"remember {memory(n, k)} of {n}: {k}{EXTRAS.get((n, k), '')}" for n, k in MEMORIES]


def indented(lines, by):
    return "".join(f"{' ' * by}{line}\n" for line in lines)


def files(rules=(), of_tile=()):
    """The files of a world with these lines of rules, of the pack and of a tile, besides its own."""
    own = [*RULES.strip("\n").split("\n"), *remembered(), *rules]
    tile = of_tile or ["my might +1"]
    world = WORLD + CLANS.replace("OF_TILE\n", indented(tile, 6)) + "rules: |\n" + indented(own, 2)
    return {"pack.yaml": PACK, "world.yaml": world}


def loaded(folder, rules=(), of_tile=()):
    """The rules of such a world, written into a folder."""
    for name, text in files(rules, of_tile).items():
        (Path(folder) / name).write_text(text, encoding="utf-8")
    return load(os.fspath(folder))


def action(name, *effects, during="acting"):
    """The lines of an action without a target."""
    return [f"action {name}", f"  during {during}", "  do:", *(f"    {effect}" for effect in effects)]


# ── made up ──────────────────────────────────────────────────────────────────

NOBODY = "(only of players)"
ATOMS = {
    "number": ["0", "1", "2", "3", "7", "999999", "round", "rounds"],
    "flag": ["yes", "no"],
    "player": ["player", "turn_player", NOBODY],
    "people": ["(first of peoples)", "(only of peoples)"],
    "region": ["(first of regions)", "(only of regions)"],
    "tile": ["voles", "stoats", "loud", "bell", "drum", "(first of clan_pile)", "(first of open_pile)"],
    "piece": ["stone", "tunnel", "double"],
    "trait": ["hill", "well"],
    "mode": ["plain", "wild"],
    "stage": ["awake", "asleep", "lost", f"(stage of only of peoples of {NOBODY})"],
    "kind": ["clan", "charm"],
    "set of player": ["players", f"(opponents of {NOBODY})"],
    "set of people": ["peoples"],
    "set of region": ["regions"],
    "set of tile": ["clan_pile", "open_pile", "(tiles of charm)"],
}
"""Words for things of a type; the only one of several is nobody."""
ASKED = {
    "number": [
        ("coins of {}", "player"),
        ("hand of {}", "people"),
        ("force of {}", "region"),
        ("stock of {}", "piece"),
        ("amount of {} on {}", "piece", "tile"),
        ("coins of {}", "tile"),
        ("number of {}", "set of number"),
        ("number of {}", "set of tile"),
        ("number of {}", "set of region"),
        ("might of {}", "people"),
        ("worth of {}", "region"),
        ("{} + {}", "number", "number"),
        ("{} - {}", "number", "number"),
        ("{} * {}", "number", "number"),
        ("{} / {}", "number", "number"),
    ],
    "flag": [
        ("{} is at least {}", "number", "number"),
        ("concealed of {}", "tile"),
        ("{} has {}", "tile", "piece"),
        ("{} is {}", "tile", "tile"),
        ("{} is in {}", "tile", "set of tile"),
        ("{} is in {}", "number", "set of number"),
        ("(tiles of charm) is {}", "set of tile"),
    ],
    "player": [("owner of {}", "people"), ("next of {}", "player"), ("first of {}", "set of player")],
    "people": [
        ("holder of {}", "region"),
        ("bearer of {}", "tile"),
        ("only of (peoples of {})", "player"),
        ("first of {}", "set of people"),
    ],
    "region": [("site of {}", "tile"), ("first of {}", "set of region")],
    "tile": [("race of {}", "people"), ("power of {}", "people"), ("first of {}", "set of tile")],
    "piece": [("first of {}", "set of piece")],
    "trait": [("terrain of {}", "region"), ("first of {}", "set of trait")],
    "mode": [("first of {}", "set of mode")],
    "stage": [("stage of {}", "people"), ("first of {}", "set of stage")],
    "kind": [("kind of {}", "tile"), ("first of {}", "set of kind")],
    "set of player": [("opponents of {}", "player"), ("{} + {}", "set of player", "set of player")],
    "set of people": [("peoples of {}", "player"), ("occupants of {}", "region")],
    "set of region": [
        ("regions of {}", "people"),
        ("neighbours of {}", "region"),
        ("sites of {}", "piece"),
        ("{} - {}", "set of region", "set of region"),
    ],
    "set of tile": [
        ("tiles of {}", "region"),
        ("tiles of {}", "piece"),
        ("{} where it is not {}", "set of tile", "tile"),
    ],
    "set of piece": [("pieces of {}", "region"), ("pieces of {}", "tile"), ("markers of {}", "tile")],
}
DECKS = ("clan_pile", "gift_pile", "charm_pile", "open_pile")
RACES = ["voles", "stoats", "(first of clan_pile)", "(first of open_pile)"]
POWERS = ["loud", "sly", "(first of gift_pile)", "(first of open_pile)", "none"]
"""What a people can have: rules that give it anything else are none."""
WRITTEN = [("round", "number"), ("turn_player", "player"), ("stage of {}", "stage"), ("power of {}", "tile")]


class Maker:
    """Makes up expressions and effects: `draw` is what hypothesis draws with, `words` are more atoms by type (`me`, `this`, locals)."""

    def __init__(self, draw, words):
        self.draw = draw
        self.words = words
        self.made = 0

    def pick(self, choices):
        return self.draw(st.sampled_from(list(choices)))

    def fresh(self):
        self.made += 1
        return f"v{self.made}"

    def expression(self, kind, depth=2):
        """An expression of a type, in brackets if it is no single word."""
        atoms = [*ATOMS.get(kind, ()), *self.words.get(kind, ())]
        way = self.draw(st.integers(0, 3)) if depth else 0
        if way == 0 and atoms:
            return self.pick(atoms)
        if way == 1 and kind in ASKED:
            form, *parts = self.pick(ASKED[kind])
            return f"({form.format(*(self.expression(part, depth - 1) for part in parts))})"
        return f"({self.spot(kind, depth - 1)})" if depth > 0 else f"({memory('game', kind)})"

    def spot(self, kind, depth=1):
        """A memory of a type."""
        noun = self.pick(NOUNS)
        name = memory(noun, kind)
        return name if noun == "game" else f"{name} of {self.expression(noun, depth)}"

    def written(self, kind):
        """A spot or a question that may be written."""
        known = [form for form, type_ in WRITTEN if type_ == kind]
        if known and self.pick("qqs") == "q":
            return self.pick(known).format(self.expression("people", 1))
        return self.spot(kind)

    # ── effects ──

    def write(self):
        return self.writing(self.pick([*KINDS, *(kind for _, kind in WRITTEN * 3)]), self.written)

    def remember(self):
        """The same, but only memories are written."""
        return self.writing(self.pick(KINDS), self.spot)

    def writing(self, kind, target):
        ways = (
            ["set", "exchange"]
            + ["put", "drop", "put"] * kind.startswith("set")
            + ["add"] * (kind == "number")
        )
        way = self.pick(ways)
        if way == "set":
            nothing = ["none"] if kind not in {"number", "flag"} else []
            spot = target(kind)
            fitting = POWERS if spot.startswith("power of") else [self.expression(kind), *nothing]
            return [f"set {spot} to {self.pick(fitting)}"]
        if way == "exchange":
            return [f"exchange {target(kind)} with {target(kind)}"]
        if way == "add":
            return [f"add {self.expression(kind)} to {target(kind)}"]
        element = self.expression(kind.removeprefix("set of "))
        return [f"{way} {element} {'in' if way == 'put' else 'from'} {self.spot(kind)}"]

    def coins(self):
        who = [self.expression(self.pick(["player", "tile"]), 1) for _ in range(2)]
        amount = self.expression("number")
        return [self.pick([f"{who[0]} gains {amount} coins", f"{who[0]} pays {amount} coins to {who[1]}"])]

    def tokens(self):
        people = self.expression("people", 1)
        places = ["tray", f"hand of {people}", self.expression("region", 1)]
        amount = self.pick(["all", self.expression("number", 1)])
        source, target = self.pick(places), self.pick(places)
        return [f"move {amount} token of {people} from {source} to {target}"]

    def pieces(self):
        amount = self.pick(["all", self.expression("number", 1)])
        holders = [f"hand of {self.expression(kind, 1)}" for kind in ("people", "player")]
        holders.append(self.expression("tile", 1))
        places = ["box", *holders, self.expression("region", 1)]
        source = self.pick(["", *(f" from {place}" for place in places)])
        return [f"move {amount} {self.pick(['stone', 'tunnel', 'double'])}{source} to {self.pick(places)}"]

    def tiles(self):
        tile, other = self.expression("tile", 1), self.expression("tile", 1)
        region, player = self.expression("region", 1), self.expression("player", 1)
        return self.pick([
            [f"return {tile} to {self.pick(['top', 'bottom'])} of open_pile"],
            [f"return {self.pick(RACES)} to {self.pick(['top', 'bottom'])} of clan_pile"],
            [f"draw {self.fresh()} from {self.pick(DECKS)}"],
            [f"shuffle {self.pick(DECKS)}"],
            [f"lay {tile} on {region}{self.pick(['', ' face down'])}"],
            [f"reveal {tile}"],
            [f"borrow {tile} for {other}"],
            [f"borrow voles for {other}"],
            [f"found {self.fresh()} of {self.pick(RACES)} with {self.pick(POWERS)} for {player}"],
            [f"let near be {region}", f"let far be {self.expression('region', 1)}", "exchange near with far"],
            [f"roll luck as {self.fresh()}"],
        ])  # fmt: skip

    def asking(self):
        """Somebody is asked in the middle, perhaps in a loop, with something done before and after."""
        body = [f"  {line}" for line in self.simple()]
        name, kind = self.fresh(), self.pick(["tile", "region", "people", "player", "piece"])
        options = self.expression(f"set of {kind}")
        who = self.pick(["player", "turn_player"])
        return self.pick([
            [f"may {name} asking {who}:", *body],
            [f"may choose {name} from {options} asking {who}:", *body],
            [f"choose {name} from {options} asking {who}"],
            [f"up to {self.pick('123')} times may choose {name} from {options} asking {who}:", *body],
            [f"for each {name} in {options}:", f"  may m{name} asking {who}:", *(f"  {line}" for line in body)],
            ["repeat 2 times:", f"  may m{name} asking {who}:", *(f"  {line}" for line in body)],
        ])  # fmt: skip

    def telling(self):
        kinds = ("number", "set of number", "set of tile", "set of region", "flag")
        words = zip(("of", "by", "for", "in", "as"), kinds, strict=True)
        args = " ".join(f"{word} {self.expression(kind, 1)}" for word, kind in words)
        return ["may tell asking player:", f"  do told {args}"]

    def simple(self):
        return self.pick(
            [self.write, self.write, self.write, self.coins, self.tokens, self.pieces, self.tiles]
        )()

    def effects(self, most=4):
        found = []
        for _ in range(self.draw(st.integers(1, most))):
            ways = [self.simple] * 6 + [self.asking, self.telling, self.settle]
            found += self.pick(ways)()
        return found

    def settle(self):
        return [f"do settling of {self.expression('player', 1)}"]


@st.composite
def rulebooks(draw):
    """Rules of a pack and of a tile: actions that write whatever there is, one of them limited, and what happens at the start of a turn."""
    plain = Maker(draw, {"player": ["player"]})
    own = {"people": ["me"], "player": ["you", "player"], "tile": ["this"] * 7}
    borne = Maker(draw, own)
    rules, of_tile = [], []
    for number in range(draw(st.integers(2, 5))):
        rules += action(f"act{number}", *plain.effects())
    each = plain.expression(plain.pick(TYPES), 1)
    limited = action("limited", *plain.effects(2))
    rules += [*limited[:2], f"  2 times per turn for each {each}", *limited[2:]]
    rules += ["after turn:", *(f"  {line}" for line in plain.simple())]
    of_tile += action("own", *borne.effects())
    return rules, of_tile


@st.composite
def notebooks(draw):
    """Rules that only remember things."""
    maker = Maker(draw, {"player": ["player"]})
    rules = []
    for number in range(draw(st.integers(1, 4))):
        rules += action(
            f"act{number}", *(line for _ in range(draw(st.integers(1, 6))) for line in maker.remember())
        )
    return rules
