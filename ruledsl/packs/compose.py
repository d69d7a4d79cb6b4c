"""Combines packs into one `Composition`, with checked references between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Diagnostics, Kept, Span
from ruledsl.packs.fields import WORDS
from ruledsl.packs.maps.resolving import resolved_maps
from ruledsl.packs.model import BoardMap, Composition, Face, Kind, Owner, Pack, RuleText, Words
from ruledsl.packs.old_names import named_anew
from ruledsl.packs.outside import without_outside
from ruledsl.packs.references import Mention, check_maps, check_references, variants_of

if TYPE_CHECKING:
    from collections.abc import Mapping

KeptMaps = Kept[tuple[dict[str, BoardMap], list[Mention]]]
"""The maps of recent compositions, with the missing things that they name."""

TABLES = ("kinds", "decks", "dice", "maps", "variants", "texts")
OWN = ("dice", "maps", "variants")
"""Tables in which packs that do not know each other may use the same id: the later one becomes `pack/id`."""
OF_CHOICES = ("ask.", "chose.")
"""Prefixes of keys whose texts are about the choices of the pack's own rules."""


def compose(
    packs: list[Pack], variants: Mapping[str, str], diagnostics: Diagnostics, maps: KeptMaps | None = None
) -> Composition:
    """One composition of these packs, with the variants that a game chooses.

    Callers that compose repeatedly pass the same `maps`, which are rebuilt only when a map changes.
    """
    found = Composition(packs, Words(), {}, {}, {}, {}, {}, {}, {}, [], [], [], {}, [], {})
    renamed: dict[tuple[str, str], str] = {}
    faces: dict[str, Face] = {}
    for pack in packs:
        _merge(faces, pack.faces, pack, "boards", diagnostics)
        _words(found.words, pack)
        for table in TABLES:
            mine = _told_apart(found, table, pack)
            _merge(getattr(found, table), mine, pack, table, diagnostics)
        for key, tile in pack.tiles.items():
            name = renamed[pack.id, key] = _key(found.tiles, key, pack)
            found.tiles[name] = tile
            for number in range(2, tile.copies + 1):
                found.tiles[f"{name}#{number}"] = replace(tile, copy_of=name)
        for key, piece in pack.pieces.items():
            name = _key(found.pieces, key, pack)
            renamed[pack.id, f"piece {key}"] = name
            bringer = renamed.get((pack.id, piece.tile), piece.tile)
            found.pieces[name] = piece if bringer == piece.tile else replace(piece, tile=bringer)
        found.panels += pack.panels
        found.measures += pack.measures
        found.standings = pack.standings or found.standings
        found.roles.update(pack.roles)
        found.drawing.update(pack.drawing)
        found.emblems.update(pack.emblems)
    _give(found)
    _choose(found, variants, diagnostics)
    tiles = found.tiles
    found.pieces = {k: p for k, p in found.pieces.items() if not p.tile or tiles[p.tile].pack == p.pack}
    for pack in packs:
        rules = [_rebased(rule, pack, renamed) for rule in pack.rules if _switched_on(rule, found)]
        found.rules += [rule for rule in rules if _still_there(rule.owner, found)]
    named_anew(found, diagnostics)
    without_outside(found, diagnostics)
    check_references(
        found, _with_maps(found, faces, KeptMaps() if maps is None else maps, diagnostics), diagnostics
    )
    return found


def _give(found: Composition) -> None:
    """Add the traits that packs give to tiles."""
    for pack in found.packs:
        for key, traits in pack.given.items():
            more = tuple(trait for trait in traits if trait in found.words.tile_traits)
            for name, tile in list(found.tiles.items()):
                if key in (name, tile.copy_of):
                    found.tiles[name] = replace(tile, traits=tuple(dict.fromkeys((*tile.traits, *more))))


def _with_maps(
    found: Composition, faces: dict[str, Face], kept: KeptMaps, diagnostics: Diagnostics
) -> list[Mention]:
    """Build the maps. Returns the missing things that they name."""
    written, words = dict(found.maps), found.words
    incomplete = found.incomplete

    def make(heard: Diagnostics) -> tuple[dict[str, BoardMap], list[Mention]]:
        made = resolved_maps(written, faces, heard, incomplete=incomplete)
        return made, check_maps(made.values(), words, heard)

    traits = set(words.terrains), set(words.symbols)
    of = list(written.items()), list(faces.items()), traits, incomplete
    made, unknown = kept(of, make, diagnostics)
    found.maps = dict(made)
    return unknown


def _still_there(owner: Owner, found: Composition) -> bool:
    """Is the tile or piece that brings a rule still there, rather than replaced by a later pack?"""
    if owner.tile and found.tiles[owner.tile].pack != owner.pack:
        return False
    return not owner.piece or (owner.piece in found.pieces and found.pieces[owner.piece].pack == owner.pack)


def _words(words: Words, pack: Pack) -> None:
    for table in WORDS:
        mine: dict[str, Span] = getattr(words, table)
        mine.update((k, v) for k, v in getattr(pack.words, table).items() if k not in mine)
    words.equivalents += pack.words.equivalents


def _told_apart(found: Composition, table: str, pack: Pack) -> dict[str, Any]:
    """The entries that a pack adds to a table. An unrelated earlier pack may have something else under the same id.

    Texts of such a pack stay with it, for its own declarations: `Composition.text`.
    """
    known: dict[str, Any] = getattr(found, table)
    mine: dict[str, Any] = getattr(pack, table)
    strangers = {key for key in mine if key in known and key not in pack.replaces}
    if not strangers or table not in (*OWN, "texts"):
        return mine
    needed = found.known_to(pack.id) - {pack.id}
    theirs = {key for other in found.packs if other.id in needed for key in getattr(other, table)}
    strangers -= {key for key in theirs if not key.startswith(OF_CHOICES)}
    if table == "texts":
        found.own_texts.update(((pack.id, key), mine[key]) for key in strangers)
        return {key: item for key, item in mine.items() if key not in strangers}
    names = {key: f"{pack.id}/{key}" if key in strangers else key for key in mine}
    return {names[key]: replace(item, id=names[key]) for key, item in mine.items()}


def _merge(
    into: dict[str, Any], more: dict[str, Any], pack: Pack, what: str, diagnostics: Diagnostics
) -> None:
    for key, item in more.items():
        if key in into and isinstance(item, Kind) and _same_kind(into[key], item):
            continue
        if key in into and key not in pack.replaces:
            span: Span = getattr(item, "span", pack.places.get((what, key), pack.span))
            diagnostics.error(
                "P006",
                f"`{key}` ({what}) is in two packs; the later one does not say that it means to replace it.",
                span,
                expected=f"`replaces: [{key}]` in pack.yaml, or another id",
            )
        into[key] = item


def _same_kind(first: Kind, second: Kind) -> bool:
    """Are two kinds of places from two packs the same, by their declarations?"""
    nowhere = first.span
    return (
        replace(first, span=nowhere, names={}) == replace(second, span=nowhere, names={})
        and not second.fields
    )


def _key(table: dict[str, Any], key: str, pack: Pack) -> str:
    """The key of a tile. If two packs use one id, the later one is `pack/id`. A replaced tile keeps its id."""
    return f"{pack.id}/{key}" if key in table and key not in pack.replaces else key


def _rebased(rule: RuleText, pack: Pack, renamed: dict[tuple[str, str], str]) -> RuleText:
    owner = rule.owner
    tile = renamed.get((pack.id, owner.tile), owner.tile) if owner.tile else ""
    piece = renamed.get((pack.id, f"piece {owner.piece}"), owner.piece) if owner.piece else ""
    if (tile, piece) == (owner.tile, owner.piece):
        return rule
    return RuleText(Owner(pack.id, tile, piece), rule.node, rule.choice, rule.document, rule.places)


def _choose(found: Composition, variants: Mapping[str, str], diagnostics: Diagnostics) -> None:
    found.chosen = {key: variant.options[0] for key, variant in found.variants.items() if variant.options}
    for key, option in variants.items():
        where = Span("variants", 1, 1, 1, 1)
        if key not in found.variants:
            near = diagnostics.nearest(key, list(found.variants))
            diagnostics.error(
                "P007", f"There is no variant `{key}`.", where, suggestion=near[0] if near else ""
            )
        elif option not in found.variants[key].options:
            options = found.variants[key].options
            near = diagnostics.nearest(str(option), list(options))
            diagnostics.error(
                "P008",
                f"The variant `{key}` has no option `{option}`.",
                where,
                expected=" or ".join(f"`{o}`" for o in options),
                suggestion=near[0] if near else "",
            )
        else:
            found.chosen[key] = option


def _switched_on(rule: RuleText, found: Composition) -> bool:
    return all(found.chosen.get(name) == option for name, option in variants_of(rule, found.variants))
