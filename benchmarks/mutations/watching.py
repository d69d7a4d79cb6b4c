"""Which functions of the package run: every process that is told to (`begin`) notes it in one shared file, a byte for each function.

It is done by a line more in each function, put there when a module is imported. That costs little, and counts processes which are started or forked,
too. What runs is noted from `cleared` until `read`.
"""

from __future__ import annotations

import ast
import builtins
import json
import marshal
import mmap
import os
import zlib
from importlib.machinery import SourceFileLoader
from itertools import accumulate
from pathlib import Path
from types import CodeType

from benchmarks.mutations.changes import FUNCTIONS, functions_of

FOLDER = "RULEDSL_MUTATIONS_RAN"
"""The variable of the environment with the folder in which it is noted."""
RECORDS = "RULEDSL_MUTATIONS_RECORDS"
"""The variable with the file in which it is recorded of each test (`recording.py`)."""
NAME = "__ruledsl_ran__"


def numbered(root: Path, folder: Path) -> dict[str, int]:
    """Give a number to each function of a package, and make the folder in which is noted what ran; the first number of each file."""
    names = named(root)
    numbers = first_of(names)
    folder.mkdir(parents=True)
    (folder / "numbers.json").write_text(json.dumps({"root": str(root), "first": numbers}), encoding="utf-8")
    (folder / "ran").write_bytes(bytes(sum(1 + len(inside) for inside in names.values())))
    return numbers


def named(root: Path) -> dict[str, list[str]]:
    """The names of the functions of each file of a package."""
    return {
        path.relative_to(root).as_posix(): names_of(ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(root.glob("ruledsl/**/*.py"))
    }


def first_of(names: dict[str, list[str]]) -> dict[str, int]:
    """The first number of each file; those of its functions follow it."""
    firsts = accumulate((1 + len(inside) for inside in names.values()), initial=0)
    return dict(zip(names, firsts, strict=False))


def names_of(tree: ast.Module) -> list[str]:
    """The names of `functions_of` a module, with those of what is around each."""
    names: dict[ast.AST, str] = {tree: ""}
    for node in ast.walk(tree):
        for inner in ast.iter_child_nodes(node):
            names[inner] = (
                f"{names[node]}.{inner.name}"
                if isinstance(inner, (*FUNCTIONS, ast.ClassDef))
                else names[node]
            )
    return [names[node] for node in functions_of(tree)]


class Ran:
    """The bytes that all processes share."""

    def __init__(self, folder: Path) -> None:
        with (folder / "ran").open("r+b") as file:
            self.bytes = mmap.mmap(file.fileno(), 0)

    def clear(self) -> None:
        """Forget what ran."""
        self.bytes[:] = bytes(len(self.bytes))

    def read(self) -> bytes:
        """What ran since, one byte for each function: 1 or 0."""
        return bytes(self.bytes)


def begin() -> Ran | None:
    """Note what runs in this process from now on, if the environment says where; before anything of the package is imported."""
    if FOLDER not in os.environ:
        return None
    folder = Path(os.environ[FOLDER])
    told = json.loads((folder / "numbers.json").read_text(encoding="utf-8"))
    ran = Ran(folder)
    if hasattr(builtins, NAME):
        return ran
    setattr(builtins, NAME, ran.bytes)
    plain = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        path = Path(self.path)
        file = path.relative_to(told["root"]).as_posix() if path.is_relative_to(told["root"]) else ""
        if file not in told["first"]:
            return plain(self, fullname)
        return _watched(path, told["first"][file], folder / f"{zlib.crc32(file.encode()):x}.code")

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    return ran


def _watched(path: Path, first: int, kept: Path) -> CodeType:
    """The code of a module in which each function notes that it ran; made once."""
    if kept.exists():
        code: CodeType = marshal.loads(kept.read_bytes())  # noqa: S302 - our own, of this run
        return code
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, function in enumerate(functions_of(tree), first + 1):
        documented = isinstance(function.body[0], ast.Expr) and isinstance(
            function.body[0].value, ast.Constant
        )
        function.body.insert(int(documented), _noting(number, function.body[0]))
    tree.body.insert(_after_the_head(tree), _noting(first, tree))
    code = compile(tree, str(path), "exec", dont_inherit=True)
    new = kept.with_suffix(f".{os.getpid()}")
    new.write_bytes(marshal.dumps(code))
    new.replace(kept)
    return code


def _noting(number: int, where: ast.AST) -> ast.stmt:
    note = ast.parse(f"{NAME}[{number}] = 1").body[0]
    for node in ast.walk(note):
        if isinstance(node, (ast.stmt, ast.expr)):
            node.lineno = node.end_lineno = getattr(where, "lineno", 1)
    return note


def _after_the_head(tree: ast.Module) -> int:
    """Behind the docstring and what is imported from the future."""
    at = 0
    for at, statement in enumerate(tree.body):  # noqa: B007 - where it stopped is the answer
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not future and not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            break
    return at
