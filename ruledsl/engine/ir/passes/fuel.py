"""Counts fuel wherever a program can take long: a choice that costs too much ends in a clear error, with nothing changed.

Costs are estimated in evaluated nodes: a loop has the largest possible number of iterations. Functions and loops below `SMALL` are not counted
themselves, but as part of the loop or function around them. A loop over effects is counted whenever a part of it can take long.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.passes.cut import suspends
from ruledsl.engine.ir.walk import children, rebuilt, statements
from ruledsl.rules.check.program import is_static

if TYPE_CHECKING:
    from ruledsl.engine.ir.module import Module

SMALL = 4_000
"""Nodes: about a millisecond."""
ROUND = 1_000
"""Nodes that cost one round of fuel."""
IN_FORCE = 8
"""The assumed number of rules of tiles that change a value at once, where many can."""
Loop = n.Filter | n.Fold | n.Reach


def count_rounds(module: Module) -> None:
    """All functions and procedures of a module."""
    costs = _Costs(module)
    for name in module.callees_first():
        costs.of(name)
    module.each_procedure(lambda body: rebuilt(body, costs.counted))


class _Costs:
    """Costs of functions without the parts that count themselves; a function that turns out too expensive starts to count itself."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.sizes = module.ranges.sizes
        self.costs: dict[str, int] = {}
        self.rules: dict[int, list[int]] = {
            value.index: [rule.index for rule in value.modifiers if not is_static(rule.origin.owner)]
            for value in module.program.values
        }

    def of(self, name: str) -> int:
        """The cost of a call."""
        if name not in self.costs:
            self.costs[name] = 1  # for a rule that leads back to its value: the call in between is counted
            function = self.module.functions[name]
            body = rebuilt(function.body, self.counted)
            cost = self.block(body)
            if cost > SMALL:
                body = (n.Burn(n.Const(cost // ROUND)), *body)
                cost = 1
            self.module.functions[name] = function.with_body(body)
            self.costs[name] = cost
        return self.costs[name]

    def counted(self, node: Any) -> Any:
        """Let expensive loops count their rounds, and loops over effects that may be expensive."""
        counted = rebuilt(node, self.counted)
        if isinstance(counted, n.Repeat | n.For) and not suspends(counted.body):
            if isinstance(counted, n.Repeat) or _multiplies(counted.body):
                return replace(counted, weight=1 + self.block(counted.body) // ROUND)
            return counted
        if isinstance(counted, Loop):
            cost = self.round(counted)
            if cost * self.members(counted) > SMALL:
                return replace(counted, weight=max(1, cost // ROUND))
        return counted

    def block(self, body: n.Block) -> int:
        """The cost of statements."""
        return sum(map(self.cost, body))

    def members(self, loop: Loop | n.For) -> int:
        """The largest possible number of members."""
        tiles = not isinstance(loop, n.Reach) and loop.members.type == "list"
        return self.sizes.tiles.total() if tiles else self.sizes.regions

    def round(self, loop: Loop) -> int:
        """The cost of one iteration."""
        return 1 + self.cost(loop.term)

    def cost(self, node: n.Node) -> int:
        """The cost of an expression or a statement."""
        match node:
            case n.Call(function=name) | n.Run(function=name):
                return self.of(name) + self._below(node)
            case n.Apply(rules=n.InPlay(value=value)):
                costs = [self.of(f"m_{rule}") for rule in self.rules[value]]
                return self._below(node) + sum(sorted(costs)[-IN_FORCE:])
            case n.Filter() | n.Fold() | n.Reach():
                around = 1 + sum(self.cost(part) for part in children(node)) - self.round(node)
                return around + (0 if node.weight else self.members(node) * self.round(node))
            case n.For(members=members, body=body):
                return self.cost(members) + (
                    0 if node.weight else self.members(node) * (1 + self.block(body))
                )
            case n.Repeat(times=times):
                return self.cost(times)
            case n.Select(test=test, yes=yes, no=no):
                return self.cost(test) + max(self.cost(yes), self.cost(no))
            case n.If(branches=branches, otherwise=otherwise):
                blocks = [*(body for _, body in branches), otherwise]
                return sum(self.cost(test) for test, _ in branches) + max(map(self.block, blocks))
        return self._below(node)

    def _below(self, node: n.Node) -> int:
        return 1 + sum(map(self.cost, children(node)))


def _multiplies(body: n.Block) -> bool:
    return any(
        isinstance(statement, n.Raise | n.Proceed | n.Run | n.For | n.Repeat)
        for statement in statements(body)
    )
