"""Tiles and pieces as cards: name, numbers, summary, and the rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.author.book.emblems import DEFINED, colour, emblem, initials
from ruledsl.author.book.markup import Html, element, page
from ruledsl.author.book.tongues import Tongues, clipped
from ruledsl.play.draw import signs_of
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.packs.sources import cited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Piece, Source, Tile

ALONE = "main{padding:12px;box-shadow:none}.card{margin:0}"
"""The size of the page of one card."""
MOST_SENTENCES = 120
LONGEST_SENTENCE = 6000
"""The most characters of a rule in words: more than anybody would read."""


class Cards:
    """Creates the cards of one book."""

    def __init__(self, program: Program, tongues: Tongues) -> None:
        self.program = program
        self.tongues = tongues
        self.composition = program.composition
        self.in_words = InWords(program, Naming())
        self.tiles, self.pieces = signs_of(self.composition)

    def tile(self, tile: Tile) -> Html:
        """One tile with its pieces."""
        name = self.tongues.only(tile.names, tile.id)
        inside = [
            element(
                "header",
                emblem(tile.id, initials(name), drawn=self.tiles.get(tile.id)),
                element("h3", self.tongues.name(tile.names, tile.id)),
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
                element("h3", self.tongues.name(piece.names, piece.id)),
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
                    "h4", self.tongues.name(piece.names, piece.id), " ", element("small", _supply(piece))
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
        said = " · ".join(trait.replace("_", " ") for trait in thing.traits)
        return [element("p", clipped(said), class_="traits")] if said else []

    def _summary(self, tile: Tile) -> list[Html]:
        return [element("p", self.tongues.text(tile.summary, ""), class_="summary")] if tile.summary else []

    def sources(self, sources: Iterable[Source]) -> list[Html]:
        """What something stands on, with each sentence that a source lacks."""
        return [
            element(
                "dd",
                clipped(cited(source)),
                *((" · ", self.tongues.text(source.note, "")) if source.note else ()),
                *((" · ", clipped(source.page)) if source.page else ()),
                *(element("p", "Missing: ", self.tongues.text(lack, "")) for lack in source.missing),
            )
            for source in sources
        ]

    def rules(self, tile: str, piece: str) -> Html:
        """The rules in words, in English; empty if there are none."""
        return listed(self.in_words.sentences(tile, piece))


def listed(said: list[str]) -> Html:
    """Sentences as a list."""
    more = [f"… and {len(said) - MOST_SENTENCES} more."] if len(said) > MOST_SENTENCES else []
    shown = [
        element("li", clipped(sentence, LONGEST_SENTENCE)) for sentence in (*said[:MOST_SENTENCES], *more)
    ]
    return element("ul", *shown, class_="rules", lang="en") if shown else Html()


def _supply(piece: Piece) -> str:
    return "as many as needed" if piece.supply is None else f"{piece.supply} in the box"


def card_page(program: Program, tile: Tile) -> str:
    """A page of HTML with one tile, which loads and runs nothing."""
    names = [tile.names, *(program.composition.pieces[id_].names for id_ in tile.pieces)]
    tongues = Tongues(names, "en")
    inside = element("main", element("div", Cards(program, tongues).tile(tile), class_="alone"))
    return page("Card", "rulebook.css", DEFINED, tongues.switch(), inside, rules=tongues.style() + ALONE)
