"""What is counted while it runs, and what is light enough to be said twice: by functions put together here."""

import pytest
from readable import module_of

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.passes.fuel import ROUND, count_rounds
from ruledsl.engine.ir.passes.inline import light

EVERYWHERE = n.Board("everywhere", None, "bits")
STEPS = 40


def loop(*body):
    return n.For(n.Local("region__1"), EVERYWHERE, body, n.Local("rest__2"))


def counted(rules, *body):
    """The first statement of a function after the pass."""
    module = module_of(rules.program, "count_rounds")
    module.add("d_work", (), (*body, n.Return(n.Const(0))))
    count_rounds(module)
    return next(found for found in module.functions["d_work"].body if isinstance(found, n.For))


def test_a_loop_over_effects_counts_what_its_rounds_cost(rules):
    """Those within it are counted with it."""
    steps = tuple(n.Assign(n.Local("x__3"), n.Const(step)) for step in range(STEPS))
    found = counted(rules, loop(loop(*steps)))
    regions = module_of(rules.program).ranges.sizes.regions
    assert found.weight > STEPS * regions // ROUND
    assert found.body[0].weight == 0


def test_a_loop_in_which_little_happens_is_not_counted(rules):
    assert counted(rules, loop(n.Assign(n.Local("x__3"), n.Const(1)))).weight == 0


@pytest.mark.parametrize(
    ("node", "is_light"),
    [
        (n.Const(1), True),
        (n.Local("x__1"), True),
        (n.Cell("game", 0, "round", None), True),
        (n.Cell("people", 0, "hand", n.Local("p__1")), True),
        (n.Cell("people", 0, "hand", n.Call("v_1", ())), False),
        (n.Board("terrain", n.Local("r__1")), True),
        (n.Board("terrain", n.Call("v_1", ())), False),
        (n.Call("v_1", ()), False),
    ],
    ids=repr,
)
def test_what_is_light(node, is_light):
    assert light(node) is is_light
