"""How quickly an editor hears what is wrong: `python -m benchmarks.keystrokes [--tiles 3] [--every 1]`.

Tile files are typed letter by letter into the largest composition, all packs that come with ruledsl together. After every letter the language
service is asked for the findings of that file, and after every tenth for everything. Times are those of the processor, since a busy
machine takes longer for everything; they are shown as medians and 95th percentiles, in milliseconds.

Nothing is shown that is not so: at the end of each file the findings are compared with those of `validate`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ruledsl.author.service.service import Service
from ruledsl.base.diagnostics import Diagnostic
from ruledsl.base.store import much_is_held
from ruledsl.play.loading.validating import validate
from ruledsl.rules.packs.folders.find import official_folder

TILES = (
    "smallworld/races/amazons.yaml",
    "smallworld/powers/dragon_master.yaml",
    "smallworld/powers/bivouacking.yaml",
    "smallworld/races/skeletons.yaml",
    "cursed/powers.yaml",
)
PACKS = tuple("crossover warcraft cursed grand_dames leaders sky_islands tales".split())
"""With what they require, most of what can be in one game."""
EVERYTHING = 10


def timed(ask: Callable[[], list[Diagnostic]], into: list[float]) -> list[Diagnostic]:
    """What is answered; how long that took, in milliseconds of the processor, goes to a list."""
    start = time.process_time()
    found = ask()
    into.append(1000 * (time.process_time() - start))
    return found


def typed(text: str, every: int) -> Iterator[str]:
    """A text as it grows; all of it at the end."""
    yield from (text[:length] for length in range(1, len(text), every))
    yield text


def figures(name: str, times: list[float]) -> str:
    """A line of the table."""
    low = statistics.median(times)
    high = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else low
    return f"| {name} | {len(times)} | {low:.0f} | {high:.0f} |"


def main() -> None:
    """Type, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, default=3, help="how many files are typed")
    parser.add_argument("--every", type=int, default=1, help="how many letters at a time")
    chosen = parser.parse_args()
    much_is_held()  # as the language server does
    service = Service(PACKS)
    files = [path for name in TILES if (path := official_folder() / name).is_file()][: chosen.tiles]
    mine: list[float] = []
    whole: list[float] = []
    for path in files:
        service.everything(path)  # what is read for the first time is no keystroke
        for number, text in enumerate(typed(path.read_text(encoding="utf-8"), chosen.every)):
            service.put(path, text)
            timed(lambda path=path: service.findings(path), mine)
            if number % EVERYTHING == 0:
                timed(lambda path=path: service.everything(path), whole)
        agree(service, path)
        service.put(path, None)
    print("| after a letter | letters | median | 95 % |")
    print("|---|---|---|---|")
    print(figures("findings of the file", mine))
    print(figures("findings of everything", whole))


def agree(service: Service, path: Path) -> None:
    """The text is whole again: what is found is what `validate` finds."""
    if service.everything(path) != validate(*PACKS):
        raise SystemExit(f"{path}: the service and `validate` disagree")


if __name__ == "__main__":
    main()
