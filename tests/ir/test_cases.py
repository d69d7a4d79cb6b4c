"""No kind of node is forgotten by those who read them: each names all of them."""

import ast
import inspect

import pytest

from ruledsl.check import typed as t
from ruledsl.compile.python_expressions import ExpressionPrinter
from ruledsl.compile.python_functions import FunctionPrinter
from ruledsl.explain import evaluator
from ruledsl.explain.wording import words
from ruledsl.ir import nodes as n
from ruledsl.ir.lower import effects, expressions
from ruledsl.ir.text import TEMPLATES
from ruledsl.ir.walk import KINDS


def kinds(module, base):
    """The kinds of nodes that a module declares."""
    found = [cls for cls in vars(module).values() if inspect.isclass(cls) and issubclass(cls, base)]
    return [cls for cls in found if hasattr(cls, "__dataclass_fields__") and cls is not base]


def named_in(*modules):
    """The names of classes behind `t.` in some modules."""
    nodes = [node for module in modules for node in ast.walk(ast.parse(inspect.getsource(module)))]
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)} - {""}


def readers():
    return {
        "lowering of expressions": (t.TExpr, (expressions,)),
        "lowering of effects": (t.TEffect, (effects,)),
        "explaining evaluator": (t.TExpr, (evaluator,)),
        "words": (t.TExpr, (words,)),
    }


@pytest.mark.parametrize("reader", readers())
def test_every_reader_of_the_checked_tree_knows_every_kind(reader):
    base, modules = readers()[reader]
    missing = {cls.__name__ for cls in kinds(t, base)} - named_in(*modules)
    assert not missing, f"{reader} does not know {sorted(missing)}"


@pytest.mark.parametrize(
    ("reader", "base", "table"),
    [
        ("Python printer of expressions", n.Expr, ExpressionPrinter.PRINTERS),
        ("Python printer of statements", n.Stmt, FunctionPrinter.PRINTERS),
        ("text", n.Node, TEMPLATES),
    ],
)
def test_every_reader_of_the_representation_knows_every_kind(reader, base, table):
    missing = {cls.__name__ for cls in KINDS if issubclass(cls, base)} - {cls.__name__ for cls in table}
    # What passes take away before anything is printed; a binding stands in its loop.
    missing -= {"Let", "Choose", "May", "Offer"} if base is not n.Node else set()
    assert not missing, f"{reader} does not know {sorted(missing)}"
