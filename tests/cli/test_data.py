"""Data that commands write is the same for every program, whatever texts are in it: nothing that a terminal would hide is changed or lost."""

import contextlib
import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict

import click
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lengths import part

import ruledsl
from ruledsl.cli import output
from ruledsl.cli.app import COMMANDS
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.packs.yaml.nodes import HIDDEN

DATA = {"json", "sarif", "svg"}
"""The formats for programs."""
ODD = [c for c in map(chr, range(0xA0, 0x2070)) if not c.isprintable() and not HIDDEN.search(c)]
"""What packs may contain, and terminals do not show: no-break spaces, soft hyphens, joiners …"""
odd_texts = st.text(st.sampled_from(ODD), min_size=1, max_size=4).map(lambda odd: f"x{odd}y")
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters()), inner, max_size=4),
    max_leaves=12,
)
HEAD = 'id: odd\nversion: 0.1.0\nlanguage: 3\nname: "{odd}"\nrequires: {{smallworld: ">=0.1"}}\n'
TILES = """\
races:
  gnomes:
    name: "Gnomes {odd}"
    summary: "{odd}"
    number: 5
    tray: 10
    rules: |
      my conquest_cost -1 if region is   hill   # {odd}
variants:
  mode:
    name: "Mode {odd}"
    options: [plain, rich]
"""
SCENARIO = """\
scenarios:
  nothing:
    about: "{odd}"
    position:
      players: 2
      map: small_world_2p
      peoples: [{{race: gnomes, player: 0, hand: 2, at: {{2: 2}}}}]
      phase: conquests
    steps:
      - options: {{exclude: ["{odd}"]}}
"""
QUICK = ["--players", "2", "--games", "2", "--workers", "1", "--seconds", "600"]
CASES = {
    "replay": ["game.json", "--packs", "PACK"],
    "balance": ["PACK/gnomes", "--like"],
    "compare": ["PACK", "smallworld", *QUICK],
    "list": ["PACK"],
    "show": ["PACK/gnomes"],
    "validate": ["PACK"],
    "fmt": ["PACK", "--check"],
    "upgrade": ["PACK", "--diff"],
    "translate": ["PACK", "it"],
    "packs": [],
    "test": ["PACK"],
    "interactions": ["PACK"],
    "explain": ["L001"],
}
"""What is said to each command with data, besides the format."""
LINES = {"simulate": ["PACK", *QUICK[:6]], "schema": ["PACK"]}
"""Commands that write nothing else."""
SILENT = set("balance compare explain fmt interactions replay schema simulate translate upgrade".split())
"""They name ids, places and numbers only."""


def forms():
    """The formats of each command that are for programs."""
    by_command = defaultdict(set)
    for name, (place, *_) in COMMANDS.items():
        command = getattr(importlib.import_module(f"ruledsl.cli.commands.{place}"), f"{name}_command")
        for option in command.params:
            if "--format" in option.opts and isinstance(option.type, click.Choice):
                by_command[name] |= DATA & set(option.type.choices)
    return {name: sorted(some) for name, some in by_command.items() if some}


def texts_in(data):
    """All texts in a value, keys as well."""
    if isinstance(data, dict):
        return [*data, *(text for one in data.values() for text in texts_in(one))]
    if isinstance(data, list):
        return [text for one in data for text in texts_in(one)]
    return [data] if isinstance(data, str) else []


def read(form, out):
    """What a program reads; it must be well formed."""
    if form == "svg":
        return list(ET.fromstring(out).itertext())  # noqa: S314 - our own
    return texts_in([json.loads(line) for line in out.splitlines()] if form == "lines" else json.loads(out))


@given(values)
@settings(max_examples=part(3000))
def test_any_data_comes_out_as_it_is(value):
    for ascii_only in (False, True):
        stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii" if ascii_only else "utf-8")
        with contextlib.redirect_stdout(stream):
            output.say_data(json.dumps(value, ensure_ascii=False, indent=2))
        said = stream.buffer.getvalue().decode()
        assert json.loads(said) == value
        assert said.replace("\n", "").isprintable(), "a terminal would obey this"


@pytest.mark.parametrize("on_terminal", [False, True])
def test_a_file_is_as_it_is_except_on_a_terminal(on_terminal, monkeypatch):
    stream = io.StringIO()
    stream.isatty = lambda: on_terminal
    with contextlib.redirect_stdout(stream):
        output.say_file("a\xadb\n\x1b[31m")
    assert stream.getvalue() == ("a\\xadb\n\\x1b[31m\n" if on_terminal else "a\xadb\n\x1b[31m\n")


def test_every_command_with_data_is_tried():
    assert set(forms()) == set(CASES)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


def pack_with(folder, odd):
    """A pack with such texts, in a folder of such a name."""
    pack = folder / f"pack {odd}"
    for name, text in (("pack.yaml", HEAD), ("it.yaml", TILES), ("scenarios/it.yaml", SCENARIO)):
        (pack / name).parent.mkdir(parents=True, exist_ok=True)
        (pack / name).write_text(text.format(odd=odd), encoding="utf-8")
    return pack


def test_data_of_all_commands(run, place, monkeypatch):
    @given(odd_texts)
    @settings(max_examples=part(24), deadline=None, phases=[Phase.generate])
    def said(odd):
        pack = pack_with(place, odd)
        monkeypatch.chdir(place)
        monkeypatch.setenv("RULEDSL_PACKS", str(place))
        game = ruledsl.load(str(pack)).new_game(players=2, seed=1)
        game.choose(game.decision.options[0])
        (place / "game.json").write_text(game.to_json(), encoding="utf-8")
        silent = set()
        every = forms() | {name: ["lines" if name == "simulate" else ""] for name in LINES}
        for command, some in every.items():
            words = [word.replace("PACK", str(pack)) for word in (CASES | LINES)[command]]
            for form in some:
                result = run(command, *words, *(["--format", form] if form in DATA else []))
                assert result.code in (0, 1), result.err
                texts = read(form, result.out)
                if form != "svg" and not any(odd in text for text in texts):
                    silent.add(command)
        shutil.rmtree(pack)
        assert sorted(silent) == sorted(SILENT)

    said()


# ── cards ──


@pytest.mark.parametrize("what", ["smallworld/amazons", "smallworld/small_world_2p", "core/final_conquest"])
def test_cards_print_no_path_of_the_installation(what):
    pack = what.partition("/")[0]
    path = {"PYTHONPATH": str(official_folder().parent)}
    for folder in ("/", official_folder().parent):
        command = [sys.executable, "-m", "ruledsl", "show", what]
        out = subprocess.run(
            command, cwd=folder, env=os.environ | path, capture_output=True, check=True
        ).stdout
        assert official_folder().name not in out.decode()
        assert re.search(rf"(?m)(^|│ ){pack}/[\w/]+\.yaml:\d+", out.decode())


def test_cards_of_ones_own_pack_print_its_path(run, tmp_path, monkeypatch):
    pack_with(tmp_path, "z")
    monkeypatch.chdir(tmp_path)
    assert "pack z/it.yaml:2" in run("show", "pack z/gnomes").out


def test_findings_are_no_part_of_the_data_of_translate(tmp_path, capsys):
    (tmp_path / "pack.yaml").write_text(HEAD.format(odd="x") + "nme: wrong\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        importlib.import_module("ruledsl.cli").main(["translate", str(tmp_path), "it", "--format", "json"])
    out, err = capsys.readouterr()
    assert (out, "S001" in err) == ("", True)
