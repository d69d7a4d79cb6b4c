"""Motifs as SVG: scattered over the ground of a terrain, or alone on a small disc as the mark of a symbol."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ruledsl.play.draw.motifs import SHAPES

if TYPE_CHECKING:
    from ruledsl.play.draw.motifs import Motif

SPOTS = (
    (0.14, 0.17),
    (0.62, 0.1),
    (0.39, 0.43),
    (0.87, 0.39),
    (0.12, 0.7),
    (0.63, 0.71),
    (0.37, 0.92),
    (0.9, 0.9),
)
"""The places of motifs on a tile of ground, as fractions of it: without visible rows."""


BLOTS = (
    (0.2, 0.3, 66, 30, "#fff"),
    (0.7, 0.15, 48, 26, "#000"),
    (0.3, 0.36, 34, 16, "#fff"),
    (0.55, 0.62, 72, 28, "#fff"),
    (0.66, 0.2, 26, 14, "#000"),
    (0.1, 0.8, 60, 26, "#000"),
    (0.6, 0.66, 36, 14, "#fff"),
    (0.88, 0.92, 44, 22, "#fff"),
)
"""The irregularities of a ground: place, size, lighter or darker."""
BLOTTED = 230
BOLD = 2.0
"""The least line width of marks, which have one ink."""


def motif(name: str, big: float) -> str:
    """The definition of a scattered motif of size `big`, with the id `motif-NAME`, and of a larger one with the id `motif-NAME-b`."""
    inked = _inked(SHAPES[name], 1.7)
    return "".join(
        f'<g id="motif-{name}{end}" transform="scale({big * more:.2f})">{inked}</g>'
        for end, more in (("", 1), ("-b", 1.15))
    )


def ground(name: str) -> str:
    """The definition of a ground without its motif, with the id `pattern-NAME`."""
    colour = SHAPES[name].ground
    blots = "".join(
        f'<ellipse cx="{(x + dx) * BLOTTED:.0f}" cy="{(y + dy) * BLOTTED:.0f}" rx="{wide}" ry="{high}" fill="{light}" opacity=".045"/>'
        for x, y, wide, high, light in BLOTS
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if -wide < (x + dx) * BLOTTED < BLOTTED + wide and -high < (y + dy) * BLOTTED < BLOTTED + high
    )
    return (
        f'<pattern id="pattern-{name}" width="{BLOTTED}" height="{BLOTTED}" patternUnits="userSpaceOnUse">'
        f'<rect width="{BLOTTED}" height="{BLOTTED}" fill="{colour}"/>{blots}</pattern>'
    )


def pattern(motif: str) -> str:
    """The definition of a ground with its motif, with the id `pattern-NAME`."""
    shape = SHAPES[motif]
    size = shape.apart * 3.6
    spots = []
    for i, (x, y) in enumerate(SPOTS):
        big = 0.92 + 0.16 * (i % 3)
        # Parts beyond the edge of a tile appear again on the opposite side.
        for dx in (0, -1) if x > 0.5 else (0, 1):  # noqa: PLR2004
            for dy in (0, -1) if y > 0.5 else (0, 1):  # noqa: PLR2004
                at = f"{(x + dx) * size:.1f} {(y + dy) * size:.1f}"
                if -0.2 < x + dx < 1.2 and -0.2 < y + dy < 1.2:  # noqa: PLR2004
                    spots.append(f'<use href="#motif-{motif}" transform="translate({at}) scale({big:.2f})"/>')
    return (
        f'<pattern id="pattern-{motif}" width="{size:.0f}" height="{size:.0f}" patternUnits="userSpaceOnUse">'
        f'<rect width="{size:.0f}" height="{size:.0f}" fill="{shape.ground}"/>'
        f'<g opacity=".5">{"".join(spots)}</g></pattern>'
    )


def mark(word: str, motif: str, x: float) -> str:
    """A symbol as printed on a region."""
    shape = SHAPES[motif]
    return (
        f'<g class="mark" data-trait="{escape(word)}" transform="translate({x:.0f})">'
        f'<circle r="13" fill="#fbf1d3" stroke="{shape.ink}" stroke-width="2"/>'
        f'<g transform="scale(.8)">{_inked(shape, 2.2)}</g></g>'
    )


def _inked(shape: Motif, wide: float) -> str:
    found = f'<path d="{shape.body}" fill="{shape.lit}"/>' if shape.body and wide < BOLD else ""
    found += f'<path d="{shape.areas}" fill="{shape.ink}"/>' if shape.areas else ""
    found += f'<path d="{shape.light}" fill="{shape.lit}"/>' if shape.light and wide < BOLD else ""
    if shape.lines:
        found += f'<path d="{shape.lines}" stroke="{shape.ink}" stroke-width="{wide}"/>'
    return found
