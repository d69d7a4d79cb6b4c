"""Scalars of YAML.

The value of a plain text in the core schema of YAML 1.2, and the place of each character in the file.
"""

from __future__ import annotations

import math
import re

from ruledsl.rules.packs.yaml.nodes import ScalarValue, Style, TextLine

MAX_DIGITS = 18
"""The most digits of an integer."""

_WORDS: dict[str, ScalarValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_SIGNS = frozenset("+-.")
_WHOLE = (
    (re.compile(r"[-+]?[0-9]+"), 10),
    (re.compile(r"0o[0-7]+"), 8),
    (re.compile(r"0x[0-9a-fA-F]+"), 16),
)
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class NumberTooLarge(ValueError):
    """A number that is infinite, not a number, or too long."""


def core_value(text: str) -> ScalarValue:
    """The value of a plain scalar in YAML 1.2: null, a flag, a number or a text.

    `yes`, `no`, `on` and `off` are texts.

    Raises `NumberTooLarge`.
    """
    if text[:1].isdecimal() or text[:1] in _SIGNS:
        return _number(text)
    return _WORDS.get(text, text)


def _number(text: str) -> ScalarValue:
    if len(text) <= MAX_DIGITS and text.isascii() and text.isdigit():
        return int(text)
    if _FRACTION.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise NumberTooLarge(text)
        return number
    for pattern, base in _WHOLE:
        if pattern.fullmatch(text):
            if len(text.lstrip("+-")) > MAX_DIGITS:
                raise NumberTooLarge(text)
            return int(text, base)
    if _NOT_FINITE.fullmatch(text):
        raise NumberTooLarge(text)
    return text


def text_lines(
    rows: list[str], value: str, style: Style, start: tuple[int, int], end: tuple[int, int]
) -> tuple[TextLine, ...]:
    """The beginning of each line of a scalar's text in the file; empty unless its characters are there one for one.

    `rows` are the lines of the file; `start` and `end` are line and column of the scalar, counted from 0. Every answer
    is compared with the file, so that it is either right or empty.
    """
    if style == "literal":
        return _block_lines(rows, value, start[0])
    quote = 0 if style == "plain" else 1
    line, column = start[0], start[1] + quote
    if style != "folded" and end[0] == line and rows[line][column : end[1] - quote] == value:
        return ((0, line + 1, column + 1),)
    return ()


def _block_lines(rows: list[str], value: str, header: int) -> tuple[TextLine, ...]:
    """The lines of a `|` block whose header is on line `header`."""
    if not value:
        return ((0, header + 1, len(rows[header]) + 1),)
    texts = value.removesuffix("\n").split("\n")
    raws = rows[header + 1 : header + 1 + len(texts)]
    if len(raws) < len(texts):
        return ()
    indent = next(
        (len(raw) - len(text) for raw, text in zip(raws, texts, strict=True) if text), max(map(len, raws))
    )
    lines: list[TextLine] = []
    offset = 0
    for number, (raw, text) in enumerate(zip(raws, texts, strict=True), start=header + 2):
        if indent < 0 or raw[indent:] != text or raw[:indent].strip(" "):
            return ()
        lines.append((offset, number, min(len(raw), indent) + 1))
        offset += len(text) + 1
    return tuple(lines)
