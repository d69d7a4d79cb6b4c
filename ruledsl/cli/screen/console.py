"""The console, and the colours of players and terrains."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPED = 100
"""The width for output that is no terminal."""
WIDEST = 120

_PLAYERS = ("#ffd75f", "#87d7ff", "#ff8787", "#87ff87", "#d7afff", "#ffaf5f", "#5fffd7", "#ffafd7")
_GROUNDS = ("#3c3c40", "#4a3a22", "#1c3d1f", "#3a2b40", "#4f4a1c", "#12324f", "#1b4a68", "#552222", "#20504a")
"""Colours by the order in which packs declare terrains: the first is rock, the second earth, then woods, bog, corn, deep and shallow water …"""


def console(*, stderr: bool = False) -> Console:
    """A console as wide as the terminal; plain and with a fixed width for a pipe or a file."""
    from rich.console import Console  # noqa: PLC0415 - `--help` does without

    stream = sys.stderr if stderr else sys.stdout
    made = Console(
        file=stream, highlight=False, markup=False, emoji=False, width=None if stream.isatty() else PIPED
    )
    made.width = min(made.width, WIDEST)
    return made


def drawn() -> Console:
    """A console without output, for `picture_of`."""
    from io import StringIO  # noqa: PLC0415 - hardly anybody wants one

    from rich.console import Console  # noqa: PLC0415

    return Console(
        file=StringIO(),
        record=True,
        width=PIPED,
        highlight=False,
        markup=False,
        emoji=False,
        color_system="truecolor",
    )


def picture_of(console: Console, title: str) -> str:
    """Its output as SVG without external resources, the same for the same text."""
    svg = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=title), flags=re.DOTALL)
    return re.sub(r"(?m)^\s*\n", "", svg).replace("Fira Code, monospace", "ui-monospace, monospace")


def wipe(console: Console) -> None:
    """Clear a terminal with its scrollback."""
    if console.is_terminal:
        console.file.write("\x1b[2J\x1b[3J\x1b[H")
        console.file.flush()


def player_colour(player: int) -> str:
    """The colour of a player's peoples."""
    return _PLAYERS[player % len(_PLAYERS)]


def ground(terrain: int) -> str:
    """The background of a terrain, by number."""
    return _GROUNDS[terrain % len(_GROUNDS)]
