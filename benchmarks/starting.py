"""How quickly commands start, compared with what they import: `python -m benchmarks.starting`.

Every figure is a ratio of medians measured in the same run: the time of a command, divided by that of a process that only imports what this
command imports (of modules: the command is run once, and asked which it has). The machine and what else it does fall out of that.

* cold: nothing is kept from earlier runs; the cache is switched off.
* warm: the same again and again, with a cache.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.measures import Measure
from ruledsl.packs import known_packs

__all__ = ["starting"]

GAME = ("smallworld", "--players", "2", "--seats", "human,random")
LISTED = "import sys\nfrom ruledsl.cli import main\ntry: main({words!r})\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"


def starting(rounds: int) -> Iterator[Measure]:
    """The ratios, one figure a round."""
    yield _measure("--help", ["--help"], rounds, cache="off")
    yield _measure("cold validate of all packs", ["validate", *known_packs()], rounds, cache="off")
    with tempfile.TemporaryDirectory() as folder:
        for words in (
            ["validate", *known_packs()],
            ["list", "smallworld", "--format", "json"],
            ["show", "smallworld/amazons"],
            ["play", *GAME],
        ):
            _run(_command(words), folder)
            yield _measure(f"warm {words[0]}", words, rounds, cache=folder)


def _measure(name: str, words: list[str], rounds: int, *, cache: str) -> Measure:
    """Command and imports in turn, so that both meet the same machine."""
    imports = ["-c", f"import {', '.join(_modules(words, cache))}"]
    _run(imports, cache)
    figures = [_run(_command(words), cache) / _run(imports, cache) for _ in range(rounds)]
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
