"""The sizes of things in the box, in millimetres, and their places on sheets of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.rules.packs.model import Kind


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
