"""What comes from elsewhere: by https, from public computers, so much and no more; from repositories, without git doing anything but reading."""

import socket
import subprocess
import time
from pathlib import Path

import pytest

from ruledsl.author.exchange import web as fetching
from ruledsl.author.exchange.repository import Repository, files_in, repository_of
from ruledsl.author.exchange.web import NotInstalled, Reach, fetched, shown_url, target_of

HERE, FAR, FILES = Reach(local=True), Reach(), Reach(files=True)


def refused(call, *words, match=None):
    with pytest.raises(NotInstalled, match=match) as caught:
        call(*words)
    assert "\x1b" not in str(caught.value)
    return str(caught.value)


# ── addresses ──


LOCAL = """
127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
192.0.2.1 ::1 :: fe80::1%eth0 fc00::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 2002:7f00:1::
64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 192.88.99.1 192.0.0.9 192.31.196.1 192.52.193.1 192.175.48.1 198.18.0.1 198.51.100.1
203.0.113.1 240.0.0.1 ::7f00:1 ::ffff:0:7f00:1 ::ffff:192.88.99.1 2002:c058:6301:: 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:20::1
2620:4f:8000::1 3fff::1 5f00::1 fec0::1
"""


def answers(monkeypatch, *addresses):
    """Every name leads to these addresses."""
    entries = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: entries)


def test_addresses_of_the_local_network_are_not_fetched(monkeypatch):
    for address in LOCAL.split():
        answers(monkeypatch, address)
        refused(target_of, "https://example.org/x", FAR, match="local network")
        assert target_of("https://example.org/x", HERE).addresses == (address,)
    answers(monkeypatch, "93.184.216.34", "127.0.0.1")
    refused(target_of, "https://example.org/x", FAR, match="local network")  # one of them is enough
    for address in ("93.184.216.34", "2606:4700::1", "64:ff9b::5db8:d822"):
        answers(monkeypatch, address)
        assert target_of("https://example.org:8443/x?y", FAR).addresses == (address,)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "ftp://example.org/x",
        "https:///x",
        "https://[::1/x",
        "https://example.org:99999/x",
        "https://example.org/a b",
        "https://example.org/\r\nHost: evil",
        "https://example.org/\x1b[31m",
        "https://exämple.org/",
        "https://me:secret@example.org/",
        "https://me@example.org/",
        "https://example.org/" + "x" * 3_000,
    ],
)
def test_what_is_no_address_is_not_looked_up(monkeypatch, url):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("looked up"))
    assert "secret" not in refused(target_of, url, FAR)


def test_a_name_that_says_something_else_later_leads_nowhere_else(web, monkeypatch):
    """What was looked at is what is connected to: names are looked up once."""
    web.pages["/x"] = (200, {}, b"pack")
    times, ask = [], socket.getaddrinfo

    def once(host, *words, **more):
        if host == "localhost":
            times.append(host)
        return ask(host if len(times) < 2 else "192.0.2.1", *words, **more)

    monkeypatch.setattr(socket, "getaddrinfo", once)
    assert fetched(f"{web.url}/x", 100, HERE) == b"pack"
    assert times == ["localhost"]


def test_what_is_a_secret_in_an_address_is_not_kept():
    assert shown_url("https://a:b@example.org:1/p/x.ruledsl?token=1#y") == "https://example.org:1/p/x.ruledsl"


# ── the web ──


def test_a_file_through_redirects(web):
    web.pages["/a"] = (302, {"Location": "/b"}, b"")
    web.pages["/b"] = (307, {"Location": f"https://127.0.0.1:{web.port}/c"}, b"")
    web.pages["/c"] = (200, {}, [b"pa", b"ck"])
    assert fetched(f"{web.url}/a", 4, HERE) == b"pack"
    assert web.asked == ["/a", "/b", "/c"]


def test_redirects_lead_nowhere_that_one_could_not_name(web):
    for place in (
        "http://example.org/",
        "file:///etc/passwd",
        "https://u:p@localhost/",
        "//[",
        "https://x\x1b/",
    ):
        web.pages["/a"] = (302, {"Location": place}, b"")
        refused(fetched, f"{web.url}/a", 100, HERE)
    web.pages["/a"] = (302, {"Location": "/a"}, b"")
    refused(fetched, f"{web.url}/a", 100, HERE, match="more than 5 times")
    web.asked.clear()
    refused(fetched, f"{web.url}/a", 100, FAR, match="local network")
    assert web.asked == []


def test_a_redirect_into_the_local_network(web, monkeypatch):
    """The first address is public, as far as can be told; the one that it leads to is not."""
    monkeypatch.setattr("ruledsl.author.exchange.web._is_public", lambda address: address != "127.0.0.1")
    real = socket.getaddrinfo
    inner = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", web.port))]
    outer = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.2", web.port))]
    names = {"localhost": outer, "inside": inner}
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *w, **m: names.get(host) or real(host, *w, **m))
    monkeypatch.setattr(socket, "create_connection", _to_here(web.port))
    web.pages["/a"] = (302, {"Location": "https://inside/b"}, b"")
    refused(fetched, f"{web.url}/a", 100, FAR, match="`inside` is in the local network")
    assert web.asked == ["/a"]


def _to_here(port):
    real = socket.create_connection
    return lambda _address, timeout: real(("127.0.0.1", port), timeout)


def test_what_is_too_large_packed_or_not_there(web):
    web.pages["/large"] = (200, {}, (b"x" * 10_000 for _ in range(10_000)))
    web.pages["/said"] = (200, {"Content-Length": "99999999999"}, b"x" * 5_000)
    web.pages["/packed"] = (200, {"Content-Encoding": "gzip"}, b"x")
    refused(fetched, f"{web.url}/large", 50_000, HERE, match="larger than")
    refused(fetched, f"{web.url}/said", 4_000, HERE, match="larger than")
    refused(fetched, f"{web.url}/packed", 4_000, HERE, match="packed")
    refused(fetched, f"{web.url}/gone", 4_000, HERE, match="answers 404")


def test_who_answers_slowly_is_cut_off(web, monkeypatch):
    def drops():
        for _ in range(200):
            time.sleep(0.05)
            yield b"x"

    monkeypatch.setattr(fetching, "SECONDS", 0.4)
    web.pages["/slow"] = (200, {}, drops())
    began = time.monotonic()
    refused(fetched, f"{web.url}/slow", 4_000, HERE, match="took too long")
    assert time.monotonic() - began < 5


def test_a_certificate_of_nobody(web, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    refused(fetched, f"{web.url}/x", 100, HERE, match="certificate")
    assert web.asked == []


# ── repositories ──


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("git+https://h/a/b", ("https://h/a/b", "", "")),
        ("git+https://h/a/b.git@v1.0", ("https://h/a/b.git", "v1.0", "")),
        ("git+https://h/a/b@feature/x#subdirectory=packs/bogs", ("https://h/a/b", "feature/x", "packs/bogs")),
        ("git+https://me@h/a/b", ("https://me@h/a/b", "", "")),
    ],
)
def test_how_a_repository_is_named(given, found):
    assert repository_of(given) == Repository(*found)
    assert str(repository_of(given)) == given


@pytest.mark.parametrize(
    "given",
    [
        "git+ext::sh -c touch% /tmp/x",
        "git+--upload-pack=touch /tmp/x",
        "git+https://h/a@--upload-pack=x",
        "git+https://h/a@-x",
        "git+https://h/a@v1:refs/heads/x",
        "git+https://h/a@+v1",
        "git+https://h/a@a..b",
        "git+https://h/a@v1^{tree}",
        "git+https://h/a@v1 x",
        "git+https://h/a@",
        "git+https://h/a#bogs",
        "git+https://h/a#subdirectory=../x",
        "git+https://h/a#subdirectory=/x",
        "git+https://h/a#subdirectory=:(glob)x",
        "git+ssh://h/a",
        "git+http://h/a",
        "git+file:///tmp",
        "git+git@h:a/b",
        "git+https://u:p@h/a",
    ],
)
def test_what_is_no_repository_is_never_given_to_git(monkeypatch, given):
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("git was asked"))
    with pytest.raises(NotInstalled):
        files_in(repository_of(given), FAR)


def git(folder, *words, **more):
    me = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *me, *words], cwd=folder, check=True, capture_output=True, **more)


@pytest.fixture
def repository(make, tmp_path):
    """A repository with a pack, twice, and with what packs do not have: links, submodules, filters, hooks."""
    folder = make(where="repository")
    git(folder, "init", "-q", "-b", "main")
    (folder / ".hidden.yaml").write_text("hidden: true\n")
    (folder / "README.md").write_text("# Bogs\n")
    (folder / ".gitattributes").write_text("*.yaml filter=evil\n")
    for name in ("pack.yaml", "words.yaml"):
        (folder / "inner").mkdir(exist_ok=True)
        (folder / "inner" / name).write_text((folder / name).read_text())
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    git(folder, "tag", "v1")
    (folder / "words.yaml").write_text("terrains: [bog, fen]\n")
    git(folder, "commit", "-q", "-a", "-m", "second")
    return folder


def of(folder, tag="", inside=""):
    return Repository(folder.as_uri(), tag, inside)


def test_the_files_of_a_tag_or_of_a_folder(repository, tmp_path, monkeypatch):
    trap = tmp_path / "trap"
    settings = tmp_path / "settings"
    settings.write_text(
        f'[filter "evil"]\n\tsmudge = touch {trap}\n\trequired = true\n[core]\n\thooksPath = {tmp_path}\n'
    )
    (tmp_path / "post-checkout").write_text(f"#!/bin/sh\ntouch {trap}\n")
    (tmp_path / "post-checkout").chmod(0o755)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    commit, files = files_in(of(repository, "v1"), FILES)
    assert len(commit) == 40
    assert files["words.yaml"] == b"terrains: [bog]\n"
    assert sorted(files) == ["inner/pack.yaml", "inner/words.yaml", "pack.yaml", "words.yaml"]
    newest, files = files_in(of(repository, "", "inner"), FILES)
    assert newest != commit
    assert sorted(files) == ["pack.yaml", "words.yaml"]
    assert files_in(of(repository, newest), FILES)[0] == newest
    assert not trap.exists()


def test_a_repository_that_is_a_file_is_for_tests_only(repository):
    refused(files_in, of(repository), FAR, match="https")
    refused(files_in, of(repository), HERE, match="https")
    assert "no-such-tag" in refused(files_in, of(repository, "no-such-tag"), FILES)


def test_git_goes_where_was_looked_and_nowhere_else(web, monkeypatch):
    """To the address that was found for a name which no system knows; not on to another place, and not to others that files name."""
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", web.port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: here)
    url, asked = f"https://repository.invalid:{web.port}", "info/refs?service=git-upload-pack"
    refused(files_in, Repository(f"{url}/gone", "v1", ""), HERE)
    assert web.asked == [f"/gone/{asked}"]
    web.pages[f"/moved/{asked}"] = (302, {"Location": f"{url}/other/{asked}"}, b"")
    web.pages[f"/dumb/{asked}"] = (200, {}, b"1" * 40 + b"\trefs/tags/v1\n")
    web.pages["/dumb/objects/info/http-alternates"] = (200, {}, f"{url}/other/\n".encode())
    for name in ("moved", "dumb"):
        refused(files_in, Repository(f"{url}/{name}", "v1", ""), HERE)
    assert [f"/{name}/{asked}" for name in ("gone", "moved", "dumb")] == web.asked[:3]
    assert not [path for path in web.asked if "other" in path or "objects" in path]
    with pytest.raises(NotInstalled, match="local network"):
        files_in(Repository(f"{url}/gone", "v1", ""), FAR)


def test_links_and_submodules_are_no_files(repository):
    (repository / "link.yaml").symlink_to("/etc/passwd")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "a link")
    refused(files_in, of(repository), FILES, match="`link.yaml` in the repository is a link")
    git(repository, "rm", "-q", "--cached", "link.yaml")
    commit = files_in(of(repository, "v1"), FILES)[0]
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{commit},sub.yaml")
    git(repository, "commit", "-q", "-m", "a submodule")
    refused(files_in, of(repository), FILES, match="`sub.yaml` in the repository is a link or a submodule")


def test_a_repository_that_is_too_large(repository, monkeypatch):
    (repository / "large.yaml").write_text("#" * 1_000_001)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "large")
    refused(files_in, of(repository), FILES, match="`large.yaml` in the repository is too large")
    monkeypatch.setattr("ruledsl.author.exchange.repository.MOST_FILES", 2)
    refused(files_in, of(repository, "v1"), FILES, match="more, or larger")
    monkeypatch.setattr("ruledsl.author.exchange.repository.SECONDS", -1.0)
    refused(files_in, of(repository), FILES, match="takes too long")


def test_a_tree_that_goes_on_and_on(tmp_path):
    """Forty folders in folders, each ten times: a small repository in which a list of files never ends."""
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "bomb.git")
    bomb = tmp_path / "bomb.git"

    def said(*words, asked):
        return subprocess.run(
            ["git", *words], cwd=bomb, input=asked, check=True, capture_output=True, text=True
        ).stdout.strip()

    tree = said("mktree", asked=f"100644 blob {said('hash-object', '-w', '--stdin', asked='x')}\ta.yaml\n")
    for _ in range(12):
        tree = said("mktree", asked="".join(f"040000 tree {tree}\td{n}\n" for n in range(10)))
    me = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    commit = said(*me, "commit-tree", "-m", "bomb", tree, asked="")
    git(bomb, "update-ref", "refs/heads/main", commit)
    refused(files_in, of(bomb), FILES, match="too large|too long")
    assert Path(bomb).is_dir()
