"""New files for a pack: made in a copy of it, checked there, and only then returned."""

from __future__ import annotations

import re
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
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.base.errors import GameError, PackError
from ruledsl.base.plaintext import decoded
from ruledsl.play.loading.validating import validate
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import read_bytes
from ruledsl.rules.packs.folders.find import find_pack
from ruledsl.rules.packs.reading import read_head
from ruledsl.rules.packs.yaml.nodes import MappingNode, to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text
from ruledsl.rules.scenarios.reading import FOLDER, find_scenarios

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import Kind, Tile
    from ruledsl.rules.scenarios.reading import Scenario

if TYPE_CHECKING:
    Files = dict[str, str]
    """Texts by the paths of files in the pack."""


class TemplateError(ValueError):
    """Nothing can be made, with the reason as a sentence."""


def new_pack(id_: str, requires: Sequence[str]) -> Files:
    """The head of a pack that builds on others (ids or folders). Raises `TemplateError` for unknown ones."""
    heads = []
    for name in requires:
        folder = find_pack(name)
        head = None if folder is None else read_head(folder, Diagnostics(), Seen())
        if head is None:
            message = f"There is no pack `{name}`."
            raise TemplateError(message)
        heads.append(head)
    versions = [head.version.rpartition(".")[0] for head in heads]
    return {"pack.yaml": pack_text(id_, [head.id for head in heads], versions)}


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
        tile_kind = kinds[kind]
        return {
            f"{tile_kind.plural}/{id_}.yaml": tile_text(
                id_, tile_kind, rules.composition, first_rule(rules.program)
            )
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
    tile_kind = rules.composition.kinds[kind]
    name = f"{id_}_at_work"
    if tile_kind.borne_by == "people":
        race, power = _people(rules, (tile_kind, id_))
        rule = first_rule(rules.program)
        steps = _asked(rules, rule, race, power) if rule is not None else []
        return {f"scenarios/{id_}.yaml": _story(rules, name, race, power, steps)}
    if tile_kind.borne_by == "region":
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
        errors = [finding for finding in validate(str(copy)) if finding.severity == "error"]
        errors += run_scenarios(
            *(str(copy / name) for name in files if name.startswith("scenarios/"))
        ).diagnostics
        if errors:
            message = f"What was made would not fit into this pack: {errors[0].message}"
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


# ── copying ─────────────────────────────────────────────────────────────────────
# A tile under a new name: the text of an existing one, with those of its scenarios that still pass.


if TYPE_CHECKING:
    Renaming = Callable[[str], str]

MOST_SCENARIOS = 12


def copied_tile(pack: Path, source: str, id_: str) -> Files:
    """A copy of a tile that the pack knows, with the id `id_`, and those of its scenarios that pass for the copy. Raises `TemplateError`."""

    def copied(rename: Renaming) -> Callable[[Rules], Files]:
        return lambda rules: _copied(rules, source, id_, rename)

    short = source.rpartition("/")[2]
    rename = _everywhere(short, id_)
    try:
        made = tried(pack, copied(rename))
    except TemplateError:
        # The name of the tile may be a word in rules as well.
        rename = _as_key(short, id_)
        made = tried(pack, copied(rename))
    return made | _passing(pack, made, source, id_, rename)


def _everywhere(old: str, new: str) -> Renaming:
    return lambda text: re.sub(rf"(?<![\w/]){re.escape(old)}(?!\w)", new, text)


def _as_key(old: str, new: str) -> Renaming:
    return lambda text: re.sub(rf"^(\s*){re.escape(old)}(?=:)", rf"\g<1>{new}", text, count=1)


def _copied(rules: Rules, source: str, id_: str, rename: Renaming) -> Files:
    tile = rules.composition.tiles.get(source)
    if tile is None or tile.copy_of:
        message = f"This pack and those it requires have no tile `{source}`."
        raise TemplateError(message)
    if id_ in rules.composition.tiles:
        message = f"There is a tile `{id_}` already."
        raise TemplateError(message)
    plural = rules.composition.kinds[tile.kind].plural
    return {f"{plural}/{id_}.yaml": f"{plural}:\n{_named(rename(_of_tile(tile, plural)), plural, id_)}"}


# ── texts of entries ──


def _of_tile(tile: Tile, plural: str) -> str:
    text = _read(Path(tile.span.file))
    root = read_yaml_text(text, tile.span.file, Diagnostics())
    tiles = root.get(plural) if isinstance(root, MappingNode) else None
    return _entry(text, tiles, tile.id.rpartition("/")[2])


def _read(path: Path) -> str:
    data = read_bytes(path, str(path), Diagnostics())
    if data is None:
        message = f"`{path.name}` cannot be read."
        raise TemplateError(message)
    return decoded(data)


def _entry(text: str, entries: object, key: str) -> str:
    """The lines of one entry, including its comments."""
    keys = [node for node, _ in entries.entries] if isinstance(entries, MappingNode) else []
    number = next((n for n, node in enumerate(keys) if node.text == key), None)
    lines = text.split("\n")
    if number is None or lines[keys[number].span.line - 1][: keys[number].span.column - 1].strip():
        message = f"`{key}` is written in a way in which it cannot be copied."
        raise TemplateError(message)
    first = keys[number].span.line
    rest = lines[first:]
    depth = keys[number].span.column
    ends = (n for n, line in enumerate(rest) if line.strip() and len(line) - len(line.lstrip()) < depth)
    entry = [lines[first - 1], *rest[: next(ends, len(rest))]]
    return "\n".join(entry).rstrip() + "\n"


def _named(entry: str, plural: str, id_: str) -> str:
    """The entry with a new name, whose name stands on one line."""
    text = f"{plural}:\n{entry}"
    root = read_yaml_text(text, "copy", Diagnostics())
    tiles = root.get(plural) if isinstance(root, MappingNode) else None
    tile = tiles.get(id_) if isinstance(tiles, MappingNode) else None
    node = tile.get("name") if isinstance(tile, MappingNode) else None
    span = node.span if node is not None else Span.nowhere("copy")
    if (
        node is None
        or span.line != span.end_line
        or isinstance(node, MappingNode) != (_at(text, span) == "{")
    ):
        return entry
    lines = text.split("\n")
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + titled(id_) + line[span.end_column - 1 :]
    return "\n".join(lines[1:])


def _at(text: str, span: Span) -> str:
    return text.split("\n")[span.line - 1][span.column - 1]


# ── scenarios ──


def _passing(pack: Path, made: Files, source: str, id_: str, rename: Renaming) -> Files:
    """The scenarios about the tile, applied to the copy: those that pass."""
    name = f"{FOLDER}/{id_}.yaml"
    texts = _scenarios(pack, source, rename)
    if not texts:
        return {}
    with in_a_copy(pack, made | {name: _file(texts)}) as folder:
        report = run_scenarios(str(folder / name))
    passed = {result.name for result in report.results if result.passed}
    kept = {own: text for own, text in texts.items() if own in passed}
    if report.problems or not kept:
        return {}
    return {name: _file(dict(list(kept.items())[:MOST_SCENARIOS]))}


def _file(texts: dict[str, str]) -> str:
    return "scenarios:\n" + "\n".join(texts.values())


def _scenarios(pack: Path, source: str, rename: Renaming) -> Files:
    """By name, the scenarios of the tile's own pack that cover it."""
    from ruledsl.play.rules import load  # noqa: PLC0415 - only here

    composition = load(str(pack)).composition
    home = next(p.folder for p in composition.packs if p.id == composition.tiles[source].pack)
    texts: Files = {}
    for scenario in find_scenarios([str(home)], Diagnostics()):
        if source in scenario.covers or source.rpartition("/")[2] in scenario.covers:
            texts[scenario.name] = rename(_of_scenario(scenario))
    return texts


def _of_scenario(scenario: Scenario) -> str:
    """Its text, without its packs: the pack of the copy requires what it needs."""
    text = _read(Path(scenario.file))
    root = read_yaml_text(text, scenario.file, Diagnostics())
    entries = root.get("scenarios") if isinstance(root, MappingNode) else None
    entry = _entry(text, entries, scenario.name)
    named = next(
        (span for key, value in scenario.node for span in [(key.span, value.span)] if key.text == "packs"),
        None,
    )
    if named is None:
        return entry
    packs = text.split("\n")[named[0].line - 1 : named[1].end_line]
    return entry.replace("\n".join([*packs, ""]), "", 1)
