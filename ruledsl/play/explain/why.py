"""Why a value is what it is: every rule that contributes, with its amount and its place. `whynot` is about actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.diagnostics import hinted, there_are
from ruledsl.base.errors import ANSWERING, EngineError, GameError
from ruledsl.engine.state.hidden import EVERYBODY, Hidden
from ruledsl.language.vocabulary.types import GAME, PLAYER, TILE, Type
from ruledsl.play.explain.evaluator import Evaluator
from ruledsl.play.explain.explanation import Explanation, Lines, TraceWriter
from ruledsl.play.explain.known import Knowing, Unknowable
from ruledsl.play.explain.rules import At
from ruledsl.play.naming.nouns import cover_of, in_english
from ruledsl.rules.check.typed.declarations import ValueDef

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.typed.declarations import DefineDef

# ── game ────────────────────────────────────────────────────────────────────────
# What explanations need of a game, whose room comes after this one.


class Decision(Protocol):
    """The pending decision."""

    @property
    def prompt(self) -> str:
        """The question in words."""

    @property
    def told(self) -> Sequence[int]:
        """For every option the tile that it is, or its placeholder if the deciding player cannot know that; -1 for other options."""


class Game(Protocol):
    """A game to explain, whole or made up for a seat."""

    @property
    def state(self) -> State:
        """Its current state."""

    @property
    def naming(self) -> Naming:
        """The names of its nouns."""

    @property
    def decision(self) -> Decision:
        """The pending decision; `GameError` when the game is over or paused."""


# ── questions ───────────────────────────────────────────────────────────────────
# Questions about values, answered with full knowledge or with that of one seat; names and arguments are those of callers.


def evaluator_for(game: Game, seat: int | None) -> Evaluator:
    """The evaluator: with full knowledge, or (in a game made for it) with the knowledge of a seat."""
    return Evaluator(game.state) if seat is None else Knowing(game.state, seat)


def value_of(game: Game, name: str, args: Mapping[str, Any], seat: int | None = None) -> Any:
    """The answer of a value or definition as plain data; `GameError` for an unknown name, or if it takes too long or may not be known."""
    evaluator = evaluator_for(game, seat)
    called = Question(game, name, args, seat)
    try:
        with ANSWERING:
            return game.naming.id_of(game.state, called.of.type, called.answer(evaluator))
    except Unknowable as problem:
        raise refused(game, problem) from None


def answers_to(
    game: Game, name: str, asked: Sequence[Mapping[str, Any]], seat: int, everybodys: frozenset[int]
) -> list[Any]:
    """The answers of one value or definition to many questions as plain data, None if the seat may not know, or if it takes too long.

    The values in `everybodys` depend on no secret and need no check.
    """
    evaluator = evaluator_for(game, seat)
    answers: list[Any] = []
    for args in asked:
        called = Question(game, name, args, seat)
        try:
            if isinstance(called.of, ValueDef) and called.of.index in everybodys:
                answer = evaluator.ask.value(called.of.index, *called.values)
            else:
                answer = called.answer(evaluator)
        except (Unknowable, EngineError):
            answers.append(None)
        else:
            answers.append(game.naming.id_of(game.state, called.of.type, answer))
    return answers


def answering(game: Game, seat: int) -> Callable[[ValueDef, int], int | None]:
    """Answers values for a player, with None if a seat may not know, or if it takes too long."""
    evaluator = evaluator_for(game, seat)

    def answer(value: ValueDef, player: int) -> int | None:
        try:
            return int(evaluator.answers.value(value, (player,)).result)
        except (Unknowable, EngineError):
            return None

    return answer


class Question:
    """A question about a value or definition (`of`) with its arguments (`values`)."""

    def __init__(self, game: Game, name: str, args: Mapping[str, Any], seat: int | None) -> None:
        self.of = _named(game, name)
        self.values = _arguments(game, self.of, args, seat)

    def answer(self, evaluator: Evaluator) -> Any:
        """The answer."""
        if isinstance(self.of, ValueDef):
            return evaluator.answers.value(self.of, self.values).result
        return evaluator(self.of.body, At.of(self.of.params, self.values))


def _named(game: Game, name: str) -> ValueDef | DefineDef:
    program = game.state.code.program
    definitions: dict[str, ValueDef | DefineDef] = {d.name: d for d in program.defines}
    definitions.update((v.name, v) for v in program.values if v.whole is None)
    if name not in definitions:
        raise GameError(
            "G040", hinted(f"There is no value `{name}`.", name, definitions, there_are(sorted(definitions)))
        )
    return definitions[name]


def _arguments(
    game: Game, called: ValueDef | DefineDef, args: Mapping[str, Any], seat: int | None
) -> tuple[Any, ...]:
    names = [param.name for param in called.params]
    shape = " ".join(
        [called.name, *(f"{prep} {name}".strip() for prep, name in zip(called.preps, names, strict=True))]
    )
    for name in args:
        if name not in names:
            message = f"`{called.name}` has no parameter `{name}`."
            raise GameError("G041", hinted(message, name, names, f"It is asked as `{shape}`."))
    missing = [name for name in names if name not in args]
    if missing:
        raise GameError("G041", f"`{called.name}` also needs {', '.join(missing)}: it is asked as `{shape}`.")
    return tuple(argument(game, param.type, args[param.name], seat) for param in called.params)


def argument(game: Game, kind: Type, given: Any, seat: int | None) -> Any:
    """An argument of a question. A tile may also be named by its hidden place: for a seat, nothing else of it is known."""
    cover = cover_of(game.state, given, seat) if kind == TILE and isinstance(given, str) else None
    if cover is None:
        return game.naming.value_of(game.state, kind, given)
    return Hidden(game.state, EVERYBODY).under(cover) if seat is None else cover


def refused(game: Game, problem: Unknowable) -> GameError:
    """Why a seat gets no answer, in words."""
    g, naming, noun = game.state, game.naming, problem.noun
    if problem.what == "purse":
        coins = in_english(g.code.program.composition, "[coin.many]")
        secret = f"the {coins} of {naming.label(g, PLAYER, noun)}, which only they know"
    elif problem.what == "face":
        secret = f"what the {naming.tile(g, noun)} is, which nobody knows"
    elif problem.what == "place":
        secret = f"where {naming.tile(g, noun)} is, which nobody knows"
    else:
        memory = problem.memory
        assert memory is not None  # noqa: S101 - such a problem has one
        owner = "" if memory.on == GAME else f" of {naming.label(g, memory.on, noun)}"
        secret = f"`{memory.name}`{owner}, which is remembered in secret"
    return GameError("G044", f"This depends on {secret}.")


def why(game: Game, value_name: str, args: Mapping[str, Any], seat: int | None = None) -> Explanation:
    """Why a value (or definition) has its answer for these arguments, which are ids by parameter name.

    With a `seat`, the game was made for it, and what this seat cannot know is refused. `GameError` for that, for an unknown name, for
    missing, unknown or wrong arguments, and if it takes too long.
    """
    question = Question(game, value_name, args, seat)
    try:
        with ANSWERING:
            return _explained(game, question, Lines(evaluator_for(game, seat), game.naming))
    except Unknowable as problem:
        raise refused(game, problem) from None


def _explained(game: Game, question: Question, lines: Lines) -> Explanation:
    g, naming = game.state, game.naming
    queried, values = question.of, question.values
    if isinstance(queried, ValueDef):
        reasons = lines.value(lines.evaluator.answers.value(queried, values))
    else:
        reasons = lines.define(queried, values)
    result = question.answer(lines.evaluator)
    writer = TraceWriter(g, naming, lines.facts)
    head = lines.facts.named(queried.name, queried.preps, queried.params, values)
    ids = {
        param.name: naming.id_of(g, param.type, value)
        for param, value in zip(queried.params, values, strict=True)
    }
    plain = naming.id_of(g, queried.type, result)
    sentence = naming.word("why", what=head, value=writer.label(queried.type, result))
    return Explanation(f"why.{queried.name}", ids, plain, sentence, writer.lines(reasons))
