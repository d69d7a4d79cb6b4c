"""Many files in one."""

import pytest

from ruledsl.table.standalone.sources import packed, unpacked

FILES = {"b.py": b"two\nlines", "a/b.css": "é".encode(), "empty": b"", "a/c.py": bytes(range(256))}


def test_what_was_packed_comes_out():
    assert dict(unpacked(packed(FILES))) == FILES
    assert packed(dict(reversed(FILES.items()))) == packed(FILES)


def test_what_was_not_packed_does_not():
    with pytest.raises((OSError, ValueError)):
        list(unpacked(b"something else"))
