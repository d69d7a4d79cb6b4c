"""HTML built from elements: texts become markup in one place only, which escapes them."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The content security policy of such a page: it loads only what it contains."""
VOID = frozenset({"br", "img", "input", "meta"})


class Html(str):
    """Markup: values of this type are not escaped again."""

    __slots__ = ()


def element(name: str, /, *inside: str, **attributes: str | bool) -> Html:
    """An element; texts inside and attributes are escaped. `class_` is `class`, `data_size` is `data-size`; False omits an attribute."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not False
    )
    return Html(f"<{name}{said}>" + ("" if name in VOID else f"{joined(inside)}</{name}>"))


def joined(parts: Iterable[str]) -> Html:
    """Concatenated parts: markup unchanged, texts escaped."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def page(title: str, style: str, *inside: str, rules: str = "", language: str = "en") -> str:
    """A whole page with one of the style sheets of this folder, and additional style `rules`."""
    css = (HERE / style).read_text(encoding="utf-8") + rules
    head = element(
        "head",
        element("meta", charset="utf-8"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        Html(f"<style>{css}</style>"),
    )
    return f"<!doctype html>\n{element('html', head, element('body', *inside), lang=language)}\n"
