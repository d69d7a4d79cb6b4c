"""A page without a server beside the same page from `ruledsl serve`: `python -m benchmarks.alone [--rounds 5] [--answers 30] [PACK …]`.

Measured in turn are, in seconds, a browser's first visit until the first board (the lobby included), and a visit of that table when the browser
has kept what it was sent; then, in milliseconds, presses until the next position is painted (as `benchmarks.painting`). The table has
medians, and the load of the machine, on which they depend.
"""

from __future__ import annotations

import argparse
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

from benchmarks.painting import answered

KEPT = """
    navigator.serviceWorker.getRegistration().then((one) => one && navigator.serviceWorker.ready.then(() => true))
"""
"""Waits until a page that keeps itself has done so."""


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
    chosen = parser.parse_args()
    served, alone = Measured(), Measured()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shown = Shown(built(Path(folder) / "site", *chosen.packs))
        server = Server(Path(folder), Path(folder) / "cache")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            for _ in range(chosen.rounds):
                served.visit(browser, server.address, chosen.answers)
                alone.visit(browser, shown.address, chosen.answers)
        finally:
            browser.close()
            server.kill()
            shown.end()
    print("| page | first visit, s | kept, s | press, ms | load |")
    print("|---|---|---|---|---|")
    for name, measured in (("served", served), ("alone", alone)):
        print(f"| {name} | {measured.row} | {os.getloadavg()[0]:.1f} |")


if __name__ == "__main__":
    main()
