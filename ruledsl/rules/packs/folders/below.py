"""The contents of a folder: the YAML files of a pack, and files that are not read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, Purse, Severity, Span
from ruledsl.rules.packs.folders.files import read_at_most, read_bytes, reason, shown_path
from ruledsl.rules.packs.yaml.nodes import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.rules.packs.folders.files import Budget
    from ruledsl.rules.packs.model import Kind, Pack

SCENARIO_FOLDERS = ("scenarios", "playthroughs")
"""Folders of a pack that hold no rules."""

ENDINGS = (".yaml", ".yml")
COPIES = ("~", ".bak", ".orig", ".old", ".swp", ".swo", ".rej", ".tmp", "#")
"""Endings of backup files by editors and other programs."""
OTHER_TEXTS = (".txt", ".json", ".toml")
"""Endings of texts that may be meant for the pack, in its folders."""
DEVICES = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. ].*)?", re.IGNORECASE)
"""Names that Windows reserves for devices, with any extension."""
OF_SYSTEMS = frozenset({"__macosx"})
"""Folders that systems leave behind, in small letters; nothing in them belongs to a pack."""
MOST_ENTRIES = 20_000
MOST_FOLDERS_DEEP = 32
"""Limits of the search, so that a wrong folder does not take minutes."""

Parts = tuple[str, ...]
"""A path relative to the folder."""


class Problem(NamedTuple):
    """Something that is not read: its path in the folder, and why."""

    parts: Parts
    code: str
    message: str
    help: str = ""
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class Below:
    """The names of YAML files in a folder, separated by `/`, sorted by name, folder by folder; and what is not read."""

    folder: str
    files: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def paths(self) -> list[Path]:
        """The files, as paths."""
        return [Path(self.folder, name) for name in self.files]

    @property
    def of_rules(self) -> list[Path]:
        """The files with rules, tiles, maps and texts; not the scenarios."""
        return [Path(self.folder, name) for name in self.files if not is_test(name)]

    def size(self) -> int:
        """The bytes of all files; those that vanished meanwhile have none."""
        return sum(map(size_of, self.paths))

    def contents(self) -> dict[str, bytes]:
        """The bytes of all files, by name. Raises `OSError` for one that has vanished, that cannot be read, or that is no file."""
        contents: dict[str, bytes] = {}
        for name in self.files:
            try:
                data = read_at_most(Path(self.folder, name), MAX_BYTES)
            except ValueError as problem:
                raise OSError(f"`{name}` is {problem}, not a file") from None
            if data is None:
                raise OSError(f"`{name}` is larger than {MAX_BYTES // 1_000_000} MB")
            contents[name] = data
        return contents

    def report(self, diagnostics: Diagnostics) -> None:
        """Report each problem as a finding, under its name in this folder, wherever a link may lead."""
        for parts, code, message, advice, severity in self.problems:
            *inside, name = parts or ("",)
            place = Path(shown_path(Path(self.folder, *inside)), name)
            say = diagnostics.error if severity == "error" else diagnostics.warning
            say(code, message, Span.nowhere(str(place)), help=advice)


def size_of(path: Path) -> int:
    """The bytes of a file; none if it has vanished."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def is_test(name: str) -> bool:
    """Is a file of this name, relative to the pack's folder, without rules?"""
    return name.split("/", 1)[0] in SCENARIO_FOLDERS


def below(
    folder: str | os.PathLike[str], home: str | os.PathLike[str] | None = None, *, deep: bool = True
) -> Below:
    """Everything in a folder (without subfolders if not `deep`) that is not hidden.

    It follows no link out of the folder `home` (or of this one), and none to another folder.
    """
    walk = _Walk(os.fspath(folder), os.fspath(folder if home is None else home), deep=deep)
    names = sorted(walk.names())
    return Below(walk.folder, ["/".join(parts) for parts in names], sorted(walk.problems))


def link_problem(path: str, parts: Parts, home: str) -> Problem | None:
    """The problem with a link, if this is one; `home` is the folder that it must not leave."""
    if not os.path.islink(path):  # noqa: PTH114 - a text
        return None
    if os.path.isdir(path):  # noqa: PTH112 - a text
        message = "This is a link to a folder."
        return Problem(parts, "Y018", message, "Put the folder itself here.")
    if os.path.realpath(path).startswith(os.path.join(os.path.realpath(home), "")):  # noqa: PTH118
        return None
    message = "This is a link to a file outside of the pack."
    return Problem(parts, "Y018", message, "Put the file itself here.")


def is_device(name: str) -> bool:
    """Is this the name of a device on Windows, where no file can have it?"""
    return DEVICES.fullmatch(name) is not None


def _misnamed(parts: Parts, purse: Purse, *, is_among: bool) -> Problem | None:
    """A file that seems to belong to the pack and is not read because of its extension; `is_among` files that are read, perhaps."""
    name = parts[-1]
    lower = name.lower()
    if lower.endswith(COPIES):
        if any(ending in lower for ending in ENDINGS):
            message = "This is a copy of a file that an editor left here; it is not read."
            return Problem(parts, "Y019", message, "Delete it, or move it out of the pack.", "warning")
        return None
    ending = "." + lower.rpartition(".")[2]
    if lower.endswith(ENDINGS) or any(f"{e}." in lower for e in ENDINGS) or purse.nearest(ending, ENDINGS):
        shown = name[: lower.index(".")] if "." in name else name
        message = "Files of a pack end in `.yaml`, in small letters; this one is not read."
        return Problem(parts, "Y019", message, f"Call it `{shown}.yaml`.")
    stem, dot, end = name.partition(".")
    if is_among and len(parts) > 1 and (dot + end in OTHER_TEXTS or (not dot and name.islower())):
        message = "Files of a pack end in `.yaml`; this one is not read."
        return Problem(parts, "Y019", message, f"Call it `{stem}.yaml` if it belongs to the pack.", "warning")
    return None


class _Walk:
    """Walks down from a folder, without recursion, to the end or to a limit."""

    def __init__(self, folder: str, home: str, *, deep: bool) -> None:
        self.folder = folder
        self.deep = deep
        self.home = home
        self.problems: list[Problem] = []
        self._waiting: list[Parts] = [()]
        self._met = 0
        self._purse = Purse()

    def names(self) -> Iterator[Parts]:
        """The YAML files."""
        while self._waiting:
            inside = self._waiting.pop()
            entries = self._entries(inside)
            self._met += len(entries)
            if self._met > MOST_ENTRIES or len(inside) > MOST_FOLDERS_DEEP:
                much = (
                    f"More than {MOST_ENTRIES} files lie"
                    if self._met > MOST_ENTRIES
                    else "Folders lie too deep"
                )
                self.problems.append(Problem((), "P012", f"{much} below this folder."))
                return
            is_among = any(entry.name.endswith(ENDINGS) for entry in entries)
            for entry in entries:
                yield from self._look(entry, (*inside, entry.name), is_among=is_among)

    def _entries(self, inside: Parts) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(os.path.join(self.folder, *inside)) as entries:  # noqa: PTH118 - much quicker than a path
                return list(entries)
        except OSError as problem:
            self.problems.append(Problem(inside, "Y002", f"The folder cannot be read: {reason(problem)}."))
            return []

    def _look(self, entry: os.DirEntry[str], parts: Parts, *, is_among: bool) -> Iterator[Parts]:
        """Process one entry: a file name, a folder for later, or a problem."""
        if entry.name.startswith(".") or entry.name.lower() in OF_SYSTEMS:
            return
        is_yaml = entry.name.endswith(ENDINGS)
        if entry.is_symlink() and (is_yaml or (self.deep and os.path.isdir(entry.path))):  # noqa: PTH112 - `entry.is_dir` stumbles over circles
            problem = link_problem(entry.path, parts, self.home)
            if problem is not None:
                self.problems.append(problem)
                return
        if (is_yaml or (self.deep and entry.is_dir(follow_symlinks=False))) and is_device(entry.name):
            message = f"On Windows `{entry.name}` is a device, so a pack with it cannot be sent to everybody."
            self.problems.append(Problem(parts, "Y019", message, "Call it otherwise."))
            return
        if is_yaml:
            yield parts
        elif (
            self.deep
            and entry.is_file(follow_symlinks=False)
            and (problem := _misnamed(parts, self._purse, is_among=is_among)) is not None
        ):
            self.problems.append(problem)
        if self.deep and entry.is_dir(follow_symlinks=False):
            self._waiting.append(parts)


# ── disk ────────────────────────────────────────────────────────────────────────
# The source of pack files: the disk, unless a subclass knows better, such as an editor with unsaved changes.


class Disk:
    """The files on the disk, read again at each request."""

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """The contents of a file, as from `read_bytes`."""
        return read_bytes(path, shown, diagnostics)

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        """The contents of a folder, as from `below`."""
        return below(folder, home)

    def lasts(self, folder: str) -> bool:
        """Are the contents of a folder worth caching for the next process?"""
        del folder
        return True

    def pack(
        self,
        head: Pack,
        kinds: Sequence[Kind],
        budget: Budget,
        diagnostics: Diagnostics,
        read: Callable[[Diagnostics], None],
    ) -> Pack:
        """The pack with this head, given these kinds of tiles: `read` reads all of it, and reports its errors."""
        del kinds, budget
        read(diagnostics)
        return head


DISK = Disk()
"""For callers without unsaved texts."""
