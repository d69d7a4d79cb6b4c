"""Under a double of what Windows has (`tests/windows`): a table with bots, the workshop, saves, series of games and the cache."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import beavers
import pytest
from beavers import FILE
from real_server import Browser, Player, Server

from ruledsl.base.store.entries import SIZE
from ruledsl.rules.packs.folders import find
from ruledsl.table.workshop.shop import is_plain

DOUBLE = Path(__file__).parents[2] / "windows"


@pytest.fixture(scope="module")
def user(tmp_path_factory):
    """The folder of a user, who has a cache in it."""
    home = tmp_path_factory.mktemp("user")
    (home / "AppData" / "Local").mkdir(parents=True)
    return home


@pytest.fixture
def windows(user, tmp_path):
    """The environment of a process under the double. In the end nothing has been done that Windows does not do."""
    complaints = tmp_path / "complaints"
    yield {
        "PYTHONPATH": str(DOUBLE),
        "WINDOWS_COMPLAINTS": str(complaints),
        **dict.fromkeys(("HOME", "USERPROFILE"), str(user)),
        "LOCALAPPDATA": str(user / "AppData" / "Local"),
        "RULEDSL_CACHE": "",
    }
    assert not complaints.exists(), complaints.read_text(encoding="utf-8")


@pytest.fixture
def run(windows, tmp_path):
    def run(*words, typed="", **env):
        return subprocess.run(
            [sys.executable, "-m", "ruledsl", *map(str, words)],
            env={**{name: value for name, value in os.environ.items() if name != SIZE}, **windows, **env},
            cwd=tmp_path,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


STRANGE = """
import os, signal
for use in (
    lambda: os.nice(1),
    lambda: os.open("f", os.O_RDONLY),
    lambda: os.open(".", os.O_BINARY),
    lambda: os.stat("f").st_uid,
    lambda: os.scandir(0),
):
    try:
        print(use())
    except Exception as problem:
        print(type(problem).__name__)
print(hasattr(os, "getuid"), hasattr(signal, "SIGKILL"))
import fcntl
"""


def test_the_double_is_one(windows, tmp_path):
    """What Windows lacks is lacking for modules of ours, and whoever uses it is told of."""
    (tmp_path / "f").touch()
    strange = f"exec(compile({STRANGE!r}, 'x', 'exec'), {{'__name__': 'ruledsl.x'}})"
    done = subprocess.run(
        [sys.executable, "-c", strange],
        env={**os.environ, **windows},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split("\n")[:6] == [
        "AttributeError",
        "3",
        "PermissionError",
        "0",
        "TypeError",
        "False False",
    ]
    assert "No module named 'fcntl'" in done.stderr
    complaints = (tmp_path / "complaints").read_text()
    for what in ("os.nice", "opened as text", "scandir of a handle", "os.getuid", "signal.SIGKILL", "fcntl"):
        assert what in complaints
    (tmp_path / "complaints").unlink()


KEEPING = """
from ruledsl.base.store.entries import Store, store
NAME = "rules-" + "0" * 40
for content in (b"one\\r\\n", b"two\\n"):
    store().put(NAME, content)
    print(store().get(NAME))
for number in range(450):
    store().put(f"rules-{number:040}", b"x")
print(store().get(NAME[:-1] + "9"), store().problem)
"""


def keep(windows, **env):
    """What a process says that keeps something."""
    return subprocess.run(
        [sys.executable, "-c", KEEPING],
        env={**{name: value for name, value in os.environ.items() if name != SIZE}, **windows, **env},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


def test_the_cache_lies_among_the_users_own_folders_only(windows, user, tmp_path):
    assert keep(windows)[:2] == [r"b'one\r\n'", r"b'two\n'"]
    kept = list((user / "AppData/Local/ruledsl/Cache").iterdir())
    assert 300 <= len(kept) <= 400
    elsewhere = tmp_path / "elsewhere"
    refused = (
        f"The cache `{elsewhere}` is not used: it is not among your own folders, where nobody else can write."
    )
    assert keep(windows, RULEDSL_CACHE=str(elsewhere)) == ["None", "None", f"None {refused}"]
    assert not list(elsewhere.iterdir())
    led = user / "led"
    led.symlink_to(elsewhere)
    assert keep(windows, RULEDSL_CACHE=str(led))[2].startswith(f"None The cache `{led}` is not used")


def test_a_game_is_saved_resumed_and_played_on(run, tmp_path):
    seats = ("--players", 2, "--seats", "human,random", "--seed", 3)
    done = run("play", "smallworld", *seats, "--save", "game.json", typed="1\n1\n1\nsave\nquit\n")
    assert done.returncode == 0, done.stderr
    saved = (tmp_path / "game.json").read_bytes()
    assert b"\r" not in saved
    done = run("resume", "game.json", typed="1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "game.json").read_bytes() != saved


def test_a_series_of_games_is_written_gone_on_with_and_locked(run, tmp_path):
    words = ("simulate", "smallworld", "--seats", "random,random", "--workers", 2, "-o", "games.jsonl")
    assert run(*words, "--games", 3).returncode == 0
    three = (tmp_path / "games.jsonl").read_bytes()
    assert run(*words, "--games", 5, "--resume").returncode == 0
    five = (tmp_path / "games.jsonl").read_bytes()
    assert (five.count(b"\n"), five.startswith(three), b"\r" in five) == (
        6,
        True,
        False,
    )  # a header, and a line for each


WRITING = """
from ruledsl.cli.files.lines import Lines
from ruledsl.cli.signals import Refusal
try:
    with Lines("games.jsonl", "[]\\n") as lines:
        lines.write("{}\\n")
        print("open", flush=True)
        input()
except Refusal as problem:
    print(problem.message)
"""


def test_a_file_that_another_command_writes_is_refused(windows, tmp_path):
    def begun():
        return subprocess.Popen(
            [sys.executable, "-c", WRITING],
            cwd=tmp_path,
            env={**os.environ, **windows},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    with begun() as first:
        assert first.stdout.readline() == "open\n"
        with begun() as second:
            assert second.communicate("\n")[0].endswith("another command is just writing it.\n")
        first.communicate("\n")
    assert (tmp_path / "games.jsonl").read_bytes() == b"[]\n{}\n"


def test_a_table_with_bots_and_the_workshop(windows, tmp_path):
    shop = beavers.lay(tmp_path / "shop")
    words = ("--workshop", str(shop))
    server = Server(tmp_path / "data", *words, env=windows)
    browser = Browser(server.address)

    async def play():
        await browser.begin()
        asked = {"packs": ["smallworld"], "players": 2, "seats": [{"who": "mine"}, {"who": "random"}]}
        table = (await browser.post("/api/tables", asked))["table"]
        player = Player(browser, table, 1)
        await asyncio.wait_for(player.play(), 120)
        assert player.over
        return player

    async def edit():
        async with browser.http() as http:
            read = await http.get("/api/workshop/file", params={"path": FILE})
            assert read.status_code == 200, read.text
            found = read.json()
            text = found["text"].replace("number: 6", "number: 7")
            made = {"path": FILE, "text": text, "version": found["version"]}
            assert (await http.post("/api/workshop/file", json=made)).status_code == 200
            for job, more in (("card", {"tile": "beavers"}), ("fair", {"games": 4, "tile": "beavers"})):
                done = await http.post("/api/workshop/ask", json={"job": job, "pack": "beavers", **more})
                assert done.status_code == 200, done.text
            new = {"what": "power", "pack": "beavers", "id": "diving"}
            assert (await http.post("/api/workshop/make", json=new)).status_code == 200
            assert (await http.post("/api/workshop/make", json=new)).status_code in (409, 422)

    try:
        player = asyncio.run(play())
        asyncio.run(edit())
        server.kill()
        server = Server(tmp_path / "data", *words, env=windows)
        browser.address = server.address
        assert asyncio.run(player.look())["made"] == player.answered["made"]
    finally:
        server.kill()
    assert "number: 7" in (shop / FILE).read_text()
    assert (shop / "beavers/powers/diving.yaml").is_file()


def test_the_language_server_answers(windows, tmp_path):
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    with subprocess.Popen(
        [sys.executable, "-m", "ruledsl", "lsp"], env={**os.environ, **windows}, stdin=-1, stdout=-1
    ) as server:
        server.stdin.write(f"Content-Length: {len(asked)}\r\n\r\n{asked}".encode())
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        server.kill()


@pytest.mark.parametrize(
    ("name", "expected"),
    [("smallworld", False), ("packs/mine", True), (r"packs\mine", True), (r"C:\mine", True), ("", False)],
)
def test_paths_of_packs_as_windows_writes_them(monkeypatch, name, expected):
    class Windows(PureWindowsPath):
        def is_file(self):
            return False

    monkeypatch.setattr(find, "Path", Windows)
    assert find.is_path(name) is expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("beavers/pack.yaml", True),
        (r"beavers\pack.yaml", False),
        ("C:/shop/beavers/pack.yaml", False),
        ("C:pack.yaml", False),
        ("//host/share/pack.yaml", False),
        ("beavers//pack.yaml", False),
        ("beavers/./pack.yaml", False),
    ],
)
def test_paths_of_the_workshop_have_one_spelling(path, expected):
    assert is_plain(PureWindowsPath("C:/shop"), path) is expected
