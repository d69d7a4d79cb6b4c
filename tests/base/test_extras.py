"""Extras: one check before any work, for commands and for Python; everything else does without them."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from ruledsl.base.extras import EXTRAS, MissingExtra, need
from ruledsl.cli import main

ROOT = Path(__file__).parents[2]
PLAIN = """
import sys, json
sys.modules |= dict.fromkeys(json.loads(sys.argv[1]))
import ruledsl
for name in ruledsl.__all__:
    getattr(ruledsl, name)
rules = ruledsl.load("smallworld")
print(ruledsl.card(rules, "amazons"), ruledsl.picture(rules, "small_world_2p"))
try:
    ruledsl.simulate("no such pack")
except ModuleNotFoundError as problem:
    print(problem)
for name in ("rl", "training"):
    try:
        __import__(f"ruledsl.{name}")
    except ModuleNotFoundError as problem:
        print(problem)
"""
COMMANDS = {
    "serve": "web",
    "serve smallworld": "web",
    "lsp": "lsp",
    "study games.jsonl -o page.html": "study",
    "balance smallworld -o page.html": "study",
    "simulate smallworld --columns tables": "study",
    "simulate smallworld --scheduler tcp://localhost:1": "cluster",
    "train smallworld": "rl",
}


def test_the_packages_are_those_of_the_project():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, packages in EXTRAS.items():
        names = {re.split(r"[\[>=]", line)[0] for line in declared["optional-dependencies"][extra]}
        assert names <= set(packages)


@pytest.mark.parametrize(("command", "extra"), COMMANDS.items())
def test_a_command_says_before_any_work_what_it_lacks(command, extra, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in EXTRAS[extra]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("ruledsl.play.rules.load", None)
    result = CliRunner().invoke(main, command.split())
    assert result.exit_code == 2
    assert result.output == f"ruledsl: {sentence(extra)}\n"
    assert list(tmp_path.iterdir()) == []


def sentence(extra):
    with pytest.raises(MissingExtra) as problem:
        need(extra)
    return str(problem.value)


def test_the_sentence(monkeypatch):
    monkeypatch.setitem(EXTRAS, "study", ("json", "no_such_one", "no_such_other"))
    assert (
        sentence("study")
        == "This needs the packages no_such_one and no_such_other: pip install 'ruledsl[study]'."
    )


def test_python_without_any_extra():
    names = json.dumps(sorted({*sum(EXTRAS.values(), ()), "gymnasium", "anyio", "lsprotocol"}))
    done = subprocess.run([sys.executable, "-c", PLAIN, names], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "<the card of amazons> <a picture of small_world_2p>",
        "This needs the packages plotly and polars: pip install 'ruledsl[study]'.",
        *["This needs the packages numpy and pettingzoo: pip install 'ruledsl[rl]'."] * 2,
    ]
