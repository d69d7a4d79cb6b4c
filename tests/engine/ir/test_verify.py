"""What lowering and every pass make is well formed, for all packs; and what is not well formed is found."""

import pytest
from lengths import some
from readable import PASSES, module_of

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower.rules import lowered
from ruledsl.engine.ir.module import IllFormed, verify
from ruledsl.play.rules import load

PACKS = [
    ("smallworld",),
    ("underground",),
    ("warcraft",),
    ("smallworld", "underground", "warcraft", "crossover"),
]
X, REGION = n.Local("x__1"), n.Local("region__2")
BITS = n.Local("allowed__3", "bits")
FAULTS = {
    "reads x__1 before it is bound": (n.Return(X),),
    "does not say anything": (n.Assign(X, n.Const(1)),),
    "goes on behind its end": (n.Return(n.Const(1)), n.Return(n.Const(2))),
    "calls what is not there": (n.Return(n.Call("v_9999", ())),),
    "with 1 of": (n.Return(n.Call("p_0", (n.Const(1), n.Const(1))[:1] * 1 + ())),),
    "has int where bits": (n.Return(n.SetOp("|", n.Const(1), n.Const(2))),),
    "has bits where int": (n.Return(n.Arith("+", n.Const(1, "bits"), n.Const(2))),),
    "calls itself": (n.Return(n.Call("d_fault", ())),),
}


@pytest.mark.parametrize("packs", some(PACKS, 3))
def test_every_pass_leaves_a_module_well_formed(packs):
    program = load(*packs).program
    module = lowered(program)
    verify(module)
    for change in PASSES.values():
        change(module)
        verify(module)


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_not_well_formed_is_found(rules, what):
    module = module_of(rules.program, "cut")
    if what == "with 1 of":
        module.add("p_0", (), (n.Return(n.Const(0, "bits")),))
    module.add("d_fault", (), FAULTS[what])
    with pytest.raises(IllFormed, match=what):
        verify(module)


def test_a_member_is_only_known_in_its_loop(rules):
    module = module_of(rules.program, "cut")
    inside = n.Filter(REGION, n.Board("everywhere", None, "bits"), n.Has(BITS, REGION))
    module.add("d_fault", (BITS,), (n.Return(inside),))
    verify(module)
    module.add("d_fault", (BITS,), (n.Return(n.SetOp("|", inside, n.Single(REGION))),))
    with pytest.raises(IllFormed, match="before it is bound"):
        verify(module)
