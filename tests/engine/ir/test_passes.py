"""Every pass does one thing: pairs of functions before and after it, as text."""

from pathlib import Path

import pytest
from readable import PACK, PASSES, Readable, module_of
from ruamel.yaml import YAML

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.engine.compile.wasm.program import native_program
from ruledsl.engine.ir import passes
from ruledsl.engine.ir.lower.rules import lowered
from ruledsl.engine.ir.passes.cut import cut
from ruledsl.play.loading.fresh import rules_on
from ruledsl.play.loading.request import request_of
from ruledsl.rules.packs.folders.below import DISK
from ruledsl.rules.packs.folders.contents import Seen

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


def test_a_program_is_lowered_once_for_its_tables_and_its_printer(monkeypatch):
    programs = []
    monkeypatch.setattr(passes, "lowered", lambda program: programs.append(program) or lowered(program))
    _, code, _ = rules_on(DISK, request_of([PACK], None), Diagnostics(), Seen())
    first = native_program(code).text
    assert programs == [code.program]
    # What was left for the first printer is gone, and what is made anew is the same.
    assert native_program(code).text == first
    assert programs == [code.program] * 2
