"""The texts of first files. Each is valid, and its comments say what can be changed."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median_low
from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, REGION
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ValueDef
    from ruledsl.rules.packs.model import Composition, Kind, Tile

USUAL_ROUNDS = 10
MOST_REGIONS = 400
SUMMARY = "Say here in one sentence what this does; it is printed on the tile."


def titled(id_: str) -> str:
    """A name for an id."""
    return id_.replace("_", " ").title()


def is_told(tile: Tile) -> bool:
    """Does a tile say in its summary what it does? The sentence of a new file does not."""
    return any(text != SUMMARY for text in tile.summary.values())


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
        f"    summary: {SUMMARY}",
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
    found: dict[str, list[str]] = {}
    for pair in re.split(r"[\s,;]+", text.strip()):
        ends = pair.split("-")
        if not re.fullmatch("([a-z0-9_]{1,20})-(?!\\1$)[a-z0-9_]{1,20}", pair):
            message = f"`{pair[:40]}` is no border: two regions with `-` between them, such as `1-2`."
            raise ValueError(message)
        for one, other in (ends, ends[::-1]):
            if other not in found.setdefault(one, []):
                found[one].append(other)
    if len(found) > MOST_REGIONS:
        message = f"These are more than {MOST_REGIONS} regions."
        raise ValueError(message)
    return found


def map_text(id_: str, borders: dict[str, list[str]], composition: Composition, players: int) -> str:
    """A file with a map of these regions; terrains alternate, the first region is an entry."""
    terrains = list(composition.words.terrains)
    rounds = median_low([board.rounds for board in composition.maps.values()] or [USUAL_ROUNDS])
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
