"""How many of everything there can be in a game of some packs: regions, seats, peoples, tiles in decks, rules in force together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ruledsl.language.vocabulary.limits import MOST_COUNTED, MOST_MEMBERS
from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, PIECE, PLAYER, REGION, TILE, Type
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import BoardMap, Composition

LIVING = 3
"""The usual maximum of a player's peoples in the game: an active one, one in decline, one that lasts."""
STAND_INS = 5
"""The usual maximum of a people's tokens on the map that are not from its tray."""
FEW = 20
"""The assumed number where nothing is known."""
BOARDLESS = 48
"""The assumed regions of a map where the packs have none."""


class Sizes:
    """Created once for a program. Every number is at least 1.

    Numbers that are only `usual` suffice to find where work multiplies: a people holds no more regions than its race has tokens. A position may
    give it more, so bounds for every game do not use them.
    """

    def __init__(self, program: Program, *, usual: bool = False) -> None:
        composition = program.composition
        maps = composition.maps.values()
        self.program = program
        self.regions = max([_regions(board) for board in maps], default=BOARDLESS)
        joined = sum(
            self.regions if p.supply is None else p.supply for p in composition.pieces.values() if p.joins
        )
        self.neighbours = joined + max([len(r.borders) for board in maps for r in board.regions] or [1])
        self.seats = max([n for board in maps for n in board.players] or [1])
        kinds = composition.kinds
        self.tiles = Counter(tile.kind for tile in composition.tiles.values())
        self.laid = sum(n for kind, n in self.tiles.items() if kinds[kind].borne_by == "region") or 1
        races = sum(n for kind, n in self.tiles.items() if kinds[kind].tray)
        self.peoples = max(1, min(races, LIVING * self.seats))
        tokens = _largest_tray(composition) + STAND_INS
        self.held = max(1, min(self.regions, tokens) if usual else self.regions)
        self.pieces = max(1, len(composition.pieces))
        self.brought = max(Counter(p.tile for p in composition.pieces.values() if p.tile).values(), default=1)
        self._decks = [sum(self.tiles[kind] for kind in deck.kinds) for deck in composition.decks.values()]
        self._all = {
            REGION: max(1, self.regions),
            PLAYER: self.seats,
            PEOPLE: self.peoples,
            TILE: max(1, self.tiles.total()),
            PIECE: self.pieces,
            NUMBER: MOST_MEMBERS,
        }
        self._many = {
            "regions": self.regions,
            "seats": self.seats,
            "tiles": self.tiles.total(),
            "everywhere": self.regions * MOST_COUNTED,
            "laid": self.laid,
            "held": self.held,
            "neighbours": self.neighbours,
            "living": LIVING,
            "brought": self.brought,
        }

    @property
    def counted(self) -> tuple[object, ...]:
        """All counted numbers: if they are equal, so is every size."""
        return (self.neighbours, self.laid, self.held, self.brought, self.tiles, self._decks, self._all)

    def all_of(self, kind: Type) -> int:
        """How many of a noun there are."""
        return self._all.get(kind.element, FEW)

    def members(self, node: t.TExpr) -> int:
        """The largest possible size of a set."""
        return max(1, min(self._members(node), self.all_of(node.type)))

    def _members(self, node: t.TExpr) -> int:
        match node:
            case t.Ask():
                return self._asked(node)
            case t.SetOf():
                return 1
            case t.Filter(members=members):
                return self.members(members)
            case t.SetMath(op="-", left=left):
                return self.members(left)
            case t.SetMath(left=left, right=right):
                return self.members(left) + self.members(right)
            case t.Either(then=then, otherwise=otherwise):
                return max(self.members(then), self.members(otherwise))
            case t.DeckTiles(deck=t.Const(value=deck)) if deck >= 0:
                return self._decks[deck]
        return self.all_of(node.type)

    def _asked(self, node: t.Ask) -> int:
        if asks(node, "tiles_of_kind") and isinstance(node.args[0], t.Const):
            return self.tiles[self.program.kinds[node.args[0].value]]
        most = node.builtin.most
        return self.many(most) if most else self.all_of(node.type)

    def many(self, what: str) -> int:
        """The number of members, by the word in the row of a question."""
        return self._many[what]

    def in_force(self, rules: Iterable[Any], weigh: Callable[[Any], float]) -> float:
        """The weight of the rules that can be in force together: all of packs, and of tiles as many as can be borne at a time.

        A people has one tile of each kind that peoples bear; all tiles that can lie in regions may lie there together.
        """
        kinds, tiles = self.program.composition.kinds, self.program.composition.tiles
        always = 0.0
        borne: dict[tuple[str, bool], Counter[str]] = {}
        for rule in rules:
            tile = rule.origin.owner.tile
            kind = kinds[tiles[tile].kind] if tile else None
            if kind is None or kind.borne_by != "people":
                always += weigh(rule)
            else:
                borne.setdefault((kind.id, rule.scope == "my"), Counter())[tile] += weigh(rule)  # type: ignore[assignment]
        for (_, own), weights in borne.items():
            always += sum(weight for _, weight in weights.most_common(1 if own else self.peoples))
        return always


def _largest_tray(composition: Composition) -> int:
    """The race tokens of the largest race."""
    keys = {kind.id: kind.tray for kind in composition.kinds.values() if kind.tray}
    tiles = (tile for tile in composition.tiles.values() if tile.kind in keys)
    return max((tile.fields.get(keys[tile.kind], 0) for tile in tiles), default=BOARDLESS)


def _regions(board: BoardMap) -> int:
    """The regions of the largest map that can be drawn."""
    if not board.draw:
        return len(board.regions)
    found = len(board.own)
    for size, wanted in board.draw.items():
        there = sorted(
            (len(face.regions) for face in board.faces.values() if face.size == size), reverse=True
        )
        found += sum(there[:wanted])
    return found
