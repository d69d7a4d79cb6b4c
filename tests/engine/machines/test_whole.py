"""Everything that rules can ask and do is there natively: what has been forgotten is named."""

import ast
from pathlib import Path

import pytest

pytest.importorskip("wasmtime")

from lengths import some

import ruledsl
from ruledsl.engine.compile.wasm import engine_sources
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.types import ACTS

PRINTED_IN_PLACE = {"only", "first"}
"""Questions whose function hangs on what is asked about: `only_bit`, `only_item` and so on."""
FIRST_CHOICE = {"gain", "deploy", "withdraw", "dismiss", "march", "post"}
BOXES = sorted(path.parent.name for path in (Path(__file__).parents[3] / "rulesets").glob("*/pack.yaml"))


def known():
    return {
        part.name
        for _, text in engine_sources()
        for part in ast.parse(text).body
        if isinstance(part, ast.FunctionDef)
    }


def test_every_question_has_a_function():
    assert {builtin.code for builtin in BUILTINS} - PRINTED_IN_PLACE <= known()


def test_every_change_has_a_function():
    assert {act.does for act in ACTS.values()} | FIRST_CHOICE <= known()


@pytest.mark.parametrize("box", some(BOXES, 3))
def test_every_box_is_native(box):
    rules = ruledsl.load(box)
    rules.backend.program()
    assert not rules.backend.problem
