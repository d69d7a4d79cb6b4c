"""How much commands work until they answer: `python -m benchmarks.starting`.

Every figure is processor time, of the command and the processes it waits for, divided by that of a process which only imports lark, jsonschema
and ruamel.yaml: the mean of one right before and one right after. The machine and what else it does fall out of that.

* cold: nothing is kept from earlier runs, and everything is kept for later ones. Modules are compiled, as an installation has them.
* changed: in one file of the packs, chosen at random each time, a line was added since the last run.
* warm: the same again and again, nothing was changed.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.measures import Measure
from ruledsl.rules.packs.folders.find import official_folder

TESTS = ("scenarios", "playthroughs")
GAMES = ("smallworld", "underground", "warcraft")
TOGETHER = (*GAMES, "crossover")
GAME = ("smallworld", "--players", "2", "--seats", "human,random")
SERVED = (*GAME, "--port", "0")
YARDSTICK = ["-c", "import lark, jsonschema, ruamel.yaml"]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: what is run, what is done before each time, and the ratios it must and should stay below."""

    name: str
    run: Callable[[], object]
    must: float
    aim: float | None = None
    before: Callable[[], object] = lambda: None
    first: Callable[[], object] = lambda: None
    """Done once, before the others."""


def starting(rounds: int) -> Iterator[Measure]:
    """The ratios, one figure a round."""
    with tempfile.TemporaryDirectory() as folder:
        for row in _rows(Path(folder)):
            yield _measure(row, rounds)


def _rows(folder: Path) -> list[Row]:
    root, cache = folder / "packs", folder / "cache"
    shutil.copytree(official_folder(), root)
    chance = random.Random(1)
    files = sorted(
        path for game in GAMES for path in (root / game).rglob("*.yaml") if path.parts[-2] not in TESTS
    )

    def command(*words: str) -> Callable[[], object]:
        return partial(_run, ["-m", "ruledsl.cli", *words], cache)

    def folders(packs: tuple[str, ...]) -> list[str]:
        return [str(root / pack) for pack in packs]

    def change() -> None:
        with chance.choice(files).open("a", encoding="utf-8") as file:
            file.write("# one line more\n")

    one, all_, three = (command("validate", *folders(packs)) for packs in (GAMES[:1], TOGETHER, GAMES))
    forget = partial(shutil.rmtree, cache, ignore_errors=True)
    warm = {words[0]: command(*words) for words in (("list", "smallworld"), ("show", "smallworld/amazons"))}
    serve, lsp = partial(_first_page, cache, folder / "tables"), partial(_first_findings, cache, root)
    return [
        Row("validate smallworld, cold", one, 7, 4, forget),
        Row("validate three games and crossover, cold", all_, 25, 12, forget),
        Row("play smallworld, cold", command("play", *GAME), 6, 4, forget),
        Row("validate three games, one file changed", three, 5, 3, change, three),
        Row("validate smallworld, warm", one, 0.9, 0.6, first=one),
        *(Row(f"{word} smallworld, warm", run, 0.9, 0.6, first=run) for word, run in warm.items()),
        Row("serve to the first page, warm", serve, 3, first=serve),
        Row("lsp to the first findings, warm", lsp, 5, first=lsp),
    ]


def _measure(row: Row, rounds: int) -> Measure:
    """The yardstick is laid on around each run, so that both meet the same machine."""
    yard = partial(_run, YARDSTICK, None)
    row.first()
    row.before()
    _spent(row.run)  # modules are compiled
    figures, last = [], _spent(yard)
    for _ in range(rounds):
        row.before()
        spent, before, last = _spent(row.run), last, _spent(yard)
        figures.append(spent / statistics.mean((before, last)))
    bounds = f"must {row.must:g}" + (f", aim {row.aim:g}" if row.aim else "")
    return Measure(f"{row.name} ({bounds})", "×", figures)


def _run(words: list[str], cache: Path | None) -> None:
    subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *words],
        env=_environment(cache),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def _first_page(cache: Path, data: Path) -> None:
    """A server until its lobby and the page of a table are there."""
    words = [sys.executable, "-m", "ruledsl.cli", "serve", *SERVED, "--data", str(data)]
    with subprocess.Popen(words, env=_environment(cache), stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - as above
        for line in server.stdout or ():
            if "/table/" in line:
                address = next(word for word in line.split() if word.startswith("http://"))
                with urllib.request.urlopen(address) as page:  # noqa: S310 - our own server
                    page.read()
                break
        server.kill()


def _first_findings(cache: Path, root: Path) -> None:
    """A language server until it has said what is wrong with a file that is opened."""
    words = [sys.executable, "-m", "ruledsl.cli", "lsp"]
    path = root / "smallworld" / "races" / "amazons.yaml"
    document = {
        "uri": path.as_uri(),
        "languageId": "yaml",
        "version": 1,
        "text": path.read_text(encoding="utf-8"),
    }
    with subprocess.Popen(  # noqa: S603 - as above
        words, env=_environment(cache), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        _say(server, "initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}, id=1)
        while _heard(server).get("id") != 1:
            pass
        _say(server, "initialized", {})
        _say(server, "textDocument/didOpen", {"textDocument": document})
        while _heard(server).get("method") != "textDocument/publishDiagnostics":
            pass
        server.kill()


def _say(server: subprocess.Popen[bytes], method: str, params: object, **more: int) -> None:
    text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    assert server.stdin is not None  # noqa: S101 - it is a pipe
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    server.stdin.flush()


def _heard(server: subprocess.Popen[bytes]) -> dict[str, object]:
    assert server.stdout is not None  # noqa: S101 - as above
    length = 0
    while (line := server.stdout.readline().strip()) != b"":
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    found: dict[str, object] = json.loads(server.stdout.read(length))
    return found


def _spent(run: Callable[[], object]) -> float:
    """For how many seconds that, and what it waits for, kept a core busy: what else the machine does counts little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _environment(cache: Path | None) -> dict[str, str]:
    """With compiled modules, as an installation has them."""
    kept = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"RULEDSL_CACHE": str(cache or "off")}


if __name__ == "__main__":
    for measure in starting(int(sys.argv[1]) if len(sys.argv) > 1 else 5):
        figures = sorted(measure.figures)
        print(
            f"{measure.name:66} {statistics.median(figures):5.2f}×   {figures[0]:.2f} to {figures[-1]:.2f}",
            flush=True,
        )
