"""The package as others get it: built, installed into a folder of its own, and used from elsewhere."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ruledsl import load, validate
from ruledsl.cli.app import COMMANDS
from ruledsl.rules.packs import known_packs
from ruledsl.rules.packs.folders.find import GROUP, find_pack

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "build", "dist"
)
SITE_PACKAGES = Path(pytest.__file__).parent.parent
LOOK = """
import sys, ruledsl
from ruledsl.rules.packs.folders.find import official_folder
print(ruledsl.__file__, official_folder(), *sys.path, sep="\\n")
"""
SCRIPT = """
from importlib.metadata import entry_points
(script,) = entry_points(group="console_scripts", name="ruledsl")
script.load()()
"""
HOOK = 'path = "hatch_build.py"'
FRESH = """
import sys, ruledsl
rules = ruledsl.load("smallworld")
found = ruledsl.validate("smallworld")
game = rules.new_game(2, 1)
print(*(name in sys.modules for name in ("ruamel.yaml", "ruledsl.rules.check.checker", "ruledsl.engine.compile.wasm.program")))
print({span.file for span in (rules.composition.tiles["amazons"].span,)})
"""
PACK = """
id: {id}
version: 0.1.0
language: 2
name: A pack of somebody's own
requires: {{smallworld: ">=0.1"}}
"""
GNOMES = """
races:
  {id}_gnomes:
    name: Gnomes
    number: 5
    tray: 10
    rules: my conquest_cost -1 if region is hill
"""


def run(*command, cwd, typed="", **env):
    """What a command says; it must end well."""
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("PYTHON", "RULEDSL"))}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=kept | env,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


# ── the wheel ──


def built(folder):
    """The wheel of a copy of the checkout, so that nothing of the building stays in it."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    settings = copy / "pyproject.toml"
    # What is known of one pack is enough to look at.
    settings.write_text(settings.read_text().replace(HOOK, f'{HOOK}\npacks = ["smallworld"]'))
    run("-m", "hatchling", "build", "-t", "wheel", cwd=copy)
    (wheel,) = copy.glob("dist/*.whl")
    wheel = wheel.rename(folder / wheel.name)
    (copy / "dist").rmdir()
    return wheel, copy


def below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_is_whole_and_plays_anywhere(tmp_path):
    wheel, copy = built(tmp_path)
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder, target in (
        ("ruledsl", "ruledsl"),
        ("grammar", "ruledsl/_data/grammar"),
        ("rulesets", "ruledsl/_data/rulesets"),
    ):
        files = {f"{target}/{name}" for name in below(copy / folder)}
        assert files
        assert not files - inside
        inside -= files
    known = {name for name in inside if name.startswith("ruledsl/_data/known/")}
    assert {name.rpartition("/")[2].split("-")[0] for name in known} == {"findings", "module", "rules"}
    schemas = {f"ruledsl/_data/schemas/{what}.json" for what in ("pack", "head", "scenarios", "languages")}
    assert schemas <= inside
    inside -= schemas
    assert all(name.split("/")[0].endswith(".dist-info") for name in inside - known), inside
    (named,) = (name for name in inside if name.endswith("/METADATA"))
    said = zipfile.ZipFile(wheel).read(named).decode()
    assert "begin with" in said
    # A package index shows the README, and nothing lies beside it there.
    assert re.findall(r"\]\((?!https?:)", said) == []
    shutil.rmtree(copy)

    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(site)  # a wheel of plain Python is installed where it is unpacked
    assert (site / "ruledsl/py.typed").is_file()
    assert (site / "ruledsl/base/diagnostics/pages/L001.md").is_file()

    def installed(*words):
        """`-S`, since the environment's own paths lead to the checkout; its packages are named one by one instead."""
        return run("-S", *words, cwd=elsewhere, PYTHONPATH=f"{site}{os.pathsep}{SITE_PACKAGES}")

    package, packs, *paths = installed("-c", LOOK).splitlines()
    assert package == str(site / "ruledsl/__init__.py")
    assert packs == str(site / "ruledsl/_data/rulesets")
    assert str(ROOT) not in paths

    def cli(*words):
        return installed("-m", "ruledsl.cli", *words)

    # What came with the package is read instead of the packs, until one of these changes.
    races = site / "ruledsl/_data/rulesets/smallworld/races/amazons.yaml"
    assert installed("-c", FRESH).splitlines() == ["False False False", str({str(races)})]
    races.write_text(races.read_text() + "# changed\n")
    assert installed("-c", FRESH).splitlines() == ["True True True", str({str(races)})]
    assert cli("validate", "smallworld") == "smallworld: nothing wrong\n"
    assert "amazons" in cli("list", "smallworld")
    assert cli("explain", "L001").startswith("L001")
    game = cli("play", "smallworld", "--players", "2", "--seats", "random,random", "--seed", "3", "--quiet")
    assert "The game is over" in game
    assert installed("-c", SCRIPT, "--version").startswith("ruledsl ")
    assert "of 4" in installed("-m", "ruledsl.lab.examples.linear", "--games", "8", "--trials", "4")


# ── the readme ──


def test_the_race_of_the_readme_is_right_plays_and_passes(tmp_path):
    files = re.findall(r"^```yaml file=(\S+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(files) == 3
    for name, text in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (console,) = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    commands = [line.split() for line in console.splitlines()]
    said = {
        words[1]: run("-m", "ruledsl.cli", *words[1:], cwd=tmp_path, typed="1\nhelp\nquit\n")
        for words in commands
        if words[0] == "ruledsl"
    }
    assert said.keys() == {"validate", "play", "test"}
    assert said["validate"] == "beavers: nothing wrong\n"
    assert "1 passed, 0 failed" in said["test"]
    assert run("-m", "ruledsl.cli", "fmt", "beavers", "--check", cwd=tmp_path)


def test_the_page_of_commands_names_every_one():
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert set(COMMANDS) <= set(re.findall(r"`(?:ruledsl )?(\w+)[^`]*`", page))


def test_the_readme_is_short_and_its_python_runs():
    assert len(README.split()) <= 900
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    exec(code.replace("games=1000", "games=10, workers=1"), {})  # noqa: S102 - our own


def test_links_of_the_pages_at_the_top_lead_somewhere():
    pages = ("CONTRIBUTING.md", "SECURITY.md", "ISSUE_TEMPLATE.md", "PULL_REQUEST_TEMPLATE.md")
    text = README + "".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert [link for link in links if not re.match("https?:", link) and not (ROOT / link).exists()] == []


# ── packs of others ──


@pytest.fixture
def away(tmp_path, monkeypatch):
    """A working folder of its own, and no packs of the user's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULEDSL_PACKS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def make_pack(folder, pack):
    """A pack with a race of its own."""
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK.format(id=pack), encoding="utf-8")
    (folder / "gnomes.yaml").write_text(GNOMES.format(id=pack), encoding="utf-8")
    return folder


def plays(name, pack):
    """Can the pack be named like this, and does its race come into the game?"""
    assert not validate(name)
    return f"{pack}_gnomes" in load(name).program.tiles


def test_a_pack_by_its_path(away):
    folder = make_pack(away / "somewhere/gnomes", "gnomes")
    assert plays(str(folder), "gnomes")
    assert plays("somewhere/gnomes", "gnomes")
    assert plays("./somewhere/gnomes/pack.yaml", "gnomes")
    assert "gnomes" not in known_packs()


def test_a_pack_in_the_folder_that_the_environment_names(away, monkeypatch):
    make_pack(away / "mine/gnomes", "gnomes")
    assert find_pack("gnomes") is None
    monkeypatch.setenv("RULEDSL_PACKS", str(away / "mine"))
    assert plays("gnomes", "gnomes")
    assert "gnomes" in known_packs()


def test_a_pack_in_the_folder_of_the_user(away):
    make_pack(away / "data/ruledsl/packs/cave-gnomes", "cave_gnomes")
    assert plays("cave_gnomes", "cave_gnomes")
    assert plays("cave-gnomes", "cave_gnomes")


def announce(site, value):
    """What an installed package leaves behind that announces packs."""
    info = site / "gnome_packs-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: gnome-packs\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(f"[{GROUP}]\ngnomes = {value}\n", encoding="utf-8")


def test_a_pack_in_a_folder_that_an_installed_package_announces(away, monkeypatch):
    site = away / "site"
    make_pack(site / "gnome_packs/gnomes", "gnomes")
    announce(site, site / "gnome_packs")
    assert find_pack("gnomes") is None
    monkeypatch.syspath_prepend(str(site))
    assert plays("gnomes", "gnomes")
    assert "gnomes" in known_packs()


def test_a_pack_in_an_installed_package_that_announces_itself(away, monkeypatch):
    """Nobody who builds a package knows where it will lie, so it announces its name."""
    site = away / "site"
    make_pack(site / "gnome_packs/gnomes", "gnomes")
    (site / "gnome_packs/__init__.py").write_text("raise RuntimeError('packs are data')", encoding="utf-8")
    announce(site, "gnome_packs")
    monkeypatch.syspath_prepend(str(site))
    assert plays("gnomes", "gnomes")
