"""Runs scenarios. Every failure is a result: nothing in a pack or a scenario raises an exception here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.own_names import with_own_names
from ruledsl.author.testkit.steps import RUN, Unmet
from ruledsl.author.testkit.trace import Trace
from ruledsl.author.testkit.values import Clause, Failure, Report, Result, paired, reasons
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.base.errors import GameError, PackError
from ruledsl.engine.machines.backend import backend_of
from ruledsl.play.game import Game
from ruledsl.play.loading.fresh import Look
from ruledsl.play.positions.reader import PositionError
from ruledsl.play.rules import load
from ruledsl.rules.check.program import clauses_of
from ruledsl.rules.packs.compose import compose
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.folders.find import find_pack, pack_around
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.schema.scenarios import MEMORY
from ruledsl.rules.packs.yaml.nodes import MappingNode, SequenceNode, to_plain
from ruledsl.rules.scenarios.arrivals import with_arrived
from ruledsl.rules.scenarios.nouns import renewed
from ruledsl.rules.scenarios.reading import find_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.engine.state.code import Code
    from ruledsl.play.game import Rules
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import Origin
    from ruledsl.rules.packs.yaml.nodes import Node
    from ruledsl.rules.scenarios.reading import Scenario

# ── coverage ────────────────────────────────────────────────────────────────────
# Coverage of rules: a program that records each rule that takes effect.
#
# Games without coverage run the ordinary code. It counts modifiers that applied, prohibitions in force against something, permits that
# lifted one, triggers and replacements whose condition held, actions that were taken and bodies of events that ran. It does not count the
# bases of values and definitions (every rule above asks them), nor what only an explanation reads.


class Coverage:
    """The origins of all rules that were used."""

    def __init__(self) -> None:
        self.codes: list[Code] = []
        self._used: set[Origin] = set()

    @property
    def used(self) -> set[Origin]:
        """The rules used so far."""
        for code in self.codes:
            origins = [origin for _, _, origin in clauses_of(code.program)]
            for machine in backend_of(code).noting:
                self._used |= {origins[number] for number in machine.used()}
        return self._used

    def clauses(self, rules: Rules) -> list[Clause]:
        """Every rule of these packs, in order."""
        lines, used = dict(_lines(rules)), self.used
        return [
            Clause(
                kind,
                name,
                str(origin.owner),
                origin.span,
                origin in used,
                lines.get((origin.span.file, origin.span.line), ""),
            )
            for kind, name, origin in clauses_of(rules.program)
        ]


def _lines(rules: Rules) -> Iterator[tuple[tuple[str, int], str]]:
    """The lines of all rule texts by file and number."""
    for rule in rules.composition.rules:
        at, offset = rule.node.position, 0
        for row in rule.text.removesuffix("\n").split("\n"):
            yield (rule.node.span.file, at(offset)[0]), row.strip()
            offset += len(row) + 1


def noting(rules: Rules) -> Rules:
    """These rules, with machines that record which of them are used."""
    return replace(rules, code=replace(rules.code, noting=True))


def instrumented(rules: Rules, coverage: Coverage) -> Rules:
    """These rules, with machines that record which of them are used, and report it to `coverage`."""
    noted = noting(rules)
    coverage.codes.append(noted.code)
    return noted


Loading = Callable[[tuple[str, ...], Mapping[str, str]], "Rules"]
Loaded = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


def run_scenarios(
    *targets: str,
    coverage: bool = False,
    trace: bool = False,
    tell: Callable[[str], None] = lambda _doing: None,
) -> Report:
    """Run the scenarios of packs (ids or folders), folders or files.

    With `coverage` the report says which rules were used; with `trace` every result says what happened, and not only those that failed.
    `tell` hears what is being done, for whoever waits.
    """
    diagnostics = Diagnostics()
    scenarios = find_scenarios(targets, diagnostics)
    runner = Runner(coverage=coverage, diagnostics=diagnostics)
    report = Report()
    for number, scenario in enumerate(scenarios, 1):
        tell(f"scenario {number:,} of {len(scenarios):,}: {scenario.name}")
        report.results.append(runner.run(scenario, trace=trace))
    if diagnostics.has_errors or not all(result.passed for result in report.results):
        findings = _said_of_texts(targets, diagnostics)
        report.results = [_with_causes(result, findings) for result in report.results]
        causes = {cause for failure in report.failures for cause in failure.causes}
        diagnostics.extend(finding for finding in findings if finding not in causes)
    report.problems = diagnostics.sorted()
    if coverage:
        report.coverage = runner.clauses(targets)
    return report


def _said_of_texts(targets: Iterable[str], diagnostics: Diagnostics) -> list[Diagnostic]:
    """The findings of `validate` in the scenario files; for files that were named, only theirs."""
    look = Look()
    findings: list[Diagnostic] = []
    for target in targets:
        file = Path(target) if Path(target).is_file() else None
        folder = pack_around(file.resolve().parent) if file is not None else find_pack(target)
        heard = Diagnostics(diagnostics.sources)
        packs = load_packs([str(folder)], Diagnostics()) if folder is not None else []
        own = [pack for pack in packs if pack.folder == str(folder)]
        if own:
            look.scenarios.check(compose(packs, {}, Diagnostics()), own, look.others, heard, Seen())
        shown = shown_path(file) if file is not None else ""
        findings += [finding for finding in heard if shown in ("", finding.span.file)]
    return findings


def _with_causes(result: Result, findings: list[Diagnostic]) -> Result:
    """A result whose failure includes findings in the text of the failed step or position, as its causes."""
    failure = result.failure
    if failure is None or failure.causes:
        return result
    node = result.scenario.node
    steps = node.get("steps")
    part = node.get("position") if failure.step == 0 else None
    if isinstance(steps, SequenceNode) and 0 < failure.step <= len(steps):
        part = steps[failure.step - 1]
    if part is None:
        return result
    file, start, end = part.span.file, part.span.start, part.span.end
    wrong = (finding for finding in findings if finding.severity == "error" and finding.span.file == file)
    causes = tuple(finding for finding in wrong if start <= finding.span.start < end)
    return replace(result, failure=replace(failure, causes=causes)) if causes else result


class Runner:
    """Keeps the packs that scenarios share, and the coverage. `loading` makes rules of packs and variants, as `load` does."""

    def __init__(
        self,
        *,
        coverage: bool = False,
        diagnostics: Diagnostics | None = None,
        loading: Loading | None = None,
    ) -> None:
        self.loading = loading or _load
        self.coverage = Coverage() if coverage else None
        self.sources = (diagnostics or Diagnostics()).sources
        self._rules: dict[Loaded, Rules | PackError] = {}

    def rules(self, packs: tuple[str, ...], variants: dict[str, str]) -> Rules:
        """The rules of some packs, loaded once; raises `PackError`."""
        key = packs, tuple(sorted(variants.items()))
        if key not in self._rules:
            try:
                loaded = self.loading(packs, variants)
                self._rules[key] = loaded if self.coverage is None else instrumented(loaded, self.coverage)
            except PackError as problem:
                self._rules[key] = problem
        stored = self._rules[key]
        if isinstance(stored, PackError):
            raise stored
        return stored

    def know(self, packs: tuple[str, ...], variants: dict[str, str], rules: Rules) -> None:
        """Use these rules for some packs, wherever the packs lie."""
        self._rules[packs, tuple(sorted(variants.items()))] = rules

    # ── one scenario ──

    def run(self, scenario: Scenario, *, trace: bool = False) -> Result:
        """Run one scenario from its position to its last step, or to the first failure."""
        if not trace:
            result = self._run(scenario, traced=False)
            if result.passed or (result.failure is not None and result.failure.causes):
                return result
        return self._run(scenario, traced=True)

    def _run(self, scenario: Scenario, *, traced: bool) -> Result:
        try:
            rules = self.rules(scenario.packs, scenario.variants)
        except PackError as problem:
            return self._unloadable(scenario, problem)
        scenario = renewed(scenario, rules.composition, _declared(rules.program))
        scenario = with_own_names(with_arrived(scenario, rules.composition), rules.program)
        position = scenario.node.get("position")
        trace: Trace | None = None
        try:
            beginning = rules.set_up(to_plain(position) if position else {})
            trace = Trace(beginning[0]) if traced else None
            game = Game.begin(rules, *beginning)
        except PositionError as problem:
            return self._impossible(scenario, problem)
        except Exception as problem:  # noqa: BLE001 - rules that break down are a result too
            return self._failed(scenario, 0, "position", _broken(problem), scenario.span)
        if trace is None:
            return self._steps(scenario, game, None)
        trace.position(game)
        return replace(self._steps(scenario, game, trace), trace=tuple(trace.lines))

    def _steps(self, scenario: Scenario, game: Game, trace: Trace | None) -> Result:
        steps = scenario.node.get("steps")
        assert isinstance(steps, SequenceNode)  # noqa: S101 - the schema says so
        for number, step in enumerate(steps, start=1):
            assert isinstance(step, MappingNode)  # noqa: S101 - the schema says so
            key, node = step.entries[0]
            try:
                _done(game, number, key.text, to_plain(node), trace)
            except Unmet as unmet:
                if trace is not None:
                    unmet.differences = tuple(
                        replace(one, why=one.why or trace.witness.of(game, key.text, one.path))
                        for one in unmet.differences
                    )
                return self._failed(scenario, number, key.text, unmet, _place(node, unmet.path, key.span))
            except GameError as problem:
                refused = Unmet("C016", str(problem), None, None)
                return self._failed(scenario, number, key.text, refused, key.span)
            except Exception as problem:  # noqa: BLE001 - rules that break down are a result too
                return self._failed(scenario, number, key.text, _broken(problem), key.span)
        return Result(scenario, len(steps))

    def _impossible(self, scenario: Scenario, problem: PositionError) -> Result:
        """All problems of a position in one message, shown at the first."""
        node = scenario.node.get("position")
        key = scenario.node.key("position")
        assert node is not None and key is not None  # noqa: S101, PT018 - the schema says so
        unmet = Unmet("C005", f"This position cannot be: {problem}", "a position that can be", str(problem))
        return self._failed(scenario, 0, "position", unmet, _place(node, problem.path, key.span))

    def _unloadable(self, scenario: Scenario, problem: PackError) -> Result:
        """All scenarios of packs with errors have the same causes, which are reported once."""
        causes = tuple(finding for finding in problem.diagnostics if finding.severity == "error")
        first = causes[0]
        text = f"The packs of this scenario cannot be loaded: {first.message} ({first.span})"
        result = self._failed(
            scenario,
            0,
            "packs",
            Unmet("C004", text, " + ".join(scenario.packs), first.message),
            scenario.span,
        )
        assert result.failure is not None  # noqa: S101 - as it was made
        return replace(result, failure=replace(result.failure, causes=causes))

    def _failed(self, scenario: Scenario, step: int, kind: str, unmet: Unmet, span: Span) -> Result:
        diagnostics = Diagnostics()
        diagnostics.sources = self.sources
        where = f"{scenario.name}, step {step} ({kind})" if step else f"{scenario.name} ({kind})"
        parts = (f"{where}: {unmet.message}", paired(unmet.differences), reasons(unmet.differences))
        diagnostics.error(unmet.code, "\n".join(filter(None, parts)), span, suggestion=unmet.suggestion)
        failure = Failure(
            step, kind, unmet.expected, unmet.actual, diagnostics.sorted()[0], differences=unmet.differences
        )
        return Result(scenario, max(step - 1, 0), failure)

    # ── coverage ──

    def clauses(self, targets: Iterable[str]) -> list[Clause]:
        """Every rule of the packs in use, covered or not, each once."""
        if self.coverage is None:
            return []
        wanted = {target.rstrip("/").rsplit("/", 1)[-1] for target in targets}
        folders = {str(find_pack(target)) for target in targets}  # a bundle has its own folder name
        by_place: dict[tuple[str, str, Span], Clause] = {}
        for rules in self._rules.values():
            if isinstance(rules, PackError):
                continue
            wanted |= {pack.id for pack in rules.composition.packs if pack.folder in folders}
            for clause in self.coverage.clauses(rules):
                by_place[clause.kind, clause.name, clause.span] = clause
        own = [clause for clause in by_place.values() if clause.owner.split("/")[0] in wanted]
        return own or list(by_place.values())


def _declared(program: Program) -> dict[str, list[str]]:
    """The declarations of rules, by the kinds that scenarios name."""
    names = {
        "value": [
            *(value.name for value in program.values),
            *(define.name for define in program.defines),
            *(memory.name for memory in program.memories),
        ],
        "phase": [event.name for event in program.events],
        "action": [action.name for action in program.actions],
    }
    for memory in program.memories:
        names.setdefault(MEMORY + memory.on.name, []).append(memory.name)
    return names


def _load(packs: tuple[str, ...], variants: Mapping[str, str]) -> Rules:
    return load(*packs, variants=variants)


def _done(game: Game, number: int, kind: str, step: Any, trace: Trace | None) -> None:
    """Do a step, and record what happens."""
    if trace is None:
        RUN[kind](game, step)
        return
    trace.before(game, number, kind, step)
    try:
        RUN[kind](game, step)
    finally:
        trace.after(game, kind)


def _broken(problem: Exception) -> Unmet:
    return Unmet(
        "C017",
        f"The rules broke down: {type(problem).__name__}: {problem}",
        "rules that come to an end",
        str(problem),
    )


def _place(node: Node, path: tuple[str | int, ...], otherwise: Span) -> Span:
    """The span of something in a node: as deep as the path leads."""
    span = otherwise
    for step in path:
        if isinstance(node, MappingNode):
            key, inner = node.key(str(step)), node.get(str(step))
            if key is None or inner is None:
                break
            span, node = key.span, inner
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node):
            node = node[step]
            span = node.span
        else:
            break
    return span
