"""Expressions of the intermediate representation as Python over the state `g`.

Every text has a level, as in Python's grammar: it stands in brackets where a higher one is wanted. Where only truth matters (`test`), what is
not empty is as good as yes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state import lists
from ruledsl.engine.state.keys import REGION_BITS
from ruledsl.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.engine.state.layout import Layout

__all__ = ["ExpressionPrinter"]

Text = tuple[str, int]
ANY, TERNARY, OR, AND, NOT, COMPARE, UNION, BOTH, SUM, PRODUCT, UNARY, ATOM = range(12)

PLAY = "(g.play or refresh(g))"
_ROWS = {"player": "Y", "people": "P", "region": "R", "tile": "T"}
_ARITH = {"+": (" + ", SUM), "-": (" - ", SUM), "*": (" * ", PRODUCT)}
_SETS = {"|": (" | ", UNION), "&": (" & ", BOTH)}
_FACTS = {
    "changed": f"{PLAY}.values[{{}}]",
    "forbids": f"{PLAY}.forbids[{{}}]",
    "permits": f"{PLAY}.permits[{{}}]",
    "watched": f"{PLAY}.watched >> {{}} & 1",
    "in_frames": f"({PLAY}.in_frames & {{}} or g.skip >= 0)",
    "shared": "g.extra",
}
_WITHOUT_STATE = frozenset(
    f"{which}_{kind}" for which in ("only", "first") for kind in ("bit", "item", "number")
) | {"hand_of_people", "hand_of_player", "tile_purse", *lists.__all__}
"""Primitives that say the same in every state."""


class ExpressionPrinter:
    """Prints the expressions of one function, each by the method with the name of its kind; `frame` are the slots of locals that lie in the frame."""

    def __init__(self, layout: Layout, frame: Mapping[str, int] | None = None) -> None:
        self.widths = {noun: len(getattr(layout, noun)) for noun in _ROWS}
        self.frame = frame

    def __call__(self, node: n.Expr, level: int = ANY) -> str:
        """Its text."""
        text, own = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return text if own >= level else f"({text})"

    def test(self, node: n.Expr, level: int = ANY) -> str:
        """Its text where only truth matters."""
        match node:
            case n.Has(members=members, item=item) if members.type == "bits":
                text, own = f"{self(members, BOTH)} & {self._bit(item)}", BOTH
            case n.Some(members=members):
                text, own = self.members(members), ATOM
            case n.Not(operand=operand):
                text, own = f"not {self.test(operand, NOT)}", NOT
            case n.Logic(op=op, left=left, right=right):
                own = AND if op == "and" else OR
                text = f"{self.test(left, own)} {op} {self.test(right, own)}"
            case _:
                return self(node, level)
        return text if own >= level else f"({text})"

    def local(self, name: str) -> str:
        """How a local is read and written."""
        if self.frame is not None:
            slot = _PRONOUNS.get(name) or self.frame.get(name)
            if slot is not None:
                return f"F[{slot}]"
        return name

    def members(self, node: n.Expr) -> str:
        """Something that is empty if a set is, of which no copy is needed."""
        match node:
            case n.Filter(var=var):
                return f"[{var.name}{self._loop(node, self.test(node.term))}]"
            case n.Prim(name="deck", args=(deck,)):
                return f"g.decks[{self(deck)}]"
        return self(node, ATOM)

    def iterate(self, node: n.Expr, order: str = "") -> str:
        """Something to loop over: the members of a set in order."""
        if node.type != "bits":
            return self.members(node)
        if order:
            return f"in_{_SEATS[order]}_order(g, {self(node)})"
        return self.members(node) if isinstance(node, n.Filter) else f"bits({self(node)})"

    @staticmethod
    def counted(members: str, weight: int) -> str:
        """Something to loop over whose rounds are counted, if they weigh anything."""
        return f"spending(g, {members}, {weight})" if weight else members

    def args(self, args: tuple[n.Expr | None, ...]) -> str:
        """Arguments behind the state."""
        return "".join(f", {'None' if arg is None else self(arg)}" for arg in args)

    # ── what there is ──

    def _const(self, node: n.Const) -> Text:
        value = node.value
        return repr(value), UNARY if isinstance(value, int) and value < 0 else ATOM

    def _local(self, node: n.Local) -> Text:
        return self.local(node.name), ATOM

    def _cell(self, node: n.Cell) -> Text:
        return self.cell(node), ATOM

    def cell(self, node: n.Cell) -> str:
        """A cell to be read or written (that of a tile: only read)."""
        if node.row is None:
            return f"g.G[{node.cell}]"
        at = self.index(node)
        return f"g.T.get({at}, {node.initial!r})" if node.noun == "tile" else f"g.{_ROWS[node.noun]}[{at}]"

    def index(self, node: n.Cell) -> str:
        """Where a cell lies in the list of its noun."""
        assert node.row is not None  # noqa: S101 - only asked of rows
        at = f"{self(node.row, PRODUCT)} * {self.widths[node.noun]}"
        return f"{at} + {node.cell}" if node.cell else at

    def _board(self, node: n.Board) -> Text:
        table = {"trait": "traits", "ground": "grounds"}.get(node.table, node.table)
        return f"g.board.{table}" + (f"[{self(node.index)}]" if node.index is not None else ""), ATOM

    def _lookup(self, node: n.Lookup) -> Text:
        return f"{node.table!r}[{self(node.index)}]", ATOM

    def _prim(self, node: n.Prim) -> Text:
        match node:
            case n.Prim(name="deck", args=(deck,)):
                return f"tuple(g.decks[{self(deck)}])", ATOM
            case n.Prim(name="sites", args=(n.Const(value=int(kind)),)) if kind >= 0:
                return f"g.kmask[{kind}]", ATOM
            case n.Prim(name="lying", args=(n.Const(value=int(kind)), region)) if kind >= 0:
                return f"g.on.get({kind << REGION_BITS} | {self(region, BOTH)}, 0)", ATOM
            case n.Prim(name="listed", args=(members, n.Const(value=int(order)))):
                return f"tuple({self.iterate(members, ('', 'seats', 'peoples')[order])})", ATOM
            case n.Prim(name="head", args=(members,)):
                return f"{self(members, ATOM)}[0]", ATOM
            case n.Prim(name="tail", args=(members,)):
                return f"{self(members, ATOM)}[1:]", ATOM
        if node.name in _WITHOUT_STATE:
            return f"{node.name}({self.args(node.args)[2:]})", ATOM
        return f"{node.name}(g{self.args(node.args)})", ATOM

    def _call(self, node: n.Call) -> Text:
        return f"{self.called(node)}(g{self.args(node.args)})", ATOM

    @staticmethod
    def called(node: n.Call | n.Batch) -> str:
        """The function that is called; what remembers is called like the other one with an `m`."""
        return node.function.replace("_", "m_", 1) if node.remembered else node.function

    def _batch(self, node: n.Batch) -> Text:
        among, args = self(node.among), self.args(node.args)
        if node.negated:
            return f"failing(g, {self.called(node)}, {among}{args})", ATOM
        return f"{self.called(node)}(g, {among}{args})", ATOM

    def _fact(self, node: n.Fact) -> Text:
        return _FACTS[node.what].format(node.index), ATOM if node.what != "watched" else BOTH

    def _inplay(self, node: n.InPlay) -> Text:
        return f"{PLAY}.values[{node.value}][{self(node.key)}]", ATOM

    # ── numbers and flags ──

    def _arith(self, node: n.Arith) -> Text:
        if node.op in _ARITH:
            word, level = _ARITH[node.op]
            return f"{self(node.left, level)}{word}{self(node.right, level + 1)}", level
        name = "divide" if node.op == "/" else node.op
        return f"{name}({self(node.left)}, {self(node.right)})", ATOM

    def _saturated(self, node: n.Saturated) -> Text:
        return f"saturated({self(node.value)})", ATOM

    def _compare(self, node: n.Compare) -> Text:
        return f"{self(node.left, UNION)} {node.op} {self(node.right, UNION)}", COMPARE

    def _not(self, node: n.Not) -> Text:
        return f"not {self.test(node.operand, NOT)}", NOT

    def _logic(self, node: n.Logic) -> Text:
        level = AND if node.op == "and" else OR
        return f"{self(node.left, level)} {node.op} {self(node.right, level)}", level

    def _select(self, node: n.Select) -> Text:
        return f"{self(node.yes, OR)} if {self.test(node.test, OR)} else {self(node.no, TERNARY)}", TERNARY

    # ── sets ──

    def _bit(self, item: n.Expr) -> str:
        return f"BIT[{self(item)}]"

    def _single(self, node: n.Single) -> Text:
        return self._bit(node.item), ATOM

    def _setop(self, node: n.SetOp) -> Text:
        if node.op == "-":
            return f"{self(node.left, BOTH)} & ~{self(node.right, UNARY)}", BOTH
        word, level = _SETS[node.op]
        return f"{self(node.left, level)}{word}{self(node.right, level + 1)}", level

    def _complement(self, node: n.Complement) -> Text:
        return f"~{self(node.operand, UNARY)}", UNARY

    def _has(self, node: n.Has) -> Text:
        if node.members.type == "bits":
            return f"({self.test(node)}) != 0", COMPARE
        return f"{self(node.item, UNION)} in {self(node.members, UNION)}", COMPARE

    def _size(self, node: n.Size) -> Text:
        if node.members.type == "bits":
            return f"({self(node.members)}).bit_count()", ATOM
        return f"len({self.members(node.members)})", ATOM

    def _some(self, node: n.Some) -> Text:
        if node.members.type == "bits":
            return f"{self(node.members, UNION)} != 0", COMPARE
        return f"len({self.members(node.members)}) > 0", COMPARE

    # ── loops ──

    def _loop(self, node: n.Filter | n.Fold | n.Each, test: str = "") -> str:
        """What follows the term of a comprehension."""
        known = "".join(f" for {let.target.name} in ({self(let.value)},)" for let in node.known)
        members = self.counted(self.iterate(node.members), node.weight)
        return f"{known} for {node.var.name} in {members}" + (f" if {test}" if test else "")

    def _filter(self, node: n.Filter) -> Text:
        var = node.var.name
        loop = self._loop(node, self.test(node.term, OR))
        return (f"sum([1 << {var}{loop}])" if node.type == "bits" else f"tuple([{var}{loop}])"), ATOM

    def _fold(self, node: n.Fold) -> Text:
        if node.term == n.Answer(node.members, node.var) and len(node.known) == 1 and not node.weight:
            return f"{node.op}({self(node.known[0].value, ATOM)}.values()" + (
                ")" if node.op == "sum" else ", default=0)"
            ), ATOM
        loop = f"[{self(node.term)}{self._loop(node)}]"
        return {
            "sum": f"sum({loop})",
            "max": f"max({loop}, default=0)",
            "min": f"min({loop}, default=0)",
            "union": f"union({loop})",
        }[node.op], ATOM

    def _each(self, node: n.Each) -> Text:
        if isinstance(node.term, n.Const) and not node.weight:
            return f"fromkeys({self.iterate(node.members)}, {self(node.term)})", ATOM
        return f"{{{node.var.name}: {self(node.term)}{self._loop(node)}}}", ATOM

    def _reach(self, node: n.Reach) -> Text:
        return (
            f"reached(g, {self(node.start)}, lambda {node.var.name}: {self(node.term)}, {node.weight})",
            ATOM,
        )

    def _answer(self, node: n.Answer) -> Text:
        return f"{self(node.answers, ATOM)}[{self(node.item)}]", ATOM


_PRONOUNS = {"me": 2, "here": 3, "this": 4}
_SEATS = {"seats": "seat", "peoples": "people"}
