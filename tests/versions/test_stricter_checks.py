"""A check that refuses more than it did is a warning for packs of earlier versions, which go on to load, and an error from the next one on."""

import re
from pathlib import Path

import pytest

import ruledsl
from ruledsl.base.diagnostics.codes import REFUSED_SINCE
from ruledsl.version import LANGUAGE_VERSION

PAGES = Path(ruledsl.__file__).parent / "base/diagnostics/pages"
HEAD = "id: {id}\nversion: 0.1.0\nlanguage: {language}\nname: {id}\nrequires: {{{requires}: '>=0.1'}}\n"
FILES = {"P071": ("languages/xx.yaml", "races: {}\n")}
"""The codes that are about the name of a file, with one of that name."""
AVOID = re.compile(r"## Avoid\n+```yaml\n(.*?)```", re.DOTALL)


def written(folder, id_, requires, language, text, file="it.yaml"):
    (folder / id_ / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / id_ / "pack.yaml").write_text(HEAD.format(id=id_, requires=requires, language=language))
    (folder / id_ / file).write_text(text)
    return str(folder / id_)


def severities(pack, code):
    return {found.severity for found in ruledsl.validate(pack) if found.code == code}


@pytest.mark.parametrize("code", REFUSED_SINCE)
def test_what_is_refused_since_a_version_loads_in_earlier_ones(tmp_path, code):
    """The texts are the examples of the codes' pages, if they are no names of files."""
    examples = AVOID.findall((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    file, text = FILES.get(code, ("it.yaml", *examples))
    for language in range(1, LANGUAGE_VERSION + 1):
        pack = written(tmp_path, "house", "smallworld", language, text, file)
        refused = language >= REFUSED_SINCE[code]
        assert severities(pack, code) == {"error" if refused else "warning"}, language
        if not refused:
            assert ruledsl.load(pack).new_game(players=2, seed=1).decision is not None


AFFRAY = """\
rules: |
  event affray of people
  event brawl of people
  after affray: do brawl of people
"""
CHAIN = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 10\n    rules: |\n      after my brawl: do affray of me\n"


def test_a_chain_through_packs_is_a_warning_if_one_of_them_is_of_an_earlier_version(tmp_path, monkeypatch):
    """The older pack may have had its part of the chain before the newer one closed it."""
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path))
    written(tmp_path, "base", "smallworld", 3, AFFRAY)
    house = written(tmp_path, "house", "base", 2, CHAIN)
    assert severities(house, "R015") == {"warning"}
    house = written(tmp_path, "house", "base", 3, CHAIN)
    assert severities(house, "R015") == {"error"}
