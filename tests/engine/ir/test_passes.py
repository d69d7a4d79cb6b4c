"""Every pass does one thing: pairs of functions before and after it, as text."""

from pathlib import Path

import pytest
from readable import PASSES, Readable, module_of
from ruamel.yaml import YAML

from ruledsl.engine.ir.passes.cut import cut

PAIRS = YAML(typ="safe").load((Path(__file__).parent / "pairs.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['pass']} {pair['function']}")
def test_before_and_after(rules, pair):
    module = module_of(rules.program, pair["pass"])
    if "before" in pair:
        assert Readable(module)(Readable(module).find(pair["function"])) == pair["before"]
    PASSES[pair["pass"]](module)
    assert Readable(module)(Readable(module).find(pair["function"])) == pair["after"]


def test_every_pass_that_changes_functions_has_a_pair():
    assert {pair["pass"] for pair in PAIRS} == PASSES.keys() - {"cut"}


def test_a_procedure_is_cut_where_somebody_is_asked_and_where_events_run_first(rules):
    module = module_of(rules.program, "cut")
    procedure = next(p for p in module.procedures if p.title == "conquest")
    cut(module)
    steps = module.steps[procedure.number - 1]
    assert [function.name for function in steps.functions] == [
        f"s_{procedure.number}_{step}" for step in range(len(steps.functions))
    ]
    assert list(steps.frame.values())[: len(procedure.params)] == list(range(5, 5 + len(procedure.params)))
