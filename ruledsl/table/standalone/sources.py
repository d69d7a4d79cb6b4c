"""The files of ruledsl in the page: the modules that can ever be imported there, and their data files."""

from __future__ import annotations

import ast
import gzip
import json
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ruledsl.base.system import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# ── packed ──────────────────────────────────────────────────────────────────────
# Many files in one: a line of JSON with their offsets, then all of them, compressed together (`static/python.js` reads it too).


SMALLEST = 9


def packed(files: Mapping[str, bytes]) -> bytes:
    """Deterministic for the same files, by path. Similar files are adjacent, which compresses better."""
    names = sorted(files, key=lambda name: (PurePosixPath(name).suffix, name))
    head = json.dumps({name: len(files[name]) for name in names}, separators=(",", ":"))
    return gzip.compress(
        b"\n".join((head.encode(), b"".join(files[name] for name in names))), SMALLEST, mtime=0
    )


def unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in it. `ValueError` or `OSError` if it is malformed."""
    head, _, rest = gzip.decompress(data).partition(b"\n")
    begin = 0
    for name, length in json.loads(head).items():
        yield name, rest[begin : begin + length]
        begin += length


BEGINNING = (
    "ruledsl.table.standalone.precache",
    "ruledsl.table.standalone.rehearsal",
    "ruledsl.table.standalone.background",
    "ruledsl.engine.machines.machine",
    "ruledsl.table.server.work.worker",
    "ruledsl.table.server.bots.worker",
    "ruledsl.language.syntax.printer",
)
"""Modules that are run, or imported by name."""
OF_WORKSHOP = (
    "ruledsl.table.standalone.language",
    "ruledsl.table.workshop.endpoints",
    "ruledsl.table.workshop.worker",
)
"""Modules that a page with a workshop runs, or imports by name, besides."""
READ = "engine/cells"
"""The folder whose modules are also read as texts, by the printer (`ruledsl.engine.compile.wasm`)."""
ELSEWHERE = ("table/standalone/static", "table/page")
"""Folders whose files Python does not read."""


def sources(*more: str) -> dict[str, bytes]:
    """Contents by path relative to the package, separated by `/`. `more` modules are entry points, too."""
    modules = _reached(*BEGINNING, *more, *map(_module_of, (PACKAGE / READ).rglob("*.py")))
    folders = {path.parent for path in modules}
    beside = (
        path for folder in folders for path in folder.rglob("*") if _is_data(path) and not _is_elsewhere(path)
    )
    return {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in sorted({*modules, *beside})}


def _is_data(path: Path) -> bool:
    return path.is_file() and path.suffix not in (".py", ".pyc") and "_data" not in path.parts


def _is_elsewhere(path: Path) -> bool:
    return path.relative_to(PACKAGE).as_posix().startswith(ELSEWHERE)


def _reached(*beginning: str) -> set[Path]:
    """The files of all modules that these import at any time, except imports for types only."""
    files: set[Path] = set()
    waiting = list(beginning)
    while waiting:
        for path in _files(waiting.pop()):
            if path not in files:
                files.add(path)
                waiting += _imported(ast.parse(path.read_bytes()))
    return files


def _module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def _files(module: str) -> Iterator[Path]:
    """The file of a module, and those of its parent packages."""
    parts = module.split(".")
    if parts[0] != PACKAGE.name:
        return
    for count in range(1, len(parts) + 1):
        place = PACKAGE.parent.joinpath(*parts[:count])
        yield from (path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file())


def _imported(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if (
            isinstance(child, ast.If)
            and isinstance(child.test, ast.Name)
            and child.test.id == "TYPE_CHECKING"
        ):
            continue
        if isinstance(child, ast.ImportFrom) and child.module:
            yield child.module
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        else:
            yield from _imported(child)
