"""Moves all fragments into CHANGELOG.md under a version: `python changelog.d/collect.py 0.2.0`; without one, that of this commit's tag `v…`.

It writes the version into `ruledsl/version.py` as well, and joins what is there already of this version, so that it can be run again.
"""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
CHANGELOG = FOLDER.parent / "CHANGELOG.md"
VERSION = FOLDER.parent / "ruledsl" / "version.py"
KINDS = ("added", "changed", "deprecated", "removed", "fixed", "security")
WRITTEN = re.compile(r"\d+\.\d+\.\d+")


def tagged() -> str:
    """The version of the tag of this commit; empty without one."""
    command = ["git", "describe", "--tags", "--exact-match", "--match", "v*"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    return done.stdout.strip().removeprefix("v")


def collected(changelog: str, fragments: dict[str, list[str]], version: str, day: str) -> str:
    """The changelog with these fragments, by kind, in the section of a version, which comes first."""
    head, _, rest = changelog.partition("\n## [")
    sections = [
        f"[{section}".rstrip() for section in rest.split("\n## [") if not section.startswith("Unreleased")
    ]
    kept = {kind: list[str]() for kind in KINDS}
    for section in [one for one in sections if one.startswith(f"[{version}]")]:
        for part in section.split("\n### ")[1:]:
            title, _, lines = part.partition("\n")
            kept[title.lower()] = [line for line in lines.splitlines() if line]
        sections.remove(section)
    parts = [f"[{version}] - {day}"]
    for kind in KINDS:
        lines = sorted({*kept[kind], *(f"* {text}" for text in fragments.get(kind, []))}, key=str.casefold)
        if lines:
            parts.append("\n".join((f"### {kind.capitalize()}\n", *lines)))
    return "\n\n## ".join([head.rstrip(), "\n\n".join(parts), *sections]) + "\n"


def main(version: str) -> None:
    """Collect them, and delete their files."""
    if not WRITTEN.fullmatch(version):
        sys.exit("Say the version, such as 0.2.0, or tag this commit, such as v0.2.0.")
    fragments: dict[str, list[str]] = {}
    files = sorted(path for path in FOLDER.glob("*.*.md") if path.suffixes[-2][1:] in KINDS)
    for path in files:
        text = path.read_text(encoding="utf-8").replace(
            "](../", "]("
        )  # links lead from the folder of the changelog
        items = re.split(r"(?m)^[*-] ", text)  # a few fragments are lists
        fragments.setdefault(path.suffixes[-2][1:], []).extend(
            " ".join(item.split()) for item in items if item.strip()
        )
    day = dt.datetime.now(tz=dt.UTC).date().isoformat()
    text = collected(CHANGELOG.read_text(encoding="utf-8"), fragments, version, day)
    CHANGELOG.write_text(text, encoding="utf-8")
    source = VERSION.read_text(encoding="utf-8")
    VERSION.write_text(
        re.sub(r'(?m)^__version__ = ".*"', f'__version__ = "{version}"', source), encoding="utf-8"
    )
    for path in files:
        path.unlink()
    sys.stdout.write(f"{len(files)} fragments are in {CHANGELOG.name} under {version}\n")


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else tagged())
