"""Which language somebody gets (RFC 4647): one table, read by the server and by the scripts of the page."""

from __future__ import annotations

import json
from pathlib import Path

from ruledsl.play.naming.languages import LANGUAGES, accepted, nearest
from ruledsl.table.server.asking.form import asked_for

CASES = json.loads(Path(__file__).with_name("languages.json").read_text(encoding="utf-8"))
"""Tags that somebody prefers, and what they get: the scripts of the page are tried with the same ones."""
HEADERS = {
    "nb-NO,nb;q=0.9,no;q=0.8,en;q=0.5": "no",
    "en;q=0.5, da;q=0.7": "da",
    "zh-Hant-TW, zh;q=0.9, SV-fi ; Q=0.4, en;q=0.3": "sv",
    "da;q=0, sv;q=0.1": "sv",
    "*": "en",
    "*;q=0.5, it;q=0.1": "it",
    "da;q=2, fi": "fi",
    "da;q=abc, fi;q=0.1": "fi",
    "da;q=, ;q=1,,;;, fi": "fi",
    "da;level=1;q=1, it": "it",
    "": "en",
    "\x00\xff": "en",
    "da;q=0.123, it;q=0.124": "it",
    "," * 100_000 + "da": "en",
}


def test_the_nearest_language():
    assert [(wanted, nearest(wanted)) for wanted, _ in CASES] == [(wanted, found) for wanted, found in CASES]


def test_what_a_browser_accepts():
    found = {header: (nearest(accepted(header)), asked_for({"language": header})) for header in HEADERS}
    assert found == {header: (language, language) for header, language in HEADERS.items()}


def test_every_language_finds_itself():
    assert [nearest([language]) for language in LANGUAGES] == list(LANGUAGES)
