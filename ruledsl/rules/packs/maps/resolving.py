"""Maps that consist of others, and maps with something added."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING

from ruledsl.rules.packs.maps.drawing import (
    MOST_DRAWN,
    MOST_REGIONS,
    MOST_TOGETHER,
    together,
    undrawn,
    with_faces,
)
from ruledsl.rules.packs.model import MARKS, Face, MapPlan, MapRegion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.model import BoardMap, Mention, RegionEntry

# ── extending ───────────────────────────────────────────────────────────────────
# The regions of a map that extends another one, and borders between separate boards.


def changed(regions: list[MapRegion], entries: tuple[RegionEntry, ...]) -> list[MapRegion]:
    """The regions with the changes of entries; new ones follow in order.

    An entry with `borders` lists all of them, for both sides. A new region must have a terrain.
    """
    if not entries:
        return regions
    news = {entry.id: entry for entry in entries}
    ids = [id_ for id_ in dict.fromkeys([*(r.id for r in regions), *news]) if not _is_removed(news, id_)]
    borders: dict[str, dict[str, None]] = {id_: {} for id_ in ids}
    for entry in entries:
        for other in entry.borders or () if entry.id in borders else ():
            borders[entry.id][other] = None
            borders.get(other, {})[entry.id] = None
    old = {region.id: region for region in regions}
    return [
        replace(
            _overlaid(old.get(id_), news[id_]) if id_ in news else old[id_],
            borders=(*_kept(id_, old, news, borders[id_]), *borders[id_]),
        )
        for id_ in ids
    ]


def _is_removed(news: dict[str, RegionEntry], id_: str) -> bool:
    return id_ in news and news[id_].removed


def _kept(
    id_: str, old: dict[str, MapRegion], news: dict[str, RegionEntry], borders: dict[str, None]
) -> tuple[str, ...]:
    """The borders of a region that stay: those that neither side redefines."""
    if id_ not in old or (id_ in news and news[id_].borders is not None):
        return ()
    return tuple(
        other
        for other in old[id_].borders
        if other not in borders
        and not (other in news and (news[other].removed or news[other].borders is not None))
    )


def _overlaid(old: MapRegion | None, entry: RegionEntry) -> MapRegion:
    before = old or MapRegion(entry.id, ("",), (), entry.span)
    terrain = before.traits[0] if entry.terrain is None else entry.terrain
    symbols = tuple(trait for trait in before.traits[1:] if trait not in MARKS)
    marks = [
        mark
        for mark, shows in zip(MARKS, entry.marks, strict=True)
        if shows or (shows is None and mark in before.traits[1:])
    ]
    return MapRegion(
        entry.id,
        (terrain, *(symbols if entry.symbols is None else entry.symbols), *marks),
        (),
        entry.span,
        entry.at or before.at,
        entry.shape or before.shape,
    )


Pair = tuple[str, str]


def joined(
    regions: list[MapRegion],
    joins: Sequence[tuple[Mention, Mention]],
    of: str,
    diagnostics: Diagnostics,
    *,
    incomplete: bool,
) -> tuple[list[MapRegion], tuple[Pair, ...]]:
    """The regions with additional borders, and the pairs. Useless joins are reported; `of` is the id of the map or board.

    For `incomplete` packs, missing names are not reported.
    """
    if not joins:
        return regions, ()
    near = {region.id: set(region.borders) for region in regions}
    pairs: list[Pair] = []
    for one, other in joins:
        unknown = [mention for mention in (one, other) if mention.word not in near]
        for mention in () if incomplete else unknown:
            diagnostics.error(
                "P030",
                f"There is no region of {of} called `{mention.word}`.",
                mention.span,
                expected=f"a region of {of}",
                suggestion="".join(diagnostics.nearest(mention.word, near)[:1]),
            )
        if unknown:
            continue
        if one.word == other.word:
            diagnostics.error("P032", f"Region {one.word} borders itself.", other.span)
        elif other.word in near[one.word]:
            message = f"Regions {one.word} and {other.word} border each other already."
            diagnostics.error("P049", message, one.span, expected="two regions that do not touch")
        else:
            pairs.append((one.word, other.word))
            near[one.word].add(other.word)
            near[other.word].add(one.word)
    return _with_borders(regions, pairs), tuple(pairs)


def mutual(regions: list[MapRegion]) -> list[MapRegion]:
    """The regions with symmetric borders: a border that one side lists counts for both."""
    near = {region.id: region.borders for region in regions}
    pairs = [(other, region.id) for region in regions for other in dict.fromkeys(region.borders)]
    return _with(regions, [(one, other) for one, other in pairs if one in near and other not in near[one]])


def _with_borders(regions: list[MapRegion], pairs: Sequence[Pair]) -> list[MapRegion]:
    """The regions with additional borders, on both sides."""
    return _with(regions, [*pairs, *((other, one) for one, other in pairs)])


def _with(regions: list[MapRegion], pairs: Sequence[Pair]) -> list[MapRegion]:
    """The regions with an additional border from the first to the second of each pair."""
    more: dict[str, list[str]] = {}
    for one, other in pairs:
        more.setdefault(one, []).append(other)
    return [
        replace(region, borders=(*region.borders, *more[region.id])) if region.id in more else region
        for region in regions
    ]


# ── resolving ───────────────────────────────────────────────────────────────────
# Resolves the maps of packs: extended maps, maps beside each other, joins, drawn boards.


DEEPEST = 32
"""The longest chain of maps that build on one another."""


def resolved_maps(
    maps: dict[str, BoardMap], faces: dict[str, Face], diagnostics: Diagnostics, *, incomplete: bool
) -> dict[str, BoardMap]:
    """The maps, with the regions of those that are built from others. Impossible ones are reported and left out.

    If packs are `incomplete`, missing names are not reported.
    """
    undrawn(maps.values(), faces.values(), diagnostics)
    resolver = _Resolver(maps, faces, diagnostics, incomplete=incomplete)
    made = {key: resolver.map(key) for key in maps}
    return {key: board for key, board in made.items() if board is not None}


class _Resolver:
    def __init__(
        self, maps: dict[str, BoardMap], faces: dict[str, Face], diagnostics: Diagnostics, *, incomplete: bool
    ) -> None:
        self.maps, self.incomplete, self.diagnostics = maps, incomplete, diagnostics
        self.faces = {key: self._face(face) for key, face in faces.items()}
        self.made: dict[str, BoardMap | None] = {}
        self.depth: dict[str, int] = {}
        self.path: list[str] = []
        self.regions = 0

    def _face(self, face: Face) -> Face:
        face = replace(face, regions=mutual(face.regions))
        if face.plan is None:
            return face
        regions, joins = joined(
            face.regions, face.plan.joins, face.id, self.diagnostics, incomplete=self.incomplete
        )
        return replace(face, regions=regions, joins=joins, plan=None)

    def map(self, key: str) -> BoardMap | None:
        """A map by its key, resolved on demand; None if that is impossible."""
        if key not in self.made:
            self.path.append(key)
            self.depth[key] = 1
            self.made[key] = self._made(self.maps[key])
            self.path.pop()
        return self.made[key]

    def _made(self, board: BoardMap) -> BoardMap | None:
        plan = board.plan or MapPlan()
        base = self._base(board, plan)
        if base is None:
            return None
        parts: list[tuple[str, BoardMap | Face]] = []
        for letters, mention in plan.beside:
            part = self._part(board, mention)
            if part is None:
                return None
            parts.append((letters, part))
        if parts and not self._fits(board, len(base.own) + sum(len(_own(part)) for _, part in parts)):
            return None
        made = self._put_together(base, parts) if parts else base
        regions, joins = joined(made.own, plan.joins, board.id, self.diagnostics, incomplete=self.incomplete)
        made = replace(made, own=regions, regions=regions, joins=(*made.joins, *joins), plan=None)
        if not self._names_differ(made):
            return None
        if made.draw:
            return self._drawing(made)
        if not regions and not self.incomplete:
            expected = "`regions:`, `extends:` another map, or `draw:` with the sizes of boards"
            self.diagnostics.error(
                "P046", f"The map `{board.id}` has no regions.", board.span, expected=expected
            )
        return made

    # ── its parts ──

    def _base(self, board: BoardMap, plan: MapPlan) -> BoardMap | None:
        """The map itself, or the map that it extends, with the changes."""
        if plan.extends is None:
            return replace(board, own=mutual(board.regions))
        part = self._look_up(board, plan.extends, maps_only=True)
        base = part if part is None else self.map(part)
        if base is None or not self._fits(board, len(base.own) + len(plan.regions)):
            return None
        if not self._can_change(base, plan):
            return None
        regions = changed(base.own, plan.regions)
        there = {region.id for region in regions}
        return replace(
            board,
            names=board.names or base.names,
            players=board.players or base.players,
            rounds=board.rounds or base.rounds,
            size=base.size,
            own=regions,
            draw=dict(Counter(base.draw) + Counter(board.draw)),
            joins=tuple(pair for pair in base.joins if there.issuperset(pair)),
        )

    def _can_change(self, base: BoardMap, plan: MapPlan) -> bool:
        """Do all removed regions exist, and has each new one a terrain?"""
        ids = {region.id for region in base.own}
        wrong = False
        for entry in plan.regions:
            if entry.id in ids or entry.terrain:
                continue
            wrong = True
            near = "".join(self.diagnostics.nearest(entry.id, ids)[:1])
            if entry.removed:
                message = f"There is no region of {base.id} called `{entry.id}`."
                self.diagnostics.error(
                    "P030", message, entry.span, expected=f"a region of {base.id}", suggestion=near
                )
            else:
                message = f"Region {entry.id} is not one of {base.id}, and a new one needs a terrain."
                self.diagnostics.error(
                    "P048",
                    message,
                    entry.span,
                    expected="`terrain:`, or a region that is there",
                    suggestion=near,
                )
        return not wrong

    def _part(self, board: BoardMap, mention: Mention) -> BoardMap | Face | None:
        """A map or board that lies beside it."""
        key = self._look_up(board, mention, maps_only=False)
        if key is None:
            return None
        return self.map(key) if key in self.maps else self.faces[key]

    def _look_up(self, board: BoardMap, mention: Mention, *, maps_only: bool) -> str | None:
        """The key of a referenced map (or board); of several with one id, that of the own pack. None if it cannot be used."""
        key = mention.word
        own = f"{board.pack}/{key}"
        if own in self.maps and self.path[-1] != own:
            return self._open(own, mention)
        if key in self.maps:
            return self._open(key, mention)
        if not maps_only and key in self.faces:
            return key
        if not self.incomplete:
            what = "map" if maps_only else "map or board"
            ids: Iterable[str] = self.maps if maps_only else {**self.maps, **self.faces}
            self.diagnostics.error(
                "P030",
                f"There is no {what} called `{key}`.",
                mention.span,
                expected=f"a {what}",
                suggestion="".join(self.diagnostics.nearest(key, list(ids))[:1]),
            )
        return None

    def _open(self, key: str, mention: Mention) -> str | None:
        """The key itself, unless the map is built from the one that refers to it, or the chain is too long."""
        if key in self.path:
            circle = " → ".join((*self.path[self.path.index(key) :], key))
            self.diagnostics.error("P047", f"These maps are made of each other: {circle}.", mention.span)
            return None
        if len(self.path) < DEEPEST:
            self.map(key)
        depth = self.depth.get(key, DEEPEST)
        if depth >= DEEPEST:
            message = f"More than {DEEPEST} maps in a row are made of one another."
            self.diagnostics.error("P051", message, mention.span)
            return None
        self.depth[self.path[-1]] = max(self.depth[self.path[-1]], depth + 1)
        return key

    # ── its assembly ──

    def _fits(self, board: BoardMap, size: int) -> bool:
        """Is there room for this many regions? Many maps that build on large ones would take more than the size of their texts suggests."""
        if size > MOST_REGIONS:
            message = f"The map `{board.id}` has {size} regions."
            self.diagnostics.error(
                "P051", message, board.span, expected=f"at most {MOST_REGIONS} regions in a map"
            )
            return False
        before = self.regions
        self.regions += size
        if before <= MOST_TOGETHER < self.regions:
            message = f"Maps that are made of others have more than {MOST_TOGETHER} regions together."
            self.diagnostics.error("P051", message, board.span)
        return self.regions <= MOST_TOGETHER

    def _put_together(self, base: BoardMap, parts: list[tuple[str, BoardMap | Face]]) -> BoardMap:
        """The map with others beside it, whose regions get letters as prefixes."""
        all_parts = [("", base.own)] * bool(base.own) + [(letters, _own(part)) for letters, part in parts]
        regions, size = together(all_parts)
        joins = [(letters + one, letters + other) for letters, part in parts for one, other in part.joins]
        draw = Counter(base.draw)
        for _, part in parts:
            draw += Counter({} if isinstance(part, Face) else part.draw)
        return replace(base, own=regions, size=size, joins=(*base.joins, *joins), draw=dict(draw))

    def _names_differ(self, board: BoardMap) -> bool:
        """Check that no two regions have the same name in any draw."""
        count = Counter(region.id for region in board.own)
        letters = ascii_lowercase[: sum(board.draw.values())]
        drawn = {
            region.id for face in self.faces.values() if face.size in board.draw for region in face.regions
        }
        twice = [id_ for id_, times in count.items() if times > 1 or (id_[0] in letters and id_[1:] in drawn)]
        if twice:
            self.diagnostics.error(
                "P050",
                f"Two regions of the map `{board.id}` are called `{twice[0]}`.",
                board.span,
                expected="other letters under `beside:`, or another name of the region",
            )
        return not twice

    def _drawing(self, board: BoardMap) -> BoardMap | None:
        if sum(board.draw.values()) <= MOST_DRAWN:
            return with_faces(board, self.faces, self.diagnostics)
        message = f"The map `{board.id}` draws more than {MOST_DRAWN} boards."
        self.diagnostics.error("P051", message, board.span, expected=f"at most {MOST_DRAWN} boards in a map")
        return None


def _own(part: BoardMap | Face) -> list[MapRegion]:
    """The regions that are there in every game."""
    return part.regions if isinstance(part, Face) else part.own
