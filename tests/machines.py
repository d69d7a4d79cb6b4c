"""Other machines than this one, as far as they are to be had: `python tests/machines.py`, a part of `make soak`.

The types as they are on Windows and macOS. Then a short suite, which meets every library, with the lowest versions that pyproject.toml allows,
and with the newest ones on every Python that is here. Then all tests of the source distribution, unpacked where nothing else is. Needs uv, which
makes the environments; `--only types|lowest|newest|sources` does a part, `--short` runs no more than the short suite from the sources.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = "install,native,web,lsp,study,cluster,rl"
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "httpx", "pytest-lsp")
SYSTEMS = ("win32", "darwin")
OLDEST, NEWEST = 11, 14
"""Versions of Python 3 that are looked for."""
SHORT = """
    tests/cli/test_edges.py tests/cli/test_new.py tests/cli/test_packs.py tests/cli/test_study.py
    tests/cli/test_study_lines.py tests/cli/test_cluster.py tests/engine/machines/test_backend.py
    tests/engine/machines/test_batch.py tests/rules/packs/test_jsonschema_check.py tests/rules/packs/test_schemafits.py
    tests/rules/packs/test_yamlreader.py tests/lab/rl tests/table/server/test_on_windows.py
    tests/table/server/test_safe_to_leave_open.py tests/table/server/test_table.py tests/table/server/test_workshop.py
    tests/author/service/test_protocol.py tests/base/store tests/lab/study/test_scale.py
    tests/language/syntax/test_syntax_cases.py
""".split()


def ran(*command, cwd=ROOT, **env):
    """Was it well? What it says is shown."""
    print("$", *command, flush=True)  # noqa: T201
    return not subprocess.run(command, cwd=cwd, env={**os.environ, **env}, check=False).returncode


def pythons():
    """Interpreters that really run, by version: on the path, or where pyenv keeps them."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in range(OLDEST, NEWEST + 1):
        name = f"python3.{minor}"
        found = [shutil.which(name), *sorted(map(str, kept.glob(f"3.{minor}.*/bin/{name}")), reverse=True)]
        for place in filter(None, found):
            look = (place, "-c", "import sqlite3, ssl, venv")
            if not subprocess.run(look, check=False, capture_output=True).returncode:
                yield name, place
                break


def environment(folder, python, *packages, cwd=ROOT):
    """The Python of a new environment with these packages; None if it cannot be made."""
    inside = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    made = ran("uv", "venv", "--quiet", "--seed", "--python", python, str(folder))
    wanted = ("uv", "pip", "install", "--quiet", "--python", str(inside))
    return inside if made and all(ran(*wanted, *some, cwd=cwd) for some in packages) else None


def passes(python, words, cwd=ROOT):
    """Do the tests pass on it?"""
    return python is not None and ran(str(python), "-m", "pytest", "-p", "no:cacheprovider", *words, cwd=cwd)


def types(_room):
    """As other systems have them."""
    for system in SYSTEMS:
        cache = f".mypy_cache/{system}"
        yield (
            f"types on {system}",
            ran(sys.executable, "-m", "mypy", "--platform", system, "--cache-dir", cache),
        )


def lowest(room):
    """The lowest versions, on the oldest Python."""
    name, place = next(pythons())
    low = ("--resolution", "lowest-direct", "--editable", f".[{EXTRAS}]")
    yield f"lowest versions on {name}", passes(environment(room / "low", place, low, TOOLS), SHORT)


def newest(room):
    """The newest versions, on every Python."""
    for name, place in pythons():
        new = ("--editable", f".[{EXTRAS}]", *TOOLS)
        yield f"newest versions on {name}", passes(environment(room / name, place, new), SHORT)


def sources(room, words):
    """What is handed out as sources."""
    built = ran(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(room))
    for archive in room.glob("*.tar.gz") if built else ():
        with tarfile.open(archive) as packed:
            packed.extractall(room / "sources", filter="data")
        (folder,) = (room / "sources").iterdir()
        locked = ("--require-hashes", "--requirement", "requirements-dev.lock")
        itself = ("--no-deps", "--no-build-isolation", "--editable", ".")
        python = environment(room / "from-sources", sys.executable, locked, itself, cwd=folder)
        yield "tests of the sources", passes(python, words, folder)
        return
    yield "tests of the sources", False


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", choices=("types", "lowest", "newest", "sources"))
    asked.add_argument("--short", action="store_true")
    options = asked.parse_args()
    if shutil.which("uv") is None:
        print("Other machines are left out: this needs uv.")  # noqa: T201
        return 0
    words = SHORT if options.short else ["-n", "auto", "--dist", "loadfile"]
    parts = {
        "types": types,
        "lowest": lowest,
        "newest": newest,
        "sources": lambda room: sources(room, words),
    }
    with tempfile.TemporaryDirectory() as room:
        found = [
            result
            for name, part in parts.items()
            if options.only in (None, name)
            for result in part(Path(room))
        ]
    for what, well in found:
        print(f"{'well' if well else 'WRONG'}: {what}")  # noqa: T201
    return 0 if all(well for _, well in found) else 1


if __name__ == "__main__":
    sys.exit(main())
