"""The process that checks and plays the packs of a workshop: one line of JSON for each question and each answer."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.author.book import Unprintable
from ruledsl.author.templates.making import TemplateError
from ruledsl.base.errors import GameError, PackError
from ruledsl.table.server.bots.process import answering
from ruledsl.table.workshop.jobs import JOBS, as_told
from ruledsl.table.workshop.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Callable

POLITE = 5


def answered(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question: the result of its job, or `findings` or `refused` if it could not be done."""
    standing.put(asked.pop("texts", {}))
    try:
        return JOBS[asked.pop("job")].do(standing, asked)
    except PackError as problem:
        return {"findings": as_told(standing, problem.diagnostics)}
    except (GameError, TemplateError, Unprintable, OSError) as problem:
        return {"refused": str(problem)}


def answerer(folder: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The handler, given the process's arguments."""
    return partial(answered, Standing(Path(folder)))


def main() -> None:
    """Run until the input ends."""
    answering(answerer(*sys.argv[1:]), POLITE)


if __name__ == "__main__":
    main()
