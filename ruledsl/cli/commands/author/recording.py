"""`test --record`: a saved game as a scenario."""

from __future__ import annotations

import re
from pathlib import Path

from ruledsl.cli.output import say


def record(file: str, packs: tuple[str, ...], output: str | None, *, name: str | None, last: int) -> None:
    """Add the scenario of a saved game to a file, or print it; refuses one that would fail. `packs` are those that are not found under their ids."""
    from ruledsl.cli.files.recorded import record_scenario, with_choices  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.files.saving import load_game  # noqa: PLC0415

    text, count = record_scenario(load_game(file, packs), name or _name_of(file), last, output)
    if output is None:
        say(text, end="")
    else:
        say(f"Recorded in {output}{with_choices(count)}.", err=True)


def _name_of(file: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", Path(file).stem.lower()).strip("_")
    return name if name[:1].isalpha() else f"game_{name}".rstrip("_")
