"""No kind of node of the representation is forgotten by those who read it."""

import pytest

from ruledsl.engine.compile.python import program as python
from ruledsl.engine.compile.wasm import statements as webassembly
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.walk import KINDS

GONE = {n.Choose, n.May, n.Offer, n.Note, n.InPlay, n.Apply}
"""What is something else before anything is printed."""


@pytest.mark.parametrize("printer", [python.FunctionPrinter, webassembly.FunctionPrinter])
def test_every_kind_is_printed(printer):
    kinds = {cls.__name__ for cls in KINDS if issubclass(cls, n.Expr | n.Stmt) and cls not in GONE}
    assert not {kind for kind in kinds if not hasattr(printer, f"_{kind.lower()}")}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_says_how_it_is_printed_as_text(kind):
    assert vars(kind)["text"]
