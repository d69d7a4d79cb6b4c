"""The code blocks of the pages in `docs/`, as scratch packs; and the parts of those pages that are made from the program.

The word after the fence says what a block is, the words behind it how it is tried:

* `yaml` is a file of a pack. `needs=a,b` names what the pack requires (smallworld if nothing is said), `file=x/y.yaml` its name; files with the
  same `pack=name` are tried as one pack, one with `as=name` alone; `file=pack.yaml` is the head of its pack.
* `rules` is a rule text: of a race, or of a `power`, a `place`, a `piece`, a whole `pack`. `with=name` adds the blocks of that pack.
* either of them with `wrong` is faulty on purpose, and the `text error` that follows it is the message.
* `console` is typed at a prompt; `text` is neither.

`python tests/docs/doc_blocks.py` writes the generated parts anew.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import TYPE_CHECKING

from ruledsl.author.service.world import DocumentOverlay, Documents
from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.play.loading.fresh import Look, look_at
from ruledsl.play.loading.request import request_of
from ruledsl.rules.packs.folders.contents import Seen

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.language.vocabulary.types import Type

DOCS = Path(__file__).resolve().parents[2] / "docs"

PAGES = (
    *(f"language/{path.name}" for path in sorted(DOCS.glob("language/*.md"))),
    "cookbook.md",
    "first-race.md",
)
"""The pages that teach the language. Those of one folder share their packs."""

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BARE = ("power", "place", "piece", "pack", "wrong", "error")


AROUND = "races/otters.yaml"
"""The file of an example that does not say another one."""


@dataclass(frozen=True)
class Block:
    """A block: `kind` is the word after the fence, `line` where it begins in its page."""

    page: str
    line: int
    kind: str
    flags: frozenset[str]
    settings: dict[str, str] = field(hash=False)
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def needs(self) -> list[str]:
        """What its scratch pack requires."""
        return self.settings.get("needs", "smallworld").split(",")


@cache
def blocks_of(page: str) -> list[Block]:
    """All blocks of a page, in order."""
    source = (DOCS / page).read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(source):
        kind, *words = match[1].split() or [""]
        flags = frozenset(word for word in words if "=" not in word)
        assert flags <= set(_BARE), f"{page}: {match[1]}"
        settings = dict(word.split("=", 1) for word in words if "=" in word)
        line = source.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, kind, flags, settings, match[2]))
    return found


# ── scratch packs ────────────────────────────────────────────────────────────


def head(pack: str, needs: list[str]) -> str:
    """A `pack.yaml`."""
    requires = ", ".join(f'{other}: ">=0.1"' for other in needs)
    return f"id: {pack}\nversion: 0.1.0\nlanguage: 3\nname: Scratch\nrequires: {{{requires}}}\n"


def tile_around(block: Block) -> str:
    """The file in which a rule text is tried; in that of a race the text begins in line 7."""
    text = block.text
    if "pack" in block.flags:
        return "rules: |\n" + indent(text, "  ")
    if "place" in block.flags:
        return "places:\n  den:\n    name: Den\n    rules: |\n" + indent(text, "      ")
    if "power" in block.flags:
        return "powers:\n  clever:\n    name: Clever\n    number: 4\n    rules: |\n" + indent(text, "      ")
    start = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 10\n"
    if "piece" in block.flags:
        piece = "    pieces:\n      dam:\n        name: Dam\n        supply: 3\n        rules: |\n"
        return start + piece + indent(text, "          ")
    return start + "    rules: |\n" + indent(text, "      ")


LOOK = Look(DocumentOverlay(Documents()))
"""What is the same in all blocks, the packs that they require, is looked at once; what is said is what `validate` says."""


def try_files(folder: Path, pack: str, files: dict[str, str]) -> list[Diagnostic]:
    """What is wrong with a pack of these files. Messages name them as they are called in the page."""
    for name, text in files.items():
        path = folder / pack / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    before = Path.cwd()
    os.chdir(folder)
    try:
        return look_at(request_of((f".{os.sep}{pack}",), {}), Diagnostics(LOOK.disk.sources), Seen(), LOOK)
    finally:
        os.chdir(before)


def shown(found: list[Diagnostic]) -> str:
    """The messages as a terminal shows them, wherever the official packs lie."""
    return re.sub(r"\S*/(?=rulesets/)", "", render_text(found))


def files_of(block: Block) -> tuple[str, dict[str, str]]:
    """The scratch pack in which a block is tried: its name and its files, scenarios aside."""
    named = (block.settings.get(key) for key in ("pack", "with", "as"))
    pack = next((name for name in named if name), "otters")
    folder = Path(block.page).parent
    pages = [page for page in PAGES if Path(page).parent == folder] if folder.name else [block.page]
    blocks = [other for page in pages for other in blocks_of(page)]
    others = [b for b in blocks if b.kind == "yaml" and b.settings.get("pack") == pack]
    files = {b.settings.get("file", f"{Path(b.page).stem}{b.line}.yaml"): b.text for b in others}
    if block.kind == "rules":
        files[AROUND] = tile_around(block)
    elif "pack" not in block.settings:
        files = {block.settings.get("file", AROUND): block.text}
    needs = next((b.needs for b in [block, *others] if "needs" in b.settings), block.needs)
    files.setdefault("pack.yaml", head(pack, needs))
    return pack, {name: text for name, text in files.items() if not name.startswith("scenarios/")}


def message_of(block: Block, folder: Path) -> str:
    """What is said about a block."""
    return shown(try_files(folder, *files_of(block)))


# ── tables that must name what core has ──────────────────────────────────────


def table_shapes(page: str, title: str) -> list[str]:
    """The first column of the table that follows `<!-- core: title -->`, without its backquotes."""
    source = (DOCS / page).read_text(encoding="utf-8")
    _, _, rest = source.partition(f"<!-- core: {title} -->\n")
    rows = []
    for line in rest.strip().splitlines():
        if not line.startswith("|"):
            break
        rows.append(line.split("|")[1].strip().strip("`"))
    return rows[2:]


# ── the reference of the questions, made from the registry ───────────────────

_GROUPS = {
    "": "About the table",
    "player": "About a player",
    "people": "About a people",
    "region": "About a region, or several",
    "trait": "About a terrain or symbol",
    "piece": "About a kind of piece",
    "tile": "About a tile",
    "kind": "About a kind of tile",
    "number": "About numbers",
    "anything": "About any set",
}
_ANSWERS = {"flag": "yes or no", "element": "one of them"}


def _answer(kind: Type) -> str:
    if kind.is_set:
        return f"set of {kind.name}s"
    return _ANSWERS.get(kind.name, kind.name)


def builtin_reference() -> str:
    """All questions to the game, as tables."""
    lines = []
    for group, title in _GROUPS.items():
        rows = [b for b in BUILTINS if (b.params[0].name if b.params else "") == group]
        lines += ["", f"**{title}**", "", "| question | answer | |", "|---|---|---|"]
        for builtin in rows:
            params = (
                "(a set)" if p.name == "anything" else f"({p}s)" if p.is_set else str(p)
                for p in builtin.params
            )
            pairs = zip(builtin.preps, params, strict=True)
            question = " ".join([builtin.name, *(f"{prep} {param}" for prep, param in pairs)])
            more = ". Rules may change it" if builtin.writable else ""
            lines.append(f"| `{question}` | {_answer(builtin.result)} | {builtin.doc}{more} |")
    return "\n".join([*lines, ""])


def generated_part(source: str, name: str, text: str | None = None) -> str:
    """What stands between `<!-- name: generated -->` and `<!-- name: end -->`; with a text: the page with it put there."""
    begin, end = f"<!-- {name}: generated -->\n", f"<!-- {name}: end -->\n"
    if begin not in source:
        return source if text is not None else ""
    before, _, rest = source.partition(begin)
    inside, _, after = rest.partition(end)
    return inside if text is None else before + begin + text + end + after


def _with_messages(source: str, page: str) -> str:
    """The page with every `text error` written anew."""
    for block, message in reversed(list(pairwise(blocks_of(page)))):
        if "wrong" in block.flags and "error" in message.flags:
            with TemporaryDirectory() as folder:
                text = message_of(block, Path(folder))
            lines = source.split("\n")
            last = message.line + message.text.count("\n")
            lines[message.line : last] = text.rstrip("\n").split("\n")
            source = "\n".join(lines)
    return source


def main() -> None:
    """Write the generated parts."""
    for page in PAGES:
        path = DOCS / page
        source = _with_messages(path.read_text(encoding="utf-8"), page)
        path.write_text(generated_part(source, "questions", builtin_reference()), encoding="utf-8")


if __name__ == "__main__":
    main()
