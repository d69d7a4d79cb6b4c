"""`watch`, a turn at a time and without a terminal."""

import os
import shutil
from pathlib import Path

import pytest

from ruledsl.cli.commands.watching import Watch

OTTERS = Path(__file__).resolve().parents[2] / "benchmarks/mistakes/otters"


@pytest.fixture
def pack(tmp_path):
    shutil.copytree(OTTERS, tmp_path / "otters")
    return tmp_path / "otters"


def saved(file, text, at):
    """A file is saved, at a time of its own."""
    file.write_text(text)
    os.utime(file, ns=(at, at))


def test_what_was_changed_is_looked_at_when_it_is_whole(pack, capsys):
    watch = Watch((str(pack),))
    assert watch.look(None)
    assert "nothing wrong" in capsys.readouterr().out
    assert not watch.turn()
    file = pack / "races/otters.yaml"
    text = file.read_text()
    saved(file, text + "  # half\n", 1)
    assert not watch.turn()  # it may still be written
    saved(file, text.replace("tray:", "trya:"), 2)
    assert not watch.turn()
    assert watch.turn()
    out = capsys.readouterr().out
    assert "changed: " in out
    assert "Did you mean `tray`?" in out
    assert "1 error" in out
    assert "scenarios:" not in out
    saved(file, text, 3)
    assert [watch.turn(), watch.turn(), watch.turn()] == [False, True, False]
    assert "passed, 0 failed" in capsys.readouterr().out


def test_a_change_runs_the_scenarios_that_are_about_it(pack, capsys):
    scenarios = next((pack / "scenarios").glob("*.yaml"))
    watch = Watch((str(pack),))
    names = {name.name: watch for name in pack.rglob("*.yaml")}
    assert names
    saved(scenarios, scenarios.read_text() + "\n# more\n", 1)
    assert [watch.turn(), watch.turn()] == [False, True]
    assert "scenarios: " in capsys.readouterr().out
    (pack / "races/nobody.yaml").write_text("races:\n  nobody: {name: Nobody, number: 3, tray: 12}\n")
    assert [watch.turn(), watch.turn()] == [False, True]
    out = capsys.readouterr().out
    assert "scenarios: 0 passed, 0 failed (" in out
    (pack / "pack.yaml").write_text((pack / "pack.yaml").read_text() + "# x\n")
    assert [watch.turn(), watch.turn()] == [False, True]
    assert "not run" not in capsys.readouterr().out


def test_a_pack_that_goes_and_comes_back(pack, capsys):
    watch = Watch((str(pack),))
    pack.rename(pack.with_name("away"))
    assert [watch.turn(), watch.turn()] == [False, True]
    assert "1 error" in capsys.readouterr().out
    pack.with_name("away").rename(pack)
    assert [watch.turn(), watch.turn()] == [False, True]
    assert "0 failed" in capsys.readouterr().out


def test_once(run, refused, pack):
    assert run("watch", pack, "--once").code == 0
    (pack / "more.yaml").write_text("rules: my incom +1\n")
    assert run("watch", pack, "--once").code == 1
    assert "no pack" in refused("watch", "smalworld", "--once")
