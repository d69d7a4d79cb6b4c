"""Answers that ask others twice, and so on."""

from __future__ import annotations

from hostile_pack import chain, rules_case


def doubling(kind: str, join: str, count: int) -> str:
    return chain(
        f"{kind} a0 of people = hand of people",
        f"{kind} a{{0}} of people = a{{1}} of people {join} a{{1}} of people",
        count,
        f"conquest_cost +1 if a{count - 1} of people is 7",
    )


rules_case(__name__, "definitions that double", doubling("define", "+", 40))
rules_case(__name__, "values that double", doubling("value", "+", 40))
rules_case(__name__, "values that double by bounds", doubling("value", "but at least", 60))
rules_case(
    __name__,
    "values that a tile changes, doubling",
    doubling("value", "+", 40) + "\n" + "\n".join(f"a{i} +1 if hand of people is 3" for i in range(40)),
)
rules_case(
    __name__,
    "definitions that choose between themselves",
    chain(
        "define a0 of people = hand of people is 1",
        "define a{0} of people = if a{1} of people then a{1} of people else not a{1} of people",
        50,
        "conquest_cost +1 if a49 of people",
    ),
)
rules_case(
    __name__,
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
rules_case(
    __name__,
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
rules_case(
    __name__,
    "permissions that double",
    "permission p0 of region by people\n"
    + "\n".join(
        f"permission p{i} of region by people\n"
        f"forbid p{i} as no_{i} if (can p{i - 1} of region by people) and not (can p{i - 1} of region by people)"
        for i in range(1, 40)
    )
    + "\nforbid conquer as hard if can p39 of region by people and hand of people is 77",
)
rules_case(
    __name__,
    "modifiers that ask the next value twice",
    chain(
        "value a0 of people = 1",
        "value a{0} of people = 1\na{0} +(a{1} of people + a{1} of people)",
        50,
        "conquest_cost +1 if a49 of people is 7",
    ),
)
rules_case(
    __name__,
    "arguments that double",
    chain(
        "define a0 of people with n (number) = n + n",
        "define a{0} of people with n (number) = a{1} of people with (n + n) + a{1} of people with n",
        40,
        "conquest_cost +1 if a39 of people with 1 is 7",
    ),
)
