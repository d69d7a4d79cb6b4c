"""`validate --fix`: applies safe fixes, file by file, and checks the result before it writes anything."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, Fix
from ruledsl.base.diagnostics.codes import REFUSED_SINCE
from ruledsl.base.diagnostics.diagnostic import OLD_NAMES, SAFE, applied
from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.commands.fmt import refuse_installed
from ruledsl.cli.completion import PACK
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say, say_data, say_file
from ruledsl.cli.screen.progress import doing
from ruledsl.cli.signals import FOUND, Refusal, packs_exist
from ruledsl.play.loading.validating import validate
from ruledsl.rules.packs.filetrees import FileTrees
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.folders.find import find_pack
from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from ruledsl.base.diagnostics import Diagnostic, Span

HEAD = "pack.yaml"
MOST_TIMES = 6
"""A fix may reveal what it was hiding; the number of rounds."""
MOST_IN_A_LINE = 4
"""The number of slips in one line that are fixed, one after another."""


def fix(
    packs: Sequence[str], *, diff: bool, codes: AbstractSet[str] = SAFE, tell: bool = True
) -> dict[str, str]:
    """Apply the fixes of findings with these codes to the files of these packs, or show what they would change; returns the differences by file.

    Writes every file in one step. Refuses installed packs. Prints nothing unless `tell`.
    """
    changed = {}
    for pack in packs:
        folder = find_pack(pack)
        if folder is None:
            continue
        files = below(folder).paths
        if not diff:
            refuse_installed([Path(os.path.realpath(path)) for path in files])
        with doing(f"{pack}: fixes are tried"):
            mended = _mended(folder, codes)
        for path, text in mended.texts.items():
            name = shown_path(path)
            changed[name] = _difference(name, path.read_bytes().decode(), text)
            if not diff:
                write_whole(path, text)
            if tell:
                if diff:
                    say_file(changed[name])
                else:
                    say(f"fixed: {name}")
        for note in mended.notes if tell else ():
            say(note)
    if tell:
        count = len(changed)
        say(f"{count} file{'' if count == 1 else 's'} {'to fix' if diff else 'fixed'}")
    return changed


def _difference(name: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.split("\n"), new.split("\n"), name, name, lineterm="")
    return "\n".join(line.removesuffix("\r") for line in lines)


@dataclass(slots=True)
class _Copy:
    """A copy of a pack in which the fixes of some codes are tried; one that adds errors is not tried again."""

    folder: Path
    codes: AbstractSet[str]
    findings: list[Diagnostic] = field(default_factory=list)
    refused: set[Fix] = field(default_factory=set)
    of_errors: set[Fix] = field(default_factory=set)

    def look(self) -> int:
        """Check it again; returns the number of errors."""
        self.findings = validate(str(self.folder))
        return sum(finding.severity == "error" for finding in self.findings)

    def fixes(self) -> dict[Path, list[Fix]]:
        """The safe fixes of its findings, by file."""
        names = {shown_path(path): path for path in below(self.folder).paths}
        fixes: dict[Path, list[Fix]] = {}
        for finding in self.findings:
            correction = finding.correction
            if finding.code in self.codes and correction is not None and correction not in self.refused:
                path = names.get(correction.span.file)
                if path is not None:
                    fixes.setdefault(path, []).append(correction)
                    if finding.severity == "error":
                        self.of_errors.add(correction)
        return fixes

    def _still_wrong(self, path: Path, fixes: list[Fix]) -> bool:
        """Is there an error on the line of the fix, or in its text? Other errors may have become visible."""
        name = shown_path(path)
        lines = {fix.span.line for fix in fixes if fix in self.of_errors}
        wrong = [one.span for one in self.findings if one.severity == "error" and one.span.file == name]
        if lines & {span.line for span in wrong}:
            return True
        return len(fixes) == 1 and any(_is_in(span, fixes[0]) for span in wrong)

    def mend(self, path: Path, fixes: list[Fix], errors: int, depth: int = 0) -> int:
        """Apply fixes to a file if that is better; otherwise one by one, each with the errors that it reveals on its line.

        Returns the number of remaining errors.
        """
        old = path.read_bytes()
        path.write_bytes(applied(old.decode(), fixes).encode())
        now = self.look()
        if not self._still_wrong(path, fixes) and now <= errors:
            return now
        if len(fixes) == 1 and depth < MOST_IN_A_LINE and self._goes_on(path, fixes[0], errors, depth):
            return sum(finding.severity == "error" for finding in self.findings)
        path.write_bytes(old)
        if len(fixes) == 1:
            self.refused.update(fixes)
            return errors
        for one in sorted(fixes, key=lambda fix: fix.span, reverse=True):
            errors = self.mend(path, [one], errors)
        return errors

    def _goes_on(self, path: Path, fix: Fix, errors: int, depth: int) -> bool:
        """Do further fixes complete the line after this one?"""
        further = [one for one in self.fixes().get(path, ()) if one.span.line == fix.span.line]
        before = path.read_bytes()
        if len(further) != 1:
            return False
        self.mend(path, further, errors, depth + 1)
        return path.read_bytes() != before

    def say_newest(self, errors: int) -> list[str]:
        """Set the edition in `pack.yaml` to the newest, if it refuses no more, and means the same. Returns sentences about what that changes.

        A use that cannot be rewritten is a warning before; if that goes with the old edition, so does what it was about.
        """
        path, before = self.folder / HEAD, self.findings
        data = path.read_bytes()
        tree = FileTrees(path.parent).read(data, str(path), Diagnostics())
        edition = (
            tree.root.get("language") if tree is not None and isinstance(tree.root, MappingNode) else None
        )
        if not isinstance(edition, ScalarNode) or edition.value == LANGUAGE_VERSION:
            return []
        path.write_bytes(applied(data.decode(), [Fix(edition.span, str(LANGUAGE_VERSION))]).encode())
        refused = self.look() > errors
        there = {(finding.code, finding.span) for finding in self.findings}
        lost = [
            finding
            for finding in before
            if finding.code in self.codes and (finding.code, finding.span) not in there
        ]
        if refused or lost:
            path.write_bytes(data)
            told = lost + [
                finding
                for finding in self.findings
                if finding.severity == "error" and finding.code in REFUSED_SINCE
            ]
            return [f"stays in version {edition.value} of the language:", *map(_told, told)]
        earlier = {(finding.code, finding.span) for finding in before}
        new = [finding for finding in self.findings if (finding.code, finding.span) not in earlier]
        moved = f"moved from version {edition.value} of the language to version {LANGUAGE_VERSION}"
        return [moved, *map(_told, new)]


def _told(finding: Diagnostic) -> str:
    """A finding on one line, with its place."""
    at = finding.span
    return f"  {Path(at.file).name}:{at.line}: {finding.message} ({finding.code})"


def _is_in(span: Span, fix: Fix) -> bool:
    """Does the span begin in the inserted text of the fix?"""
    first = fix.span.column
    return span.line == fix.span.line and first <= span.column < first + len(fix.text)


class _Mended(NamedTuple):
    """The new texts of the changed files of a pack, and sentences about what changes with its edition."""

    texts: dict[Path, str]
    notes: list[str]


def _mended(folder: Path, codes: AbstractSet[str]) -> _Mended:
    """A pack with the fixes of these codes; with those of renamed names, in the newest edition."""
    with tempfile.TemporaryDirectory() as room:
        copy = _Copy(Path(room) / folder.resolve().name, codes)
        try:
            shutil.copytree(folder, copy.folder, symlinks=True)
        except (OSError, shutil.Error) as problem:
            raise Refusal(f"The pack in `{folder}` cannot be read: {problem}.") from None
        errors = copy.look()
        for _ in range(MOST_TIMES):
            fixes = copy.fixes()
            if not fixes:
                break
            for path, mine in fixes.items():
                errors = copy.mend(path, mine, errors)
            errors = copy.look()
        notes = copy.say_newest(errors) if codes == OLD_NAMES else []
        new = {folder / path.relative_to(copy.folder): path.read_bytes() for path in below(copy.folder).paths}
        texts = {path: data.decode() for path, data in new.items() if data != path.read_bytes()}
        return _Mended(texts, notes)


# ── upgrading ───────────────────────────────────────────────────────────────────
# `upgrade`: replaces renamed names.


UPGRADE_HELP = """
A pack lists under `renamed:` its changed names, each with the version that changed it. Packs of earlier versions of the language move to the newest.

\b
  ruledsl upgrade path/to/my-pack
  ruledsl upgrade path/to/my-pack --diff
  ruledsl upgrade path/to/my-pack --diff --format json

Only what is written otherwise now changes; comments and layout stay. Each file is written in one step, and only if that adds no error. A pack stays
in its version of the language if a newer one refuses something; upgrade says what.

Exit code 0: done, or nothing to do; 1: with --diff, files that would change; 2: no such pack.
"""


@click.command("upgrade", help=UPGRADE_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option("--diff", is_flag=True, help="Write nothing; show the changes.")
@AS_DATA
@click.pass_context
def upgrade_command(ctx: click.Context, packs: tuple[str, ...], diff: bool, form: str) -> None:  # noqa: FBT001 - click gives it by name
    """Move packs to the current names, and to the newest version of the language."""
    from ruledsl.base.diagnostics.diagnostic import OLD_NAMES  # noqa: PLC0415

    packs_exist(packs)
    changed = fix(packs, diff=diff, codes=OLD_NAMES, tell=form == "text")
    if form == "json":
        say_data(
            json.dumps({"version": 1, "changed": changed, "written": not diff}, ensure_ascii=False, indent=2)
        )
    if changed and diff:
        ctx.exit(FOUND)
