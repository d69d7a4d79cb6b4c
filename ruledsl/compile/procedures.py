"""Effects as procedures: chains of steps, cut wherever the game may have to wait or another event runs first.

A step is a Python function of the state and the frame. It says in `F[1]` which step comes next. Locals live in the frame, so that a
state can be saved between any two steps.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.expressions import Expressions
from ruledsl.compile.pyast import const, expr, function, name, stmts
from ruledsl.compile.simple import SimpleEffects
from ruledsl.engine.code import ChoiceInfo
from ruledsl.engine.run import EARLY, LATE, SLOTS

if TYPE_CHECKING:
    from ruledsl.check.program import ActionDef, EventDef, Origin, TriggerDef
    from ruledsl.compile.context import Context

__all__ = ["DirectProcedure", "Procedure", "suspends"]

_WAITING = (t.TDo, t.TChoose, t.TMay, t.TOffer)
MOST_CALLS = 256
"""Steps that call one another directly; then some must go by way of the loop, whichever of them come on the way."""
WINDOW = 8


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


def _multiplies(effects: t.TBlock) -> bool:
    """Is there something in the body of a loop that can take long by itself? Members of a set are few."""
    return any(
        isinstance(effect, t.TDo | t.TForEach | t.TRepeat)
        or (
            isinstance(effect, t.TIf)
            and (_multiplies(effect.otherwise) or any(_multiplies(body) for _, body in effect.branches))
        )
        for effect in effects
    )


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
        """End the current step: that one, which was written before, comes next."""
        self.lines += [*stmts("F[1] = N", N=const(step)), ast.Return(None)]

    def jump(self, step: int) -> list[ast.stmt]:
        """End the current step: that one, which comes later in the text, is next. Now and then by way of the loop, lest calls go too deep."""
        if step % MOST_CALLS >= MOST_CALLS - WINDOW:
            return [*stmts("F[1] = N", N=const(step)), ast.Return(None)]
        return [ast.Return(expr("S(g, F)", S=name(self.step_name(step))))]

    def goto_next(self) -> int:
        """Cut here."""
        step = self.new_step()
        self.lines += self.jump(step)
        self.begin(step)
        return step

    def _suspends(self, effects: t.TBlock) -> bool:
        return suspends(effects)

    def run_directly(self, event: EventDef, args: list[ast.expr]) -> list[ast.stmt]:
        """The statements that raise an event which nobody on the way watches."""
        if self.context.direct.is_nothing(event):
            return []
        return [ast.Expr(ast.Call(name(f"e_{event.index}"), [name("g"), *args], []))]

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
        args = ast.Tuple([self.use.passed(a) for a in effect.args], ast.Load())
        step = self.new_step()
        event, leads_to = effect.event, self.context.direct.event(effect.event)
        holes = {"N": const(step), "E": const(event.index), "ARGS": args}
        if leads_to is None:
            self.lines += stmts("F[1] = N", N=const(step)) + self._entered(event, args)
        else:
            self.lines += stmts(
                "if (g.play or refresh(g)).framed & WAY or g.skip >= 0:\n"
                "    F[1] = N\n    push(g, E, ARGS)\n    return\nDIRECT",
                WAY=const(leads_to),
                DIRECT=self.run_directly(event, args.elts),
                **holes,
            )
            self.lines += self.jump(step)
        self.begin(step)

    def _entered(self, event: EventDef, args: ast.Tuple) -> list[ast.stmt]:
        """Raise an event that runs in frames: without a detour if nobody watches it, and all it does is run its body."""
        lines = stmts("push(g, E, ARGS)\nreturn", E=const(event.index), ARGS=args)
        if not self.context.direct.is_plain(event):
            return lines
        number = event.index + 1
        return stmts(
            "if (g.play or refresh(g)).watched >> E & 1 or g.skip >= 0:\n    PUSHED\n"
            "new = [NUMBER, 0, -1, -1, -1, *ARGS, *g.code.pads[NUMBER]]\n"
            "g.frames.append(new)\nreturn STEP(g, new)",
            E=const(event.index),
            PUSHED=lines,
            NUMBER=const(number),
            ARGS=args,
            STEP=name(f"s_{number}_0"),
        )

    def _if(self, effect: t.TIf) -> None:
        if not self._suspends((effect,)):
            lines = self.inline(effect.otherwise)
            for condition, body in reversed(effect.branches):
                test = ast.If(self.use(condition), self.inline(body) or [ast.Pass()], lines)
                lines = [test]
            self.lines += lines
            return
        after = self.new_step()
        for condition, body in effect.branches:
            otherwise = self.new_step()
            self.lines += stmts("if not C:\n    JUMP", C=self.use(condition), JUMP=self.jump(otherwise))
            self.block(body)
            self.lines += self.jump(after)
            self.begin(otherwise)
        self.block(effect.otherwise)
        self.lines += self.jump(after)
        self.begin(after)

    def _for_each(self, effect: t.TForEach) -> None:
        item = self.bind(effect.var)
        source = self.use.iterate(effect.members, ordered=True)
        if not self._suspends(effect.body):
            body = self.inline(effect.body) or [ast.Pass()]
            if _multiplies(effect.body):
                weight = 1 + self._uncounted(effect.body)
                source = expr("spending(g, S, W)", S=source, W=const(weight))
            self.lines += stmts("for ITEM in SOURCE:\n    BODY", ITEM=item, SOURCE=source, BODY=body)
            return
        rest = self.spare()
        self.lines += stmts("REST = tuple(SOURCE)", REST=rest, SOURCE=source)
        head, after = self.goto_next(), self.new_step()
        self.lines += stmts(
            "if not REST:\n    JUMP\nITEM = REST[0]\nREST = REST[1:]",
            REST=rest,
            ITEM=item,
            JUMP=self.jump(after),
        )
        self.block(effect.body)
        self.goto(head)
        self.begin(after)

    def _uncounted(self, effects: t.TBlock) -> int:
        """The rounds of loops in a body that are not counted when they run: each counts with what is around it."""
        found = 0
        for effect in effects:
            if isinstance(effect, t.TForEach) and not _multiplies(effect.body):
                found += self.context.sizes.members(effect.members)
            elif isinstance(effect, t.TIf):
                found += sum(map(self._uncounted, (effect.otherwise, *(body for _, body in effect.branches))))
        return found

    def _repeat(self, effect: t.TRepeat) -> None:
        if not self._suspends(effect.body):
            body = self.inline(effect.body) or [ast.Pass()]
            weight = 1 + self._uncounted(effect.body)
            times = expr("max(N, 0)", N=self.use(effect.times))
            self.lines += stmts(
                "for _ in spending(g, range(TIMES), W):\n    BODY", TIMES=times, BODY=body, W=const(weight)
            )
            return
        rest = self.spare()
        self.lines += stmts("REST = TIMES", REST=rest, TIMES=self.use(effect.times))
        head, after = self.goto_next(), self.new_step()
        self.lines += stmts("if REST <= 0:\n    JUMP\nREST -= 1", REST=rest, JUMP=self.jump(after))
        slot = self.slots if effect.declinable else -1
        self.block(effect.body)
        if effect.declinable:
            ended = "SLOT < 1" if isinstance(effect.body[0], t.TMay) else "SLOT < 0"
            self.lines += stmts(
                "if ENDED:\n    REST = 0", ENDED=expr(ended, SLOT=self._slot(slot)), REST=rest
            )
        if effect.body and isinstance(effect.body[0], t.TChoose | t.TMay):
            self.lines += self.jump(head)  # every round goes back to the loop of steps when it asks
        else:
            self.goto(head)
        self.begin(after)

    # ── choices ──

    def _asked(self, kind: str, word: str, type_name: str, effect: t.TEffect, slot: int) -> int:
        step = self.goto_next()
        self.lines += stmts("F[1] = N", N=const(step))
        after = self.new_step()
        self.choices[step] = ChoiceInfo(
            (self.number, step), kind, word, type_name, effect.span, str(self.origin.owner), slot, after
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
        self.lines += stmts("if not TEST:\n    JUMP", TEST=test, JUMP=self.jump(no))
        self.block(body)
        self.lines += self.jump(end)
        self.begin(no)
        self.block(otherwise)
        self.lines += self.jump(end)
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


class DirectProcedure(Procedure):
    """Compiles a body that runs in one go (see `direct`): slots are locals, events are calls."""

    def __init__(self, context: Context, origin: Origin, params: list[t.Var], out: list[ast.stmt]) -> None:
        super().__init__(context, -1, origin, params, out)
        for word in ("me", "here", "this"):
            self.use.pronouns[word] = name(word)

    def _slot(self, index: int) -> ast.expr:
        return name(f"local_{index}")

    def _suspends(self, effects: t.TBlock) -> bool:  # noqa: ARG002 - none of these does
        return False

    def _do(self, effect: t.TDo) -> None:
        self.lines += self.run_directly(effect.event, [self.use.passed(a) for a in effect.args])

    def event(self, event: EventDef) -> None:
        """`e_N(g, …)`: an event with all that it leads to."""
        params = [self._slot(i) for i in range(self.params)]
        if self.context.direct.leads_on(event):
            self.lines += stmts("g.fuel -= 1\nif g.fuel < 0:\n    spend(g, 1)")
        if event.index in self.context.direct.forgetting:
            self.lines += stmts("forget(g, g.code.events[E])", E=const(event.index))
        if self.context.direct.logged(event):
            entry = ast.Tuple([const(3), const(event.index), *params], ast.Load())
            self.lines += stmts("if g.journal is not None:\n    g.journal.append(ENTRY)", ENTRY=entry)
        self._join(event, "before", params)
        self.block(event.body)
        self._join(event, "after", params)
        self._write(f"e_{event.index}", ())

    def _join(self, event: EventDef, moment: str, params: list[ast.expr]) -> None:
        """The triggers of tiles that can be called here, if there may be some."""
        if moment in self.context.direct.joins.get(event.index, ()):
            self.lines += stmts(
                "if (g.play or refresh(g)).watched >> E & 1:\n    join(g, E, WHEN, ARGS)",
                E=const(event.index),
                WHEN=const(LATE if moment == "after" else EARLY),
                ARGS=ast.Tuple(params, ast.Load()),
            )

    def action(self, action: ActionDef) -> str:
        """`x_N(g, me, here, this, …)`: what an action does. The function's name."""
        identifier = f"x_{action.index}"
        self.block(action.body)
        self._write(identifier, ("me", "here", "this"))
        return identifier

    def trigger(self, trigger: TriggerDef) -> str:
        """`w_N(g, me, here, this, …)`: a trigger with its condition. The function's name."""
        identifier = f"w_{trigger.index}"
        if trigger.condition is not None:
            self.lines += stmts("if not C:\n    return", C=self.use(trigger.condition))
        self.block(trigger.body)
        self._write(identifier, ("me", "here", "this"))
        return identifier

    def _write(self, identifier: str, bearer: tuple[str, ...]) -> None:
        params = [f"local_{i}" for i in range(self.params)]
        self.out.append(function(identifier, ["g", *bearer, *params], self.lines))
