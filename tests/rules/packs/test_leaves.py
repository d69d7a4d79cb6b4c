"""Whatever the schema lets pass is read: each leaf of each form of packs gets a value of each type of YAML and JSON.

A value without a finding must make a difference: two values of one type that pass are read as two things.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import cache

import pytest

from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.rules.packs.entries import read_file, read_kinds
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.model import Pack
from ruledsl.rules.packs.reading import read_head
from ruledsl.rules.packs.schema.check import checked
from ruledsl.rules.packs.schema.schemas import file_schema
from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from ruledsl.rules.packs.yaml.reader import read_yaml_text

KINDS = """
kinds:
  race: {plural: races, name: Race, heading: Races, borne_by: people, tray: tray, travels: false, fields: {number: printed, tray: box}}
"""
WHOLE = dict(
    part.split(":", 1)
    for part in re.split(
        r"\n(?=[a-z])",
        """kinds: {hero: {plural: heroes, name: Hero, borne_by: people, tray: tray, travels: false, fields: {number: printed}}}
stages: [early, late]
modes: [attack]
ways: [loss]
terrains: [hill, mud]
symbols: [mine, cave]
piece_traits: [fragile]
tile_traits: [sea]
equivalents: {hills: hill}
given: {otters: [sea]}
decks:
  races: {of: race, hidden: true, deals: true}
  both: {of: [race, power]}
dice:
  fair: [0, 1]
pieces:
  dam: {name: Dam, summary: {en: Small}, supply: 3, traits: [fragile], symbol: D, joins: false, shows: [mine]}
boards:
  strip: {name: Strip, size: large, sheet: strips, joins: [[a, b]], regions: {a: {terrain: hill, edge: true}}}
maps:
  tiny:
    name: Tiny
    players: [2]
    rounds: 8
    size: [80, 60]
    draw: {large: 2}
    joins: [[a, 1]]
    regions:
      a: {terrain: hill, entry: true, edge: false, symbols: [mine], borders: [b, 1], at: [1, 2.5], shape: [[0, 1], [1, 1], [2, 3]]}
  wide:
    name: Wide
    extends: tiny
    beside: {x: tiny}
    regions: {a: removed, b: {terrain: mud, entry: true, borders: [a], symbols: [cave], at: [3, 4]}}
variants:
  dummy: {name: Dummy, options: [no, yes]}
panels: [{value: coins, name: Coins}]
measures: [{value: coins, name: {en: Coins, it: Monete}}]
book: [{title: Start, text: {en: Words}, caption: Picture, position: {players: 2}}]
lessons: {first: {name: First, summary: {en: Short}, position: {players: 2}, steps: [{text: {en: Go}, choose: [go, on]}, {text: Done, choose: go}]}}
standings: [coins]
ends: {goal: coins}
coins: {open: true}
roles: {turn: take_turn}
drawing: {hill: waves}
emblems: {otters: [round]}
renamed: {beaver: {to: otter, since: 0.1.0, where: own}}
also_called: {otters: [fish eater]}
texts: {ask.more: More}
nouns: {coin: point|points}
rules: value coins = 0
rules_when: [{when: {dummy: no}, rules: value stones = 0}]
races:
  otters:
    {name: Otters, summary: Small, traits: [sea], copies: 2, tokens_of: beavers, number: 6, tray: 11, pieces: {raft: {name: Raft}},
     rules: value rafts = 0}""",
    )
)
"""A good value of each key."""
HEAD = """
id: pond
version: 0.1.0
language: 2
name: Pond
authors: [Somebody]
licence: MIT
homepage: https://example.org
requires: {smallworld: ">=0.1"}
replaces: [mud]
"""
PAIRS = {
    "whole": ("3", "4"),
    "hex": ("0x3", "0x4"),
    "octal": ("0o3", "0o4"),
    "signed": ("+3", "+4"),
    "whole float": ("3.0", "4.0"),
    "exponent": ("1e1", "2e1"),
    "fraction": ("3.5", "4.5"),
    "minus zero": ("-0.0", "-1.0"),
    "flag": ("true", "false"),
    "old flag": ("yes", "no"),
    "quoted": ('"3"', '"4"'),
    "grouped": ("1_000", "2_000"),
    "sexagesimal": ("1:30", "1:40"),
    "infinite": (".inf", "-.inf"),
    "no number": (".nan", ".NaN"),
    "date": ("2001-01-01", "2001-01-02"),
    "word": ("otter", "snail"),
    "long": ("1" * 400, "2" * 400),
    "list": ("[3]", "[4]"),
    "words": ("[otter]", "[snail]"),
    "mapping": ("{a: 3}", "{a: 4}"),
    "motif": ("waves", "peaks"),
    "part": ("round", "long"),
    "english": ("{en: otter}", "{en: snail}"),
}
"""Two values of each type. Nothing (`~`) is what was not given; see below."""


def leaves(node, path=()):
    """The places of all scalars, and of whole lists and mappings."""
    if isinstance(node, ScalarNode):
        yield path, node.span
    elif isinstance(node, SequenceNode):
        for place, item in enumerate(node.items):
            yield from leaves(item, (*path, place))
    else:
        for key, value in node.entries:
            yield from leaves(value, (*path, key.text))


def plain(thing):
    """What was read, without places in the file."""
    if isinstance(thing, Span | MappingNode):
        return None
    if isinstance(thing, ScalarNode):
        return thing.text
    if is_dataclass(thing):
        return {f.name: plain(getattr(thing, f.name, None)) for f in fields(thing) if f.name != "places"}
    if isinstance(thing, dict):
        return {str(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple | set | frozenset):
        found = [plain(item) for item in thing if not isinstance(item, Span)]
        return sorted(found, key=repr) if isinstance(thing, set | frozenset) else found
    if hasattr(thing, "__slots__") or hasattr(thing, "__dict__"):
        return {key: plain(getattr(thing, key)) for key in getattr(thing, "__dict__", ())} or repr(thing)
    return repr(thing)


@cache
def kinds():
    pack = made()
    read_kinds(read_yaml_text(KINDS, "kinds.yaml", Diagnostics()).get("kinds"), pack, Diagnostics())
    return pack.kinds


def made():
    return Pack("pond", "0.1.0", 2, "pond", {}, {}, Span.nowhere("pond"))


def file_reader(key):
    """Reads the text of one key of a file; None if there was a finding."""
    schema = file_schema(kinds().values())
    schema = {**schema, "properties": {key: schema["properties"][key]}}

    def found(text):
        heard, pack = Diagnostics(), made()
        root = read_yaml_text(text, "pond.yaml", heard)
        if root is not None:
            root = checked(root, schema, heard)
            if key == "kinds":
                read_kinds(root.get(key), pack, heard)
            read_file(root, pack, {kind.plural: kind for kind in kinds().values()}, heard)
        return None if heard.has_errors else plain(pack)

    return found


def head_reader(folder):
    def found(text):
        heard = Diagnostics()
        (folder / "pack.yaml").write_text(text)
        pack = read_head(folder, heard, Seen())
        return None if heard.has_errors else plain(pack)

    return found


def replaced(text, span, value):
    lines = text.split("\n")
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + value + line[span.end_column - 1 :]
    return "\n".join(lines)


def lost(text, reader):
    """The leaves where two values of one type pass, and are read as the same thing."""
    assert reader(text) is not None
    places = {
        tuple("*" if isinstance(step, int) else step for step in path): span
        for path, span in leaves(read_yaml_text(text, "x.yaml", Diagnostics()))
    }
    passed = 0
    for path, span in places.items():
        for kind, pair in PAIRS.items():
            first = reader(replaced(text, span, pair[0]))
            second = None if first is None else reader(replaced(text, span, pair[1]))
            passed += second is not None
            if first is not None and first == second:
                yield path, kind
    assert passed >= len(places) / 2


@pytest.mark.parametrize("key", WHOLE.keys())
def test_files_of_packs(key):
    assert list(lost(f"{key}:{WHOLE[key]}\n", file_reader(key))) == []


def test_every_key_of_files_has_an_example():
    assert WHOLE.keys() == file_schema(kinds().values())["properties"].keys()


def test_heads_of_packs(tmp_path):
    assert list(lost(HEAD, head_reader(tmp_path))) == []
