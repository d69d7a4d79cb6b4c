"""Events that run in one go become functions that are called: see `ways` for which ones can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import nodes as n
from ruledsl.ir.module import BEARER
from ruledsl.ir.walk import each_statement, put_in, renamed

if TYPE_CHECKING:
    from ruledsl.check.program import EventDef
    from ruledsl.ir.module import Module, Procedure

__all__ = ["call_events"]

EARLY, LATE = n.Const(0), n.Const(1)


def call_events(module: Module) -> None:
    """`e_N` for events, `w_N` for triggers of tiles and `x_N` for actions; procedures call them while nothing needs frames."""
    program, ways = module.program, module.direct
    events, rest = module.procedures[: len(program.events)], module.procedures[len(program.events) :]
    for event, procedure in zip(program.events, events, strict=True):
        if ways.event(event) is not None and not ways.is_nothing(event):
            _event(module, event, procedure)
    for trigger, procedure in zip(program.triggers, rest, strict=False):
        if ways.trigger(trigger) is not None and trigger.origin.owner.tile + trigger.origin.owner.piece:
            _function(module, f"w_{trigger.index}", procedure)
    for action, procedure in zip(program.actions, rest[len(program.triggers) :], strict=True):
        if ways.block(action.body) is not None:
            _function(module, f"x_{action.index}", procedure)

    def with_way(statement: n.Stmt) -> n.Block:
        if isinstance(statement, n.Raise) and not statement.bearer:
            way = ways.event(program.events[statement.event])
            return (n.Raise(statement.event, statement.args, way),)
        return (statement,)

    module.each_procedure(lambda body: each_statement(body, with_way))


def _called(module: Module, body: n.Block) -> n.Block:
    """With calls in the place of events."""

    def change(statement: n.Stmt) -> n.Block:
        if not isinstance(statement, n.Raise):
            return (statement,)
        if module.direct.is_nothing(module.program.events[statement.event]):
            return ()
        return (n.Run(f"e_{statement.event}", statement.args),)

    return each_statement(renamed(body, module.fresh), change)


def _function(module: Module, name: str, procedure: Procedure) -> None:
    module.add(name, (*BEARER, *procedure.params), _called(module, procedure.body))


def _event(module: Module, event: EventDef, procedure: Procedure) -> None:
    ways, number = module.direct, n.Const(event.index)
    body: list[n.Stmt] = []
    if ways.leads_on(event):
        body.append(n.Burn(n.Const(1)))
    if event.index in ways.forgetting:
        body.append(n.Do("forget_until", (number,)))
    if ways.logged(event):
        body.append(n.Do("log", (number, *procedure.params)))
    moments = ways.direct_moments.get(event.index, ())
    watched = n.Fact("watched", event.index)
    if moments - {"after"} if moments else False:
        body.append(n.If(((watched, (n.Do("run_direct", (number, EARLY, *procedure.params)),)),)))
    given = dict.fromkeys((local.name for local in BEARER), n.NOBODY)
    body += put_in(_called(module, procedure.body), given)
    if "after" in moments:
        body.append(n.If(((watched, (n.Do("run_direct", (number, LATE, *procedure.params)),)),)))
    module.add(f"e_{event.index}", procedure.params, tuple(body))
