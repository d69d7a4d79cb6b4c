"""Packs in one file: the same bytes for the same pack, and nothing that a stranger may have put into one."""

import io
import random
import stat
import zipfile
from pathlib import Path

import pytest

import ruledsl
from ruledsl.author.exchange.inspect import opened
from ruledsl.author.exchange.web import NotInstalled
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import BundleError, packed, unpacked
from ruledsl.rules.packs.folders.find import find_pack

OTTERS = Path(__file__).resolve().parents[3] / "benchmarks/mistakes/otters"
HEAD = b"id: imps\nversion: 0.1.0\nlanguage: 1\nname: Imps\n"


def made(*entries, compression=zipfile.ZIP_STORED, comment=b""):
    """A zip file of such entries: (name or ZipInfo, bytes)."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as archive:
        for name, content in entries:
            archive.writestr(name, content)
        archive.comment = comment
    return data.getvalue()


def link(name):
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return entry


def test_the_same_pack_gives_the_same_bytes_and_is_the_same_pack(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = below(OTTERS).contents()
    data = packed(files)
    assert data == packed(dict(reversed(files.items())))
    Path("otters.ruledsl").write_bytes(data)
    assert ruledsl.validate("otters.ruledsl") == []
    whole, again = ruledsl.load(str(OTTERS)), ruledsl.load("otters.ruledsl")
    assert whole.program.tiles == again.program.tiles
    assert packed(below(find_pack("otters.ruledsl")).contents()) == data


def test_findings_are_in_the_bundle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("imps.ruledsl").write_bytes(made(("pack.yaml", HEAD), ("more/a.yaml", b"rules: my my\n")))
    found = ruledsl.validate("imps.ruledsl")
    assert {finding.span.file for finding in found} == {"imps.ruledsl/more/a.yaml"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no bundle at all",
        made(("a.yaml", b"")),
        made(("pack.yaml", HEAD), ("../../evil.yaml", b"")),
        made(("pack.yaml", HEAD), ("/etc/evil.yaml", b"")),
        made(("pack.yaml", HEAD), ("a\\\\b.yaml", b"")),
        made(("pack.yaml", HEAD), ("C:evil.yaml", b"")),
        made(("pack.yaml", HEAD), (".hidden.yaml", b"")),
        made(("pack.yaml", HEAD), ("con./a.yaml", b"")),
        made(("pack.yaml", HEAD), ("evil.py", b"print()")),
        made(("pack.yaml", HEAD), ("a/" * 12 + "b.yaml", b"")),
        made(("pack.yaml", HEAD), ("x" * 300 + ".yaml", b"")),
        made(("pack.yaml", HEAD), ("A.yaml", b""), ("a.yaml", b"")),
        made(("pack.yaml", HEAD), ("a.yaml", b""), ("a.yaml/b.yaml", b"")),
        made(("pack.yaml", HEAD), ("A.yaml/b.yaml", b""), ("a.yaml", b"")),
        made(("pack.yaml", HEAD), ("con.yaml", b"")),
        made(("pack.yaml", HEAD), ("a/Com1.x.yaml", b"")),
        made(("pack.yaml", HEAD), ("nul/a.yaml", b"")),
        made(("pack.yaml", HEAD), (link("a.yaml"), b"/etc/passwd")),
        made(("pack.yaml", HEAD), ("folder/", b"")),
        made(("pack.yaml", HEAD), ("a.yaml", b"#" * 2_000_000)),
        made(("pack.yaml", HEAD), ("a.yaml", b"#" * 900_000), compression=zipfile.ZIP_DEFLATED),
        made(("pack.yaml", HEAD), ("a.yaml", b"x"), compression=zipfile.ZIP_LZMA),
        made(*((f"a{n}.yaml", b"") for n in range(2_100)), ("pack.yaml", HEAD)),
        made(("pack.yaml", HEAD), comment=b"something behind it"),
        made(("pack.yaml", HEAD))[:-30] + b"?" * 30,
        made(("pack.yaml", HEAD)).replace(b"Imps", b"Imp5"),
    ],
)
def test_what_no_bundle_may_hold_is_refused_in_a_sentence(tmp_path, monkeypatch, data):
    monkeypatch.chdir(tmp_path)
    Path("evil.ruledsl").write_bytes(data)
    with pytest.raises(BundleError):
        unpacked("evil.ruledsl")
    (finding,) = ruledsl.validate("evil.ruledsl")
    assert (finding.code, finding.span.file) == ("P055", "evil.ruledsl")
    assert [path.name for path in tmp_path.iterdir()] == ["evil.ruledsl"]


REPOSITORY = (
    ("imps-main/", b""),
    ("imps-main/README.md", b"# Imps"),
    ("imps-main/.github/workflows/pack.yml", b"on: push"),
    ("imps-main/.pre-commit-config.yaml", b"repos: []"),
    ("imps-main/tools/make it.py", b"print()"),
    ("imps-main/rules/imps/pack.yaml", HEAD),
    ("imps-main/rules/imps/more/", b""),
    ("imps-main/rules/imps/more/a.yaml", b"texts: {}"),
    ("imps-main/rules/imps/.draft.yaml", b"???"),
    ("imps-main/rules/imps/picture.png", b"\x89PNG"),
)
COMMIT = b"0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize("name", ["imps-main.zip", "imps-main.ZIP", "imps.ruledsl"])
def test_an_archive_of_a_repository_is_its_only_pack(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(made(*REPOSITORY, compression=zipfile.ZIP_DEFLATED, comment=COMMIT))
    assert sorted(below(unpacked(name)).files) == ["more/a.yaml", "pack.yaml"]
    assert [found for found in ruledsl.validate(name) if found.severity == "error"] == []
    flat = [(name.replace("rules/imps/", ""), data) for name, data in REPOSITORY]
    Path(f"flat-{name}").write_bytes(made(*flat, comment=COMMIT))
    assert sorted(below(unpacked(f"flat-{name}")).files) == ["more/a.yaml", "pack.yaml"]
    opened_one = opened(Path(name).read_bytes(), "somewhere")
    assert (opened_one.id, opened_one.files) == ("imps", 2)


def test_an_archive_of_several_packs_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    more = [(f"imps-main/rules/{name}/pack.yaml", HEAD) for name in ("a", "b", "c", "d")]
    Path("two.zip").write_bytes(made(*REPOSITORY, more[0], comment=COMMIT))
    said = "there are 2 packs in it (`imps-main/rules/a/`, `imps-main/rules/imps/`): unpack it, and name the folder of one of them."
    (finding,) = ruledsl.validate("two.zip")
    assert said in finding.message
    with pytest.raises(NotInstalled, match="unpack it"):
        opened(Path("two.zip").read_bytes(), "somewhere")
    Path("many.zip").write_bytes(made(*REPOSITORY, *more))
    with pytest.raises(BundleError, match="and 2 more"):
        unpacked("many.zip")


@pytest.mark.parametrize(
    "entries",
    [
        REPOSITORY[:5],
        [(f"../{name}", data) for name, data in REPOSITORY],
        [*REPOSITORY, ("imps-main/rules/imps/../../../evil.yaml", b"")],
        [*REPOSITORY, (link("imps-main/rules/imps/a.yaml"), b"/etc/passwd")],
        [*REPOSITORY, ("imps-main/rules/imps/A.yaml", b""), ("imps-main/rules/imps/a.yaml", b"")],
        [*REPOSITORY, ("imps-main/rules/imps/con.yaml", b"")],
        [(f"/{name}", data) for name, data in REPOSITORY],
        [(f"a\n/{name}", data) for name, data in REPOSITORY],
        [*REPOSITORY, ("imps-main/rules/imps/large.yaml", b"#" * 900_000)],
    ],
    ids=lambda entries: str(len(entries)),
)
def test_archives_are_looked_at_like_bundles(tmp_path, entries):
    (tmp_path / "evil.zip").write_bytes(made(*entries, compression=zipfile.ZIP_DEFLATED, comment=COMMIT))
    with pytest.raises(BundleError):
        unpacked(str(tmp_path / "evil.zip"))


def test_a_size_that_is_not_true_is_seen(tmp_path):
    data = bytearray(made(("pack.yaml", HEAD + b"#" * 50_000), compression=zipfile.ZIP_DEFLATED))
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = (40).to_bytes(4, "little")
    path = tmp_path / "lying.ruledsl"
    path.write_bytes(bytes(data))
    with pytest.raises(BundleError):
        unpacked(str(path))


def test_bytes_changed_by_chance_are_a_bundle_or_none(tmp_path):
    content = b"powers: {p: {number: 1, name: P}}\n" * 40
    whole = made(("pack.yaml", HEAD), ("powers.yaml", content), compression=zipfile.ZIP_DEFLATED)
    ends, chance, path = {True: 0, False: 0}, random.Random(5), tmp_path / "damaged.ruledsl"
    for _ in range(3000):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 5))):
            last = len(data) if chance.random() < 0.3 else 160
            data[-1 - chance.randrange(last)] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
        path.write_bytes(bytes(data))
        try:
            unpacked(str(path))
            ends[True] += 1
        except BundleError:
            ends[False] += 1
    assert min(ends.values()) > 50


def test_a_name_that_is_no_text_is_refused(tmp_path):
    data = bytearray(made(("pack.yaml", HEAD), ("pqrs.yaml", b"")).replace(b"pqrs", b"\xff\xfe\xfd\xfc"))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.rindex(mark) + flags
        data[at : at + 2] = (0x800).to_bytes(2, "little")  # "names are in UTF-8"
    path = tmp_path / "named.ruledsl"
    path.write_bytes(bytes(data))
    with pytest.raises(BundleError):
        unpacked(str(path))


def test_a_pack_that_is_called_like_a_device_lies_in_a_folder_of_another_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("device.ruledsl").write_bytes(made(("pack.yaml", HEAD.replace(b"imps", b"con"))))
    assert unpacked("device.ruledsl").name == "pack"


@pytest.mark.parametrize("name", ["con.yaml", "LPT9.yaml", "aux/more.yaml", "con .yaml"])
def test_names_of_devices_are_errors_in_folders_too(tmp_path, name):
    (tmp_path / "pack.yaml").write_bytes(HEAD)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(b"terrains: [bog]\n")
    assert "Y019" in [finding.code for finding in ruledsl.validate(str(tmp_path))]
