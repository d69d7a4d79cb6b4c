"""`test --record`: a saved game as the beginning of a scenario."""

from __future__ import annotations

import re
from pathlib import Path

from ruledsl.cli.output import say
from ruledsl.cli.refusal import Finding

__all__ = ["record"]


def record(file: str, packs: tuple[str, ...], output: str | None) -> None:
    """Write the scenario of a saved game to a file, or show it; refuses what would not pass. `packs` are those that are not found under their ids."""
    from ruledsl.cli.files.saving import load_game  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.files.writing import write_whole  # noqa: PLC0415
    from ruledsl.testkit.recording import problem_of, scenario_text  # noqa: PLC0415

    name = re.sub(r"[^a-z0-9]+", "_", Path(file).stem.lower()).strip("_")
    name = name if name[:1].isalpha() else f"game_{name}".rstrip("_")
    game = load_game(file, packs)
    text = scenario_text(game, name)
    problem = problem_of(text, output or file, game.rules)
    if problem:
        message = " ".join(problem.split())[:300]
        raise Finding(
            f"A position cannot say all of how `{file}` stands, perhaps it is inside an event: {message}"
        )
    if output is None:
        say(text, end="")
        return
    write_whole(output, text)
    say(f"Recorded as {output}.", err=True)
