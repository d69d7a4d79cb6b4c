"""What others wrote and the page takes along: exact versions by address and digest, fetched once and kept among the user's caches."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import tarfile
import tempfile
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass
from ruledsl.system import user_cache

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["VARIABLE", "NotFetched", "Vendored", "kept_in", "main", "vendored"]

VARIABLE = "RULEDSL_VENDORED"
"""The name of what says in which folder they are kept, if not among the user's caches."""
TEXTS = Path(__file__).with_name("licences")
LIST = Path(__file__).with_name("vendored.json")
LICENCE = re.compile(r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)
"""How files with licences are called."""
SECONDS = 60
LARGEST = 50_000_000
"""Bytes of one of them."""


class NotFetched(Exception):
    """Something cannot be had; says what, and why."""


@dataclass(frozen=True, slots=True)
class Vendored:
    """A file of somebody else's, by what it is called in `vendored.json`. `origin` is its address, `texts` are licences that it has not along."""

    name: str
    version: str
    origin: str
    sha256: str
    licence: str
    texts: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """How it is called where it is kept."""
        return self.origin.rpartition("/")[2]

    def kept(self) -> bytes | None:
        """What was fetched before, if it is still what it should be."""
        try:
            data = (kept_in() / self.file).read_bytes()
        except OSError:
            return None
        return data if self._is(data) else None

    def data(self) -> bytes:
        """It, fetched unless it is kept already. `NotFetched` if it cannot be had, or is something else."""
        return self.kept() or self._fetched()

    def members(self) -> Iterator[tuple[str, bytes]]:
        """The files in it, by their paths: it is a wheel, or an archive as npm has them."""
        if self.file.endswith(".whl"):
            with zipfile.ZipFile(io.BytesIO(self.data())) as wheel:
                yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/"))
            return
        with tarfile.open(fileobj=io.BytesIO(self.data())) as archive:
            for member in archive:
                file = archive.extractfile(member)
                if file is not None:
                    yield member.name.partition("/")[2], file.read()

    def licences(self) -> dict[str, bytes]:
        """The texts of its licences, by their names."""
        ours = {name: (TEXTS / name).read_bytes() for name in self.texts}
        return ours | {name.rpartition("/")[2]: data for name, data in self.members() if LICENCE.search(name)}

    def _fetched(self) -> bytes:
        try:
            with urllib.request.urlopen(self.origin, timeout=SECONDS) as answer:  # noqa: S310 - of our own list
                data = bytes(answer.read(LARGEST))
        except OSError as problem:
            raise NotFetched(f"{self.origin} cannot be fetched: {problem}") from None
        if not self._is(data):
            raise NotFetched(f"{self.origin} is not what it should be: its digest differs.")
        self._keep(data)
        return data

    def _is(self, data: bytes) -> bool:
        return hashlib.sha256(data).hexdigest() == self.sha256

    def _keep(self, data: bytes) -> None:
        folder = kept_in()
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=folder)
        with open(handle, "wb") as file:  # noqa: PTH123 - an open handle
            file.write(data)
        Path(beside).replace(folder / self.file)


def vendored() -> dict[str, Vendored]:
    """All there are, by name."""
    listed = json.loads(LIST.read_text(encoding="utf-8"))
    return {
        name: Vendored(
            name, one["version"], one["from"], one["sha256"], one["licence"], tuple(one.get("texts", ()))
        )
        for name, one in listed.items()
    }


def kept_in() -> Path:
    """The folder where they are kept. `NotFetched` for somebody who has none."""
    given = os.environ.get(VARIABLE)
    folder = Path(given) if given else user_cache()
    if folder is None:
        raise NotFetched(f"There is no folder to keep it in; say one with ${VARIABLE}.")
    return folder if given else folder / "vendored"


def main() -> None:
    """Fetch all of them: `python -m ruledsl.page.vendored`."""
    for one in vendored().values():
        one.data()


if __name__ == "__main__":
    main()
