"""Every reader of rules knows everything that the vocabulary declares, and every kind of node of the trees: what one has forgotten is named."""

import ast
import inspect
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from other_states import first_state
from trying import rules, shown, try_pack

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.engine.cells import changes, events, tokens
from ruledsl.engine.compile.build import compile_program
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower import effects as lower_effects
from ruledsl.engine.ir.lower import expressions as lower_expressions
from ruledsl.engine.ir.lower.rules import lowered
from ruledsl.engine.ir.walk import walk
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state.board import board_of
from ruledsl.language.syntax import parse, to_text
from ruledsl.language.syntax import printer as print_effects
from ruledsl.language.syntax import printer as print_expressions
from ruledsl.language.syntax import printer as print_statements
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.builder import MAKERS
from ruledsl.language.syntax.grammarfile import grammar_text
from ruledsl.language.vocabulary.types import ACTS, COMPARISONS, FOLDS, LOGIC, OPERATORS, SETS, STRATA
from ruledsl.play.explain import evaluator
from ruledsl.play.explain.evaluator import Evaluator
from ruledsl.play.explain.explanation import Lines
from ruledsl.play.explain.wording import expressions
from ruledsl.play.explain.wording import sentence as wording
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.check import effects as check_effects
from ruledsl.rules.check import expressions as check_expressions
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.ranges import Ranges, Sizes
from ruledsl.rules.check.graph import clauses
from ruledsl.rules.check.reachability.answers import Answers, Patience, Table
from ruledsl.rules.check.typed.base import Row

WORLD = """
terrains: [hill, swamp]
maps:
  strip:
    name: Strip
    players: [2]
    rounds: 3
    regions:
      1: {terrain: hill, entry: true, borders: [2]}
      2: {terrain: swamp, borders: [1]}
"""
HILL, SWAMP, BOTH = 1, 2, 3
"""Bit sets of the regions of that map."""


def _values():
    """For everything that makes a value of others: its entry, a rule text about the value NAME, and what it has to be by the table."""
    for found in OPERATORS.values():
        yield found, f"value NAME = 7 {found.word} 3\n", found.result(7, 3)
    for found in LOGIC.values():
        yield found, f"value NAME = yes {found.word} no\n", found.result(1, 0)
    for found in SETS.values():
        text = f"value NAME = regions {found.word} (regions where it is hill)\n"
        yield found, text, found.result(BOTH, HILL)
    for found in COMPARISONS.values():
        yield found, f"value NAME = 7 {found.word} 3\n", found.holds(7, 3)
    for found in FOLDS.values():
        text = f"value NAME = {found.word} of (if it is hill then 7 else 3) over regions\n"
        yield found, text, found.result([7, 3])
    for found in STRATA.values():
        sign = found.word if found.adds else f"{found.word} "
        if found.of == "set":
            text = f"value NAME = regions where it is hill\n\nNAME {sign}(regions where it is swamp)\n"
            yield found, text, found.changed(HILL, SWAMP)
        else:
            yield found, f"value NAME = 7\n\nNAME {sign}3\n", found.changed(7, 3)


VALUES = {
    f"{type(found).__name__} {found.word}": (f"x_{place}", text.replace("NAME", f"x_{place}"), result)
    for place, (found, text, result) in enumerate(_values())
}
"""The name of a value, what declares it, and what it has to be."""


@cache
def program_of(text):
    """The program of core and a pack with this rule text."""
    with TemporaryDirectory() as folder:
        files = {"house.yaml": rules(text) + WORLD}
        diagnostics, program = try_pack(Path(folder), files, requires=("core",))
    assert program is not None, shown(diagnostics)
    assert not diagnostics.has_errors, shown(diagnostics)
    return program


@cache
def state_of(text):
    program = program_of(text)
    return first_state(compile_program(program), board_of(program, program.composition.maps["strip"]), 2, 1)


def of_values():
    """The program of all values at once: each takes long to be checked and compiled by itself."""
    return program_of("\n".join(text for _, text, _ in VALUES.values()))


def reads_as_printed(_name, text, _expected):
    diagnostics = Diagnostics()
    assert to_text(parse(text, diagnostics)) == text
    assert not diagnostics.has_errors


def is_counted_in_bounds(name, _text, expected):
    program = of_values()
    value = program.value(name)
    low, high = Ranges(Sizes(program)).of(value)
    assert value.type.is_set or low <= expected <= high


def is_reachable(name, _text, expected):
    program = of_values()
    table = Table(program, frozenset(), frozenset(), Patience())
    found = Answers(table).value(program.value(name), ())
    assert found is None or program.value(name).type.is_set or int(expected) in found


@cache
def state_of_values():
    return state_of("\n".join(text for _, text, _ in VALUES.values()))


def is_compiled(name, _text, expected):
    state = state_of_values()
    value = state.code.program.value(name)
    assert Questions(state).value(value.index) == expected


def is_explained(name, _text, expected):
    state = state_of_values()
    explaining = Evaluator(state)
    found = explaining.answers.value(state.code.program.value(name), ())
    assert found.result == expected
    assert Lines(explaining, Naming()).value(found)


def of_house(program):
    """What the pack says in words."""
    return [said for _, _, lines in InWords(program, Naming()).chapters("house") for said in lines]


@cache
def said_of_values():
    return of_house(of_values())


def is_said(name, _text, _expected):
    called = name.replace("_", " ")
    heads = tuple(
        head.format(called) for head in ("The {} is ", "The {} are ", "The {}:", "“{}”", "Whether “{}”")
    )
    assert any(said.startswith(heads) for said in said_of_values())


VALUE_READERS = [
    reads_as_printed,
    is_counted_in_bounds,
    is_reachable,
    is_compiled,
    is_explained,
    is_said,
]


@pytest.mark.parametrize("reader", VALUE_READERS, ids=lambda reader: reader.__name__)
@pytest.mark.parametrize("word", VALUES)
def test_operators_and_strata(word, reader):
    reader(*VALUES[word])


# ── effects ──────────────────────────────────────────────────────────────────


def sentence(act):
    """The effect, done to nobody and nothing."""
    return act.written.format(*["none"] * len(act.takes), name="found_one")


def act_text(act):
    return f"after turn: {sentence(act)}\n"


def act_is_printed(act):
    reads_as_printed(act.name, act_text(act), None)


def act_is_checked(act):
    (trigger,) = (r for r in program_of(act_text(act)).triggers if r.origin.owner.pack == "house")
    (effect,) = trigger.body
    assert (effect.act, len(effect.args), effect.var is not None) == (
        act.name,
        len(act.takes),
        act.binds is not None,
    )


def act_is_lowered(act):
    module = lowered(program_of(act_text(act)))
    bodies = [function.body for function in module.functions.values()]
    bodies += [procedure.body for procedure in module.procedures]
    done = [
        node for body in bodies for node in walk(body) if isinstance(node, n.Do) and node.name == act.does
    ]
    assert any(len(node.args) == len(act.takes) + len(act.given) for node in done)


def act_is_done(act):
    """By a function of the engine with as many parameters."""
    (function,) = {
        getattr(module, act.does) for module in (changes, events, tokens, tokens) if hasattr(module, act.does)
    }
    assert len(inspect.signature(function).parameters) == len(act.takes) + len(act.given)
    assert state_of(act_text(act))


def act_is_said(act):
    program = program_of(act_text(act))
    first = (act.said or act.written).partition("{")[0].strip()
    assert any(said.startswith("After a player's turn, ") and first in said for said in of_house(program))


@pytest.mark.parametrize(
    "reader",
    [act_is_printed, act_is_checked, act_is_lowered, act_is_done, act_is_said],
    ids=lambda reader: reader.__name__,
)
@pytest.mark.parametrize("name", ACTS)
def test_plain_effects(name, reader):
    reader(ACTS[name])


# ── kinds of nodes ───────────────────────────────────────────────────────────


def kinds_of(base):
    """The kinds of nodes below a class."""
    return {kind.__name__ for kind in base.__subclasses__()}


def cases_of(*modules):
    """The kinds of nodes for which modules have a case: in a `match`, in a table, in a test of what something is, a method."""
    for module in modules:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            match node:
                case ast.MatchClass(cls=ast.Attribute(attr=name)) | ast.MatchClass(cls=ast.Name(id=name)):
                    yield name
                case ast.FunctionDef(name=name):
                    yield name
                case ast.Dict(keys=keys):
                    yield from (key.attr for key in keys if isinstance(key, ast.Attribute))
                case ast.Call(func=ast.Name(id="isinstance"), args=[_, tested]):
                    yield from (part.attr for part in ast.walk(tested) if isinstance(part, ast.Attribute))


KINDS = {
    "written expression": [kind.__name__ for kind in get_args(s.Expr)],
    "without a sentence": [kind.__name__ for kind in get_args(s.Expr) if not kind.written],
    "effect without a sentence": [kind.__name__ for kind in get_args(s.Effect) if not kind.written],
    "written effect": [kind.__name__ for kind in get_args(s.Effect)],
    "statement": [kind.__name__ for kind in get_args(s.Statement)],
    "expression": sorted(kinds_of(t.TExpr)),
    "effect": sorted(kinds_of(t.TEffect)),
}
READERS = [
    ("written expression", check_expressions),
    ("without a sentence", print_expressions),
    ("written effect", check_effects),
    ("effect without a sentence", print_effects),
    ("statement", print_statements),
    ("expression", lower_expressions),
    ("expression", evaluator),
    ("expression", expressions),
    ("effect", lower_effects),
    ("effect", wording),
]
"""Who has no right answer for a kind that it does not know. Bounds and reachability have one: anything can come of it."""


@pytest.mark.parametrize(
    ("kind", "reader"),
    [(kind, reader) for what, reader in READERS for kind in KINDS[what]],
    ids=lambda part: part if isinstance(part, str) else part.__name__.removeprefix("ruledsl."),
)
def test_kinds_of_nodes(kind, reader):
    assert {kind, f"_{kind.lower()}"} & set(cases_of(reader))


@pytest.mark.parametrize(
    "kind",
    [kind for kind in get_args(s.Expr) + get_args(s.Effect) if kind.written],
    ids=lambda kind: kind.__name__,
)
def test_sentences_say_everything_in_order(kind):
    said = [field for _, field, _, _ in Formatter().parse(kind.written) if field]
    assert said == [field.name for field in fields(kind) if field.name not in ("span", "bracketed")]


def test_the_builder_knows_every_rule_of_the_grammar():
    named = set(re.findall(r"-> (\w+)", grammar_text()))
    assert named <= set(MAKERS)
    declared = [*OPERATORS.values(), *LOGIC.values(), *SETS.values(), *COMPARISONS.values(), *FOLDS.values()]
    rules_named = {found.rule for found in (*declared, *STRATA.values())} | set(ACTS)
    assert rules_named <= named | set(re.findall(r"^\??(\w+):", grammar_text(), re.MULTILINE))


def test_every_table_is_in_the_order_in_which_it_counts():
    assert [found.order for found in STRATA.values()] == sorted(found.order for found in STRATA.values())


# ── rows of nodes ────────────────────────────────────────────────────────────

FORGOTTEN = {
    "no row": {"__annotations__": {}},
    "a value that is asked": {"row": Row(), "__annotations__": {"value": "ValueDef"}},
    "an event": {"row": Row(), "__annotations__": {"event": "EventDef | None"}},
    "a place that is written": {
        "row": Row(writes=("left",)),
        "__annotations__": {"left": "Spot", "right": "Spot"},
    },
    "a variable that is bound": {"row": Row(), "__annotations__": {"var": "Var"}},
    "a condition": {"row": Row(), "__annotations__": {"condition": "TExpr | None"}},
    "an amount": {"row": Row(), "__annotations__": {"amount": "TExpr"}},
}
"""What a new kind of node may have forgotten to say of itself."""


@pytest.mark.parametrize("what", FORGOTTEN)
@pytest.mark.parametrize("base", [t.TExpr, t.TEffect])
def test_a_kind_that_forgets_a_column_cannot_be_declared(what, base):
    with pytest.raises(TypeError, match="Forgetful"):
        type("Forgetful", (base,), FORGOTTEN[what])


def test_every_variable_of_a_node_is_filled_from_somewhere():
    """Whatever the official rules bind is found by rows, and what is passed on is as much as there are parameters."""
    program = program_of("value x = 1\n")
    nodes = [node for clause in clauses(program) for node in clause.nodes]
    bound = {id(node.var) for node in nodes if hasattr(node, "var") and not isinstance(node, t.VarRef)}
    assert {id(var) for node in nodes for var, _ in t.given_in(node)} >= bound - {id(None)}
