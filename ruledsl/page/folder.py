"""The folder of the page: its own files, those of the table's page, Python, and an archive with ruledsl, packs, and what is known of them."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.packs.folders.below import below, is_test
from ruledsl.page.inside import LIBRARIES
from ruledsl.page.known import OF_ONE_GAME
from ruledsl.page.sources import sources
from ruledsl.page.vendored import vendored
from ruledsl.play.bots.policy import FILE as POLICY
from ruledsl.serve.settings import PAGE
from ruledsl.store import KNOWN
from ruledsl.syntax.parsing.grammarfile import grammar_text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["NotWritten", "write"]

STATIC = Path(__file__).with_name("static")
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a page needs of Pyodide."""
LOCK = "pyodide-lock.json"
KEEPER = "sw.js"
NOT_IMPORTED = re.compile(r"\.dist-info/|/tests/|/benchmarks/|\.pyi$|/py\.typed$")
"""What wheels hold beside what is imported."""
LATER = "known"
"""The folder of what is fetched when somebody plays with some packs."""
SMALLEST = 9
"""How much archives are compressed."""
POLICIES = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
)


STAGE = '<p id="stage" role="status"></p>'
"""Where the page says that Python is still on its way."""


class NotWritten(Exception):
    """The page cannot be written, and why in one sentence."""


def write(packs: Mapping[str, Path], folder: Path) -> int:
    """Write the page with these packs, by their ids; how many bytes there are. `NotWritten`, `NotFetched` or `OSError` when it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_page(folder)
    _write_python(folder / "python")
    _write_licences(folder / "licences")
    _write_archives(packs, folder)
    _write_keeper(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_page(folder: Path) -> None:
    """The page of the tables, which reaches them by another module."""
    shutil.copytree(
        PAGE,
        folder / "page",
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("workshop", "codemirror.js", "index.html"),
    )
    shutil.copyfile(STATIC / "reach.js", folder / "page" / "reach.js")
    for name in ("worker.js", "machine.js", "keeping.js"):
        shutil.copyfile(STATIC / name, folder / name)
    html = (PAGE / "index.html").read_text(encoding="utf-8").replace('"/page/', '"page/')
    html = html.replace("</body>", f"{STAGE}\n</body>")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(POLICIES)}">'
    (folder / "index.html").write_text(html.replace("<title>", f"{policy}\n<title>"), encoding="utf-8")


def _write_keeper(folder: Path) -> None:
    """What keeps all of this in a browser, and knows this folder from what it was before."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != KEEPER)
    later = sorted(path.relative_to(folder).as_posix() for path in paths if OF_ONE_GAME.match(path.name))
    digest = hashlib.sha256()
    for path in paths:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    now = [name for path in paths if (name := path.relative_to(folder).as_posix()) not in later]
    version, policy = digest.hexdigest()[:16], "; ".join(POLICIES)
    about = {"version": version, "files": ["./", *now], "later": later, "policy": policy}
    text = (STATIC / KEEPER).read_text(encoding="utf-8")
    (folder / KEEPER).write_text(f"const FOLDER = {json.dumps(about)};\n{text}", encoding="utf-8")


def _write_python(folder: Path) -> None:
    """Pyodide, without the packages that somebody else offers for it."""
    folder.mkdir(exist_ok=True)
    for name, data in vendored()["pyodide"].members():
        if name in PYTHON:
            (folder / name).write_bytes(data)
        elif name == LOCK:
            lock = json.loads(data) | {"packages": {}}
            (folder / name).write_text(json.dumps(lock), encoding="utf-8")


def _write_licences(folder: Path) -> None:
    """Of each thing that others wrote the texts of its licence, and a list of all of them."""
    rows = [f"{one.name} {one.version}: {one.licence} ({one.file})" for one in vendored().values()]
    files = {"THIRD-PARTY.txt": ("\n".join(rows) + "\n").encode()}
    for one in vendored().values():
        files |= {f"{one.name}-{name}": data for name, data in one.licences().items()}
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _write_archives(packs: Mapping[str, Path], folder: Path) -> None:
    """The sources of ruledsl and these packs with what it knows of them, and in the folder `LATER` what is not needed at once."""
    later, libraries = folder / LATER, _libraries()
    shutil.rmtree(later, ignore_errors=True)
    later.mkdir()
    (later / LIBRARIES).write_bytes(_zipped(libraries))
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as cache:
        library = Path(made)
        _lay_out(library, packs)
        _learn(library, cache, sorted({name.partition("/")[0].removesuffix(".py") for name in libraries}))
        for path in sorted((library / "ruledsl" / KNOWN).iterdir()):
            if OF_ONE_GAME.match(path.name):
                (later / path.name).write_bytes(path.read_bytes())
                path.unlink()
        paths = (path for path in library.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        files = {path.relative_to(library).as_posix(): path.read_bytes() for path in paths}
    (folder / "ruledsl.zip").write_bytes(_zipped(files))


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """An archive, the same for the same files."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=SMALLEST) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return found.getvalue()


def _lay_out(library: Path, packs: Mapping[str, Path]) -> None:
    files = sources() | {"_data/grammar/ruledsl.lark": grammar_text().encode()}
    for id_, folder in packs.items():
        found = [name for name in below(folder).files if not is_test(name)]
        if (folder / POLICY).is_file():
            found.append(POLICY)
        files |= {f"_data/rulesets/{id_}/{name}": (folder / name).read_bytes() for name in found}
    for name, data in files.items():
        place = library / "ruledsl" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _libraries() -> dict[str, bytes]:
    """The packages that read packs, as they are imported; what wheels say of themselves goes to the licences."""
    instead = {"rpds.py": Path(__file__).with_name("rpds.py").read_bytes()}
    return instead | {
        name: data
        for one in vendored().values()
        if one.is_wheel
        for name, data in one.members()
        if not NOT_IMPORTED.search(name)
    }


def _learn(library: Path, cache: str, names: list[str]) -> None:
    """Let what is laid out there work out what it knows of its packs. The libraries of these names are not there yet."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(library),
        "PYTHONDONTWRITEBYTECODE": "1",
        "RULEDSL_CACHE": cache,
        "RULEDSL_PACKS": str(library / "none"),
    }
    command = [sys.executable, "-m", "ruledsl.page.known", *names]
    done = subprocess.run(command, env=environment, cwd=library, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NotWritten(
            f"What these packs mean could not be worked out: {done.stderr.strip().splitlines()[-1:]}"
        )
