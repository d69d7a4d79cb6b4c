"""Fixes lead on: put into the files of a faulty pack, they leave nothing of what they mend."""

import shutil

import pytest
from faulty_cases import FOLDER
from trying import checked

from ruledsl.base.diagnostics.diagnostic import applied

MENDED = {"too_far_left": {"Y020"}, "not_indented": {"L039", "Y020"}}


@pytest.mark.parametrize("case", MENDED)
def test_what_has_a_fix_is_mended_by_it(case, tmp_path, monkeypatch):
    shutil.copytree(FOLDER / case / "house", tmp_path / "house")
    monkeypatch.chdir(tmp_path)
    said = [d for d in checked("./house")[0] if d.code in MENDED[case]]
    assert said
    assert all(d.fix for d in said)
    for path in {d.span.file for d in said}:
        file = tmp_path / path
        file.write_text(applied(file.read_text(), [d.fix for d in said if d.span.file == path]))
    assert {d.code for d in checked("./house")[0]} & MENDED[case] == set()
