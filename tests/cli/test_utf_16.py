"""A file in UTF-16, as `>` in Windows PowerShell writes it, is refused with that advice, whatever reads it."""

import pytest

PACK = {"pack.yaml": "id: beavers\nversion: 0.1.0\nlanguage: 3\nname: Beavers\n", "stored.json": "{}"}


@pytest.mark.parametrize(
    "command",
    [
        ("resume", "stored.json"),
        ("replay", "stored.json"),
        ("study", "stored.json", "-o", "page.html"),
        ("validate", "."),
    ],
    ids=lambda command: command[0],
)
def test_what_is_stored_as_utf_16_is_told_so(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    for name, text in PACK.items():
        (tmp_path / name).write_bytes(text.encode("utf-16"))
    ended = run(*command)
    assert ended.code != 0
    assert "It looks like UTF-16" in ended.out + ended.err
