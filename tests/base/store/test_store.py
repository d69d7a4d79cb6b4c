import os
import stat
import threading
import time

import pytest

from ruledsl.base.store import entries as folders
from ruledsl.base.store import entries as stores
from ruledsl.base.store.entries import Store
from ruledsl.base.system import Held

NAME = "rules-" + "0" * 40
OTHER = "rules-" + "1" * 40


@pytest.fixture
def place(tmp_path):
    return tmp_path / "some/where"


@pytest.fixture
def store(place):
    return Store(place)


def test_what_was_put_can_be_got(store, place):
    assert store.get(NAME) is None
    store.put(NAME, b"something")
    store.put(NAME, b"something else")
    assert store.get(NAME) == b"something else"
    assert Store(place).get(NAME) == b"something else"


def test_the_folder_and_its_entries_are_the_owners_alone(store, place):
    store.put(NAME, b"something")
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in place.iterdir()] == [0o600]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data.replace(b"something", b"somethinG"),
        lambda data: data.replace(b"cache 1", b"cache 0"),
        lambda _: b"",
    ],
)
def test_a_damaged_entry_is_none_and_can_be_written_again(store, place, damage):
    store.put(NAME, b"something")
    path = place / NAME
    path.write_bytes(damage(path.read_bytes()))
    assert store.get(NAME) is None
    store.put(NAME, b"something")
    assert store.get(NAME) == b"something"


def test_an_entry_counts_only_under_its_name(store, place):
    store.put(NAME, b"something")
    (place / NAME).rename(place / OTHER)
    assert store.get(OTHER) is None


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_an_entry_that_others_can_write_is_none(store, place, mode):
    store.put(NAME, b"something")
    (place / NAME).chmod(mode)
    assert store.get(NAME) is None


def test_a_link_is_no_entry(store, place, tmp_path):
    store.put(NAME, b"something")
    (place / NAME).rename(tmp_path / "entry")
    (place / NAME).symlink_to(tmp_path / "entry")
    assert store.get(NAME) is None


@pytest.mark.parametrize("kind", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_no_entry(store, place, kind):
    kind(place / NAME)
    assert store.get(NAME) is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_is_not_used(place, mode):
    place.mkdir(parents=True)
    place.chmod(mode)
    store = Store(place)
    store.put(NAME, b"something")
    assert store.problem == f"The cache `{place}` is not used: others can write there."
    assert not store.is_open
    assert store.get(NAME) is None
    assert not list(place.iterdir())


def test_a_folder_of_somebody_else_is_not_used(place, monkeypatch):
    place.mkdir(parents=True)
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    assert Store(place).problem.endswith("it belongs to somebody else.")


def test_an_entry_of_somebody_else_is_none(store, place, monkeypatch):
    store.put(NAME, b"something")
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    assert store.get(NAME) is None


def test_a_folder_that_cannot_be_had_is_no_problem(tmp_path):
    (tmp_path / "file").touch()
    store = Store(tmp_path / "file/folder")
    store.put(NAME, b"something")
    assert (store.problem, store.is_open, store.get(NAME)) == ("", False, None)


def test_a_folder_that_goes_away_is_no_problem(store, place):
    place.rmdir()
    store.put(NAME, b"something")
    assert store.get(NAME) is None


def test_names_cannot_lead_elsewhere(store, place):
    for name in ("../outside-" + "0" * 40, "/x-" + "0" * 40, "rules", ""):
        store.put(name, b"something")
    assert not list(place.iterdir())


def test_the_oldest_entries_go_when_there_are_too_many(store, place, monkeypatch):
    monkeypatch.setattr(stores, "MOST_ENTRIES", 8)
    for number in range(9):
        name = f"rules-{number:040}"
        os.utime(place / name, (number, number)) if (place / name).exists() else store.put(name, b"x")
        os.utime(place / name, (number, number)) if (place / name).exists() else None
    assert sorted(path.name[-1] for path in place.iterdir()) == list("345678")


def test_who_writes_much_does_not_drive_out_what_is_read_all_the_time(store, place, monkeypatch):
    monkeypatch.setattr(stores, "MOST_ENTRIES", 8)
    store.put(NAME, b"something")
    for number in range(20):
        age = time.time() - 2 * stores.WHILE
        for path in place.iterdir():
            os.utime(path, (age, age + (path.name != NAME)))
        assert store.get(NAME) == b"something"
        store.put(f"findings-{number:040}", b"x")


def test_large_entries_go_sooner(store, place, monkeypatch):
    monkeypatch.setattr(stores, "MOST_BYTES", 1000)
    for number in range(4):
        name = f"rules-{number:040}"
        store.put(name, b"x" * 400)
        if (place / name).exists():
            os.utime(place / name, (number, number))
    assert sum(path.stat().st_size for path in place.iterdir()) <= 1000
    assert store.get(f"rules-{3:040}")


def test_somebody_may_want_a_larger_cache(store, place, monkeypatch):
    monkeypatch.setattr(stores, "MOST_ENTRIES", 4)
    monkeypatch.setenv(stores.SIZE, "2")
    for number in range(8):
        store.put(f"rules-{number:040}", b"x")
    assert len(list(place.iterdir())) == 8
    store.put(OTHER, b"x")
    assert len(list(place.iterdir())) == 6


def test_a_size_that_is_no_number_is_said(place, monkeypatch):
    monkeypatch.setenv(stores.SIZE, "1 GB")
    unsized = Store(place)
    assert not unsized.is_open
    assert "`RULEDSL_CACHE_SIZE` is `1 GB`, which is no number of megabytes" in unsized.problem


def test_what_an_ended_process_left_goes_and_what_others_put_there_stays(store, place):
    for name, age in (("writing-1-a", 2 * stores.DAY), ("writing-2-b", 0), ("README", 2 * stores.DAY)):
        (place / name).touch()
        os.utime(place / name, (time.time() - age,) * 2)
    store.put(NAME, b"x")
    assert {path.name for path in place.iterdir()} == {NAME, "writing-2-b", "README"}


def test_what_is_used_is_not_old(store, place):
    store.put(NAME, b"x")
    os.utime(place / NAME, (1, 1))
    assert store.get(NAME) == b"x"
    assert (place / NAME).stat().st_mtime > 1000


def test_what_is_old_in_a_folder_that_can_only_be_read_is_still_there(store, place, monkeypatch):
    store.put(NAME, b"something")
    os.utime(place / NAME, (0, 0))

    def cannot(_folder, name):
        raise PermissionError(f"{name} is to be read only")

    monkeypatch.setattr(Held, "touch", cannot)
    assert store.get(NAME) == b"something"


def test_what_was_kept_while_the_clock_was_wrong_does_not_drive_out_all_else(store, place, monkeypatch):
    monkeypatch.setattr(stores, "MOST_ENTRIES", 4)
    future = time.time() + 10_000_000
    for number in range(4):
        store.put(f"rules-{number:040}", b"something")
        os.utime(place / f"rules-{number:040}", (future, future))
    assert store.get(f"rules-{3:040}") == b"something"  # used since, so it is of today
    store.put(OTHER, b"something new")
    assert store.get(OTHER) == b"something new"
    assert store.get(f"rules-{3:040}") == b"something"
    assert len(list(place.iterdir())) == 3


def test_several_may_write_and_read_at_once(place):
    wrong = []

    def work(letter):
        mine = Store(place)
        for _ in range(60):
            mine.put(NAME, letter * 50_000)
            found = mine.get(NAME)
            if found is not None and found != found[:1] * 50_000:
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert Store(place).get(NAME)


# ── where it is ──


@pytest.mark.parametrize(
    ("given", "base", "expected"),
    [
        ("off", "/x", None),
        ("/my/own", "/x", "/my/own"),
        ("", "/x", "/x/ruledsl"),
        (None, "/x", "/x/ruledsl"),
        (None, "x", "/home/me/.cache/ruledsl"),
        (None, None, "/home/me/.cache/ruledsl"),
    ],
)
def test_where_the_cache_is(monkeypatch, given, base, expected):
    monkeypatch.setattr("sys.platform", "linux")
    for name, text in (("RULEDSL_CACHE", given), ("XDG_CACHE_HOME", base), ("HOME", "/home/me")):
        if text is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, text)
    found = folders.cache_folder()
    assert found == (None if expected is None else type(found)(expected))
