"""What can be asked of the packs of a workshop. Each job is a function of the packs as they stand and of what was asked; it runs in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.serve.workshop.jobs import card, fairness, making, papers, stories, trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.serve.asking.form import Form
    from ruledsl.serve.workshop.standing import Standing

__all__ = ["JOBS", "Job"]


class Job(NamedTuple):
    """`lane`: jobs of one lane share a process and wait for each other. After so many `seconds` the process is ended.

    `form` is what a question has besides its `job`, `pack` and `texts`. An answer that has a page of HTML as `html` becomes a paper.
    """

    do: Callable[[Standing, dict[str, Any]], dict[str, Any]]
    lane: str
    seconds: float
    form: Form = {}  # noqa: RUF012 - never changed


JOBS = {
    "card": Job(card.card, "card", 60, card.FORM),
    "things": Job(making.things, "make", 60),
    "make": Job(making.make, "make", 90, making.MAKE_FORM),
    "rulebook": Job(papers.book, "make", 60),
    "sheets": Job(papers.to_cut_out, "make", 60, papers.SHEETS_FORM),
    "scenarios": Job(stories.run, "scenarios", 120),
    "fair": Job(fairness.Scales().weigh, "fair", 120, fairness.FORM),
    "try": Job(trying.tried, "try", 30, trying.FORM),
}
"""By the names that the page asks for. Every question has `pack` (the path of one below the folder) and `texts`, those that are not saved."""
