"""Lessons at a table: what is said at each step, and how far the choices of a game have followed them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.base.store.remembering import remembered

if TYPE_CHECKING:
    from ruledsl.play.game import Game, Rules
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import Lesson

Meant = tuple[int, str, int | None]
"""A choice of a lesson: its step, its id, and its number among the options; None where any other is as good."""


def lesson_of(game: Game) -> Lesson | None:
    """The lesson from whose position a game began, if it is one."""
    lessons = (one for pack in game.rules.composition.packs for one in pack.lessons.values())
    return next((one for one in lessons if one.position == game.start.get("position")), None)


def lesson_data(game: Game, naming: Naming) -> dict[str, Any] | None:
    """What the lesson says, step by step."""
    lesson = lesson_of(game)
    if lesson is None:
        return None
    return {
        "name": naming.text(lesson.names, lesson.id),
        "steps": [naming.text(step.text, "") for step in lesson.steps],
    }


def progress_data(game: Game) -> dict[str, Any] | None:
    """The `step` of the lesson at which a game stands (None: it has gone another way), and the option that is `meant` now."""
    lesson = lesson_of(game)
    if lesson is None:
        return None
    course = course_of(game.rules, lesson)
    followed = all(number in (None, made) for (_, _, number), made in zip(course, game.choices, strict=False))
    if not followed:
        return {"step": None, "meant": ""}
    if len(game.choices) >= len(course):
        return {"step": len(lesson.steps) - 1, "meant": ""}
    step, meant, _ = course[len(game.choices)]
    return {"step": step, "meant": meant}


def course_of(rules: Rules, lesson: Lesson) -> list[Meant]:
    """All choices of a lesson, up to the first that is impossible; of several in one step, any others are as good."""
    return remembered(rules, course_of, lambda: _played(rules, lesson), lesson.id)


def _played(rules: Rules, lesson: Lesson) -> list[Meant]:
    course: list[Meant] = []
    try:
        game = rules.position(lesson.position)
        for number, step in enumerate(lesson.steps):
            for choice in step.choose:
                game.choose(choice)
                course.append((number, choice, game.choices[-1] if len(step.choose) == 1 else None))
    except GameError:
        return course
    return course
