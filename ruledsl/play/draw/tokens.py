"""The contents of regions, drawn on a map's picture: a disc with the tokens of a people, and a word for each piece and tile beside them."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

COLOURS = ("#e8b923", "#3b8fd4", "#d9534f", "#4caf50", "#9b6bc9", "#e07b28", "#1fa7a0", "#c65b9c")
NOBODY = "#8a8378"
REGION = re.compile(r'data-region="([^"]+)"[^>]*? data-x="(-?\d+)" data-y="(-?\d+)" data-r="(-?\d+)"')
LEAST, MOST = 16, 34
"""The radius of a disc."""
LONGEST = 14
"""The most characters of a word beside it."""


class Lying(NamedTuple):
    """The contents of a region: its owner (a player, or -1), the owner's abbreviation, the number of tokens; `pale` if they are not active."""

    player: int
    label: str
    tokens: int
    pale: bool
    beside: tuple[str, ...] = ()


def with_tokens(svg: str, lying: Mapping[str, Lying]) -> str:
    """A picture of a map (`map_svg`) with the contents of its regions, by id."""
    parts = [
        _drawn(lying[region], int(x), int(y), int(r))
        for region, x, y, r in REGION.findall(svg)
        if region in lying
    ]
    return svg.removesuffix("</svg>") + f'<g class="tokens">{"".join(parts)}</g></svg>'


def _drawn(lies: Lying, x: int, y: int, room: int) -> str:
    size = min(max(room, LEAST), MOST)
    found = []
    if lies.tokens:
        colour = COLOURS[lies.player % len(COLOURS)] if lies.player >= 0 else NOBODY
        pale = ' opacity=".6"' if lies.pale else ""
        found = [
            f'<circle r="{size}" fill="{colour}" stroke="#1b1620" stroke-width="3"{pale}/>',
            _text(str(lies.tokens), 0, size),
            _text(lies.label[:LONGEST], size * 0.62, size * 0.5),
        ]
    for number, word in enumerate(lies.beside):
        found.append(_text(word[:LONGEST], size + 14 + 15 * number, 14))
    return f'<g transform="translate({x} {y})">{"".join(found)}</g>'


def _text(text: str, y: float, size: float) -> str:
    return (
        f'<text y="{y:.0f}" font-size="{size:.0f}" font-family="Georgia, serif" font-weight="700" text-anchor="middle" fill="#1b1620" '
        f'stroke="#fff6dc" stroke-width="2.500" paint-order="stroke">{escape(text)}</text>'
    )
