"""New files for a pack: made in a copy of it, checked there, and only then returned."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.author.templates.texts import (
    FirstRule,
    first_rule,
    map_text,
    pack_text,
    scenario_text,
    tile_text,
    titled,
)
from ruledsl.author.testkit import run_scenarios
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError, PackError
from ruledsl.play.loading.validating import validate
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.find import find_pack
from ruledsl.rules.packs.reading import read_head
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import Kind

    Files = dict[str, str]
    """Texts by the paths of files in the pack."""


class TemplateError(ValueError):
    """Nothing can be made, with the reason as a sentence."""


def new_pack(id_: str, requires: Sequence[str]) -> Files:
    """The head of a pack that builds on others (ids or folders). Raises `TemplateError` for unknown ones."""
    found = []
    for name in requires:
        folder = find_pack(name)
        head = None if folder is None else read_head(folder, Diagnostics(), Seen())
        if head is None:
            message = f"There is no pack `{name}`."
            raise TemplateError(message)
        found.append(head)
    versions = [head.version.rpartition(".")[0] for head in found]
    return {"pack.yaml": pack_text(id_, [head.id for head in found], versions)}


def new_tile(pack: Path, kind: str, id_: str) -> Files:
    """A tile of a kind that the pack knows, with a first scenario. Raises `TemplateError`."""

    def files(rules: Rules) -> Files:
        kinds = rules.composition.kinds
        if kind not in kinds:
            message = f"This pack has no {kind}: it has {', '.join(kinds) or 'no kinds of tiles'}."
            raise TemplateError(message)
        if id_ in rules.composition.tiles:
            message = f"There is a tile `{id_}` already."
            raise TemplateError(message)
        found = kinds[kind]
        return {
            f"{found.plural}/{id_}.yaml": tile_text(id_, found, rules.composition, first_rule(rules.program))
        }

    made = tried(pack, files)
    return tried(pack, lambda rules: made | _first_scenario(rules, kind, id_), before=made)


def new_map(pack: Path, id_: str, borders: dict[str, list[str]], players: int) -> Files:
    """A map. Raises `TemplateError`."""

    def files(rules: Rules) -> Files:
        if not rules.composition.words.terrains:
            message = "The packs that this one requires have no terrains."
            raise TemplateError(message)
        return {f"maps/{id_}.yaml": map_text(id_, borders, rules.composition, players)}

    return tried(pack, files)


def new_scenario(pack: Path, name: str) -> Files:
    """A scenario as a starting point. Raises `TemplateError`."""
    return tried(
        pack, lambda rules: {f"scenarios/{name}.yaml": _story(rules, name, *_people(rules, None), [])}
    )


# ── scenarios ──


def _first_scenario(rules: Rules, kind: str, id_: str) -> Files:
    found = rules.composition.kinds[kind]
    name = f"{id_}_at_work"
    if found.borne_by == "people":
        race, power = _people(rules, (found, id_))
        rule = first_rule(rules.program)
        steps = _asked(rules, rule, race, power) if rule is not None else []
        return {f"scenarios/{id_}.yaml": _story(rules, name, race, power, steps)}
    if found.borne_by == "region":
        race, power = _people(rules, None)
        extra = [f"regions: {{b: {{tiles: [{id_}]}}}}"]
        step = f"state: {{regions: {{b: {{tiles: [{id_}]}}}}}}"
        return {f"scenarios/{id_}.yaml": _story(rules, name, race, power, [step], extra)}
    return {}


def _people(rules: Rules, mine: tuple[Kind, str] | None) -> tuple[str, str]:
    """A race and a power for a people: the new one, else the first of the pack itself, else the first of all."""
    chosen = ["", ""]
    own = rules.composition.packs[-1].id
    for key, tile in sorted(rules.composition.tiles.items(), key=lambda entry: entry[1].pack != own):
        kind = rules.composition.kinds[tile.kind]
        place = 0 if kind.tray else 1
        if kind.borne_by == "people" and not tile.copy_of and not chosen[place]:
            chosen[place] = key
    if mine is not None:
        chosen[0 if mine[0].tray else 1] = mine[1]
    if not all(chosen):
        message = "The packs that this one requires have no races and powers to tell a story with."
        raise TemplateError(message)
    return chosen[0], chosen[1]


def _position(rules: Rules, race: str, power: str) -> list[str]:
    terrains = list(rules.composition.words.terrains)
    other = terrains[1 % len(terrains)]
    return [
        "map:",
        "  regions:",
        f"    a: {{terrain: {other}, entry: true, borders: [b]}}",
        f"    b: {{terrain: {terrains[0]}}}",
        f"peoples: [{{race: {race}, power: {power}, player: 0, hand: 3, at: {{a: 2}}}}]",
    ]


def _asked(rules: Rules, rule: FirstRule, race: str, power: str) -> list[str]:
    """The value for the people, where the rule applies."""
    text = "\n".join(["players: 2", *_position(rules, race, power)])
    node = read_yaml_text(text, "position", Diagnostics())
    assert node is not None  # noqa: S101 - it is our own
    try:
        game = rules.position(to_plain(node))
        given = {rule.value.params[0].name: race, rule.value.params[1].name: "b"}
        answer = game.value(rule.value.name, **given)
    except GameError:
        return []
    words = ", ".join(f"{name}: {noun}" for name, noun in given.items())
    return [f"cost: {{value: {rule.value.name}, {words}, is: {answer}}}"]


def _story(
    rules: Rules, name: str, race: str, power: str, steps: list[str], extra: list[str] | None = None
) -> str:
    position = [*_position(rules, race, power), *(extra or [])]
    about = f"{titled(name)}. Write the position, what is chosen, and what must come of it."
    return scenario_text(name, about, position, steps or ["state: {turn: 0}"])


# ── trials ──


def tried(pack: Path, make: Callable[[Rules], Files], before: Files | None = None) -> Files:
    """The new files, if the pack is valid with them (and with those made `before`) and its scenarios pass; `TemplateError` otherwise."""
    with in_a_copy(pack, before or {}) as copy:
        try:
            files = make(load(str(copy)))
        except PackError as problem:
            first = problem.diagnostics[0]
            message = f"The pack has errors; put them right first: {first.message}"
            raise TemplateError(message) from None
        _write(copy, files)
        found = [finding for finding in validate(str(copy)) if finding.severity == "error"]
        found += run_scenarios(
            *(str(copy / name) for name in files if name.startswith("scenarios/"))
        ).diagnostics
        if found:
            message = f"What was made would not fit into this pack: {found[0].message}"
            raise TemplateError(message)
        return files


@contextmanager
def in_a_copy(pack: Path, files: Files) -> Iterator[Path]:
    """A temporary copy of a pack with additional files."""
    with tempfile.TemporaryDirectory() as room:
        copy = Path(room) / pack.resolve().name
        shutil.copytree(pack, copy)
        _write(copy, files)
        yield copy


def _write(folder: Path, files: Files) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
