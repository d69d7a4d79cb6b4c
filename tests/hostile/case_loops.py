"""Loops inside loops, in answers and in what happens."""

from __future__ import annotations

from hostile_pack import chain, race_case, rules_case


def nest(head: str, count: int, inner: str) -> str:
    """`sum of (sum of (… over regions) over regions)`, or the like; {0} stands for what is inside."""
    found = inner
    for _ in range(count):
        found = head.format(found)
    return found


rules_case(
    __name__,
    "somes inside somes",
    "define deep of people = "
    + nest("(some regions where not {0})", 14, "(it is hill and it is forest)")
    + "\nconquest_cost +1 if deep of people",
)
rules_case(
    __name__,
    "sums of sums, eight deep",
    "define deep of people = "
    + nest("(sum of {0} over regions)", 8, "(force of it)")
    + "\nconquest_cost +(deep of people)",
)
rules_case(
    __name__,
    "sums of sums, by definitions",
    chain(
        "define d0 of region = force of region",
        "define d{0} of region = sum of (d{1} of it + force of region) over regions",
        8,
        "conquest_cost +(d7 of region)",
    ),
)
rules_case(
    __name__,
    "sums of sums, by values",
    chain(
        "value d0 of region = force of region",
        "value d{0} of region = sum of (d{1} of it + force of region) over regions",
        8,
        "conquest_cost +(d7 of region)",
    ),
)
rules_case(
    __name__,
    "counts inside counts",
    "define deep of people = "
    + nest("(number of regions where {0} is 1)", 7, "(force of it)")
    + "\nconquest_cost +(deep of people)",
)
rules_case(
    __name__,
    "the highest of the highest",
    "define deep of people = "
    + nest("(highest of {0} over regions)", 7, "(force of it)")
    + "\nconquest_cost +(deep of people)",
)
rules_case(
    __name__,
    "for each over a triple sum",
    "after setting_out:\n  for each a in regions:\n    for each b in regions:\n      for each c in regions:\n"
    "        if (sum of (sum of (sum of (force of x + force of y + force of z + force of a + force of b + force of c) over x in regions) "
    "over y in regions) over z in regions) is 7: add 1 to round",
)
rules_case(
    __name__,
    "four loops in a value",
    "value deep of people = sum of (sum of (sum of (sum of (force of a + force of b + force of c + force of d) over a in regions) "
    "over b in regions) over c in regions) over d in regions\nconquest_cost +1 if deep of people is 7",
)
rules_case(
    __name__,
    "five loops in a condition",
    "conquest_cost +1 if some a in regions where (some b in regions where (some c in regions where (some d in regions where (some e in regions "
    "where force of a + force of b + force of c + force of d + force of e is 777))))",
)
rules_case(
    __name__,
    "for each, ten deep",
    "after setting_out:\n"
    + "".join(f"{'  ' * (i + 1)}for each r{i} in regions:\n" for i in range(10))
    + f"{'  ' * 11}set turn_player to turn_player",
)
rules_case(
    __name__,
    "repeat, over numbers of the game",
    "remember n of game: number = 9999\nafter setting_out:\n"
    + "".join(f"{'  ' * (i + 1)}repeat n times:\n" for i in range(5))
    + f"{'  ' * 6}set turn_player to turn_player",
)
rules_case(
    __name__,
    "repeat, by a number of many digits",
    "remember n of game: number = 999999\nafter setting_out:\n  repeat (n * n) times: set turn_player to turn_player",
)
rules_case(
    __name__,
    "reached, inside reached",
    "define deep of people = number of (reached a from regions by (reached b from neighbours of a by (reached c from neighbours of b by "
    "(reached d from neighbours of c by (reached e from neighbours of d by neighbours of e)))))\nconquest_cost +1 if deep of people is 7",
)
rules_case(
    __name__,
    "spread, inside loops",
    "define deep of people = sum of (sum of (sum of (groups of (spread of (neighbours of a) through (regions where "
    "force of it is force of b + force of c))) "
    "over a in regions) over b in regions) over c in regions\nconquest_cost +1 if deep of people is 7",
)
rules_case(
    __name__,
    "a prohibition with loops",
    "forbid conquer as hard if some a in regions where (some b in regions where (some c in regions where "
    "force of a + force of b + force of c + force of region is 777))",
)
race_case(
    __name__,
    "an action with loops",
    "action stare of region\n  during conquests\n  from regions where (some a in regions where (some b in regions where "
    "(some c in regions where "
    "force of a + force of b + force of c + force of region is 777)))\n  do: you gains 1 coins",
)
rules_case(
    __name__,
    "a limit with loops",
    "action stare of region\n  during conquests\n  (1 + (sum of (sum of (sum of (force of a + force of b + force of c) "
    "over a in regions) over b in regions) over c in regions)) "
    "times per turn\n  from regions\n  do: set turn_player to turn_player",
)
rules_case(
    __name__,
    "tiles inside tiles",
    "define deep of people = number of x in banners where (some a in badges where (some b in badges where (some c in badges where "
    "coins of a + coins of b + coins of c + coins of x is 777)))\nconquest_cost +1 if deep of people is 7",
)
rules_case(
    __name__,
    "values of values over tiles",
    "value worth of tile = sum of (position of it in banners + coins of tile) over banners\n"
    "value much of tile = sum of (worth of it + coins of tile) over banners\nconquest_cost +1 if (sum of (much of it) over banners) is 7",
)
