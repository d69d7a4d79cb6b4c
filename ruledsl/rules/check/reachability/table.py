"""What can come about in a game on a map: placed pieces, laid tiles, memories, events. The table only grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Owner

MOST_EXPRESSIONS = 300_000
"""The official games together need less than a tenth of it."""


@dataclass(slots=True)
class Patience:
    """The remaining budget of expressions; several analyses can share it."""

    left: int = MOST_EXPRESSIONS


@dataclass(slots=True)
class Table:
    """`words` are the terrains and symbols that some region counts as, `printed` the terrains printed on some.

    All by index: pieces that can be `placed` on the map or `held` in a hand or on a tile, tiles that can be `laid` on the map or `lent` to
    another one, memories that can be `written`, events that can be `raised`.
    """

    program: Program
    words: frozenset[int]
    printed: frozenset[int]
    patience: Patience
    placed: set[int] = field(default_factory=set)
    held: set[int] = field(default_factory=set)
    laid: set[int] = field(default_factory=set)
    lent: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    raised: set[int] = field(default_factory=set)
    tiles: dict[str, int] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    families: dict[str, frozenset[int]] = field(default_factory=dict)
    having: dict[tuple[bool, str], tuple[frozenset[int], frozenset[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tiles = {key: index for index, key in enumerate(self.program.tiles)}
        self.pieces = {key: index for index, key in enumerate(self.program.pieces)}
        self.kinds = [tile.kind for tile in self.program.composition.tiles.values()]
        for key, tile in self.program.composition.tiles.items():
            for name in {key, tile.copy_of or key}:
                self.families[name] = self.families.get(name, frozenset()) | {self.tiles[key]}

    def traits(self, of_pieces: bool, word: str) -> tuple[frozenset[int], frozenset[int]]:  # noqa: FBT001 - one of two kinds
        """The pieces (or tiles) with a trait, and those without it."""
        known = self.having.get((of_pieces, word))
        if known is None:
            composition = self.program.composition
            things = composition.pieces.values() if of_pieces else composition.tiles.values()
            all_ = dict(enumerate(thing.traits for thing in things))
            yes = frozenset(i for i, traits in all_.items() if word in traits)
            known = self.having[of_pieces, word] = yes, frozenset(all_) - yes
        return known

    @property
    def size(self) -> int:
        """How much can come about."""
        grown = (self.placed, self.held, self.laid, self.lent, self.written, self.raised)
        return sum(map(len, grown))

    def of_kinds(self, kinds: set[str]) -> frozenset[int]:
        """All tiles of some kinds."""
        return frozenset(tile for tile, kind in enumerate(self.kinds) if kind in kinds)

    def copies(self, key: str) -> frozenset[int]:
        """A tile and its copies, which have the same rules."""
        return self.families.get(key, frozenset())

    def in_play(self, owner: Owner) -> bool:
        """Can the rules of this owner ever be in force? Those of a piece where it lies, those of a tile of the map when it is laid or lent."""
        if owner.piece and self.pieces[owner.piece] not in self.placed:
            return False
        if not owner.tile:
            return True
        composition = self.program.composition
        kind = composition.kinds[composition.tiles[owner.tile].kind]
        return kind.borne_by != "region" or bool(self.copies(owner.tile) & (self.laid | self.lent))
