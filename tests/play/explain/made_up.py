"""Clauses that nobody wrote: conditions, amounts, sets and effects put together by chance, as rule texts of a race."""

from __future__ import annotations

FACTS = {
    "region": [
        "{it} is hill",
        "{it} is not farmland",
        "{it} is magic",
        "force of {it} is at least 2",
        "{it} is in conquered of me",
        "{it} is not in regions of me",
        "{it} is in neighbours of (regions of me)",
        "holder of {it} is none",
        "holder of {it} is enemy of me",
        "stage of holder of {it} is declined",
        "{it} has troll_lair",
        "terrain of {it} is hill",
    ],
    "": [
        "round is 3",
        "round is at least 2",
        "round is not 4",
        "coins of you is at least 3",
        "coins of you is less than coins of turn_player",
        "hand of me is 2",
        "turn_player is you",
        "turn_player is assailant of you",
        "stage of me is active",
        "luck of me is more than round",
        "brave of me",
    ],
}
NUMBERS = {
    "region": ["force of {it}", "tokens of me in {it}", "(number of neighbours of {it})"],
    "": ["round", "coins of you", "hand of me", "tray of me", "luck of me", "2", "3", "5"],
}
SETS = [
    "regions",
    "regions of me",
    "conquered of me",
    "neighbours of (regions of me)",
    "neighbours of (regions where it is edge)",
]
OPERATORS = ["+", "-", "*", "/", "but at least", "but at most"]
HEAD = "remember luck of people: number\nremember brave of people: flag\n"


class Author:
    def __init__(self, chance):
        self.chance = chance

    def one(self, *ways):
        return self.chance.choice(ways)

    def fact(self, it, deep):
        """A condition; `it` is what a region is called there."""
        if deep <= 0 or self.chance.random() < 0.3:
            about = FACTS["region"] + FACTS[""] if it else FACTS[""]
            return self.chance.choice(about).format(it=it)
        match self.chance.randrange(8 if it else 7):
            case 0:
                return f"not ({self.fact(it, deep - 1)})"
            case 7:
                return self.beside(it, deep - 1)
            case 1 | 2:
                return f"({self.fact(it, deep - 1)}) and ({self.fact(it, deep - 1)})"
            case 3 | 4:
                return f"({self.fact(it, deep - 1)}) or ({self.fact(it, deep - 1)})"
            case 5:
                return f"(some {self.members(deep - 1)})"
            case _:
                order = self.one("is", "is not", "is at least", "is more than", "is at most")
                return f"({self.number(it, deep - 1)}) {order} ({self.number(it, deep - 1)})"

    def beside(self, it, deep):
        """There is a region next to one, of which something holds; and something of the one itself, or of both."""
        other = self.one("other", "third") + str(deep)
        both = self.one(
            self.fact(it, deep),
            f"terrain of {other} is terrain of {it}",
            f"force of {other} is more than force of {it}",
        )
        return f"(some {other} in neighbours of {it} where ({self.fact(other, deep)}) and ({both}))"

    def number(self, it, deep):
        if deep <= 0 or self.chance.random() < 0.3:
            about = NUMBERS["region"] + NUMBERS[""] if it else NUMBERS[""]
            return self.chance.choice(about).format(it=it)
        match self.chance.randrange(6):
            case 0 | 1 | 2:
                op = self.chance.choice(OPERATORS)
                return f"({self.number(it, deep - 1)}) {op} ({self.number(it, deep - 1)})"
            case 3:
                return f"number of {self.members(deep - 1)}"
            case 4:
                kind = self.one("sum", "highest", "lowest")
                return f"{kind} of ({self.number('it', deep - 1)}) over {self.members(deep - 1)}"
            case _:
                parts = self.fact(it, deep - 1), self.number(it, deep - 1), self.number(it, deep - 1)
                return "if ({}) then ({}) else ({})".format(*parts)

    def set(self, deep):
        if deep <= 0 or self.chance.random() < 0.5:
            return self.chance.choice(SETS)
        match self.chance.randrange(3):
            case 0:
                return f"({self.set(deep - 1)}) + ({self.set(deep - 1)})"
            case 1:
                return f"({self.set(deep - 1)}) - ({self.set(deep - 1)})"
            case _:
                return f"(({self.set(deep - 1)}) where ({self.fact('it', deep - 1)}))"

    def members(self, deep):
        return (
            f"({self.set(deep)}) where ({self.fact('it', deep)})" if self.one(0, 1) else f"({self.set(deep)})"
        )

    def clause(self, deep):
        given = f" if {self.fact('region', deep)}" if self.one(0, 1, 1) else ""
        match self.chance.randrange(9):
            case 0:
                return f"my region_income +({self.number('region', deep)}){given}"
            case 1:
                return f"my conquest_cost -({self.number('region', deep)}){given}"
            case 2:
                return f"my income +({self.number('', deep)}) if {self.fact('', deep)}"
            case 3:
                return f"forbid {self.one('', 'my ')}{self.one('abandon', 'conquer')} as odd{given}"
            case 4:
                return f"permit my conquer despite unreachable{given}"
            case 5:
                return f"after my conquest{given}:\n{self.effects(deep)}"
            case 6:
                return f"instead of my abandon{given}:\n{self.effects(deep)}  proceed\n"
            case 7:
                return f"my reach also {self.set(deep)}"
            case _:
                action = f"action act_{self.chance.randrange(10**6)} of region\n  during conquests\n"
                return f"{action}  from {self.set(deep)}\n  if {self.fact('region', deep)}\n  do:\n{self.effects(deep, '    ')}"

    def effects(self, deep, space="  "):
        match self.chance.randrange(5) if deep > 0 else self.one(0, 2, 4):
            case 0:
                return f"{space}you gains ({self.number('region', deep)}) coins\n"
            case 1:
                inner = self.effects(deep - 1, space + "  ")
                other = self.effects(deep - 1, space + "  ")
                return f"{space}if {self.fact('region', deep)}:\n{inner}{space}else:\n{other}"
            case 2:
                return f"{space}move ({self.number('region', deep)}) token of me from tray to region\n"
            case 3:
                inner = self.effects(deep - 1, space + "  ")
                return f"{space}may choose spot from {self.set(deep)}:\n{inner}"
            case _:
                return f"{space}you pays ({self.number('region', deep)}) coins to turn_player\n"


def clauses(chance, count, deep=2):
    """So many rule texts; what they lean on is declared in `HEAD`."""
    author = Author(chance)
    return [author.clause(deep).rstrip("\n") for _ in range(count)]
