"""No kind of node of the representation is forgotten by those who read it: each names all of them."""

import pytest

from ruledsl.compile.python_expressions import ExpressionPrinter
from ruledsl.compile.python_functions import FunctionPrinter
from ruledsl.ir import nodes as n
from ruledsl.ir.text import TEMPLATES
from ruledsl.ir.walk import KINDS


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
