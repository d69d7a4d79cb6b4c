"""The rulebook of some packs: their contents as one page for screen and paper."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from ruledsl.author.book.cards import DEFINED, Cards
from ruledsl.author.book.languages import Html, Languages, clipped, element, joined, page
from ruledsl.base.errors import GameError
from ruledsl.play.draw import map_svg
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.picture import picture_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.play.explain.wording.described import Chapter
    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import BoardMap, Composition, Names, Pack, Passage, Piece, Tile

LONGEST_PARAGRAPH = 4000
MOST_DRAWN = 600
"""Regions of all maps that one book draws, which takes about a second; the official packs have fewer."""


def rulebook(rules: Rules, packs: Sequence[str], language: str = "en") -> str:
    """One page of HTML with everything that these packs (by id) add to the loaded rules."""
    return _Book(rules, packs, language).page()


class _Book:
    def __init__(self, rules: Rules, packs: Sequence[str], language: str) -> None:
        self.rules = rules
        self.composition: Composition = rules.composition
        self.packs = [pack for pack in self.composition.packs if pack.id in packs]
        ids = {pack.id for pack in self.packs}
        self.tiles = [t for t in self.composition.tiles.values() if t.pack in ids and not t.copy_of]
        self.pieces = [p for p in self.composition.printed_pieces.values() if p.pack in ids]
        self.maps = [board for board in self.composition.maps.values() if board.pack in ids]
        self.variants = [v for v in self.composition.variants.values() if v.pack in ids]
        self.languages = Languages((names for names, _, _ in self._named()), language)
        self.cards = Cards(rules.program, self.languages)
        self.drawn = 0

    def _named(self) -> Iterator[tuple[Names, str, str]]:
        """Everything with a name: the name, its id, and its place in the book."""
        for kind, things in (("pack", self.packs), ("tile", self.tiles), ("piece", self.pieces)):
            yield from ((thing.names, thing.id, f"{kind}-{_anchor(thing.id)}") for thing in things)
        yield from ((board.names, board.id, f"map-{_anchor(board.id)}") for board in self.maps)

    def page(self) -> str:
        """The whole page."""
        chapters = list(self._chapters())
        contents = element(
            "nav",
            element("h2", "Contents"),
            element(
                "ol",
                *(
                    element("li", element("a", title, href=f"#{id_}"), element("small", f" {many}"))
                    for id_, title, many, _ in chapters
                ),
            ),
            class_="contents",
        )
        body = [
            element(
                "section",
                element("h2", title),
                inside,
                id=id_,
                class_="chapter",
            )
            for id_, title, _, inside in chapters
        ]
        return page(
            self._title(),
            "rulebook.css",
            DEFINED,
            self.languages.switch(),
            element("main", self._front(), contents, *body),
            rules=self.languages.style(),
        )

    def _title(self) -> str:
        return " + ".join(self.languages.only(pack.names, pack.id) for pack in self.packs)

    def _front(self) -> Html:
        heads = [
            element(
                "div",
                element("h1", self.languages.name(pack.names, pack.id)),
                element("p", f"version {clipped(pack.version)}{_needs(pack)}", class_="version"),
                id=f"pack-{_anchor(pack.id)}",
            )
            for pack in self.packs
        ]
        return element("header", *heads, class_="front")

    def _chapters(self) -> Iterator[tuple[str, str, str, Html]]:
        """Anchor, title, number of entries, and the entries."""
        yield from self._written()
        yield from self._rules()
        brought = {tile.kind for tile in self.tiles}
        for id_ in (kind for kind in self.composition.kinds if kind in brought):
            kind = self.composition.kinds[id_]
            tiles = sorted((t for t in self.tiles if t.kind == id_), key=self._order)
            title = clipped(kind.heading.get("en") or kind.plural.replace("_", " ").capitalize())
            yield f"kind-{_anchor(id_)}", title, str(len(tiles)), _grid(self.cards.tile(t) for t in tiles)
        free = sorted((piece for piece in self.pieces if not piece.tile), key=self._order)
        if free:
            yield "pieces", "Pieces of the board", str(len(free)), _grid(self.cards.piece(p) for p in free)
        if self.maps:
            yield "maps", "Maps", str(len(self.maps)), joined(self._map(board) for board in self.maps)
        if self.variants:
            rows = [self._variant(variant.names, variant.id, variant.options) for variant in self.variants]
            yield "variants", "Variants", str(len(rows)), element("dl", *rows, class_="variants")
        grounds = [part for pack in self.packs for part in self._grounds(pack)]
        if grounds:
            yield "sources", "What this stands on", "", element("dl", *grounds, class_="sources")
        entries = self._entries()
        yield "index", "Index", str(len(entries)), element("ul", *entries, class_="index")

    def _written(self) -> Iterator[tuple[str, str, str, Html]]:
        """The written passages of the packs, and of those that they build on."""
        for pack in self.composition.books:
            if pack.book:
                passages = joined(self._passage(passage) for passage in pack.book)
                title = f"How to play: {self.languages.only(pack.names, pack.id)}"
                yield f"book-{_anchor(pack.id)}", title, "", passages

    def _passage(self, passage: Passage) -> Html:
        """A title, paragraphs, and a picture of the position in the passage."""
        inside = [element("h3", self.languages.text(passage.title, ""))]
        inside += [
            element("p", self.languages.text(paragraph, "", LONGEST_PARAGRAPH))
            for paragraph in _paragraphs(passage.text)
        ]
        if passage.position:
            inside.append(self._example(passage))
        return element("section", *inside, class_="passage")

    def _example(self, passage: Passage) -> Html:
        """The picture with its caption; for an invalid position, its error."""
        try:
            game = self.rules.position(passage.position)
        except GameError as problem:
            return element("p", clipped(str(problem)), class_="key")
        self.drawn += game.state.board.size
        if self.drawn > MOST_DRAWN:
            return Html()
        picture = picture_of(
            self.composition, game.state.board.map, game.view(0), Naming(self.languages.first)
        )
        alt = self.languages.only(passage.caption, "An example")
        return element(
            "figure", _drawn(picture, alt), element("figcaption", self.languages.text(passage.caption, ""))
        )

    def _rules(self) -> Iterator[tuple[str, str, str, Html]]:
        """The rules of the packs for everybody, with those of the packs that they build on, without which nobody could learn the game."""
        parts: list[Html] = []
        for pack in self.composition.packs:
            chapters = zip(*(words.chapters(pack.id) for words in self.cards.in_words.values()), strict=True)
            name = self.languages.name(pack.names, pack.id)
            parts += [
                element(
                    "section",
                    element("h3", self._titled(told), element("small", " ", name)),
                    self.cards.told(chapter[1:] for chapter in told),
                    class_="ruling",
                )
                for told in chapters
            ]
        if parts:
            yield "rules", "The rules", str(len(parts)), joined([self._key(), *parts])

    def _titled(self, told: Iterable[Chapter]) -> Html:
        """The title of a chapter in the languages of the book."""
        titles = {code: chapter.title for code, chapter in zip(self.languages.codes, told, strict=True)}
        return self.languages.text(titles, "")

    def _key(self) -> Html:
        """How to read the sentences."""
        stages = self.cards.program.stages
        first = clipped(stages[0].replace("_", " ")) if stages else ""
        sentences = [
            "“You” are whoever has the tile whose rule it is, with the people that bears it.",
            f"A tile does what it says while its people is {first}; where that holds otherwise, it says so."
            if first
            else "",
            "Of what runs out, as many are taken as there are.",
            "What tiles say comes before what is said for everybody.",
        ]
        return element("p", " ".join(filter(None, sentences)), class_="key", lang="en")

    def _order(self, thing: Tile | Piece) -> tuple[str, str]:
        return self.languages.only(thing.names, thing.id).casefold(), thing.id

    def _picture(self, board: BoardMap) -> Html:
        """The map as a picture; a pack with very many maps gets pictures of the first ones only."""
        self.drawn += len(board.regions)
        if self.drawn > MOST_DRAWN:
            return element("p", f"There are too many maps here to draw all of them; `show` draws {board.id}.")
        return _drawn(map_svg(self.composition, board), f"The map {clipped(board.id)}")

    def _map(self, board: BoardMap) -> Html:
        players = " or ".join(map(str, board.players))
        many = f"{len(board.regions)} regions" if not board.draw else ""
        return element(
            "figure",
            self._picture(board),
            element(
                "figcaption",
                element("b", self.languages.name(board.names, board.id)),
                f" {players} players"
                + (f" · {many}" if many else "")
                + (f" · {board.rounds} rounds" if board.rounds else ""),
            ),
            id=f"map-{_anchor(board.id)}",
        )

    def _variant(self, names: Names, id_: str, options: Sequence[str]) -> Html:
        chosen = self.composition.chosen.get(id_, options[0])
        elements = [
            element("b" if option == chosen else "span", clipped(option.replace("_", " ")))
            for option in options
        ]
        parts = [part for one in elements for part in (" · ", one)][1:]
        return joined(
            (
                element("dt", self.languages.text(names, id_.replace("_", " "))),
                element("dd", *parts),
            )
        )

    def _grounds(self, pack: Pack) -> Iterator[Html]:
        """The sources of a pack, then those of its tiles that have others."""
        if pack.sources:
            yield element("dt", self.languages.name(pack.names, pack.id))
            yield from self.cards.sources(pack.sources)
        for tile in self.tiles:
            if tile.pack == pack.id and tile.sources:
                link = element(
                    "a", self.languages.name(tile.names, tile.id), href=f"#tile-{_anchor(tile.id)}"
                )
                yield element("dt", link)
                yield from self.cards.sources(tile.sources)

    def _entries(self) -> list[Html]:
        """Every name in every language, with its name in the first one if that differs."""
        entries: dict[tuple[str, str], str] = {}
        for names, id_, anchor in self._named():
            usual = self.languages.only(names, id_)
            for language in self.languages.codes:
                entries.setdefault((clipped(names.get(language) or usual, 60), anchor), usual)
        return [
            element(
                "li",
                element("a", name, href=f"#{anchor}"),
                *([] if name == usual else [element("small", f" {usual}")]),
            )
            for (name, anchor), usual in sorted(entries.items(), key=lambda e: (e[0][0].casefold(), e[0]))
        ]


def _drawn(svg: str, alt: str) -> Html:
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    return element("img", src=source, alt=alt)


def _paragraphs(text: Names) -> list[Names]:
    """The paragraphs of a text, each by language; blank lines separate them."""
    by_language = {language: whole.split("\n\n") for language, whole in text.items()}
    many = max(map(len, by_language.values()), default=0)
    return [
        {language: parts[n] for language, parts in by_language.items() if n < len(parts)} for n in range(many)
    ]


def _needs(pack: Pack) -> str:
    return f" · needs {', '.join(sorted(pack.requires))}" if pack.requires else ""


def _grid(cards: Iterator[Html]) -> Html:
    return element("div", *cards, class_="cards")


def _anchor(id_: str) -> str:
    return id_.replace("/", "-")
