"""Games in files."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.refusal import Refusal, packs_exist
from ruledsl.cli.writing import put_in_place

if TYPE_CHECKING:
    from ruledsl.play.game import Game

__all__ = ["can_save", "load_game", "place_of", "refused", "save_game"]


def can_save(file: str) -> None:
    """Refuse a place where nothing can be written, before a game is played for it."""
    path = place_of(file)
    try:
        handle, trial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        Path(trial).unlink()
    except OSError as problem:
        raise refused(file, problem) from None


def save_game(game: Game, file: str) -> None:
    """Write a game; if that fails, what was there before is still there."""
    path = place_of(file)
    try:
        put_in_place(path, game.to_json())
    except OSError as problem:
        raise refused(file, problem) from None


def load_game(file: str, *, differing: type[Refusal] = Refusal) -> Game:
    """The game in a file, played again; says what is special about it. Refuses what is none; as `differing` one that its choices do not lead to."""
    from ruledsl.play.errors import GameError  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.record import read  # noqa: PLC0415

    text = _text(file)
    try:
        found = read(text)
    except GameError as problem:
        packs_of(problem.__cause__)
        kind = differing if problem.code == "G026" else Refusal
        raise kind(f"`{file}`: {' '.join(str(problem).split())}") from None
    if found.broke_off:
        click.echo(f"The last line of `{file}` breaks off: the choice in it was not made any more.", err=True)
    if found.game.began in BEGINNINGS:
        click.echo(BEGINNINGS[found.game.began])
    return found.game


BEGINNINGS = {
    "position": "This game began from a position that somebody set up.",
    "sample": "This game began from what a player could take another game for.",
}
"""What is said of a game that its packs did not deal."""


def _text(file: str) -> str:
    """The text of a file; never more than a saved game can have, and nothing that is waited for."""
    from ruledsl.play.record import MOST_TEXT  # noqa: PLC0415

    try:
        # Whoever opens a pipe waits for somebody to write to it, unless he says that he does not.
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            os.close(handle)
            raise Refusal(f"`{file}` cannot be read: it is {_what(mode)}.")
        with os.fdopen(handle, "rb") as stream:
            data = stream.read(MOST_TEXT + 1)
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise Refusal(f"`{file}` cannot be read: {said}.") from None
    if len(data) > MOST_TEXT:
        raise Refusal(f"`{file}` is no saved game: it is too large for one.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Refusal(f"`{file}` is no saved game: it is not a text.") from None


def _what(mode: int) -> str:
    return "a folder" if stat.S_ISDIR(mode) else "no ordinary file"


def packs_of(cause: BaseException | None) -> None:
    """If packs are missing, say which."""
    findings = getattr(cause, "diagnostics", [])
    missing = [d.span.file for d in findings if d.code == "P001"]
    packs_exist(tuple(missing))


def place_of(file: str) -> Path:
    """The path at which a game is written."""
    path = Path(os.path.realpath(file))
    if path.is_dir():
        raise Refusal(f"`{file}` is a folder; a game needs a file.")
    if path.exists() and not path.is_file():
        raise Refusal(f"`{file}` is no ordinary file; a game is not written there.")
    if not path.parent.is_dir():
        raise Refusal(f"There is no folder `{path.parent}` to save the game in.")
    return path


def refused(file: str, problem: OSError) -> Refusal:
    """A game cannot be written there."""
    return Refusal(f"The game cannot be saved as `{file}`: {problem.strerror or problem}.")
