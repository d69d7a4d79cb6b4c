"""What was read is kept by file: each text is read once, and what is kept is what would be read again, in everything."""

import subprocess
import sys
from dataclasses import fields, is_dataclass

import pytest
from lengths import some

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.store import from_bytes, store, to_bytes
from ruledsl.rules.packs import filetrees
from ruledsl.rules.packs.folders.find import known_packs
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.yaml import reader

PACK = "id: mine\nversion: 0.1.0\nlanguage: 1\nname: Mine\n"
KINDS = "kinds:\n  race: {plural: races, name: Race, borne_by: nobody}\n"
RULES = "rules: |\n  value strength of people = 2\n  define lone of people = strength of people is 1\n"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    forget(monkeypatch)


def forget(monkeypatch):
    """As the next process begins."""
    monkeypatch.setattr(filetrees, "_memory", filetrees._Memory())


@pytest.fixture
def read(monkeypatch):
    """The names of the files whose text is read."""
    names = []
    plain = reader.read_tree

    def counting(text, name, diagnostics):
        names.append(name.rpartition("/")[2])
        return plain(text, name, diagnostics)

    monkeypatch.setattr(reader, "read_tree", counting)
    return names


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in (("pack", PACK), ("kinds", KINDS), ("rules", RULES)):
        (folder / f"{name}.yaml").write_text(text)
    return folder


def loaded(folder):
    """The rule texts of a pack, and what is wrong with it."""
    diagnostics = Diagnostics()
    (found,) = load_packs([str(folder)], diagnostics)
    return found.rules, diagnostics.sorted()


def everything(thing):
    """All that a tree holds, places too, which take no part in comparison."""
    if is_dataclass(thing):
        return type(thing).__name__, [
            everything(getattr(thing, field.name)) for field in fields(thing) if field.init
        ]
    if isinstance(thing, tuple):
        return type(thing).__name__, [everything(part) for part in thing]
    if isinstance(thing, dict):
        return {key: everything(part) for key, part in thing.items()}
    return thing


def test_a_text_is_read_once(pack, read, monkeypatch):
    first = loaded(pack)
    assert sorted(read) == ["kinds.yaml", "pack.yaml", "rules.yaml"]
    again = loaded(pack)
    assert everything(again[0][0].document) == everything(first[0][0].document)
    monkeypatch.setenv("RULEDSL_CACHE", "off")
    assert loaded(pack) == first
    assert len(read) == 3


def test_after_a_change_only_the_changed_file_is_read(pack, read, monkeypatch):
    loaded(pack)
    for strength in range(3, 18):
        forget(monkeypatch)
        read.clear()
        (pack / "rules.yaml").write_text(RULES.replace("2", str(strength)))
        rules, found = loaded(pack)
        assert read == ["rules.yaml"]
        assert rules[0].statements[0].base.value == strength
        assert found == []


def test_a_file_under_another_name_is_another_file(pack, read, monkeypatch):
    loaded(pack)
    (pack / "rules.yaml").rename(pack / "more.yaml")
    rules, _ = loaded(pack)
    assert read[3:] == ["more.yaml"]
    assert rules[0].span.file.endswith("more.yaml")
    assert rules[0].statements[0].span.file.endswith("more.yaml")


def test_what_is_kept_is_what_was_read(monkeypatch):
    diagnostics = Diagnostics()
    packs = some(known_packs(), 6)
    fresh = load_packs(packs, diagnostics)
    trees = dict(filetrees._memory._trees)
    forget(monkeypatch)
    kept = load_packs(packs, diagnostics)
    assert kept == fresh
    again = filetrees._memory._trees
    assert trees.keys() == again.keys()
    for key, (tree, size) in trees.items():
        assert again[key][0] is not tree
        assert (everything(again[key][0]), again[key][1]) == (everything(tree), size)


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("kinds", "kinds:\n  race: {plural: races}\n  race: {plural: races}\n", "Y010"),
        ("kinds", "kinds: &a {}\n", "Y008"),
        ("rules", RULES + "    value\n", "L"),
        ("rules", "rules: 'define lone of of'\n", "L"),
    ],
)
def test_what_is_wrong_is_said_each_time(pack, monkeypatch, name, text, code):
    (pack / f"{name}.yaml").write_text(text)
    first = loaded(pack)[1]
    assert any(finding.code.startswith(code) for finding in first)
    assert loaded(pack)[1] == first
    forget(monkeypatch)
    assert loaded(pack)[1] == first


def test_a_file_that_is_there_twice_is_wrong_twice(pack, monkeypatch):
    (pack / "kinds.yaml").write_text("kinds: {race: {plural: races}, race: {plural: races}}\n")
    (pack / "link.yaml").symlink_to(pack / "kinds.yaml")
    first = loaded(pack)[1]
    assert "Y010" in {finding.code for finding in first}
    forget(monkeypatch)
    assert loaded(pack)[1] == first


@pytest.mark.parametrize("damage", [b"", b"x", to_bytes([]), to_bytes({"a": 1}), to_bytes(3)])
def test_an_entry_of_another_shape_is_none(pack, read, monkeypatch, damage):
    first = loaded(pack)
    name = filetrees.FileTrees(pack)._volumes._entry
    ((before, files, _),) = from_bytes(store().get(name))
    for content in (damage, to_bytes([(before, files, damage)]), to_bytes([(before, damage, b"")])):
        forget(monkeypatch)
        store().put(name, content)
        assert loaded(pack) == first
    assert len(read) == 12


def test_what_is_kept_is_read_without_ruamel_and_lark():
    """A page without a server fetches neither before somebody changes a pack."""
    code = (
        "import sys\nfrom ruledsl.base.diagnostics import Diagnostics\nfrom ruledsl.rules.packs import load_packs\n"
        "load_packs(['core'], Diagnostics())\nprint({'lark', 'ruamel.yaml'} & set(sys.modules))"
    )
    run = [sys.executable, "-c", code]
    before, after = (subprocess.run(run, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert "lark" in before
    assert after == "set()\n"


def test_what_was_not_asked_for_the_longest_time_goes_first(tmp_path, read, monkeypatch):
    monkeypatch.setenv("RULEDSL_CACHE", "off")
    monkeypatch.setattr(filetrees, "MOST_IN_MEMORY", 30)
    trees = filetrees.FileTrees(tmp_path)
    for name in ("a", "b", "a", "c", "a", "b"):
        assert trees.read(b"key: value\n", name, Diagnostics()) is not None
    assert read == ["a", "b", "c", "b"]
