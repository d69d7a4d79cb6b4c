"""What `docs/adding.md` and `CONTRIBUTING.md` point at is there, and the patches of the page still fit the files that they change."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("docs/adding.md", "CONTRIBUTING.md")
DIFF = re.compile(r"^```diff\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml))`")


@pytest.mark.parametrize("page", PAGES)
def test_paths_exist(page):
    named = set(PATH.findall((ROOT / page).read_text(encoding="utf-8")))
    assert len(named) > 5
    named = {name for name in named if "PACK" not in name and "a-few-words" not in name}
    missing = [name for name in named if not any((base / name).exists() for base in (ROOT, ROOT / "ruledsl"))]
    assert not missing


def patched():
    """The files of all patches, each with the lines that are there before."""
    for block in DIFF.findall((ROOT / PAGES[0]).read_text(encoding="utf-8")):
        for part in re.split(r"^--- ", block, flags=re.MULTILINE)[1:]:
            name, *lines = part.splitlines()
            yield name, [line[1:] for line in lines if line[:1] in ("-", " ")]


def test_patches_fit():
    """Every line that stands around a change, or goes with it, is one of the file."""
    found = dict.fromkeys(name for name, _ in patched())
    assert len(found) > 6
    strange = [
        f"{name}: {line}"
        for name, lines in patched()
        for line in lines
        if line.strip() and line not in (ROOT / name).read_text(encoding="utf-8").splitlines()
    ]
    assert not strange
