"""Numbers that grow without end."""

from __future__ import annotations

from hostile_pack import chain, race_case, rules_case

rules_case(
    __name__,
    "lets that square",
    "after setting_out:\n  let a0 be 999999 + round\n"
    + "\n".join(f"  let a{i} be a{i - 1} * a{i - 1}" for i in range(1, 60))
    + "\n  if a59 is 7:\n    add 1 to round",
)
rules_case(
    __name__,
    "constants that square",
    "after setting_out:\n  let a0 be 999999\n"
    + "\n".join(f"  let a{i} be a{i - 1} * a{i - 1}" for i in range(1, 60))
    + "\n  if a59 is 7:\n    add 1 to round",
)
rules_case(
    __name__,
    "definitions that square",
    chain(
        "define a0 of people = 999999",
        "define a{0} of people = a{1} of people * a{1} of people",
        60,
        "conquest_cost +1 if a59 of people is 7",
    ),
)
rules_case(
    __name__,
    "a memory that squares in a loop",
    "remember n of game: number = 9\nafter setting_out:\n  repeat 40 times: set n to n * n",
)
rules_case(
    __name__,
    "a memory that squares each turn",
    "remember n of game: number = 999999\nbefore opening: set n to n * n\nconquest_cost +1 if n is 7",
)
rules_case(
    __name__,
    "a memory that is added to itself",
    "remember n of game: number = 999999\nafter setting_out:\n  repeat 9000 times: add n to n",
)
rules_case(
    __name__,
    "products of 99 factors",
    "value size of people = "
    + " * ".join(["(999999 + round)"] * 99)
    + "\nconquest_cost +1 if size of people is 7",
)
rules_case(
    __name__,
    "values that multiply one another",
    chain(
        "value a0 of people = 999999 + round",
        "value a{0} of people = a{1} of people * 999999",
        90,
        "conquest_cost +1 if a89 of people is 7",
    ),
)
race_case(
    __name__, "modifiers that multiply", "\n".join(f"my conquest_cost times {999999 - i}" for i in range(400))
)
rules_case(
    __name__,
    "coins by the million",
    "after setting_out:\n  for each player in players:\n    repeat 9000 times: player gains 999999 coins",
)
rules_case(
    __name__,
    "a round out of its range",
    "remember n of game: number = 999999\nafter setting_out: set round to n * n",
)
rules_case(
    __name__,
    "a sum of huge terms",
    "value size of people = sum of (999999 * 999999) over regions\nconquest_cost +(size of people * size of people)",
)
