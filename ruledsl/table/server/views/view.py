"""The message `view`: the complete table as one seat may see it, after each choice, with the table's own sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.store.remembering import remembered
from ruledsl.engine.state.hidden import EVERYBODY
from ruledsl.play.naming.words import translated
from ruledsl.play.views import SeatView, Ware, market_of
from ruledsl.table.server.tables.offer import shown_place
from ruledsl.table.server.views.story import story_data

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ruledsl.base.diagnostics import Span
    from ruledsl.play.decisions import Asking
    from ruledsl.play.explain.log import LogEntry
    from ruledsl.play.game import Game
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.packs.model import MapRegion
    from ruledsl.table.server.tables.seat import Course


MOST_TURNS = 2
"""Turns of each player in every view."""
RECENT = 40
"""Log entries in every view."""


def view_of(game: Game, seat: int | None, naming: Naming) -> SeatView:
    """The current knowledge of a seat (None: a spectator), in these words."""
    return SeatView(game.told_as(naming), EVERYBODY if seat is None else seat)


def view_data(view: SeatView, course: Course, *, options: bool = True) -> dict[str, Any]:
    """A view as a page gets it, without the table's own data; with the options of the decision if `options`."""
    seen = view
    seat = None if view.seat == EVERYBODY else view.seat
    asking = view.decision
    standings = view.standings
    return {
        "made": view.made,
        "seat": seat,
        "round": seen["round"],
        "rounds": seen["rounds"],
        "turn": seen["turn"],
        "over": seen["over"],
        "phase": "" if asking is None else _phase(view, asking),
        "status": _status(view, asking, standings),
        "ask": None
        if asking is None
        else ask_data(view.rules, asking, view.seat, view.room, options=options),
        "regions": _regions(view, seen["regions"]),
        "players": _players(view, seen["players"], standings),
        "peoples": [_people(view, people) for people in seen["peoples"]],
        "market": [_ware(ware) for ware in market_of(view, asking.player if asking else None)],
        "decks": seen["decks"],
        "tiles": seen["tiles"],
        "trays": seen["trays"],
        "aside": seen["aside"],
        "stock": seen["stock"],
        "memory": _memory(view, seen["memory"]),
        "standings": [_standing(view.rules, row) for row in standings],
        "panels": _panels(view),
        "story": story_data(view.naming, view.standing, course, view.made)[-MOST_TURNS * view.players :],
        "log": log_data(view, course, max(view.logged - RECENT, 0), RECENT),
    }


# ── the decision ──


def _phase(view: SeatView, asking: Asking) -> str:
    """What is under way, in words: the tile that asks, or the packs' name of the phase; empty if there is none."""
    owner, _, phase = asking.rule.rpartition(": ")
    tile = view.rules.composition.tiles.get(owner.rpartition("/")[2])
    if tile is not None:
        return view.naming.text(tile.names, tile.id)
    return view.naming.text(view.rules.composition.text(f"name.{phase.replace(' ', '_')}") or {}, "")


def _status(view: SeatView, asking: Asking | None, standings: list[dict[str, Any]]) -> str:
    language = view.naming.language
    if asking is None:
        winners = [view.naming.player(row["player"]) for row in standings if row["rank"] == 1]
        return _said("won", language, players=", ".join(winners)) if winners else _said("over", language)
    name = view.naming.player(asking.player)
    player = name[:1].upper() + name[1:]
    return _said(
        "status", language, round=view.round, rounds=view["rounds"], player=player, prompt=asking.prompt
    )


def ask_data(
    rules: Rulebook, asking: Asking, seat: int, room: Callable[[], int], *, options: bool = True
) -> dict[str, Any]:
    """The decision, with the options for the seat that decides, and the number of tokens to place (`many`)."""
    offered = asking.options if options else ()
    entries = [
        {
            "id": option.id,
            "label": option.label,
            "action": option.data.get("action"),
            "target": _target(option.data, option.about),
        }
        for option in offered
    ]
    return {
        "player": asking.player,
        "mine": asking.player == seat,
        "kind": asking.kind,
        "prompt": asking.prompt,
        "rule": asking.rule,
        "place": place_of(rules, asking.place),
        "people": asking.people,
        "many": room() if offered else 0,
        "options": entries,
    }


def _target(data: dict[str, Any], about: str) -> dict[str, Any] | None:
    given = data.get("target", data.get("value"))
    return {"type": about, "id": given} if about and given is not None else None


def place_of(rules: Rulebook, span: Span) -> str:
    """`core/turn.yaml:14:7`."""
    return f"{shown_place(rules, span.file)}:{span.line}:{span.column}"


# ── regions ──


def _regions(view: SeatView, regions: dict[str, Any]) -> dict[str, Any]:
    described = {}
    for entry in view.map.regions:
        seen = regions[entry.id]
        described[entry.id] = {
            **seen,
            "others": seen.get("others", {}),
            "memory": _memory(view, seen.get("memory", {})),
            "text": region_text(view.rules, view.naming, view, entry),
        }
    return described


def region_text(rules: Rulebook, naming: Naming, table: Mapping[str, Any], region: MapRegion) -> str:
    """A region in words: its name, the tokens there, and everything else that lies there, except a piece that only marks its terrain."""
    composition, seen = rules.composition, table["regions"][region.id]
    tiles = composition.tiles
    owners = {people["race"]: people["player"] for people in table["peoples"]}
    terrain = naming.trait(composition, region.traits[0])
    words = [f"{region.id} {terrain}"]
    held = [(seen["holder"], seen["tokens"])] if seen["holder"] else []
    for race, tokens in [*held, *seen.get("others", {}).items()]:
        words.append(f"{naming.text(tiles[race].names, race)} ×{tokens} ({naming.player(owners[race])})")
    lying = naming.pieces(composition, seen["pieces"])
    words += [piece for piece in lying if piece.casefold() != terrain.casefold()]
    for id_ in seen["tiles"]:
        words.append(naming.text(tiles[id_].names, id_) if id_ in tiles else "?")
        words += naming.pieces(composition, table["tiles"].get(id_, {"pieces": {}})["pieces"])
    return ", ".join(words)


def _players(
    view: SeatView, players: list[dict[str, Any]], standings: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    decisive = next((name for name, _ in view.rules.composition.standings), None)
    rows = {row["player"]: row for row in standings}
    return [
        {
            **player,
            "memory": _memory(view, player["memory"]),
            "score": None
            if decisive is None
            else number(view.rules, decisive, player["player"], rows[player["player"]][decisive]),
        }
        for player in players
    ]


def _people(view: SeatView, people: dict[str, Any]) -> dict[str, Any]:
    tiles, naming = view.rules.composition.tiles, view.naming
    parts = [id_ for id_ in (people["power"], people["race"]) if id_]
    first = next(iter(view.rules.composition.words.stages), "")
    return {
        **people,
        "name": " ".join(naming.text(tiles[id_].names, id_) for id_ in parts),
        "full": people["stage"] == first,
        "memory": _memory(view, people["memory"]),
    }


def _memory(view: SeatView, memory: dict[str, Any]) -> list[dict[str, Any]]:
    """Memories, except those that are only kept for statistics."""
    books = view.rules.kept_for_figures
    return [
        {"id": id_, "name": view.naming.named(view.rules.composition, id_), "value": value}
        for id_, value in memory.items()
        if id_ not in books
    ]


def _ware(ware: Ware) -> dict[str, Any]:
    why = {"value": ware.asked, "args": ware.args} if ware.price is not None else None
    *partner, tile = ware.tiles
    return {
        "tile": tile,
        "partner": partner[0] if partner else None,
        "name": ware.name,
        "coins": ware.coins,
        "price": {"value": ware.price, "why": why},
        "sizes": "+".join(map(str, ware.sizes)),
    }


# ── numbers with an explanation ──


def number(rules: Rulebook, name: str, player: int, value: int | None) -> dict[str, Any]:
    """A number of a player, with the question that explains it."""
    params = None if value is None else remembered(rules, _params, lambda: _params(rules, name), name)
    return {
        "value": value,
        "why": None if params is None else {"value": name, "args": dict.fromkeys(params, player)},
    }


def _params(rules: Rulebook, name: str) -> tuple[str, ...] | None:
    """The parameters of a value; None if none has that name."""
    declared = rules.program.value(name)
    return None if declared is None else tuple(param.name for param in declared.params)


def _standing(rules: Rulebook, row: dict[str, Any]) -> dict[str, Any]:
    names = [name for name, _ in rules.composition.standings]
    values = [{"id": name, **number(rules, name, row["player"], row[name])} for name in names]
    return {"player": row["player"], "rank": row["rank"], "values": values}


def _panels(view: SeatView) -> list[dict[str, Any]]:
    return [
        {
            "id": panel["value"],
            "name": panel["name"],
            "values": [
                number(view.rules, panel["value"], player, value)
                for player, value in enumerate(panel["players"])
            ],
        }
        for panel in view.panels
    ]


# ── the log ──


def log_data(view: SeatView, course: Course, first: int, count: int) -> dict[str, Any]:
    """A part of the log."""
    turn = f"event.{view.rules.composition.roles.get('turn', '')}"
    entries = view.log_from(first)[:count]
    return {
        "from": first,
        "count": view.logged,
        "entries": [_entry(entry, first + place, course, turn) for place, entry in enumerate(entries)],
    }


def _entry(entry: LogEntry, number: int, course: Course, turn: str) -> dict[str, Any]:
    return {
        "n": number,
        "text": entry.text,
        "regions": list(entry.regions),
        "player": entry.player,
        "made": course.made(number),
        "turn": entry.key == turn,
    }


WORDS: dict[str, dict[str, str]] = {
    "status": {
        "da": "Runde {round} af {rounds}. {player}: {prompt}",
        "en": "Round {round} of {rounds}. {player}: {prompt}",
        "fi": "Kierros {round}/{rounds}. {player}: {prompt}",
        "it": "Turno {round} di {rounds}. {player}: {prompt}",
        "no": "Runde {round} av {rounds}. {player}: {prompt}",
        "sv": "Runda {round} av {rounds}. {player}: {prompt}",
    },
    "over": {
        "da": "Spillet er slut.",
        "en": "The game is over.",
        "fi": "Peli on päättynyt.",
        "it": "La partita è finita.",
        "no": "Spillet er over.",
        "sv": "Spelet är slut.",
    },
    "won": {
        "da": "Spillet er slut. Vinder: {players}.",
        "en": "The game is over. The winner: {players}.",
        "fi": "Peli on päättynyt. Voittaja: {players}.",
        "it": "La partita è finita. Vince {players}.",
        "no": "Spillet er over. Vinner: {players}.",
        "sv": "Spelet är slut. Vinnare: {players}.",
    },
    "players": {
        "da": "{packs}, {n} spillere",
        "en": "{packs}, {n} players",
        "fi": "{packs}, {n} pelaajaa",
        "it": "{packs}, {n} giocatori",
        "no": "{packs}, {n} spillere",
        "sv": "{packs}, {n} spelare",
    },
}


def _said(key: str, language: str, **args: object) -> str:
    """A sentence in a language, or else in English."""
    return (translated(WORDS[key], language) or key).format(**args)
