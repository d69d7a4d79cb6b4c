"""Folders that two Pythons have alike."""

import pytest

from ruledsl.table.standalone.boot import SharedFolders


@pytest.fixture
def sides(tmp_path):
    """Two folders under one name, as two workers have them: what changes the folder, and one side for each."""
    place = tmp_path / "here"
    place.mkdir()
    return place, SharedFolders([place]), SharedFolders([place])


def test_what_has_changed_is_told_once(sides):
    place, shared_folders, _ = sides
    (place / "deep").mkdir()
    (place / "deep" / "a").write_text("one")
    (place / ".hidden").write_text("not told")
    (place / "link").symlink_to(place / "deep" / "a")
    assert list(shared_folders.news()) == [f"{place}/deep/a"]
    assert shared_folders.news() == {}
    new = place / "deep" / "b"
    new.write_text("two")
    new.replace(place / "deep" / "a")  # as long as before, in the same moment
    assert list(shared_folders.news()) == [f"{place}/deep/a"]
    (place / "deep" / "a").unlink()
    assert shared_folders.news() == {f"{place}/deep/a": None}


def test_what_is_told_is_there_and_not_told_back(sides):
    place, here, there = sides
    (place / "a").write_text("one")
    news = here.news()
    (place / "a").unlink()
    there.put(news)
    assert (place / "a").read_text() == "one"
    assert there.news() == {}
    there.put({f"{place}/a": None, f"{place}/never": None})
    assert not (place / "a").exists()


def test_nothing_is_put_elsewhere(sides):
    place, shared_folders, _ = sides
    for path in (f"{place}/../a", "/etc/passwd", f"{place}x/a"):
        with pytest.raises(ValueError, match="/"):
            shared_folders.put({path: ""})
