"""What is said of faulty packs, to the letter. `python tests/rules/check/regenerate.py` writes it anew."""

import re

import pytest
from faulty_cases import CASES, PAGES, example, said_of, said_of_page, tried_pages

from ruledsl.base.diagnostics import all_pages

TRIED = dict(tried_pages())
UNTRIED = {
    "P007": "a variant that a caller chooses; tests/rules/check/test_robust.py",
    "P008": "likewise",
    "P012": "a pack of thousands of files",
    "P015": "dozens of packs",
    "P017": "tests/rules/check/test_robust.py",
    "P016": "tests/rules/check/test_robust.py",
    "R003": "thousands of lines; tests/rules/check/test_robust.py",
    "R041": "a rule of thousands of lines; tests/rules/packs/test_hostile.py",
    "P011": "a file that is a list",
    "P055": "tests/rules/packs/test_bundles.py",
    "P056": "a trial finds it, not validation; tests/hostile/test_trial.py",
    "P057": "likewise",
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_said_of_a_faulty_pack(case):
    assert said_of(case) == (case / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", TRIED)
def test_what_is_said_of_the_bad_example_of_a_page(code):
    for text in TRIED[code]:
        assert f"[{code}]" in example(text)[1]
    said = said_of_page(TRIED[code])
    assert said == (PAGES / f"{code}.txt").read_text(encoding="utf-8")


def test_every_code_is_reported_by_some_case():
    texts = [*(case / "expected.txt" for case in CASES), *PAGES.glob("*.txt")]
    reported = {
        code for text in texts for code in re.findall(r"\[([A-Z]\d{3})\]", text.read_text(encoding="utf-8"))
    }
    wanted = {code for code in all_pages() if code[0] in "PNTR"}
    assert wanted - reported - UNTRIED.keys() == set()
