"""A real editor: Debian's Neovim, without a screen. Left out where there is none, unless RULEDSL_EDITOR=required."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import odd
import pytest

HERE = Path(__file__).parent
PLUGIN = HERE.parents[2] / "editors" / "neovim"
NEOVIM = shutil.which("nvim")
LEFT_OUT = "no editor: needs Debian's neovim"
TILE = """races:
  otters:
    name: Otters
    number: 5
    tray: 10
    rules: |
      my reserve +1
"""


@pytest.fixture
def pack(tmp_path):
    if NEOVIM is None:
        if os.environ.get("RULEDSL_EDITOR") == "required":
            pytest.fail(LEFT_OUT)
        pytest.skip(LEFT_OUT)
    folder = tmp_path / odd.FOLDER / "otters"
    folder.mkdir(parents=True)
    shutil.copy(HERE / "otters" / "pack.yaml", folder)
    (folder / "otters.yaml").write_text(TILE, encoding="utf-8")
    return folder


def test_an_author_types_sees_mends_completes_and_renames(pack, tmp_path):
    start = f"""
vim.opt.runtimepath:append("{PLUGIN}")
package.path = "{PLUGIN}/?.lua;" .. package.path
vim.cmd("filetype on")
require("ruledsl").setup({{ cmd = {{ "{sys.executable}", "-m", "ruledsl.cli", "lsp" }} }})
"""
    (tmp_path / "init.lua").write_text(start, encoding="utf-8")
    seen = tmp_path / "seen.json"
    subprocess.run(
        [
            NEOVIM,
            "--headless",
            "-u",
            tmp_path / "init.lua",
            "-i",
            "NONE",
            "-n",
            pack / "otters.yaml",
            "-S",
            HERE / "typing.lua",
        ],
        env={
            **os.environ,
            "SEEN": str(seen),
            "RULEDSL_CACHE": "off",
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
        },
        timeout=120,
        check=True,
        capture_output=True,
    )
    found = json.loads(seen.read_text(encoding="utf-8"))
    assert "problem" not in found, json.dumps(found)
    assert found["attached"]
    assert found["finding"]
    assert [(d["row"], d["column"]) for d in found["findings"]] == [(7, 23)]
    assert found["actions"][0].startswith("Write `-`")
    assert found["mended"]
    assert found["rule"] == "      my conquest_cost - 1 if region is water"
    assert "conquest" in found["offered"]
    assert found["renamed"] == "      after my conquest: let gain be 1"
