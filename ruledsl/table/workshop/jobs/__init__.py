"""Questions about the packs of a workshop. Each job is a function of the packs in their current form and of the question; it runs in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.table.workshop.jobs import card, fairness, likeness, making, papers, stories, trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.table.server.asking.form import Form
    from ruledsl.table.workshop.standing import Standing

__all__ = ["JOBS", "Job"]


class Job(NamedTuple):
    """`lane`: jobs in one lane share a process and wait for each other. After `seconds` the process is killed.

    `form` has the keys of a question besides its `job`, `pack` and `texts`. An answer with a page of HTML as `html` becomes a paper.
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
    "like": Job(likeness.like, "try", 120, likeness.FORM),
    "try": Job(trying.tried, "try", 30, trying.FORM),
}
"""The jobs by the names that the page uses. Every question has `pack` (the path of one below the folder) and `texts`, the unsaved ones."""
