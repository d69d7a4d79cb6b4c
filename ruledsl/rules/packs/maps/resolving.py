"""Resolves the maps of packs: extended maps, maps beside each other, joins, drawn boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING

from ruledsl.rules.packs.maps.bounds import MOST_REGIONS, MOST_TOGETHER
from ruledsl.rules.packs.maps.drawing import MOST_DRAWN, undrawn, with_faces
from ruledsl.rules.packs.maps.extending import changed, joined, mutual
from ruledsl.rules.packs.maps.layout import together
from ruledsl.rules.packs.maps.plan import MapPlan
from ruledsl.rules.packs.model import Face

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.maps.plan import Mention
    from ruledsl.rules.packs.model import BoardMap, MapRegion

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
        found = self._put_together(base, parts) if parts else base
        regions, joins = joined(found.own, plan.joins, board.id, self.diagnostics, incomplete=self.incomplete)
        found = replace(found, own=regions, regions=regions, joins=(*found.joins, *joins), plan=None)
        if not self._names_differ(found):
            return None
        if found.draw:
            return self._drawing(found)
        if not regions:
            expected = "`regions:`, `extends:` another map, or `draw:` with the sizes of boards"
            self.diagnostics.error(
                "P046", f"The map `{board.id}` has no regions.", board.span, expected=expected
            )
        return found

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
            known: Iterable[str] = self.maps if maps_only else {**self.maps, **self.faces}
            self.diagnostics.error(
                "P030",
                f"There is no {what} called `{key}`.",
                mention.span,
                expected=f"a {what}",
                suggestion="".join(self.diagnostics.nearest(key, list(known))[:1]),
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
