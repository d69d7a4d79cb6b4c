"""Writes lines one after another, to a file or to the standard output; a file always consists of whole lines."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self

from ruledsl.base.plaintext import decoded, numbered
from ruledsl.base.system import AS_IT_IS, lock, may_wait
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Finding, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType

    from ruledsl.lab.bulk import Plan
    from ruledsl.play.game import Game, Rules

# ── columns ─────────────────────────────────────────────────────────────────────
# Games as tables in columns: a folder for each table, with a file for each part of the games.


def in_columns(
    rules: Rules,
    plan: Plan,
    games: Sequence[int],
    workers: int | None,
    folder: Path,
    form: str,
    *,
    force: bool,
) -> None:
    """Play these games and write their tables; a part is written whole or not at all."""
    from ruledsl.lab.bulk import Died  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.bulk.form import table_of  # noqa: PLC0415
    from ruledsl.lab.study.columns import about_of, parts_of  # noqa: PLC0415

    if folder.exists() and any(folder.iterdir()) and not force:
        raise Refusal(
            f"`{folder}` is not empty: `--force` adds to it, and overwrites files of the same games."
        )
    _begin(folder, about_of(table_of(rules, plan), rules.deciding[0].name))
    done, failed = 0, list[str]()
    try:
        with contextlib.closing(parts_of(rules, plan, games, form, workers)) as parts:
            for part in parts:
                for name, content in part.files.items():
                    place = folder / name / f"{part.games[0]:010}-{part.games[-1]:010}.{form}"
                    place.parent.mkdir(parents=True, exist_ok=True)
                    write_whole(place, content)
                failed += part.failed
                done += len(part.games)
    except KeyboardInterrupt:
        say(f"Stopped: {done} of {len(games)} games are in {folder}.", err=True)
        raise
    except Died as problem:
        raise Finding(f"{problem} {done} of {len(games)} games are in {folder}.") from None
    say(
        f"{len(games) - len(failed)} game{'' if len(games) - len(failed) == 1 else 's'} in {folder}.",
        err=True,
    )
    if failed:
        raise Finding(f"{len(failed)} of {len(games)} games could not be played to their end: {failed[0]}")


def _begin(folder: Path, about: str) -> None:
    """Say in the folder what its games have in common; refused if others are there."""
    from ruledsl.lab.study.columns import ABOUT  # noqa: PLC0415 - polars is an extra

    place = folder / ABOUT
    if place.exists() and decoded(place.read_bytes()) != about:
        raise Refusal(f"`{folder}` has games of other packs, variants or seats: name another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(place, about)


# ── recorded ────────────────────────────────────────────────────────────────────
# Files of scenarios made from games: a new file, or one more scenario in an existing file.


def record_scenario(game: Game, name: str, last: int, file: str | Path | None) -> tuple[str, int]:
    """Make a scenario of a game's current state, or of its `last` choices, check that it passes, and add it to a file, if one is given.

    If a position cannot describe the state, for example amid an event, the scenario begins some choices earlier. Returns its text, and the number
    of choices at its end. Refuses an invalid or existing name; raises a `Finding` for what no position can describe.
    """
    from ruledsl.author.testkit.recording import NAME, NotRecorded, added, recorded  # noqa: PLC0415 - only who records needs it

    if not NAME.fullmatch(name):
        raise Refusal(
            f"`{name[:60]}` is no name for a scenario: small letters, digits and `_`, a letter first."
        )
    if last > len(game.choices):
        raise Refusal(f"Only {len(game.choices)} choices were made in this game, not {last}.")
    try:
        text, count = recorded(game, name, last, str(file or name))
    except NotRecorded as problem:
        raise Finding(str(problem)) from None
    path = None if file is None else Path(file)
    if path is not None:
        whole = added(path.read_bytes(), text, name) if path.is_file() else text
        if whole is None:
            message = "it is no file of scenarios, or has one of this name"
            raise Refusal(f"`{path}` cannot take the scenario `{name}`: {message}.")
        path.parent.mkdir(exist_ok=True)
        write_whole(path, whole)
    return text, count


def own_file(game: Game, name: str) -> Path:
    """The file for a scenario of this game: in the last named pack, if it is the user's own; else here."""
    from ruledsl.rules.packs.folders.find import find_pack, is_installed  # noqa: PLC0415 - only who records needs it
    from ruledsl.rules.scenarios.reading import FOLDER  # noqa: PLC0415

    folder = find_pack(game.rules.asked_for[-1]) if game.rules.asked_for else None
    if folder is None or not folder.is_dir():
        return Path(f"{name}.yaml")
    return Path(f"{name}.yaml") if is_installed(folder) else folder / FOLDER / "recorded.yaml"


def with_choices(count: int) -> str:
    """The number of choices at the end of a scenario, as the end of a sentence."""
    return f", with the last {count} choices" if count > 1 else ", with the last choice" if count else ""


# ── series ──────────────────────────────────────────────────────────────────────
# Continues a file with a series of games: are its lines those of this series?


class There(NamedTuple):
    """What a file has already: this many games, and the header of the series, if not all of them are from older versions."""

    games: int
    header: bool


def there_already(rules: Rules, plan: Plan, games: Sequence[int], lines: Iterable[bytes]) -> There:
    """The number of these games in the file, from the first one on. A refusal if a line is no game of this series, in order.

    The last line may be incomplete; then it does not count, and must be the beginning of the line that would follow.
    """
    from ruledsl.lab.bulk import seed_of  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.bulk.form import FORM, header_of, table_of, text_of  # noqa: PLC0415

    header, table = json.loads(text_of(header_of(rules, plan))), table_of(rules, plan)
    count, headed = 0, False
    for number, line in numbered(lines):
        if not line.endswith(b"\n") and not headed and _begins(line, text_of(header)):
            break
        game = _parsed(line, number) if line.endswith(b"\n") else {}
        if FORM in game:
            _must_say(game, header, number)
            headed = True
            continue
        if count == len(games):
            raise _other(number, "the series has fewer games")
        wanted = {"game": games[count], "seed": seed_of(plan.seed, games[count])}
        if not headed:
            wanted |= table
        if not line.endswith(b"\n"):
            _must_begin(line, text_of(wanted), number)
            break
        _must_say(game, wanted, number)
        board = rules.map_dealt(len(plan.seats), wanted["seed"], plan.map).id
        if game.get("map", board) != board:
            raise _other(number, "its `map` is another one")
        count += 1
    return There(count, headed)


def _must_say(game: dict[str, Any], wanted: dict[str, Any], number: int) -> None:
    """A line that says something else is not of this series."""
    for key, value in wanted.items():
        if game.get(key) != value:
            raise _other(number, f"its `{key}` is another one")


def _must_begin(line: bytes, head: str, number: int) -> None:
    """An incomplete line is lost, so it must be ours. Every game begins with the same `head`, followed by its number."""
    if not _begins(line, head.removesuffix("}\n") + ","):
        raise _other(number, "it breaks off, and is not the beginning of this game")


def _begins(line: bytes, wanted: str) -> bool:
    """Is an incomplete line the beginning of this one, or does it begin so?"""
    return line.startswith(wanted.encode()) or wanted.encode().startswith(line)


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        game = json.loads(line)
    except (ValueError, RecursionError):
        game = None
    if not isinstance(game, dict):
        raise _other(number, "it is no game at all")
    return game


def _other(number: int, why: str) -> Refusal:
    return Refusal(f"Line {number} of the file is not of this series: {why}. Nothing was written.")


class Lines:
    """The target of the lines: a file of this name, or the standard output (None). It has `count` games; `head` is written before them.

    `force` overwrites an existing file, `resume` continues it: it receives the existing lines, of which the last one may be incomplete, and returns
    what is there, or refuses. An incomplete line is then cut off.
    """

    def __init__(
        self,
        name: str | None,
        head: str,
        *,
        force: bool = True,
        resume: Callable[[Iterable[bytes]], There] | None = None,
    ) -> None:
        self.name, self.head = name, head
        self.count = 0
        self._headed = False
        self._force, self._resume = force, resume
        self._whole = 0
        self._file: BinaryIO | None = None

    @property
    def on_terminal(self) -> bool:
        """Do the lines go to a terminal?"""
        return self.name is None and sys.stdout.isatty()

    def __enter__(self) -> Self:
        if self.name is not None:
            try:
                self._file = _opened(self.name, read=self._resume is not None)
                self._begin(self._file)
            except BaseException as problem:
                if self._file is not None:
                    self._file.close()
                if isinstance(problem, OSError | ValueError):
                    raise self._refused(problem) from None
                raise
        return self

    def _begin(self, file: BinaryIO) -> None:
        """Start after the kept part of a file; pipes and devices have nothing to keep."""
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            if self._resume is not None:
                raise Refusal(f"`{self.name}` is not an ordinary file: `--resume` cannot continue it.")
            return
        if self._resume is not None:
            with open(file.fileno(), "rb", closefd=False) as reader:
                self.count, self._headed = self._resume(self._lines_of(reader))
        elif status.st_size and not self._force:
            raise Refusal(f"`{self.name}` already exists: `--resume` continues it, `--force` overwrites it.")
        os.ftruncate(file.fileno(), self._whole)
        os.lseek(file.fileno(), self._whole, os.SEEK_SET)

    def _lines_of(self, reader: BinaryIO) -> Iterator[bytes]:
        for line in reader:
            if line.endswith(b"\n"):
                self._whole += len(line)
            yield line

    def write(self, line: str) -> None:
        """Write the line of a game, with its end; before the first one, the header."""
        if not self._headed:
            self._say(self.head)
            self._headed = True
        self._say(line)
        self.count += 1

    def _say(self, line: str) -> None:
        if self._file is None:
            say_data(line, end="")
        else:
            try:
                self._write(self._file, line.encode())
            except OSError as problem:
                raise self._refused(problem) from None

    def _write(self, file: BinaryIO, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]
        self._whole += len(data)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is None:
            return
        with contextlib.suppress(OSError), self._file:  # a pipe cannot be truncated
            if kind is not None:
                os.ftruncate(self._file.fileno(), self._whole)

    def _refused(self, problem: Exception) -> Refusal:
        message = getattr(problem, "strerror", None) or str(problem)
        return Refusal(f"`{self.name}` cannot be written: {message}.")


def _opened(name: str, *, read: bool) -> BinaryIO:
    """Open a file that nobody else is writing; a pipe or device as it is. A pipe without a reader is refused (`OSError`) instead of waited for."""
    handle = os.open(name, (os.O_RDWR if read else os.O_WRONLY) | os.O_CREAT | AS_IT_IS, 0o666)
    file = open(handle, "wb", buffering=0)  # noqa: PTH123, SIM115 - unbuffered, so that we know what is in it
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            lock(handle)
        else:
            may_wait(handle)
    except OSError:
        file.close()
        raise
    return file
