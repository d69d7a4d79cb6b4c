"""What the language means: the cases of `conformance`, compiled and asked on a fresh table."""

from pathlib import Path

import pytest
from other_states import first_state
from ruamel.yaml import YAML
from trying import rules, shown, try_pack

from ruledsl.engine.compile.build import compile_program
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state.board import bits, board_of
from ruledsl.language.vocabulary.types import BIT_SETS, FLAG

FOLDER = Path(__file__).parent / "conformance"
CASES = {
    name: case for path in sorted(FOLDER.glob("*.yaml")) for name, case in YAML(typ="safe").load(path).items()
}
WORLD = """
terrains: [hill, swamp]
maps:
  strip:
    name: Strip
    players: [2]
    rounds: 3
    regions:
      1: {terrain: hill, entry: true, borders: [2]}
      2: {terrain: swamp, borders: [1, 3]}
      3: {terrain: hill, borders: [2]}
"""


def answer(code, state, question):
    name, _, region = question.partition(" of ")
    value = code.program.value(name)
    args = (state.board.ids.index(region),) if region else ()
    found = Questions(state).value(value.index, *args)
    if value.type.is_set and value.type.element in BIT_SETS:
        return [int(state.board.ids[place]) for place in bits(found)]
    return bool(found) if value.type == FLAG else found


@pytest.mark.parametrize("name", CASES)
def test_conformance(name, tmp_path):
    case = CASES[name]
    files = {"world.yaml": WORLD, "rules.yaml": rules(case["rules"])}
    found, program = try_pack(tmp_path, files, requires=("core",))
    assert not found.has_errors, shown(found)
    code = compile_program(program)
    state = first_state(code, board_of(program, program.composition.maps["strip"]), 2, 0)
    assert {question: answer(code, state, question) for question in case["answers"]} == case["answers"]
