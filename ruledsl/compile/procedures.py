"""Effects as procedures: chains of steps, cut wherever the game may have to wait or another event runs first.

A step is a Python function of the state and the frame. It says in `F[1]` which step comes next. Locals live in the frame, so that a
state can be saved between any two steps.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.expressions import Expressions
from ruledsl.compile.pyast import const, expr, function, stmts
from ruledsl.compile.simple import SimpleEffects
from ruledsl.engine.code import ChoiceInfo
from ruledsl.engine.run import SLOTS

if TYPE_CHECKING:
    from ruledsl.check.program import Origin
    from ruledsl.compile.context import Context

__all__ = ["Procedure", "suspends"]

_WAITING = (t.TDo, t.TChoose, t.TMay, t.TOffer)


def suspends(effects: t.TBlock) -> bool:
    """Can the game have to wait, or another event run, in the middle of these?"""
    for effect in effects:
        if isinstance(effect, _WAITING):
            return True
        if isinstance(effect, t.TForEach | t.TRepeat) and suspends(effect.body):
            return True
        if isinstance(effect, t.TIf) and (
            any(suspends(b) for _, b in effect.branches) or suspends(effect.otherwise)
        ):
            return True
    return False


class Procedure:
    """Compiles one body. After `compile`, `steps` are the names of its functions and `choices` what it can ask."""

    def __init__(
        self, context: Context, number: int, origin: Origin, params: list[t.Var], out: list[ast.stmt]
    ) -> None:
        self.context = context
        self.number = number
        self.origin = origin
        self.out = out
        self.params = len(params)
        self.slots = self.params
        self.choices: dict[int, ChoiceInfo] = {}
        self.steps: list[list[ast.stmt]] = [[]]
        self.lines = self.steps[0]
        env = {p: self._slot(i) for i, p in enumerate(params)}
        self.use = Expressions(context, env, expr("F[2]"), expr("F[3]"), expr("F[4]"))
        self.simple = SimpleEffects(self)

    def _slot(self, index: int) -> ast.expr:
        return expr("F[N]", N=const(SLOTS + index))

    def bind(self, var: t.Var) -> ast.expr:
        """A slot of its own for a local."""
        slot = self._slot(self.slots)
        self.slots += 1
        self.use.env[var] = slot
        return slot

    def spare(self) -> ast.expr:
        """A slot without a name (the rest of a loop)."""
        self.slots += 1
        return self._slot(self.slots - 1)

    def compile(self, body: t.TBlock, condition: t.TExpr | None = None) -> None:
        """The whole body; with a condition it is left at once when that does not hold."""
        if condition is not None:
            self.lines += stmts("if not C:\n    g.frames.pop()\n    return", C=self.use(condition))
        self.block(body)
        self.lines += stmts("g.frames.pop()")
        for index, lines in enumerate(self.steps):
            self.out.append(function(self.step_name(index), ["g", "F"], lines))

    def step_name(self, index: int) -> str:
        """What the function of a step is called."""
        return f"s_{self.number}_{index}"

    @property
    def step_names(self) -> list[str]:
        """All of them in order."""
        return [self.step_name(index) for index in range(len(self.steps))]

    @property
    def pad(self) -> tuple[int, ...]:
        """What has to follow the parameters in a new frame."""
        return (-1,) * (self.slots - self.params)

    # ── steps ──

    def new_step(self) -> int:
        """A step that is written later (`goto` it, then `begin` it)."""
        self.steps.append([])
        return len(self.steps) - 1

    def begin(self, step: int) -> None:
        """Write on in this step."""
        self.lines = self.steps[step]

    def goto(self, step: int) -> None:
        """End the current step: that one comes next."""
        self.lines += [*stmts("F[1] = N", N=const(step)), ast.Return(None)]

    def goto_next(self) -> int:
        """Cut here."""
        step = self.new_step()
        self.goto(step)
        self.begin(step)
        return step

    def block(self, effects: t.TBlock) -> None:
        """Effects in order."""
        for effect in effects:
            self.effect(effect)

    def inline(self, effects: t.TBlock) -> list[ast.stmt]:
        """Effects that never wait, as statements."""
        outer, self.lines = self.lines, []
        self.block(effects)
        found, self.lines = self.lines, outer
        return found

    # ── effects ──

    def effect(self, effect: t.TEffect) -> None:
        """One effect."""
        match effect:
            case t.TDo():
                self._do(effect)
            case t.TIf():
                self._if(effect)
            case t.TForEach():
                self._for_each(effect)
            case t.TRepeat():
                self._repeat(effect)
            case t.TChoose():
                self._choose(effect)
            case t.TMay():
                self._may(effect)
            case t.TOffer():
                self._offer(effect)
            case _:
                self.lines += self.simple(effect)

    def _do(self, effect: t.TDo) -> None:
        args = ast.Tuple([self.use(a) for a in effect.args], ast.Load())
        step = self.new_step()
        self.lines += stmts(
            "F[1] = N\npush(g, E, ARGS)", N=const(step), E=const(effect.event.index), ARGS=args
        )
        self.lines.append(ast.Return(None))
        self.begin(step)

    def _if(self, effect: t.TIf) -> None:
        if not suspends((effect,)):
            lines = self.inline(effect.otherwise)
            for condition, body in reversed(effect.branches):
                test = ast.If(self.use(condition), self.inline(body) or [ast.Pass()], lines)
                lines = [test]
            self.lines += lines
            return
        after = self.new_step()
        for condition, body in effect.branches:
            otherwise = self.new_step()
            self.lines += stmts(
                "if not C:\n    F[1] = N\n    return", C=self.use(condition), N=const(otherwise)
            )
            self.block(body)
            self.goto(after)
            self.begin(otherwise)
        self.block(effect.otherwise)
        self.goto(after)
        self.begin(after)

    def _for_each(self, effect: t.TForEach) -> None:
        item = self.bind(effect.var)
        source = self.use.iterate(effect.members, ordered=True)
        if not suspends(effect.body):
            body = self.inline(effect.body) or [ast.Pass()]
            self.lines += stmts(
                "for ITEM in spending(g, SOURCE):\n    BODY", ITEM=item, SOURCE=source, BODY=body
            )
            return
        rest = self.spare()
        self.lines += stmts("REST = tuple(SOURCE)", REST=rest, SOURCE=source)
        head, after = self.goto_next(), self.new_step()
        self.lines += stmts(
            "if not REST:\n    F[1] = N\n    return\nITEM = REST[0]\nREST = REST[1:]",
            REST=rest,
            ITEM=item,
            N=const(after),
        )
        self.block(effect.body)
        self.goto(head)
        self.begin(after)

    def _repeat(self, effect: t.TRepeat) -> None:
        if not suspends(effect.body):
            body = self.inline(effect.body) or [ast.Pass()]
            self.lines += stmts(
                "for _ in range(spend(g, TIMES)):\n    BODY", TIMES=self.use(effect.times), BODY=body
            )
            return
        rest = self.spare()
        self.lines += stmts("REST = TIMES", REST=rest, TIMES=self.use(effect.times))
        head, after = self.goto_next(), self.new_step()
        self.lines += stmts("if REST <= 0:\n    F[1] = N\n    return\nREST -= 1", REST=rest, N=const(after))
        slot = self.slots if effect.declinable else -1
        self.block(effect.body)
        if effect.declinable:
            ended = "SLOT < 1" if isinstance(effect.body[0], t.TMay) else "SLOT < 0"
            self.lines += stmts(
                "if ENDED:\n    REST = 0", ENDED=expr(ended, SLOT=self._slot(slot)), REST=rest
            )
        self.goto(head)
        self.begin(after)

    # ── choices ──

    def _asked(self, kind: str, word: str, type_name: str, effect: t.TEffect, slot: int) -> int:
        step = self.goto_next()
        after = self.new_step()
        self.choices[step] = ChoiceInfo(
            kind, word, type_name, effect.span, str(self.origin.owner), slot, after
        )
        return after

    def _choose(self, effect: t.TChoose) -> None:
        kind = "choose" if effect.body is None else "may_choose"
        after = self._asked(kind, effect.var.name, effect.var.type.name, effect, SLOTS + self.slots)
        options = expr("list(S)", S=self.use.iterate(effect.options, ordered=True))
        asking = self.use(effect.asking)
        slot = self.bind(effect.var)
        self.lines += [ast.Return(expr("ask(g, F, PLAYER, OPTIONS)", PLAYER=asking, OPTIONS=options))]
        self.begin(after)
        if effect.body is not None:
            self._branches(expr("SLOT >= 0", SLOT=slot), effect.body, effect.otherwise)

    def _branches(self, test: ast.expr, body: t.TBlock, otherwise: t.TBlock) -> None:
        """Go on with one block or the other."""
        no, end = self.new_step(), self.new_step()
        self.lines += stmts("if not TEST:\n    F[1] = N\n    return", TEST=test, N=const(no))
        self.block(body)
        self.goto(end)
        self.begin(no)
        self.block(otherwise)
        self.goto(end)
        self.begin(end)

    def _may(self, effect: t.TMay) -> None:
        after = self._asked("may", effect.name, "flag", effect, SLOTS + self.slots)
        slot = self.spare()
        self.lines += [ast.Return(expr("ask(g, F, PLAYER, [1, 0])", PLAYER=self.use(effect.asking)))]
        self.begin(after)
        self._branches(expr("SLOT == 1", SLOT=slot), effect.body, effect.otherwise)

    def _offer(self, effect: t.TOffer) -> None:
        kind = "offer_one" if effect.one else "offer"
        after = self._asked(kind, effect.phase.name, "action", effect, -1)
        self.choices[max(self.choices)].phase = effect.phase.index
        actor = self.use(effect.to)
        player, people = actor, const(-1)
        if effect.to.type.name == "people":
            player, people = expr("owner(g, A)", A=actor), actor
        self.lines += [ast.Return(expr("offer(g, F, PLAYER, ACTOR)", PLAYER=player, ACTOR=people))]
        self.begin(after)
