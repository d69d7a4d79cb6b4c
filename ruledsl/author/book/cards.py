"""Tiles and pieces as cards: name, numbers, summary, and the rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from ruledsl.author.book.languages import Html, Languages, clipped, element, page
from ruledsl.play.draw import signs_of
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.packs.sources import cited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.play.draw.emblems import Emblem
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Piece, Source, Tile

# ── emblems ─────────────────────────────────────────────────────────────────────
# Emblems for tiles and pieces: packs have no pictures, so each id has its own colour and field, the same on every page.


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


ALONE = "main{padding:12px;box-shadow:none}.card{margin:0}"
"""The size of the page of one card."""
MOST_SENTENCES = 120
LONGEST_SENTENCE = 6000
"""The most characters of a rule in words: more than anybody would read."""


class Cards:
    """Creates the cards of one book."""

    def __init__(self, program: Program, languages: Languages) -> None:
        self.program = program
        self.languages = languages
        self.composition = program.composition
        self.in_words = {code: InWords(program, Naming(code)) for code in languages.codes}
        self.tiles, self.pieces = signs_of(self.composition)

    def tile(self, tile: Tile) -> Html:
        """One tile with its pieces."""
        name = self.languages.only(tile.names, tile.id)
        inside = [
            element(
                "header",
                emblem(tile.id, initials(name), drawn=self.tiles.get(tile.id)),
                element("h3", self.languages.name(tile.names, tile.id)),
                self._numbers(tile),
            ),
            *self._traits(tile),
            *self._summary(tile),
            self.rules(tile.id, ""),
        ]
        inside += [self._own(self.composition.pieces[id_]) for id_ in tile.pieces]
        if tile.sources:
            inside.append(element("dl", *self.sources(tile.sources), class_="sources"))
        return element(
            "article",
            *inside,
            class_="card",
            id=f"tile-{tile.id.replace('/', '-')}",
            style=f"--ink:{colour(tile.id, 30)};--tint:{colour(tile.id, 90, 40)}",
        )

    def piece(self, piece: Piece) -> Html:
        """A piece that no tile brings."""
        return element(
            "article",
            element(
                "header",
                emblem(piece.id, piece.symbol or initials(piece.id), "disc", self.pieces.get(piece.id)),
                element("h3", self.languages.name(piece.names, piece.id)),
                element("p", element("b", _supply(piece)), class_="numbers"),
            ),
            *self._traits(piece),
            self.rules("", piece.id),
            class_="card",
            id=f"piece-{piece.id.replace('/', '-')}",
            style=f"--ink:{colour(piece.id, 30)};--tint:{colour(piece.id, 90, 40)}",
        )

    def _own(self, piece: Piece) -> Html:
        return element(
            "section",
            emblem(piece.id, piece.symbol or initials(piece.id), "disc", self.pieces.get(piece.id)),
            element(
                "div",
                element(
                    "h4", self.languages.name(piece.names, piece.id), " ", element("small", _supply(piece))
                ),
                *self._traits(piece),
                self.rules(piece.tile, piece.id),
            ),
            class_="piece",
            id=f"piece-{piece.id.replace('/', '-')}",
        )

    def _numbers(self, tile: Tile) -> Html:
        fields = self.composition.kinds[tile.kind].fields
        parts = [
            element("span", element("b", str(tile.fields[field.key])), f" {field.key.replace('_', ' ')}")
            for field in fields
            if field.key in tile.fields
        ]
        if tile.copies > 1:
            parts.append(element("span", element("b", str(tile.copies)), " copies"))
        return element("p", *parts, class_="numbers")

    def _traits(self, thing: Tile | Piece) -> list[Html]:
        traits = " · ".join(trait.replace("_", " ") for trait in thing.traits)
        return [element("p", clipped(traits), class_="traits")] if traits else []

    def _summary(self, tile: Tile) -> list[Html]:
        return [element("p", self.languages.text(tile.summary, ""), class_="summary")] if tile.summary else []

    def sources(self, sources: Iterable[Source]) -> list[Html]:
        """What something stands on, with each sentence that a source lacks."""
        return [
            element(
                "dd",
                clipped(cited(source)),
                *((" · ", self.languages.text(source.note, "")) if source.note else ()),
                *((" · ", clipped(source.page)) if source.page else ()),
                *(element("p", "Missing: ", self.languages.text(lack, "")) for lack in source.missing),
            )
            for source in sources
        ]

    def rules(self, tile: str, piece: str) -> Html:
        """The rules in words, in each language that can say all of them; empty if there are none."""
        return self.told(words.card(tile, piece) for words in self.in_words.values())

    def told(self, cards: Iterable[tuple[str, list[str]]]) -> Html:
        """Sentences of the languages, of which one is visible."""
        by_language = {language: listed(sentences, language) for language, sentences in cards if sentences}
        return self.languages.alternatives(by_language) if by_language else Html()


def listed(sentences: list[str], language: str) -> Html:
    """Sentences of a language as a list."""
    more = [f"… and {len(sentences) - MOST_SENTENCES} more."] if len(sentences) > MOST_SENTENCES else []
    shown = [
        element("li", clipped(sentence, LONGEST_SENTENCE))
        for sentence in (*sentences[:MOST_SENTENCES], *more)
    ]
    return element("ul", *shown, class_="rules", lang=language) if shown else Html()


def _supply(piece: Piece) -> str:
    return "as many as needed" if piece.supply is None else f"{piece.supply} in the box"


def card_page(program: Program, tile: Tile) -> str:
    """A page of HTML with one tile, which loads and runs nothing."""
    names = [tile.names, *(program.composition.pieces[id_].names for id_ in tile.pieces)]
    languages = Languages(names, "en")
    inside = element("main", element("div", Cards(program, languages).tile(tile), class_="alone"))
    return page("Card", "rulebook.css", DEFINED, languages.switch(), inside, rules=languages.style() + ALONE)
