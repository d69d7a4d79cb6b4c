"""The entries of pack files, from nodes to values. Shapes were checked before; what does not fit is passed over here, it is reported already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.packs.maps.plan import MapPlan, Mention, RegionEntry
from ruledsl.diagnostics import Fix
from ruledsl.packs.model import (
    BoardMap,
    Deck,
    Die,
    Face,
    Field,
    Kind,
    MapRegion,
    Owner,
    Pack,
    Panel,
    Piece,
    RuleText,
    Tile,
    Variant,
)
from ruledsl.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["entry_list", "inexact", "names", "read_file", "read_kinds"]

MOST_COPIES = 99


def names(node: Node | None) -> dict[str, str]:
    """A text, or texts by language."""
    if isinstance(node, MappingNode):
        return {key.text: str(to_plain(value)) for key, value in node}
    return {"en": str(to_plain(node))} if isinstance(node, ScalarNode) else {}


def _mapping(node: Node | None) -> Iterator[tuple[str, Span, MappingNode]]:
    """The entries of a table whose values are mappings."""
    if isinstance(node, MappingNode):
        for key, value in node:
            if isinstance(value, MappingNode):
                yield key.text, key.span, value


def _scalars(node: Node | None) -> Iterator[ScalarNode]:
    if isinstance(node, SequenceNode):
        yield from (item for item in node if isinstance(item, ScalarNode))


def _places(entry: MappingNode, *keys: str) -> dict[tuple[str, str], Span]:
    """Where the words under some keys stand: one word, those of a list, or the keys of a table."""
    found: dict[tuple[str, str], Span] = {}
    for key in keys:
        node = entry.get(key)
        if isinstance(node, ScalarNode):
            found[key, node.text] = node.span
        elif isinstance(node, MappingNode):
            found |= {(key, word.text): word.span for word, _ in node}
        else:
            found |= {(key, item.text): item.span for item in _scalars(node)}
    return found


def _plain(node: MappingNode, key: str, default: Any) -> Any:
    found = node.get(key)
    return default if found is None else to_plain(found)


def _number(node: MappingNode, key: str, default: int) -> int:
    found = _plain(node, key, default)
    return found if isinstance(found, int) else default


def _point(value: Any) -> tuple[float, float] | None:
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int | float) for part in value):  # noqa: PLR2004
        return float(value[0]), float(value[1])
    return None


def read_kinds(node: MappingNode, pack: Pack, diagnostics: Diagnostics) -> None:
    """What stands under `kinds:`."""
    for id_, span, entry in _mapping(node):
        fields = entry.get("fields")
        found = [
            Field(key.text, value.text, key.span)
            for key, value in (fields if isinstance(fields, MappingNode) else ())
            if isinstance(value, ScalarNode)
        ]
        plural, borne_by = str(_plain(entry, "plural", id_)), str(_plain(entry, "borne_by", "nobody"))
        kind = Kind(
            id_,
            plural,
            borne_by,
            found,
            span,
            names(entry.get("name")),
            str(_plain(entry, "tray", "")),
            travels=_plain(entry, "travels", default=False) is True,
        )
        _enter(pack.kinds, id_, kind, "kind of tile", span, diagnostics)


def _enter(
    table: dict[str, Any], id_: str, item: Any, what: str, span: Span, diagnostics: Diagnostics
) -> None:
    if id_ in table:
        diagnostics.error(
            "P020",
            f"This pack has two entries `{id_}` ({what}).",
            span,
            labels=((table[id_].span, "first here"),),
        )
    else:
        table[id_] = item


# ── one file ──


def read_file(tree: MappingNode, pack: Pack, plurals: dict[str, Kind], diagnostics: Diagnostics) -> None:
    """Everything in one file."""
    for key, node in tree:
        if key.text in plurals:
            for id_, span, entry in _mapping(node):
                _tile(id_, span, entry, plurals[key.text], pack, diagnostics)
        elif key.text in ("stages", "modes", "terrains", "symbols", "piece_traits", "tile_traits"):
            table: dict[str, Span] = getattr(pack.words, key.text)
            table.update((item.text, item.span) for item in _scalars(node) if item.text not in table)
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


def entry_list(node: Node | None) -> Iterator[MappingNode]:
    """The mappings in a list."""
    if isinstance(node, SequenceNode):
        yield from (item for item in node if isinstance(item, MappingNode))


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
    """Report a rule text in which places cannot be told."""
    diagnostics.error(
        "P021",
        "A rule text is written after `|`, or on one line without quotes, so that every place in it is exact.",
        node.span,
        expected="`rules: |` and the text below it, indented",
        fix=Fix(node.span._replace(end_line=node.span.line, end_column=node.span.column + 1), "|")
        if node.style == "folded"
        else None,
    )


def _tile(id_: str, span: Span, entry: MappingNode, kind: Kind, pack: Pack, diagnostics: Diagnostics) -> None:
    fields = {f.key: _plain(entry, f.key, 0) for f in kind.fields}
    fields = {key: value for key, value in fields.items() if isinstance(value, int)}
    key = id_
    if key in pack.tiles and pack.tiles[key].kind != kind.id:
        key = f"{kind.id}.{id_}"
    tile = Tile(
        id_,
        pack.id,
        kind.id,
        names(entry.get("name")),
        fields,
        span,
        names(entry.get("summary")),
        traits=tuple(item.text for item in _scalars(entry.get("traits"))),
        copies=min(max(1, _number(entry, "copies", 1)), MOST_COPIES),
        tokens_of=str(_plain(entry, "tokens_of", "")),
        places=_places(entry, "traits", "tokens_of"),
    )
    _enter(pack.tiles, key, tile, kind.id, span, diagnostics)
    if pack.tiles.get(key) is not tile:
        return
    for piece, where, inner in _mapping(entry.get("pieces")):
        tile.pieces.append(piece)
        _piece(piece, where, inner, pack, key, diagnostics)
    _rules(entry, Owner(pack.id, key), pack, diagnostics)


def _piece(id_: str, span: Span, entry: MappingNode, pack: Pack, tile: str, diagnostics: Diagnostics) -> None:
    traits = tuple(item.text for item in _scalars(entry.get("traits")))
    supply = _plain(entry, "supply", None)
    piece = Piece(
        id_,
        pack.id,
        names(entry.get("name")),
        supply if isinstance(supply, int) else None,
        traits,
        span,
        tile,
        str(_plain(entry, "symbol", "")),
        joins=_plain(entry, "joins", default=False) is True,
        places=_places(entry, "traits"),
    )
    _enter(pack.pieces, id_, piece, "piece", span, diagnostics)
    _rules(entry, Owner(pack.id, tile, id_), pack, diagnostics)


def _pieces(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in _mapping(node):
        _piece(id_, span, entry, pack, "", diagnostics)


def _decks(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in _mapping(node):
        of = _plain(entry, "of", "")
        deck = Deck(
            id_,
            tuple(map(str, of)) if isinstance(of, list) else (str(of),),
            bool(_plain(entry, "hidden", default=False)),
            bool(_plain(entry, "deals", default=False)),
            span,
            _places(entry, "of"),
        )
        _enter(pack.decks, id_, deck, "deck", span, diagnostics)


def _dice(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    if isinstance(node, MappingNode):
        for key, faces in node:
            numbers = tuple(item.value for item in _scalars(faces) if isinstance(item.value, int))
            _enter(pack.dice, key.text, Die(key.text, numbers, key.span), "die", key.span, diagnostics)


def _variants(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in _mapping(node):
        options = tuple(item.text for item in _scalars(entry.get("options")))
        variant = Variant(id_, pack.id, options, names(entry.get("name")), span)
        _enter(pack.variants, id_, variant, "variant", span, diagnostics)


def _panels(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    for entry in entry_list(node):
        pack.panels.append(Panel(str(_plain(entry, "value", "")), names(entry.get("name")), entry.span))


def _standings(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    pack.standings = [(item.text, item.span) for item in _scalars(node)]


def _texts(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.texts.update((key.text, names(value)) for key, value in node)
        pack.places.update((("texts", key.text), key.span) for key, _ in node)
        pack.places.update(((f"text {key.text}", said), span) for key, value in node for said, span in _said(value))


def _said(node: Node) -> Iterator[tuple[str, Span]]:
    """Where the text in each language stands."""
    if isinstance(node, MappingNode):
        yield from ((key.text, value.span) for key, value in node)
    else:
        yield "en", node.span


def _roles(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.roles.update((key.text, str(to_plain(value))) for key, value in node)
        pack.places.update((("roles", key.text), value.span) for key, value in node)


def _equivalents(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    del diagnostics
    if isinstance(node, MappingNode):
        pack.words.equivalents += [(key.text, str(to_plain(value)), key.span) for key, value in node]


def _boards(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in _mapping(node):
        regions = [_region(*item) for item in _mapping(entry.get("regions"))]
        size, sheet = str(_plain(entry, "size", "")), str(_plain(entry, "sheet", ""))
        joins = _joins(entry.get("joins"))
        plan = MapPlan(joins=joins) if joins else None
        name, places = names(entry.get("name")), _places(entry, "size")
        face = Face(id_, pack.id, name, size, sheet, regions, span, plan=plan, places=places)
        _enter(pack.faces, id_, face, "board", span, diagnostics)


def _maps(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    for id_, span, entry in _mapping(node):
        plan = _plan(entry)
        extends = plan is not None and plan.extends is not None
        regions = [] if extends else [_region(*item) for item in _mapping(entry.get("regions"))]
        players = _plain(entry, "players", ())
        board = BoardMap(
            id_,
            pack.id,
            names(entry.get("name")),
            tuple(n for n in players if isinstance(n, int)) if isinstance(players, list) else (),
            _number(entry, "rounds", 0 if extends else 1),
            regions,
            span,
            _point(_plain(entry, "size", None)) or (100.0, 70.0),
            {size: many for size, many in _plain(entry, "draw", {}).items() if isinstance(many, int)},
            plan=plan,
            places=_places(entry, "draw"),
        )
        _enter(pack.maps, id_, board, "map", span, diagnostics)


def _plan(entry: MappingNode) -> MapPlan | None:
    """What a map is made of, if it is made of others."""
    if not any(key in entry for key in ("extends", "beside", "joins")):
        return None
    extends, beside, regions = entry.get("extends"), entry.get("beside"), entry.get("regions")
    return MapPlan(
        Mention(extends.text, extends.span) if isinstance(extends, ScalarNode) else None,
        tuple(_region_entry(key.text, key.span, node) for key, node in regions)
        if isinstance(regions, MappingNode)
        else (),
        tuple(
            (key.text, Mention(node.text, node.span)) for key, node in beside if isinstance(node, ScalarNode)
        )
        if isinstance(beside, MappingNode)
        else (),
        _joins(entry.get("joins")),
    )


def _joins(node: Node | None) -> tuple[tuple[Mention, Mention], ...]:
    """Pairs of regions."""
    pairs = node.items if isinstance(node, SequenceNode) else ()
    found = [tuple(Mention(end.text, end.span) for end in _scalars(pair)) for pair in pairs]
    return tuple((ends[0], ends[1]) for ends in found if len(ends) == 2)  # noqa: PLR2004


def _region_entry(id_: str, span: Span, node: Node) -> RegionEntry:
    """A region as a map says it that extends another: what is different. One word says that it is removed."""
    if not isinstance(node, MappingNode):
        return RegionEntry(id_, span, removed=True)
    shape = _region(id_, span, node)
    marks = [_plain(node, mark, None) for mark in ("entry", "edge")]
    return RegionEntry(
        id_,
        span,
        str(_plain(node, "terrain", "")) if "terrain" in node else None,
        tuple(item.text for item in _scalars(node.get("symbols"))) if "symbols" in node else None,
        tuple(mark if isinstance(mark, bool) else None for mark in marks),
        shape.borders if "borders" in node else None,
        shape.at,
        shape.shape,
    )


def _region(id_: str, span: Span, entry: MappingNode) -> MapRegion:
    traits = [str(_plain(entry, "terrain", "")), *(item.text for item in _scalars(entry.get("symbols")))]
    traits += [flag for flag in ("entry", "edge") if _plain(entry, flag, default=False) is True]
    borders = tuple(item.text for item in _scalars(entry.get("borders")))
    shape = _plain(entry, "shape", None)
    points = [_point(value) for value in shape] if isinstance(shape, list) else []
    return MapRegion(
        id_,
        tuple(traits),
        borders,
        span,
        _point(_plain(entry, "at", None)),
        tuple(point for point in points if point is not None),
        _places(entry, "terrain", "symbols", "borders"),
    )


_READERS: dict[str, Callable[[Node, Pack, Diagnostics], None]] = {
    "pieces": _pieces,
    "decks": _decks,
    "dice": _dice,
    "variants": _variants,
    "panels": _panels,
    "standings": _standings,
    "texts": _texts,
    "roles": _roles,
    "equivalents": _equivalents,
    "boards": _boards,
    "maps": _maps,
}
