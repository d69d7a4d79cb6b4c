"""Text to tree to text: the only room that knows lark. The language itself is `grammar/ruledsl.lark`."""

from ruledsl.syntax import tree
from ruledsl.syntax.grammar import LANGUAGE_VERSION
from ruledsl.syntax.parser import parse
from ruledsl.syntax.printer import to_text
from ruledsl.syntax.visitor import children, walk

__all__ = ["LANGUAGE_VERSION", "children", "parse", "to_text", "tree", "walk"]
