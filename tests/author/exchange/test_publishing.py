"""Packs as Python packages and as repositories: what is made for them works as it stands."""

import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from ruamel.yaml import YAML
from test_installing import run

import ruledsl
from ruledsl.author.exchange.inspect import missing_in
from ruledsl.author.exchange.installed import every_pack
from ruledsl.cli import main
from ruledsl.rules.packs.folders.find import find_pack, is_installed

ROOT = Path(__file__).parents[3]


@pytest.fixture
def here(tmp_path, monkeypatch, own, untried):
    monkeypatch.setattr("ruledsl.author.trial.tried", lambda _packs: [])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(path):
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def test_a_package_is_built_installed_and_found_without_being_imported(here, monkeypatch):
    made = run("new", "pack", "marsh_elves", "--requires", "smallworld", "--python")
    assert made.exit_code == 0, made.output
    pack = here / "marsh_elves/src/ruledsl_marsh_elves/marsh_elves"
    assert ruledsl.validate(str(pack)) == []
    (pack.parent / "__init__.py").write_text("raise RuntimeError('packs are data')")
    words = ("-m", "hatchling", "build", "-t", "wheel")
    subprocess.run([sys.executable, *words], cwd=here / "marsh_elves", check=True, capture_output=True)
    (wheel,) = here.glob("marsh_elves/dist/*.whl")
    zipfile.ZipFile(wheel).extractall(
        here / "site"
    )  # a wheel of plain Python is installed where it is unpacked
    assert find_pack("marsh_elves") is None or not is_installed(find_pack("marsh_elves"))
    monkeypatch.chdir(here / "site")
    monkeypatch.syspath_prepend(str(here / "site"))
    assert is_installed(find_pack("marsh_elves"))
    (found,) = [entry for entry in every_pack() if entry.id == "marsh_elves"]
    assert (found.source, found.origin) == ("package", "ruledsl-marsh-elves 0.1.0")
    assert "ruledsl_marsh_elves" not in sys.modules
    assert "comes with the package ruledsl-marsh-elves" in run("remove", "marsh_elves").stderr


def test_an_announced_package_may_lie_in_another_one(here, monkeypatch):
    """Nothing is imported to find it; names that are none are passed over."""
    for name, value in (("good", "outer.inner"), ("gone", "outer.nowhere"), ("odd", ".."), ("none", "")):
        info = here / f"site/{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ruledsl.packs]\nx = {value}\n")
    inner = here / "site/outer/inner/elves"
    inner.mkdir(parents=True)
    (here / "site/outer/__init__.py").write_text("raise RuntimeError('packs are data')")
    (here / "site/inner/elves").mkdir(parents=True)  # what only its last name would find
    (inner / "pack.yaml").write_text("id: elves\nversion: 0.1.0\nlanguage: 1\nname: Elves\n")
    monkeypatch.syspath_prepend(str(here / "site"))
    assert find_pack("elves") == inner
    assert find_pack("nobody") is None


@pytest.mark.parametrize("more", [(), ("--python",)], ids=str)
def test_what_the_action_of_a_repository_runs_works(here, more):
    """Every command of ours in it, as a shell would run it, from where it runs them."""
    assert run("new", "pack", "beavers", "--requires", "smallworld", "--github", *more).exit_code == 0
    inside = "src/ruledsl_beavers/beavers" if more else "."
    assert run("new", "race", "beavers", "--in", f"beavers/{inside}").exit_code == 0
    action = read(here / "beavers/.github/workflows/pack.yml")
    steps = action["jobs"]["check"]["steps"]
    assert action["permissions"] == {"contents": "read"}
    checkout = next(step for step in steps if "checkout" in step.get("uses", ""))
    assert checkout["with"] == {"path": "beavers", "persist-credentials": False}
    lines = [line.strip() for step in steps for line in step.get("run", "").splitlines()]
    ours = [line for line in lines if line.startswith("ruledsl ")]
    assert [line.split()[1] for line in ours] == ["validate", "test", "docs", "show", "bundle"]
    assert "mkdir -p site" in lines
    (here / "site").mkdir()
    for line in ours:
        command, _, output = line.partition(" > ")
        result = run(*(word for word in shlex.split(command)[1:] if word != "--trial"))
        assert result.exit_code == 0, result.output
        if output:
            Path(output).write_text(result.output, encoding="utf-8")
    uploaded = [step["with"] for step in steps if "upload" in step.get("uses", "")]
    assert [next(iter(words.values())) for words in uploaded] == ["findings.sarif", "site"]
    assert sorted(path.name for path in (here / "site").iterdir()) == [
        "beavers.ruledsl",
        "cards.svg",
        "index.html",
    ]
    assert "Beavers" in Path("site/cards.svg").read_text(encoding="utf-8")
    assert run("install", "site/beavers.ruledsl", "--yes").exit_code == 0 or more


def test_the_hooks_of_a_repository_and_of_this_one(here, monkeypatch):
    assert run("new", "pack", "beavers", "--requires", "smallworld", "--github").exit_code == 0
    monkeypatch.chdir("beavers")
    run("new", "race", "beavers")
    for hooks in (
        read(Path(".pre-commit-config.yaml"))["repos"][0]["hooks"],
        read(ROOT / ".pre-commit-hooks.yaml"),
    ):
        for hook in hooks:
            assert hook["language"] == "python"
            assert not hook["pass_filenames"]
            assert run(*hook["entry"].split()[1:], *hook["args"]).exit_code == 0
    text = Path("pack.yaml").read_text()
    Path("pack.yaml").write_text(text + "nonsense: 1\n")
    assert run("validate", ".").exit_code == 1


def test_a_picture_of_a_card_runs_and_loads_nothing(here):
    run("new", "pack", "beavers", "--requires", "smallworld")
    run("new", "race", "beavers", "--in", "beavers")
    path = here / "beavers/races/beavers.yaml"
    path.write_text(path.read_text().replace("name: Beavers", "name: '<script>alert(1)</script>&x'"))
    head = here / "beavers/pack.yaml"
    head.write_text(head.read_text().replace("name: Beavers", "name: '<script>alert(2)</script>'"))
    svg = run("show", "beavers", "--format", "svg").output
    elements = ET.fromstring(svg).iter()  # noqa: S314 - our own
    tags = {element.tag.rpartition("}")[2] for element in elements}
    assert tags <= {"svg", "style", "defs", "clipPath", "rect", "g", "text", "circle"}
    assert not re.search(r"url\((?!#)|href|@import|@font-face", svg)
    assert svg == run("show", "beavers", "--format", "svg").output


def test_what_is_missing_before_a_pack_is_published(here, make):
    said = missing_in(make(more=""))
    assert [sentence.split("`")[1] for sentence in said] == [
        "authors",
        "licence",
        "homepage",
        "sources",
        "ruledsl new scenario",
    ]
    assert [sentence.split("`")[1] for sentence in missing_in(make())] == ["ruledsl new scenario"]
    result = run("bundle", make())
    assert "Before you publish it: scenarios" in result.output
    assert re.search(r"digest [0-9a-f]{16}", result.output)


def test_flags_of_a_pack_are_for_packs(here):
    assert "are for a new pack" in run("new", "race", "x", "--github").stderr
    assert os.listdir(here) == []  # noqa: PTH208 - nothing at all


def test_the_page_about_packs_says_what_commands_take():
    lines = re.findall(
        r"^    ruledsl (.*)$", (ROOT / "docs/packs.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(lines) > 12
    for line in lines:
        name, *words = shlex.split(line.partition(" > ")[0])
        command = main.get_command(None, name)
        taken = {option for param in command.params for option in param.opts}
        assert {word for word in words if word.startswith("--")} <= taken, line


def test_the_sentence_of_a_new_file_tells_nothing(here):
    run("new", "pack", "beavers", "--requires", "smallworld")
    run("new", "race", "beavers", "--in", "beavers")
    assert any("`summary`" in sentence for sentence in missing_in(here / "beavers"))
    path = here / "beavers/races/beavers.yaml"
    path.write_text(re.sub(r"summary: .*", "summary: They build dams.", path.read_text()))
    assert not any("`summary`" in sentence for sentence in missing_in(here / "beavers"))
