"""Tries corrections before anybody is offered them: each is applied, read and checked, and stays only if its line is then without an error.

Where that brings to light another mistake on the line with a correction of its own, both become one. Corrections of different lines are applied
together first, so that many plain mistakes cost one trial; only those whose lines are not right then are tried alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Fix, Span
from ruledsl.base.diagnostics.diagnostic import OLD_NAMES, applied
from ruledsl.rules.packs.folders.below import Below, Disk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from ruledsl.rules.packs.folders.files import Budget
    from ruledsl.rules.packs.model import Kind, Pack

MOST_TRIED: Final = 12
"""The most findings of one run whose corrections are tried alone; the others have hints: whoever has so many mistakes begins with the first."""
MOST_READ: Final = 3_000_000
"""The most bytes of packs that the trials of one run read again: in a pack of that size nothing is tried twice."""
LEAST_READ: Final = 20_000
"""What checking a small pack again costs, in bytes."""
MOST_STEPS: Final = 4
"""The most mistakes of one line that one correction fixes."""

MOST_HINTED: Final = 8
"""The most words of a phrase that is still told where it does not put the line right."""
SAID_OTHERWISE: Final = "L017"
"""The code of phrases for which the language has others."""

QUOTED: Final = re.compile("`([^`]+)`")

Again = Callable[[Disk], list[Diagnostic]]
"""All findings about the same packs, with their files from this disk."""


class Changed(Disk):
    """The files of another disk, some of which have other texts. Packs that none of them belongs to are not read again."""

    def __init__(self, disk: Disk, texts: Mapping[Path, str], packs: Collection[Pack]) -> None:
        self._disk = disk
        self._data = {path: text.encode() for path, text in texts.items()}
        self._packs = {
            pack.folder: pack for pack in packs if not any(path.is_relative_to(pack.folder) for path in texts)
        }

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """The new text of that file, or what the other disk has."""
        data = self._data.get(path)
        return self._disk.bytes(path, shown, diagnostics) if data is None else data

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        """The contents of a folder, as the other disk has them."""
        return self._disk.below(folder, home)

    def lasts(self, folder: str) -> bool:
        """Nothing of this is cached."""
        del folder
        return False

    def pack(
        self,
        head: Pack,
        kinds: Sequence[Kind],
        budget: Budget,
        diagnostics: Diagnostics,
        read: Callable[[Diagnostics], None],
    ) -> Pack:
        """The pack as it was read before, unless the changed file is one of its own."""
        kept = self._packs.get(head.folder)
        if kept is None:
            return Disk.pack(self, head, kinds, budget, diagnostics, read)
        return kept


class _Line(NamedTuple):
    """The lines of a text that a correction has changed."""

    file: str
    first: int
    last: int

    @classmethod
    def of(cls, fix: Fix) -> _Line:
        """Those that it is on when it is applied."""
        first = fix.span.line
        return cls(fix.span.file, first, first + fix.text.count("\n"))

    def findings(self, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that begin there."""
        return [
            one for one in findings if one.span.file == self.file and self.first <= one.span.line <= self.last
        ]


@dataclass(slots=True)
class Trying:
    """Tries the corrections of some findings about packs whose files a disk knows, by their names in spans."""

    files: dict[str, Path]
    disk: Disk
    packs: Collection[Pack]
    again: Again
    findings: Sequence[Diagnostic]
    size: int
    left: int = 0

    def tried(self) -> list[Diagnostic]:
        """The findings; of their corrections, those that stand the trial. `size` is that of the files, in bytes."""
        self.left = MOST_READ // (self.size + LEAST_READ)
        doubtful = [
            (finding, fixes)
            for finding in self.findings
            if (fixes := [fix for fix in _offered(finding) if self._is_doubtful(finding, fix)])
        ]
        if not self.left:
            return [_with(finding, finding.correction) for finding in self.findings]
        right = self._right_together(
            [(finding, fixes[0]) for finding, fixes in doubtful if _is_plain(finding, fixes[0])]
        )
        left = [(finding, fixes) for finding, fixes in doubtful if finding not in right]
        better = {id(finding): self._first_right(finding, fixes) for finding, fixes in left[:MOST_TRIED]}
        untried = {id(finding): None for finding, _ in left[MOST_TRIED:]}
        chosen = {**better, **untried}
        refused = [one for one in self.findings if id(one) in chosen and chosen[id(one)] != one.correction]
        return [
            _with(finding, chosen.get(id(finding), finding.correction), is_tried=id(finding) not in untried)
            for finding in self.findings
            if not any(self._is_idle(finding, other) for other in refused)
        ]

    def _is_idle(self, finding: Diagnostic, refused: Diagnostic) -> bool:
        """Is a finding about a word that nobody has written, but a correction that did not stand the trial?"""
        if not _comes_of(finding, refused) or finding.span.file not in self.files:
            return False
        line = self._text(finding.span.file).split("\n")[finding.span.line - 1]
        return not {*line.split()} & {*QUOTED.findall(finding.message)}

    def _first_right(self, finding: Diagnostic, fixes: Sequence[Fix]) -> Fix | None:
        """The first of some corrections that puts the line right, with what else it needs; None if none of them does."""
        return next((best for fix in fixes if (best := self._better(finding, fix)) is not None), None)

    def _right_together(self, plain: list[tuple[Diagnostic, Fix]]) -> list[Diagnostic]:
        """Those findings whose lines are right when the corrections of all of them are applied, each on a line of its own."""
        by_line = {_Line.of(fix): (finding, fix) for finding, fix in reversed(plain)}
        if len(by_line) < 2:  # noqa: PLR2004 - one alone is tried alone
            return []
        self.left -= 1
        by_file: dict[str, list[Fix]] = {}
        for _, fix in by_line.values():
            by_file.setdefault(fix.span.file, []).append(fix)
        texts = {self.files[file]: applied(self._text(file), fixes) for file, fixes in by_file.items()}
        findings = self.again(Changed(self.disk, texts, self.packs))
        return [
            finding
            for line, (finding, _) in by_line.items()
            if not any(self._is_new(one, finding) for one in line.findings(findings))
        ]

    def _text(self, file: str) -> str:
        data = self.disk.bytes(self.files[file], file, Diagnostics())
        return "" if data is None else data.decode("utf-8", "replace")

    def _is_doubtful(self, finding: Diagnostic, fix: Fix) -> bool:
        """Can a trial tell more? A name's new form means the same, and files of other packs stay as they are."""
        return finding.code not in OLD_NAMES and fix.span.file in self.files

    def _better(self, finding: Diagnostic, fix: Fix) -> Fix | None:
        """The correction, with what else it needs; None if it does not put its line right."""
        path, old = self.files[fix.span.file], self._text(fix.span.file)
        new, seen, best = applied(old, [fix]), {fix}, ""
        line = _Line.of(fix)
        for _ in range(MOST_STEPS):
            if new == old or not self.left:
                break
            self.left -= 1
            findings = self.again(Changed(self.disk, {path: new}, self.packs))
            here = [one for one in line.findings(findings) if one.severity == "error" or _offered(one)]
            if fix.span.file != finding.span.file:
                here += [one for one in findings if (one.code, one.span) == (finding.code, finding.span)]
            wrong = [one for one in here if self._is_new(one, finding)]
            best = best if any(one.severity == "error" for one in wrong) else new
            fixes = [fix for one in here if one in wrong or one.severity == "error" for fix in _offered(one)]
            further = next((one for one in fixes if one not in seen), None)
            if further is None or _Line.of(further) != line:
                break
            seen.add(further)
            new = applied(new, [further])
        if not best:
            return None
        return fix if best == applied(old, [fix]) else _between(fix, old, best)

    def _is_new(self, one: Diagnostic, finding: Diagnostic) -> bool:
        """Is it new, or the mistake that should be fixed? The line's other mistakes do not count."""
        if one.severity == "note" or (one.severity == "warning" and one.correction is None):
            return False
        return not any(
            (one.code, one.message) == (other.code, other.message) and one.span.line == other.span.line
            for other in self.findings
            if other is not finding and not _comes_of(other, finding)
        )


def _comes_of(other: Diagnostic, finding: Diagnostic) -> bool:
    """Is a finding about what the correction of a refused line says? Such lines are read on as if they were corrected."""
    fix = finding.correction
    if fix is None or not finding.code.startswith("L") or other.code.startswith("L"):
        return False
    return fix.span.file == other.span.file and fix.span.start <= other.span.start < fix.span.end


def _offered(finding: Diagnostic) -> list[Fix]:
    """The corrections of a finding, the most likely first."""
    return [fix for fix in (finding.correction, *finding.others) if fix is not None]


def _is_plain(finding: Diagnostic, fix: Fix) -> bool:
    """Does a correction change a part of the line with the mistake, and no other line?"""
    here = (finding.span.file, finding.span.line)
    return (
        "\n" not in fix.text and here == (fix.span.file, fix.span.line) and fix.span.line == fix.span.end_line
    )


def _with(finding: Diagnostic, fix: Fix | None, *, is_tried: bool = True) -> Diagnostic:
    """The finding with this correction alone."""
    if fix == finding.correction:
        return replace(finding, others=()) if finding.others else finding
    if fix is None:
        hint = finding.help or _hint(finding, is_tried=is_tried)
        return replace(finding, suggestion="", fix=None, help=hint, others=())
    return replace(finding, suggestion="" if "\n" in fix.text else fix.text, fix=fix, others=())


def _hint(finding: Diagnostic, *, is_tried: bool) -> str:
    """What is meant by a phrase or a name, where that alone does not put the line right or nobody has looked."""
    fix = finding.correction
    if fix is None or not 0 < len(fix.text.split()) <= MOST_HINTED:
        return ""
    if not is_tried:
        return f"Perhaps `{fix.text}` is meant."
    if finding.code.startswith("N") and finding.suggestion == fix.text:
        return f"If `{fix.text}` is meant, more than that is wrong with the line."
    if finding.code != SAID_OTHERWISE:
        return ""
    return f"The language has `{fix.text}` for it, but more than that is wrong with the line."


def _between(fix: Fix, old: str, new: str) -> Fix:
    """One correction for all that differs between two texts, which begins and ends between words."""
    before, after = old.split("\n"), new.split("\n")
    first = fix.span.line - 1
    rest = len(before) - fix.span.end_line
    ends = len(after) - rest
    was, becomes = "\n".join(before[first : fix.span.end_line]), "\n".join(after[first:ends])
    start = _alike(was, becomes)
    end = _alike(was[start:][::-1], becomes[start:][::-1])
    while start and _is_of_word(was[start - 1]):
        start -= 1
    while end and _is_of_word(was[len(was) - end]):
        end -= 1
    start = min(start, fix.span.column - 1)
    end = min(end, len(before[fix.span.end_line - 1]) - fix.span.end_column + 1)
    head = was[: len(was) - end]
    last = fix.span.line + head.count("\n")
    span = Span(fix.span.file, fix.span.line, start + 1, last, len(head) - (head.rfind("\n") + 1) + 1)
    return Fix(span, becomes[start : len(becomes) - end])


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _alike(one: str, other: str) -> int:
    """How many characters two texts share at the beginning."""
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
