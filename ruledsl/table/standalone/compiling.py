"""Compiles modules with the browsers' version of Python, and imports them: `static/compile.mjs` runs this there, outside of the package.

Compiling in the browser would take some seconds. Line numbers, docstrings and assertions are left out: they are a third of the size.
"""

from __future__ import annotations

import gc
import marshal
import os
import sys
from importlib import import_module
from importlib.util import MAGIC_NUMBER, cache_from_source
from types import CodeType

BARE = 2
ALONE, BESIDE = bytes(12), b"\x01" + bytes(11)
"""The flags after the magic number: without a source, or with an unchecked source (PEP 552)."""

NOWHERE = b"\xff"
"""Eight code units without a line."""


def compile_all(folder: str, read: str) -> None:
    """Replace each module below a folder by its byte code; those in the folder `read` keep their sources beside it."""
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".py"):
                _compile(f"{place}/{name}", stays=f"/{read}/" in f"{place}/")


def _compile(path: str, *, stays: bool) -> None:
    with open(path, "rb") as file:  # noqa: PTH123 - quick to import
        code = _slim(compile(file.read(), path, "exec", dont_inherit=True, optimize=BARE))
    made = cache_from_source(path, optimization="") if stays else f"{path}c"
    os.makedirs(os.path.dirname(made), exist_ok=True)  # noqa: PTH103, PTH120
    with open(made, "wb") as file:  # noqa: PTH123
        file.write(MAGIC_NUMBER + (BESIDE if stays else ALONE) + marshal.dumps(code))
    if not stays:
        os.unlink(path)  # noqa: PTH108


def _slim(code: CodeType) -> CodeType:
    inside = tuple(_slim(const) if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_linetable=NOWHERE * (len(code.co_code) // 16 + 1), co_consts=inside)


def import_all(names: list[str]) -> None:
    """Import these modules, of which another version of Python may have some that this one has not. `ImportError` if one fails."""
    for name in names:
        try:
            import_module(name)
        except Exception as problem:
            if not isinstance(problem, ModuleNotFoundError) or problem.name != name:
                raise ImportError(f"{name} cannot be imported: {problem!r}") from problem
    sys.path_importer_cache.clear()
    gc.collect()
