"""The nodes of the intermediate representation.

Everything is a number (`int`; flags are 0 and 1, nouns their indices, -1 nobody), a bit set of regions, peoples or players (`bits`), a short list
of numbers (`list`: tiles, pieces, words), or the rules in play that change a value (`rules`).
Expressions are pure and total: they may be evaluated twice, or not at all. Nodes are immutable and equal by value. The locals of a function have
different names.

Expressions:
Const Local Cell Board Lookup Prim Call Fact             atoms
Arith Saturated Compare Not Logic Select                 numbers and flags
Single SetOp Complement Has Size Some                    sets
Filter Fold Reach                                        over the members of a set, each as `var`
InPlay                                                   the rules that change a value
Statements, which change locals or the state:
Assign Return If For Repeat                              as everywhere
Store Do Raise Run                                       cells, functions of the engine, events
Apply                                                    rules of tiles
Choose May Offer                                         somebody decides
Next Jump Ask Open Pop Note Burn                         steps, coverage and fuel
"""

from __future__ import annotations

from ruledsl.engine.ir.nodes.base import *  # noqa: F403 - what nodes are declared by
from ruledsl.engine.ir.nodes.expressions import *  # noqa: F403 - every kind of node
from ruledsl.engine.ir.nodes.statements import *  # noqa: F403
