"""Games in files."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from ruledsl.play.game import Game

__all__ = ["load_game"]

MOST_BYTES = 8_000_000
"""As many as a saved game may have characters, which are all of one byte."""


def load_game(file: str, packs: tuple[str, ...] = ()) -> Game:
    """The game in a file; `packs` are those of its packs that are not found under their ids. Refuses what is no game."""
    from ruledsl.play.errors import GameError  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.record import from_json  # noqa: PLC0415

    text = _text_of(file)
    try:
        return from_json(text, packs=packs)
    except GameError as problem:
        raise Refusal(f"`{file}`: {' '.join(str(problem).split())}") from None


def _text_of(file: str) -> str:
    from ruledsl.packs.files import NoFile, read_at_most  # noqa: PLC0415 - `--help` does without

    try:
        data = read_at_most(file, MOST_BYTES)
    except NoFile as problem:
        raise Refusal(f"`{file}` is {problem}, not a file.") from None
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise Refusal(f"`{file}` cannot be read: {said}.") from None
    if data is None:
        raise Refusal(f"`{file}` is too large to be a saved game.")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError:
        raise Refusal(f"`{file}` is no saved game: it is not a text.") from None
