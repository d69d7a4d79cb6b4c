"""Procedures become steps: cut wherever somebody is asked, or where another event may have to run first.

A step is a function of the state and the frame. It stores in the frame which step follows. A local that more than one step reads or
writes has a slot in the frame, so that a state can be saved between any two steps; parameters have slots, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.module import Function, Steps
from ruledsl.engine.ir.walk import binders, walk

if TYPE_CHECKING:
    from ruledsl.engine.ir.module import Module, Procedure

SLOTS = 5
"""The first slot of a frame, after procedure, step, and the bearer of the rule."""
MOST_CALLS = 256
"""The most direct jumps between steps in a chain of calls; beyond that, a jump goes through the loop of steps."""
WINDOW = 8
_SUSPENDING = (n.Raise, n.Proceed, n.Choose, n.May, n.Offer)


def suspends(body: n.Node | n.Block) -> bool:
    """Can the game wait for a player, or another event run, in the middle of it?"""
    return any(isinstance(part, _SUSPENDING) for part in walk(body))


def cut(module: Module) -> None:
    """All procedures of a module."""
    module.steps = [_Cutter(module, procedure).run() for procedure in module.procedures]


class _Cutter:
    def __init__(self, module: Module, procedure: Procedure) -> None:
        self.module = module
        self.procedure = procedure
        self.steps: list[list[n.Stmt]] = [[]]
        self.lines = self.steps[0]
        self.result = Steps()

    def run(self) -> Steps:
        procedure = self.procedure
        self.block(procedure.body)
        if not (self.lines and isinstance(self.lines[-1], n.Return)):
            self.lines.append(n.Pop())
        frame = self._frame()
        self.result.frame = frame
        self.result.slots = len(frame)
        self.result.functions = [
            Function(f"s_{procedure.number}_{step}", (), tuple(lines), frame=frame)
            for step, lines in enumerate(self.steps)
        ]
        return self.result

    def _frame(self) -> dict[str, int]:
        """Slots for the parameters, for the variables of choices, and for all locals that outlive a step."""
        bound = {local.name for local in binders(self.procedure.body)}
        bound |= {local.name for lines in self.steps for local in binders(tuple(lines))}
        seen: dict[str, int] = {}
        lasting = [what.var.name for _, _, what in self.result.choices if not isinstance(what, n.Offer)]
        for step, lines in enumerate(self.steps):
            here = {node.name for node in walk(tuple(lines)) if type(node) is n.Local}
            here |= {local.name for local in binders(tuple(lines))}
            lasting += [name for name in sorted(here & bound) if seen.setdefault(name, step) != step]
        names = dict.fromkeys([*(param.name for param in self.procedure.params), *lasting])
        return {name: SLOTS + slot for slot, name in enumerate(names)}

    # ── steps ──

    def new_step(self) -> int:
        """Reserve a step to be written later (`jump` to it, then `begin` it)."""
        self.steps.append([])
        return len(self.steps) - 1

    def begin(self, step: int) -> None:
        """Continue writing in this step."""
        self.lines = self.steps[step]

    def jump(self, step: int) -> n.Block:
        """Continue at a later step. Some jumps go through the loop of steps, so that calls do not nest too deep."""
        if step % MOST_CALLS >= MOST_CALLS - WINDOW:
            return (n.Next(step), n.Return(None))
        return (n.Jump(step),)

    def begin_after(self, step: int) -> None:
        """End the current step here and begin another."""
        self.lines += self.jump(step)
        self.begin(step)

    def block(self, body: n.Block) -> None:
        """Statements in order."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: n.Stmt) -> None:
        """One statement."""
        match statement:
            case n.Return():
                self.lines += [n.Pop(), n.Return(None)]
            case n.If(branches=((test, (*body, n.Return())),), otherwise=()) if not suspends(statement):
                self.lines.append(n.If(((test, (*body, n.Pop(), n.Return(None))),)))
            case _ if not suspends(statement):
                self.lines.append(statement)
            case n.Raise() | n.Proceed():
                self._raise(statement)
            case n.If():
                self._if(statement)
            case n.For():
                self._for(statement)
            case n.Repeat():
                self._repeat(statement)
            case n.Choose(var=var, body=body):
                self._ask(statement, statement.options, statement.order)
                if body is not None:
                    self._branches(n.Compare(">=", var, n.Const(0)), body, statement.otherwise)
            case n.May(var=var, body=body):
                self._ask(statement, n.Const((1, 0), "list"), "")
                self._branches(n.Compare("==", var, n.Const(1)), body, statement.otherwise)
            case n.Offer(player=player, people=people):
                self._wait(statement, n.Open(player, people))

    def _raise(self, statement: n.Raise | n.Proceed) -> None:
        after = self.new_step()
        self.lines += [n.Next(after), statement, n.Return(None)]
        self.begin(after)

    def _if(self, statement: n.If) -> None:
        after = self.new_step()
        for test, body in statement.branches:
            otherwise = self.new_step()
            self.lines.append(n.If(((n.Not(test), self.jump(otherwise)),)))
            self.block(body)
            self.lines += self.jump(after)
            self.begin(otherwise)
        self.block(statement.otherwise)
        self.begin_after(after)

    def _branches(self, test: n.Expr, body: n.Block, otherwise: n.Block) -> None:
        self._if(n.If(((test, body),), otherwise))

    def _for(self, loop: n.For) -> None:
        rest = loop.rest
        self.result.rests.add(rest.name)
        self.lines.append(
            n.Assign(rest, n.Prim("listed", (loop.members, n.Const(_ORDERS[loop.order])), "list"))
        )
        head, after = self.new_step(), self.new_step()
        self.begin_after(head)
        self.lines += [
            n.If(((n.Not(n.Some(rest)), self.jump(after)),)),
            n.Assign(loop.var, n.Prim("head", (rest,))),
            n.Assign(rest, n.Prim("tail", (rest,), "list")),
        ]
        self.block(loop.body)
        self.lines += [n.Next(head), n.Return(None)]
        self.begin(after)

    def _repeat(self, loop: n.Repeat) -> None:
        rest = loop.rest
        self.lines.append(n.Assign(rest, loop.times))
        head, after = self.new_step(), self.new_step()
        self.begin_after(head)
        self.lines.append(n.If(((n.Compare("<=", rest, n.Const(0)), self.jump(after)),)))
        self.lines.append(n.Assign(rest, n.Arith("-", rest, n.Const(1))))
        self.block(loop.body)
        if loop.declinable:
            question = loop.body[0]
            assert isinstance(question, n.Choose | n.May)  # noqa: S101 - the checker saw to it
            least = n.Const(int(isinstance(question, n.May)))
            self.lines.append(n.If(((n.Compare("<", question.var, least), (n.Assign(rest, n.Const(0)),)),)))
        asks = bool(loop.body) and isinstance(loop.body[0], n.Choose | n.May)
        # An iteration that asks returns to the loop of steps anyway.
        self.lines += self.jump(head) if asks else (n.Next(head), n.Return(None))
        self.begin(after)

    # ── choices ──

    def _ask(self, what: n.Choose | n.May, options: n.Expr, order: str) -> None:
        self._wait(what, n.Ask(what.asking, options, order))

    def _wait(self, what: n.Choose | n.May | n.Offer, question: n.Stmt) -> None:
        step = self.new_step()
        self.begin_after(step)
        after = self.new_step()
        self.lines += [n.Next(step), question]
        self.result.choices.append((step, after, what))
        self.begin(after)


_ORDERS = {"": 0, "seats": 1, "peoples": 2}
