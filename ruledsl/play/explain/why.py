"""Why a value is what it is: every rule that contributes, with its amount and its place. `whynot` is about actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import ANSWERING
from ruledsl.play.explain.explanation import Explanation, TraceWriter
from ruledsl.play.explain.known import Unknowable
from ruledsl.play.explain.lines import Lines
from ruledsl.play.explain.questions import Question, evaluator_for, refused
from ruledsl.rules.check.typed.declarations import ValueDef

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.play.explain.game import Game


def why(game: Game, value_name: str, args: Mapping[str, Any], seat: int | None = None) -> Explanation:
    """Why a value (or definition) has its answer for these arguments, which are ids by parameter name.

    With a `seat`, the game was made for it, and what this seat cannot know is refused. `GameError` for that, for an unknown name, for
    missing, unknown or wrong arguments, and if it takes too long.
    """
    question = Question(game, value_name, args, seat)
    try:
        with ANSWERING:
            return _explained(game, question, Lines(evaluator_for(game, seat)))
    except Unknowable as problem:
        raise refused(game, problem) from None


def _explained(game: Game, question: Question, lines: Lines) -> Explanation:
    g, naming = game.state, game.naming
    queried, values = question.of, question.values
    if isinstance(queried, ValueDef):
        found = lines.value(lines.evaluator.answers.value(queried, values))
    else:
        found = lines.define(queried, values)
    result = question.answer(lines.evaluator)
    writer = TraceWriter(g, naming)
    head = writer.phrase(lines.words.called(queried.name, queried.preps, queried.params, values))
    ids = {
        param.name: naming.id_of(g, param.type, value)
        for param, value in zip(queried.params, values, strict=True)
    }
    plain = naming.id_of(g, queried.type, result)
    sentence = naming.word("why", what=head, value=writer.label(queried.type, result))
    return Explanation(f"why.{queried.name}", ids, plain, sentence, writer.lines(found))
