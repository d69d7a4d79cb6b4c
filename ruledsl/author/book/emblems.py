"""Emblems for tiles and pieces: packs have no pictures, so each id has its own colour and field, the same on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from ruledsl.author.book.markup import Html, element

if TYPE_CHECKING:
    from ruledsl.play.draw.devices import Emblem

FIELDS = (
    "",
    '<path d="M-50 0H50V60H-50Z" fill="#fff" opacity=".2"/>',
    '<path d="M0-60H60V60H0Z" fill="#000" opacity=".16"/>',
    '<path d="M-60-60L60 60V-60Z" fill="#fff" opacity=".18"/>',
    '<path d="M-60 8L0-30L60 8V40L0 2L-60 40Z" fill="#000" opacity=".16"/>',
    '<path d="M-12-60H12V60H-12ZM-60-12H60V12H-60Z" fill="#fff" opacity=".16"/>',
    '<circle r="36" fill="#fff" opacity=".15"/>',
    '<path d="M-60-22H60V-4H-60ZM-60 14H60V32H-60Z" fill="#000" opacity=".14"/>',
)
"""The divisions of a shield."""
SHAPES = {
    "crest": "M-44-48H44V4C44 30 22 44 0 54C-22 44-44 30-44 4Z",
    "disc": "M-52 0A52 52 0 1 1 52 0A52 52 0 1 1-52 0Z",
}
INK = "#fff6dc"
DEFINED = Html(
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    + "".join(f'<clipPath id="in-{name}"><path d="{path}"/></clipPath>' for name, path in SHAPES.items())
    + "</svg>"
)
"""The definitions that all emblems of a page share, once on each page."""


def colour(id_: str, light: int = 38, strong: int = 46) -> str:
    """The colour of an id; `light` and `strong` are percents."""
    return f"hsl({crc32(id_.encode()) * 47 % 360} {strong}% {light}%)"


def initials(name: str) -> str:
    """Two letters of a name: the first of its two first words, or its first two."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return (words[0] if words else "?")[:2].capitalize()


def emblem(id_: str, sign: str, shape: str = "crest", drawn: Emblem | None = None) -> Html:
    """A picture of an id, a shield or a disc, with its `drawn` emblem, or one or two letters."""
    outline = SHAPES[shape]
    field = FIELDS[crc32(id_.encode()[::-1]) % len(FIELDS)]
    sign = "".join(letter for letter in sign if letter.isprintable())[:2] or "?"
    return element(
        "svg",
        Html(f'<g clip-path="url(#in-{shape})"><path d="{outline}" fill="{colour(id_)}"/>{field}</g>'),
        Html(f'<path d="{outline}" fill="none" stroke="{colour(id_, 20)}" stroke-width="4"/>'),
        Html(
            f'<path d="{outline}" fill="none" stroke="#fff6dc" stroke-width="1.600" transform="scale(.9)" opacity=".8"/>'
        ),
        _inked(id_, drawn) if drawn else element("text", sign, y="13", text_anchor="middle", font_size="40"),
        class_=f"emblem {shape}",
        viewBox="-56 -56 112 114",
        aria_hidden="true",
    )


def _inked(id_: str, drawn: Emblem) -> Html:
    """An emblem as on tokens, in one light ink."""
    paths = [f'<path d="{path}" fill="{INK}"/>' for path in drawn["shape"]]
    paths += [f'<path d="{path}" fill="{colour(id_)}"/>' for path in drawn["cut"]]
    paths += [
        f'<path d="{path}" fill="none" stroke="{INK}" stroke-width=".2" stroke-linecap="round"/>'
        for path in drawn["lines"]
    ]
    return Html(f'<g transform="translate(0 -2)scale(33)">{"".join(paths)}</g>')
