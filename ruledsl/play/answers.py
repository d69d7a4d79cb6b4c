"""Current numbers of the rules, for programs: from the functions that the game itself uses, without an explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import ANSWERING, GameError
from ruledsl.engine.machines.running import Questions
from ruledsl.engine.state.board import bits
from ruledsl.language.vocabulary.types import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.play.match import Match
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import PermissionDef


def value_of(game: Match, name: str, args: Mapping[str, Any]) -> Any:
    """The answer of a value or definition for these arguments, as plain data. Definitions have no function of their own and are slower."""
    value = game.rules.program.value(name)
    if value is None or args.keys() != {param.name for param in value.params}:
        from ruledsl.play.explain import questions as asking  # noqa: PLC0415 - says what is wrong with a question, and answers rarer ones

        return asking.value_of(game, name, args)
    g, naming = game.state, game.naming
    given = [naming.value_of(g, param.type, args[param.name]) for param in value.params]
    with ANSWERING:
        return naming.id_of(g, value.type, Questions(g).value(value.index, *given))


def costs_of(game: Match, people: str) -> dict[str, int]:
    """The cost of every region for a people, by region, from the value with the role `cost`."""
    if game.rules.program.value(game.rules.composition.roles.get("cost", "")) is None:
        raise GameError(
            "G048", "These packs do not say by which value regions are paid for (the role `cost`)."
        )
    return by_region(game, "cost", people)


def by_region(game: Match, role: str, people: str) -> dict[str, int]:
    """A value of a people and a region, by its role, for every region; zeros without such a value."""
    value, g = game.rules.program.value(game.rules.composition.roles.get(role, "")), game.state
    if value is None:
        return dict.fromkeys(g.board.ids, 0)
    row, ask = game.naming.value_of(g, PEOPLE, people), Questions(g)
    with ANSWERING:
        return {id_: ask.value(value.index, row, region) for region, id_ in enumerate(g.board.ids)}


def conquerable(game: Match, people: str) -> list[str]:
    """The regions that a people may conquer, whatever it has in hand, by the permission with the role `conquest`."""
    name = game.rules.composition.roles.get("conquest", "")
    permission = _permission(game.rules.program, name)
    if permission is None:
        raise GameError(
            "G048", "These packs do not say by which permission regions are conquered (the role `conquest`)."
        )
    g = game.state
    with ANSWERING:
        mask = Questions(g).allowed(permission.index, game.naming.value_of(g, PEOPLE, people))
    return [g.board.ids[region] for region in bits(mask)]


def _permission(program: Program, name: str) -> PermissionDef | None:
    return next((p for p in program.permissions if p.name == name), None)
