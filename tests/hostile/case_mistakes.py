"""Mistakes without number."""

from __future__ import annotations

from hostile_pack import Files, case, rules, rules_case

rules_case(
    __name__,
    "2,500 unknown words",
    "\n".join(f"conquest_cost +1 if region is in wrodd_{i} of people" for i in range(2500)),
)
rules_case(__name__, "2,500 unknown values", "\n".join(f"conquest_cots_{i} +1" for i in range(2500)))
rules_case(
    __name__,
    "unknown words of 79 letters",
    "\n".join(f"conquest_cost +1 if {'ab' * 37}{i:04} of people" for i in range(1200)),
)


@case("2,500 unknown words beside as many known ones")
def _beside() -> Files:
    known = ", ".join(f"swampy_{i:04}" for i in range(2500))
    unknown = "\n".join(f"conquest_cost +1 if region is swmapy_{i:04}" for i in range(2500))
    return {"known.yaml": f"terrains: [{known}]\n", **rules(unknown)}


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


rules_case(__name__, "statements that are none", "\n".join(["my my my my"] * 9000))
rules_case(__name__, "an open bracket in each line", "\n".join(["conquest_cost +(1"] * 9000))
rules_case(__name__, "lines of spaces", "\n".join([" " * 900] * 200 + ["conquest_cost +1"]))
