"""What a shell completes: commands, packs, tiles, seats, maps, variants, codes, files."""

import os
import re
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from ruledsl.cli.app import COMMANDS, GROUPS, main


def completed(line):
    *words, last = line.split(" ")
    found = ShellComplete(main, {}, "ruledsl", "_RULEDSL_COMPLETE").get_completions(words, last)
    return [(item.type, item.value) if item.type != "plain" else item.value for item in found]


def test_commands_come_with_their_summaries():
    assert completed("") == list(COMMANDS)
    assert completed("re") == ["resume", "replay", "remove"]
    assert "--version" in completed("--v")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("play small", ["smallworld"]),
        ("play smallworld und", ["underground"]),
        ("validate ./my-pa", [("file", "./my-pa")]),
        ("show smallworld/ama", ["smallworld/amazons"]),
        ("show smallworld/small_world_2", ["smallworld/small_world_2p"]),
        ("show nowhere/x", [("file", "nowhere/x")]),
        ("balance cursed/goblins", ["cursed/goblins"]),
        ("balance cursed/amaz", [("file", "cursed/amaz")]),  # of another pack
        ("play smallworld --seats human,gre", ["human,greedy"]),
        ("simulate smallworld --seats r", ["random"]),
        ("play smallworld --map small_world_3", ["small_world_3p"]),
        ("play smallworld --variant final_conquest=cost_t", ["final_conquest=cost_three"]),
        ("play --map small_world", []),  # of no pack
        ("explain L00", [f"L00{n}" for n in range(1, 10)]),
        ("resume even", [("file", "even")]),
        ("serve --data tab", [("dir", "tab")]),
        ("compare random greedy --on under", ["underground"]),
        ("remove nothing", []),
    ],
)
def test_what_can_stand_there(line, found):
    assert completed(line) == found


def test_a_pack_with_errors_is_completed_in_silence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/pack.yaml").write_text("id: bad\nlanguage: [")
    assert completed("show bad/x") == [("file", "bad/x")]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told(shell):
    typed = {"COMP_WORDS": "ruledsl play smallw", "COMP_CWORD": "2" if shell != "fish" else "smallw"}
    script = "from ruledsl.cli import main; main(prog_name='ruledsl')"

    def said(instruction):
        env = os.environ | typed | {"_RULEDSL_COMPLETE": f"{shell}_{instruction}"}
        done = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False
        )
        assert not done.stderr
        return done.stdout

    assert "_RULEDSL_COMPLETE" in said("source")
    assert "smallworld" in said("complete")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_its_summary_once(command):
    said = main.get_command(None, command).help
    summary, _, rest = said.partition("\n\n")
    assert summary == COMMANDS[command][1]
    assert rest.split()[:3] != summary.split()[:3]


def test_the_help_lists_every_command_in_its_group(run):
    out = run("--help").out
    titles = [line.removesuffix(":") for line in out.splitlines() if re.fullmatch(r"[A-Z]\w+:", line)]
    assert titles == ["Options", *GROUPS]
    for title, commands in GROUPS.items():
        part = out.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"(?m)^  (\w+)", part) == list(commands)
