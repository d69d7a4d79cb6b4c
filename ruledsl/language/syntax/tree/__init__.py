"""The tree of a rule text as written: names are unresolved, nothing is typed.

Every node carries the `Span` of its text in the YAML file. Comparison ignores spans, so that two trees are equal if
they mean the same. The grammar (`grammar/ruledsl.lark`) is the reference for the meaning of each node.
"""

from __future__ import annotations

from ruledsl.language.syntax.tree.base import *  # noqa: F403 - every kind of node, named where it is declared
from ruledsl.language.syntax.tree.effects import *  # noqa: F403
from ruledsl.language.syntax.tree.expressions import *  # noqa: F403
from ruledsl.language.syntax.tree.statements import *  # noqa: F403
