"""What would mend a value or key that does not fit its schema: the same thing, written otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Fix
from ruledsl.packs.yaml.nodes import ScalarNode

if TYPE_CHECKING:
    from ruledsl.packs.schema.faults import Fault
    from ruledsl.packs.yaml.nodes import Node

__all__ = ["as_id", "retyped"]

FLAGS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def retyped(node: Node, wanted: str | list[str]) -> Fix | None:
    """A value of another type, written as one of the types that are wanted, if it is clear how."""
    names = {wanted} if isinstance(wanted, str) else set(wanted)
    if not isinstance(node, ScalarNode) or node.span.line != node.span.end_line or not node.text.strip():
        return None
    text = node.text.strip()
    if names & {"integer", "number"}:
        if re.fullmatch("[0-9]+", text):
            return Fix(node.span, text)
        return Fix(node.span, str(NUMBERS.index(text.lower()))) if text.lower() in NUMBERS else None
    if "boolean" in names:
        flag = FLAGS.get(text.casefold(), text.casefold())
        return Fix(node.span, flag) if flag in {"true", "false"} else None
    if "array" in names and re.fullmatch(r"\(?[\w, ]+\)?", text):
        return Fix(node.span, f"[{text.strip('()')}]")
    return None


def as_id(name: str, fault: Fault) -> str:
    """A key written as ids are, if that is what it should be: small letters, words joined with `_`."""
    plain = re.sub(r"[\s-]+", "_", name.strip()).lower()
    return plain if fault.rule == "pattern" and plain != name and re.search(str(fault.wanted), plain) else ""
