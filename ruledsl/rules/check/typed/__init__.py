"""The checked tree: every name resolved, every expression typed. Compiler and explanations start from it.

Expressions carry the `Span` of their text, so that every number can be traced to its place. Nothing here knows how a game is stored.
"""

from __future__ import annotations

from ruledsl.rules.check.typed.base import *  # noqa: F403 - every kind of node, named where it is declared
from ruledsl.rules.check.typed.effects import *  # noqa: F403  # noqa: F403
from ruledsl.rules.check.typed.expressions import *  # noqa: F403
