"""Odd but right tiles: nothing is said of them, no warning either. Each file of `odd` is one pack."""

from pathlib import Path

import pytest
from trying import HEAD

from ruledsl import validate
from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.rules.packs.yaml.reader import read_yaml_text

FILES = sorted((Path(__file__).parent / "odd").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_false_alarm(tmp_path, file):
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD.format(requires='smallworld: ">=0.1"'))
    (folder / file.name).write_bytes(file.read_bytes())
    found = validate(str(folder))
    assert found == [], render_text(found)


def test_there_are_more_than_a_hundred():
    roots = [read_yaml_text(file.read_text(encoding="utf-8"), file.name, Diagnostics()) for file in FILES]
    assert sum(len(root.get(kind) or ()) for root in roots for kind in ("races", "powers")) > 100
