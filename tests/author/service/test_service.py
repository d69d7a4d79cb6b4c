"""What the service answers, case by case: texts with a caret, and what is expected there."""

import shutil
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from otter import as_file
from ruamel.yaml import YAML

from ruledsl.author.service.completing.yaml import about_key, schema_of
from ruledsl.author.service.describe import small_words
from ruledsl.author.service.index import CannotRename
from ruledsl.author.service.outline import colours_of_text, words_of_text
from ruledsl.author.service.service import Service
from ruledsl.base.diagnostics import MOST_LISTED
from ruledsl.base.diagnostics.diagnostic import MAX_TOGETHER, applied
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.types import TYPES, TYPES_SAID
from ruledsl.play.loading.validating import validate
from ruledsl.rules.packs.folders import find
from ruledsl.rules.packs.yaml.nodes import MappingNode, SequenceNode

HERE = Path(__file__).parent


def cases(name):
    found = YAML(typ="safe").load((HERE / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=repr(case.get("rule", case.get("text")))[:60]) for case in found]


@pytest.mark.parametrize("case", cases("completions.yaml"))
def test_what_fits_is_offered(case, service, write):
    items, prefix = service.completions(*write(case))
    texts = [item.text for item in items]
    if case.get("nothing"):
        assert texts == []
        return
    assert prefix == ""
    assert texts[: len(case.get("first", []))] == case.get("first", [])
    assert "first_of" not in case or texts[0] in case["first_of"] or set(case["first_of"]) <= set(texts[:24])
    assert [text for text in case.get("has", []) if text not in texts] == []
    assert [text for text in case.get("lacks", []) if text in texts] == []
    assert all(item.meaning for item in items if item.kind not in ("key", "value"))


CUT = ("underground/powers/vampire.yaml", "smallworld/races/sorcerers.yaml")
STEP = 5


@pytest.mark.parametrize("tile", CUT)
def test_the_next_word_of_a_tile_is_offered(tile):
    """A shipped tile as its author typed it: the line ends at the caret. Each fifth word, since each takes a sixth of a second."""
    path, service, missing = find.official_folder() / tile, Service(), []
    rows, rules = service.text(path).split("\n"), service.world(path).now().packs[-1].rules
    for span, word in [w for rule in rules if rule.owner.tile == path.stem for w in words_of_text(rule.node)][
        ::STEP
    ]:
        line = rows[span.line - 1]
        service.put(path, "\n".join([*rows[: span.line - 1], line[: span.column - 1], *rows[span.line :]]))
        items, _ = service.completions(path, span.line, span.column)
        if word not in {item.text.rpartition("/")[2].split()[0] for item in items}:
            missing.append(f"{line[: span.column - 1].strip()} ^{word}")
    assert missing == []


def test_a_word_that_was_begun_is_replaced(service, write):
    items, prefix = service.completions(*write({"rule": "my conq^"}))
    assert prefix == "conq"
    assert "conquest_cost" in [item.text for item in items]


@pytest.mark.parametrize("case", cases("names.yaml"))
def test_names_are_told(case, service, write):
    place = write(case)
    found = service.hover(*place)
    if "says" not in case:
        assert found is None
        return
    assert [part for part in case["says"] if part not in found[0]] == []
    declared = service.definition(*place)
    assert bool(declared) == ("declared" in case)
    assert all(span.file.endswith(case["declared"]) for span in declared)
    assert set(declared) <= set(service.references(*place))


def test_every_word_of_the_language_and_every_key_says_what_it_means(service):
    words = {word for word in grammar().spelling.values() if word.isalpha()}
    assert words - small_words().keys() == set()
    assert TYPES_SAID.keys() == TYPES.keys()
    assert [builtin.name for builtin in BUILTINS if not builtin.doc] == []
    folder = find.official_folder() / "smallworld"
    world = service.world(folder / "pack.yaml")
    now, silent = world.now(), set()
    known = set[str]().union(
        *(properties(schema_of(name, now)) for name in ("pack.yaml", "a.yaml", "scenarios/a.yaml"))
    )
    for path in world.files(tests=True):
        if path.is_relative_to(folder):
            name, root = path.relative_to(folder).as_posix(), world.tree(path).root
            silent |= {key.text for key in keys(root) if about_key(root, *key.span.start, name, now) is None}
    assert silent & known == set()


def properties(form):
    """All keys of a schema."""
    inside = form.values() if isinstance(form, dict) else form if isinstance(form, list) else ()
    own = set(form.get("properties", ())) if isinstance(form, dict) else set()
    return own.union(*map(properties, inside))


def keys(node):
    """All keys in a file."""
    for key, value in node if isinstance(node, MappingNode) else ():
        yield key
        yield from keys(value)
    for item in node if isinstance(node, SequenceNode) else ():
        yield from keys(item)


@pytest.mark.parametrize("case", cases("renames.yaml"))
def test_names_become_others_everywhere_or_not_at_all(case, service, write):
    path, line, column = write(case)
    text = service.text(path)
    if "refused" in case:
        with pytest.raises(CannotRename, match=case["refused"]):
            service.renamed(path, line, column, case["to"])
        assert service.text(path) == text
        return
    edits = service.renamed(path, line, column, case["to"])
    assert applied(text, edits[path]).endswith(case["becomes"] + "\n")
    assert [file.name for file in edits if file != path] == case.get("also", [])


NAMED = """\
scenarios:
  swim:
    covers: [otters]
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true}, otters: {terrain: water, borders: [a]}}}
      phase: conquests
      peoples: [{race: otters, player: 0, hand: 3, at: {a: 1}, pieces: {dam: 1}, memory: {swum: 2}}]
      stock: {dam: 1}
    steps:
      - cost: {value: swum, people: otters, is: 2}
      - why_not: {action: conquer, target: a, says: [swum_out, {source: otters}]}
      - options: {exclude: ["dam:otters"], include: ["conquer:otters"]}
      - state: {peoples: {otters: {pieces: {dam: 1}, memory: {swum: 2}}}}
"""
RULE = (
    "forbid my conquer as ^swum_out if my swum is 9\n      action dam of region\n"
    "        during conquests\n        from regions of me\n        do: nothing"
)


@pytest.mark.parametrize(
    ("old", "at", "count"),
    [("swum", "add 1 to my ", 3), ("swum_out", "conquer as ", 1), ("dam", "      ", 3), ("otters", "  ", 5)],
)
def test_what_scenarios_say_of_it_is_called_otherwise_too(old, at, count, service, write):
    """Not the action of the same name, nor the region."""
    path, *_ = write({"rule": RULE})
    tests, *_ = write({"file": "scenarios/otters.yaml", "text": NAMED + "^"})
    rows = service.text(path).split("\n")
    line = next(number for number, row in enumerate(rows, 1) if f"{at}{old}" in row)
    edits = service.renamed(path, line, rows[line - 1].index(at + old) + len(at) + 1, "zz")
    text = applied(NAMED, edits[tests])
    assert text.count("zz") == count, text
    assert "otters: {terrain" in text
    assert '"dam:otters"' in text


def test_references_of_other_readings_are_found_too(service, write):
    place = write({"rule": "after my ^redeployment: nothing"})
    assert len(service.references(*place)) > len(service.references(*place, declarations=False)) > 5


# ── findings ──


def test_findings_are_those_of_the_text_as_it_stands(service, write, otters):
    path, _, _ = write({"rule": "my conquest_cost -1 if region is watr^"})
    assert [found.code for found in service.findings(path)] == ["N001"]
    write({"rule": "my conquest_cost -1 if region is water^"})
    assert service.findings(path) == []
    service.put(path, None)
    assert service.findings(path) == []


def test_everything_is_what_validate_says(service, write, otters):
    path, _, _ = write({"rule": "my conquest_cost -1 if region is water^"})
    path.write_text(service.text(path), encoding="utf-8")
    try:
        assert service.everything(path) == validate(str(otters))
    finally:
        path.write_text((HERE / "otters" / "otters.yaml").read_text(encoding="utf-8"), encoding="utf-8")


def test_rules_of_other_variants_are_looked_at_in_their_file(service, write):
    rules = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 10\n    rules_when:\n"
    path, _, _ = write(
        {"text": rules + "      - when: {amazons_leave: always}\n        rules: my incme +1^\n"}
    )
    assert [found.code for found in service.findings(path)] == ["N002"]


def test_a_file_that_other_programs_write_is_read_again(service, otters):
    path = otters / "more.yaml"
    for text, codes in (("races: {}\n", []), ("raccs: {}\n", ["S001"]), ("races: {}\n", [])):
        path.write_text(text, encoding="utf-8")
        assert [found.code for found in service.findings(path)] == codes
    path.unlink()


def test_a_file_in_no_pack_is_left_alone(service, tmp_path):
    path = tmp_path / "alone.yaml"
    service.put(path, "a: [1\n")
    assert service.findings(path) == service.everything(path) == []
    assert service.completions(path, 1, 1) == ([], "")


def test_scenarios_are_looked_at(service, write):
    scenario = "scenarios:\n  swim:\n    position: {players: 2, peoples: [{race: oters^}]}\n    steps: [{over: true}]\n"
    path, _, _ = write({"file": "scenarios/otters.yaml", "text": scenario})
    assert [found.code for found in service.findings(path)] == ["C019"]


# ── the text as a whole ──


def test_the_outline_has_entries_and_rules(service, write):
    path, _, _ = write({"rule": "action swim of r^\n        during conquests\n        do: nothing"})
    (races,) = service.outline(path)
    (otters,) = races.inside
    assert [entry.name for entry in otters.inside] == ["pieces", "rules"]
    assert [entry.name for entry in otters.inside[1].inside] == ["swum", "after my conquest", "swim"]


def test_formatting_is_fmt(service, write):
    path, _, _ = write({"rule": "my   conquest_cost -1^"})
    assert service.formatted(path).endswith("my conquest_cost -1\n")


def test_colours_do_not_overlap_and_know_what_words_are(service, write):
    path, _, _ = write({"rule": "my conquest_cost -1 if region is hill # why^"})
    found = service.colours(path)
    rows = service.text(path).split("\n")
    said = {rows[c.span.line - 1][c.span.column - 1 : c.span.end_column - 1]: c.what for c in found}
    assert all(one.span.end <= two.span.start for one, two in pairwise(found))
    kinds = ("my", "keyword"), ("conquest_cost", "property"), ("region", "variable"), ("hill", "enumMember")
    assert {said[word] == kind for word, kind in kinds} == {True}
    assert said["# why"] == "comment"


# ── whatever is typed ──

WORDS = "my me region is has if after conquest : - | [ ] { } ^ rules races otters \n \n\n  \t # ' \" > number 3 é 😀 & * ! @ , =".split(
    " "
)


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=8).map(" ".join),
    st.integers(0, 400),
    st.booleans(),
)
def test_whatever_is_typed_nothing_is_raised(alone, typed, at, whole):
    service, path = alone
    old = as_file("my conquest_cost -1")
    text = typed if whole else old[:at] + typed + old[at:]
    service.put(path, text)
    try:
        place = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        for ask in (service.findings, service.outline, service.formatted, service.colours):
            ask(path)
        for ask in (service.completions, service.hover, service.references):
            ask(path, *place)
    finally:
        service.put(path, None)


def test_of_very_many_mistakes_an_editor_is_told_the_first(alone):
    """A list that an editor gets ends where all lists end."""
    service, path = alone
    service.put(
        path, as_file("".join(f"my conquest_cost -1 if region is no_such_{n}\n      " for n in range(2000)))
    )
    try:
        for findings in (service.findings(path), service.everything(path, lambda: None)):
            by_code = Counter(one.code for one in findings if one.severity != "note")
            assert max(by_code.values()) == MOST_LISTED
            assert sum(by_code.values()) <= MAX_TOGETHER
            assert any("more places in this file" in one.message for one in findings)
    finally:
        service.put(path, None)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices on this system")
def test_what_is_no_file_is_not_read(service):
    """A device has no end."""
    assert service.text(Path("/dev/zero")) is None
    assert service.hover(Path("/dev/zero"), 1, 1) is None


def lines_run(work):
    """How many lines of Python some work goes through, each as often as it does; loops within one line count each time they go round."""
    count = 0

    def trace(_frame, event, _given):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_a_text_four_times_as_long_is_coloured_with_about_four_times_the_work(service, write):
    """Also one that is too long to be read."""

    def work(count):
        lines = "".join(f"    let v{i} be v{i - 1} + 1\n" for i in range(1, count))
        path, *_ = write({"text": f"rules: |\n  after setting_out:\n    let v0 be round\n{lines}^"})
        service.everything(path)
        assert len(service.colours(path)) > count
        texts = [rule.node for pack in service.world(path).now().packs for rule in pack.rules]
        longest = max(texts, key=lambda node: len(node.text))
        return lines_run(lambda: list(colours_of_text(longest, {})))

    assert work(2000) < 8 * work(500)


HIDING = """\
rules: |
  value fewest of people = 3
  event decline of people:
    nothing
races:
  otters:
    name: Otters
    number: 5
    tray: 10
    rules: |
      RULE
"""


@pytest.mark.parametrize(
    ("rule", "name", "home"),
    [
        ("my income +fewest of me", "fewest", "core"),
        ("after my conquest: do decline of me", "decline", "core"),
    ],
)
def test_a_name_that_hides_one_of_core_is_offered_and_shown_and_so_is_the_other(
    service, write, rule, name, home
):
    def put(rule):
        return write({"text": HIDING.replace("RULE", rule)})

    items, _ = service.completions(*put(rule.replace(f"{name} of me", "^")))
    assert [item.text for item in items if name in item.text.split("/")] == [name, f"{home}/{name}"]
    own, other = (
        rule.replace(name, f"{name[:2]}^{name[2:]}"),
        rule.replace(name, f"{home}/{name[:2]}^{name[2:]}"),
    )
    for written, by in ((own, "declared by otters"), (other, f"declared by {home}")):
        place = put(written)
        assert by in service.hover(*place)[0]
        (span,) = service.definition(*place)
        assert (home in span.file) == (written == other)


@pytest.mark.parametrize(
    ("file", "written", "told"),
    [
        ("texts.yaml", "texts:\n  a^sk.den: Which den?\n", "**ask.den**: the question for a choice"),
        (
            "languages/it.yaml",
            "texts:\n  a^sk.den: Quale tana?\n",
            "the question for a choice\n\n> Which den?",
        ),
        (
            "languages/it.yaml",
            "texts:\n  forbid.t^oo_far: Lontano\n",
            "\n\n> Too far\n\n**too_far**: prohibition",
        ),
    ],
)
def test_a_key_of_a_text_says_what_it_is_for_and_in_a_language_what_it_translates(
    tmp_path, file, written, told
):
    pack = tmp_path / "otters"
    shutil.copytree(HERE / "otters", pack)
    rules = "\n      after my conquest:\n        choose den from regions of me\n      forbid my conquer as too_far if region is hill\n"
    tile = (pack / "otters.yaml").read_text().rstrip() + rules
    (pack / "otters.yaml").write_text(tile)
    (pack / "texts.yaml").write_text("texts:\n  ask.den: Which den?\n  forbid.too_far: Too far\n")
    row, column = next(
        (n, line.index("^") + 1) for n, line in enumerate(written.split("\n"), 1) if "^" in line
    )
    (pack / file).parent.mkdir(exist_ok=True)
    (pack / file).write_text(written.replace("^", ""))
    assert told in Service().hover(pack / file, row, column)[0]


@pytest.mark.parametrize("folder", ["languages", "otters"])
def test_a_tile_is_declared_in_its_file_and_not_in_that_of_a_language(tmp_path, folder):
    """A pack may be called `languages`, too."""
    pack = tmp_path / folder
    (pack / "languages").mkdir(parents=True)
    (pack / "pack.yaml").write_text(
        f'id: {folder}\nversion: 0.1.0\nlanguage: 3\nname: Otters\nrequires: {{core: ">=0.1"}}\n'
    )
    (pack / "tiles.yaml").write_text("pieces:\n  dam: {name: Dam, supply: 3}\n")
    (pack / "languages" / "it.yaml").write_text("pieces:\n  dam: {name: Diga}\n")
    service = Service()
    index = service.index(service.world(pack / "tiles.yaml"))
    places = [o for occurrences in index.by_symbol.values() for o in occurrences if o.symbol.name == "dam"]
    assert {(Path(o.span.file).name, o.declares) for o in places} == {
        ("tiles.yaml", True),
        ("it.yaml", False),
    }
