"""Why a value is what it is: every rule that has a say in it, with its amount and its place. `whynot` is about actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.check.program import ValueDef
from ruledsl.compile.explain import Twin
from ruledsl.compile.explain_lines import Lines
from ruledsl.compile.explain_rules import At
from ruledsl.diagnostics import nearest
from ruledsl.play.errors import GameError
from ruledsl.play.said import Explanation, Said, Sayer
from ruledsl.play.whynot import why_not

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.check.program import DefineDef
    from ruledsl.play.game import Game

__all__ = ["Explanation", "Said", "answer", "why", "why_not"]


def why(game: Game, value_name: str, args: Mapping[str, Any]) -> Explanation:
    """Why a value (or definition) has the answer it has for these arguments, which are ids by the names of its parameters.

    `GameError` for a name that nothing has, and for arguments that are missing, unknown or of the wrong kind.
    """
    g, naming = game.state, game.naming
    asked = _named(game, value_name)
    values = _arguments(game, asked, args)
    twin = Twin(g)
    lines = Lines(twin)
    if isinstance(asked, ValueDef):
        answer = twin.answers.value(asked, values)
        found, result = lines.value(answer), answer.result
    else:
        found = lines.define(asked, values)
        result = twin(asked.body, At.of(asked.params, values))
    sayer = Sayer(g, naming)
    head = sayer.phrase(lines.words.called(asked.name, asked.preps, asked.params, values))
    ids = {
        param.name: naming.id_of(g, param.type, value)
        for param, value in zip(asked.params, values, strict=True)
    }
    plain = naming.id_of(g, asked.type, result)
    said = f"{head} is {sayer.label(asked.type, result)}"
    return Explanation(f"why.{asked.name}", ids, plain, said, sayer.lines(found))


def answer(game: Game, name: str, args: Mapping[str, Any]) -> Any:
    """The answer alone, as plain data."""
    asked = _named(game, name)
    values = _arguments(game, asked, args)
    twin = Twin(game.state)
    if isinstance(asked, ValueDef):
        found = twin.answers.value(asked, values).result
    else:
        found = twin(asked.body, At.of(asked.params, values))
    return game.naming.id_of(game.state, asked.type, found)


def _named(game: Game, name: str) -> ValueDef | DefineDef:
    program = game.rules.program
    known: dict[str, ValueDef | DefineDef] = {d.name: d for d in program.defines}
    known.update((v.name, v) for v in program.values)
    if name not in known:
        near = nearest(name, known)
        hint = f" Did you mean `{near[0]}`?" if near else f" There are: {', '.join(sorted(known))}."
        raise GameError("G040", f"There is no value `{name}`.{hint}")
    return known[name]


def _arguments(game: Game, asked: ValueDef | DefineDef, args: Mapping[str, Any]) -> tuple[Any, ...]:
    names = [param.name for param in asked.params]
    shape = " ".join(
        [asked.name, *(f"{prep} {name}".strip() for prep, name in zip(asked.preps, names, strict=True))]
    )
    for name in args:
        if name not in names:
            near = nearest(name, names)
            hint = f" Did you mean `{near[0]}`?" if near else f" It is asked as `{shape}`."
            raise GameError("G041", f"`{asked.name}` has no parameter `{name}`.{hint}")
    missing = [name for name in names if name not in args]
    if missing:
        raise GameError("G041", f"`{asked.name}` also needs {', '.join(missing)}: it is asked as `{shape}`.")
    return tuple(game.naming.value_of(game.state, param.type, args[param.name]) for param in asked.params)
