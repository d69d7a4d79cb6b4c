"""The position of a game as a scenario to go on from: what lies on the table, and what can be chosen there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Diagnostics
from ruledsl.positions.export import position_of
from ruledsl.scenarios.reading import scenarios_in_text
from ruledsl.testkit.runner import Runner

if TYPE_CHECKING:
    from ruledsl.packs.model import Pack
    from ruledsl.play.game import Game, Rules

__all__ = ["problem_of", "scenario_text"]


def scenario_text(game: Game, name: str) -> str:
    """A file with one scenario: the position of this game, and a step that says which options there are (or that it is over)."""
    if game.over:
        step: dict[str, Any] = {"over": True}
    else:
        decision = game.decision
        ids = [option.id for option in decision.options]
        step = {"options": {"player": decision.player, "kind": decision.kind, "exactly": ids}}
    rows = ["scenarios:", f"  {name}:", "    about: Recorded from a saved game; say here what it shows."]
    rows.append(f"    packs: {_plain(_fewest(game.rules.composition.packs))}")
    if game.rules.composition.chosen:
        rows.append(f"    variants: {_plain(game.rules.composition.chosen)}")
    rows.append("    position:")
    for key, entry in position_of(game).items():
        rows += _entry(key, entry)
    return "\n".join([*rows, "    steps:", f"      - {_plain(step)[1:-1]}", ""])


def _fewest(packs: list[Pack]) -> list[str]:
    """The ids that an author would name: without those that come along in the same order anyway."""
    requires = {pack.id: list(pack.requires) for pack in packs}
    order = list(requires)

    def loaded(named: list[str]) -> list[str]:
        found: dict[str, None] = {}

        def visit(id_: str) -> None:
            for other in requires[id_]:
                visit(other)
            found[id_] = None

        for id_ in named:
            visit(id_)
        return list(found)

    fewest = order
    for id_ in reversed(order):
        without = [other for other in fewest if other != id_]
        if loaded(without) == order:
            fewest = without
    return fewest


def _entry(key: str, entry: Any) -> list[str]:
    """One line, or one for each thing in it."""
    if isinstance(entry, dict):
        return [f"      {key}:", *(f"        {_plain(id_)}: {_plain(value)}" for id_, value in entry.items())]
    if isinstance(entry, list) and entry and isinstance(entry[0], dict):
        return [f"      {key}:", *(f"        - {_plain(item)}" for item in entry)]
    return [f"      {key}: {_plain(entry)}"]


def _plain(value: Any) -> str:
    """JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def problem_of(text: str, name: str, rules: Rules) -> str:
    """What is wrong when the scenarios of a text are run with these rules; empty if they pass."""
    diagnostics = Diagnostics()
    runner = Runner(diagnostics=diagnostics)
    for scenario in scenarios_in_text(text, name, "", diagnostics):
        runner.know(scenario.packs, scenario.variants, rules)
        failure = runner.run(scenario).failure
        if failure is not None:
            return failure.diagnostic.message
    return "".join(found.message for found in diagnostics.sorted()[:1])
