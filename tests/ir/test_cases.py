"""No kind of node of the representation is forgotten by those who read it."""

import pytest

from ruledsl.compile.python_expressions import ExpressionPrinter
from ruledsl.compile.python_functions import FunctionPrinter
from ruledsl.ir import nodes as n
from ruledsl.ir.walk import KINDS

GONE = {n.Let, n.Choose, n.May, n.Offer}
"""What passes take away before anything is printed; a binding stands in its loop."""


@pytest.mark.parametrize(("printer", "base"), [(ExpressionPrinter, n.Expr), (FunctionPrinter, n.Stmt)])
def test_python_is_printed_of_every_kind(printer, base):
    kinds = {cls.__name__ for cls in KINDS if issubclass(cls, base) and cls not in GONE}
    assert not {kind for kind in kinds if not hasattr(printer, f"_{kind.lower()}")}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_says_how_it_is_printed_as_text(kind):
    assert vars(kind)["text"]
