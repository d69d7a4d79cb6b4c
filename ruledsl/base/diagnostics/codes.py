"""The catalogue of codes: one page a code, read from `pages/CODE.md`, and since which edition of the language a check refuses what it finds."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from ruledsl.base.dataclass import dataclass

FAMILIES = {
    "Y": "YAML and files",
    "S": "the shape of pack files",
    "P": "packs and composition",
    "L": "language syntax",
    "N": "names",
    "T": "types",
    "R": "the meaning of rules",
    "C": "scenarios",
    "G": "games and their use",
    "Q": "silences",
}

REFUSED_SINCE: Final = {
    "N023": 3,  # a later word of the language
    "P071": 4,  # a file for two letters that are no language's
    "P064": 3,  # a text of a required pack, reworded without `replaces`
    "R015": 3,  # a chain through events that core raises later
    "R016": 3,  # an event that core raises no longer
    "R065": 3,  # `here` where no piece need lie
}
"""By code: in a pack of an earlier edition (`language:` in its `pack.yaml`) the finding is a warning. Such rules run safely all the same.

A check that becomes stricter, or whose findings depend on what required packs do, has an entry here, with the next edition.
"""
LATER: Final = "It is an error from version {edition} of the language on."

_HEADING = re.compile(r"# ([A-Z]\d{3}): (\S.*)")
_SECTIONS = ("Summary", "Avoid", "Prefer", "Why")


class PageError(ValueError):
    """A page of the catalogue has the wrong form: a bug, not a mistake in a pack."""


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a code. `avoid` and `prefer` are examples in Markdown."""

    code: str
    title: str
    summary: str
    avoid: str
    prefer: str
    why: str

    @property
    def family(self) -> str:
        """The family of mistakes that this code belongs to."""
        return FAMILIES[self.code[0]]


def parse_page(text: str) -> Page:
    """Read a page.

    First `# CODE: title`, then `## Summary`, `## Avoid`, `## Prefer` and `## Why`, in this order, none of them empty.
    """
    head, *parts = re.split(r"^## ", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    heading = _HEADING.fullmatch(head.strip())
    if heading is None or heading[1][0] not in FAMILIES:
        message = f"a page begins with '# CODE: title', not {head.strip()[:60]!r}"
        raise PageError(message)
    names = tuple(part.partition("\n")[0].strip() for part in parts)
    bodies = [part.partition("\n")[2].strip() for part in parts]
    if names != _SECTIONS or not all(bodies):
        message = f"{heading[1]}: the sections are {', '.join(_SECTIONS)}, each with a text; found {', '.join(names)}"
        raise PageError(message)
    return Page(heading[1], heading[2].strip(), *bodies)


@cache
def all_pages() -> dict[str, Page]:
    """Every page by its code, in order."""
    pages: dict[str, Page] = {}
    for entry in sorted(Path(__file__).parent.joinpath("pages").glob("*.md")):
        parsed = parse_page(entry.read_text(encoding="utf-8"))
        if entry.name != f"{parsed.code}.md":
            message = f"{entry.name} holds the page of {parsed.code}"
            raise PageError(message)
        pages[parsed.code] = parsed
    return pages


def page(code: str) -> Page | None:
    """The page of a code, in any case; None if there is no such code."""
    return all_pages().get(code.strip().upper())


def title(code: str) -> str:
    """The title of a code; the code itself if it has no page."""
    entry = page(code)
    return entry.title if entry else code


def explain(code: str) -> str | None:
    """The page of a code as text for a terminal; None if there is no such code."""
    entry = page(code)
    if entry is None:
        return None
    return "\n".join(
        (
            f"{entry.code}: {entry.title}",
            f"({entry.family})",
            "",
            entry.summary,
            "",
            "Avoid:",
            "",
            _example(entry.avoid),
            "",
            "Prefer:",
            "",
            _example(entry.prefer),
            "",
            "Why:",
            "",
            entry.why,
            "",
        )
    )


def _example(markdown: str) -> str:
    """An example without its fences; the code between them is indented."""
    lines: list[str] = []
    inside = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            inside = not inside
        else:
            lines.append(f"    {line}".rstrip() if inside else line)
    return "\n".join(lines)
