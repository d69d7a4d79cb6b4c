"""Combines packs into one `Composition`, with checked references between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruledsl.base.diagnostics import Diagnostics, Kept, Span
from ruledsl.rules.packs.arrivals import with_arrivals
from ruledsl.rules.packs.fields import WORDS
from ruledsl.rules.packs.maps.resolving import resolved_maps
from ruledsl.rules.packs.mentions import named_anew
from ruledsl.rules.packs.model import BoardMap, Composition, Deck, Face, Kind, Owner, Pack, RuleText, Words
from ruledsl.rules.packs.nouns import add_nouns, say_nouns
from ruledsl.rules.packs.reading import without_outside
from ruledsl.rules.packs.references import Mention, check_maps, check_references, variants_of
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

START: Final = "start"
"""The role of the event that is a game."""

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
    packs = _of_one_game(packs, diagnostics)
    composition = Composition(packs, Words(), {}, {}, {}, {}, {}, {}, {}, [], [], [], {}, [], {})
    faces: dict[str, Face] = {}
    for pack in packs:
        _merge(faces, "faces", composition, pack, diagnostics)
        _add(composition, pack, diagnostics)
    _give(composition)
    _choose(composition, variants, diagnostics)
    tiles = composition.tiles
    composition.pieces = {
        k: p for k, p in composition.pieces.items() if not p.tile or tiles[p.tile].pack == p.pack
    }
    for pack in packs:
        rules = [_rebased(rule, pack, composition) for rule in pack.rules if _switched_on(rule, composition)]
        composition.rules += [rule for rule in rules if _still_there(rule.owner, composition)]
    named_anew(composition, diagnostics)
    without_outside(composition, diagnostics)
    with_arrivals(composition, diagnostics)
    check_references(
        composition,
        _with_maps(composition, faces, KeptMaps() if maps is None else maps, diagnostics),
        diagnostics,
    )
    say_nouns(composition, diagnostics)
    return composition


def _add(composition: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add what a pack declares, except faces and rules."""
    _words(composition, pack, diagnostics)
    for table in TABLES:
        _merge(getattr(composition, table), table, composition, pack, diagnostics)
    _texts(composition, pack)
    add_nouns(composition, pack, diagnostics)
    _tiles(composition, pack, diagnostics)
    composition.panels += pack.panels
    composition.measures += pack.measures
    composition.standings = pack.standings or composition.standings
    composition.roles.update((role, _in_role(composition, pack, name)) for role, name in pack.roles.items())
    _frame(composition, pack)
    composition.drawing.update(
        (composition.meant("traits", word, pack.id), how) for word, how in pack.drawing.items()
    )
    composition.emblems.update(pack.emblems)


def _of_one_game(packs: list[Pack], diagnostics: Diagnostics) -> list[Pack]:
    """The packs of the first game. A pack that begins another game, without requiring the first, stays outside, with all that require it."""
    first: Pack | None = None
    requires: dict[str, set[str]] = {}
    outside: set[str] = set()
    for pack in packs:
        required = {pack.id}.union(*(requires.get(id_, {id_}) for id_ in pack.requires))
        requires[pack.id] = required
        if START not in pack.roles or required & outside:
            outside |= {pack.id} if required & outside else set()
        elif first is None:
            first = pack
        elif first.id not in required:
            outside.add(pack.id)
            message = f"`{pack.id}` and `{first.id}` are two games: each says how it starts."
            diagnostics.error(
                "P066",
                message,
                pack.places["roles", START],
                expected=f"packs of one game, or `requires: {{{first.id}: …}}` in the pack.yaml of `{pack.id}`",
                labels=((first.places["roles", START], "the other game starts here"),),
            )
    return [pack for pack in packs if pack.id not in outside]


def _frame(composition: Composition, pack: Pack) -> None:
    """How a game ends and what is seen of coins, as the last pack that says so has it."""
    if "ends" in pack.frame:
        composition.frame.pop("goal", None)
    composition.frame.update(pack.frame)


def _tiles(composition: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the tiles of a pack, with their copies, and its pieces."""
    for key, tile in pack.tiles.items():
        if _is_known(composition, "tiles", key, pack):
            _hides("tiles", key, _key(composition.tiles, key, pack), tile.span, pack, diagnostics)
        name = composition.called[pack.id, "tiles", key] = _key(composition.tiles, key, pack)
        kind = composition.meant("kinds", tile.kind, pack.id)
        traits = tuple(composition.meant("tile_traits", trait, pack.id) for trait in tile.traits)
        if (kind, traits) != (tile.kind, tile.traits):
            tile = replace(tile, kind=kind, traits=traits)  # noqa: PLW2901 - as it is called here
        composition.tiles[name] = tile
        for number in range(2, tile.copies + 1):
            composition.tiles[f"{name}#{number}"] = replace(tile, copy_of=name)
    for key, piece in pack.pieces.items():
        if _is_known(composition, "pieces", key, pack):
            _hides("pieces", key, _key(composition.pieces, key, pack), piece.span, pack, diagnostics)
        name = composition.called[pack.id, "pieces", key] = _key(composition.pieces, key, pack)
        bringer = composition.called.get((pack.id, "tiles", piece.tile), piece.tile)
        traits = tuple(composition.meant("piece_traits", trait, pack.id) for trait in piece.traits)
        shows = tuple(composition.meant("traits", word, pack.id) for word in piece.shows)
        if (bringer, traits, shows) != (piece.tile, piece.traits, piece.shows):
            piece = replace(piece, tile=bringer, traits=traits, shows=shows)  # noqa: PLW2901 - likewise
        composition.pieces[name] = piece


def _in_role(composition: Composition, pack: Pack, name: str) -> str:
    """The deck or trait of the pack's own that it gives a role, as it is called here; other names stay."""
    names = (composition.called.get((pack.id, space, name), name) for space in ("decks", "piece_traits"))
    return next((one for one in names if one != name), name)


def _give(composition: Composition) -> None:
    """Add the traits that packs give to tiles."""
    for pack in composition.packs:
        for key, traits in pack.given.items():
            meant = (composition.meant("tile_traits", trait, pack.id) for trait in traits)
            more = tuple(trait for trait in meant if trait in composition.words.tile_traits)
            wanted = composition.meant("tiles", key, pack.id)
            for name, tile in list(composition.tiles.items()):
                if wanted in (name, tile.copy_of):
                    composition.tiles[name] = replace(
                        tile, traits=tuple(dict.fromkeys((*tile.traits, *more)))
                    )


def _with_maps(
    composition: Composition, faces: dict[str, Face], kept: KeptMaps, diagnostics: Diagnostics
) -> list[Mention]:
    """Build the maps. Returns the missing things that they name."""
    written = {key: _worded(board, composition) for key, board in composition.maps.items()}
    faces = {key: _worded(face, composition) for key, face in faces.items()}
    words = composition.words
    incomplete = composition.incomplete

    def make(heard: Diagnostics) -> tuple[dict[str, BoardMap], list[Mention]]:
        made = resolved_maps(written, faces, heard, incomplete=incomplete)
        return made, check_maps(made.values(), words, heard)

    traits = set(words.terrains), set(words.symbols)
    of = list(written.items()), list(faces.items()), traits, incomplete
    made, unknown = kept(of, make, diagnostics)
    composition.maps = dict(made)
    return unknown


def _worded(board: B, composition: Composition) -> B:
    """A map or board whose terrains and symbols are those that its pack means."""
    if not any(name != word for (pack, _, word), name in composition.called.items() if pack == board.pack):
        return board

    def meant(word: str) -> str:
        return composition.meant("traits", word, board.pack)

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


def _still_there(owner: Owner, composition: Composition) -> bool:
    """Is the tile or piece that brings a rule still there, rather than replaced by a later pack?"""
    if owner.tile and composition.tiles[owner.tile].pack != owner.pack:
        return False
    return not owner.piece or (
        owner.piece in composition.pieces and composition.pieces[owner.piece].pack == owner.pack
    )


def _words(composition: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the words of a pack. Worlds share theirs; but what a required pack has too is the pack's own, `pack/word`."""
    required = composition.known_to(pack.id) - {pack.id}
    for table in WORDS:
        space = SPACES.get(table, table)
        words: dict[str, Span] = getattr(composition.words, table)
        for word, span in getattr(pack.words, table).items():
            is_own = any((other, space, word) in composition.called for other in required)
            name = f"{pack.id}/{word}" if is_own else word
            _hides(table, word, name, span, pack, diagnostics)
            composition.called[pack.id, space, word] = name
            words.setdefault(name, span)
    composition.words.equivalents += [
        (composition.meant("traits", first, pack.id), composition.meant("traits", second, pack.id), span)
        for first, second, span in pack.words.equivalents
    ]


def _merge(
    into: dict[str, Any], table: str, composition: Composition, pack: Pack, diagnostics: Diagnostics
) -> None:
    """Add a table of a pack. An entry with the id of something that is there and that it does not replace is `pack/id`."""
    for key, item in getattr(pack, table).items():
        if key in into and isinstance(item, Kind) and _same_kind(into[key], item):
            continue
        name = composition.called[pack.id, table, key] = _key(into, key, pack)
        if name != key:
            if _is_known(composition, table, key, pack):
                _hides(table, key, name, item.span, pack, diagnostics)
            item = replace(item, id=name)  # noqa: PLW2901 - as it is called here
        if isinstance(item, Deck):
            kinds = tuple(composition.meant("kinds", kind, pack.id) for kind in item.kinds)
            item = replace(item, kinds=kinds)  # noqa: PLW2901
        into[name] = item


def _is_known(composition: Composition, table: str, key: str, pack: Pack) -> bool:
    """Does a required pack have something of that id? Packs that do not know each other may."""
    return any(
        (other, table, key) in composition.called for other in composition.known_to(pack.id) - {pack.id}
    )


def _hides(table: str, key: str, name: str, span: Span, pack: Pack, diagnostics: Diagnostics) -> None:
    """Warn that something has the id of what a required pack has. A pack of an earlier edition may have had it first."""
    if name != key and pack.language >= LANGUAGE_VERSION:
        diagnostics.warning(
            "P006",
            f"A required pack has `{key}` ({table}), too; this is another one, `{name}`.",
            span,
            expected="another id" if table in WORDS else f"`replaces: [{key}]` in pack.yaml, or another id",
        )


def _texts(composition: Composition, pack: Pack) -> None:
    """Add the texts of a pack. Under a key that another pack has, they are for what the pack itself declares: `Composition.text`."""
    for key, text in pack.texts.items():
        if key in composition.texts and key not in pack.replaces:
            composition.own_texts[pack.id, key] = text
        else:
            composition.texts[key] = text
            composition.homes.setdefault(key, pack.id)


def _same_kind(first: Kind, second: Kind) -> bool:
    """Are two kinds of places from two packs the same, by their declarations?"""
    nowhere = first.span
    return (
        replace(first, span=nowhere, names={}, heading={}, places={})
        == replace(second, span=nowhere, names={}, heading={}, places={})
        and not second.fields
    )


def _key(table: dict[str, Any], key: str, pack: Pack) -> str:
    """The key of a tile. If two packs use one id, the later one is `pack/id`. A replaced tile keeps its id."""
    return f"{pack.id}/{key}" if key in table and key not in pack.replaces else key


def _rebased(rule: RuleText, pack: Pack, composition: Composition) -> RuleText:
    owner = rule.owner
    tile = composition.called.get((pack.id, "tiles", owner.tile), owner.tile)
    piece = composition.called.get((pack.id, "pieces", owner.piece), owner.piece)
    if (tile, piece) == (owner.tile, owner.piece):
        return rule
    return RuleText(Owner(pack.id, tile, piece), rule.node, rule.choice, rule.document, rule.places)


def _choose(composition: Composition, variants: Mapping[str, str], diagnostics: Diagnostics) -> None:
    composition.chosen = {
        key: variant.options[0] for key, variant in composition.variants.items() if variant.options
    }
    for key, option in variants.items():
        where = Span.nowhere("variants")
        if key not in composition.variants:
            near = diagnostics.nearest(key, list(composition.variants))
            diagnostics.error(
                "P007", f"There is no variant `{key}`.", where, suggestion=near[0] if near else ""
            )
        elif option not in composition.variants[key].options:
            options = composition.variants[key].options
            near = diagnostics.nearest(str(option), list(options))
            diagnostics.error(
                "P008",
                f"The variant `{key}` has no option `{option}`.",
                where,
                expected=" or ".join(f"`{o}`" for o in options),
                suggestion=near[0] if near else "",
            )
        else:
            composition.chosen[key] = option


def _switched_on(rule: RuleText, composition: Composition) -> bool:
    return all(
        composition.chosen.get(name) == option for name, option in variants_of(rule, composition.variants)
    )
