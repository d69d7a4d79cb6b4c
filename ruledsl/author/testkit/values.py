"""Results of the testkit, and rules with their coverage. Plain values."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import MOST_LISTED, Diagnostics
from ruledsl.play.naming.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.base.diagnostics import Diagnostic, Span
    from ruledsl.rules.scenarios.reading import Scenario


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as expected: `path` leads to it inside the step, both sides are plain data. `why` has the reasons, line by line."""

    path: tuple[str | int, ...]
    expected: Any
    actual: Any
    why: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "path": list(self.path),
            "expected": self.expected,
            "actual": self.actual,
            "why": list(self.why),
        }


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not come out as the scenario says: the step (from 1; 0 is the position), `expected` and `actual` as plain data.

    `differences` are the things that the step compares and that differ, at most `MOST_LISTED`. `causes` are the errors because of which it could
    only fail: those of packs, which are the same for all scenarios of these packs, or those of the text of the step or position.
    """

    step: int
    kind: str
    expected: Any
    actual: Any
    diagnostic: Diagnostic
    differences: tuple[Difference, ...] = ()
    causes: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went; `steps` were done before it passed or failed. `trace` says what happened, if it failed or if that was asked for."""

    scenario: Scenario
    steps: int
    failure: Failure | None = None
    trace: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self.scenario.name

    @property
    def passed(self) -> bool:
        """Did everything come out as it says?"""
        return self.failure is None


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of a pack: its `kind` (modifier, trigger, forbid, permit, action, event), whose it is, and whether a scenario used it.

    `text` is the line on which it begins.
    """

    kind: str
    name: str
    owner: str
    span: Span
    exercised: bool
    text: str = ""


MOST_RESULTS = 1_000
"""The most passed scenarios that a list shows."""


@dataclass(slots=True, repr=False)
class Report:
    """The results of a run of scenarios. `problems` are files that cannot be read as scenarios."""

    results: list[Result] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    coverage: list[Clause] = field(default_factory=list)

    def __repr__(self) -> str:
        count, failed = len(self.results), sum(not result.passed for result in self.results)
        problems = f", {len(self.problems)} problems" if self.problems else ""
        return f"<{count} scenario{'' if count == 1 else 's'}, {failed} failed{problems}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        rows = "".join(
            f"<tr><td>{'✓' if result.passed else '✗'}</td><td>{escape(result.name)}</td>"
            f"<td>{escape(result.failure.diagnostic.message if result.failure else '')}</td></tr>"
            for result in self.listed
        )
        return f"<p>{escape(repr(self))}</p><table>{rows}</table>"

    @property
    def passed(self) -> bool:
        """Did every scenario pass, and could every file be read?"""
        return not self.problems and all(result.passed for result in self.results)

    @property
    def failures(self) -> list[Failure]:
        """The failures of all results."""
        return [result.failure for result in self.results if result.failure is not None]

    @property
    def listed(self) -> list[Result]:
        """The results that a list shows: of very many the first, and of those that failed at most `MOST_LISTED`."""
        room = {True: MOST_RESULTS, False: MOST_LISTED}
        results = []
        for result in self.results:
            room[result.passed] -= 1
            if room[result.passed] >= 0:
                results.append(result)
        return results

    @property
    def broken(self) -> list[Diagnostic]:
        """The errors of packs that kept scenarios from starting, each once; floods are cut."""
        errors = Diagnostics()
        errors.extend(cause for failure in self.failures for cause in failure.causes)
        return errors.sorted()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All problems, errors of packs and failures by place; for scenarios that could not start, only the reason."""
        own = [f.diagnostic for f in self.failures if not f.causes]
        return sorted([*self.problems, *self.broken, *own], key=lambda finding: finding.sort_key)

    @property
    def reached(self) -> float:
        """The share of the rules that scenarios used, from 0 to 1; 1 if there are none."""
        return 1 - len(self.unexercised) / len(self.coverage) if self.coverage else 1.0

    @property
    def unexercised(self) -> list[Clause]:
        """The rules that no scenario used."""
        return [clause for clause in self.coverage if not clause.exercised]


# ── comparing ───────────────────────────────────────────────────────────────────
# Expected and actual values side by side, in the words of a scenario file.


LONGEST = 400
NARROW = 48
"""The largest width for side-by-side values; wider ones are shown below each other."""


def written(value: Any) -> str:
    """A value as in a scenario file, on one line."""
    match value:
        case None:
            text = "null"
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            text = "[" + ", ".join(map(written, value)) + "]"
        case _:
            text = " ".join(str(value).split())
    return text if len(text) < LONGEST else text[:LONGEST] + " …"


def seat(player: int) -> str:
    """A player by the number in scenarios, counted from 0, with the name in the log."""
    return f"`player: {player}` ({word('player', 'en').format(n=player + 1)})"


def where(path: Sequence[str | int], quote: str = "") -> str:
    """The path to something in a step; players, counted from 0 there, have their names in the log."""
    text = f"{quote}{'.'.join(map(str, path))}{quote}"
    match path:
        case ["players", int(player), *_]:
            return f"{text} ({word('player', 'en').format(n=player + 1)})"
    return text


def paired(differences: Sequence[Difference]) -> str:
    """All differences: one as two lines, several as a table; empty if there are none."""
    rows = [(".".join(map(str, one.path)), written(one.expected), written(one.actual)) for one in differences]
    if not rows:
        return ""
    if len(rows) == 1:
        return f"expected: {rows[0][1]}\nfound:    {rows[0][2]}"
    if any(len(side) > NARROW for row in rows for side in row):
        return "\n".join(f"{what}:\n  expected: {left}\n  found:    {right}" for what, left, right in rows)
    rows = [("", "expected", "found"), *rows]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{what:{widths[0]}}  {left:{widths[1]}}  {right}" for what, left, right in rows)


def reasons(differences: Sequence[Difference]) -> str:
    """The reasons of the differing values, each under a line that names it; empty if none are known."""
    lines: list[str] = []
    for one in differences:
        if one.why:
            what = where(one.path)
            lines += [f"why {what} is {written(one.actual)}:" if what else "why:"]
            lines += [f"  {line}" for line in one.why]
    return "\n".join(lines)
