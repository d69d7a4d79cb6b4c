"""Checked expressions as Python expressions over the state `g`: the fast twin.

Sets of regions, peoples and players are integers and stay integers: what a filter says about terrain, holders and membership becomes
arithmetic on bit sets (`masks`), the rest a comprehension.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.bounds.ranges import too_wide
from ruledsl.compile.pyast import const, expr, name
from ruledsl.compile.regionwise import calls_over
from ruledsl.compile.tilewise import gone_through, picked
from ruledsl.vocabulary.types import BIT_SETS, NUMBER, PEOPLE, PLAYER, REGION, TILE

if TYPE_CHECKING:
    from ruledsl.check.program import MemoryDef, PermissionDef
    from ruledsl.compile.context import Context
    from ruledsl.vocabulary.types import Type

__all__ = ["Expressions", "permission_name"]

_OPERATORS = {"==": ast.Eq, "!=": ast.NotEq, ">=": ast.GtE, "<=": ast.LtE, ">": ast.Gt, "<": ast.Lt}


def permission_name(permission: PermissionDef, despite: tuple[str, ...] = (), suffix: str = "") -> str:
    """What the function of a permission is called; each set of prohibitions left out of account has one of its own."""
    variant = f"_{permission.despites.index(despite)}" if despite else ""
    return f"p{suffix}_{permission.index}{variant}"


class Expressions:
    """Compiles expressions in one function: `env` says how each variable is read there, `me`, `here`, `this` likewise."""

    def __init__(
        self, context: Context, env: dict[t.Var, ast.expr], me: ast.expr, here: ast.expr, this: ast.expr
    ) -> None:
        self.context = context
        self.env = env
        self.pronouns = {"me": me, "here": here, "this": this}
        self.suffix = ""

    def with_env(self, more: dict[t.Var, ast.expr]) -> Expressions:
        """The same function, with more variables."""
        found = Expressions(
            self.context,
            {**self.env, **more},
            self.pronouns["me"],
            self.pronouns["here"],
            self.pronouns["this"],
        )
        found.suffix = self.suffix
        return found

    def remembering(self) -> Expressions:
        """The same, with answers looked up that were given before in the same offer."""
        found = self.with_env({})
        found.suffix = "m"
        return found

    def __call__(self, node: t.TExpr) -> ast.expr:
        """The Python expression that a checked expression is."""
        match node:
            case t.Const(value=value):
                return const(() if node.type.is_set and node.type.element not in BIT_SETS else value)
            case t.VarRef(var=var):
                return self.env[var]
            case t.Pronoun(word=word):
                return self.pronouns[word]
            case t.Ask():
                return self.context.inline_ask(node.builtin, [self(a) for a in node.args], node.args)
            case t.FieldOf(field=field, arg=arg):
                return expr("FIELDS[ARG]", FIELDS=self.context.field_table(field), ARG=self(arg))
            case t.DeckTiles(deck=deck):
                return expr("tuple(g.decks[DECK])", DECK=self(deck))
            case t.Recall(memory=memory, arg=arg):
                return self.recall(memory, arg)
            case t.ValueOf(value=value, args=(region,)) if value.printed:
                return expr(
                    "(g.board.known.get(V) or board_answers(g, V))[R]", V=const(value.index), R=self(region)
                )
            case t.ValueOf() | t.Defined():
                return self._called(self.context.inline(node))
            case t.CanDo():
                bit = self.single_bit(node.permission.params[0].type, self(node.args[0]))
                return expr("(MASK & BIT) != 0", MASK=self.allowed(node), BIT=bit)
            case _:
                return self._operator(node)

    def _operator(self, node: t.TExpr) -> ast.expr:
        match node:
            case t.Not(operand=operand):
                return ast.UnaryOp(ast.Not(), self(operand))
            case t.Logic(op=op, left=left, right=right):
                return ast.BoolOp(ast.And() if op == "and" else ast.Or(), [self(left), self(right)])
            case t.Math():
                return self._math(node)
            case t.SetMath(op=op, left=left, right=right):
                return expr("L | R" if op == "+" else "L & ~R", L=self(left), R=self(right))
            case t.Order(op=op, left=left, right=right):
                return self._order(op, left, right)
            case t.SetOf(item=item):
                return self._single(item)
            case t.Member(item=item, members=members):
                return self._member(item, members)
            case t.HasTrait():
                return self._trait(node)
            case t.HasPiece(region=region, kind=kind):
                return expr(
                    "(SITES & BIT[R]) != 0", SITES=self.sites(kind), BIT=self.bit_table, R=self(region)
                )
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                return ast.IfExp(self(condition), self(then), self(otherwise))
            case _:
                return self._sets(node)

    def _order(self, op: str, left: t.TExpr, right: t.TExpr) -> ast.expr:
        if left.type.is_set and left.type.element not in BIT_SETS:
            same = expr("same_members(L, R)", L=self(left), R=self(right))
            return same if op == "==" else ast.UnaryOp(ast.Not(), same)
        return ast.Compare(self(left), [_OPERATORS[op]()], [self(right)])

    @property
    def bit_table(self) -> ast.expr:
        """The table of single bits of regions."""
        return expr("g.board.bit")

    def sites(self, kind: t.TExpr) -> ast.expr:
        """Where pieces of a kind lie; a kind that is not written out may be none."""
        if isinstance(kind, t.Const) and kind.value >= 0:
            return expr("g.kmask[K]", K=self(kind))
        return expr("sites(g, K)", K=self(kind))

    def _math(self, node: t.Math) -> ast.expr:
        templates = {
            "+": "L + R",
            "-": "L - R",
            "*": "saturated(L * R)" if too_wide(self.context.ranges.product(node)) else "L * R",
            "/": "divide(L, R)",
            "floor": "max(L, R)",
            "ceiling": "min(L, R)",
        }
        return expr(templates[node.op], L=self(node.left), R=self(node.right))

    def _called(self, node: t.TExpr) -> ast.expr:
        match node:
            case t.ValueOf(value=value, args=args):
                return self._call(f"v{self.suffix}_{value.index}", args)
            case t.Defined(define=define, args=args):
                return self._call(f"d{self.suffix}_{define.index}", args)
            case _:
                return self(node)

    def _call(self, function: str, args: tuple[t.TExpr, ...]) -> ast.expr:
        return ast.Call(name(function), [name("g"), *map(self.passed, args)], [])

    def passed(self, node: t.TExpr) -> ast.expr:
        """An argument, or what is stored."""
        return self.context.within(node, self(node))

    def allowed(self, node: t.CanDo) -> ast.expr:
        """Everything that the first argument could be for a permission to hold, as a bit set."""
        return self._call(permission_name(node.permission, node.despite, self.suffix), node.args[1:])

    def single_bit(self, kind: Type, item: ast.expr) -> ast.expr:
        """The bit set with one member; empty for nobody."""
        if kind == REGION:
            return expr("g.board.bit[R]", R=item)
        return expr("one_bit(I)", I=item)

    def _single(self, item: t.TExpr) -> ast.expr:
        return self.single_bit(item.type, self(item))

    def _member(self, item: t.TExpr, members: t.TExpr) -> ast.expr:
        if item.type in BIT_SETS:
            return expr("(SET & BIT) != 0", SET=self(members), BIT=self._single(item))
        return expr("I in SET", I=self(item), SET=self(members))

    def _trait(self, node: t.HasTrait) -> ast.expr:
        if node.noun.type == REGION:
            return expr("(g.board.traits[T] & g.board.bit[R]) != 0", T=const(node.trait), R=self(node.noun))
        having = self.context.tiles_with if node.noun.type == TILE else self.context.pieces_with
        return expr("K in TRAIT", K=self(node.noun), TRAIT=const(having(node.trait)))

    # ── memories ──

    def recall(self, memory: MemoryDef, arg: t.TExpr | None) -> ast.expr:
        """The cell of a memory."""
        cell = const(self.context.layout.cells[memory.index])
        if arg is None:
            return expr("g.G[C]", C=cell)
        if memory.on == TILE:
            fallback = const(memory.initial)
            return expr(
                "g.T.get(A * W + C, D)", A=self(arg), W=self.context.width(memory.on), C=cell, D=fallback
            )
        rows = {PLAYER: "g.Y", PEOPLE: "g.P", REGION: "g.R"}[memory.on]
        return expr(f"{rows}[A * W + C]", A=self(arg), W=self.context.width(memory.on), C=cell)

    # ── sets ──

    def iterate(self, members: t.TExpr, source: ast.expr | None = None, *, ordered: bool = False) -> ast.expr:
        """Something to loop over: the members of a set in order."""
        mask = source or self(members)
        kind = members.type.element
        if kind == REGION or (kind in BIT_SETS and not ordered):
            return expr("bits(M)", M=mask)
        if kind == PLAYER:
            return expr("in_seat_order(g, M)", M=mask)
        if kind == PEOPLE:
            return expr("in_people_order(g, M)", M=mask)
        return self.context.in_order(members, mask) if ordered else mask

    def _sets(self, node: t.TExpr) -> ast.expr:
        match node:
            case t.Filter(var=var, members=members, condition=condition):
                return self.filtered(members, var, condition)
            case t.Count(var=var, members=members, condition=condition):
                return self._count(members, var, condition)
            case t.Exists(var=var, members=members, condition=condition):
                found = self.filtered(members, var, condition)
                return expr("S != E", S=found, E=const(0 if members.type.element in BIT_SETS else ()))
            case t.Fold():
                return self._fold(node)
            case t.Reach():
                return self._reach(node)
        message = f"no code for {type(node).__name__}"
        raise TypeError(message)

    def filtered(self, members: t.TExpr, var: t.Var, condition: t.TExpr | None) -> ast.expr:
        """The members for which the condition holds, as a set."""
        if condition is None:
            return self(members)
        if members.type.element in BIT_SETS:
            return self.context.masks.where(self, self(members), members.type.element, var, condition)
        return expr("tuple(L)", L=picked(self, members, var, condition))

    def _count(self, members: t.TExpr, var: t.Var, condition: t.TExpr | None) -> ast.expr:
        if members.type.element in BIT_SETS:
            return expr("S.bit_count()", S=self.filtered(members, var, condition))
        found = gone_through(self, members) if condition is None else picked(self, members, var, condition)
        return expr("len(L)", L=found)

    def _reach(self, node: t.Reach) -> ast.expr:
        inner = self.with_env({node.var: name(self.context.fresh(node.var.name))})
        item = inner.env[node.var]
        assert isinstance(item, ast.Name)  # noqa: S101 - made in the line above
        parameters = ast.arguments([], [ast.arg(item.id)], None, [], [], None, [])
        return expr(
            "reached(START, STEP)", START=self(node.start), STEP=ast.Lambda(parameters, inner(node.step))
        )

    def _fold(self, node: t.Fold) -> ast.expr:
        found = self.filtered(node.members, node.var, node.condition)
        loop = self._terms(node, found, self.context.inline(node.term))
        if node.type.is_set:
            return expr("union(L)", L=loop)
        if node.op == "sum":
            return expr("sum(L)", L=loop)
        return expr("max(L, default=0)" if node.op == "highest" else "min(L, default=0)", L=loop)

    def _terms(self, node: t.Fold, found: ast.expr, term: t.TExpr) -> ast.expr:
        """What is summed up. A value of regions is asked in bulk; one that no rule in play changes is its base."""
        kind = node.members.type.element
        if (
            isinstance(term, t.ValueOf)
            and kind == REGION
            and term.type == NUMBER
            and not self.context.the_long_way
            and calls_over(term, node.var)
        ):
            asked, others = self.context.masks.bulk(self, term)
            call = ast.Call(asked, [name("g"), found, *others], [])
            return expr("C.values()", C=call)
        inner = self.with_env({node.var: name(self.context.fresh(node.var.name))})
        item = inner.env[node.var]
        members = self.iterate(node.members, found)
        loop = expr("[T for I in S]", T=inner(term), I=item, S=members)
        if not isinstance(term, t.ValueOf) or not term.value.modifiers or not self.context.sleeps(term.value):
            return loop
        quiet = expr("[T for I in S]", T=inner(self.context.inline.base_of(term)), I=item, S=members)
        test = expr("(g.play or refresh(g)).values[V]", V=const(term.value.index))
        return ast.IfExp(test, loop, quiet)
