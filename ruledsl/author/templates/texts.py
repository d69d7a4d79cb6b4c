"""The texts of first files. Each is valid, and its comments say what can be changed."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median_low
from typing import TYPE_CHECKING, Literal

from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, REGION
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ValueDef
    from ruledsl.rules.packs.model import Composition, Kind, Tile

USUAL_ROUNDS = 10
MOST_REGIONS = 400
ASKED = "Say here in one sentence what "
"""How the summary of a new tile begins. Earlier templates went on otherwise."""
SUMMARY = f"{ASKED}the tile {{name}} does; it is printed on it."
"""What a new tile says of itself. It has the name in it, since two tiles that say the same are reported."""


def titled(id_: str) -> str:
    """A name for an id."""
    return id_.replace("_", " ").title()


def state_of_summary(tile: Tile) -> Literal["none", "new", "told"]:
    """Does a tile say in its summary what it does? The sentence of a `new` file does not."""
    is_new = [text.startswith(ASKED) for text in tile.summary.values()]
    return "none" if not is_new else "new" if all(is_new) else "told"


def pack_text(id_: str, requires: Sequence[str], versions: Sequence[str]) -> str:
    """A `pack.yaml`."""
    wanted = ", ".join(f'{other}: ">={version}"' for other, version in zip(requires, versions, strict=True))
    return (
        f"# What this pack is and what it builds on. Its other files lie beside this one, and end in .yaml.\n"
        f"id: {id_}\nversion: 0.1.0\nlanguage: {LANGUAGE_VERSION}\nname: {titled(id_)}\nrequires: {{{wanted}}}\n"
    )


class FirstRule:
    """The first rule of a new tile: a value of a people and a region, changed by one on some terrain."""

    def __init__(self, value: ValueDef, sign: str, terrain: str) -> None:
        self.value = value
        self.text = f"my {value.name} {sign}1 if region is {terrain}"
        self.terrain = terrain


def first_rule(program: Program) -> FirstRule | None:
    """The most frequent rule of this kind among tiles; None if no tile has one."""
    counted: Counter[tuple[str, str]] = Counter()
    values: dict[str, ValueDef] = {}
    for modifier in program.modifiers:
        value = modifier.value
        kinds = [param.type for param in value.params]
        if (
            modifier.origin.owner.tile
            and kinds == [PEOPLE, REGION]
            and value.type == NUMBER
            and modifier.op in "+-"
        ):
            counted[value.name, modifier.op] += 1
            values[value.name] = value
    terrains = list(program.composition.words.terrains)
    if not counted or not terrains:
        return None
    (name, sign), _ = counted.most_common(1)[0]
    return FirstRule(values[name], sign, terrains[0])


def tile_text(id_: str, kind: Kind, composition: Composition, rule: FirstRule | None) -> str:
    """A file with one tile of a kind, with usual numbers."""
    others = [tile for tile in composition.tiles.values() if tile.kind == kind.id and not tile.copy_of]
    lines = [
        f"# A first {kind.names.get('en', kind.id)}. Change a number and see what comes of it:",
        "# in the workshop beside the text, elsewhere with `ruledsl validate`.",
        f"{kind.plural}:",
        f"  {id_}:",
        f"    name: {titled(id_)}",
        f"    summary: {SUMMARY.format(name=titled(id_))}",
    ]
    lines += [f"    {entry.key}: {_usual(entry.key, kind, others)}" for entry in kind.fields]
    if rule is not None and kind.borne_by == "people":
        lines += [
            "    rules: |",
            "      # One rule a line. `my` is the people that has this tile.",
            f"      {rule.text}",
        ]
    return "\n".join(lines) + "\n"


def _usual(key: str, kind: Kind, others: Sequence[Tile]) -> int:
    """The most frequent printed number; for tokens in the box, the largest."""
    numbers = [tile.fields[key] for tile in others if key in tile.fields] or [5]
    return max(numbers) if key == kind.tray else median_low(numbers)


def borders_of(text: str) -> dict[str, list[str]]:
    """`1-2 2-3`: each region with its neighbours. Raises `ValueError` for malformed borders."""
    neighbours: dict[str, list[str]] = {}
    for pair in re.split(r"[\s,;]+", text.strip()):
        ends = pair.split("-")
        if not re.fullmatch("([a-z0-9_]{1,20})-(?!\\1$)[a-z0-9_]{1,20}", pair):
            message = f"`{pair[:40]}` is no border: two regions with `-` between them, such as `1-2`."
            raise ValueError(message)
        for one, other in (ends, ends[::-1]):
            if other not in neighbours.setdefault(one, []):
                neighbours[one].append(other)
    if len(neighbours) > MOST_REGIONS:
        message = f"These are more than {MOST_REGIONS} regions."
        raise ValueError(message)
    return neighbours


def map_text(id_: str, borders: dict[str, list[str]], composition: Composition, players: int) -> str:
    """A file with a map of these regions; terrains alternate, the first region is an entry."""
    terrains = list(composition.words.terrains)
    rounds = median_low(
        [board.rounds for board in composition.maps.values() if board.rounds] or [USUAL_ROUNDS]
    )
    lines = [
        "# A map. `entry: true` says where one comes onto it; each border is said on both sides.",
        "maps:",
        f"  {id_}:",
        f"    name: {titled(id_)}",
        f"    players: [{players}]",
        f"    rounds: {rounds}",
        "    regions:",
    ]
    for number, (region, others) in enumerate(borders.items()):
        entry = "entry: true, " if number == 0 else ""
        lines.append(
            f"      {region}: {{terrain: {terrains[number % len(terrains)]}, {entry}borders: [{', '.join(others)}]}}"
        )
    return "\n".join(lines) + "\n"


def scenario_text(name: str, about: str, position: Sequence[str], steps: Sequence[str]) -> str:
    """A file with one scenario."""
    lines = ["scenarios:", f"  {name}:", f"    about: {about}", "    position:", "      players: 2"]
    lines += [f"      {line}" for line in position]
    lines += ["    steps:", *(f"      - {step}" for step in steps)]
    return "\n".join(lines) + "\n"


# ── publishing ──────────────────────────────────────────────────────────────────
# Files around a published pack: a repository on GitHub that checks it, a Python package that includes it.


WORKFLOW = """\
# Checks the pack at every change, tries its scenarios, and publishes its rulebook, its cards and its bundle as a page.
# For the page choose "GitHub Actions" once, under Settings, Pages. The topic `ruledsl-pack` lets others find the repository.
name: pack
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      security-events: write
    steps:
      - uses: actions/checkout@v4
        with:
          path: "@id@"
          persist-credentials: false
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      - name: Install ruledsl
        run: python -m pip install ruledsl
      - name: Validate
        run: ruledsl validate @pack@ --trial --format sarif > findings.sarif
      - name: Show findings
        if: ${{ !cancelled() && github.event_name == 'push' }}
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: findings.sarif
      - name: Test
        if: ${{ hashFiles('@pack@/scenarios/*.yaml') != '' }}
        run: ruledsl test @pack@
      - name: Make the page
        run: |
          mkdir -p site
          ruledsl docs @pack@ -o site/index.html
          ruledsl show @pack@ --format svg > site/cards.svg
          ruledsl bundle @pack@ -o site/@id@.ruledsl
      - uses: actions/upload-pages-artifact@v3
        with:
          path: site
  publish:
    if: github.ref == 'refs/heads/main' && github.event_name == 'push'
    needs: check
    runs-on: ubuntu-latest
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: ${{ steps.page.outputs.page_url }}
    steps:
      - id: page
        uses: actions/deploy-pages@v4
"""
HOOKS = """\
# `pre-commit install` checks the pack before every commit (https://pre-commit.com).
repos:
  - repo: local
    hooks:
      - id: ruledsl-fmt
        name: ruledsl fmt
        entry: ruledsl fmt
        args: ["@inside@"]
        language: python
        additional_dependencies: [ruledsl]
        types: [yaml]
        pass_filenames: false
      - id: ruledsl-validate
        name: ruledsl validate
        entry: ruledsl validate
        args: ["@inside@"]
        language: python
        additional_dependencies: [ruledsl]
        types: [yaml]
        pass_filenames: false
"""
README = """\
# @name@
@badge@
A pack for [ruledsl](https://pypi.org/project/ruledsl/), rules as data for the Small World family of board games.

@install@
    ruledsl list @id@

What is in it, how it is checked and who may use it says `pack.yaml`.
"""
BADGE = """
[![pack](../../actions/workflows/pack.yml/badge.svg)](../../actions/workflows/pack.yml)
"""
PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "@distribution@"
version = "0.1.0"
description = "@name@: a pack for ruledsl"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["ruledsl"]
keywords = ["ruledsl-pack"]

# ruledsl finds the packs that lie in this package, without importing it.
[project.entry-points."ruledsl.packs"]
@id@ = "@package@"

[tool.hatch.build.targets.wheel]
packages = ["src/@package@"]
"""
ATTRIBUTES = """\
# Files have the same line ends on all systems. The digest of the pack does not depend on them, but differences are easier to read.
* text=auto eol=lf
*.ruledsl binary
"""
NOTHING = '"""Packs for ruledsl lie in this folder; nothing here is run."""\n'
WHEREVER = '    ruledsl install "git+https://github.com/OWNER/@id@@main@at@"\n'


def around(id_: str, files: dict[str, str], pack: str, *, package: bool) -> dict[str, str]:
    """The files of a GitHub repository around a pack, except those in `files`, by path. `pack` is its folder there, if any.

    A `package` is one that pip installs.
    """
    install = f"    pip install ruledsl-{id_.replace('_', '-')}\n" if package else WHEREVER
    words = {
        "@pack@": f"{id_}/{pack}".rstrip("/"),
        "@inside@": pack or ".",
        "@at@": f"#subdirectory={pack}" if pack else "",
        "@id@": id_,
        "@name@": titled(id_),
    }
    return files | {
        ".github/workflows/pack.yml": _filled(WORKFLOW, words),
        ".gitattributes": ATTRIBUTES,
        ".pre-commit-config.yaml": _filled(HOOKS, words),
        "README.md": _filled(README, {"@badge@": BADGE, "@install@": install} | words),
    }


def as_package(id_: str, files: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A Python package of a pack with these files: the folder of the pack in it, and all files by path."""
    package = f"ruledsl_{id_}"
    distribution = package.replace("_", "-")
    pack = f"src/{package}/{id_}"
    words = {"@id@": id_, "@name@": titled(id_), "@package@": package, "@distribution@": distribution}
    made = {
        "pyproject.toml": _filled(PROJECT, words),
        "README.md": _filled(
            README, {"@badge@": "", "@install@": f"    pip install {distribution}\n"} | words
        ),
        f"src/{package}/__init__.py": NOTHING,
    }
    return pack, made | {f"{pack}/{name}": text for name, text in files.items()}


def _filled(text: str, words: dict[str, str]) -> str:
    for word, meant in words.items():
        text = text.replace(word, meant)
    return text
