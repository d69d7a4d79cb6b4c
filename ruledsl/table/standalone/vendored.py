"""Third-party packages in the page: exact versions and digests, downloaded once and stored among the user's caches.

The ordinary clients of npm and of PyPI fetch them, from the registries that they are configured for.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.base.system import user_cache

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIABLE = "RULEDSL_VENDORED"
"""The environment variable with their folder, in place of the user's caches."""
TEXTS = Path(__file__).with_name("licences")
LIST = Path(__file__).with_name("vendored.json")
LICENCE = re.compile(r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)
"""Names of files with licences."""
SECONDS = 300
"""Seconds to fetch one of them."""
WHEEL = ".whl"


class NotFetched(Exception):
    """A package is not available, with its name and the reason."""


@dataclass(frozen=True, slots=True)
class Vendored:
    """A third-party package: a wheel from PyPI, or an archive from npm. `texts` are licences that it does not include.

    `workshop`: only pages with a workshop need it.
    """

    name: str
    version: str
    file: str
    sha256: str
    licence: str
    texts: tuple[str, ...] = ()
    workshop: bool = False

    @property
    def is_wheel(self) -> bool:
        """Is it a package of Python?"""
        return self.file.endswith(WHEEL)

    def kept(self) -> bytes | None:
        """The stored package, if it is intact."""
        try:
            data = (kept_in() / self.file).read_bytes()
        except OSError:
            return None
        return data if self._is(data) else None

    def data(self) -> bytes:
        """The package, fetched unless it is stored. `NotFetched` if it is not available, or has another digest."""
        return self.kept() or self._fetched()

    def members(self) -> Iterator[tuple[str, bytes]]:
        """The files in a wheel, or an npm archive, by path."""
        if self.is_wheel:
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
        with tempfile.TemporaryDirectory() as folder:
            command = self._by_pip(folder) if self.is_wheel else self._by_npm(folder)
            why = _said_by(command)
            try:
                data = (Path(folder) / self.file).read_bytes()
            except OSError:
                raise NotFetched(f"{self.name} {self.version} cannot be fetched: {why}") from None
        if not self._is(data):
            raise NotFetched(f"{self.file} is not what it should be: its digest differs.")
        self._keep(data)
        return data

    def _by_npm(self, folder: str) -> list[str]:
        npm = shutil.which("npm")
        if npm is None:
            raise NotFetched(f"{self.name} {self.version} is fetched by npm, which is not installed.")
        return [npm, "pack", "--silent", "--pack-destination", folder, f"{self.name}@{self.version}"]

    def _by_pip(self, folder: str) -> list[str]:
        pip = [_with_pip(), "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        return [*pip, "--only-binary=:all:", "--dest", folder, f"{self.name}=={self.version}"]

    def _is(self, data: bytes) -> bool:
        return hashlib.sha256(data).hexdigest() == self.sha256

    def _keep(self, data: bytes) -> None:
        folder = kept_in()
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=folder)
        with open(handle, "wb") as file:  # noqa: PTH123 - an open handle
            file.write(data)
        Path(beside).replace(folder / self.file)


def vendored(*, workshop: bool = True) -> dict[str, Vendored]:
    """All packages by name, or those that a page without a workshop needs."""
    listed = json.loads(LIST.read_text(encoding="utf-8"))
    packages = {
        name: Vendored(name, **{**one, "texts": tuple(one.get("texts", ()))}) for name, one in listed.items()
    }
    return {name: one for name, one in packages.items() if workshop or not one.workshop}


def _said_by(command: list[str]) -> str:
    """The first line of a command's error."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603 - of our own list
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    return next(filter(None, done.stderr.splitlines()), "nothing was said")


def _with_pip() -> str:
    """A Python with pip: this one, or the one that created its environment."""
    if find_spec("pip") is not None:
        return sys.executable
    base = getattr(sys, "_base_executable", sys.executable)
    return str(base)


def kept_in() -> Path:
    """The folder where they are stored. `NotFetched` if there is none."""
    given = os.environ.get(VARIABLE)
    folder = Path(given) if given else user_cache()
    if folder is None:
        raise NotFetched(f"There is no folder to keep it in; say one with ${VARIABLE}.")
    return folder if given else folder / "vendored"


def main() -> None:
    """Fetch all of them: `python -m ruledsl.table.standalone.vendored`."""
    for one in vendored().values():
        one.data()


if __name__ == "__main__":
    main()
