"""Text to tree to text: the only user of lark. The language itself is `grammar/ruledsl.lark`.

The names below are imported lazily: readers of an existing tree do not need the parser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruledsl.language.syntax import tree
    from ruledsl.language.syntax.parser import parse
    from ruledsl.language.syntax.printer import to_text
    from ruledsl.language.syntax.visitor import children, walk

__all__ = ["children", "parse", "to_text", "tree", "walk"]

_HOMES = {
    "children": "visitor",
    "parse": "parser",
    "to_text": "printer",
    "walk": "visitor",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a name may be of anything
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
