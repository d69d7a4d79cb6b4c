"""The shapes of motifs: small ink marks in a square from -10 to 10, and the two colours of the ground that they cover.

Every motif also differs from the others in shape and lightness, so that terrains are distinguishable without colour.
"""

from __future__ import annotations

from html import escape

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.motifs import MOTIFS


@dataclass(frozen=True, slots=True)
class Motif:
    """The drawing of a motif: the colours of ground and ink, strokes and areas as path data, and the distance between motifs.

    Where there is room, its `body` lies below in the colour `lit`, and its `light` side above.
    """

    ground: str
    ink: str
    lines: str
    areas: str = ""
    apart: float = 30.0
    lit: str = ""
    body: str = ""
    light: str = ""


SHAPES: dict[str, Motif] = {
    "waves": Motif("#4d88a8", "#2c5f7d", "M-10 2Q-5 -5 0 2T10 2", apart=34),
    "peaks": Motif(
        "#aba59b",
        "#57514a",
        "M-11 8L-3 -9L2 1M-1 8L6 -3L12 8",
        "M-3 -9L3 3L-1 8L-3 2L-1 -2ZM6 -3L12 8H6L8 4Z",
        apart=37,
        lit="#cfc9bd",
        body="M-11 8L-3 -9L2 1L6 -3L12 8Z",
    ),
    "trees": Motif(
        "#6b9456",
        "#2e5129",
        "M-4 9V5M6 10V6",
        "M-4 -9L2 5H-10ZM6 -4L11 7H1Z",
        apart=33,
        lit="#4f8042",
        light="M-4 -9V5H-10ZM6 -4V7H1Z",
    ),
    "furrows": Motif("#e3c86f", "#b08f37", "M-10 -5L10 -9M-10 1L10 -3M-10 7L10 3", apart=30),
    "mounds": Motif(
        "#b9bf78",
        "#75803f",
        "M-10 6Q-4 -8 3 6M0 1Q5 -7 10 6",
        apart=32,
        lit="#ccd18e",
        body="M0 1Q5 -7 10 6H2ZM-10 6Q-4 -8 3 6Z",
    ),
    "reeds": Motif(
        "#7f8464",
        "#3f452d",
        "M-7 8L-8 -3M-2 8V-7M3 8L5 -4M-10 8H9M6 8L9 1",
        "M-3.2 -9H-.8V-3H-3.2Z",
        apart=31,
    ),
    "ripples": Motif("#86bdd3", "#4784a3", "M-9 -3H2M-3 3H9M-6 8H0", apart=36),
    "crystals": Motif(
        "#b7b5e3",
        "#5e57a6",
        "M-4 8L-7 -1L-3 -9L1 -1L-1 8ZM-3 -9L-3 8M2 8L3 1L6 -3L9 2L7 8Z",
        "M-3 -9L1 -1L-1 8H-3Z",
        lit="#dcdbf5",
        body="M-4 8L-7 -1L-3 -9L1 -1L-1 8ZM2 8L3 1L6 -3L9 2L7 8Z",
        apart=33,
    ),
    "caps": Motif(
        "#bd96ae",
        "#70405f",
        "M-3 0L-4 9H1L0 0M6 5L5.500 9H8.500L8 5",
        "M-10 0Q-9 -9 -2 -9T7 0ZM3 5Q4 0 7 0T11 5Z",
        apart=34,
    ),
    "stones": Motif(
        "#c39a6b",
        "#76502d",
        "M-9 5L-8 -2L-2 -4L2 1L1 6ZM3 7L4 2L8 1L10 7ZM-1 -5L3 -8L7 -5L6 -1",
        apart=31,
        lit="#d8b98d",
        body="M-9 5L-8 -2L-2 -4L2 1L1 6ZM3 7L4 2L8 1L10 7Z",
    ),
    "bubbles": Motif(
        "#93745a",
        "#503a29",
        "M-4 0A4 4 0 1 1 -4 .01M7 5A3 3 0 1 1 7 5.010M6 -6A2 2 0 1 1 6 -5.990M-10 9Q0 6 10 9",
        apart=32,
    ),
    "current": Motif(
        "#62b0bd", "#26707f", "M-10 -6C-3 -12 3 0 10 -6M-10 0C-3 -6 3 6 10 0M-10 6C-3 0 3 12 10 6", apart=30
    ),
    "cracks": Motif("#575360", "#211f28", "M-9 -8L-3 -2L-6 3L0 9M-3 -2L4 -4L9 -9M4 -4L7 3L3 8", apart=32),
    "star": Motif(
        "#8f80bd",
        "#473a75",
        "",
        "M0 -10L2.500 -3.200L9.600 -3L4 1.500L6 8.500L0 4.500L-6 8.500L-4 1.500L-9.600 -3L-2.500 -3.200Z",
    ),
    "arch": Motif("#8c8580", "#3c3733", "M-9 8H9", "M-8 8V0A8 8 0 0 1 8 0V8H4V1A4 4.500 0 0 0 -4 1V8Z"),
    "anchor": Motif(
        "#6f94ad",
        "#22465f",
        "M0 -5V9M-5 -2H5M-9 2Q-8 9 0 9Q8 9 9 2M-9 2L-10.500 5M-9 2L-5.500 4M9 2L10.500 5M9 2L5.500 4M0 -5A2.300 2.300 0 1 1 .01 -5",
    ),
    "crown": Motif("#e0bd58", "#6d5212", "M-8 9H8", "M-9 -6L-4.500 0L0 -9L4.500 0L9 -6L7 6H-7Z"),
    "tent": Motif("#c28a63", "#66371a", "M0 -8L2 -10M0 -8L-2 -10M-10 8H10", "M0 -8L9 8H3L0 1L-3 8H-9Z"),
    "pick": Motif("#b08d62", "#4f3517", "M-7 9L4 -4", "M-5 -8Q5 -9 9 5Q4 -3 -5 -8Z"),
    "flame": Motif(
        "#cf6c45", "#7a2413", "", "M0 -10Q8 -3 7 3Q6 10 0 10Q-7 10 -7 3Q-7 -1 -3 -4Q-3 0 -1 1Q2 -4 0 -10Z"
    ),
    "cloud": Motif(
        "#bfd3e0", "#48657a", "", "M-6 7A4.500 4.500 0 0 1 -6 -2A6 6 0 0 1 5 -4A5.500 5.500 0 0 1 6 7Z"
    ),
    "moon": Motif("#7b86a8", "#2c3558", "", "M3 -9A9.500 9.500 0 1 0 9 5A8 8 0 0 1 3 -9Z"),
    "leaf": Motif("#7fae62", "#2f5a23", "M-8 9L3 -2", "M-6 6Q-9 -8 9 -9Q9 8 -6 6Z"),
    "stairs": Motif("#b3a894", "#51472f", "", "M-9 9V5H-4V1H0V-3H4V-7H9V9Z"),
    "eye": Motif(
        "#a58fa0", "#4d3348", "M-10 0Q0 -11 10 0Q0 11 -10 0Z", "M3.500 0A3.500 3.500 0 1 1 3.500 -.01Z"
    ),
}
assert tuple(SHAPES) == MOTIFS  # noqa: S101 - the vocabulary has the names, this module the shapes


# ── patterns ────────────────────────────────────────────────────────────────────
# Motifs as SVG: scattered over the ground of a terrain, or alone on a small disc as the mark of a symbol.


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
    paths = f'<path d="{shape.body}" fill="{shape.lit}"/>' if shape.body and wide < BOLD else ""
    paths += f'<path d="{shape.areas}" fill="{shape.ink}"/>' if shape.areas else ""
    paths += f'<path d="{shape.light}" fill="{shape.lit}"/>' if shape.light and wide < BOLD else ""
    if shape.lines:
        paths += f'<path d="{shape.lines}" stroke="{shape.ink}" stroke-width="{wide}"/>'
    return paths
