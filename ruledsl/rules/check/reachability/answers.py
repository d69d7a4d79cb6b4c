"""The possible values of an expression, given what can come about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.vocabulary.types import NUMBER, PIECE, REGION, STRATA, TILE, Type, calculated, compared
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.program import shown_by

if TYPE_CHECKING:
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed import Ask
    from ruledsl.rules.check.typed.declarations import DefineDef, ModifierDef, ValueDef
    from ruledsl.rules.packs.model import Owner

# ── table ───────────────────────────────────────────────────────────────────────
# What can come about in a game on a map: placed pieces, laid tiles, memories, events. The table only grows.


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
        split = self.having.get((of_pieces, word))
        if split is None:
            composition = self.program.composition
            things = composition.pieces.values() if of_pieces else composition.tiles.values()
            all_ = dict(enumerate(thing.traits for thing in things))
            yes = frozenset(i for i, traits in all_.items() if word in traits)
            split = self.having[of_pieces, word] = yes, frozenset(all_) - yes
        return split

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


# ── possible ────────────────────────────────────────────────────────────────────
# Possible values: a few integers, or anything (None). For a set: its possible members.
#
# The sets are conservative: every value that can come about is in them, and there may be others. Regions, players and peoples are not
# distinguished: one of them is anybody or nobody, a set of them is empty or anything.


Possible = frozenset[int] | None

EMPTY: Final[Possible] = frozenset()
"""For a set: it has no members."""
NOBODY: Final[Possible] = frozenset({-1})
ZERO: Final[Possible] = frozenset({0})
NO, YES = ZERO, frozenset({1})
EITHER: Final[Possible] = frozenset({0, 1})

MOST = 16
"""The most numbers that are distinguished."""


def both(first: Possible, second: Possible) -> Possible:
    """One or the other; for sets, their union."""
    return None if first is None or second is None else first | second


def capped(numbers: Possible) -> Possible:
    """These numbers, if they are few."""
    return None if numbers is None or len(numbers) > MOST else numbers


def can_be(wanted: bool, flag: Possible) -> bool:  # noqa: FBT001 - yes or no is what is asked for
    """Can it be yes (or no)?"""
    return flag is None or int(wanted) in flag


def truth(*, yes: bool, no: bool) -> Possible:
    """A flag, by whether it can be yes, and can be no."""
    if yes:
        return EITHER if no else YES
    return NO if no else EMPTY


def negated(flag: Possible) -> Possible:
    """The opposite of a flag."""
    return None if flag is None else truth(yes=0 in flag, no=1 in flag)


def fallback(kind: Type) -> Possible:
    """The answer to a question about nobody."""
    if kind.is_set:
        return EMPTY
    if kind.name in ("number", "flag"):
        return ZERO
    return None if kind.name == "stage" else NOBODY


def _pairs(first: Possible, second: Possible, join: Callable[[int, int], int]) -> Possible:
    if first is None or second is None:
        return None
    return capped(frozenset(join(a, b) for a in first for b in second))


def math(op: str, left: Possible, right: Possible) -> Possible:
    """Two numbers combined."""
    if (op in "*/" and left == ZERO) or (op == "*" and right == ZERO):
        return ZERO
    return _pairs(left, right, lambda a, b: calculated(op, a, b))


def order(op: str, left: Possible, right: Possible) -> Possible:
    """Two numbers compared."""
    return _pairs(left, right, lambda a, b: int(compared(op, a, b)))


def equal(left: Possible, right: Possible, *, sets: bool = False) -> Possible:
    """Are these equal? Two sets surely are if neither can have members."""
    if left is None or right is None:
        return None
    if sets:
        return None if left | right else YES
    return truth(yes=bool(left & right), no=len(left | right) != 1)


DEEPEST = 100
"""How deep expressions are followed, with the values and definitions that they ask."""


class Seen:
    """The context of an expression: the possible values of its names, and the owner of its rule (the index of a tile, -1 for none)."""

    __slots__ = ("names", "tile")

    def __init__(self, tile: int, names: dict[t.Var, Possible] | None = None) -> None:
        self.tile = tile
        self.names: dict[t.Var, Possible] = names or {}

    def also(self, var: t.Var, value: Possible) -> Seen:
        """The context with one more name."""
        return Seen(self.tile, {**self.names, var: value})

    def copy(self) -> Seen:
        """A copy; names added to it are not visible here."""
        return Seen(self.tile, dict(self.names))


class Answers:
    """The possible values of expressions on a table in its current state; they are no longer valid when the table grows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._patience = table.patience
        self._found: dict[tuple[int, tuple[Possible, ...], int], Possible] = {}
        self._depth = 0

    def __call__(self, node: t.TExpr, seen: Seen) -> Possible:
        """The possible values of an expression; anything, if it is nested too deep or takes too long."""
        if type(node) is t.VarRef:  # every fourth one is a name, and most of the time is spent here
            return seen.names.get(node.var)
        self._patience.left -= 1
        if self._depth >= DEEPEST or self._patience.left < 0:
            return None
        handler = self._HANDLERS.get(type(node))
        if handler is None:
            return None
        self._depth += 1
        possible: Possible = handler(self, node, seen)
        self._depth -= 1
        return possible

    def can_hold(self, condition: t.TExpr | None, seen: Seen) -> bool:
        """Can this condition be true?"""
        return condition is None or can_be(True, self(condition, seen))  # noqa: FBT003

    # ── values and definitions ──

    def value(
        self, value: ValueDef, args: tuple[Possible, ...], without: ModifierDef | None = None
    ) -> Possible:
        """A value with all its modifiers except one."""
        key = (id(value), args, id(without))
        return self._once(key, lambda: self._changed(value, args, without))

    def _once(self, key: tuple[int, tuple[Possible, ...], int], find: Callable[[], Possible]) -> Possible:
        """Memoised; a question asked while it is being answered can be anything."""
        if key not in self._found:
            self._found[key] = None
            self._found[key] = find()
        return self._found[key]

    def _changed(self, value: ValueDef, args: tuple[Possible, ...], without: ModifierDef | None) -> Possible:
        names = dict(zip(value.params, args, strict=True))
        possible = self(value.base, Seen(-1, names))
        for modifier in value.modifiers:
            if possible is None:
                break
            if modifier is without or not self.table.in_play(modifier.origin.owner):
                continue
            seen = Seen(self.table.tiles.get(modifier.origin.owner.tile, -1), names)
            if self.can_hold(modifier.condition, seen):
                possible = _with(modifier.op, value.type, possible, self(modifier.change, seen))
        return possible

    def changes(self, modifier: ModifierDef, seen: Seen) -> bool:
        """Can the modifier ever change the answer?"""
        before = self.value(modifier.value, (None,) * len(modifier.value.params), modifier)
        return not _is_idle(modifier.op, modifier.value.type, before, self(modifier.change, seen))

    def define(self, define: DefineDef, args: tuple[Possible, ...]) -> Possible:
        """A definition."""
        names = dict(zip(define.params, args, strict=True))
        return self._once((id(define), args, 0), lambda: self(define.body, Seen(-1, names)))

    # ── expressions ──

    def _const(self, node: t.Const, _seen: Seen) -> Possible:
        return EMPTY if node.type.is_set else frozenset({node.value})

    def _pronoun(self, node: t.Pronoun, seen: Seen) -> Possible:
        if seen.tile < 0 or node.word == "me":
            return None
        if node.word == "this":
            return frozenset({seen.tile})
        return None if seen.tile in self.table.laid | self.table.lent else NOBODY

    def _ask(self, node: t.Ask, seen: Seen) -> Possible:
        return answer(self.table, node, [self(arg, seen) for arg in node.args])

    def _field(self, node: t.FieldOf, seen: Seen) -> Possible:
        composition = self.table.program.composition
        tiles = self(node.arg, seen)
        if tiles is None:
            return None
        entries = list(composition.tiles.values())
        keys = {
            kind.id: f.key for kind in composition.kinds.values() for f in kind.fields if f.name == node.field
        }
        possible = (entries[i].fields.get(keys.get(entries[i].kind, ""), 0) if i >= 0 else 0 for i in tiles)
        return capped(frozenset(possible))

    def _deck(self, node: t.DeckTiles, seen: Seen) -> Possible:
        return self.tiles_in(node.deck, seen)

    def tiles_in(self, deck: t.TExpr, seen: Seen) -> Possible:
        """The tiles that can lie in a deck: all of its kinds."""
        decks = self(deck, seen)
        if decks is None:
            return None
        entries = list(self.table.program.composition.decks.values())
        return self.table.of_kinds({kind for i in decks if i >= 0 for kind in entries[i].kinds})

    def _recall(self, node: t.Recall, _seen: Seen) -> Possible:
        if node.memory.index in self.table.written:
            return None
        return EMPTY if node.type.is_set else frozenset({node.memory.initial})

    def _value(self, node: t.ValueOf, seen: Seen) -> Possible:
        return self.value(node.value, tuple(self(arg, seen) for arg in node.args))

    def _defined(self, node: t.Defined, seen: Seen) -> Possible:
        return self.define(node.define, tuple(self(arg, seen) for arg in node.args))

    def _set_of(self, node: t.SetOf, seen: Seen) -> Possible:
        item = self(node.item, seen)
        return None if item is None else item - {-1}

    def _not(self, node: t.Not, seen: Seen) -> Possible:
        return negated(self(node.operand, seen))

    def _logic(self, node: t.Logic, seen: Seen) -> Possible:
        decisive = NO if node.op == "and" else YES
        left = self(node.left, seen)
        if left == decisive:
            return left
        right = self(node.right, seen)
        if right == decisive or left is None or right is None:
            return decisive if right == decisive else None
        return left | right

    def _math(self, node: t.Math, seen: Seen) -> Possible:
        return math(node.op, self(node.left, seen), self(node.right, seen))

    def _set_math(self, node: t.SetMath, seen: Seen) -> Possible:
        left = self(node.left, seen)
        return left if node.op == "-" else both(left, self(node.right, seen))

    def _order(self, node: t.Order, seen: Seen) -> Possible:
        left, right = self(node.left, seen), self(node.right, seen)
        if node.op not in ("==", "!="):
            return order(node.op, left, right)
        same = equal(left, right, sets=node.left.type.is_set)
        return same if node.op == "==" else negated(same)

    def _member(self, node: t.Member, seen: Seen) -> Possible:
        members, item = self(node.members, seen), self(node.item, seen)
        if members == EMPTY or (members is not None and item is not None and not members & item):
            return NO
        return None

    def _has_trait(self, node: t.HasTrait, seen: Seen) -> Possible:
        noun = self(node.noun, seen)
        if noun == NOBODY:
            return NO
        if node.noun.type == REGION:
            return None if node.trait in self.table.words or self._is_shown(node.word) else NO
        having, without = self.table.traits(node.noun.type == PIECE, node.word)
        if noun is None:
            return truth(yes=bool(having), no=bool(without))
        return truth(yes=not having.isdisjoint(noun), no=not having.issuperset(noun))

    def _is_shown(self, word: str) -> bool:
        """Can a piece that shows a terrain or symbol lie on the map?"""
        return not self.table.placed.isdisjoint(shown_by(self.table.program.composition, word)[0])

    def _has_piece(self, node: t.HasPiece, seen: Seen) -> Possible:
        if self(node.place, seen) == NOBODY:
            return NO
        kinds = self(node.kind, seen)
        there = self.table.held if node.place.type == TILE else self.table.placed
        return None if kinds is None or kinds & there else NO

    # ── loops over sets ──

    def members(self, var: t.Var, members: t.TExpr, condition: t.TExpr | None, seen: Seen) -> Possible:
        """The members for which the condition can hold."""
        possible = self(members, seen)
        if condition is None or possible == EMPTY:
            return possible
        if possible is None:
            return None if self.can_hold(condition, seen.also(var, None)) else EMPTY
        return frozenset(i for i in possible if self.can_hold(condition, seen.also(var, frozenset({i}))))

    def _filter(self, node: t.Filter, seen: Seen) -> Possible:
        return self.members(node.var, node.members, node.condition, seen)

    def _count(self, node: t.Count, seen: Seen) -> Possible:
        return ZERO if self.members(node.var, node.members, node.condition, seen) == EMPTY else None

    def _exists(self, node: t.Exists, seen: Seen) -> Possible:
        return NO if self.members(node.var, node.members, node.condition, seen) == EMPTY else None

    def _fold(self, node: t.Fold, seen: Seen) -> Possible:
        nothing = EMPTY if node.type.is_set else ZERO
        possible = self.members(node.var, node.members, node.condition, seen)
        if possible == EMPTY:
            return nothing
        term = self(node.term, seen.also(node.var, possible))
        return term if term == nothing or node.type.is_set else None

    def _reach(self, node: t.Reach, seen: Seen) -> Possible:
        start = self(node.start, seen)
        return start if start == EMPTY else both(start, self(node.step, seen.also(node.var, None)))

    def _either(self, node: t.Either, seen: Seen) -> Possible:
        condition = self(node.condition, seen)
        possible: Possible = EMPTY
        for wanted, branch in ((True, node.then), (False, node.otherwise)):
            if can_be(wanted, condition):
                possible = both(possible, self(branch, seen))
        return possible

    _HANDLERS: ClassVar[dict[type, Callable[..., Any]]] = {
        t.Const: _const,
        t.Pronoun: _pronoun,
        t.Ask: _ask,
        t.FieldOf: _field,
        t.DeckTiles: _deck,
        t.Recall: _recall,
        t.ValueOf: _value,
        t.Defined: _defined,
        t.SetOf: _set_of,
        t.Not: _not,
        t.Logic: _logic,
        t.Math: _math,
        t.SetMath: _set_math,
        t.Order: _order,
        t.Member: _member,
        t.HasTrait: _has_trait,
        t.HasPiece: _has_piece,
        t.Filter: _filter,
        t.Count: _count,
        t.Exists: _exists,
        t.Fold: _fold,
        t.Reach: _reach,
        t.Either: _either,
    }


def _with(op: str, kind: Type, before: Possible, change: Possible) -> Possible:
    """The possible values after a modifier that may apply; numbers that several of them change can be any."""
    if _is_idle(op, kind, before, change) or (kind.is_set and STRATA[op].raises < 0):
        return before
    return None if kind == NUMBER else both(before, change)


def _is_idle(op: str, kind: Type, before: Possible, change: Possible) -> bool:
    """Does this change never change anything?"""
    stratum = STRATA[op]
    if stratum.operator is None:
        certain = before == EMPTY if kind.is_set else before is not None and len(before) == 1
        return certain and before == change
    for amount, possible in ((stratum.neutral, change), (stratum.absorbing, before)):
        if amount is not None and possible == (EMPTY if kind.is_set else frozenset({amount})):
            return True
    if kind.is_set or not stratum.raises or not before or not change:
        return False
    return max(change) <= min(before) if stratum.raises > 0 else min(change) >= max(before)


# ── possible answers of built-in questions, by the name of their function; nothing is known of the others ──


def answer(table: Table, ask: Ask, args: list[Possible]) -> Possible:
    """The possible answers to a question, given its possible subjects."""
    if NOBODY in args:
        return fallback(ask.type)
    if ask.builtin.gives_member:
        return both(args[0], fallback(ask.type))
    handler = _KNOWN.get(ask.builtin.code)
    return handler(table, *args) if handler is not None else None


def _among(kinds: Possible, all_there: set[int]) -> frozenset[int]:
    return frozenset(all_there) if kinds is None else kinds & all_there


def _empty_if_empty(_table: Table, members: Possible) -> Possible:
    return EMPTY if members == EMPTY else None


def _spread(_table: Table, start: Possible, through: Possible) -> Possible:
    return start if EMPTY in (start, through) else None


def _lying(table: Table, kinds: Possible, _region: Possible) -> Possible:
    return None if _among(kinds, table.placed) else ZERO


def _in_hand(table: Table, kinds: Possible, _holder: Possible) -> Possible:
    return None if _among(kinds, table.held) else ZERO


def _brought(table: Table, tiles: Possible) -> Possible:
    bringers = [piece.tile for piece in table.program.composition.pieces.values()]
    return frozenset(
        piece for piece, tile in enumerate(bringers) if tile and (tiles is None or table.copies(tile) & tiles)
    )


def _kinds(table: Table, tiles: Possible) -> Possible:
    index = table.program.kinds.index
    return (
        None if tiles is None else frozenset(index(table.kinds[tile]) if tile >= 0 else -1 for tile in tiles)
    )


def _of_kinds(table: Table, kinds: Possible) -> Possible:
    return (
        table.of_kinds({table.program.kinds[kind] for kind in kinds if kind >= 0})
        if kinds is not None
        else None
    )


_KNOWN: Final[dict[str, Callable[..., Possible]]] = {
    "terrain": lambda table, _region: table.printed,
    "surroundings": _empty_if_empty,
    "spread": _spread,
    "groups": lambda _table, members: ZERO if members == EMPTY else None,
    "pieces_in": _lying,
    "pieces_with_people": _in_hand,
    "pieces_with_player": _in_hand,
    "pieces_on_tile": _in_hand,
    "tiles_with": lambda table, kinds: None if _among(kinds, table.held) else EMPTY,
    "markers_of": lambda table, _tile: frozenset(table.held),
    "sites": lambda table, kinds: None if _among(kinds, table.placed) else EMPTY,
    "pieces_of_region": lambda table, _region: frozenset(table.placed),
    "pieces_of_tile": _brought,
    "site": lambda table, tiles: None if _among(tiles, table.laid) else NOBODY,
    "tiles_of_region": lambda table, _region: frozenset(table.laid),
    "tiles_of_kind": _of_kinds,
    "kind_of_tile": _kinds,
}
