"""Texts of a pack in other languages than its own: one file for each language, which mirrors the pack and has a text at each place of one.

    # languages/it.yaml
    races:
      amazons:
        # Amazons
        name: Amazzoni

Items of a list, such as panels, stand under their `value` or `title`, or else under their number from 1. A key without a text has no translation
yet. The comment above a text is what it translates: it is for people, and `ruledsl translate` compares it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.packs.schema.schemas import Form

FOLDER: Final = "languages"
OWN: Final = "en"
"""The language of a text that is not said to be in another one."""
ITEMS: Final = ("value", "title")
"""The keys whose texts name an item of a list."""
CODES: Final = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy "
    "ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo "
    "lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl "
    "sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split()
)
"""The two letters of each language that has such a code (ISO 639)."""
_FILE: Final = re.compile(rf"{FOLDER}/([a-z]{{2}})\.ya?ml")


def is_translation(name: str) -> bool:
    """Does a file of this name, relative to the pack's folder, hold texts in another language?"""
    return name.split("/", 1)[0] == FOLDER


def language_of(name: str) -> str:
    """The language of such a file, as two letters, which may be those of no language; empty if its name says none."""
    match = _FILE.fullmatch(name)
    return match[1] if match else ""


def renamed(name: str) -> str:
    """Advice on the name of a file of a language that has more than its two letters, such as `de_AT.yaml` or `DE.yaml`; empty if it says none."""
    begun = re.match(rf"{FOLDER}/([A-Za-z]{{2}})(?![A-Za-z])", name)
    code = begun[1].lower() if begun else ""
    if code in CODES:
        return f"Call it `{FOLDER}/{code}.yaml`, unless there is one."
    return f"No language has the code `{code}`." if code else ""


def translation_form(form: Form) -> Form:
    """The form of a file of translations of files of this form: only the texts of it, each in one language; empty if there are none."""
    if is_text_form(form):
        line = form["anyOf"][0]
        return {**line, "type": ["string", "null"], "means": form.get("means", "the translation")}
    if "items" in form:
        inside = translation_form(form["items"])
        return {"type": "object", "additionalProperties": inside, **_meaning(form)} if inside else {}
    properties = {key: translation_form(below) for key, below in form.get("properties", {}).items()}
    properties = {key: below for key, below in properties.items() if below}
    others = form.get("additionalProperties")
    inside = translation_form(others) if isinstance(others, dict) else {}
    if not properties and not inside:
        return {}
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": inside or others is True,
        **_meaning(form),
    }


def is_text_form(form: Form) -> bool:
    """Is it the form of a text, or of one for each language?"""
    return any(OWN in one.get("required", ()) for one in form.get("anyOf", ()))


def _meaning(form: Form) -> Form:
    return {"means": form["means"]} if "means" in form else {}


class Translations:
    """The files of translations of one pack, by language."""

    def __init__(self, roots: Mapping[str, MappingNode]) -> None:
        self._roots = roots
        self._read: set[Span] = set()
        """The keys in these files that are in the pack, too."""
        self._beside: dict[Span, list[str]] = {}
        """By such a key (or by file): the keys of the pack below it."""

    def into(self, root: MappingNode, diagnostics: Diagnostics) -> MappingNode:
        """A file of the pack with the translations of its texts."""
        for language, translation in self._roots.items():
            self._beside.setdefault(translation.span, []).extend(root.keys())
            merged = self._merged(root, translation, language, diagnostics)
            assert isinstance(merged, MappingNode)  # noqa: S101 - as it was
            root = merged
        return root

    def _merged(self, node: Node, translation: Node, language: str, diagnostics: Diagnostics) -> Node:
        match node, translation:
            case _, ScalarNode(value=None):
                return node
            case ScalarNode() | MappingNode(), ScalarNode():
                return _with_text(node, translation, language, diagnostics)
            case MappingNode(), MappingNode():
                pairs = [
                    (key, self._below(key.text, value, translation, language, diagnostics))
                    for key, value in node
                ]
                return MappingNode(tuple(pairs), node.span)
            case SequenceNode(), MappingNode():
                items = [
                    self._below(name, item, translation, language, diagnostics) for name, item in _items(node)
                ]
                return SequenceNode(tuple(items), node.span)
        return node

    def _below(
        self, name: str, node: Node, translation: MappingNode, language: str, diagnostics: Diagnostics
    ) -> Node:
        """The node of this name in the pack, with what the translation has under the same name."""
        key, inside = translation.key(name), translation.get(name)
        if key is None or inside is None:
            return node
        self._read.add(key.span)
        self._beside.setdefault(key.span, []).extend(name for name, _ in _named(node))
        return self._merged(node, inside, language, diagnostics)

    def report_unread(self, diagnostics: Diagnostics) -> None:
        """Report each key that is not in the pack, with the most similar one that is."""
        for root in self._roots.values():
            self._report(root, root.span, diagnostics)

    def _report(self, translation: MappingNode, at: Span, diagnostics: Diagnostics) -> None:
        for key, inside in translation:
            if key.span in self._read:
                if isinstance(inside, MappingNode):
                    self._report(inside, key.span, diagnostics)
                continue
            there = [name for name in self._beside.get(at, ()) if name not in translation]
            diagnostics.warning(
                "P059",
                f"The pack has no `{key.text}` here: nobody reads this translation.",
                key.span,
                suggestion="".join(diagnostics.nearest(key.text, there)),
            )


def _with_text(node: Node, text: ScalarNode, language: str, diagnostics: Diagnostics) -> Node:
    """A text, or texts by language, with one more."""
    texts = node.entries if isinstance(node, MappingNode) else ((KeyNode(OWN, node.span), node),)
    for key, there in texts:
        if key.text == language:
            diagnostics.error(
                "P060",
                f"This text is there twice in the language `{language}`.",
                text.span,
                labels=((there.span, "the other one"),),
            )
            return node
    return MappingNode((*texts, (KeyNode(language, text.span), text)), node.span)


def _named(node: Node) -> Iterator[tuple[str, Node]]:
    """The parts of a node, by the names under which a translation has them."""
    if isinstance(node, MappingNode):
        yield from ((key.text, value) for key, value in node)
    elif isinstance(node, SequenceNode):
        yield from _items(node)


def _items(node: SequenceNode) -> Iterator[tuple[str, Node]]:
    """The items of a list, by name."""
    for number, item in enumerate(node, 1):
        texts = [item.get(key) for key in ITEMS] if isinstance(item, MappingNode) else []
        yield next((text for text in map(own_text, texts) if text), str(number)), item


def own_text(node: Node | None) -> str:
    """A text in the pack's own language; empty if there is none."""
    if isinstance(node, MappingNode):
        node = node.get(OWN)
    return node.text if isinstance(node, ScalarNode) else ""


# ── what is translated, and what is not ─────────────────────────────────────────


Path = tuple[str, ...]
"""The keys that lead to a text, in a file of translations."""


def texts_of(root: Node, form: Form, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """The places of texts in a file of this form, in order, each with its text or texts by language."""
    if is_text_form(form):
        yield path, root
        return
    for name, node in _named(root):
        below = form.get("items") or form.get("properties", {}).get(name, form.get("additionalProperties"))
        if isinstance(below, dict):
            yield from texts_of(node, below, (*path, name))
