"""Which rules were really used: the program compiled once more, with a note taken wherever a rule takes effect.

Games without coverage run the ordinary code. Counted are modifiers that applied, prohibitions that stood against something, permits that
lifted one, triggers and replacements whose condition held, actions that were taken and bodies of events that ran. Not counted are the
bases of values and definitions (every rule above asks them), and what only an explanation looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.compile.build import _Build
from ruledsl.compile.pyast import const, expr, stmts
from ruledsl.compile.values import ValueCompiler, is_static
from ruledsl.testkit.values import Clause

if TYPE_CHECKING:
    from ruledsl.check.program import ForbidDef, ModifierDef, Origin, PermitDef, Program
    from ruledsl.check.typed import TBlock, TExpr, Var
    from ruledsl.compile.expressions import Expressions
    from ruledsl.play.rules import Rules

__all__ = ["Coverage", "clauses_of", "instrumented"]


class Coverage:
    """The origins of all rules that were used."""

    def __init__(self) -> None:
        self.used: set[Origin] = set()

    def clauses(self, rules: Rules) -> list[Clause]:
        """Every rule of these packs, in their order."""
        return [
            Clause(kind, name, str(origin.owner), origin.span, origin in self.used)
            for kind, name, origin in clauses_of(rules.program)
        ]


def clauses_of(program: Program) -> Iterator[tuple[str, str, Origin]]:
    """What is counted: kind, name and origin of each rule."""
    yield from (("modifier", m.value.name, m.origin) for m in program.modifiers)
    yield from (("forbid", f"{f.permission.name} as {f.reason}", f.origin) for f in program.forbids)
    yield from (("permit", f"{p.permission.name} despite {p.reason}", p.origin) for p in program.permits)
    yield from (("trigger", f"{t.moment} {t.event.name}", t.origin) for t in program.triggers)
    yield from (("action", action.name, action.origin) for action in program.actions)
    yield from (("event", event.name, event.origin) for event in program.events if event.body)


def instrumented(rules: Rules, coverage: Coverage) -> Rules:
    """The same rules, compiled so that `coverage` learns what is used."""
    return replace(rules, code=_Noting(rules.program, coverage).run(), boards={})


class _Noting(_Build):
    """Compiles the long way, with notes. A rule has a number: its place among `clauses_of`."""

    the_long_way = True

    def __init__(self, program: Program, coverage: Coverage) -> None:
        super().__init__(program)
        self.origins = [origin for _, _, origin in clauses_of(program)]
        self.numbers = {origin: number for number, origin in enumerate(self.origins)}
        self.used = coverage.used
        self.values = _NotingValues(self, self.values)

    def note(self, origin: Origin) -> list[ast.stmt]:
        """The statement that notes a rule."""
        return stmts("note(N)", N=const(self.numbers[origin]))

    def procedure(
        self, title: str, origin: Origin, params: list[Var], body: TBlock, condition: TExpr | None
    ) -> int:
        """The note stands in the first step, after the condition."""
        number = super().procedure(title, origin, params, body, condition)
        if origin in self.numbers:
            first = next(
                item
                for item in reversed(self.out)
                if isinstance(item, ast.FunctionDef) and item.name == f"s_{number}_0"
            )
            place = 0 if condition is None else 1
            first.body[place:place] = self.note(origin)
        return number

    def _execute(self) -> dict[str, Any]:
        found = super()._execute()
        used, origins = self.used, self.origins

        def seen(number: int, mask: int) -> int:
            if mask:
                used.add(origins[number])
            return mask

        found["note"] = lambda number: used.add(origins[number])
        found["seen"] = seen
        for prefix, rules in (
            ("m", self.program.modifiers),
            ("f", self.program.forbids),
            ("l", self.program.permits),
        ):
            for rule in rules:
                key = f"{prefix}_{rule.index}"
                if key in found:
                    found[key] = self._watched(found[key], rule.origin, zero_counts=prefix == "m")
        return found

    def _watched(self, fn: Callable[..., Any], origin: Origin, *, zero_counts: bool) -> Callable[..., Any]:
        used = self.used

        def watched(*args: Any) -> Any:
            answer = fn(*args)
            if answer or (zero_counts and answer is not None):
                used.add(origin)
            return answer

        return watched


class _NotingValues(ValueCompiler):
    """The rules of packs themselves are written into values and permissions: so are their notes."""

    def __init__(self, build: _Noting, plain: ValueCompiler) -> None:
        super().__init__(plain.context, plain.out, plain.immunity)
        self.build = build

    def _fixed(self, modifier: ModifierDef, use: Expressions) -> list[ast.stmt]:
        lines = super()._fixed(modifier, use)
        note = self.build.note(modifier.origin)
        if modifier.condition is None:
            return [*note, *lines]
        test = lines[0]
        assert isinstance(test, ast.If)  # noqa: S101 - what has a condition is an `if`
        test.body[0:0] = note
        return lines

    def _forbidden(
        self, bad: ast.expr, forbid: ForbidDef, use: Expressions, others: list[ast.expr]
    ) -> list[ast.stmt]:
        lines = super()._forbidden(self._seen(forbid, bad), forbid, use, others)
        permits = forbid.permission.permits
        lifting = (p for p in permits if p.reason == forbid.reason and is_static(p.origin.owner))
        for permit, line in zip(lifting, lines[1:], strict=False):
            assert isinstance(line, ast.AugAssign) and isinstance(line.value, ast.UnaryOp)  # noqa: S101, PT018
            line.value.operand = self._seen(permit, expr("bad & (LIFTED)", LIFTED=line.value.operand))
        return lines

    def _seen(self, rule: ForbidDef | PermitDef, mask: ast.expr) -> ast.expr:
        return expr("seen(N, MASK)", N=const(self.build.numbers[rule.origin]), MASK=mask)
