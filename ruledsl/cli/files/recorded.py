"""Files of scenarios made from games: a new file, or one more scenario in an existing file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.refusal import Finding, Refusal

if TYPE_CHECKING:
    from ruledsl.play.game import Game


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
