"""How quickly commands start, compared with what they import: `python -m benchmarks.starting`.

Every figure is a ratio of medians measured in the same run: the time of a command, divided by that of a process that only imports what this
command imports (of modules: the command is run once, and asked which it has). The machine and what else it does fall out of that.

* cold: nothing is kept from earlier runs, and everything is kept for later ones.
* changed: in one file of the packs, chosen at random each time, a line was added since the last run.
* warm: the same again and again, nothing was changed.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measures import Measure
from ruledsl.diagnostics import Diagnostics
from ruledsl.packs import known_packs, load_packs
from ruledsl.packs.folders.find import official_folder

__all__ = ["starting"]

TESTS = ("scenarios", "playthroughs")
GAME = ("smallworld", "--players", "2", "--seats", "human,random")
LISTED = "import sys\nfrom ruledsl.cli import main\ntry: main({words!r})\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"


def starting(rounds: int) -> Iterator[Measure]:
    """The ratios, one figure a round."""
    yield _measure("--help", ["--help"], rounds, cache="off")
    with tempfile.TemporaryDirectory() as folder:
        root, cache = Path(folder) / "packs", str(Path(folder) / "cache")
        shutil.copytree(official_folder(), root)
        packs = [str(root / Path(pack.folder).name) for pack in load_packs(known_packs(), Diagnostics())]
        command = ["validate", *packs]
        chance = random.Random(1)
        files = sorted(path for path in root.rglob("*.yaml") if path.parts[-2] not in TESTS)

        def forget() -> None:
            shutil.rmtree(cache, ignore_errors=True)

        def change() -> None:
            with chance.choice(files).open("a", encoding="utf-8") as file:
                file.write("# one line more\n")

        yield _measure("cold validate of all packs", command, rounds, cache=cache, before=forget)
        yield _measure("validate after a change in one file", command, rounds, cache=cache, before=change)
        for words in (
            command,
            ["list", "smallworld", "--format", "json"],
            ["show", "smallworld/amazons"],
            ["play", *GAME],
        ):
            _run(_command(words), cache)
            yield _measure(f"warm {words[0]}", words, rounds, cache=cache)


def _measure(
    name: str, words: list[str], rounds: int, *, cache: str, before: Callable[[], None] = lambda: None
) -> Measure:
    """Command and imports in turn, so that both meet the same machine; `before` is done before each command, and is not measured."""
    before()
    imports = ["-c", f"import {', '.join(_modules(words, cache))}"]
    _run(imports, cache)
    figures = []
    for _ in range(rounds):
        before()
        figures.append(_run(_command(words), cache) / _run(imports, cache))
    return Measure(f"{name} / its imports", "×", figures)


def _command(words: list[str]) -> list[str]:
    return ["-m", "ruledsl.cli", *words]


def _modules(words: list[str], cache: str) -> list[str]:
    """The modules that a command has loaded when it ends."""
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", LISTED.format(words=words)],
        env=_environment(cache),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        name for name in done.stderr.split() if name not in ("__main__", "sys") and _can_be_imported(name)
    ]


def _can_be_imported(name: str) -> bool:
    """Not the inner parts of Python that only look like modules."""
    return all(part.isidentifier() for part in name.split(".")) and not name.startswith("_frozen")


def _run(words: list[str], cache: str) -> float:
    """How long a process keeps a core busy, in seconds: what else the machine does counts little."""
    before = _spent()
    subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *words],
        env=_environment(cache),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return _spent() - before


def _spent() -> float:
    """Seconds that processes which have ended kept a core busy."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _environment(cache: str) -> dict[str, str]:
    """With compiled modules, as an installation has them."""
    kept = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"RULEDSL_CACHE": cache}


if __name__ == "__main__":
    for measure in starting(7):
        figures = sorted(measure.figures)
        print(f"{measure.name:40} {statistics.median(figures):5.2f}×   {figures[0]:.2f} to {figures[-1]:.2f}")
