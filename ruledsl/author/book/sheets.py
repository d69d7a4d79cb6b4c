"""Print and play: cut-out sheets of tiles with their tokens and pieces, in the sizes of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.author.book.cards import DEFINED, colour, emblem, initials
from ruledsl.author.book.languages import Html, Languages, clipped, element, page
from ruledsl.base.dataclass import dataclass
from ruledsl.play.draw import signs_of
from ruledsl.play.explain.wording.described import Telling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Composition, Kind, Names, Piece, Tile

# ── sizes ───────────────────────────────────────────────────────────────────────
# The sizes of things in the box, in millimetres, and their places on sheets of paper.


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height. A `double` thing has a back beside the front: cut around both and fold."""

    name: str
    wide: float
    high: float
    double: bool = False

    @property
    def across(self) -> float:
        """The width that it takes on a sheet."""
        return self.wide * (2 if self.double else 1)


BANNER: Final = Size("banner", 90.0, 50.0, double=True)
BADGE: Final = Size("badge", 56.0, 50.0)
PLACE: Final = Size("place", 40.0, 40.0)
TOKEN: Final = Size("token", 25.0, 25.0, double=True)
COUNTER: Final = Size("counter", 25.0, 25.0)
"""A piece, which is round."""
SIZES: Final = {size.name: size for size in (BANNER, BADGE, PLACE, TOKEN, COUNTER)}


def shape_of(kind: Kind) -> Size:
    """The shape of the tiles of a kind: kinds with tokens are banners, others that peoples bear are badges, tiles in regions are smaller."""
    if kind.tray:
        return BANNER
    return PLACE if kind.borne_by == "region" else BADGE


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper: its name for style sheets, its size, the margin of printers, and the gap for marks."""

    name: str
    wide: float
    high: float
    margin: float = 10.0
    gap: float = 5.0


PAPERS: Final = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing with its upper left corner on a sheet."""

    size: Size
    left: float
    top: float
    content: str


def sheets_of(things: Iterable[tuple[Size, str]], paper: Paper) -> Iterator[list[Placed]]:
    """Things on sheets, in rows from the top; sorted by size, so that cuts go through whole rows."""
    order = list(SIZES)
    sheet: list[Placed] = []
    left, top, high = paper.margin, paper.margin, 0.0
    for size, content in sorted(things, key=lambda thing: order.index(thing[0].name)):
        if sheet and (left + size.across > paper.wide - paper.margin or sheet[-1].size != size):
            left, top, high = paper.margin, top + high + paper.gap, 0.0
        if sheet and top + size.high > paper.high - paper.margin:
            yield sheet
            sheet, left, top, high = [], paper.margin, paper.margin, 0.0
        sheet.append(Placed(size, left, top, content))
        left, high = left + size.across + paper.gap, max(high, size.high)
    if sheet:
        yield sheet


MOST_THINGS = 4000
"""The most things on one page, some two hundred sheets."""
ENDLESS_SUPPLY = 12
"""The copies of a piece with an unlimited supply."""
LONGEST_SUMMARY = 260
LONG = 110
"""The length of a summary that still fits in the larger type."""
FIRST = frozenset({0})
"""The stage of a people whose banner shows its front."""
MARK = 3.0
"""The length of cutting marks, in millimetres."""


class Unprintable(Exception):
    """There is nothing to print, or far too much, as a sentence."""


def sheets(rules: Rules, tiles: Sequence[str], language: str = "en", paper: str = "a4") -> str:
    """A page of HTML whose sheets contain these tiles (by id), and all their tokens and pieces.

    `paper` is one of `PAPERS`. Raises `Unprintable`.
    """
    composition, on = rules.composition, PAPERS[paper]
    printed = [composition.tiles[id_] for id_ in tiles]
    shop = _Shop(rules.program, language)
    beside = _beside(composition, printed)
    many = sum(shop.amount(tile) for tile in printed) + sum(number for _, number in map(_supplied, beside))
    if not 0 < many <= MOST_THINGS:
        problem = "There is nothing to print." if not many else f"These are {many:,} things to print,"
        raise Unprintable(
            problem if not many else f"{problem} of which one page holds at most {MOST_THINGS:,}."
        )
    things = [thing for tile in printed for thing in shop.things(tile)]
    things += [thing for piece in beside for thing in shop.counters(piece)]
    pages = [_sheet(placed, on, number) for number, placed in enumerate(sheets_of(things, on), 1)]
    hint = element(
        "p",
        "Print at 100 %, without “fit to page”. Cut along the marks; fold what has two sides along the dotted line.",
        class_="hint",
    )
    css = f"@page{{size:{on.wide}mm {on.high}mm;margin:0}}.sheet{{width:{on.wide}mm;height:{on.high}mm}}"
    title = ", ".join(shop.name(tile.names, tile.id) for tile in printed[:6]) + (", …" if printed[6:] else "")
    return page(f"To cut out: {title}", "sheets.css", DEFINED, hint, *pages, rules=css, language=language)


def _beside(composition: Composition, tiles: Sequence[Tile]) -> list[Piece]:
    """Pieces without a tile in the file of one of these tiles: they are made for it."""
    files = {tile.span.file for tile in tiles}
    return [piece for piece in composition.pieces.values() if not piece.tile and piece.span.file in files]


def _supplied(piece: Piece) -> tuple[Piece, int]:
    return piece, ENDLESS_SUPPLY if piece.supply is None else piece.supply


class _Shop:
    """Creates the printed things in one language."""

    def __init__(self, program: Program, language: str) -> None:
        self.composition = composition = program.composition
        self.telling = Telling(program)
        self.languages = Languages([{language: ""}], language)
        self.tiles, self.pieces = signs_of(composition)

    def name(self, names: Names, id_: str) -> str:
        return self.languages.only(names, id_)

    def _tokens(self, tile: Tile) -> int:
        return int(tile.fields.get(self.composition.kinds[tile.kind].tray, 0))

    def _supply(self, tile: Tile) -> list[tuple[Piece, int]]:
        return [_supplied(self.composition.pieces[id_]) for id_ in tile.pieces]

    def amount(self, tile: Tile) -> int:
        return tile.copies + self._tokens(tile) + sum(many for _, many in self._supply(tile))

    def things(self, tile: Tile) -> Iterator[tuple[Size, Html]]:
        """A tile in the number of the box, its tokens, its pieces."""
        shape = shape_of(self.composition.kinds[tile.kind])
        yield from [(shape, self._tile(tile, shape))] * tile.copies
        yield from [(TOKEN, self._token(tile))] * self._tokens(tile)
        for id_ in tile.pieces:
            yield from self.counters(self.composition.pieces[id_])

    def counters(self, piece: Piece) -> Iterator[tuple[Size, Html]]:
        """A piece in the number of the box."""
        yield from [(COUNTER, self._counter(piece))] * _supplied(piece)[1]

    def _tile(self, tile: Tile, shape: Size) -> Html:
        name, kind = self.name(tile.names, tile.id), self.composition.kinds[tile.kind]
        numbers = [
            element("b", str(tile.fields[f.key]))
            for f in kind.fields
            if f.key in tile.fields and f.key != kind.tray
        ]
        text = clipped(tile.summary.get(self.languages.first) or tile.summary.get("en", ""), LONGEST_SUMMARY)
        summary = element("p", text, class_=f"summary{' long' if len(text) > LONG else ''}")
        front = element(
            "div",
            emblem(tile.id, initials(name), drawn=self.tiles.get(tile.id)),
            element("h2", name),
            summary,
            *([element("p", *numbers, class_="number")] if numbers else []),
            class_="face",
        )
        back = (element("h2", name), *([summary] if self._lasts(tile) else ()))
        return self._sided(shape, tile.id, front, element("div", *back, class_="face back"))

    def _lasts(self, tile: Tile) -> bool:
        """Does it have an effect on its declined side, by itself or by its pieces?"""
        rules = [*self.telling.of(tile.copy_of or tile.id)]
        rules += [rule for piece in tile.pieces for rule in self.telling.of("", piece)]
        return any(rule.origin.owner.tile and rule.origin.stages != FIRST for rule in rules)

    def _token(self, tile: Tile) -> Html:
        name = self.name(tile.names, tile.id)
        inside = (emblem(tile.id, initials(name), drawn=self.tiles.get(tile.id)), element("h2", name))
        front = element("div", *inside, class_="face")
        return self._sided(TOKEN, tile.id, front, element("div", *inside, class_="face back"))

    def _counter(self, piece: Piece) -> Html:
        name = self.name(piece.names, piece.id)
        inside = (
            emblem(piece.id, piece.symbol or initials(name), "disc", self.pieces.get(piece.id)),
            element("h2", name),
        )
        return self._sided(COUNTER, piece.id, element("div", *inside, class_="face"), Html())

    def _sided(self, size: Size, id_: str, front: Html, back: Html) -> Html:
        ink = f"--ink:{colour(id_, 28)};--tint:{colour(id_, 90, 42)};--deep:{colour(id_, 72, 34)}"
        return element("div", front, *([back] if size.double else []), class_=f"thing {size.name}", style=ink)


def _sheet(placed: list[Placed], paper: Paper, number: int) -> Html:
    """One sheet: marks, then things in front of them."""
    things = [
        element("div", thing.content, class_="at", style=f"left:{thing.left:g}mm;top:{thing.top:g}mm")
        for thing in placed
    ]
    return element(
        "section",
        element(
            "svg",
            Html("".join(map(_marks, placed))),
            viewBox=f"0 0 {paper.wide:g} {paper.high:g}",
            class_="marks",
            aria_hidden="true",
        ),
        *things,
        class_="sheet",
        aria_label=f"Sheet {number}",
    )


def _marks(thing: Placed) -> str:
    """Short lines outside the corners of a thing, and above and below its fold."""
    left, right = thing.left, thing.left + thing.size.across
    top, bottom = thing.top, thing.top + thing.size.high
    free, far = 0.7, MARK - 1
    lines = [f"M{x:g} {top - free:g}v{-far:g}M{x:g} {bottom + free:g}v{far:g}" for x in (left, right)]
    lines += [f"M{left - free:g} {y:g}h{-far:g}M{right + free:g} {y:g}h{far:g}" for y in (top, bottom)]
    path = f'<path d="{"".join(lines)}"/>'
    if thing.size.double:
        fold = left + thing.size.wide
        path += (
            f'<path class="fold" d="M{fold:g} {top - free:g}v{-far:g}M{fold:g} {bottom + free:g}v{far:g}"/>'
        )
    return path
