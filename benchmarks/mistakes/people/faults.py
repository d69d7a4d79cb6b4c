"""The faults, each put into a copy of the pack `beavers`, and what became of it.

`rules.yaml`, `files.yaml` and `copies.yaml` hold them. `wrong` stands in the file `in` in place of `right`: in its rules, if no file is named, and a
file of its own if it is `new`. `mended` is what a colleague would write where that is not `right`. `says` are the words that the finding on the line
must contain, all of them, and of those with ` / ` between them one. `at` and `line` are the file and a part of the line to point at, where it is
not the first line that differs.

Every third fault is `held`: nobody looks at those while the messages are mended, so that they show whether a kind was mended or an instance.
"""

from __future__ import annotations

import difflib
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML, YAMLError

import ruledsl
from ruledsl.base.diagnostics.diagnostic import applied
from ruledsl.rules.packs.folders.files import shown_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostic

HERE = Path(__file__).parent
PACK = "beavers"
TILE = "beavers.yaml"
INDENT = "      "
RULES = re.compile(r"(?<=    rules: \|\n)(?:      .*\n)+")
WORDS = re.compile(r"[a-z0-9_.]+", re.IGNORECASE)
HELD = 3
"""Three more were written down and are none: `from my regions` and a file in `.yml` are read, and `some … where A and B` means what it says."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the files of the pack with it, by their path in the pack, and as a colleague would mend them; and where to point."""

    name: str
    wrong: dict[str, str]
    mended: dict[str, str]
    file: str
    line: int
    says: tuple[str, ...]
    held: bool


@dataclass(slots=True)
class Outcome:
    """What became of a fault: was there a finding, was one on its line, did its first suggestion mend it, did it say the right word?"""

    fault: Fault
    findings: list[Diagnostic] = field(default_factory=list)
    is_found: bool = False
    on_line: bool = False
    suggests: bool = False
    says: bool = False


def faults() -> list[Fault]:
    """All of them."""
    yaml = YAML(typ="safe")
    entries = [entry for name in ("rules", "files", "copies") for entry in yaml.load(HERE / f"{name}.yaml")]
    return [_fault(entry, held=number % HELD == 0) for number, entry in enumerate(entries, start=1)]


def pack() -> dict[str, str]:
    """The files of the pack without a fault."""
    folder = HERE / PACK
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.yaml"))
    }


def judged(fault: Fault, room: Path) -> Outcome:
    """Put the fault into a pack in this folder, and look."""
    folder = room / PACK
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in fault.wrong.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    findings = ruledsl.validate(str(folder))
    outcome = Outcome(fault, findings, bool(findings))
    here = [one for one in findings if _is_at(one, fault, folder)]
    outcome.on_line = bool(here)
    if here:
        first = next((one for one in here if one.correction), here[0])
        outcome.suggests = _suggests(first, fault, folder)
        outcome.says = outcome.suggests or _says(here, fault.says)
    return outcome


def _fault(entry: dict[str, Any], *, held: bool) -> Fault:
    files = pack()
    wrong, mended, file = dict(files), dict(files), entry.get("in", TILE)
    if "move" in entry:
        for old, new in entry["move"].items():
            wrong[new] = wrong.pop(old)
            file = new
    elif "new" in entry:
        file = entry["new"]
        wrong[file], mended[file] = entry["wrong"], entry["right"]
    elif "in" in entry:
        if files[file].count(entry["right"]) != 1:
            raise ValueError(f"{entry['name']}: what is right must stand there once")
        wrong[file] = files[file].replace(entry["right"], entry["wrong"])
        mended[file] = files[file].replace(entry["right"], entry.get("mended", entry["right"]))
    else:
        tile = files[file]
        wrong = mended = {name: files[name] for name in files if name.startswith(("pack", "powers", "maps"))}
        wrong = {**wrong, file: _with_rules(tile, entry["wrong"])}
        mended = {**mended, file: _with_rules(tile, entry.get("mended", entry["right"]))}
    if "ends" in entry:
        wrong, mended = ({n: t.replace("\n", entry["ends"]) for n, t in of.items()} for of in (wrong, mended))
    at = entry.get("at", file)
    return Fault(
        entry["name"],
        wrong,
        mended,
        at,
        _line(entry, wrong[at], mended.get(at, "")),
        tuple(entry["says"]),
        held,
    )


def _with_rules(text: str, rules: str) -> str:
    """The file with these rules, and without the text for the action that was there; scenarios and translations of it are left out."""
    lines = "".join(f"{INDENT}{line}\n" for line in rules.rstrip("\n").split("\n"))
    return RULES.sub(lambda _: lines, text, count=1).partition("\ntexts:")[0]


def _line(entry: dict[str, Any], wrong: str, mended: str) -> int:
    """The number of the line to point at; 0 for the file as a whole."""
    lines = wrong.splitlines()
    if "line" in entry:
        return next(
            (n for n, line in enumerate(lines, start=1) if entry["line"] and entry["line"] in line), 0
        )
    right = mended.splitlines()
    same = next((n for n, (a, b) in enumerate(zip(lines, right, strict=False)) if a != b), len(right))
    return same + 1


def _is_at(finding: Diagnostic, fault: Fault, folder: Path) -> bool:
    return finding.span.file == shown_path(folder / fault.file) and fault.line in {0, finding.span.line}


def _text(finding: Diagnostic) -> str:
    """All that is said."""
    fix = finding.correction.text if finding.correction else ""
    labels = (label for _, label in finding.labels)
    return "\n".join([finding.message, finding.expected, finding.suggestion, finding.help, fix, *labels])


def _says(here: list[Diagnostic], words: tuple[str, ...]) -> bool:
    text = "\n".join(map(_text, here)).lower()
    return all(any(one.lower() in text for one in word.split(" / ")) for word in words)


def _suggests(finding: Diagnostic, fault: Fault, folder: Path) -> bool:
    """Is the text right when the suggestion is taken? One in words must name all that is missing on the line."""
    fix = finding.correction
    if fix is not None:
        for name, text in fault.wrong.items():
            if shown_path(folder / name) == fix.span.file:
                return _alike(applied(text, [fix]), fault.mended.get(name, ""))
        return False
    advice = f"{finding.expected} {finding.help}"
    missing = [*_missing(fault)]
    if not missing:
        return bool(finding.help) and _says([finding], fault.says)
    return set(missing) <= set(WORDS.findall(advice))


def _missing(fault: Fault) -> Iterator[str]:
    """The words that the mended files have and the wrong ones lack."""
    for name, right in fault.mended.items():
        old, new = WORDS.findall(fault.wrong.get(name, right)), WORDS.findall(right)
        for kind, *_, start, end in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
            if kind in {"insert", "replace"}:
                yield from new[start:end]


def _alike(text: str, right: str) -> bool:
    """Do two texts differ only in spaces, or in how the same values are quoted?"""
    if _plain(text) == _plain(right):
        return True
    try:
        return bool(YAML(typ="safe").load(text) == YAML(typ="safe").load(right))
    except YAMLError:
        return False


def _plain(text: str) -> str:
    """Without what makes no difference: how many spaces there are between words, and empty lines."""
    text = re.sub(r"(?<=\S)[ ]+", " ", text.replace("\r", ""))
    return re.sub(r"\n+", "\n", text).replace(" \n", "\n").strip()
