"""Writes files beside their place and then moves them there, so that a file is always complete."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.system import AS_IT_IS, NOT_BY_A_LINK, lock, take_away
from ruledsl.cli.output import say
from ruledsl.cli.signals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.play.game import Game


def can_write(file: str | os.PathLike[str]) -> None:
    """Refuse a place where no file can be written, before any work."""
    place = place_of(file)
    try:
        handle, trial = tempfile.mkstemp(dir=place.parent, prefix=_prefix(place))
        os.close(handle)
        Path(trial).unlink()
    except OSError as problem:
        raise refused(file, problem) from None


def write_whole(file: str | os.PathLike[str], text: str | bytes, *, private: bool = False) -> None:
    """Write a text, or bytes, unchanged. Refuses if that fails; an existing file is then still there.

    A new `private` file is readable only by its owner.
    """
    data = text.encode() if isinstance(text, str) else text
    _write(file, data, 0o600 if private else 0o666 & ~_umask())


def write_bytes(file: str | os.PathLike[str], data: bytes) -> None:
    """Write bytes unchanged. Refuses if that fails; an existing file is then still there."""
    _write(file, data, 0o666 & ~_umask())


def _write(file: str | os.PathLike[str], data: bytes, mode: int) -> None:
    place = place_of(file)
    try:
        _put(place, data, mode)
    except OSError as problem:
        raise refused(file, problem) from None


def place_of(file: str | os.PathLike[str]) -> Path:
    """The real path of an existing or possible file: nothing else, such as a device, is ever replaced."""
    try:
        place = Path(os.path.realpath(file))
        mode = os.lstat(place).st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not os.path.isdir(place.parent):  # noqa: PTH112 - never raises
            raise Refusal(f"There is no folder `{place.parent}` to write `{place.name}` in.") from None
        return place
    except (OSError, ValueError) as problem:
        raise refused(file, problem) from None
    if stat.S_ISDIR(mode):
        raise Refusal(f"`{file}` is a folder, not a file.")
    if not stat.S_ISREG(mode):
        raise Refusal(f"`{file}` is not an ordinary file; ruledsl writes nothing there.")
    if not os.access(place, os.W_OK):
        raise Refusal(f"`{file}` cannot be written: it may only be read.")
    return place


def _put(place: Path, data: bytes, mode: int) -> None:
    """`mode` applies to a new file."""
    trial = None
    try:
        if place.exists():
            mode = place.stat().st_mode & 0o777
        handle, trial = tempfile.mkstemp(dir=place.parent, prefix=_prefix(place))
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(trial).chmod(mode)
        Path(trial).replace(place)
    except BaseException:
        if trial is not None:
            with contextlib.suppress(OSError):
                Path(trial).unlink()
        raise


def _prefix(place: Path) -> str:
    """A temporary name beside its place, within the limits of names."""
    return f".{place.name[:50]}."


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def refused(file: str | os.PathLike[str], problem: OSError | ValueError) -> Refusal:
    """The refusal if nothing can be written there."""
    return Refusal(f"`{file}` cannot be written: {getattr(problem, 'strerror', None) or problem}.")


# ── holding ─────────────────────────────────────────────────────────────────────
# Locks a saved game for one command: two would overwrite each other's choices.


FLAGS = os.O_RDWR | os.O_CREAT | AS_IT_IS | NOT_BY_A_LINK


@contextlib.contextmanager
def held(file: str | None) -> Iterator[None]:
    """Lock a file (or None) for this process; refuses one that another process has locked.

    The lock is a file beside it, since the saved game itself is replaced at each write. A killed process leaves the lock file behind, unlocked.
    """
    if file is None:
        yield
        return
    place = place_of(file)
    beside = place.with_name(f".{place.name[:200]}.played")
    try:
        handle = _locked(beside)
    except BlockingIOError:
        raise Refusal(f"`{file}` is being played: another command keeps its game there.") from None
    except OSError as problem:
        raise refused(file, problem) from None
    try:
        yield
    finally:
        take_away(beside, handle)


def _locked(beside: Path) -> int:
    """The lock file, open and locked; its previous owner may just have deleted it."""
    while True:
        handle = os.open(beside, FLAGS, 0o600)
        try:
            lock(handle)
            if beside.exists() and os.path.samestat(os.fstat(handle), beside.stat()):
                return handle
        except OSError as problem:
            os.close(handle)
            raise BlockingIOError(*problem.args) from None
        os.close(handle)


# ── saving ──────────────────────────────────────────────────────────────────────
# Games in files.


BEGINNINGS = {
    "position": "This game began from a position that somebody set up.",
    "sample": "This game began from what a player could take another game for.",
}
"""Descriptions of games that their packs did not deal."""


def load_game(
    file: str, packs: tuple[str, ...] = (), *, differing: type[Refusal] = Refusal, tell: bool = True
) -> Game:
    """The game in a file, replayed; prints (`tell`) what is special about it. `packs` are those of its packs that are not found under their ids.

    Refuses anything but a game; raises `differing` for one that its choices do not lead to.
    """
    from ruledsl.base.errors import GameError  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.game import Game  # noqa: PLC0415
    from ruledsl.play.saves.record import read  # noqa: PLC0415

    text = _text_of(file)
    try:
        saved = read(Game, text, packs=packs)
    except GameError as problem:
        kind = differing if problem.code == "G026" else Refusal
        raise kind(f"`{file}`: {' '.join(str(problem).split())}") from None
    if saved.broke_off:
        say(f"The last line of `{file}` is incomplete: its choice was not made.", err=True)
    if tell and saved.game.began in BEGINNINGS:
        say(BEGINNINGS[saved.game.began])
    return saved.game


def _text_of(file: str) -> str:
    from ruledsl.base.plaintext import decoded, encoding_advice  # noqa: PLC0415
    from ruledsl.play.saves.record import MOST_TEXT  # noqa: PLC0415
    from ruledsl.rules.packs.folders.files import NoFile, read_at_most  # noqa: PLC0415 - `--help` does without

    try:
        data = read_at_most(file, MOST_TEXT)
    except NoFile as problem:
        raise Refusal(f"`{file}` is {problem}, not a file.") from None
    except (OSError, ValueError) as problem:
        message = getattr(problem, "strerror", None) or str(problem)
        raise Refusal(f"`{file}` cannot be read: {message}.") from None
    if data is None:
        raise Refusal(f"`{file}` is too large to be a saved game.")
    try:
        return decoded(data)
    except UnicodeDecodeError:
        raise Refusal(
            f"`{file}` is not a saved game: it is not a text in UTF-8. {encoding_advice(data)}"
        ) from None
