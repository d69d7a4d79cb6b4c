"""Resolves names and types of expressions: from the written tree to the checked one."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import replace
from ruledsl.language.syntax import to_text
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.types import (
    ANY_SET,
    BINARY,
    BIT_SETS,
    COMPARISONS,
    DECK,
    FLAG,
    NOTHING,
    NUMBER,
    PIECE,
    REGION,
    SETS,
    TILE,
    TRAIT,
    UNKNOWN,
    Type,
    set_of,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.advice import misfit, predicates
from ruledsl.rules.check.advice.misfit import no_set
from ruledsl.rules.check.calls import check_call, check_my
from ruledsl.rules.check.names import NOWHERE, OF_PIECES, OF_TILES, STRANGE
from ruledsl.rules.check.scope import Reason, Scope, WordOf, absent, ask, given_instead, why_nothing
from ruledsl.rules.check.typed.declarations import EVERY, DefineDef, PermissionDef

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.names import Names


def _literal(node: s.Number | s.Flag | s.Nothing) -> t.TExpr:
    if isinstance(node, s.Nothing):
        return t.Const(-1, type=NOTHING, span=node.span)
    return t.Const(int(node.value), type=FLAG if isinstance(node, s.Flag) else NUMBER, span=node.span)


class ExpressionChecker:
    """Checks expressions. Every method returns the typed expression, or None after reporting an error."""

    def __init__(self, names: Names, demand: Callable[[object], bool]) -> None:
        """`demand` makes sure that a value or definition has its type (checking it first if necessary)."""
        self.names = names
        self.demand = demand
        self.inside: set[int] = set()  # sums that are the left side of a sum being checked

    # ── entry points ──

    def check(self, node: s.Expr, scope: Scope, expected: Type | None = None) -> t.TExpr | None:
        """The typed expression, of the expected type if one is given."""
        result = self._infer(node, scope, expected)
        return result if result is None or expected is None else self.fit(result, expected)

    def fit(self, expr: t.TExpr, expected: Type) -> t.TExpr | None:
        """`expr` converted to `expected`, if there is a conversion; None after reporting a mismatch."""
        actual = expr.type
        if actual == expected or UNKNOWN.name in (actual.name, expected.name):
            return expr
        if actual == NOTHING and expected not in (NUMBER, FLAG):
            value = 0 if expected.is_set else -1
            return t.Const(value, type=expected, span=expr.span)
        if expected.is_set:
            if actual == DECK and expected in (set_of(TILE), ANY_SET):
                return t.DeckTiles(expr, type=set_of(TILE), span=expr.span)
            if expected.name == "anything" and actual.is_set:
                return expr
            if actual == expected.element and actual in BIT_SETS:
                return t.SetOf(expr, type=expected, span=expr.span)
        self.mismatch(expr.span, expected, actual)
        return None

    def mismatch(self, span: Span, expected: Type, actual: Type) -> None:
        """Report a type that does not fit."""
        misfit.mismatch(span, expected, actual, self.names.diagnostics)

    def open(self, node: s.Expr, scope: Scope, likely: Type | None = None) -> t.TExpr:
        """The typed expression, a bare name preferably as `likely`; after reporting an error, a placeholder that fits everywhere."""
        return self._infer(node, scope, likely) or self.unknown(node.span)

    def unknown(self, span: Span) -> t.TExpr:
        """The placeholder for an expression with errors."""
        return t.Const(0, type=UNKNOWN, span=span)

    def members(self, node: s.Expr, scope: Scope) -> t.TExpr | None:
        """Any set (or deck, as the set of its tiles)."""
        return self.check(node, scope, ANY_SET)

    # ── dispatch ──

    def _infer(self, node: s.Expr, scope: Scope, expected: Type | None) -> t.TExpr | None:
        match node:
            case s.Number() | s.Flag() | s.Nothing():
                return _literal(node)
            case s.Pronoun():
                return self._pronoun(node, scope)
            case s.Name():
                return self._name(node, scope, expected)
            case s.Call():
                return check_call(self, node.name, node.args, scope, node.span)
            case s.My():
                return check_my(self, node, scope)
            case s.Can():
                return self._can(node, scope)
            case s.Unary() | s.Binary() | s.Rounded() | s.Spared():
                return self._operator(node, scope)
            case s.Compare():
                return self._compare(node, scope)
            case s.Has():
                return self._has(node, scope)
            case s.Either():
                return self._either(node, scope, expected)
            case s.Filter() | s.Count() | s.Some() | s.Fold() | s.Reached() | s.Numbers():
                return self._sets(node, scope)

    def _pronoun(self, node: s.Pronoun, scope: Scope) -> t.TExpr | None:
        noun = scope.pronoun(node.word, node.span)
        if noun is None:
            meant, advice = given_instead(node.word, scope)
            self.names.diagnostics.error(
                "N010", why_nothing(node.word, scope), node.span, suggestion=meant, help=advice
            )
        if node.word == "here" and not scope.lies and isinstance(noun, t.VarRef):
            message = f"Nothing lies `here`: this rule is about any {noun.var.name}."
            advice = "With `here` before its name, a rule is about where the piece lies; else ask `sites of` the piece."
            self.names.diagnostics.error("R065", message, node.span, help=advice)
        return self.names.noun(TILE, noun.value, noun.span) if isinstance(noun, t.Const) else noun

    def _name(self, node: s.Name, scope: Scope, expected: Type | None) -> t.TExpr | None:
        text, span = node.text, node.span
        self.names.seen(text, scope, expected=expected)
        if text in scope.locals:
            var = scope.locals[text]
            self.names.means(span, var)
            return t.VarRef(var, type=var.type, span=span)
        owner = scope.origin.owner
        called, kinds = self.names.called(text, owner), self.names.kinds_of(text, owner.pack)
        near = min((self.names.nearness(kind, text, owner.pack) for kind in kinds), default=NOWHERE)
        if expected and self.names.nearness(expected, text, owner.pack) <= min(called, STRANGE):
            return self.names.word_of(expected, s.Word(text, span=span), owner.pack)
        asked = called < NOWHERE and (called < STRANGE or near >= STRANGE)
        # A nearer word is meant if the other thing of that name cannot be asked without saying of what.
        if asked and (called <= near or self.names.stands_alone(text, owner)):
            return check_call(self, s.Word(text, span=span), (), scope, span)
        if expected == FLAG and predicates.said_of_region(node, kinds, scope, self.names):
            return None
        if len(kinds) == 1:
            return self.names.word_of(kinds[0], s.Word(text, span=span), owner.pack)
        if kinds and expected == UNKNOWN:
            return self.unknown(span)
        if kinds:
            several = " or a ".join(str(kind) for kind in kinds)
            self.names.diagnostics.error("N011", f"`{text}` could be a {several} here.", span)
            return None
        words = self.names.words.get(expected, ()) if expected else ()
        candidates = chain(scope.locals, words, self.names.everything())
        if predicates.member_said(node, scope, self.names):
            return None
        what = str(expected) if expected and expected in self.names.words else "thing"
        likely = self.names.said_of(expected) if expected else ()
        self.names.unknown("N001", what, text, span, candidates, likely, absent(text, scope))
        return None

    # ── operators ──

    def _operator(self, node: s.Unary | s.Binary | s.Rounded | s.Spared, scope: Scope) -> t.TExpr | None:
        if isinstance(node, s.Spared):
            return self._spared(node, scope)
        if isinstance(node, s.Rounded):
            return self._rounded(node, scope)
        if isinstance(node, s.Unary):
            kind = FLAG if node.op == "not" else NUMBER
            operand = self.check(node.operand, scope, kind)
            if operand is None:
                return None
            if node.op == "not":
                return t.Not(operand, type=FLAG, span=node.span)
            zero = t.Const(0, type=NUMBER, span=node.span)
            return t.Math("-", zero, operand, type=NUMBER, span=node.span)
        if node.op in SETS:
            return self._sum(node, scope)
        operator = BINARY[node.op]
        left, right = self.check(node.left, scope, operator.of), self.check(node.right, scope, operator.of)
        make = t.Logic if operator.of == FLAG else t.Math
        return make(operator.sign, left, right, type=operator.of, span=node.span) if left and right else None

    def _rounded(self, node: s.Rounded, scope: Scope) -> t.TExpr | None:
        """Division rounds down; to round up, the negative number is divided."""
        divided = self.open(node.operand, scope)
        if divided.type == UNKNOWN:
            return None
        if not isinstance(divided, t.Math) or divided.op != "/":
            self.names.diagnostics.error(
                "T016",
                "This is no division: a whole number needs no rounding.",
                node.operand.span,
                expected="`half of …`, or a division in brackets, as in `(hand of me / 3) rounded up`",
            )
            return None
        return t.rounded_up(divided) if node.direction.text == "up" else divided

    def _sum(self, node: s.Binary, scope: Scope) -> t.TExpr | None:
        if s.counting_all(node.left) is not None:
            return self._sum_of_count(node, scope)
        return self._added(node, self.open(node.left, scope), scope)

    def _sum_of_count(self, node: s.Binary, scope: Scope) -> t.TExpr | None:
        """`number of a + 1`; or `number of a + b`, which counts the union in version 1. Types decide; each side is checked once."""
        is_inside = id(node) in self.inside
        self.inside.add(id(node.left))
        left = self.open(node.left, scope)
        self.inside.discard(id(node.left))
        if not isinstance(left, t.Count):
            return self._added(node, left, scope)
        right = self.open(node.right, scope)
        if right.type.is_set and right.type.element in BIT_SETS:
            members = self.fit(left.members, right.type)
            if not is_inside:
                self._old_counting(s.counting_all(node))
            if members is None:
                return None
            both = t.SetMath(node.op, members, right, type=right.type, span=node.span)
            return replace(left, members=both, span=node.span)
        if isinstance(node.left, s.Binary):
            self._old_counting(s.counting_all(node.left))
        number = self.fit(right, NUMBER)
        return t.Math(node.op, left, number, type=NUMBER, span=node.span) if number else None

    def _added(self, node: s.Binary, left: t.TExpr, scope: Scope) -> t.TExpr | None:
        if left.type == UNKNOWN:
            self.check(node.right, scope, UNKNOWN)
            return None
        if left.type == NUMBER:
            right = self.check(node.right, scope, NUMBER)
            return t.Math(node.op, left, right, type=NUMBER, span=node.span) if right else None
        kind = set_of(left.type.element) if left.type.is_set or left.type in BIT_SETS else None
        if kind is None or kind.element not in BIT_SETS:
            self.mismatch(left.span, NUMBER, left.type)
            return None
        first, second = self.fit(left, kind), self.check(node.right, scope, kind)
        return t.SetMath(node.op, first, second, type=kind, span=node.span) if first and second else None

    def _old_counting(self, node: s.Count | None) -> None:
        """Version 1: the operand of a count extends to the end without brackets."""
        if node is not None:
            members = node.members.members
            message = "`number of` counts what stands directly behind it; more of it goes in brackets."
            suggestion = f"({to_text(members)})"
            self.names.diagnostics.warning("N028", message, members.span, suggestion=suggestion)

    def _compare(self, node: s.Compare, scope: Scope) -> t.TExpr | None:
        if node.op not in COMPARISONS:
            among = self._membership(node, scope)
            return t.Not(among, type=FLAG, span=node.span) if among and node.op == "is not in" else among
        left: t.TExpr | None = self.open(node.left, scope)
        if not COMPARISONS[node.op].ordered and left is not None:
            test = self._predicate(left, node.right, scope)
            if test is not None:
                return t.Not(test, type=FLAG, span=node.span) if node.op == "is not" else test
        if left is None:
            return None
        if left.type == UNKNOWN:
            self.check(node.right, scope, UNKNOWN)
            return None
        if misfit.in_a_stage(node, left, self.names) or misfit.nobody_there(node, left, scope, self.names):
            return None
        comparison = COMPARISONS[node.op]
        if comparison.ordered and left.type != NUMBER:
            self.mismatch(left.span, NUMBER, left.type)
            return None
        if left.type == NOTHING:
            right = self._infer(node.right, scope, None)
            left = self.fit(left, right.type) if right else None
        else:
            right = self._infer(node.right, scope, left.type)
            right = (
                None
                if right is None or misfit.not_alike(node, left, right, self.names)
                else self.fit(right, left.type)
            )
        if left is None or right is None:
            return None
        if isinstance(right, t.SetOf) and not isinstance(left, t.SetOf):
            misfit.one_for_set(node, right.item.type, self.names.diagnostics)
        return t.Order(comparison.sign, left, right, type=FLAG, span=node.span)

    def _membership(self, node: s.Compare, scope: Scope) -> t.TExpr | None:
        if isinstance(node.right, s.Name | s.Call) and predicates.said_with_is(
            node, node.right, scope, self.names
        ):
            return None
        opened = self.open(node.right, scope, ANY_SET)
        if misfit.piece_inside(node, opened, self.names):
            return None
        members = self.fit(opened, ANY_SET)
        item = self.check(node.left, scope, members.type.element if members else None)
        return t.Member(item, members, type=FLAG, span=node.span) if item and members else None

    def _predicate(self, left: t.TExpr, right: s.Expr, scope: Scope) -> t.TExpr | None:
        """`region is coastal`, `region is forest`, `kind is fragile`, `people is enemy of other`; None if it is a comparison."""
        if not isinstance(right, s.Name | s.Call):
            return None
        word, span = right.text if isinstance(right, s.Name) else right.name.text, right.span
        self.names.seen(word, scope, left=left.type)
        owner = scope.origin.owner
        declared = [d for d in self.names.meant(word, owner, DefineDef) if d.is_predicate]
        if word in self.names.words.get(left.type, ()):
            # `mode is fiery`: the mode, even if a predicate has that name for other types.
            declared = [d for d in declared if d.params[0].type == left.type]
        is_predicate = bool(declared)
        if isinstance(right, s.Name):
            if word in scope.locals:
                return None
            traits = (
                (REGION, TRAIT, self.names.words[TRAIT]),
                (PIECE, OF_PIECES, self.names.piece_traits),
                (TILE, OF_TILES, self.names.tile_traits),
            )
            for kind, what, words in traits:
                near = self.names.nearness(what, word, owner.pack)
                nearest = near < STRANGE and near <= self.names.called(word, owner)
                if left.type in (kind, UNKNOWN) and near < NOWHERE and (nearest or not is_predicate):
                    meant = self.names.trait(what, word, owner.pack)
                    self.names.means(span, WordOf(f"trait of {kind}", meant))
                    return t.HasTrait(left, words[meant], meant, type=FLAG, span=span)
        if not is_predicate:
            is_staged = isinstance(right, s.Call) and predicates.said_in_a_stage(left, right, self.names)
            return self.unknown(span) if is_staged else None
        name, args = (right.name, right.args) if isinstance(right, s.Call) else (s.Word(word, span=span), ())
        return check_call(self, name, args, scope, span, first=left) or self.unknown(span)

    def _has(self, node: s.Has, scope: Scope) -> t.TExpr | None:
        place = self.check(node.left, scope)
        if place is not None and place.type != TILE:
            place = self.fit(place, REGION)
        if misfit.printed_there(node, self.names):
            return None
        kind = self.check(s.Name(node.kind.text, span=node.kind.span), scope, PIECE)
        return t.HasPiece(place, kind, type=FLAG, span=node.span) if place and kind else None

    def _either(self, node: s.Either, scope: Scope, expected: Type | None) -> t.TExpr | None:
        condition = self.check(node.condition, scope, FLAG)
        then = self.check(node.then, scope, expected)
        otherwise = self.check(
            node.otherwise, scope, then.type if then and then.type != NOTHING else expected
        )
        if then and otherwise and then.type == NOTHING:
            then = self.fit(then, otherwise.type)
        if not (condition and then and otherwise):
            return None
        return t.Either(condition, then, otherwise, type=otherwise.type, span=node.span)

    # ── sets ──

    def _sets(
        self, node: s.Filter | s.Count | s.Some | s.Fold | s.Reached | s.Numbers, scope: Scope
    ) -> t.TExpr | None:
        if isinstance(node, s.Numbers):
            least, most = self.check(node.least, scope, NUMBER), self.check(node.most, scope, NUMBER)
            return ask("numbers", (least, most), node.span) if least and most else None
        if isinstance(node, s.Reached):
            return self._reached(node, scope)
        whole = s.counting_all(node.members, node.condition) if isinstance(node, s.Filter) else None
        if whole is not None:
            self._old_counting(whole)
            return self._sets(whole, scope)
        if isinstance(node, s.Filter):
            written = s.Members(None, node.members, node.condition, span=node.span)
        elif node.members is None:
            return self._themselves(node, scope)
        else:
            written = node.members
        members = self._looked_through(node, written.members, scope) or self.unknown(written.members.span)
        inner, var = scope.with_member(written.binder, members.type.element)
        condition = self.check(written.condition, inner, FLAG) if written.condition else None
        broken = written.condition is not None and condition is None
        if isinstance(node, s.Fold):
            return None if broken else self._fold(node, inner, var, members, condition)
        if broken or members.type == UNKNOWN:
            return None
        if isinstance(node, s.Filter) and condition is not None:
            return t.Filter(var, members, condition, type=members.type, span=node.span)
        if isinstance(node, s.Count):
            return t.Count(var, members, condition, type=NUMBER, span=node.span)
        return t.Exists(var, members, condition, type=FLAG, span=node.span)

    def _looked_through(
        self, node: s.Filter | s.Count | s.Some | s.Fold, members: s.Expr, scope: Scope
    ) -> t.TExpr | None:
        """The set whose members are picked, counted or added up."""
        opened = self.open(members, scope, ANY_SET)
        if isinstance(node, s.Count) and no_set(node, opened, self.names):
            return None
        return self.fit(opened, ANY_SET)

    def _fold(
        self, node: s.Fold, inner: Scope, var: t.Var, members: t.TExpr, condition: t.TExpr | None
    ) -> t.TExpr | None:
        term = self.open(node.term, inner)
        if UNKNOWN in (term.type, members.type):
            return None
        sets = node.op == "sum" and term.type.is_set and term.type.element in BIT_SETS
        if term.type != NUMBER and not sets:
            self.mismatch(term.span, NUMBER, term.type)
            return None
        return t.Fold(node.op, term, var, members, condition, type=term.type, span=node.span)

    def _themselves(self, node: s.Fold, scope: Scope) -> t.TExpr | None:
        """The highest, lowest or sum of a set of numbers."""
        members = self.open(node.term, scope)
        if members.type == UNKNOWN:
            return None
        if members.type != set_of(NUMBER):
            message = (
                f"This is a {members.type}; without `over`, `{node.op} of` looks at the numbers of a set."
            )
            advice = f"To go through a set, write `{node.op} of (…) over` and the set; its member is `it`."
            self.names.diagnostics.error(
                "T001", message, members.span, expected="several dice, or another set of numbers", help=advice
            )
            return None
        var = t.Var("it", NUMBER)
        term = t.VarRef(var, type=NUMBER, span=node.span)
        return t.Fold(node.op, term, var, members, None, type=NUMBER, span=node.span)

    def _reached(self, node: s.Reached, scope: Scope) -> t.TExpr | None:
        start = self.open(node.start, scope)
        if start.type == UNKNOWN:
            return None
        kind = set_of(start.type.element if start.type.is_set else start.type)
        if kind.element not in BIT_SETS:
            self.mismatch(start.span, set_of(REGION), start.type)
            return None
        members = self.fit(start, kind)
        inner, var = scope.with_member(node.name, kind.element)
        step = self.check(node.step, inner, kind)
        return t.Reach(var, members, step, type=kind, span=node.span) if members and step else None

    def _spared(self, node: s.Spared, scope: Scope) -> t.TExpr | None:
        value, source = self.check(node.value, scope), self.open(node.source, scope, PIECE)
        if value is None or UNKNOWN in (value.type, source.type):
            return None
        if not isinstance(value, t.ValueOf):
            self.names.diagnostics.error(
                "T019",
                "Nothing changes this: it is no value.",
                node.value.span,
                expected="a value before `despite`, as in `immune of region despite fortress`",
            )
            return None
        if source.type not in (PIECE, TILE):
            self.mismatch(node.source.span, PIECE, source.type)
            return None
        return t.Spared(value, source, type=value.type, span=node.span)

    def _can(self, node: s.Can, scope: Scope) -> t.TExpr | None:
        permission = self.names.one(node.name, scope.origin.owner, PermissionDef)
        if permission is None:
            return None
        args = self.arguments(
            permission.name, permission.params, permission.preps, node.args, scope, node.span
        )
        reasons = self.names.reasons.get(permission, set())
        strange = [word for word in node.despite if word.text not in (*reasons, EVERY)]
        for word in node.despite:
            if word.text != EVERY:
                self.names.means(word.span, Reason(permission, word.text))
        for word in strange:
            self.names.no_prohibition(permission, word)
        if args is None or strange:
            return None
        despite = tuple(sorted({word.text for word in node.despite}))
        if despite:
            self.names.despites.append((permission, despite))
        return t.CanDo(permission, args, despite, type=FLAG, span=node.span)

    # ── arguments ──

    def arguments(
        self,
        name: str,
        params: list[t.Var],
        preps: list[str],
        args: tuple[s.Arg, ...],
        scope: Scope,
        span: Span,
        first: t.TExpr | None = None,
    ) -> tuple[t.TExpr, ...] | None:
        """The checked arguments of a call to a declaration, in order, with their prepositions."""
        given = len(args) + (first is not None)
        if given != len(params) and self.names.is_doubtful(name):
            return None
        parts = (f"{prep} {param.name}".strip() for prep, param in zip(preps, params, strict=True))
        shape = " ".join([name, *parts])
        if given != len(params):
            if self.names.meanings is not None:  # an editor wants to know what fits
                for param, arg in zip(params[given - len(args) :], args, strict=False):
                    self.check(arg.value, scope, param.type)
            self._other_number(name, shape, given, params, preps, args, scope, span, first)
            return None
        checked: list[t.TExpr | None] = []
        rest = params
        if first is not None:
            checked.append(self.fit(first, params[0].type))
            rest, preps = params[1:], preps[1:]
        for param, prep, arg in zip(rest, preps, args, strict=True):
            if prep and arg.prep != prep and not self.names.is_doubtful(name):
                self.names.diagnostics.error(
                    "T003",
                    f"`{prep}` belongs before {param.name}, not `{arg.prep}`.",
                    arg.span,
                    expected=f"`{shape}`",
                    suggestion=prep,
                    fix=misfit.other_preposition(arg, prep, self.names.diagnostics),
                )
                return None
            checked.append(self.check(arg.value, scope, param.type))
        return tuple(a for a in checked if a is not None) if all(checked) else None

    def _other_number(  # noqa: PLR0913, PLR0917 - all that is known of the call
        self,
        name: str,
        shape: str,
        given: int,
        params: list[t.Var],
        preps: list[str],
        args: tuple[s.Arg, ...],
        scope: Scope,
        span: Span,
        first: t.TExpr | None,
    ) -> None:
        """Report a wrong number of arguments."""
        needed = len(preps)
        if given > needed and misfit.with_condition(args, self.names.diagnostics):
            return
        if predicates.predicate_said(name, first, args, span, scope, self.names):
            return
        self.names.diagnostics.error(
            "T002",
            f"`{name}` needs {needed} of these, {given} given.",
            span,
            expected=f"`{shape}`",
            fix=misfit.parted(needed, preps, args, scope, self.names.diagnostics)
            or (None if given else misfit.of_whom(name, params, preps, span, scope, self.names)),
        )
