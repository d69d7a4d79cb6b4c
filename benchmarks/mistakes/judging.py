"""What became of a mistake: was it found, on its line, and would the first suggestion mend it?"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import ruledsl
from benchmarks.mistakes.texts import Names, Text
from ruledsl.rules.packs.folders import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.mistakes.texts import Fault
    from ruledsl.base.diagnostics import Diagnostic, Fix

PACKS = ("otters", "core", "smallworld", "blank-tiles", "underground", "warcraft")
DEAR = ("underground", "warcraft")
"""Their scenarios are left alone: it takes long to look at them again and again."""
OWN = Path(__file__).parent / "otters"
OFFICIAL = find.official_folder()


@dataclass(slots=True)
class Outcome:
    """What became of one fault. `suggested` is None where no correction is certain; `crash` is what was raised."""

    kind: str
    file: str
    found: bool = False
    line: bool = False
    suggested: bool | None = None
    crash: str = ""
    first: str = ""


def copied(folder: Path) -> Path:
    """A copy of all packs, with the pack of this bench, which from now on are those that are found."""
    root = folder / "rulesets"
    shutil.copytree(OFFICIAL, root)
    shutil.copytree(OWN, root / "otters")
    find.official_folder = lambda: root
    return root


def texts(root: Path) -> Iterator[Text]:
    """Every file of the packs."""
    for pack in PACKS:
        names = _names(root / pack)
        for path in sorted((root / pack).rglob("*.yaml")):
            parts = set(path.relative_to(root / pack).parts)
            text = path.read_text(encoding="utf-8")
            if "playthroughs" in parts or ("scenarios" in parts and (pack in DEAR or len(text) > 12_000)):
                continue
            sort = "rules"
            if "scenarios" in parts:
                sort = "scenario"
            elif re.search(r"^(maps|boards):", text, re.MULTILINE):
                sort = "map"
            elif path.name == "pack.yaml":
                sort = "head"
            yield Text(root / pack, path, sort, text, names)


def _names(pack: Path) -> Names:
    program = ruledsl.load(str(pack)).program
    everything = {
        *(v.name for v in program.values),
        *(d.name for d in program.defines),
        *(m.name for m in program.memories),
        *program.pieces,
        *program.traits,
        *program.modes,
    }
    return Names(
        everything,
        {e.name for e in program.events},
        {v.name for v in program.values},
        {e.name for e in program.events if e.offers},
    )


def judged(kind: str, fault: Fault) -> Outcome:
    """Put the fault in, look, take it out again. Shipped packs have no findings, so that each one there is comes of it."""
    outcome = Outcome(kind, fault.text.path.name)
    try:
        new = _findings(fault.text, fault.new, fault.name)
    except Exception as problem:  # noqa: BLE001 - that is what is looked for
        outcome.crash = repr(problem)
        return outcome
    here = [d for d in new if _is_at(d, fault)]
    outcome.found, outcome.line = bool(new), bool(here)
    if fault.right:
        outcome.suggested = _mended(here, fault)
    first = next((d for d in here if d.correction), (here or new or [None])[0])
    outcome.first = (
        f"{first.code} {first.message} -> {first.correction.text if first.correction else first.expected!r}"
        if first
        else ""
    )
    return outcome


def both(first: Fault, second: Fault) -> bool | None:
    """Are two faults of one text both found on their lines? None if they cannot stand in it together."""
    lines, ones, others = (
        first.text.lines,
        first.new.splitlines(),
        second.new.splitlines(),
    )
    if not len(lines) == len(ones) == len(others) or not first.lines or not second.lines:
        return None
    if min(abs(a - b) for a in first.lines for b in second.lines) < 3:
        return None
    new = [one if one != line else other for line, one, other in zip(lines, ones, others, strict=True)]
    found = _findings(first.text, "\n".join(new) + "\n", "")
    return all(any(_is_at(d, fault) for d in found) for fault in (first, second))


def _findings(text: Text, new: str, name: str) -> list[Diagnostic]:
    path = text.path.with_name(name) if name else text.path
    if name:
        text.path.unlink()
    path.write_text(new, encoding="utf-8")
    try:
        return ruledsl.validate(str(text.pack))
    finally:
        path.unlink()
        text.path.write_text(text.text, encoding="utf-8")


def _is_at(found: Diagnostic, fault: Fault) -> bool:
    file = Path(found.span.file).name
    return file == (fault.name or fault.text.path.name) and (
        not fault.lines or found.span.line in fault.lines
    )


def _mended(here: list[Diagnostic], fault: Fault) -> bool:
    """Does the first suggestion make of the text what it was, or what is as good?"""
    right = {_plain(text) for text in fault.right}
    first = next((d.correction for d in here if d.correction), None)
    return first is not None and _plain(_applied(fault.new, first)) in right


def _applied(text: str, fix: Fix) -> str:
    lines = text.split("\n")
    at = fix.span
    if at.line < 1 or at.end_line > len(lines):
        return text
    before, after = lines[at.line - 1][: at.column - 1], lines[at.end_line - 1][at.end_column - 1 :]
    return "\n".join([*lines[: at.line - 1], before + fix.text + after, *lines[at.end_line :]])


def _plain(text: str) -> str:
    """Without what makes no difference: how many spaces there are between words."""
    text = re.sub(r"(?<=\S)[ ]+", " ", text).replace(" \n", "\n")
    return re.sub(r"(?<= [-+]) (?=[\d(])", "", text).strip()
