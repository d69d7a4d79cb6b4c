"""Calls: `tokens of me in region`, `my ally`, `round`. Resolves names with arguments."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from ruledsl.base.diagnostics import Fix
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.advice.phrases import PHRASES
from ruledsl.language.vocabulary.builtins import HALF, Builtin, builtins_named
from ruledsl.language.vocabulary.types import (
    GAME,
    NOTHING,
    NUMBER,
    PEOPLE,
    PLAYER,
    TILE,
    TRAIT,
    UNKNOWN,
    Type,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.advice.misfit import (
    beside,
    in_brackets,
    other_preposition,
    other_prepositions,
    other_pronoun,
    other_question,
    with_condition,
)
from ruledsl.rules.check.scope import WordOf, why_nothing
from ruledsl.rules.check.typed.declarations import EventDef, MemoryDef, PermissionDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.names import Asked, Names
    from ruledsl.rules.check.scope import Scope

COUNTING = ("number", "sum", "highest", "lowest")
"""Words of the language that look like questions before `of`."""


class Checker(Protocol):
    """The checker of arguments (`expressions`)."""

    @property
    def names(self) -> Names:
        """The meanings of names."""

    def demand(self, declared: object, /) -> bool:
        """Is a declaration well-typed? Checks it first if necessary."""

    def check(self, node: s.Expr, scope: Scope, expected: Type | None = None) -> t.TExpr | None:
        """An expression of an expected type; None if it has errors."""

    def open(self, node: s.Expr, scope: Scope, likely: Type | None = None) -> t.TExpr:
        """An expression of any type, a bare name preferably of the `likely` one; a placeholder if it has errors."""

    def fit(self, expr: t.TExpr, expected: Type) -> t.TExpr | None:
        """An expression converted to a type, if there is a conversion; None after reporting a mismatch."""

    def unknown(self, span: Span) -> t.TExpr:
        """The placeholder for an expression with errors."""

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


def check_call(
    checker: Checker,
    name: s.Word,
    args: tuple[s.Arg, ...],
    scope: Scope,
    span: Span,
    first: t.TExpr | None = None,
) -> t.TExpr | None:
    """A call by name; `first` is an already checked argument (left of `is`, or the bearer after `my`)."""
    names, text = checker.names, name.text
    names.seen(text, scope, first=first.type if first else None)
    declared = names.asked(text, scope.origin.owner)
    if len(declared) > 1:
        names.several(name, declared)
        return None
    if declared:
        names.means(name.span, declared[0])
        return _declared(checker, declared[0], text, args, scope, span, first)
    if text in names.fields:
        names.means(name.span, WordOf("number", text))
        given = checker.arguments(text, [t.Var("tile", TILE)], ["of"], args, scope, span, first)
        return t.FieldOf(text, given[0], type=NUMBER, span=span) if given else None
    builtins = builtins_named(text)
    if builtins:
        names.means(name.span, WordOf("question", text))
        return _ask(checker, builtins, args, scope, span, first)
    if not _of_terrain(checker, name, args, span):
        _unknown(checker, name, _chained(checker, name, args, scope))
    return None


def _of_terrain(checker: Checker, name: s.Word, args: tuple[s.Arg, ...], span: Span) -> bool:
    """Report `forests of me`, which are the regions that are one."""
    terrain, diagnostics = name.text.removesuffix("s"), checker.names.diagnostics
    if terrain not in checker.names.words[TRAIT] or [arg.prep for arg in args] != ["of"]:
        return False
    row = diagnostics.sources.line(span.file, span.line) or ""
    whose = row[args[0].value.span.column - 1 : args[0].value.span.end_column - 1]
    told = f"regions of {whose} where it is {terrain}"
    message = f"`{terrain}` is what regions are: ask for the regions that are it."
    fix = Fix(span, told) if span.line == span.end_line else None
    diagnostics.error("N002", message, name.span, expected=f"`{told}`", fix=fix)
    return True


def _chained(checker: Checker, name: s.Word, args: tuple[s.Arg, ...], scope: Scope) -> Fix | None:
    """The fix for `tokens of people of region`: the second preposition that the question before the noun wants."""
    diagnostics, span = checker.names.diagnostics, name.span
    row = diagnostics.sources.line(span.file, span.line) or ""
    asked = re.search(r"([a-z][a-z0-9_]*) of $", row[: span.column - 1])
    if name.text not in scope.locals or asked is None or [arg.prep for arg in args] != ["of"]:
        return None
    declared = [d for d in checker.names.asked(asked[1], scope.origin.owner) if not isinstance(d, MemoryDef)]
    shapes = [*(tuple(d.preps) for d in declared), *(b.preps for b in builtins_named(asked[1]))]
    wanted = next((preps[1] for preps in shapes if len(preps) > 1 and preps[0] == "of"), "")
    return other_preposition(args[0], wanted, diagnostics) if wanted else None


def _declared(
    checker: Checker,
    declared: Asked,
    text: str,
    args: tuple[s.Arg, ...],
    scope: Scope,
    span: Span,
    first: t.TExpr | None,
) -> t.TExpr | None:
    """A call of a value, a definition or a memory."""
    if isinstance(declared, MemoryDef):
        return _recall(checker, declared, args, scope, span, first)
    if not checker.demand(declared):
        return None
    given = checker.arguments(text, declared.params, declared.preps, args, scope, span, first)
    if given is None:
        return None
    if isinstance(declared, ValueDef):
        if declared is scope.changes:
            declared = checker.names.program.bare(declared)
        return t.ValueOf(declared, given, type=declared.type, span=span)
    return t.Defined(declared, given, type=declared.type, span=span)


def _unknown(checker: Checker, name: s.Word, chained: Fix | None) -> None:
    names, text = checker.names, name.text
    if chained is not None:
        message = f"`{text}` is a name of this rule, and nothing can be asked of it."
        names.diagnostics.error("N002", message, name.span, fix=chained)
        return
    for what, kind in (("event", EventDef), ("permission", PermissionDef)):
        if any(isinstance(declared, kind) for declared in names.declared.get(text, ())):
            names.diagnostics.error(
                "N012",
                f"`{text}` is {'an' if what == 'event' else 'a'} {what}, not a value.",
                name.span,
                expected="a value, a memory, a definition or a question to the game",
            )
            return
    if beside(name.span, names.diagnostics):
        return
    if (text, "of") in PHRASES:
        meant = PHRASES[text, "of"][0][0]
        message = f"`{text}` is not how the language counts."
        names.diagnostics.error("N027", message, name.span, suggestion=meant)
        return
    names.unknown("N002", "value", text, name.span, chain(names.all_callable(), COUNTING))


def _recall(
    checker: Checker,
    memory: MemoryDef,
    args: tuple[s.Arg, ...],
    scope: Scope,
    span: Span,
    first: t.TExpr | None,
) -> t.TExpr | None:
    params = [] if memory.on == GAME else [t.Var(memory.on.name, memory.on)]
    given = checker.arguments(memory.name, params, ["of"] * len(params), args, scope, span, first)
    if given is None:
        return None
    return t.Recall(memory, given[0] if given else None, type=memory.type, span=span)


def _ask(
    checker: Checker,
    builtins: list[Builtin],
    args: tuple[s.Arg, ...],
    scope: Scope,
    span: Span,
    first: t.TExpr | None,
) -> t.TExpr | None:
    preps = tuple(a.prep for a in args)
    skip = 1 if first is not None else 0
    fitting = [b for b in builtins if len(b.params) == len(args) + skip and b.preps[skip:] == preps]
    text = builtins[0].name
    for place, arg in enumerate(args, start=skip):
        kinds = (b.params[place] for b in builtins if b.preps[skip : place + 1] == preps[: place + 1 - skip])
        checker.names.seen_as(arg.value, scope, kinds)
    if not fitting and checker.names.is_doubtful(text):
        return None
    if not fitting and (
        beside(span, checker.names.diagnostics) or with_condition(args, checker.names.diagnostics)
    ):
        return None
    if not fitting:
        shapes = " or ".join(_shape(b) for b in builtins)
        checker.names.diagnostics.error(
            "T002",
            f"`{text}` is not asked like this.",
            span,
            expected=shapes,
            fix=_bracketed(checker, args)
            or _preposition(checker, builtins, args, skip)
            or _otherwise(checker, text, args, scope, span),
            others=_of_what_there_is(builtins, args, scope, span),
        )
        return None
    if len(fitting) == 1:
        return _asked(checker, fitting[0], args, scope, span, first)
    return _chosen(checker, fitting, args, scope, span, first)


def _of_what_there_is(
    builtins: list[Builtin], args: tuple[s.Arg, ...], scope: Scope, span: Span
) -> Iterator[Fix]:
    """The fix for a question without what it is asked of: `terrain of region`, if the rule is about a region."""
    for builtin in builtins:
        about = [
            next((n for n, var in scope.locals.items() if var.type == kind), "") for kind in builtin.params
        ]
        if not args and about and all(about):
            told = [f"{prep} {one}" for prep, one in zip(builtin.preps, about, strict=True)]
            yield Fix(span, " ".join([builtin.name, *told]))


def _bracketed(checker: Checker, args: tuple[s.Arg, ...]) -> Fix | None:
    """The fix for two arguments that are one question without its brackets."""
    inner = args[-2].value if len(args) > 1 else None
    if not isinstance(inner, s.Call):
        return None
    shapes = {builtin.preps for builtin in builtins_named(inner.name.text)}
    return in_brackets(args, shapes, checker.names.diagnostics)


def _preposition(checker: Checker, builtins: list[Builtin], args: tuple[s.Arg, ...], skip: int) -> Fix | None:
    """The fix for wrong prepositions."""
    for builtin in builtins:
        wanted = builtin.preps[skip:]
        if len(wanted) == len(args):
            wrong = [(arg, prep) for arg, prep in zip(args, wanted, strict=True) if arg.prep != prep]
            if len(wrong) == 1:
                return other_preposition(*wrong[0], checker.names.diagnostics)
            return other_prepositions(args, wanted, checker.names.diagnostics)
    return None


def _otherwise(checker: Checker, name: str, args: tuple[s.Arg, ...], scope: Scope, span: Span) -> Fix | None:
    """The fix for a question that needs more than the one thing it is asked of."""
    if len(args) != 1 or args[0].prep != "of":
        return None
    kinds = {builtin.params[0] for builtin in builtins_named(name) if builtin.params}
    likely = kinds.pop() if len(kinds) == 1 else None
    return other_question(name, checker.open(args[0].value, scope, likely), span)


def _chosen(
    checker: Checker,
    fitting: list[Builtin],
    args: tuple[s.Arg, ...],
    scope: Scope,
    span: Span,
    first: t.TExpr | None,
) -> t.TExpr | None:
    """The overload of a built-in that fits the types of its arguments. Each argument is checked once."""
    given = [first] if first is not None else []
    for place, arg in enumerate(args, start=len(given)):
        kinds = {builtin.params[place] for builtin in fitting}
        checked = checker.check(arg.value, scope, kinds.pop() if len(kinds) == 1 else None)
        given.append(checked or checker.unknown(arg.value.span))
    types = [argument.type for argument in given]
    if UNKNOWN in types:
        return None
    best = next((b for b in fitting if _same(b, types)), None)
    if best is None:
        shapes = " or ".join(_shape(b) for b in fitting)
        wrong = next((k for i, k in enumerate(types) if all(b.params[i] != k for b in fitting)), types[-1])
        message = f"`{fitting[0].name}` cannot be asked of a {wrong}."
        fix = _pronoun(checker, fitting, args, types)
        checker.names.diagnostics.error("T001", message, span, expected=shapes, fix=fix)
        return None
    fitted = [checker.fit(argument, kind) for argument, kind in zip(given, best.params, strict=True)]
    return _answer(checker, best, fitted, span)


def _pronoun(
    checker: Checker, fitting: list[Builtin], args: tuple[s.Arg, ...], types: list[Type]
) -> Fix | None:
    """The fix for `regions of you`: `me`, or vice versa."""
    skip = len(types) - len(args)
    for place, arg in enumerate(args, start=skip):
        for kind in {builtin.params[place] for builtin in fitting}:
            meant = other_pronoun(arg.value.span, kind, types[place], checker.names.diagnostics)
            if meant:
                return Fix(arg.value.span, meant)
    return None


def _same(builtin: Builtin, kinds: list[Type]) -> bool:
    return all(k in (p, NOTHING) for p, k in zip(builtin.params, kinds, strict=True))


def _answer(
    checker: Checker, builtin: Builtin, given: Sequence[t.TExpr | None], span: Span
) -> t.TExpr | None:
    checker.names.program.has_borders |= builtin.on_borders
    arguments = tuple(argument for argument in given if argument is not None)
    if len(arguments) != len(given):
        return None
    if builtin.code == HALF:
        return t.Math("/", arguments[0], t.Const(2, type=NUMBER, span=span), type=NUMBER, span=span)
    result = arguments[0].type.element if builtin.gives_member else builtin.result
    return t.Ask(builtin, arguments, type=result, span=span)


def _asked(
    checker: Checker,
    builtin: Builtin,
    args: tuple[s.Arg, ...],
    scope: Scope,
    span: Span,
    first: t.TExpr | None,
) -> t.TExpr | None:
    params = [t.Var(str(kind), kind) for kind in builtin.params]
    given = checker.arguments(builtin.name, params, list(builtin.preps), args, scope, span, first)
    return _answer(checker, builtin, given, span) if given is not None else None


def _shape(builtin: Builtin) -> str:
    parts = [f"{prep} {kind}" for prep, kind in zip(builtin.preps, builtin.params, strict=True)]
    return f"`{' '.join([builtin.name, *parts])}`"


def check_my(checker: Checker, node: s.My, scope: Scope) -> t.TExpr | None:
    """`my ally`, `my tokens in region`: the bearer, or its player where a player is needed."""
    me = scope.pronoun("me", node.span)
    you = scope.pronoun("you", node.span)
    if me is None or you is None:
        owner = scope.origin.owner
        why = (
            why_nothing("my", scope)
            if owner.tile
            else "`my` needs a bearer; this rule belongs to a whole pack, which nobody bears."
        )
        checker.names.diagnostics.error("N010", why, node.span)
        return None
    bearer = you if _asks_for_player(checker, node.name.text, scope) else me
    return check_call(checker, node.name, node.args, scope, node.span, first=bearer)


def _asks_for_player(checker: Checker, text: str, scope: Scope) -> bool:
    for declared in checker.names.asked(text, scope.origin.owner):
        if isinstance(declared, MemoryDef):
            return declared.on == PLAYER
        return bool(declared.params) and declared.params[0].type == PLAYER
    builtins = builtins_named(text)
    bearers = {b.params[0] for b in builtins if b.params}
    return PLAYER in bearers and PEOPLE not in bearers
