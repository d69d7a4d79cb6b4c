"""The display names of files, and their contents: read with care, whatever a path names."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

from ruledsl.base.diagnostics import Diagnostics, Span, visible
from ruledsl.base.system import AS_IT_IS
from ruledsl.language.syntax import children, tree
from ruledsl.language.vocabulary.limits import MOST_KINDS
from ruledsl.rules.packs.yaml.nodes import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.rules.packs.model import Pack

BUNDLE = ".ruledsl"
"""The extension of bundles."""
ARCHIVE = ".zip"
"""The extension of archives of repositories, in which there may be a pack."""


_SHOWN_AS: dict[Path, str] = {}


def shown_as(folder: Path, name: str) -> None:
    """Display paths in a folder as if they were in a file of this name."""
    _SHOWN_AS[folder.resolve()] = name


def unpacked_from(path: Path) -> str:
    """The name of the bundle that a file was unpacked from, if it was: changes there are lost when this process ends."""
    return _in_a_bundle(Path(os.path.realpath(path)))[1]


def _in_a_bundle(real: Path) -> tuple[Path, str]:
    """The folder of a bundle around a file, and its display name; an empty name if there is none. It takes as long for one bundle as for many."""
    return next(((at, _SHOWN_AS[at]) for at in (real, *real.parents) if at in _SHOWN_AS), (real, ""))


def shown_path(path: Path) -> str:
    """The display name of a path: relative to the current directory, if it is below that; without hidden characters."""
    try:
        real = path.resolve()
        folder, name = _in_a_bundle(real)
        if name:
            return visible(f"{name}/{real.relative_to(folder).as_posix()}".removesuffix("/."))
        return visible(str(real.relative_to(Path.cwd())))
    except (ValueError, OSError, RuntimeError):
        return visible(str(path))


def shown_paths(files: list[Path]) -> list[str]:
    """The display names of files: relative to the current directory, if they are below that; without hidden characters.

    Each of their folders is resolved only once.
    """
    folders: dict[Path, str] = {}
    shown: list[str] = []
    for path in files:
        if path.is_symlink():
            shown.append(shown_path(path))
            continue
        if path.parent not in folders:
            folders[path.parent] = shown_path(path).removesuffix(visible(path.name))
        shown.append(folders[path.parent] + visible(path.name))
    return shown


def is_bundle(name: str) -> bool:
    """Is this the name of a bundle, or of an archive that may be one?"""
    return name.lower().endswith((BUNDLE, ARCHIVE)) and os.path.isfile(name)  # noqa: PTH113 - whatever the name is


class NoFile(ValueError):
    """No ordinary file, with what it is instead."""


def read_bytes(path: str | os.PathLike[str], name: str, diagnostics: Diagnostics) -> bytes | None:
    """The bytes of an ordinary file of at most `MAX_BYTES`; otherwise None and a diagnostic.

    Never waits on a pipe.
    """
    where = Span.nowhere(name)
    try:
        data = read_at_most(path, MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        diagnostics.error("Y001", "There is no such file.", where)
    except NoFile as problem:
        diagnostics.error("Y002", f"This is {problem}, not a file.", where, expected="a YAML file")
    except (OSError, ValueError) as problem:
        diagnostics.error("Y002", f"The file cannot be read: {reason(problem)}.", where)
    else:
        if data is None:
            message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
            diagnostics.error("Y003", message, where, help="Split it into several files of the pack.")
        return data
    return None


def read_at_most(path: str | os.PathLike[str], most: int) -> bytes | None:
    """The bytes of an ordinary file; None if there are more than `most`. Raises `OSError`, `NoFile`, or `ValueError` for an impossible name.

    It opens only ordinary files: opening alone can have an effect, or wait.
    """
    _check(os.stat(path))  # noqa: PTH116 - much quicker than by way of a path
    handle = os.open(path, os.O_RDONLY | AS_IT_IS)
    try:
        info = os.fstat(handle)
        _check(info)
        data = b""
        # A read of the largest permitted size would allocate that much, which takes longer than reading what there
        # is.
        room = min(info.st_size, most) + 1
        while info.st_size <= most and len(data) <= most and (more := os.read(handle, room)):
            data += more
        return data if max(info.st_size, len(data)) <= most else None
    finally:
        os.close(handle)


def _check(info: os.stat_result) -> None:
    if not stat.S_ISREG(info.st_mode):
        raise NoFile(_kind(info.st_mode))


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def reason(problem: OSError | ValueError) -> str:
    """Why a file cannot be read, as a clause of a sentence."""
    if isinstance(problem, PermissionError):
        return "it may not be opened"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[:1].lower() + problem.strerror[1:]
    return str(problem)


# ── budget ──────────────────────────────────────────────────────────────────────
# Limits on all packs together: files, their contents, rules, tiles. Exceeding them means a wrong folder or an attack.
#
# The official packs together need about a fifth of them.


MOST_FILES: Final = 2_000
MOST_BYTES: Final = 4_000_000
MOST_LINES: Final = 150_000
"""Lines, and items, entries and brackets within a line: the parts that take time to read, whatever they mean."""
DENSE_LINES: Final = 30_000
BYTES_A_LINE: Final = 5
"""Beyond this many, each needs this many bytes of text: the size of a text limits its cost (docs/security.md)."""
MARKS: Final = (b"\n", b",", b": ", b"- ", b"? ", b"[", b"]", b"{", b"}")
MOST_RULES: Final = 3_000
"""In one pack."""
MOST_EFFECTS: Final = 5_000
"""In the rules of one pack, however few they are."""
MOST_RULES_TOGETHER: Final = 8_000
MOST_TILES: Final = 2_000
"""Every copy counts."""
MOST_PIECES: Final = 1_000
MILLION: Final = 1_000_000
EFFECTS: Final = get_args(tree.Effect)
HOLDERS: Final = (*EFFECTS, tree.Block, tree.Phase)
"""Nodes that contain effects."""


class Budget:
    """The remaining budget of a composition. The excess is reported once and not read."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._files = self._bytes = self._lines = self._rules = self._tiles = self._pieces = self._kinds = 0
        self._told: set[str] = set()

    def spent(self) -> tuple[int, ...]:
        """The amounts used so far, in a fixed order."""
        return self._files, self._bytes, self._lines, self._rules, self._tiles, self._pieces, self._kinds

    def spend(self, more: Iterable[int]) -> None:
        """Use these amounts, in that order."""
        self._files, self._bytes, self._lines, self._rules, self._tiles, self._pieces, self._kinds = map(
            sum, zip(self.spent(), more, strict=True)
        )

    def files(self, count: int, size: int, span: Span) -> bool:
        """Is there room for this many files, of this many bytes in total?"""
        self._files += count
        self._bytes += size
        return self._fits(self._files, MOST_FILES, "files", span) and self._fits(
            self._bytes, MOST_BYTES, "bytes of text", span
        )

    def text(self, data: bytes, span: Span) -> bool:
        """Is there room for the contents of this file?"""
        self._lines += sum(map(data.count, MARKS))
        most = min(MOST_LINES, DENSE_LINES + self._bytes // BYTES_A_LINE)
        return self._fits(self._lines, most, "lines, entries and items", span)

    def pack(self, pack: Pack) -> None:
        """Remove what exceeds the budget; names that are missing in the rest are then not reported."""
        own = sum(len(rule.statements) for rule in pack.rules)
        self._rules += own
        self._tiles += sum(tile.copies for tile in pack.tiles.values())
        self._pieces += len(pack.pieces)
        self._kinds += len(pack.kinds)
        few = self._fits(own, MOST_RULES, "rules in one pack", pack.span)
        few = self._fits(_effects(pack), MOST_EFFECTS, "effects in one pack", pack.span) and few
        few = self._fits(self._rules, MOST_RULES_TOGETHER, "rules", pack.span) and few
        few = self._fits(self._tiles, MOST_TILES, "tiles, all copies counted", pack.span) and few
        if not self._fits(self._kinds, MOST_KINDS, "kinds of tiles", pack.span):
            few, pack.kinds = False, {}
        if not (self._fits(self._pieces, MOST_PIECES, "kinds of pieces", pack.span) and few):
            pack.incomplete = True
            pack.rules, pack.tiles, pack.pieces = [], {}, {}

    def _fits(self, count: int, most: int, what: str, span: Span) -> bool:
        if count > most and what not in self._told:
            self._told.add(what)
            shown = f"{most // MILLION} million" if most >= MILLION else f"{most:,}"
            message = f"These packs have more than {shown} {what}."
            self._diagnostics.error("P012", message, span, expected=f"at most {shown}")
        return count <= most


def _effects(pack: Pack) -> int:
    """The number of effects in its rules."""
    todo: list[tree.Node] = [statement for rule in pack.rules for statement in rule.statements]
    count = 0
    while todo:
        inside = [node for node in children(todo.pop()) if isinstance(node, HOLDERS)]
        count += sum(isinstance(node, EFFECTS) for node in inside)
        todo += inside
    return count
