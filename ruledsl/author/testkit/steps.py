"""The steps of a scenario: actions and comparisons. Each either passes or raises `Unmet` with both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.trace import differences, table_of
from ruledsl.author.testkit.values import Difference, seat, where, written
from ruledsl.base.diagnostics import MOST_LISTED, Purse, hinted
from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.base.errors import GameError
from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, PLAYER, Type
from ruledsl.play.naming.nouns import MARK

if TYPE_CHECKING:
    from ruledsl.play.explain.explanation import Explanation, TraceLine
    from ruledsl.play.game import Game


Path = tuple[str | int, ...]
MOST_SHOWN = 24
FEW = 4
"""The most missing options to explain."""


class Unmet(Travelling):
    """A failed step. `path` leads to the place inside the step; `suggestion` is what was probably meant.

    `differences` are compared things that differ, at most `MOST_LISTED`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        expected: Any,
        actual: Any,
        path: Path = (),
        *,
        suggestion: str = "",
        differences: tuple[Difference, ...] = (),
    ) -> None:
        self.code = code
        self.message = message
        self.expected = expected
        self.actual = actual
        self.path = path
        self.suggestion = suggestion
        self.differences = differences[:MOST_LISTED]
        super().__init__(message)


# ── numbers and reasons ──


def _cost(game: Game, step: dict[str, Any]) -> None:
    """`cost: {value: …, its parameters by name, is: …}`: asks the compiled function that the game itself uses."""
    explained = _explained(game, step)
    actual = game.value(
        step["value"], **{key: given for key, given in step.items() if key not in ("value", "is")}
    )
    if actual != explained.result:
        message = (
            f"`{step['value']}` is {actual}, but is explained as {explained.result}: a fault of this program."
        )
        both = (Difference((), explained.result, actual),)
        raise Unmet("C015", message, explained.result, actual, differences=both)
    _same(step, "is", actual, str(explained))


def _same(step: dict[str, Any], key: str, actual: Any, why: str) -> None:
    expected = step[key]
    both = (expected, actual)
    if isinstance(expected, list) and isinstance(actual, list):
        both = (sorted(map(str, expected)), sorted(map(str, actual)))
    if both[0] != both[1] or isinstance(expected, bool) != isinstance(actual, bool):
        difference = Difference((), expected, actual, tuple(why.split("\n")))
        raise Unmet(
            "C010",
            f"`{step['value']}` is {written(actual)}, not {written(expected)}.",
            expected,
            actual,
            (key,),
            differences=(difference,),
        )


def _explained(game: Game, step: dict[str, Any]) -> Explanation:
    args = {key: given for key, given in step.items() if key not in ("value", "is", "says")}
    try:
        explanation: Explanation = game.why(step["value"], **args)
    except GameError as problem:
        raise Unmet("C016", str(problem), step["value"], None, ("value",)) from problem
    return explanation


def _why(game: Game, step: dict[str, Any]) -> None:
    explained = _explained(game, step)
    if "is" in step:
        _same(step, "is", explained.result, str(explained))
    _says(explained, step["says"])


def _why_not(game: Game, step: dict[str, Any]) -> None:
    try:
        explained: Explanation = game.why_not(step["action"], step.get("target"))
    except GameError as problem:
        raise Unmet("C016", str(problem), step["action"], None, ("action",)) from problem
    if explained.result is True:
        raise Unmet(
            "C012", f"`{step['action']}` is possible here.", "not among the options", "among the options"
        )
    _says(explained, step["says"])


def _says(explained: Explanation, wanted: list[Any]) -> None:
    text, lines = str(explained), _lines(explained.lines)
    for place, item in enumerate(wanted):
        if isinstance(item, dict):
            fine = any(_fits(line, item) for line in lines)
        else:
            named = any(item in (line.key, line.args.get("reason")) for line in lines)
            fine = named or item.casefold() in text.casefold()
        if not fine:
            raise Unmet(
                "C011", f"The explanation does not say this. It says:\n{text}", item, text, ("says", place)
            )


def _lines(lines: list[TraceLine] | tuple[TraceLine, ...]) -> list[TraceLine]:
    return [each for line in lines for each in (line, *_lines(line.children))]


def _fits(line: TraceLine, wanted: dict[str, Any]) -> bool:
    """Does a line of an explanation have all wanted properties? A source may be named by its last part."""
    return (
        ("source" not in wanted or f"/{line.source}".endswith(f"/{wanted['source']}"))
        and ("amount" not in wanted or line.amount == wanted["amount"])
        and ("says" not in wanted or wanted["says"].casefold() in line.text.casefold())
        and ("dropped" not in wanted or line.dropped == wanted["dropped"])
    )


# ── choices ──


def _ids(game: Game) -> list[str]:
    return [] if game.over else [option.id for option in game.decision.options]


def _options(game: Game, step: dict[str, Any]) -> None:
    if game.over:
        raise Unmet("C012", "The game is over: there are no options.", step, None)
    decision, ids = game.decision, _ids(game)
    for key, actual in (("player", decision.player), ("kind", decision.kind), ("rule", decision.rule)):
        if key in step and step[key] != actual:
            message = f"{decision.rule} asks {seat(decision.player)}: {decision.kind}."
            both = (Difference((), step[key], actual),)
            raise Unmet("C012", message, step[key], actual, (key,), differences=both)
    for place, wanted in enumerate(step.get("include", ())):
        if str(wanted) not in ids:
            raise _missing(game, str(wanted), ("include", place))
    for place, unwanted in enumerate(step.get("exclude", ())):
        _could_be(game, str(unwanted), ("exclude", place))
        if str(unwanted) in ids:
            raise Unmet(
                "C012", f"`{unwanted}` is among the options.", "no such option", unwanted, ("exclude", place)
            )
    exactly = step.get("exactly")
    if exactly is not None and sorted(map(str, exactly)) != sorted(ids):
        raise _other_options(game, [str(wanted) for wanted in exactly], ids)


def _other_options(game: Game, wanted: list[str], ids: list[str]) -> Unmet:
    """The superfluous options, and the missing ones with reasons."""
    missing = [id_ for id_ in wanted if id_ not in ids]
    more = [id_ for id_ in ids if id_ not in wanted]
    parts = ["The options are other ones."]
    parts += [f"Not among them: {_list(missing)}."] if missing else []
    parts += [f"Among them as well: {_list(more)}."] if more else []
    both = Difference((), wanted, ids, tuple(line for id_ in missing[:FEW] for line in _against(game, id_)))
    return Unmet("C012", " ".join(parts), wanted, ids, ("exactly",), differences=(both,))


def _against(game: Game, id_: str) -> list[str]:
    """The reasons against an option that is an action; empty for others."""
    action, _, target = id_.partition(":")
    try:
        explained = game.why_not(action, target or None)
    except GameError:
        return []
    return [] if explained.result is True else str(explained).split("\n")


def _could_be(game: Game, unwanted: str, path: Path) -> None:
    """Report an id that could never be an option as misspelt: its absence from the options proves nothing."""
    why = _unknown(game, unwanted)
    if why:
        raise Unmet("C018", f"`{unwanted}` could never be an option here. {why}", None, None, path)


def _list(ids: list[str]) -> str:
    more = f" and {len(ids) - MOST_SHOWN} more" if len(ids) > MOST_SHOWN else ""
    return ", ".join(ids[:MOST_SHOWN]) + more


def _missing(game: Game, wanted: str, path: Path) -> Unmet:
    ids = _ids(game)
    near = Purse().nearest(wanted, ids)
    asks = (
        f"{game.decision.rule} asks {seat(game.decision.player)} for one of: {_list(ids)}."
        if not game.over
        else "The game is over."
    )
    why = tuple(_against(game, wanted))
    both = (Difference((), wanted, ids, why),) if why else ()
    message = f"`{wanted}` is not among the options. {asks}"
    return Unmet("C013", message, wanted, ids, path, suggestion="".join(near), differences=both)


def _choose(game: Game, step: Any) -> None:
    for place, wanted in enumerate(step if isinstance(step, list) else [step]):
        path: Path = (place,) if isinstance(step, list) else ()
        if isinstance(wanted, bool | dict | list):
            raise Unmet("C013", "The id of an option is expected here.", wanted, None, path)
        if str(wanted) not in _ids(game):
            raise _missing(game, str(wanted), path)
        game.choose(str(wanted))


def _refuse(game: Game, step: Any) -> None:
    _could_be(game, str(step), ())
    before = game.hash
    try:
        game.choose(str(step))
    except GameError:
        if game.hash != before:
            raise Unmet(
                "C014",
                f"`{step}` was refused, but changed the game: a fault of this program.",
                before,
                game.hash,
            ) from None
        return
    raise Unmet("C014", f"`{step}` can be chosen here.", "refused", "chosen")


def _undo(game: Game, step: Any) -> None:
    try:
        game.undo()
    except GameError as problem:
        if step is True:
            raise Unmet(
                "C014", f"The last choice cannot be taken back: {problem}", "taken back", "refused"
            ) from problem
        return
    if step == "refused":
        raise Unmet("C014", "The last choice can be taken back.", "refused", "taken back")


# ── the table ──


def _state(game: Game, step: Any) -> None:
    wrong = tuple(Difference(*one) for one in differences(game, step, table_of(game)))
    if wrong:
        raise _differing(wrong, f"{where(wrong[0].path, '`')} is not as expected.")


def _differing(wrong: tuple[Difference, ...], one: str) -> Unmet:
    """All differences, shown at the first."""
    first = wrong[0]
    message = one if len(wrong) == 1 else f"{len(wrong)} things are not as expected."
    return Unmet("C010", message, first.expected, first.actual, first.path, differences=wrong)


def _over(game: Game, step: Any) -> None:
    if game.over != step:
        asks = "" if game.over else f" {game.decision.rule} asks {seat(game.decision.player)}."
        message = f"The game is {'' if game.over else 'not '}over.{asks}"
        raise Unmet("C010", message, step, game.over, differences=(Difference((), step, game.over),))


def _standings(game: Game, step: Any) -> None:
    wrong = tuple(Difference(*one) for one in differences(game, step, game.standings))
    if wrong:
        raise _differing(wrong, "The standings are other ones.")


RUN: dict[str, Callable[[Game, Any], None]] = {
    "cost": _cost,
    "why": _why,
    "options": _options,
    "choose": _choose,
    "why_not": _why_not,
    "refuse": _refuse,
    "undo": _undo,
    "state": _state,
    "over": _over,
    "standings": _standings,
}
"""The action of each kind of step."""


ALWAYS = ("stop", "none", "yes", "no")


def _unknown(game: Game, id_: str) -> str:
    """Why no decision of this game could have an option of this id; empty if one could: an action, or a noun of any kind."""
    program = game.rules.program
    nouns = {*ALWAYS, *game.state.board.ids, *program.tiles, *program.pieces, *program.traits, *program.decks}
    if id_ in nouns or id_.lstrip("-").isdigit():
        return ""
    called, _, target = id_.partition(":")
    name, *tiles = called.split(MARK)
    actions = [action for action in program.actions if action.name == name]
    if not actions:
        return _no_such(
            "action" if target else "action, region nor tile", name, [a.name for a in program.actions]
        )
    for tile in tiles:
        if tile not in program.tiles:
            return _no_such("tile", tile, program.tiles)
    wording = [_aimed(game, action.target.type if action.target else None, target) for action in actions]
    return "" if "" in wording else wording[-1]


def _no_such(what: str, word: str, names: list[str]) -> str:
    return hinted(f"There is no {what} `{word}`.", word, names)


def _aimed(game: Game, kind: Type | None, target: str) -> str:
    """Why an action cannot have this target. Any race could be a people."""
    if not target or kind is None:
        return "It is not aimed at anything." if target else ""
    if kind in (NUMBER, PLAYER):
        return "" if target.lstrip("-").isdigit() else f"`{target}` is no {kind.name}."
    if kind == PEOPLE:
        tiles = game.rules.program.tiles
        return "" if target in tiles else _no_such("race", target, tiles)
    try:
        game.naming.value_of(game.state, kind, target)
    except GameError as problem:
        return str(problem)
    return ""
