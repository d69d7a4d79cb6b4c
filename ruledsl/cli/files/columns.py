"""Games as tables in columns: a folder for each table, with a file for each part of the games."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ruledsl.base.plaintext import decoded
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say
from ruledsl.cli.refusal import Finding, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ruledsl.lab.bulk import Plan
    from ruledsl.play.game import Rules

PART = 5_000
"""Games in a part."""


def in_columns(
    rules: Rules, plan: Plan, games: Sequence[int], workers: int, folder: Path, form: str, *, force: bool
) -> None:
    """Play these games and write their tables; a part is written whole or not at all."""
    try:
        importlib.import_module("polars")
    except ModuleNotFoundError:
        raise Refusal("The package polars is not installed: pip install 'ruledsl[study]'.") from None
    from ruledsl.lab.bulk import Crew, Died  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.bulk.outcome import table_of  # noqa: PLC0415
    from ruledsl.lab.bulk.raw import Shape, pieces_of, raw_of  # noqa: PLC0415
    from ruledsl.lab.study.columns import content_of_columns, tables_of_raw  # noqa: PLC0415
    from ruledsl.lab.study.parts import about_of  # noqa: PLC0415

    if folder.exists() and any(folder.iterdir()) and not force:
        raise Refusal(
            f"`{folder}` is not empty: `--force` adds to it, and overwrites files of the same games."
        )
    shape, done = Shape.of(rules), 0
    _begin(folder, about_of(table_of(rules, plan), shape.decides[0]))
    pieces = pieces_of(plan, rules, games, max(1, min(PART, -(-len(games) // workers))))
    failed: list[str] = []
    try:
        with Crew(min(workers, len(pieces))) as crew:
            for raw, (_, _, numbers) in zip(crew.results(raw_of, pieces), pieces, strict=True):
                tables, wrong = tables_of_raw(raw, shape, plan.seats)
                for name, frame in tables.items():
                    place = folder / name / f"{numbers[0]:010}-{numbers[-1]:010}.{form}"
                    place.parent.mkdir(parents=True, exist_ok=True)
                    write_whole(place, content_of_columns(frame, form))
                failed += wrong
                done += len(numbers)
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
    from ruledsl.lab.study.parts import ABOUT  # noqa: PLC0415 - polars is an extra

    place = folder / ABOUT
    if place.exists() and decoded(place.read_bytes()) != about:
        raise Refusal(f"`{folder}` has games of other packs, variants or seats: name another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(place, about)
