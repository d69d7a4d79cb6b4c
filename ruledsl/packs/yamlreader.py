"""Reads a YAML file into a tree of our own nodes: nearly always by the quick reader, otherwise with ruamel.yaml.

Nothing in a file can raise an exception; everything wrong is a diagnostic with a place.
"""

from __future__ import annotations

import os

from ruledsl.diagnostics import Diagnostics, Span
from ruledsl.packs.files import MAX_BYTES, read_bytes
from ruledsl.packs.nodes import Node
from ruledsl.packs.yamlbuilder import MAX_DEPTH, MAX_NODES, Builder, Refused
from ruledsl.packs.yamlfiles import check_text, decode
from ruledsl.packs.yamlscan import scan

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_NODES", "read_yaml", "read_yaml_bytes", "read_yaml_text"]


def read_yaml(path: str | os.PathLike[str], display_name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a file, or None when it cannot be used.

    What is wrong goes to `diagnostics`, under `display_name`.

    A key written twice is an error too, but the tree is still given (with the first of the two), so that more
    can be checked.
    """
    data = read_bytes(path, display_name, diagnostics)
    return None if data is None else read_yaml_bytes(data, display_name, diagnostics)


def read_yaml_bytes(data: bytes, display_name: str, diagnostics: Diagnostics) -> Node | None:
    """As `read_yaml`, for the contents of a file."""
    text = decode(data, display_name, diagnostics)
    return None if text is None else read_yaml_text(text, display_name, diagnostics)


def read_yaml_text(text: str, display_name: str, diagnostics: Diagnostics) -> Node | None:
    """As `read_yaml`, for a text at hand."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
        diagnostics.error(
            "Y003", message, Span.nowhere(display_name), help="Split it into several files of the pack."
        )
        return None
    diagnostics.sources.add(display_name, text)
    if not check_text(text, display_name, diagnostics):
        return None
    return _built(text, display_name, diagnostics)


def _built(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    rows = text.split("\n")
    found = scan(text, rows, name)
    return _built_fully(text, rows, name, diagnostics) if found is None else found


def _built_fully(text: str, rows: list[str], name: str, diagnostics: Diagnostics) -> Node | None:
    from ruledsl.packs.yamlfull import read_events  # noqa: PLC0415 - nearly no file needs it

    builder = Builder(text, rows, name, diagnostics)
    try:
        if not read_events(text, builder, name, diagnostics):
            return None
    except Refused:
        return None
    if builder.broken:
        return None
    if builder.root is None or builder.is_empty:
        diagnostics.error("Y006", "There is nothing in this file.", Span.nowhere(name))
        return None
    return builder.root
