"""References in YAML outside rules: do the named things exist?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.rules.packs.folders.elsewhere import installed_packs, required_for
from ruledsl.rules.packs.model import BOOK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ruledsl.rules.packs.model import BoardMap, Composition, MapRegion, Pack, Piece, RuleText, Tile, Words

Mention = tuple[str, "Collection[str]", str, "Span"]
"""A word, the existing ones, what it should name, its place."""


def check_references(composition: Composition, in_maps: Iterable[Mention], diagnostics: Diagnostics) -> None:
    """Report YAML references to unknown names; for maps, `in_maps` has them (see `check_maps`)."""
    if not composition.incomplete:
        report_unknown(
            (*_words(composition), *in_maps, *_variants(composition)),
            composition.doubtful,
            diagnostics,
            composition.packs,
        )
    _replaced(composition, diagnostics)


def check_maps(maps: Iterable[BoardMap], words: Words, diagnostics: Diagnostics) -> list[Mention]:
    """Check the borders of maps. Returns references to unknown terrains, symbols and regions."""
    told = list(_told_once(maps))
    for board, regions in told:
        _borders(board, regions, diagnostics)
        _swapped(regions, words, diagnostics)
    return [mention for mention in _map_words(told, words) if mention[0] not in mention[1]]


def report_unknown(
    mentions: Iterable[Mention],
    doubtful: Collection[str],
    diagnostics: Diagnostics,
    packs: Sequence[Pack] = (),
) -> None:
    """Report references to unknown names, except doubtful words; `packs` may say what else names are called."""
    for word, words, what, span in mentions:
        if word not in words and word not in doubtful:
            _unknown((word, words, what, span), packs, diagnostics)


def _unknown(mention: Mention, packs: Sequence[Pack], diagnostics: Diagnostics) -> None:
    word, words, what, span = mention
    if word.isdigit() and any(one.code == "Y010" and one.span.file == span.file for one in diagnostics):
        return  # a number that is here twice is another one that is missing
    called = (name for pack in packs for name, others in pack.also_called.items() if word in others)
    meant, advice, fix = next((one for one in called if one in words), ""), "", None
    if not meant and diagnostics.lists("P030", "error", span.file):
        meant = "".join(diagnostics.nearest(word, words)[:1])
        if not meant:
            elsewhere = required_for(word, span, packs, installed_packs(), diagnostics.sources)
            advice, fix = elsewhere or ("", None)
    diagnostics.error(
        "P030",
        f"There is no {what} called `{word}`.",
        span,
        expected=f"{'an' if what[0] in 'aeiou' else 'a'} {what}",
        suggestion=meant,
        help=advice,
        fix=fix,
    )


def _words(composition: Composition) -> Iterator[Mention]:
    for pack in composition.packs:
        for key, gifts in pack.given.items():
            yield key, composition.tiles, "tile", pack.places["given", key]
            at = pack.places
            yield from (
                (t, composition.words.tile_traits, "trait of tiles", at[f"given {key}", t]) for t in gifts
            )
    for deck in composition.decks.values():
        at = deck.places
        yield from (
            (kind, composition.kinds, "kind of tile", at.get(("of", kind), deck.span)) for kind in deck.kinds
        )
    for tile in composition.tiles.values():
        yield from _traits(tile, composition.words.tile_traits, "trait of tiles")
    for piece in composition.pieces.values():
        yield from _traits(piece, composition.words.piece_traits, "trait of pieces")
    traits = set(composition.words.region_traits)
    for piece in composition.pieces.values():
        at = piece.places
        yield from (
            (word, traits, "terrain or symbol", at.get(("shows", word), piece.span)) for word in piece.shows
        )
    drawable = {*traits, *composition.pieces, *(tile.id for tile in composition.tiles.values())}
    for pack in composition.packs:
        yield from (
            (word, drawable, "terrain, symbol, piece or tile", pack.places["drawing", word])
            for word in pack.drawing
        )
    for first, second, span in composition.words.equivalents:
        yield from ((word, traits, "terrain or symbol", span) for word in (first, second))


def _told_once(maps: Iterable[BoardMap]) -> Iterator[tuple[BoardMap, list[MapRegion]]]:
    """Each map with those of its regions that no earlier map has, since many maps may build on one."""
    seen: set[Span] = set()
    for board in maps:
        regions = [region for region in board.regions if region.span not in seen]
        seen.update(region.span for region in regions)
        yield board, regions


def _traits(entry: Tile | Piece, words: Collection[str], what: str) -> Iterator[Mention]:
    for trait in entry.traits:
        yield trait, words, what, entry.places.get(("traits", trait), entry.span)


def _map_words(told: Iterable[tuple[BoardMap, list[MapRegion]]], words: Words) -> Iterator[Mention]:
    traits = set(words.region_traits)
    for board, regions in told:
        ids = {region.id for region in board.regions}
        for region in regions:
            terrain, *others = region.traits
            place = region.places.get(("terrain", terrain), region.span)
            if terrain and terrain not in words.symbols:
                yield terrain, words.terrains, "terrain", place
            for trait in others:
                yield trait, traits, "symbol", region.places.get(("symbols", trait), region.span)
            for other in region.borders:
                if other not in ids:
                    what = f"region of {board.id}"
                    yield other, _likely_border(board, region) or ids, what, _border(region, other)


def _likely_border(board: BoardMap, region: MapRegion) -> list[str]:
    """The one region that says that it borders this one, and that this one does not name; none if there are several."""
    one_sided = [
        other.id
        for other in board.regions
        if ("borders", region.id) in other.places and ("borders", other.id) not in region.places
    ]
    return one_sided if len(one_sided) == 1 else []


def _swapped(regions: list[MapRegion], words: Words, diagnostics: Diagnostics) -> None:
    """Report symbols that stand for a terrain, and terrains among the symbols."""
    for region in regions:
        terrain, *others = region.traits
        if terrain in words.symbols and terrain not in words.terrains:
            span = region.places.get(("terrain", terrain), region.span)
            message = f"`{terrain}` is a symbol, not a terrain: it is printed on a region that has a terrain besides."
            advice = f"Write `symbols: [{terrain}]`, and the terrain of the region."
            diagnostics.error("P030", message, span, expected="a terrain", help=advice)
        for other in others:
            if other in words.terrains and other not in words.symbols:
                span = region.places.get(("symbols", other), region.span)
                message = f"`{other}` is a terrain, not a symbol: a region has one terrain, and {terrain or 'another'} is written there."
                diagnostics.error(
                    "P030",
                    message,
                    span,
                    expected="a symbol",
                    help="Write it behind `terrain:`, or leave it out.",
                )


def variants_of(rule: RuleText, variants: Mapping[str, object]) -> list[tuple[str, str]]:
    """The variants, with their options, that switch a rule on; of several with one id, that of its own pack."""
    own = rule.owner.pack + "/"
    return [(own + id_ if own + id_ in variants else id_, option) for id_, option in rule.choice]


def _variants(composition: Composition) -> Iterator[Mention]:
    for pack in composition.packs:
        for rule in pack.rules:
            for (name, option), (written, _) in zip(
                variants_of(rule, composition.variants), rule.choice, strict=True
            ):
                yield name, composition.variants, "variant", rule.places.get(("variant", written), rule.span)
                if name in composition.variants:
                    place = rule.places.get(("option", written), rule.span)
                    yield option, composition.variants[name].options, f"option of the variant `{name}`", place


def _border(region: MapRegion, other: str) -> Span:
    return region.places.get(("borders", other), region.span)


def _borders(board: BoardMap, regions: list[MapRegion], diagnostics: Diagnostics) -> None:
    written = {region.id: [id_ for key, id_ in region.places if key == "borders"] for region in board.regions}
    twice = any(id_ in written.get(other, ()) for id_, borders in written.items() for other in borders)
    for region in regions:
        for other in _repeated(region.borders):
            diagnostics.error("S008", f"`{other}` is in this list twice.", _border(region, other))
        for other in dict.fromkeys(region.borders):
            if other == region.id:
                meant = "".join(_likely_border(board, region))
                diagnostics.error(
                    "P032", f"Region {region.id} borders itself.", _border(region, other), suggestion=meant
                )
            elif twice and other in written[region.id] and region.id not in written.get(other, (region.id,)):
                message = f"Region {region.id} borders {other}, but {other} does not say so, as others do."
                help_ = "It counts for both. If it is intended, name it on both sides."
                span = _border(region, other)
                diagnostics.warning("P031", message, span, labels=_other(board, other), help=help_)


def _repeated(words: Sequence[str]) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


def _other(board: BoardMap, id_: str) -> list[tuple[Span, str]]:
    region: MapRegion = next(region for region in board.regions if region.id == id_)
    return [(region.span, f"region {id_}")]


def _replaced(composition: Composition, diagnostics: Diagnostics) -> None:
    """Check that `replaces` names something of an earlier pack that this one brings too."""
    earlier: set[str] = set()
    for pack in composition.packs:
        tables = (
            pack.kinds,
            pack.decks,
            pack.dice,
            pack.maps,
            pack.variants,
            pack.texts,
            pack.tiles,
            pack.pieces,
        )
        mine = {key for table in tables for key in table} | ({BOOK} if pack.book else set())
        for word, span in pack.replaces.items():
            if pack.incomplete or (word in earlier and word in mine):
                continue
            where = "an earlier pack" if word not in earlier else "this pack"
            near = diagnostics.nearest(word, earlier & mine)
            diagnostics.error(
                "P014",
                f"`{word}` cannot be replaced: {where} has nothing of this id.",
                span,
                expected="the id of something that both packs have",
                suggestion=near[0] if near else "",
            )
        earlier |= mine
