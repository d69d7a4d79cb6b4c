"""Rule texts made up at random, well typed for the most part, and inclined to what takes long: loops in loops, answers that ask others.

`program(seed)` gives the files of a pack that builds on `smallworld`: rules of its own and a race. The same seed gives the same files everywhere.
"""

from __future__ import annotations

import random

NOUNS = ("people", "player", "region")
SETS = {"region": "regions", "people": "peoples", "player": "players"}
MEMORIES = ("number", "flag", "people", "player", "region", "tile", "piece", "trait", "mode", "stage", "kind")
WORDS = {"piece": "pebble", "trait": "hill", "mode": "ordinary", "stage": "active", "kind": "race"}
CORE_NUMBERS = {
    "conquest_cost": ("people", "region"),
    "defence": ("region",),
    "region_income": ("people", "region"),
    "income": ("people",),
    "fewest": ("people",),
    "garrison": ("region", "people"),
    "reserve": ("people",),
}
CORE_EVENTS = {
    "conquest": {"region": "region", "people": "people"},
    "decline": {"people": "people"},
    "founding": {"people": "people"},
    "readying": {"people": "people"},
    "redeployment": {"people": "people"},
    "opening": {"player": "player"},
    "finishing": {"player": "player"},
    "scoring": {"player": "player"},
    "turn": {"player": "player"},
    "setting_out": {},
}
COMPARISONS = ("is", "is not", "is at least", "is at most", "is more than", "is less than")

Scope = dict[str, str]
"""The names that can be read, with their types."""


class _Maker:
    """Writes one program. `depth` is how far expressions may still nest."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.numbers: list[tuple[str, str]] = []  # values and definitions of one noun: (name, noun)
        self.flags: list[tuple[str, str]] = []
        self.sets: list[tuple[str, str]] = []
        self.memories: list[tuple[str, str, str, bool]] = []  # name, noun or game, type, is a set
        self.events: list[tuple[str, str]] = []
        self.names = 0
        self.greed = chance.choice((1, 1, 2, 4))
        self.doing = (
            False  # while effects are made: only these ask permissions, which hang on everything else
        )

    def name(self, word: str) -> str:
        self.names += 1
        return f"{word}_{self.names}"

    def pick(self, *ways):
        """One of these ways; each is called only if it is taken."""
        return self.chance.choice(ways)()

    # ── expressions ──

    def noun(self, kind: str, scope: Scope, depth: int) -> str:
        known = [name for name, type_ in scope.items() if type_ == kind]
        if known and self.chance.random() < 0.8:
            return self.chance.choice(known)
        if depth <= 0:
            return (
                {"player": "turn_player", "people": "none", "region": "none"}[kind] if not known else known[0]
            )
        ways = {
            "player": [lambda: "turn_player", lambda: f"(owner of {self.noun('people', scope, depth - 1)})"],
            "people": [
                lambda: f"(holder of {self.noun('region', scope, depth - 1)})",
                lambda: f"(first of {self.set('people', scope, depth - 1)})",
            ],
            "region": [lambda: f"(first of {self.set('region', scope, depth - 1)})"],
        }
        return self.pick(*ways[kind])

    def set(self, kind: str, scope: Scope, depth: int) -> str:
        if depth <= 0:
            return SETS[kind]
        ways = [lambda: SETS[kind], lambda: self.filtered(kind, scope, depth)]
        if kind == "region":
            ways += [
                lambda: f"(regions of {self.noun('people', scope, depth - 1)})",
                lambda: f"(neighbours of {self.noun('region', scope, depth - 1)})",
                lambda: f"({self.set(kind, scope, depth - 1)} - {self.set(kind, scope, depth - 1)})",
                lambda: (
                    f"(spread of {self.set(kind, scope, depth - 1)} through {self.set(kind, scope, depth - 1)})"
                ),
                lambda: self.reached(scope, depth),
            ]
            if self.sets:
                ways.append(lambda: self.asked(self.sets, scope, depth))
        if kind == "people":
            ways.append(lambda: f"(peoples of {self.noun('player', scope, depth - 1)})")
        return self.pick(*ways)

    def reached(self, scope: Scope, depth: int) -> str:
        var = self.name("r")
        inner = {**scope, var: "region"}
        return f"(reached {var} from {self.set('region', scope, depth - 1)} by {self.set('region', inner, depth - 1)})"

    def filtered(self, kind: str, scope: Scope, depth: int) -> str:
        # In a plain `where` the member is called `it`.
        return f"({SETS[kind]} where {self.flag({**scope, 'it': kind}, depth - 1)})"

    def asked(self, table: list[tuple[str, str]], scope: Scope, depth: int) -> str:
        name, noun = self.chance.choice(table)
        return f"({name} of {self.noun(noun, scope, depth - 1)})"

    def over(self, scope: Scope) -> tuple[str, str, Scope]:
        """A name, what it goes over, and what is seen inside."""
        kind = self.chance.choice(("region", "region", "region", "people", "player"))
        var = self.name("m")
        return var, kind, {**scope, var: kind}

    def number(self, scope: Scope, depth: int) -> str:
        if depth <= 0:
            return self.pick(lambda: str(self.chance.choice((0, 1, 2, 3, 7, 999, 999999))), lambda: "round")
        ways = [
            lambda: str(self.chance.choice((0, 1, 2, 3, 7, 999999))),
            lambda: f"(force of {self.noun('region', scope, depth - 1)})",
            lambda: f"(hand of {self.noun('people', scope, depth - 1)})",
            lambda: f"(coins of {self.noun('player', scope, depth - 1)})",
            lambda: (
                f"({self.number(scope, depth - 1)} {self.chance.choice('+-**/')} {self.number(scope, depth - 1)})"
            ),
            lambda: f"({self.number(scope, depth - 1)} but at least {self.number(scope, depth - 1)})",
            lambda: (
                f"(if {self.flag(scope, depth - 1)} then {self.number(scope, depth - 1)} else {self.number(scope, depth - 1)})"
            ),
            *[lambda: self.fold(scope, depth)] * (2 * self.greed),
            lambda: self.counted(scope, depth),
        ]
        if self.numbers:
            ways += [lambda: self.asked(self.numbers, scope, depth)] * (4 * self.greed)
        found = [m for m in self.memories if m[2] == "number" and not m[3]]
        if found:
            ways += [lambda: self.recalled(found, scope, depth)] * 2
        return self.pick(*ways)

    def fold(self, scope: Scope, depth: int) -> str:
        var, kind, inner = self.over(scope)
        op = self.chance.choice(("sum", "sum", "highest", "lowest"))
        return f"({op} of {self.number(inner, depth - 1)} over {var} in {self.set(kind, scope, depth - 1)})"

    def counted(self, scope: Scope, depth: int) -> str:
        var, kind, inner = self.over(scope)
        return f"(number of {var} in {self.set(kind, scope, depth - 1)} where {self.flag(inner, depth - 1)})"

    def recalled(self, found: list[tuple[str, str, str, bool]], scope: Scope, depth: int) -> str:
        name, noun, _, _ = self.chance.choice(found)
        return name if noun == "game" else f"({name} of {self.rememberer(noun, scope, depth - 1)})"

    def rememberer(self, noun: str, scope: Scope, depth: int) -> str:
        return (
            f"(race of {self.noun('people', scope, depth)})"
            if noun == "tile"
            else self.noun(noun, scope, depth)
        )

    def flag(self, scope: Scope, depth: int) -> str:
        if depth <= 0:
            return "yes"
        ways = [
            lambda: (
                f"({self.number(scope, depth - 1)} {self.chance.choice(COMPARISONS)} {self.number(scope, depth - 1)})"
            ),
            lambda: f"({self.noun('region', scope, depth - 1)} is in {self.set('region', scope, depth - 1)})",
            lambda: (
                f"({self.flag(scope, depth - 1)} {self.chance.choice(('and', 'or'))} {self.flag(scope, depth - 1)})"
            ),
            lambda: f"(not {self.flag(scope, depth - 1)})",
            lambda: self.some(scope, depth),
        ]
        if "region" in scope.values():
            ways.append(
                lambda: (
                    f"({self.noun('region', scope, 0)} is {self.chance.choice(('hill', 'forest', 'coastal'))})"
                )
            )
        if self.doing:
            ways.append(
                lambda: (
                    f"(can conquer of {self.noun('region', scope, depth - 1)} by {self.noun('people', scope, depth - 1)})"
                )
            )
        if self.flags:
            ways += [lambda: self.asked(self.flags, scope, depth)] * 3
        return self.pick(*ways)

    def some(self, scope: Scope, depth: int) -> str:
        var, kind, inner = self.over(scope)
        return f"(some {var} in {self.set(kind, scope, depth - 1)} where {self.flag(inner, depth - 1)})"

    # ── declarations ──

    def declaration(self) -> str:
        depth = self.chance.randint(self.greed // 2 + 1, 4 + self.greed // 2)
        return self.pick(
            lambda: self.declared(self.numbers, "n", depth, self.number),
            lambda: self.declared(self.numbers, "n", depth, self.number),
            lambda: self.declared(self.flags, "f", depth, self.flag),
            lambda: self.declared(self.sets, "s", depth, lambda scope, d: self.set("region", scope, d)),
            self.memory,
            self.memory,
            self.event,
        )

    def declared(self, table: list[tuple[str, str]], word: str, depth: int, make) -> str:
        noun = self.chance.choice(NOUNS)
        body = make({noun: noun}, depth)
        name = self.name(word)
        head = self.chance.choice(("value", "define"))
        table.append((name, noun))
        return f"{head} {name} of {noun} = {body}"

    def memory(self) -> str:
        noun = self.chance.choice((*NOUNS, "game", "tile"))
        kind, is_set = self.chance.choice(MEMORIES), self.chance.random() < 0.35
        name = self.name("remembered")
        self.memories.append((name, noun, kind, is_set))
        until = self.chance.choice(("", "", " until turn", " until conquests"))
        secret = self.chance.choice(("", "", "", " secret"))
        return f"remember {name} of {noun}: {'set of ' if is_set else ''}{kind}{until}{secret}"

    def event(self) -> str:
        name = self.name("happening")
        body = self.block({"player": "player"}, 3, self.chance.randint(1, 3))
        self.events.append((name, "player"))
        return f"event {name} of player:\n{body}"

    # ── effects ──

    def block(self, scope: Scope, depth: int, count: int = 1) -> str:
        outer, self.doing = self.doing, True
        lines = [line for _ in range(count) for line in self.effect(scope, depth).split("\n")]
        if depth > 2 and len(scope) > 1 and "region" in scope.values():
            regions = [name for name, kind in scope.items() if kind == "region"]
            lines.append(f"exchange {regions[0]} with {regions[-1]}")
        self.doing = outer
        return _in(lines)

    def effect(self, scope: Scope, depth: int) -> str:
        ways = [
            lambda: f"{self.noun('player', scope, 1)} gains {self.number(scope, depth)} coins",
            lambda: f"{self.noun('player', scope, 1)} pays {self.number(scope, depth)} coins",
            lambda: (
                f"move {self.number(scope, 1)} token of {self.noun('people', scope, 2)} from tray to hand"
            ),
            lambda: (
                f"move {self.number(scope, 1)} token of {self.noun('people', scope, 2)} from hand to {self.noun('region', scope, 2)}"
            ),
            lambda: f"move {self.number(scope, 1)} decoy from box to hand of {self.noun('people', scope, 2)}",
            lambda: f"move {self.number(scope, 1)} pebble from box to {self.noun('region', scope, 2)}",
            lambda: "shuffle banners",
            lambda: f"set round to {self.number(scope, 2)}",
            lambda: f"set turn_player to {self.noun('player', scope, 2)}",
            lambda: (
                f"set stage of {self.noun('people', scope, 2)} to {self.chance.choice(('active', 'declined', 'gone'))}"
            ),
        ]
        if self.memories:
            ways += [lambda: self.written(scope, depth)] * 5
        if self.events:
            ways += [
                lambda: f"do {self.chance.choice(self.events)[0]} of {self.noun('player', scope, 2)}"
            ] * 4
        if depth > 0:
            ways += [
                lambda: self.loop(scope, depth),
                lambda: self.loop(scope, depth),
                lambda: f"repeat {self.number(scope, 1)} times:\n{self.block(scope, depth - 1)}",
                lambda: (
                    f"if {self.flag(scope, depth)}:\n{self.block(scope, depth - 1)}\nelse:\n{self.block(scope, depth - 1)}"
                ),
                lambda: self.choice(scope, depth),
            ]
        return self.pick(*ways)

    def loop(self, scope: Scope, depth: int) -> str:
        var, kind, inner = self.over(scope)
        count = self.chance.randint(1, 2)
        return f"for each {var} in {self.set(kind, scope, depth)}:\n{self.block(inner, depth - 1, count)}"

    def choice(self, scope: Scope, depth: int) -> str:
        var, kind, inner = self.over(scope)
        body, other = self.block(inner, depth - 1), self.block(scope, depth - 1)
        return self.pick(
            lambda: (
                f"may choose {var} from {self.set(kind, scope, depth)} asking turn_player:\n{body}\nelse:\n{other}"
            ),
            lambda: (
                f"choose {var} from {self.set(kind, scope, depth)} asking turn_player\nset turn_player to turn_player"
            ),
            lambda: f"may {self.name('dare')} asking turn_player:\n{other}",
        )

    def written(self, scope: Scope, depth: int) -> str:
        name, noun, kind, is_set = self.chance.choice(self.memories)
        place = name if noun == "game" else f"{name} of {self.rememberer(noun, scope, 2)}"
        value = self.of_kind(kind, scope, depth)
        if is_set:
            return self.pick(lambda: f"put {value} in {place}", lambda: f"drop {value} from {place}")
        if kind == "number":
            return self.pick(lambda: f"add {value} to {place}", lambda: f"set {place} to {value}")
        return f"set {place} to {value}"

    def of_kind(self, kind: str, scope: Scope, depth: int) -> str:
        if kind == "number":
            return self.number(scope, depth)
        if kind == "flag":
            return self.flag(scope, depth)
        if kind in NOUNS:
            return self.noun(kind, scope, depth)
        if kind == "tile":
            return f"(race of {self.noun('people', scope, 2)})"
        return WORDS[kind]

    # ── rules ──

    def rule(self, own: str) -> str:
        """A rule of a pack, or of a tile where `own` is `my`."""
        mine = {"me": "people", "you": "player"} if own else {}
        return self.pick(
            lambda: self.modifier(own, mine),
            lambda: self.modifier(own, mine),
            lambda: self.trigger(own, mine),
            lambda: self.trigger(own, mine),
            lambda: self.forbid(mine),
            lambda: self.action(mine),
        )

    def modifier(self, own: str, mine: Scope) -> str:
        value = self.chance.choice(list(CORE_NUMBERS))
        scope = {**mine, **{noun: noun for noun in CORE_NUMBERS[value]}}
        start = f"{own} " if own and "people" in scope and self.chance.random() < 0.6 else ""
        op = self.chance.choice(("+", "-", "times ", "becomes ", "at least ", "at most "))
        condition = f" if {self.flag(scope, 3)}" if self.chance.random() < 0.7 else ""
        return f"{start}{value} {op}{self.number(scope, 3)}{condition}"

    def trigger(self, own: str, mine: Scope) -> str:
        event = self.chance.choice(list(CORE_EVENTS))
        scope = {**mine, **CORE_EVENTS[event]}
        start = f"{own} " if own and scope.keys() - mine.keys() and self.chance.random() < 0.6 else ""
        condition = f" if {self.flag(scope, 2)}" if self.chance.random() < 0.5 else ""
        moment = self.chance.choice(("before", "after"))
        return f"{moment} {start}{event}{condition}:\n{self.block(scope, 4, self.chance.randint(1, 3))}"

    def forbid(self, mine: Scope) -> str:
        scope = {**mine, "region": "region", "people": "people"}
        return f"forbid conquer as {self.name('why')} if {self.flag(scope, 3)}"

    def action(self, mine: Scope) -> str:
        scope = {**mine, "people": "people", "target": "region"}
        targets = self.set("region", {**mine, "people": "people"}, 2)
        limit = self.chance.choice(([], ["once per turn"]))
        clauses = ["during conquests", *limit, f"from {targets}", "do:", *self.block(scope, 3).split("\n")]
        return f"action {self.name('deed')} of target\n{_in(clauses)}"

    def whole(self) -> dict[str, str]:
        rules = [self.declaration() for _ in range(self.chance.randint(2, 9 * self.greed))]
        own = [self.rule("my") for _ in range(self.chance.randint(1, 5))]
        rules += [self.rule("") for _ in range(self.chance.randint(1, 6))]
        return {
            "rules.yaml": "pieces:\n  pebble: {name: Pebble, rules: here defence +1}\n  decoy: {name: Decoy, traits: [stand_in]}\nrules: |\n"
            + _indented(rules, 2),
            "otters.yaml": "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 40\n    rules: |\n"
            + _indented(own, 6),
        }


def _in(lines: list[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)


def _indented(rules: list[str], by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for rule in rules for line in rule.split("\n"))


def program(seed: int) -> dict[str, str]:
    """The files of a pack, by their names."""
    return _Maker(random.Random(seed)).whole()
