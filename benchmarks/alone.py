"""A page without a server beside the same page from `ruledsl serve`: `python -m benchmarks.alone [--rounds 5] [--answers 30] [--games 5] [PACK …]`.

Measured in turn are, in seconds, a browser's first visit until the first board (the lobby included), and a visit of that table when the browser
has kept what it was sent; then, in milliseconds, presses until the next position is painted (as `benchmarks.painting`). The table has
medians, and the load of the machine, on which they depend. Last come choices of bots, in the same positions here (wasmtime) and in a worker of the
page: milliseconds for one, in the mean, and how many times as long the browser takes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from alone import Shown, built, sit_down
from conftest import ARGUMENTS, CHROMIUM, DESKTOP, Server, still
from playing import at_table
from test_page_alone import PROBE, PROBED

from benchmarks.painting import answered

KEPT = """
    navigator.serviceWorker.getRegistration().then((one) => one && navigator.serviceWorker.ready.then(() => true))
"""
"""Waits until a page that keeps itself has done so."""


CHOICES = 80
BOTS = ("greedy", "search")
TIMED = """
import json
import time
from ruledsl.play.bots import bot
from ruledsl.play.rules import load
from ruledsl.play.views import SeatView

game = load({pack!r}).new_game(2, {seed})
taken = {{name: [] for name in {bots!r}}}
while not game.over and len(game.choices) < {choices}:
    view = SeatView(game, game.decision.player)
    for name, times in taken.items():
        began = time.perf_counter()
        found = bot(name, 1).choose(view)
        if view.count > 1:
            times.append(time.perf_counter() - began)
    game.choose(found)
told = json.dumps([game.hash, taken])
told
"""
"""A game in which both bots are asked for each choice: its last state, and how long they took."""


class Thinking:
    """Choices of bots, here and in a browser; they are the same, so that both think about the same positions."""

    def __init__(self, pack: str) -> None:
        self.pack = pack
        self.here: dict[str, list[float]] = {bot: [] for bot in BOTS}
        self.there: dict[str, list[float]] = {bot: [] for bot in BOTS}

    def play(self, page: Any, seed: int) -> None:
        """A game here, and the same one in a worker of this page."""
        program = TIMED.format(pack=self.pack, seed=seed, bots=BOTS, choices=CHOICES)
        inside: dict[str, Any] = {}
        exec(program, inside)  # noqa: S102 - it stands above
        last, here = json.loads(inside["told"])
        same, there = page.evaluate(PROBED, program)
        if last != same:
            raise SystemExit("They did not play the same game.")
        for bot in BOTS:
            self.here[bot] += here[bot]
            self.there[bot] += there[bot]

    def rows(self) -> list[str]:
        """The means of each bot, and their ratio."""
        means = (
            (bot, *(1000 * statistics.mean(taken[bot]) for taken in (self.here, self.there))) for bot in BOTS
        )
        return [f"| {bot} | {here:.1f} | {there:.1f} | {there / here:.2f} |" for bot, here, there in means]


class Measured:
    """What was measured at one address."""

    def __init__(self) -> None:
        self.cold: list[float] = []
        self.kept: list[float] = []
        self.presses: list[float] = []

    def visit(self, browser: Any, address: str, answers: int) -> None:
        """A first visit, a second one, and some presses."""
        context = browser.new_context(viewport=DESKTOP, storage_state=still(address))
        page = context.new_page()
        began = time.perf_counter()
        page.goto(address)
        sit_down(page)
        self.cold.append(time.perf_counter() - began)
        page.evaluate(KEPT)
        again = context.new_page()
        table = page.url
        page.close()
        began = time.perf_counter()
        again.goto(table)
        at_table(again)
        self.kept.append(time.perf_counter() - began)
        self.presses += answered(again, answers, Random(1))
        context.close()

    @property
    def row(self) -> str:
        """The medians."""
        cold, kept, press = (statistics.median(part) for part in (self.cold, self.kept, self.presses))
        return f"{cold:.1f} | {kept:.1f} | {press:.0f}"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="*", default=["smallworld"])
    parser.add_argument("--rounds", type=int, default=5, help="how many visits")
    parser.add_argument("--answers", type=int, default=30, help="how many presses in each")
    parser.add_argument("--games", type=int, default=5, help="how many games bots begin")
    chosen = parser.parse_args()
    served, alone, thinking = Measured(), Measured(), Thinking(chosen.packs[0])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shown = Shown(built(Path(folder) / "site", *chosen.packs))
        server = Server(Path(folder), Path(folder) / "cache")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            for _ in range(chosen.rounds):
                served.visit(browser, server.address, chosen.answers)
                alone.visit(browser, shown.address, chosen.answers)
            shown.instead["/probe.js"] = PROBE
            page = browser.new_page()
            page.goto(shown.address)
            page.wait_for_selector(".go")
            for seed in range(chosen.games):
                thinking.play(page, seed)
        finally:
            browser.close()
            server.kill()
            shown.end()
    print("| page | first visit, s | kept, s | press, ms | load |")
    print("|---|---|---|---|---|")
    for name, measured in (("served", served), ("alone", alone)):
        print(f"| {name} | {measured.row} | {os.getloadavg()[0]:.1f} |")
    print("\n| bot | here, ms | in the browser, ms | times |\n|---|---|---|---|")
    print("\n".join(thinking.rows()))


if __name__ == "__main__":
    main()
