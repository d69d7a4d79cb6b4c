"""Games in files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.cli.refusal import Refusal, packs_exist
from ruledsl.cli.writing import put_in_place

if TYPE_CHECKING:
    from ruledsl.play.game import Game

__all__ = ["can_save", "load_game", "save_game"]


def can_save(file: str) -> None:
    """Refuse a place where nothing can be written, before a game is played for it."""
    path = _place(file)
    try:
        handle, trial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        Path(trial).unlink()
    except OSError as problem:
        raise _refused(file, problem) from None


def save_game(game: Game, file: str) -> None:
    """Write a game; if that fails, what was there before is still there. It is the whole game, with all its secrets: a new file is private."""
    path = _place(file)
    try:
        put_in_place(path, game.to_json(), private=True)
    except OSError as problem:
        raise _refused(file, problem) from None


def load_game(file: str) -> Game:
    """The game in a file; refuses what is none."""
    from ruledsl.play.errors import GameError  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.record import from_json  # noqa: PLC0415

    try:
        text = Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refusal(f"`{file}` is no saved game: it is not a text.") from None
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise Refusal(f"`{file}` cannot be read: {said}.") from None
    try:
        return from_json(text)
    except GameError as problem:
        packs_of(problem.__cause__)
        raise Refusal(f"`{file}`: {' '.join(str(problem).split())}") from None


def packs_of(cause: BaseException | None) -> None:
    """If packs are missing, say which."""
    findings = getattr(cause, "diagnostics", [])
    missing = [d.span.file for d in findings if d.code == "P001"]
    packs_exist(tuple(missing))


def _place(file: str) -> Path:
    path = Path(os.path.realpath(file))
    if path.is_dir():
        raise Refusal(f"`{file}` is a folder; a game needs a file.")
    if path.exists() and not path.is_file():
        raise Refusal(f"`{file}` is no ordinary file; a game is not written there.")
    if not path.parent.is_dir():
        raise Refusal(f"There is no folder `{path.parent}` to save the game in.")
    return path


def _refused(file: str, problem: OSError) -> Refusal:
    return Refusal(f"The game cannot be saved as `{file}`: {problem.strerror or problem}.")
