"""`fmt`, `validate --fix` and `upgrade`, whatever a file holds: it can still be read if it could be before, and is whole at any time."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl import validate
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.formatting import formatted
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text

OTTERS = Path(__file__).resolve().parents[2] / "benchmarks/mistakes/otters"
TEXTS = [path.read_text() for path in sorted(OTTERS.rglob("*.yaml")) if path.name != "pack.yaml"]
RACE = (OTTERS / "races/otters.yaml").read_text()
PIECES = [
    *":()[]{}#|>&*%@'\"\t\n\\-",
    "  ",
    "\n\n",
    "\r\n",
    "if ",
    "the ",
    ">=",
    ": |\n",
    "thriftiness",
    "é",
    "\ufeff",
    "\x00",
    "# quiet R030: x",
]
RENAMED = (
    "renamed:\n  conquests_made: {to: conquered, since: 0.1.0}\n  cost: {to: conquest_cost, since: 0.1.0}\n"
)
MANY = 20 if os.environ.get("RULEDSL_SOAK") else 1


@st.composite
def damaged(draw, texts):
    """A text with some pieces put in, taken out and moved about."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text)))
        until = at + draw(st.integers(0, 6))
        text = text[:at] + draw(st.sampled_from(["", *PIECES])) + text[until:]
    return text


def read(text):
    """What a text says as YAML, and whether it can be read at all."""
    problems = Diagnostics()
    found = read_yaml_text(text.removeprefix("\ufeff"), "f", problems)
    return None if found is None or problems.has_errors else to_plain(found)


def shape(data):
    """Keys and values, but not how rules are laid out."""
    if isinstance(data, dict):
        return {key: "" if key == "rules" else shape(value) for key, value in data.items()}
    return [shape(item) for item in data] if isinstance(data, list) else data


@settings(max_examples=40 * MANY, deadline=None)
@given(damaged(TEXTS))
def test_formatting_keeps_what_a_file_says(text):
    before, problems = read(text), Diagnostics()
    once = formatted(text, "f", problems)
    if before is None:
        assert once == text
        return
    again = Diagnostics()
    assert shape(read(once)) == shape(before)
    assert formatted(once, "f", again) == once
    assert again.error_count <= problems.error_count


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs") / "otters"
    shutil.copytree(OTTERS, folder)
    shutil.rmtree(folder / "scenarios")
    (folder / "old.yaml").write_text(RENAMED)
    return folder


@settings(max_examples=3 * MANY, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=damaged([RACE, RACE.replace("conquest_cost", "cost")]), command=st.sampled_from(["fix", "upgrade"])
)
def test_mending_makes_no_file_worse(run, pack, text, command):
    file = pack / "races/otters.yaml"
    file.write_bytes(text.encode())
    errors = count(pack)
    run(*(("validate", pack, "--fix") if command == "fix" else ("upgrade", pack)))
    after = file.read_bytes().decode()
    assert (read(after) is None) <= (read(text) is None)
    assert count(pack) <= errors
    assert sorted(path.name for path in file.parent.iterdir()) == ["otters.yaml"]


def count(folder):
    return sum(found.severity == "error" for found in validate(str(folder)))


@pytest.mark.parametrize("command", [("validate", "--fix"), ("upgrade",), ("fmt",)])
def test_a_disk_that_is_full_leaves_the_file_as_it_was(run, pack, monkeypatch, command):
    file = pack / "races/otters.yaml"
    text = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 12\n    rules: |\n      my   cost -1 if hand of me >= 2\n"
    file.write_text(text if command != ("fmt",) else text.replace(">=", "is at least"))
    before = file.read_bytes()

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert run(command[0], pack, *command[1:]).code == 2
    assert file.read_bytes() == before
    assert sorted(path.name for path in file.parent.iterdir()) == ["otters.yaml"]
