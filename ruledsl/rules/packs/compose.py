"""Combines packs into one `Composition`, with checked references between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.diagnostics import Diagnostics, Kept, Span
from ruledsl.rules.packs.arrivals import with_arrivals
from ruledsl.rules.packs.fields import WORDS
from ruledsl.rules.packs.maps.resolving import resolved_maps
from ruledsl.rules.packs.mentions import named_anew
from ruledsl.rules.packs.model import BoardMap, Composition, Deck, Face, Kind, Owner, Pack, RuleText, Words
from ruledsl.rules.packs.reading import without_outside
from ruledsl.rules.packs.references import Mention, check_maps, check_references, variants_of
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

B = TypeVar("B", BoardMap, Face)
KeptMaps = Kept[tuple[dict[str, BoardMap], list[Mention]]]
"""The maps of recent compositions, with the missing things that they name."""

TABLES = ("kinds", "decks", "dice", "maps", "variants")
SPACES = {"terrains": "traits", "symbols": "traits"}
"""Lists of words that share their names: a region counts as one of them."""


def compose(
    packs: list[Pack], variants: Mapping[str, str], diagnostics: Diagnostics, maps: KeptMaps | None = None
) -> Composition:
    """One composition of these packs, with the variants that a game chooses.

    Callers that compose repeatedly pass the same `maps`, which are rebuilt only when a map changes.
    """
    found = Composition(packs, Words(), {}, {}, {}, {}, {}, {}, {}, [], [], [], {}, [], {})
    faces: dict[str, Face] = {}
    for pack in packs:
        _words(found, pack, diagnostics)
        _merge(faces, "faces", found, pack, diagnostics)
        for table in TABLES:
            _merge(getattr(found, table), table, found, pack, diagnostics)
        _texts(found, pack)
        _tiles(found, pack, diagnostics)
        found.panels += pack.panels
        found.measures += pack.measures
        found.standings = pack.standings or found.standings
        found.roles.update((role, _in_role(found, pack, name)) for role, name in pack.roles.items())
        found.drawing.update(
            (found.meant("traits", word, pack.id), how) for word, how in pack.drawing.items()
        )
        found.emblems.update(pack.emblems)
    _give(found)
    _choose(found, variants, diagnostics)
    tiles = found.tiles
    found.pieces = {k: p for k, p in found.pieces.items() if not p.tile or tiles[p.tile].pack == p.pack}
    for pack in packs:
        rules = [_rebased(rule, pack, found) for rule in pack.rules if _switched_on(rule, found)]
        found.rules += [rule for rule in rules if _still_there(rule.owner, found)]
    named_anew(found, diagnostics)
    without_outside(found, diagnostics)
    with_arrivals(found, diagnostics)
    check_references(
        found, _with_maps(found, faces, KeptMaps() if maps is None else maps, diagnostics), diagnostics
    )
    return found


def _tiles(found: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the tiles of a pack, with their copies, and its pieces."""
    for key, tile in pack.tiles.items():
        if _is_known(found, "tiles", key, pack):
            _hides("tiles", key, _key(found.tiles, key, pack), tile.span, pack, diagnostics)
        name = found.called[pack.id, "tiles", key] = _key(found.tiles, key, pack)
        kind = found.meant("kinds", tile.kind, pack.id)
        traits = tuple(found.meant("tile_traits", trait, pack.id) for trait in tile.traits)
        if (kind, traits) != (tile.kind, tile.traits):
            tile = replace(tile, kind=kind, traits=traits)  # noqa: PLW2901 - as it is called here
        found.tiles[name] = tile
        for number in range(2, tile.copies + 1):
            found.tiles[f"{name}#{number}"] = replace(tile, copy_of=name)
    for key, piece in pack.pieces.items():
        if _is_known(found, "pieces", key, pack):
            _hides("pieces", key, _key(found.pieces, key, pack), piece.span, pack, diagnostics)
        name = found.called[pack.id, "pieces", key] = _key(found.pieces, key, pack)
        bringer = found.called.get((pack.id, "tiles", piece.tile), piece.tile)
        traits = tuple(found.meant("piece_traits", trait, pack.id) for trait in piece.traits)
        shows = tuple(found.meant("traits", word, pack.id) for word in piece.shows)
        if (bringer, traits, shows) != (piece.tile, piece.traits, piece.shows):
            piece = replace(piece, tile=bringer, traits=traits, shows=shows)  # noqa: PLW2901 - likewise
        found.pieces[name] = piece


def _in_role(found: Composition, pack: Pack, name: str) -> str:
    """The deck or trait of the pack's own that it gives a role, as it is called here; other names stay."""
    names = (found.called.get((pack.id, space, name), name) for space in ("decks", "piece_traits"))
    return next((one for one in names if one != name), name)


def _give(found: Composition) -> None:
    """Add the traits that packs give to tiles."""
    for pack in found.packs:
        for key, traits in pack.given.items():
            meant = (found.meant("tile_traits", trait, pack.id) for trait in traits)
            more = tuple(trait for trait in meant if trait in found.words.tile_traits)
            wanted = found.meant("tiles", key, pack.id)
            for name, tile in list(found.tiles.items()):
                if wanted in (name, tile.copy_of):
                    found.tiles[name] = replace(tile, traits=tuple(dict.fromkeys((*tile.traits, *more))))


def _with_maps(
    found: Composition, faces: dict[str, Face], kept: KeptMaps, diagnostics: Diagnostics
) -> list[Mention]:
    """Build the maps. Returns the missing things that they name."""
    written = {key: _worded(board, found) for key, board in found.maps.items()}
    faces = {key: _worded(face, found) for key, face in faces.items()}
    words = found.words
    incomplete = found.incomplete

    def make(heard: Diagnostics) -> tuple[dict[str, BoardMap], list[Mention]]:
        made = resolved_maps(written, faces, heard, incomplete=incomplete)
        return made, check_maps(made.values(), words, heard)

    traits = set(words.terrains), set(words.symbols)
    of = list(written.items()), list(faces.items()), traits, incomplete
    made, unknown = kept(of, make, diagnostics)
    found.maps = dict(made)
    return unknown


def _worded(board: B, found: Composition) -> B:
    """A map or board whose terrains and symbols are those that its pack means."""
    if not any(name != word for (pack, _, word), name in found.called.items() if pack == board.pack):
        return board

    def meant(word: str) -> str:
        return found.meant("traits", word, board.pack)

    regions = [replace(one, traits=tuple(map(meant, one.traits))) for one in board.regions]
    if board.plan is None:
        return replace(board, regions=regions)
    changes = tuple(
        replace(
            one,
            terrain=one.terrain and meant(one.terrain),
            symbols=one.symbols and tuple(map(meant, one.symbols)),
        )
        for one in board.plan.regions
    )
    return replace(board, regions=regions, plan=replace(board.plan, regions=changes))


def _still_there(owner: Owner, found: Composition) -> bool:
    """Is the tile or piece that brings a rule still there, rather than replaced by a later pack?"""
    if owner.tile and found.tiles[owner.tile].pack != owner.pack:
        return False
    return not owner.piece or (owner.piece in found.pieces and found.pieces[owner.piece].pack == owner.pack)


def _words(found: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the words of a pack. Worlds share theirs; but what a required pack has too is the pack's own, `pack/word`."""
    known = found.known_to(pack.id) - {pack.id}
    for table in WORDS:
        space = SPACES.get(table, table)
        words: dict[str, Span] = getattr(found.words, table)
        for word, span in getattr(pack.words, table).items():
            is_own = any((other, space, word) in found.called for other in known)
            name = f"{pack.id}/{word}" if is_own else word
            _hides(table, word, name, span, pack, diagnostics)
            found.called[pack.id, space, word] = name
            words.setdefault(name, span)
    found.words.equivalents += [
        (found.meant("traits", first, pack.id), found.meant("traits", second, pack.id), span)
        for first, second, span in pack.words.equivalents
    ]


def _merge(
    into: dict[str, Any], table: str, found: Composition, pack: Pack, diagnostics: Diagnostics
) -> None:
    """Add a table of a pack. What has the id of something that is there and that it does not replace is `pack/id`."""
    for key, item in getattr(pack, table).items():
        if key in into and isinstance(item, Kind) and _same_kind(into[key], item):
            continue
        name = found.called[pack.id, table, key] = _key(into, key, pack)
        if name != key:
            if _is_known(found, table, key, pack):
                _hides(table, key, name, item.span, pack, diagnostics)
            item = replace(item, id=name)  # noqa: PLW2901 - as it is called here
        if isinstance(item, Deck):
            item = replace(item, kinds=tuple(found.meant("kinds", kind, pack.id) for kind in item.kinds))  # noqa: PLW2901
        into[name] = item


def _is_known(found: Composition, table: str, key: str, pack: Pack) -> bool:
    """Does a required pack have something of that id? Packs that do not know each other may."""
    return any((other, table, key) in found.called for other in found.known_to(pack.id) - {pack.id})


def _hides(table: str, key: str, name: str, span: Span, pack: Pack, diagnostics: Diagnostics) -> None:
    """Warn that something has the id of what a required pack has. A pack of an earlier edition may have had it first."""
    if name != key and pack.language >= LANGUAGE_VERSION:
        diagnostics.warning(
            "P006",
            f"A required pack has `{key}` ({table}), too; this is another one, `{name}`.",
            span,
            expected="another id" if table in WORDS else f"`replaces: [{key}]` in pack.yaml, or another id",
        )


def _texts(found: Composition, pack: Pack) -> None:
    """Add the texts of a pack. Under a key that another pack has, they are for what the pack itself declares: `Composition.text`."""
    for key, text in pack.texts.items():
        if key in found.texts and key not in pack.replaces:
            found.own_texts[pack.id, key] = text
        else:
            found.texts[key] = text
            found.homes.setdefault(key, pack.id)


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


def _rebased(rule: RuleText, pack: Pack, found: Composition) -> RuleText:
    owner = rule.owner
    tile = found.called.get((pack.id, "tiles", owner.tile), owner.tile)
    piece = found.called.get((pack.id, "pieces", owner.piece), owner.piece)
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
