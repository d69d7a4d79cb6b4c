"""Whatever a shipped pack declares can be called otherwise: it stays as right as it was, its scenarios pass, and no old name is left."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from lengths import WHOLE, some

from ruledsl.diagnostics import Diagnostics
from ruledsl.diagnostics.applying import applied
from ruledsl.loading.validating import validate
from ruledsl.packs.folders import find
from ruledsl.packs.yaml.nodes import MappingNode, SequenceNode
from ruledsl.packs.yaml.reader import read_yaml_text
from ruledsl.service.renaming import changed, edits_of
from ruledsl.service.service import Service, real
from ruledsl.service.symbols import BUILT_IN, LOCAL
from ruledsl.syntax.text.lexer import read_lines
from ruledsl.testkit import run_scenarios

PACKS = sorted((path.name for path in find.official_folder().iterdir()), key=lambda name: name != "tales")
PROSE = ("name", "summary", "about", "authors", "licence", "homepage", "symbol", "beside")
"""Under these keys stands what people read."""


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A copy of all packs, which from now on are those that are found."""
    root = tmp_path / "rulesets"
    shutil.copytree(find.official_folder(), root, ignore=shutil.ignore_patterns("playthroughs"))
    monkeypatch.setattr(find, "official_folder", lambda: root)
    return root


SHORT = 2
"""Names so short are those of regions, and stand for anything."""


def symbols_of(index, folder):
    """What is declared in a folder, each with another name."""
    found = {o.symbol for all_ in index.by_symbol.values() for o in all_ if o.declares and _is_in(o, folder)}
    bound = Counter(symbol.name for symbol in found if symbol.kind == LOCAL)
    own = sorted(s for s in found if s.kind != BUILT_IN and (s.kind != LOCAL or bound[s.name] == 1))
    return {symbol: f"zz{number}" for number, symbol in enumerate(own)}


def _is_in(occurrence, folder):
    return real(Path.cwd() / occurrence.span.file).is_relative_to(folder)


def all_renamed(service, folder):
    """The texts of all files in which one of these names stands, with new ones."""
    edits, news = {}, {}
    for world in service.worlds(service.world(folder / "pack.yaml")):
        index = service.index(world).with_tests()
        news = news or symbols_of(index, folder)
        for symbol, new in news.items():
            for file, fixes in edits_of(index, symbol, new).items() if symbol in index.by_symbol else ():
                old = symbol.name.rpartition("/")[2]
                edits.setdefault(real(Path.cwd() / file), {}).update(dict.fromkeys(fixes, old))
    texts = {}
    for path, fixes in edits.items():
        for old in set(fixes.values()):  # each is where it should be
            changed(path.read_text(), [fix for fix, was in fixes.items() if was == old], old)
        texts[path] = applied(path.read_text(), fixes)
    return news, texts


def said(node, path=()):
    """The words of a YAML tree that are names, with those of rules: not those that people read."""
    if isinstance(node, MappingNode):
        for key, value in node:
            yield from key.text.split(".")[-1:] if path[:1] == ("texts",) else [key.text]
            yield from said(value, (*path, key.text))
    elif isinstance(node, SequenceNode):
        for item in node:
            yield from said(item, path)
    elif path[-1:] == ("rules",):
        yield from (piece.text for line in read_lines(node.text)[0] for piece in line.pieces)
    elif not (set(path) & {*PROSE, "texts"}) and isinstance(node.value, str):
        yield from node.text.replace("@", ":").split(":")


@pytest.mark.parametrize("name", some(PACKS, of=len(PACKS)))
def test_everything_can_be_called_otherwise(name, shipped):
    folder = real(shipped / name)
    packs = [path for path in sorted(shipped.iterdir()) if WHOLE or path.name == name]
    service = Service()
    service.workspace([shipped] if WHOLE else [])
    news, texts = all_renamed(service, folder)
    for path, text in texts.items():
        path.write_text(text)
    for pack in packs:
        assert validate(str(pack)) == []
        report = run_scenarios(str(pack))
        assert report.passed, [failure.diagnostic.message for failure in report.failures][:5]
    worlds = service.worlds(service.world(folder / "pack.yaml"))
    there = {o.name.rpartition("/")[2] for world in worlds for o in service.index(world).by_symbol}
    old = {symbol.name.rpartition("/")[2] for symbol in news if len(symbol.name) > SHORT} - there - {name}
    left = {}
    for path in folder.rglob("*.yaml"):
        root = read_yaml_text(path.read_text(), path.name, Diagnostics())
        left |= {word: path.name for word in said(root) if word in old}
    assert left == {}


BUILDING = "id: building\nversion: 0.1.0\nlanguage: 2\nname: Building\nrequires: {core: '>=0.1', smallworld: '>=0.1'}\n"
COPYING = """races:
  masons:
    name: Masons
    number: 5
    tray: 12
    pieces: {fort: {name: Fort, supply: 2, symbol: f}}
    rules: "after my conquest: move 1 fort from box to region"
  mimics:
    name: Mimics
    number: 5
    tray: 12
    rules: |
      before my opening:
        choose copied from peoples where it is not me
        borrow race of copied for this
"""
COPIED = """scenarios:
  mimics_build_too:
    about: The copy has forts of its own.
    covers: [mimics]
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: farmland, borders: [c]}, c: {terrain: farmland}}}
      turn: 1
      phase: closing
      peoples: [{race: mimics, player: 0, hand: 5, at: {a: 1}}, {race: masons, player: 1, at: {c: 1}}]
      regions: {c: {pieces: {fort: 2}}}
    steps:
      - choose: [expand, "conquer:b"]
      - state: {regions: {b: {pieces: {fort@mimics: 1, fort: 0}}}, stock: {fort@mimics: 1}}
"""


def test_pieces_of_copies_are_called_by_both_new_names(tmp_path):
    folder = real(tmp_path / "building")
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(BUILDING)
    (folder / "world.yaml").write_text(COPYING)
    (folder / "scenarios" / "all.yaml").write_text(COPIED)
    assert validate(str(folder)) == []
    service = Service()
    service.workspace([tmp_path])
    line, text = next(
        (number, line) for number, line in enumerate(COPIED.split("\n"), 1) if "fort@mimics: 1}" in line
    )
    items, _ = service.completions(folder / "scenarios" / "all.yaml", line, text.index("fort@") + 3)
    assert {"fort", "fort@mimics"} <= {item.text for item in items}
    news, texts = all_renamed(service, folder)
    for path, text in texts.items():
        path.write_text(text)
    new = {symbol.name: name for symbol, name in news.items()}
    copied = (folder / "scenarios" / "all.yaml").read_text()
    assert f"{{{new['fort']}@{new['mimics']}: 1, {new['fort']}: 0}}" in copied
    assert validate(str(folder)) == []
    assert run_scenarios(str(folder)).passed
    (folder / "scenarios" / "all.yaml").write_text(copied.replace(f"{new['fort']}@", "forth@"))
    assert [found.code for found in validate(str(folder))] == ["C019", "C019"]
