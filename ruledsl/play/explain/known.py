"""The explaining evaluator with limited knowledge: it stops at the first read of something that may not be known.

A hidden tile that a rule obtains by its place is replaced by a cover (`engine.hidden`): its face cannot be read, but its place can. For a tile
that a rule obtains by its name it is the other way round. A result that is already decided needs no further reads: `no and …` is no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.engine.state.hidden import UNSEEN, Cover, Hidden, is_cover, sees
from ruledsl.language.vocabulary.types import TILE, set_of
from ruledsl.play.explain.evaluator import Evaluator, members_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, walk
from ruledsl.rules.check.knowledge import keeps_its_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.play.explain.rules import At
    from ruledsl.rules.check.typed.declarations import MemoryDef

OF_KIND = "tiles_of_kind"


class Unknowable(Travelling):
    """A read of something that may not be known: `what` (`purse`, `memory`, `face`, `place`) of a noun."""

    def __init__(self, what: str, noun: int, memory: MemoryDef | None = None) -> None:
        self.what = what
        self.noun = noun
        self.memory = memory
        super().__init__(what)


class Knowing(Evaluator):
    """Answers what one seat can know. The state was made for this seat: everything else in it is made up."""

    def __init__(self, g: State, seat: int) -> None:
        self.seat = seat
        self.hidden = Hidden(g, seat)
        super().__init__(g)

    # ── covers ──

    def cover(self, tile: int) -> int:
        """The placeholder of a tile that a rule obtains by its place."""
        code = self.hidden.cover(tile)
        if is_cover(code) and Cover.read(code).what == UNSEEN:
            return Cover.read(code)._replace(number=self.hidden.unseen.index(tile)).code
        return code

    def under(self, tile: int) -> int:
        """The tile of this state behind a cover; any other tile itself."""
        if not is_cover(tile):
            return tile
        read = Cover.read(tile)
        if read.what == UNSEEN:
            return self.hidden.unseen[read.number] if read.number < len(self.hidden.unseen) else -1
        return self.hidden.under(tile)

    def _backs(self, tile: int) -> tuple[int, ...]:
        """The kinds that a tile or a cover can have, seen from behind."""
        kind = Cover.read(tile).back if is_cover(tile) else self.g.code.tile_kinds[tile]
        return self.g.code.backs[kind]

    # ── reads ──

    def answered(self, node: t.Ask, args: list[Any]) -> Any:
        """The answer to a question, if everything it reads may be known."""
        builtin = node.builtin
        closed = builtin.reads == "purse" and not self.g.code.program.composition.shows_coins
        if closed and args[0] not in (-1, self.seat) and self.g.pending is not None:
            raise Unknowable("purse", args[0])
        if builtin.reads == "face" and is_cover(args[0]):
            return self._face(builtin.code, args[0])
        if builtin.reads == "place":
            return self._place(builtin.code, args)
        if builtin.code == OF_KIND:
            return self._of_kind(args[0])
        answer = super().answered(node, args)
        return tuple(map(self.cover, answer)) if builtin.result == set_of(TILE) else answer

    def _face(self, code: str, cover: int) -> int:
        """The face of a hidden tile; its kind is visible if only one kind has this back."""
        backs = self._backs(cover)
        if code == "kind_of_tile" and len(backs) == 1:
            return backs[0]
        raise Unknowable("face", cover)

    def _place(self, code: str, args: list[int]) -> Any:
        """The place of a tile, and what follows from that."""
        tile, *rest = args
        if tile in self.hidden and (code == "position" or self._may_lie_down(tile)):
            raise Unknowable("place", tile)
        return self.ask(code, self.under(tile), *rest)

    def _may_lie_down(self, tile: int) -> bool:
        """Could a tile of this name be one of those that lie face down?"""
        return any(self._backs(other) == self._backs(tile) for other in self.hidden.face_down)

    def _of_kind(self, kind: int) -> tuple[int, ...]:
        """All tiles that can be of a kind: known ones, and every hidden one with this back."""
        of_kind = self.ask(OF_KIND, kind)
        tiles = [tile for tile in of_kind if tile not in self.hidden]
        for alike in self.g.code.backs[kind] if kind >= 0 else ():
            covered = [tile for tile in self.ask(OF_KIND, alike) if tile in self.hidden]
            tiles += sorted(map(self.cover, covered))
        return tuple(tiles)

    def tiles_in(self, deck: int) -> tuple[int, ...]:
        """The tiles of a deck."""
        return tuple(map(self.cover, super().tiles_in(deck)))

    def printed(self, field: str, tile: int) -> int:
        """A number printed on a known tile."""
        if is_cover(tile):
            raise Unknowable("face", tile)
        return super().printed(field, tile)

    def has(self, node: t.HasTrait, noun: int) -> bool:
        """A trait of something known."""
        if is_cover(noun):
            raise Unknowable("face", noun)
        return super().has(node, noun)

    def recalled(self, memory: MemoryDef, noun: int) -> Any:
        """A public memory, or a secret one of this seat."""
        if noun >= 0:
            if memory.on == TILE and (is_cover(noun) or noun in self.hidden):
                raise Unknowable("face" if is_cover(noun) else "place", noun)
            if not sees(self.g, self.seat, memory, noun):
                raise Unknowable("memory", noun, memory)
        return super().recalled(memory, noun)

    # ── inferences ──

    def _logic(self, node: t.Logic, at: At) -> bool:
        decisive = node.op == "or"
        try:
            left = bool(self(node.left, at))
        except Unknowable:
            if bool(self(node.right, at)) == decisive:
                return decisive
            raise
        return left if left == decisive else bool(self(node.right, at))

    def ordered(self, node: t.Order, left: Any, right: Any) -> bool:
        """The result of a comparison; for two tiles, whether they are the same, if that can be known."""
        if node.left.type != TILE:
            return super().ordered(node, left, right)
        return self._same(left, right) == (node.op == "==")

    def _same(self, left: int, right: int) -> bool:
        """Are they one tile? For a hidden and a named tile this is unknown, if they could be."""
        if left != right and is_cover(left) != is_cover(right):
            cover, name = (left, right) if is_cover(left) else (right, left)
            if name in self.hidden and self._backs(cover) == self._backs(name):
                raise Unknowable("face", cover)
        return left == right

    def _member(self, node: t.Member, at: At) -> bool:
        """Is it in a set? For a hidden tile and a kind this is unknown, if it could be."""
        members = node.members
        if not _is_whole_kind(members):
            return super()._member(node, at)
        item, kind = self(node.item, at), self(members.args[0], at)
        backs = self._backs(item) if is_cover(item) else (self.g.code.tile_kinds[item],)
        if len(backs) > 1 and kind in backs:
            raise Unknowable("face", item)
        return item >= 0 and kind in backs

    def is_among(self, item: int, members: t.TExpr, answer: Any) -> bool:
        """Is it a member, if that can be known?"""
        if members.type.element != TILE:
            return super().is_among(item, members, answer)
        return self._first_sure(lambda other: self._same(item, other), answer)

    def _exists(self, node: t.Exists, at: At) -> bool:
        def fits(item: int) -> bool:
            if node.condition is not None and not self(node.condition, at.bind(node.var, item)):
                return False
            return bool(self._sure(node.members, (item,)))

        return self._first_sure(fits, members_of(node.members.type, self._all(node, at)))

    def _first_sure(self, fits: Callable[[int], bool], members: Iterable[int]) -> bool:
        """One matching member is enough, whatever is known of the others."""
        unsure: Unknowable | None = None
        for item in members:
            try:
                if fits(item):
                    return True
            except Unknowable as problem:
                unsure = problem
        if unsure is not None:
            raise unsure
        return False

    def chosen(self, node: t.Loop, at: At) -> list[Any]:
        """The members for which the condition holds, in order."""
        members = [
            item
            for item in members_of(node.members.type, self._all(node, at))
            if node.condition is None or self(node.condition, at.bind(node.var, item))
        ]
        return list(self._sure(node.members, members))

    def _all(self, node: t.Loop, at: At) -> Any:
        """The members. For all tiles of a kind, a rule that does not ask for their places means them by name."""
        members = node.members
        if _is_whole_kind(members) and not _asks_where(node):
            return self.ask(OF_KIND, self(members.args[0], at))
        return self(members, at)

    def _sure(self, members: t.TExpr, tiles: Sequence[int]) -> Sequence[int]:
        """For all tiles of a kind: the tiles that are certainly of this kind, rather than with its back."""
        if _is_whole_kind(members):
            for tile in tiles:
                if is_cover(tile) and len(self._backs(tile)) > 1:
                    raise Unknowable("face", tile)
        return tiles

    def one_of(self, node: t.Ask, answer: Any) -> Any:
        """The first or the only member of a set."""
        members = node.args[0]
        if members.type.element == TILE and not keeps_its_order(members):
            hidden = sorted(filter(is_cover, answer), key=lambda cover: self.hidden.place(self.under(cover)))
            answer = (*(tile for tile in answer if not is_cover(tile)), *hidden)
        return super().one_of(node, answer)


def _is_whole_kind(members: t.TExpr) -> TypeGuard[t.Ask]:
    return asks(members, OF_KIND)


def _asks_where(node: t.Loop) -> bool:
    """Does a condition on tiles ask for their places, or leave that to something else?"""
    if node.condition is None:
        return False
    for part in walk(node.condition):
        about: tuple[t.TExpr, ...] = ()
        match part:
            case t.Ask(builtin=builtin, args=args) if builtin.reads == "place":
                about = args
            case t.Member(item=item):
                about = (item,)
            case t.ValueOf(args=args) | t.Defined(args=args) | t.CanDo(args=args):
                about = args
        if any(isinstance(item, t.VarRef) and item.var is node.var for item in about):
            return True
    return False
