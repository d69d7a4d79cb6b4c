"""Packs that mean harm, or look as if they did: findings, never an exception, in bounded time and memory.

Each is validated in a process of its own, so that what hangs or eats the machine fails a test and not the tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 60
"""Seconds on a busy machine, for what waits for something; 20 seconds of work and 1 GB are the limit, and most take half a second."""

PROGRAM = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
except ImportError:
    pass
from ruledsl import load, validate
from ruledsl.diagnostics import render_text
found = validate(*sys.argv[1:])
render_text(found)
if not any(d.severity == "error" for d in found):
    load(*sys.argv[1:])
print(json.dumps([[d.severity, d.code, d.message] for d in found]))
"""
HEAD = 'id: hostile\nversion: 0.1.0\nlanguage: 1\nname: {en: Hostile}\nrequires: {core: ">=0.1"}\n'


def findings(*packs):
    """The errors in some packs as (code, message)."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, packs)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [(code, message) for severity, code, message in json.loads(done.stdout) if severity == "error"]


@pytest.fixture
def pack(tmp_path):
    """A folder with a pack that is in order; a test adds something to it."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD)
    return folder


def rules(text):
    return "rules: |\n" + "".join(f"  {line}\n" for line in text.splitlines())


def nested_ifs(depth):
    lines = [f"{'  ' * i}if yes:" for i in range(1, depth)]
    return "\n".join(["after setting_out:", *lines, f"{'  ' * depth}set declining of turn_player to no"])


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12)
)
TEXTS = {
    "a bomb of anchors": BOMB,
    "an anchor that contains itself": "a: &a [*a, *a]\n",
    "a mapping that contains itself": "rules: &a {x: *a}\n",
    "merge keys": "a: &a {x: 1}\nb: {<<: *a}\n",
    "lists 10,000 deep": "a: " + "[" * 10_000 + "]" * 10_000 + "\n",
    "mappings 10,000 deep": "{a: " * 10_000 + "1" + "}" * 10_000 + "\n",
    "blocks 10,000 deep": "".join(f"{' ' * i}a:\n" for i in range(1400)),
    "dashes 10,000 deep": "- " * 10_000 + "x\n",
    "brackets 10,000 deep": rules("starting_coins +" + "(" * 10_000 + "1" + ")" * 10_000),
    "brackets over many lines": rules("starting_coins +" + "(\n  " * 10_000 + "1" + ")" * 10_000),
    "minus signs 10,000 deep": rules("starting_coins + " + "- " * 10_000 + "1"),
    "negations 10,000 deep": rules("forbid conquer as x if " + "not " * 10_000 + "yes"),
    "blocks of rules 500 deep": rules(nested_ifs(500)),
    "blocks of rules 1 deep too many": rules(nested_ifs(14)),
    "a million terms": rules("starting_coins +" + " + ".join(["1"] * 240_000)),
    "a million terms in lines": rules("starting_coins +(" + " +\n    ".join(["1"] * 60_000) + ")"),
    "a hundred thousand rules": rules("starting_coins +1\n" * 40_000),
    "ten thousand faults": rules("starting_coin +1 if teh\n" * 8000),
    "a number of 100,000 digits": rules("starting_coins +" + "9" * 100_000),
    "a huge number in YAML": "races:\n  x: {name: X, number: " + "9" * 100_000 + ", tray: 1e999}\n",
    "hexadecimal numbers": "races:\n  x: {name: X, number: 0x" + "f" * 5000 + ", tray: 5}\n",
    "a name of 500,000 letters": "races:\n  " + "x" * 500_000 + ": {name: X, number: 1, tray: 5}\n",
    "a Python object": 'rules: !!python/object/apply:os.system ["touch harm"]\n',
    "a call of exec": rules('exec("import os")'),
    "an import": rules("import os\nlet x be __import__ of os"),
    "dunders": rules("define x = ().__class__.__bases__\nvalue __builtins__ of region = 1"),
    "a lambda": rules("starting_coins +(lambda: 1)()"),
    "a definition by itself": rules("define loop of region = loop of region\nstarting_coins +1 if loop of 1"),
    "definitions in a circle": rules("define p of region = q of region\ndefine q of region = p of region"),
    "an event that raises itself": rules("event again:\n  do again\nafter setting_out: do again"),
    "events in a circle": rules("event ping:\n  do pong\nevent pong:\n  do ping\nafter setting_out: do ping"),
    "a million copies": "races:\n  x: {name: X, number: 1, tray: 5, copies: 999999999}\n",
    "directives": "%YAML 1.1\n" * 50_000 + "---\na: 1\n",
    "many documents": "---\na: 1\n" * 50_000,
    "a tab": "rules:\n\t|\n",
    "only a byte order mark": "\ufeff",
    "control characters": "a: \x00\x07\n",
    "quotes without end": 'a: "' + "x\n" * 100_000,
    "many keys": "".join(f"k{i}: {i}\n" for i in range(50_000)),
    "one key many times": "rules: x\n" * 50_000,
    "rounds without end": "terrains: [sea]\nmaps:\n  m: {name: M, players: [2], rounds: 999999999, "
    "regions: {1: {terrain: sea, entry: true, borders: []}}}\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_too_much_is_an_error(pack, name):
    (pack / "more.yaml").write_text(TEXTS[name], encoding="utf-8")
    found = findings(pack)
    assert found
    assert len(found) < 2000
    assert all(len(message) < 2000 for _, message in found)
    assert not (pack / "harm").exists()


REGIONS = ", ".join(f"{i}: {{terrain: sea, entry: true, borders: []}}" for i in range(5000))
TIMES = "".join(f"{'  ' * i}repeat 999999 times:\n" for i in range(1, 9))


def test_a_map_of_too_many_regions_is_an_error(pack):
    text = f"terrains: [sea]\nmaps:\n  m: {{name: M, players: [2], rounds: 9, regions: {{{REGIONS}}}}}\n"
    (pack / "more.yaml").write_text(text)
    assert findings(pack)


CHAIN = "after setting_out:\n  if yes:\n    add 1 to round\n" + "  else if no:\n    add 1 to round\n" * 4000


def test_a_long_chain_of_conditions_is_an_error_or_loads(pack):
    (pack / "more.yaml").write_text(rules(CHAIN))
    findings(pack)


def test_loops_that_take_longer_than_the_world_are_an_error(pack):
    (pack / "more.yaml").write_text(rules(f"after setting_out:\n{TIMES}{'  ' * 9}add 1 to round"))
    assert findings(pack)


BYTES = {
    "Latin-1": "rules: Tribù\n".encode("latin-1"),
    "UTF-16": "rules: x\n".encode("utf-16"),
    "zeros": bytes(100_000),
    "a program": Path(sys.executable).read_bytes()[:900_000],
    "50 MB": b"# x\n" * 12_500_000,
}


@pytest.mark.parametrize("name", BYTES)
@pytest.mark.parametrize("file", ["pack.yaml", "more.yaml"])
def test_a_file_that_is_no_text_is_an_error(pack, name, file):
    (pack / file).write_bytes(BYTES[name])
    assert findings(pack)


needs_fifo = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")


@needs_fifo
@pytest.mark.parametrize(
    "file",
    ["pack.yaml", "more.yaml"],
)
def test_a_pipe_in_place_of_a_file_is_an_error(pack, file):
    (pack / file).unlink(missing_ok=True)
    os.mkfifo(pack / file)
    assert findings(pack)


def test_a_device_in_place_of_a_file_is_an_error(pack):
    if not Path("/dev/zero").exists():
        pytest.skip("no devices on this system")
    (pack / "more.yaml").symlink_to("/dev/zero")
    assert findings(pack)


@pytest.mark.parametrize("file", ["pack.yaml", "more.yaml"])
def test_a_link_to_itself_is_an_error(pack, file):
    (pack / file).unlink(missing_ok=True)
    (pack / file).symlink_to(pack / file)
    assert findings(pack)


def test_folders_that_contain_themselves_end(pack):
    (pack / "round").symlink_to(pack, target_is_directory=True)
    (pack / "up").symlink_to(pack.parent, target_is_directory=True)
    assert {code for code, *_ in findings(pack)} == {"Y018"}


def test_a_folder_that_is_a_link_to_itself_is_an_error(pack):
    loop = pack.parent / "loop"
    loop.symlink_to(loop)
    assert findings(loop)


def test_a_folder_that_is_called_like_a_file_is_an_error(pack):
    (pack / "more.yaml").mkdir()
    assert findings(pack)


def test_folders_without_packs_are_errors(tmp_path, pack):
    assert findings(tmp_path)
    assert findings(tmp_path / "nowhere")
    (pack / "pack.yaml").unlink()
    assert findings(pack)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "/", "a" * 5000, "~", "*", "core/../core/x", "a\nb", "é" * 300]
)
def test_names_that_are_no_packs_are_errors(name):
    assert findings(name)


def test_very_many_files_are_an_error(pack):
    for number in range(2100):
        (pack / f"f{number}.yaml").write_text("rules: x\n")
    assert findings(pack)


def test_packs_that_require_each_other_are_an_error(tmp_path):
    for name, other in (("one", "two"), ("two", "one")):
        folder = tmp_path / name
        folder.mkdir()
        head = HEAD.replace("id: hostile", f"id: {name}").replace(
            '{core: ">=0.1"}', f'{{{tmp_path / other}: "0.1"}}'
        )
        (folder / "pack.yaml").write_text(head)
    assert findings(tmp_path / "one")
