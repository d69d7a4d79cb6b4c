"""`watch`: at every save, the findings in changed files, and their scenarios."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.base.dataclass import dataclass, field
from ruledsl.cli.completion import PACK
from ruledsl.cli.output import say
from ruledsl.cli.signals import FOUND, packs_exist

if TYPE_CHECKING:
    from collections.abc import Collection

    from ruledsl.author.testkit import Report
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.rules.scenarios.reading import Scenario

WATCH_HELP = """
\b
  ruledsl watch path/to/my-pack
  ruledsl watch path/to/my-pack --once

Findings in changed files come first. A changed tile runs the scenarios that name it, a changed file of scenarios runs its own, and any
other change runs all of them. Scenarios run only if there are no errors. Ctrl-C ends the command.

Exit code 0: ended; with --once 1: something was found; 2: no such pack.
"""
PAUSE = 0.3
"""Seconds between two checks for changed files."""
MOST_SHOWN = 8
"""Findings that fit on a screen."""
CLEAR = "\x1b[2J\x1b[H"

Stamps = dict[Path, tuple[int, int]]
"""The times and sizes of files."""


@click.command("watch", help=WATCH_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option("--once", is_flag=True, help="Check everything once, then exit.")
@click.pass_context
def watch_command(ctx: click.Context, packs: tuple[str, ...], once: bool) -> None:  # noqa: FBT001 - click gives it by name
    """Check packs again, and run their scenarios, whenever a file changes."""
    packs_exist(packs)
    watch = Watch(packs)
    fine = watch.look(None)
    if once:
        ctx.exit(0 if fine else FOUND)
    try:
        while True:
            time.sleep(PAUSE)
            watch.turn()
    except KeyboardInterrupt:
        say()


@dataclass(slots=True)
class Watch:
    """Packs under watch.

    `stamps` are those of their files at the last check, `waiting` those of a change in progress.
    """

    packs: tuple[str, ...]
    stamps: Stamps = field(default_factory=dict)
    waiting: Stamps | None = None

    def __post_init__(self) -> None:
        self.stamps = self._stamps()

    def turn(self) -> bool:
        """Check the files; after a complete change, show the results. Was there a change?"""
        now = self._stamps()
        if now == self.stamps:
            self.waiting = None
            return False
        if now != self.waiting:
            self.waiting = now
            return False
        changed = {path for path, _ in self.stamps.items() ^ now.items()}
        self.stamps, self.waiting = now, None
        self.look(changed)
        return True

    def look(self, changed: Collection[Path] | None) -> bool:
        """Show the errors in these files or (None) in all. Are there none?"""
        from ruledsl.play.loading.validating import validate  # noqa: PLC0415
        from ruledsl.rules.packs.folders.files import shown_path  # noqa: PLC0415 - `--help` does without

        names = sorted(shown_path(path) for path in changed or ())
        self._head(names)
        findings = validate(*self.packs)
        self._findings(findings, names)
        if any(one.severity == "error" for one in findings):
            return False
        report = self._scenarios(changed)
        return report is None or report.passed

    def _head(self, names: list[str]) -> None:
        clock = time.strftime("%H:%M:%S")
        what = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")  # noqa: PLR2004 - a line
        clear = CLEAR if sys.stdout.isatty() else ""
        say(
            f"{clear}── {clock}  {' + '.join(self.packs)}{f'  changed: {what}' if what else ''}\n",
            styled=True,
        )

    def _findings(self, findings: list[Diagnostic], names: list[str]) -> None:
        from ruledsl.base.diagnostics import render_text  # noqa: PLC0415 - `--help` does without

        order = {"error": 0, "warning": 1, "note": 2}
        ranked = sorted(findings, key=lambda one: (order[one.severity], one.span.file not in names))
        shown = ranked[:MOST_SHOWN]
        if shown:
            text = render_text(shown, colour=sys.stdout.isatty())
            say(text, styled=True)
        if len(findings) > len(shown):
            say(f"… and {len(findings) - len(shown)} more (ruledsl validate {' '.join(self.packs)})\n")
        counts = [f"{n} {kind}{'s' if n > 1 else ''}" for kind in order if (n := _count(findings, kind))]
        say(", ".join(counts) or "nothing wrong")

    def _scenarios(self, changed: Collection[Path] | None) -> Report | None:
        """Run the scenarios about the changed files; None if there are no scenarios at all."""
        from ruledsl.author.testkit import Report, Runner  # noqa: PLC0415
        from ruledsl.base.diagnostics import Diagnostics  # noqa: PLC0415
        from ruledsl.cli.screen.console import console  # noqa: PLC0415 - `--help` does without
        from ruledsl.cli.screen.report import counts, show_failures  # noqa: PLC0415
        from ruledsl.rules.scenarios.reading import find_scenarios  # noqa: PLC0415

        diagnostics = Diagnostics()
        everything = find_scenarios(self.packs, diagnostics)
        if not everything:
            return None
        wanted = everything if changed is None else about(everything, changed)
        runner = Runner(diagnostics=diagnostics)
        report = Report([runner.run(scenario) for scenario in wanted], diagnostics.sorted())
        if not report.passed:
            say()
            show_failures(console(), report)
        others = f" ({len(everything) - len(wanted)} others not run)" if len(wanted) < len(everything) else ""
        say(f"scenarios: {counts(report)}{others}")
        return report

    def _stamps(self) -> Stamps:
        from ruledsl.rules.packs.folders.below import below  # noqa: PLC0415 - `--help` does without
        from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415

        stamps: Stamps = {}
        for folder in filter(None, map(find_pack, self.packs)):
            for path in below(folder).paths if folder.is_dir() else [folder]:
                try:
                    status = path.stat()
                except OSError:
                    continue
                stamps[path] = status.st_mtime_ns, status.st_size
        return stamps


def about(scenarios: list[Scenario], changed: Collection[Path]) -> list[Scenario]:
    """Scenarios in changed files, and those that name entries of other changed files; all, if one holds anything but tiles and pieces."""
    from ruledsl.rules.packs.folders.files import shown_path  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.yaml.nodes import to_plain  # noqa: PLC0415

    files = {shown_path(path) for path in changed}
    own = [scenario for scenario in scenarios if scenario.file in files]
    of_scenarios = {scenario.file for scenario in scenarios}
    ids: set[str] = set()
    for path in changed:
        if shown_path(path) in of_scenarios:
            continue
        named = _ids(path)
        if named is None:
            return scenarios
        ids |= named
    rest = [s for s in scenarios if s not in own and ids & {*s.covers, *_words(to_plain(s.node))}]
    return own + rest


def _ids(path: Path) -> set[str] | None:
    """The ids of the entries in a file; None if it holds anything else, or cannot be read."""
    from ruledsl.base.diagnostics import Diagnostics  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.yaml.nodes import MappingNode  # noqa: PLC0415
    from ruledsl.rules.packs.yaml.reader import read_yaml_text  # noqa: PLC0415

    try:
        root = read_yaml_text(path.read_text(encoding="utf-8"), path.name, Diagnostics())
    except (OSError, ValueError):
        return None
    tables = [value for _, value in root] if isinstance(root, MappingNode) else []
    entries = [entry for table in tables if isinstance(table, MappingNode) for _, entry in table]
    if not tables or len(entries) < len(tables) or not all(isinstance(e, MappingNode) for e in entries):
        return None
    return {key.text for table in tables if isinstance(table, MappingNode) for key, _ in table}


def _words(data: object) -> set[str]:
    """All names in a scenario."""
    if isinstance(data, dict):
        return set().union(*(_words(key) | _words(value) for key, value in data.items()))
    if isinstance(data, list):
        return set().union(*map(_words, data))
    return set(str(data).replace(":", " ").replace("@", " ").split())


def _count(findings: list[Diagnostic], kind: str) -> int:
    return sum(one.severity == kind for one in findings)
