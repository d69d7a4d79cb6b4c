"""Which files belong to a pack, and what is said about the rest."""

import os
import socket

import pytest
from click.testing import CliRunner

import ruledsl
from ruledsl.author.testkit import run_scenarios
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.cli.app import main
from ruledsl.rules.packs.folders import below as module
from ruledsl.rules.packs.folders.below import below
from ruledsl.table.server.tables.offer import PackStore

PACK = "id: mine\nversion: 0.1.0\nlanguage: 1\nname: Mine\nrequires: {core: '>=0.1'}\n"
IMPS = "texts: {}\n"


@pytest.fixture
def pack(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    (folder / "maps").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK)
    (folder / "maps/imps.yaml").write_text(IMPS)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/imps.yaml").write_text(IMPS)
    return folder


def found(folder):
    diagnostics = Diagnostics()
    there = below(folder)
    there.report(diagnostics)
    return there.files, [(d.code, d.span.file) for d in diagnostics]


def test_files_are_in_the_order_of_their_names_folder_by_folder(pack):
    for name in (
        "z.yml",
        "a.yaml",
        "maps.yaml",
        "maps/a/b.yaml",
        ".git/a.yaml",
        ".a.yaml",
        "README.md",
        "scenarios/s.yaml",
    ):
        (pack / name).parent.mkdir(parents=True, exist_ok=True)
        (pack / name).write_text(IMPS)
    files = [
        "a.yaml",
        "maps/a/b.yaml",
        "maps/imps.yaml",
        "maps.yaml",
        "pack.yaml",
        "scenarios/s.yaml",
        "z.yml",
    ]
    assert found(pack) == (files, [])
    assert [path.name for path in below(pack).of_rules] == [
        "a.yaml",
        "b.yaml",
        "imps.yaml",
        "maps.yaml",
        "pack.yaml",
        "z.yml",
    ]


@pytest.mark.parametrize(
    ("name", "target", "code"),
    [
        ("more.yaml", "../outside/imps.yaml", "Y018"),
        ("more.yaml", "/etc/passwd", "Y018"),
        ("more.yaml", "../mine2/imps.yaml", "Y018"),
        ("more.yaml", "maps/imps.yaml", None),
        ("more.yaml", "../mine/maps/imps.yaml", None),
        ("maps/more.yml", "../../outside/imps.yaml", "Y018"),
        ("more", "../outside", "Y018"),
        ("more", "maps", "Y018"),
        ("more", ".", "Y018"),
        ("more.yaml", "..", "Y018"),
        ("README", "../outside/imps.yaml", None),
        ("more", "more", None),
        ("scenarios", "../outside", "Y018"),
    ],
)
def test_links(pack, name, target, code):
    (pack / name).symlink_to(target)
    files, problems = found(pack)
    assert problems == ([(code, f"mine/{name}")] if code else [])
    assert (name in files) == (code is None and name.endswith(".yaml"))
    if code:
        for _ in range(2):
            assert code in {finding.code for finding in ruledsl.validate("./mine")}
        with pytest.raises(ruledsl.PackError):
            ruledsl.load("./mine")


def test_the_head_of_a_pack_is_no_link_elsewhere(pack):
    (pack / "pack.yaml").rename(pack.parent / "outside/pack.yaml")
    (pack / "pack.yaml").symlink_to("../outside/pack.yaml")
    assert [finding.code for finding in ruledsl.validate("./mine")] == ["Y018"]


def test_a_pack_may_be_reached_by_a_link(pack):
    (pack / "more.yaml").symlink_to("maps/imps.yaml")
    (pack.parent / "link").symlink_to("mine")
    assert found(pack.parent / "link")[1] == []


def test_a_link_that_turns_elsewhere_is_seen(pack):
    (pack / "maps/imps.yaml").rename(pack / "maps/imps.txt")
    (pack / "more.yaml").symlink_to("maps/imps.txt")
    assert not ruledsl.validate("./mine")
    (pack / "more.yaml").unlink()
    (pack / "more.yaml").symlink_to("../outside/imps.yaml")
    assert [finding.code for finding in ruledsl.validate("./mine")] == ["Y018"]


def test_scenarios_are_no_links_elsewhere(pack):
    (pack / "scenarios").mkdir()
    (pack / "scenarios/more.yaml").symlink_to("../../outside/imps.yaml")
    for target in ("./mine", "mine/scenarios"):
        assert [finding.code for finding in run_scenarios(target).problems] == ["Y018"]


def test_pipes_sockets_and_devices(pack):
    os.mkfifo(pack / "pipe.yaml")
    os.mkfifo(pack / "pipe")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("mine/door.yaml")
        assert [finding.code for finding in ruledsl.validate("./mine")] == ["Y002", "Y002"]


def test_a_folder_that_cannot_be_read_is_said(pack, monkeypatch):
    plain = os.scandir

    def scandir(path):
        if str(path).endswith("maps"):
            raise PermissionError(13, "Permission denied")
        return plain(path)

    monkeypatch.setattr(module.os, "scandir", scandir)
    assert found(pack) == (["pack.yaml"], [("Y002", "mine/maps")])


def test_a_file_that_vanishes_is_said(pack, monkeypatch):
    plain = module.below

    def later(*words, **more):
        there = plain(*words, **more)
        if "maps/imps.yaml" in there.files:
            (pack / "maps/imps.yaml").unlink()
        return there

    monkeypatch.setattr("ruledsl.rules.packs.folders.below.below", later)
    assert [(d.code, d.span.file) for d in ruledsl.validate("./mine")] == [("Y001", "mine/maps/imps.yaml")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_said(pack):
    (pack / "maps/imps.yaml").chmod(0)
    assert [(d.code, d.span.file) for d in ruledsl.validate("./mine")] == [("Y002", "mine/maps/imps.yaml")]


def test_it_ends_however_much_there_is(pack, monkeypatch):
    monkeypatch.setattr(module, "MOST_ENTRIES", 50)
    for number in range(60):
        (pack / f"{number}.txt").touch()
    assert found(pack)[1] == [("P012", "mine")]


def test_it_ends_however_deep_it_is(pack):
    deep = pack
    for _ in range(40):
        deep /= "d"
        deep.mkdir()
    assert found(pack)[1] == [("P012", "mine")]


def test_kinds_of_tiles_are_counted_over_all_packs(pack):
    """Each game has a few, and there is a bit for each."""
    row = "  k{0}: {{plural: ks{0}, name: K, borne_by: people, fields: {{number: n{0}}}}}\n"
    (pack / "kinds.yaml").write_text("kinds:\n" + "".join(row.format(n) for n in range(61)))
    (pack / "pack.yaml").write_text(PACK.replace("core", "smallworld"))
    diagnostics = ruledsl.validate("./mine")
    assert [found.code for found in diagnostics] == ["P012"]
    assert "62 kinds of tiles" in diagnostics[0].message


def litter(pack):
    """What editors and systems leave in a folder."""
    (pack / "maps/.#imps.yaml").symlink_to("user@host.123:456")
    for name in (
        ".imps.yaml.swp",
        ".DS_Store",
        "._imps.yaml",
        "Thumbs.db",
        "desktop.ini",
        ".~lock.imps.yaml#",
        "4913",
    ):
        (pack / "maps" / name).write_bytes(b"\0\1\2")
    for name in (
        "__MACOSX/._imps.yaml",
        "__MACOSX/imps.yaml",
        ".git/imps.yaml",
        ".vscode/x.yaml",
        "maps/__MACOSX/x.yml",
    ):
        (pack / name).parent.mkdir(exist_ok=True)
        (pack / name).write_bytes(b"\0: [")
    (pack / "__MACOSX/dead").symlink_to("nowhere")


COPIES_LEFT = ("imps.yaml~", "#imps.yaml#", "imps.yaml.bak", "imps.yaml.swp", "imps.yaml.tmp")


def test_what_editors_and_systems_leave_means_nothing(pack):
    clean = below(pack)
    litter(pack)
    assert found(pack) == (clean.files, [])
    for name in COPIES_LEFT:
        (pack / "maps" / name).write_text("no: [")
    files, problems = found(pack)
    assert files == clean.files
    assert sorted(problems) == sorted(("Y019", f"mine/maps/{name}") for name in COPIES_LEFT)
    assert {problem.severity for problem in below(pack).problems} == {"warning"}


def test_no_command_stumbles_over_what_is_left_in_a_pack(pack):
    litter(pack)
    for words in (
        ("validate", "mine"),
        ("fmt", "--check", "mine"),
        ("test", "mine"),
        ("bundle", "mine"),
    ):
        result = CliRunner().invoke(main, list(words))
        assert "No such file" not in result.output, words
        assert result.exit_code == (2 if words[0] == "test" else 0), (words, result.output)
    pack_store = PackStore(pack.parent / "shelf", 1)
    pack_store.keep(ruledsl.load("./mine"))
    (kept,) = (pack.parent / "shelf").glob("mine-*")
    assert sorted(path.relative_to(kept).as_posix() for path in kept.rglob("*.yaml")) == below(pack).files


def test_the_bytes_of_a_folder(pack):
    there = below(pack)
    assert there.contents() == {"pack.yaml": PACK.encode(), "maps/imps.yaml": IMPS.encode()}
    assert there.size() == len(PACK) + len(IMPS)
    (pack / "maps/imps.yaml").unlink()
    assert there.size() == len(PACK)
    with pytest.raises(FileNotFoundError):
        there.contents()
    os.mkfifo(pack / "maps/imps.yaml")
    with pytest.raises(OSError, match="is a pipe"):
        there.contents()
