"""A tile under a new name: the text of an existing one, with those of its scenarios that still pass."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.author.templates.making import TemplateError, in_a_copy, tried
from ruledsl.author.templates.texts import titled
from ruledsl.author.testkit import run_scenarios
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.base.plaintext import decoded
from ruledsl.rules.packs.folders.files import read_bytes
from ruledsl.rules.packs.yaml.nodes import MappingNode
from ruledsl.rules.packs.yaml.reader import read_yaml_text
from ruledsl.rules.scenarios.reading import FOLDER, find_scenarios

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.author.templates.making import Files
    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import Tile
    from ruledsl.rules.scenarios.scenario import Scenario

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
    found = [lines[first - 1], *rest[: next(ends, len(rest))]]
    return "\n".join(found).rstrip() + "\n"


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
    found: Files = {}
    for scenario in find_scenarios([str(home)], Diagnostics()):
        if source in scenario.covers or source.rpartition("/")[2] in scenario.covers:
            found[scenario.name] = rename(_of_scenario(scenario))
    return found


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
