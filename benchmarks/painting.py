"""How soon the table shows what was pressed: `python -m benchmarks.painting [--answers 40] [--games islands,crossover]`.

A person at a browser plays against a bot that chooses at once. Measured is the time from an answer's press, as the browser has noted it, until the
frame with the next position is painted: in milliseconds, as medians and 95th percentiles, with the load of the machine, on which they depend.
Processor time for each press, of the page and of the server, hardly depends on it; it includes what follows the frame, such as the bot's turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from conftest import ARGUMENTS, CHROMIUM, DESKTOP, Server, still
from playing import answer, asked, at_table, changed, position

EIGHT = "smallworld,underground,cursed,grand_dames,be_not_afraid,royal_bonus,spiders_web,crossover"
GAMES = {
    "smallworld": "smallworld",
    "underground": "underground",
    "islands": "warcraft",
    "sky": "smallworld,sky_islands",
    "eight packs": EIGHT,
}
NOTED = """
    () => {
        window.painted = [];
        let pressed = 0;
        for (const kind of ["pointerup", "keydown"]) addEventListener(kind, (event) => (pressed = event.timeStamp), true);
        const shown = () => {
            const began = pressed;
            pressed = 0;
            if (began) requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - began)));
        };
        const table = document.querySelector(".table");
        new MutationObserver(shown).observe(table, { attributes: true, attributeFilter: ["data-made"] });
    }
"""
"""A task after the next frame begins is one after it was painted."""


class Played(NamedTuple):
    """Milliseconds: from each press to its frame; of the processor in all, by the page and by the server."""

    times: list[float]
    page: float
    server: float


def used_by(server: Server) -> float:
    """Milliseconds of the processor that a server has used so far."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def used_in(tools: Any) -> float:
    """The same of a page."""
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return 1000 * metrics["ProcessTime"]


def answered(page: Any, answers: int, chance: Random) -> list[float]:
    """Give so many answers at a table. Returns the milliseconds from each press to its frame."""
    page.evaluate(NOTED)
    for _ in range(answers):
        if not asked(page):
            break
        made = position(page)
        answer(page, chance.randrange)
        if not page.locator(".result").count():
            changed(page, made)
    times: list[float] = page.evaluate("window.painted")
    return times


def played(browser: Any, packs: str, answers: int) -> Played:
    """So many answers of a game."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), Path(folder) / "cache", *packs.split(","), "--seats", "human,random")
        try:
            page = browser.new_page(viewport=DESKTOP, storage_state=still(server.address))
            page.goto(server.links[0])
            at_table(page)
            tools = page.context.new_cdp_session(page)
            tools.send("Performance.enable")
            before = used_in(tools), used_by(server)
            times = answered(page, answers, Random(1))
            found = Played(times, used_in(tools) - before[0], used_by(server) - before[1])
            page.close()
        finally:
            server.kill()
    return found


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=40, help="how many presses in each game")
    parser.add_argument("--games", default=",".join(GAMES), help="which of them")
    chosen = parser.parse_args()
    print("| game | presses | median | 95 % | processor: page | server | load |")
    print("|---|---|---|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name in chosen.games.split(","):
            times, page, server = played(browser, GAMES[name], chosen.answers)
            count, low, high = len(times), statistics.median(times), statistics.quantiles(times, n=20)[-1]
            each = f"{page / count:.0f} | {server / count:.0f}"
            print(
                f"| {name} | {count} | {low:.0f} | {high:.0f} | {each} | {os.getloadavg()[0]:.1f} |",
                flush=True,
            )
        browser.close()


if __name__ == "__main__":
    main()
