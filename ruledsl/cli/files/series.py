"""Continues a file with a series of games: are its lines those of this series?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ruledsl.base.plaintext import numbered
from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ruledsl.lab.bulk import Plan
    from ruledsl.play.game import Rules


def there_already(rules: Rules, plan: Plan, games: Sequence[int], lines: Iterable[bytes]) -> int:
    """The number of these games in the file, from the first one on. A refusal if a line is no game of this series, in order.

    The last line may be incomplete; then it does not count, and must be the beginning of the line that would follow.
    """
    from ruledsl.lab.bulk import seed_of  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.bulk.outcome import table_of  # noqa: PLC0415
    from ruledsl.lab.bulk.workers import text_of  # noqa: PLC0415

    table = table_of(rules, plan)
    count = 0
    for number, line in numbered(lines):
        if count == len(games):
            raise _other(number, "the series has fewer games")
        wanted = {"game": games[count], "seed": seed_of(plan.seed, games[count]), **table}
        if not line.endswith(b"\n"):
            _must_begin(line, text_of(wanted), number)
            break
        game = _parsed(line, number)
        for key, value in wanted.items():
            if game.get(key) != value:
                raise _other(number, f"its `{key}` is another one")
        board = rules.map_dealt(len(plan.seats), wanted["seed"], plan.map).id
        if game.get("map", board) != board:
            raise _other(number, "its `map` is another one")
        count += 1
    return count


def _must_begin(line: bytes, head: str, number: int) -> None:
    """An incomplete line is lost, so it must be ours. Every game begins with the same `head`, followed by its number."""
    beginning = head.removesuffix("}\n").encode() + b","
    if not (line.startswith(beginning) or beginning.startswith(line)):
        raise _other(number, "it breaks off, and is not the beginning of this game")


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
