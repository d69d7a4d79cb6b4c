"""The tree of a rule text, as it is written: names are unresolved, nothing is typed.

Every node carries the `Span` of its text in the YAML file. Spans do not take part in comparison, so that two trees are equal when
they say the same. The grammar (`grammar/ruledsl.lark`) is the reference for what each node means.
"""

from __future__ import annotations

from ruledsl.syntax.tree.base import *  # noqa: F403 - every kind of node, named where it is declared
from ruledsl.syntax.tree.effects import *  # noqa: F403
from ruledsl.syntax.tree.expressions import *  # noqa: F403
from ruledsl.syntax.tree.statements import *  # noqa: F403
