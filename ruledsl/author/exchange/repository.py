"""A pack from a git repository: the files of one commit, read without a work tree.

Nothing is checked out, so filters, hooks, links and submodules have no effect. Git reads no settings of the user or the system, never prompts,
uses only https, follows no redirect, and connects to the checked addresses.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruledsl.author.exchange.web import NotInstalled, target_of
from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import visible
from ruledsl.base.system import bounds_of_a_child, end_child
from ruledsl.rules.packs.folders.below import ENDINGS
from ruledsl.rules.packs.folders.bundles import LARGEST, LARGEST_INSIDE
from ruledsl.rules.packs.folders.files import MOST_FILES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.author.exchange.web import Reach

LARGEST_COPY: Final = 64_000_000
"""The most bytes to fetch, in git's format."""
MEMORY: Final = 1 << 30
SECONDS: Final = 120.0
LONGEST_LIST: Final = 4_000_000
"""The most bytes of a commit's listing."""
FILE: Final = "blob"
LINK: Final = b"120000"
REF: Final = re.compile(r"(?!.*(?:\.\.|//|@\{|\.lock(?:/|$)))[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}")
"""A tag, branch or commit: nothing that git could take for an option, or for several."""
INSIDE: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}(?:/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){0,7}")
SETTINGS: Final = (
    "protocol.allow=never",
    "protocol.https.allow=always",
    "http.followRedirects=false",
    "http.sslVerify=true",
    "http.proxy=",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=15",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.bigFileThreshold=1m",
    "credential.helper=",
    "fetch.fsckObjects=true",
    "fetch.recurseSubmodules=false",
    "submodule.recurse=false",
    "transfer.bundleURI=false",
    "gc.auto=0",
    "maintenance.auto=false",
)


@dataclass(frozen=True, slots=True)
class Repository:
    """The place of a pack: the address of a repository, a tag (or branch, or commit), a folder in it."""

    url: str
    tag: str
    folder: str

    def __str__(self) -> str:
        tag = f"@{self.tag}" if self.tag else ""
        return f"git+{self.url}{tag}" + (f"#subdirectory={self.folder}" if self.folder else "")


def repository_of(given: str) -> Repository:
    """`git+https://host/path@tag#subdirectory=folder`, the last two are optional. Raises `NotInstalled`."""
    url, _, fragment = given.removeprefix("git+").partition("#")
    start = url.find("/", url.find("://") + 3)
    at = url.rfind("@")
    tag = url[at + 1 :] if at > start > 0 else ""
    url = url[:at] if tag else url
    folder = fragment.removeprefix("subdirectory=")
    if (tag and not REF.fullmatch(tag)) or (at > start > 0 and not tag):
        raise NotInstalled(f"`{visible(tag)[:60]}` is no tag, branch or commit.")
    if fragment and (folder == fragment or not INSIDE.fullmatch(folder)):
        raise NotInstalled("Behind `#` stands `subdirectory=` and a folder of the repository.")
    if url.startswith("-") or not url.partition("://")[2]:
        raise NotInstalled(
            f"`{visible(given)[:100]}` is no address of a repository: `git+https://host/path@tag`."
        )
    return Repository(url, tag, folder)


def files_in(source: Repository, reach: Reach) -> tuple[str, dict[str, bytes]]:
    """The commit, and the YAML files of the pack in it, by their names in the pack. Raises `NotInstalled`."""
    program = shutil.which("git")
    if program is None:
        raise NotInstalled("Git is not installed here, or not found.")
    settings = [*SETTINGS]
    if reach.files and source.url.startswith("file://"):
        settings += ["protocol.file.allow=always"]
    else:
        target = target_of(source.url, reach)
        if ":" not in target.host:
            settings += [f"http.curloptResolve={target.host}:{target.port}:{','.join(target.addresses)}"]
    with tempfile.TemporaryDirectory(prefix="ruledsl-") as room:
        git = _Git(program, settings, Path(room))
        git.run("init", "--quiet", "--bare", "--template=", ".")
        git.run("fetch", "--quiet", "--depth=1", "--no-tags", "--", source.url, source.tag or "HEAD")
        commit = git.run("rev-parse", "--verify", "FETCH_HEAD^{commit}").decode().strip()
        return commit, _files(git, commit, source.folder)


def _files(git: _Git, commit: str, folder: str) -> dict[str, bytes]:
    """The files of a pack as in its folder, without hidden ones and those that are no YAML."""
    listed = list(_listed(git, commit, folder))
    if sum(size for _, _, size in listed) > LARGEST or len(listed) > MOST_FILES:
        raise NotInstalled("There are more, or larger, files in the repository than a pack may have.")
    digests = b"".join(digest + b"\n" for _, digest, _ in listed)
    output = git.run("cat-file", "--batch=", "--buffer", asked=digests, most=2 * LARGEST)
    files, at = {}, 0
    for name, _, size in listed:
        # For each file: an empty line, its bytes, the end of a line.
        files[name] = output[at + 1 : at + 1 + size]
        at += size + 2
    return files


def _listed(git: _Git, commit: str, folder: str) -> Iterator[tuple[str, bytes, int]]:
    """For each file its name in the pack, its digest and its size."""
    before = f"{folder}/" if folder else ""
    listed = git.run("ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", *([before] if before else []))
    for line in filter(None, listed.split(b"\0")):
        about, _, raw = line.partition(b"\t")
        name = os.fsdecode(raw).removeprefix(before)
        if not name.endswith(ENDINGS) or any(part.startswith(".") for part in name.split("/")):
            continue
        mode, kind, digest, size = about.split()
        if mode == LINK or kind.decode() != FILE:
            raise NotInstalled(
                f"`{visible(name)[:100]}` in the repository is a link or a submodule, no file."
            )
        if int(size) > LARGEST_INSIDE:
            raise NotInstalled(f"`{visible(name)[:100]}` in the repository is too large.")
        yield name, digest, int(size)


class _Git:
    """Git in a folder of its own, without any settings."""

    def __init__(self, program: str, settings: list[str], room: Path) -> None:
        self.words = [program, *(word for setting in settings for word in ("-c", setting))]
        self.room = room
        self.end = time.monotonic() + SECONDS
        kept = {
            name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "SSL_CERT_FILE") if name in os.environ
        }
        certificates = {"GIT_SSL_CAINFO": kept["SSL_CERT_FILE"]} if "SSL_CERT_FILE" in kept else {}
        self.surroundings = (
            kept
            | certificates
            | {
                "HOME": str(room),
                "GIT_DIR": str(room),
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_TERMINAL_PROMPT": "0",
                "GIT_ASKPASS": "",
                "GIT_NO_LAZY_FETCH": "1",
                "GIT_NO_REPLACE_OBJECTS": "1",
                "GIT_OPTIONAL_LOCKS": "0",
                "LC_ALL": "C",
            }
        )

    def run(self, *words: str, asked: bytes = b"", most: int = LONGEST_LIST) -> bytes:
        """The output of a git command for this input. Raises `NotInstalled` if it fails, takes too long, or prints too much."""
        with (
            tempfile.TemporaryFile() as asking,
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as problem,
        ):
            asking.write(asked)
            asking.seek(0)
            process = subprocess.Popen(  # noqa: S603 - words that were looked at, and no shell
                [*self.words, *words],
                stdin=asking,
                stdout=output,
                stderr=problem,
                cwd=self.room,
                env=self.surroundings,
                **bounds_of_a_child(MEMORY, SECONDS),
            )
            with process:
                try:
                    self._wait(process, output.fileno(), most)
                except BaseException:
                    end_child(process)
                    raise
            if process.returncode:
                problem.seek(0)
                raise NotInstalled(_why(problem.read(2_000).decode("utf-8", "replace")))
            output.seek(0)
            return output.read()

    def _wait(self, process: subprocess.Popen[bytes], output: int, most: int) -> None:
        while process.poll() is None:
            if time.monotonic() > self.end:
                raise NotInstalled("The repository takes too long.")
            if os.fstat(output).st_size > most or _size(self.room) > LARGEST_COPY:
                raise NotInstalled("The repository is too large.")
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)


def _size(room: Path) -> int:
    """The current size of a folder in bytes."""
    size = 0
    for folder, _, names in os.walk(room):
        for name in names:
            try:
                size += os.lstat(os.path.join(folder, name)).st_size  # noqa: PTH118 - a text
            except OSError:
                continue
    return size


def _why(output: str) -> str:
    """Git's error, as one sentence."""
    lines = [
        line.removeprefix("fatal: ").removeprefix("error: ") for line in output.splitlines() if line.strip()
    ]
    return f"Git cannot fetch it: {visible(' '.join(lines[:1]))[:200] or 'it says nothing'}"
