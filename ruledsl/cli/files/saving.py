"""Games in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.cli.output import say
from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from ruledsl.play.game import Game

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
        found = read(Game, text, packs=packs)
    except GameError as problem:
        kind = differing if problem.code == "G026" else Refusal
        raise kind(f"`{file}`: {' '.join(str(problem).split())}") from None
    if found.broke_off:
        say(f"The last line of `{file}` is incomplete: its choice was not made.", err=True)
    if tell and found.game.began in BEGINNINGS:
        say(BEGINNINGS[found.game.began])
    return found.game


def _text_of(file: str) -> str:
    from ruledsl.base.plaintext import decoded  # noqa: PLC0415
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
        raise Refusal(f"`{file}` is not a saved game: it is not a text in UTF-8.") from None
