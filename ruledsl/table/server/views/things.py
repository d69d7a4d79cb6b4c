"""The message `table`: everything about a table that does not change during the game."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from ruledsl.base.store.remembering import remembered
from ruledsl.play.draw import map_svg, signs_of
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.languages import LANGUAGES, PSEUDO
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.map import IN_PLACE
from ruledsl.table.server.tables.seat import HOST, PERSON
from ruledsl.table.server.views.lessons import lesson_data
from ruledsl.table.server.views.view import view_data, view_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.play.game import Game, Rules
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.packs.model import BoardMap, Composition, Names, Pack, Piece, Tile, Variant
    from ruledsl.table.server.tables.seat import Seat
    from ruledsl.table.server.tables.table import Table

READ = frozenset("action ask called chose event forbid not option roll coins stop trait value".split())
"""Families of texts that players read."""


def table_message(table: Table, language: str, kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """The message in a language; for a table that can no longer be played, from what was `kept` of it."""
    head = {
        "type": "table",
        "table": table.id,
        "language": language,
        "languages": list(LANGUAGES),
        "title": table.row.title
        if table.game is None
        else title_of(table.game.rules.composition, Naming(language)),
        "analysis": table.analysis,
        "playable": table.game is not None,
        "problem": table.problem.said(language) if table.game is None else "",
        "players": len(table.seats),
    }
    if table.game is None:
        return {**kept, **head} if kept else head
    lesson = lesson_data(table.game, Naming(language))
    return {**head, "lesson": lesson, **things_of(table.game, language, f"/map.svg?table={table.id}")}


def things_of(game: Game, language: str, drawing: str) -> dict[str, Any]:
    """The parts of a game: its tiles, pieces and words, and its map with its `drawing`."""
    board = map_data(game.rules.composition, game.state.board.map, Naming(language))
    return {
        **remembered(game.rules, _things, lambda: _things(game.rules, language), language),
        "map": {**board, "svg": drawing},
    }


def cards_of(rules: Rules, pack: str, language: str) -> dict[str, Any]:
    """The tiles that a pack brings to a game, with what stands on their cards: their pieces and emblems."""
    things = remembered(rules, _things, lambda: _things(rules, language), language)
    composition = rules.composition
    own = [id_ for id_, tile in composition.tiles.items() if tile.pack == pack and not tile.copy_of]
    pieces = {piece for id_ in own for piece in composition.tiles[id_].pieces}
    return {
        "tiles": [{"id": id_, **things["tiles"][id_]} for id_ in own],
        "pieces": {id_: piece for id_, piece in things["pieces"].items() if id_ in pieces},
        "emblems": {id_: emblem for id_, emblem in things["emblems"].items() if id_ in own},
    }


def _things(rules: Rules, language: str) -> dict[str, Any]:
    naming = Naming(language)
    composition = rules.composition
    words = composition.words
    in_words = InWords(rules.program, naming)
    emblems, drawn = signs_of(composition)

    def named(id_: str, names: Names | None = None) -> dict[str, str]:
        return {"id": id_, "name": naming.text(names or {}, _plain(id_))}

    return {
        "packs": [
            {**named(pack.id, pack.names), "version": pack.version, "lacking": _lacking(pack, language)}
            for pack in composition.packs
        ],
        "variants": [
            {**named(v.id, v.names), "chosen": naming.option(composition, v.id, composition.chosen[v.id])}
            for v in composition.variants.values()
            if v.id in composition.chosen
        ],
        "traits": {trait: naming.trait(composition, trait) for trait in words.region_traits},
        "stages": [{"id": stage, "name": naming.stage(composition, stage)} for stage in words.stages],
        "tiles": {id_: _tile(in_words, naming, id_) for id_ in composition.tiles},
        "emblems": emblems,
        "pieces": {
            id_: {
                "name": naming.text(piece.names, _plain(id_)),
                "symbol": piece.symbol,
                "copy_of": piece.copy_of,
                "emblem": drawn[id_],
                "pack": piece.pack,
                "summary": _summary(composition, naming, piece),
                **_rules(in_words, piece.tile, piece.copy_of or id_),
            }
            for id_, piece in composition.pieces.items()
        },
        "decks": {deck: {"name": naming.named(composition, deck)} for deck in composition.decks},
        "nouns": naming.nouns(composition),
        "measures": _measures(composition, naming),
        "cost": _cost(rules),
    }


def _lacking(pack: Pack, language: str) -> int:
    """How many texts for players a pack has in English only."""
    return 0 if language == PSEUDO else sum(language not in names for _, names in read_by_players(pack))


def read_by_players(pack: Pack) -> Iterator[tuple[str, Names]]:
    """The texts of a pack for players, by language, each with an id: names, summaries, and texts that are not only for rules in words."""
    declared = (pack.tiles, pack.pieces, pack.maps, pack.variants, pack.kinds)
    for thing in (pack, *(thing for things in declared for thing in things.values())):
        yield thing.id, thing.names
    told: list[Pack | Tile | Piece | Variant] = [pack, *pack.tiles.values(), *pack.pieces.values()]
    told += pack.variants.values()
    yield from ((thing.id, thing.summary) for thing in told if thing.summary)
    yield from ((panel.value, panel.names) for panel in (*pack.panels, *pack.measures))
    yield from ((key, names) for key, names in pack.texts.items() if key.partition(".")[0] in READ)


def _plain(id_: str) -> str:
    return id_.replace("_", " ")


def _rules(in_words: InWords, tile: str, piece: str = "") -> dict[str, Any]:
    """The rules in words with their language, which is English where a pack lacks texts for them."""
    language, sentences = in_words.card(tile, piece)
    return {"rules": sentences, "rules_language": language}


def _tile(in_words: InWords, naming: Naming, id_: str) -> dict[str, Any]:
    composition = in_words.program.composition
    tile = composition.tiles[id_]
    kind = composition.kinds[tile.kind]
    return {
        "name": naming.text(tile.names, tile.id),
        "kind": tile.kind,
        "kind_name": naming.text(kind.names, _plain(kind.id)),
        "summary": naming.text(tile.summary, ""),
        "numbers": [
            {"key": field.key, "name": naming.named(composition, field.key), "value": tile.fields[field.key]}
            for field in kind.fields
            if field.key in tile.fields
        ],
        "pieces": tile.pieces,
        **_rules(in_words, tile.copy_of or id_),
        "pack": tile.pack,
    }


def _summary(composition: Composition, naming: Naming, piece: Piece) -> str:
    """What a piece does, in short: its own summary, or that of the tile with which it comes; empty without either."""
    tile = composition.tiles.get(piece.tile)
    if piece.summary or tile is None or not tile.summary:
        return naming.text(piece.summary, "")
    return f"{naming.text(tile.names, tile.id)}: {naming.text(tile.summary, '')}"


def _measures(composition: Composition, naming: Naming) -> list[dict[str, str]]:
    """The values that decide, then the other measures of packs."""
    panels = {panel.value: naming.text(panel.names, _plain(panel.value)) for panel in composition.panels}
    deciding = {name: naming.named(composition, name) for name, _ in composition.standings}
    return [{"id": name, "name": text} for name, text in ({**deciding, **panels}).items()]


def _cost(rules: Rules) -> dict[str, str] | None:
    """The value that is the cost of a conquest, and the names of its parameters."""
    value = rules.program.value(rules.composition.roles.get("cost", ""))
    if value is None:
        return None
    by_type = {param.type.name: param.name for param in value.params}
    fits = {"people", "region"} == set(by_type)
    return {"value": value.name, "people": by_type["people"], "region": by_type["region"]} if fits else None


def map_data(composition: Composition, board: BoardMap, naming: Naming) -> dict[str, Any]:
    """A map of some packs with its regions."""
    return {
        "id": board.id,
        "name": naming.text(board.names, _plain(board.id)),
        "size": list(board.size),
        "rounds": board.rounds,
        "regions": {
            region.id: {
                "name": f"{region.id} {naming.trait(composition, region.traits[0])}",
                "terrain": region.traits[0],
                "traits": list(region.traits[1:]),
                "borders": list(region.borders),
                "at": list(region.at) if region.at else None,
            }
            for region in board.regions
        },
    }


def title_of(composition: Composition, naming: Naming) -> str:
    """The packs of a game in a few words: those that no other pack requires."""
    needed = {id_ for pack in composition.packs for id_ in pack.requires}
    named = [naming.text(pack.names, pack.id) for pack in composition.packs if pack.id not in needed]
    return " + ".join(named)


# ── picture ─────────────────────────────────────────────────────────────────────
# A picture of a table: the last messages to its seats, stored for the day when its packs can no longer be played.


LANGUAGE = "en"
LARGEST = 1 << 26
"""Bytes of a picture before compression."""


def drawn(rules: Rulebook, map_id: str) -> str:
    """The drawing of a map of the packs; for one that is drawn for each game, an example. Raises `GameError` if there is none."""
    board = rules.drawn_map(rules.map(map_id), 1)
    return remembered(rules, drawn, lambda: _svg(rules, board), board.id)


def book_of(rules: Rules, language: str) -> str:
    """The rulebook of all packs that bring something to the table; made once for each language."""
    from ruledsl.author.book import rulebook  # noqa: PLC0415 - most tables are never asked

    composition = rules.composition
    brings = {thing.pack for things in (composition.tiles, composition.maps) for thing in things.values()}
    return remembered(rules, book_of, lambda: rulebook(rules, sorted(brings), language), language)


def drawn_for(game: Game) -> str:
    """The drawing of a game's map, which may be its own."""
    board = game.state.board.map
    return _svg(game.rules, board) if board.id == IN_PLACE else drawn(game.rules, board.id)


def _svg(rules: Rulebook, board: BoardMap) -> str:
    return map_svg(rules.composition, board, with_borders=rules.program.has_borders)


def picture_of(table: Table) -> bytes:
    """The current messages to each seat and to spectators."""
    game, naming = table.playable, table.naming(LANGUAGE)
    seats: list[int | None] = [*range(game.players), None]
    views = {str(seat): view_data(view_of(game, seat, naming), table.course, options=False) for seat in seats}
    picture = {
        "table": table_message(table, LANGUAGE),
        "views": views,
        "map": drawn_for(game),
    }
    return zlib.compress(json.dumps(picture, separators=(",", ":")).encode())


def read_picture(data: bytes, seats: int) -> dict[str, Any] | None:
    """The messages: `table`, `views` by seats, and the drawing `map`. None if it is not such a picture."""
    try:
        picture = json.loads(zlib.decompressobj().decompress(data, LARGEST))
        views = [picture["views"][str(seat)] for seat in (*range(seats), None)]
        whole = isinstance(picture["map"], str) and all(
            isinstance(one, dict) for one in (picture["table"], *views)
        )
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError):
        return None
    return picture if whole else None


# ── seats ───────────────────────────────────────────────────────────────────────
# The message `seats`: the occupants, and who is present.


def seats_message(table: Table, visitor: str) -> dict[str, Any]:
    """The seats for one visitor. Only the host gets links, and only of seats without a holder: nobody learns how to take an occupied one."""
    held, host = table.held_by(visitor), table.is_host(visitor)
    spectators = sum(not table.held_by(watcher.visitor) for watcher in table.watchers)
    return {
        "type": "seats",
        "spectators": spectators,
        "host": host,
        "hosts": len(table.holders_of(HOST)),
        "patience": max(seat.patience for seat in table.seats),
        "seats": [_seat(table, seat, mine=seat.player in held, host=host) for seat in table.seats],
    }


def _seat(table: Table, seat: Seat, *, mine: bool, host: bool) -> dict[str, Any]:
    holders = table.holders_of(seat.player)
    entry = {
        "player": seat.player,
        "who": seat.bot or PERSON,
        "name": seat.name,
        "colour": seat.colour,
        "present": table.is_present(seat.player),
        "mine": mine,
        "held": len(holders),
        "hosted": any(map(table.is_host, holders)),
        "renewed": seat.renewed,
        "bot": "stands in" if seat.away else None,
        "failed": seat.player in table.failed,
    }
    if host and seat.who == PERSON and not holders:
        entry["link"] = link_of(table, seat.secret)
    return entry


def link_of(table: Table, secret: str) -> str:
    """The part after `#` never leaves a browser with a request."""
    return f"/table/{table.id}#{secret}"
