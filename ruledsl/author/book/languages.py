"""HTML built from elements: texts become markup in one place only, which escapes them."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HERE = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The content security policy of such a page: it loads only what it contains."""
VOID = frozenset({"br", "img", "input", "meta"})


class Html(str):
    """Markup: values of this type are not escaped again."""

    __slots__ = ()


def element(name: str, /, *inside: str, **attributes: str | bool) -> Html:
    """An element; texts inside and attributes are escaped. `class_` is `class`, `data_size` is `data-size`; False omits an attribute."""
    pairs = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not False
    )
    return Html(f"<{name}{pairs}>" + ("" if name in VOID else f"{joined(inside)}</{name}>"))


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


# ── languages ───────────────────────────────────────────────────────────────────
# Texts in every language of the packs, and a language switch without a script: it uses form controls.


LONGEST = 1200
"""The most characters of a text; longer ones are truncated."""
ENDLESS = 60
"""The most characters of a name on a card."""
CALLED = {
    "da": "Dansk",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fi": "Suomi",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "no": "Norsk",
    "sv": "Svenska",
}
MOST = 24
"""The most languages in one book."""


def clipped(text: str, longest: int = LONGEST) -> str:
    """A text on one line, of at most this length, without characters that hide or reorder what follows."""
    line = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


class Languages:
    """The languages of some texts; `first` is visible until another one is chosen."""

    def __init__(self, texts: Iterable[Mapping[str, str]], first: str) -> None:
        languages = sorted({language for names in texts for language in names} | {"en"})[:MOST]
        self.codes = languages
        self.first = first if first in languages else "en"

    def text(self, names: Mapping[str, str], fallback: str, longest: int = LONGEST) -> Html:
        """A text once for each distinct translation, of which one is visible. Languages without a translation show the English one."""
        by_text: dict[str, list[int]] = {}
        for number, language in enumerate(self.codes):
            text = names.get(language) or names.get("en") or fallback
            by_text.setdefault(clipped(text, longest), []).append(number)
        if len(by_text) == 1:
            return joined(by_text)
        return joined(
            element(
                "span",
                text,
                class_="t",
                lang=self.codes[numbers[0]],
                data_l=" ".join(f"l{number}" for number in numbers),
            )
            for text, numbers in by_text.items()
        )

    def alternatives(self, blocks: Mapping[str, Html]) -> Html:
        """A block in several languages, of which one is visible; languages without one show the English one."""
        shown: dict[str, list[int]] = {}
        for number, language in enumerate(self.codes):
            shown.setdefault(language if language in blocks else "en", []).append(number)
        if len(shown) == 1:
            return blocks[next(iter(shown))]
        return joined(
            element("div", blocks[language], class_="t", data_l=" ".join(f"l{number}" for number in numbers))
            for language, numbers in shown.items()
        )

    def name(self, names: Mapping[str, str], fallback: str) -> Html:
        """A name once for each distinct translation, of which one is visible, of at most `ENDLESS` characters; `_` in `fallback` is a space."""
        return self.text(names, fallback.replace("_", " "), ENDLESS)

    def only(self, names: Mapping[str, str], fallback: str) -> str:
        """In the first language alone."""
        text = names.get(self.first) or names.get("en") or fallback.replace("_", " ")
        return clipped(text, ENDLESS)

    def switch(self) -> Html:
        """The form controls; they precede everything that they change."""
        if len(self.codes) == 1:
            return Html()
        boxes = [
            element(
                "label",
                element("input", type="radio", name="language", id=f"l{i}", checked=language == self.first),
                element("span", CALLED.get(language, language), lang=language),
            )
            for i, language in enumerate(self.codes)
        ]
        return element("form", element("b", "Language"), *boxes, class_="switch", autocomplete="off")

    def style(self) -> str:
        """The style rules that show one language."""
        if len(self.codes) == 1:
            return ""
        shown = (
            f'body:has(#l{i}:checked) .t[data-l~="l{i}"]{{display:inline}}' for i in range(len(self.codes))
        )
        blocks = "".join(
            f'body:has(#l{i}:checked) div.t[data-l~="l{i}"]{{display:block}}' for i in range(len(self.codes))
        )
        return ".t{display:none}" + "".join(shown) + blocks
