"""Reads a YAML file into a tree of our own nodes.

No file can raise an exception; every error is a diagnostic with a place.
"""

from __future__ import annotations

from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.base.plaintext import plain
from ruledsl.rules.packs.folders.files import MAX_BYTES
from ruledsl.rules.packs.yaml.builder import Builder, Refused
from ruledsl.rules.packs.yaml.nodes import Node
from ruledsl.rules.packs.yaml.texts import check_text, decode


def read_yaml_text(text: str, display_name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a text, or None if it cannot be used.

    Errors go to `diagnostics`, under `display_name`.

    A duplicate key is an error too, but the tree is still returned (with the first of the two), so that more
    can be checked.
    """
    checked = _checked(text, display_name, diagnostics)
    return None if checked is None else read_tree(checked, display_name, diagnostics)


def read_text(data: bytes, display_name: str, diagnostics: Diagnostics) -> str | None:
    """The text of a file with these contents, with LF line ends; None if it contains forbidden characters."""
    text = decode(data, display_name, diagnostics)
    return None if text is None else _checked(text, display_name, diagnostics)


def _checked(text: str, display_name: str, diagnostics: Diagnostics) -> str | None:
    text = plain(text)
    if len(text) > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
        diagnostics.error(
            "Y003", message, Span.nowhere(display_name), help="Split it into several files of the pack."
        )
        return None
    diagnostics.sources.add(display_name, text)
    return text if check_text(text, display_name, diagnostics) else None


def read_tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    """As `read_yaml_text`, for a checked text."""
    from ruledsl.rules.packs.yaml.quick import quick_tree  # noqa: PLC0415 - ruamel.yaml is not imported for what is kept

    before = diagnostics.added
    found = quick_tree(text, name, diagnostics)
    return found if found is not None or diagnostics.added > before else careful_tree(text, name, diagnostics)


def careful_tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    """The same, by the reader that takes any text and reports its errors."""
    from ruledsl.rules.packs.yaml.events import give_events  # noqa: PLC0415 - likewise

    builder = Builder(text, name, diagnostics)
    try:
        if not give_events(text, builder, name, diagnostics):
            return None
    except Refused:
        return None
    if builder.broken:
        return None
    if builder.root is None or builder.is_empty:
        diagnostics.error("Y006", "There is nothing in this file.", Span.nowhere(name))
        return None
    return builder.root
