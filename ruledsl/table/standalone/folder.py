"""The folder of the page: its own files, those of the table's page, Python, and an archive with ruledsl, packs, and their cached results."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import ZipFile

from ruledsl.base.store import KNOWN
from ruledsl.language.syntax.grammar import tables
from ruledsl.language.syntax.grammarfile import FILE, TABLES, grammar_text
from ruledsl.play.bots.policy import FILE as POLICY
from ruledsl.rules.packs.folders.below import below, is_test
from ruledsl.table.server.documents import document
from ruledsl.table.server.settings import PAGE
from ruledsl.table.standalone.boot import ABOUT
from ruledsl.table.standalone.precache import COVERS, OF_ONE_GAME
from ruledsl.table.standalone.sources import OF_WORKSHOP, READ, packed, sources
from ruledsl.table.standalone.vendored import vendored

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping

    from ruledsl.table.standalone.vendored import Vendored

STATIC = Path(__file__).with_name("static")
STDLIB = "python_stdlib.zip"
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
"""The files of Pyodide that a page needs."""
LOCK = "pyodide-lock.json"
KEEPER = "sw.js"
NOT_IMPORTED = re.compile(r"\.dist-info/|/tests/|/benchmarks/|\.pyi$|/py\.typed$")
"""Files in wheels that are never imported."""
LATER = "known"
"""The folder of files that are fetched when somebody plays with certain packs."""
GRAMMAR = "ruledsl/_data/grammar"
"""The folder of the grammar. Only what reads rules needs the tables in it."""
IN_BROWSER = ("ruledsl.table.standalone.background", "ruledsl.engine.machines.machine")
"""Modules that only a browser imports, at once."""
NOT_IN_BROWSER = frozenset({"ruledsl.engine.machines.wasm"})
"""Modules that a browser never imports: it has a machine of its own."""
USELESS = frozenset("_pyrepl doctest imaplib mailbox pdb poplib pydoc smtplib wsgiref xmlrpc".split())
"""What of Python's library needs a terminal or a server, of which a browser has none."""
SCRIPTS = ("opened.js", "worker.js", "spawn.js", "background.js", "python.js", "machine.js", "storage.js")
POLICIES = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
)
POLICIES_OF_WORKSHOP = (
    *(policy for policy in POLICIES if not policy.startswith("style-src")),
    "style-src 'self' 'unsafe-inline'",
    "frame-src blob:",
)
"""The editor and papers have their own styles, which a nonce cannot distinguish in files without a server. Styles load
nothing: everything that they could load is forbidden."""
LEADS = '<meta name="workshop" content="workshop.html">\n'
"""The place of the link to the workshop."""
HAS_COVERS = '<meta name="covers" content="{}">\n'
"""The packs whose covers are drawn already (`precache`)."""
STAGE = """\
<p id="stage" role="status"></p>
<p id="opened" role="alert" hidden>This page was opened as a file, and from files browsers load no scripts: serve its folder. \
Type <code>python3 -m http.server</code> there (on Windows <code>py -m http.server</code>), and open <code>http://localhost:8000/</code>.</p>
<script src="opened.js"></script>"""
"""The message that Python is still loading; and the one of a page that was opened as a file, where only a script like this runs."""


class NotWritten(Exception):
    """The page cannot be written, with the reason as one sentence."""


def needs() -> str:
    """The path of Node.js, which compiles the modules. `NotWritten` if it is not installed."""
    node = shutil.which("node")
    if node is None:
        raise NotWritten("The modules are compiled by Node.js, which is not installed.")
    return node


def write(
    packs: Mapping[str, Path],
    folder: Path,
    *,
    workshop: bool = False,
    tell: Callable[[str], None] = lambda _doing: None,
) -> int:
    """Write the page with these packs, by id; returns its size in bytes. `NotWritten`, `NotFetched` or `OSError` if that fails.

    `tell` hears what is being done, for whoever waits.
    """
    needs()
    for one in vendored(workshop=workshop).values():
        tell(f"{one.name} {one.version} is fetched")
        one.data()
    tell("the page is written")
    folder.mkdir(parents=True, exist_ok=True)
    _write_python(folder / "python")
    _write_licences(folder / "licences", vendored(workshop=workshop))
    _write_archives(packs, folder, workshop=workshop, tell=tell)
    _write_page(folder, workshop=workshop)
    _write_keeper(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_page(folder: Path, *, workshop: bool) -> None:
    """The page of the tables, and that of the workshop, with another module in place of the server."""
    left_out = () if workshop else ("workshop", "codemirror.js")
    shutil.copytree(
        PAGE,
        folder / "page",
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("index.html", "workshop.html", *left_out),
    )
    shutil.copyfile(STATIC / "reach.js", folder / "page" / "reach.js")
    for name in SCRIPTS:
        shutil.copyfile(STATIC / name, folder / name)
    covers = HAS_COVERS.format(" ".join(sorted(path.stem for path in (folder / COVERS).iterdir())))
    _write_html(folder / "index.html", document("index.html"), POLICIES, covers + (LEADS if workshop else ""))
    if workshop:
        page = document("workshop/workshop.html")
        _write_html(folder / "workshop.html", page, POLICIES_OF_WORKSHOP)


def _write_html(place: Path, html: str, policies: tuple[str, ...], more: str = "") -> None:
    """A document in the form for this folder, with its policy."""
    html = html.replace('"/page/', '"page/')
    html = html.replace("</body>", f"{STAGE}\n</body>")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(policies)}">'
    place.write_text(html.replace("<title>", f"{policy}\n{more}<title>"), encoding="utf-8")


def _write_keeper(folder: Path) -> None:
    """The service worker, which stores everything in a browser as it is here, and distinguishes versions of this folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != KEEPER)
    digest = hashlib.sha256()
    now: dict[str, str] = {}
    later: dict[str, str] = {}
    for path in paths:
        of_file = hashlib.sha256(path.read_bytes()).digest()
        digest.update(of_file)
        files = later if OF_ONE_GAME.match(path.name) else now
        files[path.relative_to(folder).as_posix()] = f"sha256-{base64.b64encode(of_file).decode()}"
    about = {
        "version": digest.hexdigest()[:16],
        "files": {"./": now["index.html"], **now},
        "later": later,
        "policy": "; ".join(POLICIES),
        "workshop": "; ".join(POLICIES_OF_WORKSHOP),
    }
    text = (STATIC / KEEPER).read_text(encoding="utf-8")
    (folder / KEEPER).write_text(f"const FOLDER = {json.dumps(about)};\n{text}", encoding="utf-8")


def _write_python(folder: Path) -> None:
    """Pyodide, without the packages that it offers."""
    folder.mkdir(exist_ok=True)
    for name, data in vendored()["pyodide"].members():
        if name in PYTHON:
            (folder / name).write_bytes(data)
        elif name == LOCK:
            lock = json.loads(data) | {"packages": {}}
            (folder / name).write_text(json.dumps(lock), encoding="utf-8")


def _write_licences(folder: Path, packages: Mapping[str, Vendored]) -> None:
    """The licences of each third-party package, and a list of them."""
    rows = [f"{one.name} {one.version}: {one.licence} ({one.file})" for one in packages.values()]
    files = {"THIRD-PARTY.txt": ("\n".join(rows) + "\n").encode()}
    for one in packages.values():
        files |= {f"{one.name}-{name}": data for name, data in one.licences().items()}
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _archives(folder: Path, *, workshop: bool) -> dict[str, dict[str, bytes]]:
    """What is packed together, by name: each its files."""
    archives = {
        "rest": _program(),
        "libraries": _libraries(vendored(workshop=False)),
        "python": _stdlib(folder / "python" / STDLIB),
    }
    if workshop:
        archives["workshop"] = _less(_program(*OF_WORKSHOP), archives["rest"])
        archives["workshop"] |= _less(_libraries(vendored()), archives["libraries"])
    return archives


def _write_archives(
    packs: Mapping[str, Path], folder: Path, *, workshop: bool, tell: Callable[[str], None]
) -> None:
    """The modules of ruledsl and these packs with cached results, and in the folder `LATER` everything that is not needed at once."""
    later = folder / LATER
    shutil.rmtree(later, ignore_errors=True)
    later.mkdir()
    archives = _archives(folder, workshop=workshop)
    with tempfile.TemporaryDirectory() as made:
        library = Path(made) / "library"
        _put(library, archives["rest"] | _packs(packs))
        tell("rules are compiled for the page")
        _run(library, "ruledsl.table.standalone.precache")
        tell("a game is played, to see what the page loads at once")
        played = {
            *json.loads(_run(library, "ruledsl.table.standalone.rehearsal")),
            *IN_BROWSER,
        } - NOT_IN_BROWSER
        archives["rest"] = {
            name: data
            for name, data in archives["rest"].items()
            if name == f"{GRAMMAR}/{TABLES}" or _owner(name, archives["rest"]) not in played
        }
        _know(library, archives, workshop=workshop)
        for name, files in archives.items():
            _put(Path(made) / name, files)
        for name in archives["rest"]:
            (library / name).unlink()
        shutil.rmtree(folder / COVERS, ignore_errors=True)
        shutil.move(library / "ruledsl" / COVERS, folder / COVERS)
        tell("modules are compiled for the page's Python")
        _compile(folder / "python", Path(made), played)
        tell("everything is packed")
        for path in sorted((library / "ruledsl" / KNOWN).iterdir()):
            if OF_ONE_GAME.match(path.name):
                path.rename(later / path.name)
        for name in archives:
            (later / name).write_bytes(packed(_files(Path(made) / name)))
        imported = {name: data for name, data in _files(library).items() if not name.endswith(".pyc")}
        (folder / "ruledsl.packed").write_bytes(packed(imported))


def _know(library: Path, archives: Mapping[str, Mapping[str, bytes]], *, workshop: bool) -> None:
    """Add to the page's data which modules come later, and whether it has a workshop."""
    place = library / "ruledsl" / "_data" / "rulesets" / ABOUT
    names = {
        name: sorted({name for path in files for name in _modules(path)}) for name, files in archives.items()
    }
    about = json.loads(place.read_text(encoding="utf-8")) | {"archives": names, "workshop": workshop}
    place.write_text(json.dumps(about), encoding="utf-8")


def _program(*more: str) -> dict[str, bytes]:
    return {f"ruledsl/{name}": data for name, data in sources(*more).items()} | {
        f"{GRAMMAR}/{FILE}": grammar_text().encode(),
        f"{GRAMMAR}/{TABLES}": json.dumps(tables()).encode(),
    }


def _less(files: Mapping[str, bytes], others: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if name not in others}


def _packs(packs: Mapping[str, Path]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for id_, folder in packs.items():
        names = [name for name in below(folder).files if not is_test(name)]
        if (folder / POLICY).is_file():
            names.append(POLICY)
        files |= {f"ruledsl/_data/rulesets/{id_}/{name}": (folder / name).read_bytes() for name in names}
    return files


def _libraries(packages: Mapping[str, Vendored]) -> dict[str, bytes]:
    """Python packages as they are imported; the metadata of wheels goes to the licences."""
    files = {"rpds.py": Path(__file__).with_name("rpds.py").read_bytes()}
    for one in packages.values():
        if one.is_wheel:
            files |= {name: data for name, data in one.members() if not NOT_IMPORTED.search(name)}
    return files


def _stdlib(archive: Path) -> dict[str, bytes]:
    """The modules of Python's library that are of use in a browser."""
    with ZipFile(archive) as files:
        modules = [name for name in files.namelist() if name.endswith(".py")]
        return {name: files.read(name) for name in modules if _module(name).partition(".")[0] not in USELESS}


def _owner(path: str, files: Container[str]) -> str:
    """The module in a file; for other files the package, since a folder without its package would be taken for one."""
    if path.endswith(".py"):
        return _module(path)
    return next(
        ".".join(folder.parts) for folder in PurePosixPath(path).parents if f"{folder}/__init__.py" in files
    )


def _modules(path: str) -> Iterator[str]:
    """The module in a file, and its parent packages."""
    parts = _module(path).split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _module(path: str) -> str:
    """The name of the module in a file."""
    return ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def _run(library: Path, program: str) -> str:
    """Run a program there with the packs and the cache beside it; returns its output."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(library),
        "PYTHONDONTWRITEBYTECODE": "1",
        "RULEDSL_CACHE": str(library.parent / "cache"),
        "RULEDSL_PACKS": str(library / "none"),
    }
    command = [sys.executable, "-m", program]
    done = subprocess.run(command, env=environment, cwd=library, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NotWritten(f"`{program}` failed on these packs: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout.strip().rpartition("\n")[2]


def _compile(pyodide: Path, folder: Path, played: set[str]) -> None:
    """Replace all modules below a folder by byte code of the page's Python, and store the memory of this Python with those that are played."""
    program = Path(__file__).with_name("compiling.py")
    ours = {*sys.stdlib_module_names, "ruledsl"}
    modules = json.dumps(sorted(name for name in played if name.partition(".")[0] in ours))
    command = [needs(), str(STATIC / "compile.mjs"), str(pyodide), str(program), str(folder), READ, modules]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NotWritten(f"The modules could not be compiled: {done.stderr.strip().splitlines()[-1:]}")
