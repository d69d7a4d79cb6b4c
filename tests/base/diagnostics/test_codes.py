"""The catalogue of codes: every code has a page, every page a code."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from ruledsl.base.diagnostics import FAMILIES, Diagnostics, PageError, all_pages, explain, page, title
from ruledsl.base.diagnostics.codes import parse_page
from ruledsl.rules.packs.yaml.reader import read_yaml_text

SOURCES = Path(__file__).parents[3] / "ruledsl"
CODE = re.compile(r"[A-Z]\d{3}")
YAML = re.compile(r"```yaml\n(.*?\n)```", re.DOTALL)


def codes_in_sources():
    """Each string constant that is a code, with the places where it is used."""
    found = defaultdict(list)
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found[node.value].append(f"{path.relative_to(SOURCES.parent)}:{node.lineno}")
    return found


def test_every_code_has_a_page_and_every_page_a_code():
    """Strict: no code is exempt. A new code needs `ruledsl/base/diagnostics/pages/CODE.md`; one that goes takes it along."""
    used = codes_in_sources()
    missing = [
        f"{code} has no page; used in {', '.join(used[code])}"
        for code in sorted(used.keys() - all_pages().keys())
    ]
    unused = [
        f"{code} has a page, but nothing reports it" for code in sorted(all_pages().keys() - used.keys())
    ]
    assert not missing + unused, "\n".join(["", *missing, *unused])


def test_pages_can_be_found_and_printed():
    assert page("y010") is page("Y010")
    assert title("Y010") == "The same key twice"
    assert title("Q999") == "Q999"
    assert explain("Q999") is None
    text = explain("Y010")
    assert text.startswith("Y010: The same key twice\n(YAML and files)\n")
    assert "\n    elves:\n      tokens: 6\n      tokens: 7\n" in text
    assert "```" not in text


@pytest.mark.parametrize("code", sorted(all_pages()))
def test_pages_are_well_written(code):
    found = all_pages()[code]
    assert found.family == FAMILIES[code[0]]
    assert not found.title.endswith(".")
    for text in (found.summary, found.why):
        assert text.rstrip("`)")[-1] in ".!?"
    assert found.avoid != found.prefer
    for example in YAML.findall(found.prefer):
        diagnostics = Diagnostics()
        read_yaml_text(example, "example", diagnostics)
        assert not list(diagnostics), "what a page recommends must be right"


@pytest.mark.parametrize("code", [code for code in sorted(all_pages()) if code[0] == "Y"])
def test_bad_examples_of_yaml_give_their_code(code):
    for example in YAML.findall(all_pages()[code].avoid):
        diagnostics = Diagnostics()
        read_yaml_text(example, "example", diagnostics)
        assert {diagnostic.code for diagnostic in diagnostics} == {code}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Y001: no sign\n",
        "# Y001 no colon\n## Summary\na\n## Avoid\nb\n## Prefer\nc\n## Why\nd\n",
        "# Z001: no family\n## Summary\na\n## Avoid\nb\n## Prefer\nc\n## Why\nd\n",
        "# Y001: a section is missing\n## Summary\na\n## Avoid\nb\n## Prefer\nc\n",
        "# Y001: a section is empty\n## Summary\na\n## Avoid\n\n## Prefer\nc\n## Why\nd\n",
        "# Y001: another order\n## Avoid\nb\n## Summary\na\n## Prefer\nc\n## Why\nd\n",
    ],
)
def test_a_page_that_is_not_written_so_is_refused(text):
    with pytest.raises(PageError):
        parse_page(text)
