"""Compiles modules with the browsers' version of Python: `static/compile.mjs` runs this there, outside of the package, on a mounted folder.

Compiling in the browser would take some seconds. Line numbers, docstrings and assertions are left out: they are a third of the size.
"""

from __future__ import annotations

import marshal
import os
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
