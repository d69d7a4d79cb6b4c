"""The entries of pack files, from nodes to values.

Shapes are checked before; anything that does not fit is skipped, since it is already reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.base.whole import is_whole
from ruledsl.rules.packs.fields import (
    WORDS,
    enter,
    entry_list,
    names,
    places_of,
    plain,
    read_as,
    scalars,
    table,
)
from ruledsl.rules.packs.maps.entries import read_boards, read_maps
from ruledsl.rules.packs.model import (
    OPEN,
    SECRET,
    Deck,
    Die,
    Field,
    Kind,
    Lesson,
    LessonStep,
    Owner,
    Pack,
    Panel,
    Passage,
    Piece,
    Renamed,
    RuleText,
    Tile,
    Variant,
)
from ruledsl.rules.packs.schema.schemas import (
    DECK,
    KIND,
    LESSON,
    PANEL,
    PASSAGE,
    PIECE,
    RENAMED,
    TILE,
    VARIANT,
)
from ruledsl.rules.packs.sources import read_sources
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, to_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span

MOST_COPIES = 99


def read_kinds(node: MappingNode, pack: Pack, diagnostics: Diagnostics) -> None:
    """The kinds under `kinds:`."""
    for id_, span, entry in table(node):
        fields = entry.get("fields")
        declared = [
            Field(key.text, value.text, key.span)
            for key, value in (fields if isinstance(fields, MappingNode) else ())
            if isinstance(value, ScalarNode)
        ]
        kind = read_as(Kind, entry, KIND, id=id_, span=span, fields=declared, places=places_of(entry, "tray"))
        kind.plural = kind.plural or id_
        enter(pack.kinds, id_, kind, "kind of tile", span, diagnostics)


# ── one file ──


def read_file(tree: MappingNode, pack: Pack, plurals: dict[str, Kind], diagnostics: Diagnostics) -> None:
    """Everything in one file."""
    for key, node in tree:
        if key.text in plurals:
            for id_, span, entry in table(node):
                _tile(id_, span, entry, plurals[key.text], pack, diagnostics)
        elif key.text in WORDS:
            words: dict[str, Span] = getattr(pack.words, key.text)
            words.update((item.text, item.span) for item in scalars(node) if item.text not in words)
        elif key.text in _READERS:
            _READERS[key.text](node, pack, diagnostics)
    _rules(tree, Owner(pack.id), pack, diagnostics)


def _rules(entry: MappingNode, owner: Owner, pack: Pack, diagnostics: Diagnostics) -> None:
    """`rules:` and `rules_when:` of a file, a tile or a piece."""
    node = entry.get("rules")
    if isinstance(node, ScalarNode):
        _rule_text(node, owner, pack, (), diagnostics)
    for item in entry_list(entry.get("rules_when")):
        when, text = item.get("when"), item.get("rules")
        if isinstance(when, MappingNode) and isinstance(text, ScalarNode):
            choices = tuple((key.text, str(to_plain(value))) for key, value in when)
            places = {("variant", key.text): key.span for key, _ in when}
            places |= {("option", key.text): value.span for key, value in when}
            _rule_text(text, owner, pack, choices, diagnostics, places)


def _rule_text(
    node: ScalarNode,
    owner: Owner,
    pack: Pack,
    choice: tuple[tuple[str, str], ...],
    diagnostics: Diagnostics,
    places: dict[tuple[str, str], Span] | None = None,
) -> None:
    if not node.exact:
        pack.incomplete = True
        inexact(node, diagnostics)
        return
    pack.rules.append(RuleText(owner, node, choice, places=places or {}))


def inexact(node: ScalarNode, diagnostics: Diagnostics) -> None:
    """Report a rule text whose spans cannot be determined."""
    diagnostics.error(
        "P021",
        "Write a rule text after `|`, or on one line without quotes, so that every place in it is exact.",
        node.span,
        expected="`rules: |` and the text below it, indented",
        fix=_marked(node, diagnostics),
    )


def _marked(node: ScalarNode, diagnostics: Diagnostics) -> Fix | None:
    """`|` in place of the folding mark, or before a text that begins on the line of its key and continues below."""
    first = node.span._replace(end_line=node.span.line, end_column=node.span.column + 1)
    if node.style == "folded":
        return Fix(first, "|")
    below = diagnostics.sources.line(node.span.file, node.span.line + 1) or ""
    if node.style != "plain" or node.span.end_line == node.span.line or not below.strip():
        return None
    indent = " " * (len(below) - len(below.lstrip()))
    return Fix(first._replace(end_column=first.column), f"|\n{indent}")


def _tile(id_: str, span: Span, entry: MappingNode, kind: Kind, pack: Pack, diagnostics: Diagnostics) -> None:
    fields = {f.key: plain(entry, f.key, 0) for f in kind.fields}
    fields = {key: value for key, value in fields.items() if is_whole(value)}
    key = id_
    if key in pack.tiles and pack.tiles[key].kind != kind.id:
        key = f"{kind.id}.{id_}"
    given = {"fields": fields, "span": span, "pieces": [], "sources": read_sources(entry.get("sources"))}
    tile = read_as(Tile, entry, TILE, id=id_, pack=pack.id, kind=kind.id, **given)
    tile.places.update((("key", key.text), key.span) for key, _ in entry)
    tile.places.update((("value", key.text), value.span) for key, value in entry)
    tile.copies = min(max(1, tile.copies), MOST_COPIES)
    enter(pack.tiles, key, tile, kind.id, span, diagnostics)
    if pack.tiles.get(key) is not tile:
        return
    for piece, where, inner in table(entry.get("pieces")):
        tile.pieces.append(piece)
        _piece(piece, where, inner, pack, key, diagnostics)
    _rules(entry, Owner(pack.id, key), pack, diagnostics)


def _piece(id_: str, span: Span, entry: MappingNode, pack: Pack, tile: str, diagnostics: Diagnostics) -> None:
    piece = read_as(Piece, entry, PIECE, id=id_, pack=pack.id, span=span, tile=tile)
    enter(pack.pieces, id_, piece, "piece", span, diagnostics)
    _rules(entry, Owner(pack.id, tile, id_), pack, diagnostics)


def _pieces(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in table(node):
        _piece(id_, span, entry, pack, "", diagnostics)


def _decks(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in table(node):
        of = plain(entry, "of", "")
        kinds = tuple(map(str, of)) if isinstance(of, list) else (str(of),)
        deck = read_as(Deck, entry, DECK, id=id_, kinds=kinds, span=span, places=places_of(entry, "of"))
        enter(pack.decks, id_, deck, "deck", span, diagnostics)


def _dice(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    if isinstance(node, MappingNode):
        for key, faces in node:
            numbers = tuple(item.value for item in scalars(faces) if is_whole(item.value))
            enter(pack.dice, key.text, Die(key.text, numbers, key.span), "die", key.span, diagnostics)


def _variants(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in table(node):
        variant = read_as(Variant, entry, VARIANT, id=id_, pack=pack.id, span=span)
        enter(pack.variants, id_, variant, "variant", span, diagnostics)


def _panels(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    pack.panels += _shown(node)


def _measures(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    pack.measures += _shown(node)


def _book(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    pack.book += [read_as(Passage, entry, PASSAGE, span=entry.span) for entry in entry_list(node)]


def _lessons(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in table(node):
        steps = tuple(
            LessonStep(names(step.get("text")), _chosen(step.get("choose")))
            for step in entry_list(entry.get("steps"))
        )
        lesson = read_as(Lesson, entry, LESSON, id=id_, span=span, node=entry, steps=steps)
        enter(pack.lessons, id_, lesson, "lesson", span, diagnostics)


def _chosen(node: Node | None) -> tuple[str, ...]:
    """One choice, or several."""
    return (node.text,) if isinstance(node, ScalarNode) else tuple(item.text for item in scalars(node))


def _shown(node: Node) -> list[Panel]:
    return [
        read_as(Panel, entry, PANEL, span=(entry.get("value") or entry).span) for entry in entry_list(node)
    ]


def _standings(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    pack.standings = [(item.text, item.span) for item in scalars(node)]


def _texts(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.texts.update((key.text, names(value)) for key, value in node)
        pack.places.update((("texts", key.text), key.span) for key, _ in node)
        pack.places.update(
            ((f"text {key.text}", text), span) for key, value in node for text, span in _said(value)
        )


def _nouns(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.nouns.update((key.text, names(value)) for key, value in node)
        pack.places.update((("nouns", key.text), key.span) for key, _ in node)
        pack.places.update(
            ((f"noun {key.text}", text), span) for key, value in node for text, span in _said(value)
        )


def _said(node: Node) -> Iterator[tuple[str, Span]]:
    """The place of the text in each language."""
    if isinstance(node, MappingNode):
        yield from ((key.text, value.span) for key, value in node)
    else:
        yield "en", node.span


def _roles(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.roles.update((key.text, str(to_plain(value))) for key, value in node)
        pack.places.update((("roles", key.text), value.span) for key, value in node)


def _ends(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    pack.frame.pop("goal", None)
    if isinstance(node, MappingNode) and isinstance(goal := node.get("goal"), ScalarNode):
        pack.frame |= {"ends": "goal", "goal": goal.text}
        pack.places["ends", "goal"] = goal.span
    elif isinstance(node, ScalarNode):
        pack.frame["ends"] = node.text


def _coins(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.frame["coins"] = OPEN if plain(node, "open", False) else SECRET  # noqa: FBT003 - its default
    elif isinstance(node, ScalarNode):
        pack.frame["coins"] = node.text


def _drawing(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.drawing.update((key.text, str(to_plain(value))) for key, value in node)
        pack.places.update((("drawing", key.text), key.span) for key, _ in node)


def _emblems(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.emblems.update((key.text, [str(part) for part in to_plain(value)]) for key, value in node)


def _given(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    """Traits that a pack gives to tiles, including those of other packs."""
    del diagnostics
    if isinstance(node, MappingNode):
        for key, traits in node:
            pack.given[key.text] = tuple(trait.text for trait in scalars(traits))
            pack.places["given", key.text] = key.span
            pack.places.update(((f"given {key.text}", trait.text), trait.span) for trait in scalars(traits))


def _equivalents(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.words.equivalents += [(key.text, str(to_plain(value)), key.span) for key, value in node]


def _renamed(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    for id_, span, entry in table(node):
        pack.renamed[id_] = read_as(Renamed, entry, RENAMED, span=span)


def _also_called(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        for key, synonyms in node:
            pack.also_called[key.text] = tuple(synonym.text for synonym in scalars(synonyms))
            pack.places["also_called", key.text] = key.span


_READERS: dict[str, Callable[[Node, Pack, Diagnostics], None]] = {
    "pieces": _pieces,
    "decks": _decks,
    "dice": _dice,
    "variants": _variants,
    "panels": _panels,
    "measures": _measures,
    "book": _book,
    "lessons": _lessons,
    "standings": _standings,
    "texts": _texts,
    "nouns": _nouns,
    "roles": _roles,
    "ends": _ends,
    "coins": _coins,
    "drawing": _drawing,
    "emblems": _emblems,
    "equivalents": _equivalents,
    "given": _given,
    "renamed": _renamed,
    "also_called": _also_called,
    "boards": read_boards,
    "maps": read_maps,
}
