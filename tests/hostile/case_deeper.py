"""What needs more thought to find."""

from __future__ import annotations

from hostile_pack import Files, case, rules, rules_case

rules_case(
    __name__,
    "3,000 choices that nobody has",
    "after setting_out:\n"
    + "  if round is 7:\n    choose region from regions\n    set turn_player to turn_player\n" * 2000,
)
rules_case(
    __name__,
    "2,000 choices with one option",
    "after setting_out:\n" + "  choose turn_x from players where it is turn_player\n" * 2000,
)
rules_case(
    __name__,
    "an offer that never ends",
    "action dawdle\n  during opening\n  do: set turn_player to turn_player\nphase idle before opening of turn:\n  offer "
    "to player\naction wait\n  during idle\n  do: set turn_player to turn_player",
)
rules_case(
    __name__,
    "events that ask without end while the board is set out",
    "event e1:\n  may again: do e1\nafter setting_out: do e1",
)
rules_case(
    __name__,
    "a hundred values that every region asks",
    "\n".join(f"value v{i} of region = force of region + {i}" for i in range(100))
    + "\nconquest_cost +("
    + " + ".join(f"v{i} of region" for i in range(40))
    + ")",
)
rules_case(
    __name__,
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
