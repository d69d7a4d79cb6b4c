"""Packs that are made up for a measure, in a folder that is thrown away: many races that nobody plays, boards of any size."""

from __future__ import annotations

import random
from pathlib import Path

TERRAINS = ("mountain", "hill", "forest", "swamp", "farmland")
RULES = (
    "my conquest_cost -1 if region is {0}",
    "my region_income +1 if region is {0}",
    "my losses at most 0 if region is {0}",
    "after my conquest if region is {0}: move 1 token of me from tray to hand",
)


def _pack(folder: Path, name: str) -> Path:
    home = folder / name
    home.mkdir(parents=True)
    (home / "pack.yaml").write_text(
        f'id: {name}\nversion: 0.1.0\nlanguage: 2\nname: {{en: "{name}"}}\nrequires: {{smallworld: ">=0.1"}}\n'
    )
    return home


def write_races(folder: Path, count: int) -> str:
    """A pack with so many races, all with a rule; its folder."""
    home = _pack(folder, f"races{count}")
    lines = ["races:"]
    for index in range(count):
        rule = RULES[index % len(RULES)].format(TERRAINS[index % len(TERRAINS)])
        lines += [
            f"  crowd_{index}:",
            f'    name: {{en: "Crowd {index}"}}',
            f'    summary: {{en: "One of many: {index}."}}',
            "    number: 6",
            "    tray: 12",
            f"    rules: |\n      {rule}",
        ]
    (home / "races.yaml").write_text("\n".join(lines) + "\n")
    return str(home)


def write_boards(folder: Path, sizes: tuple[int, ...], players: int) -> str:
    """A pack with a board of each size, `board_N`: a grid eight regions wide; the outer rows are where races come in. Its folder."""
    home = _pack(folder, "boards")
    lines = ["maps:"]
    for size in sizes:
        lines += [
            f"  board_{size}:",
            f'    name: {{en: "{size} regions"}}',
            f"    players: [{players}]",
            "    rounds: 9",
        ]
        lines += ["    regions:", *_grid(size)]
    (home / "maps.yaml").write_text("\n".join(lines) + "\n")
    return str(home)


def _grid(size: int, width: int = 8) -> list[str]:
    chance = random.Random(size)
    lines = []
    for place in range(size):
        beside = [place - 1] if place % width else []
        beside += [place + 1] if place % width < width - 1 else []
        borders = [n + 1 for n in (*beside, place - width, place + width) if 0 <= n < size]
        lines += [f"      {place + 1}:", f"        terrain: {chance.choice(TERRAINS)}"]
        if place % width in (0, width - 1):
            lines.append("        entry: true")
        if chance.random() < 0.25:
            lines.append("        symbols: [lost_tribe]")
        lines.append(f"        borders: {borders}")
    return lines
