"""Whatever a shipped pack declares can be called otherwise: it stays as right as it was, its scenarios pass, and no old name is left."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from lengths import WHOLE, some

from ruledsl.author.service.index import CannotRename, changed, edits_of
from ruledsl.author.service.outline import BUILT_IN, LOCAL
from ruledsl.author.service.service import Service, real
from ruledsl.author.testkit import run_scenarios
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.diagnostics.diagnostic import applied
from ruledsl.language.syntax.lexer import read_lines
from ruledsl.play.loading.validating import validate
from ruledsl.rules.packs.folders import find
from ruledsl.rules.packs.yaml.nodes import MappingNode, SequenceNode
from ruledsl.rules.packs.yaml.reader import read_yaml_text

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


DAMS = {
    "pack.yaml": BUILDING.replace("building", "dams"),
    "masons.yaml": """races:
  masons:
    name: Masons
    number: 5
    tray: 12
    pieces: {dam: {name: Dam, supply: 2, symbol: f}}
    rules: |
      remember built of people: number
      after my conquest:
        add 1 to my built
        move 1 dam from box to region
""",
    "damp.yaml": """powers:
  damp:
    name: Damp
    number: 4
    rules: |
      # A dam is a dam.
      my region_income +1 if region has dam   # a dam
      after my conquest if my built is 1:
        let shore be 1
        you gain shore coins
      my reserve +1
""",
    "scenarios/s.yaml": """scenarios:
  dams:
    position:
      players: 2
      map: small_world_2p
      peoples: [{race: masons, player: 0, hand: 2, at: {2: 2}}]
      regions: {2: {pieces: {dam: 1}}}
      phase: conquests
    steps:
      - cost: {value: defence, region: 2, is: 1}
      - state: {regions: {2: {pieces: {dam: 1}}}}
""",
}
PIECE, MEMORY, RACE_ID, LOCAL_NAME = (
    ("masons.yaml", "dam: {"),
    ("masons.yaml", "built of"),
    ("masons.yaml", "masons:"),
    ("damp.yaml", "shore be"),
)
HALF_WRITTEN = [
    # of which name; in which file what is written otherwise; the line that is named, or None where all is renamed
    (PIECE, "damp.yaml", "+1 if region has dam", "+ if region has dam", "damp.yaml:7"),
    (PIECE, "damp.yaml", "+1 if region has dam", "+1 if region has dam and", "damp.yaml:7"),
    (PIECE, "damp.yaml", "+1 if region has dam", "+1 if regoin has dam and region has dam", None),
    (PIECE, "damp.yaml", "+1 if region has dam", "+", None),
    (PIECE, "damp.yaml", "you gain shore coins", "you gain dam", "damp.yaml:10"),
    (PIECE, "damp.yaml", "    number: 4", "    number 4", None),
    (PIECE, "scenarios/s.yaml", "- state: {regions", "- stat: {regions", "s.yaml:11"),
    (
        PIECE,
        "scenarios/s.yaml",
        "regions: {2: {pieces: {dam: 1}}}\n      phase",
        "regions: {2: {peices: {dam: 1}}}\n      phase",
        "s.yaml:7",
    ),
    (PIECE, "scenarios/s.yaml", "phase: conquests", "phase: [conquests", "s.yaml:"),
    (MEMORY, "damp.yaml", "if my built is 1:", "if my built is:", "damp.yaml:8"),
    (RACE_ID, "scenarios/s.yaml", "[{race: masons,", "[{rac: masons,", "s.yaml:6"),
    (LOCAL_NAME, "damp.yaml", "you gain shore coins", "you gain shore", "damp.yaml:10"),
    (LOCAL_NAME, "damp.yaml", "my reserve +1", "my reserve +shore +", None),
]


def test_a_name_in_what_is_half_written_is_not_left_behind(tmp_path):
    folder = real(tmp_path / "dams")
    (folder / "scenarios").mkdir(parents=True)
    for name, text in DAMS.items():
        (folder / name).write_text(text)
    service = Service()
    service.workspace([tmp_path])

    def said_of(name, file, text):
        where, word = name
        line, row = next((n, row) for n, row in enumerate(DAMS[where].split("\n"), 1) if word in row)
        service.put(folder / file, text)
        try:
            edits = service.renamed(folder / where, line, row.index(word) + 1, "weir")
        except CannotRename as problem:
            return str(problem)
        finally:
            service.put(folder / file, None)
        old = row[row.index(word) :].split()[0].rstrip(":")
        new = applied(text, edits.get(folder / file, []))
        left = [r for r in new.split("\n") if re.search(rf"\b{old}\b", r.partition("#")[0])]
        return f"left behind: {left}" if left and name != LOCAL_NAME else ""

    wrong = {}
    for name, file, old, new, place in some(HALF_WRITTEN, of=2):
        assert old in DAMS[file]
        said = said_of(name, file, DAMS[file].replace(old, new))
        if (place is None) != (said == "") or (place or "") not in said:
            wrong[new] = said
    assert not wrong
    assert said_of(PIECE, "damp.yaml", DAMS["damp.yaml"]) == ""
