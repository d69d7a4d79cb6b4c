"""The message `view`: the complete table as one seat may see it, after each choice, with the table's own sentences; and those of all seats."""

from __future__ import annotations

import json
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ruledsl.base.store.remembering import remembered
from ruledsl.engine.state.hidden import EVERYBODY
from ruledsl.play.explain.log import ROLL, announces
from ruledsl.play.naming.words import translated
from ruledsl.play.views import SeatView, Ware, market_of
from ruledsl.table.server.tables.offer import shown_place
from ruledsl.table.server.views.story import story_data

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

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


def view_data(
    view: SeatView, course: Course, *, options: bool = True, parts: Collection[str] | None = None
) -> dict[str, Any]:
    """A view as a page gets it, without the table's own data; with the options of the decision if `options`; only these `parts`, if given."""
    asking = view.decision
    made: dict[str, Callable[[], Any]] = {
        "made": lambda: view.made,
        "seat": lambda: None if view.seat == EVERYBODY else view.seat,
        **{key: partial(view.__getitem__, key) for key in ("round", "rounds", "turn", "over")},
        "goal": lambda: goal_of(view),
        "coins": lambda: view.rules.composition.coins,
        "phase": lambda: "" if asking is None else _phase(view, asking),
        "status": lambda: _status(view, asking),
        "ask": lambda: asking and ask_data(view.rules, asking, view.seat, view.room, options=options),
        "regions": lambda: _regions(view, view["regions"]),
        "players": lambda: _players(view, view["players"], view.standings),
        "peoples": lambda: [_people(view, people) for people in view["peoples"]],
        "market": lambda: [_ware(ware) for ware in market_of(view, asking.player if asking else None)],
        **{key: partial(view.__getitem__, key) for key in ("decks", "tiles", "trays", "aside", "stock")},
        "memory": lambda: _memory(view, view["memory"]),
        "standings": lambda: [_standing(view.rules, row) for row in view.standings],
        "panels": lambda: _panels(view),
        "story": lambda: story_data(view.naming, view.standing, course, view.made)[
            -MOST_TURNS * view.players :
        ],
        "log": lambda: log_data(view, course, max(view.logged - RECENT, 0), RECENT),
    }
    return {key: make() for key, make in made.items() if parts is None or key in parts}


class Views:
    """The views of a current game, as JSON. If they are `shared`, what everybody may know is made once, and each seat's own parts replace that."""

    def __init__(self, game: Game, naming: Naming, course: Course, *, shared: bool = True) -> None:
        self.game = game
        self.naming = naming
        self.course = course
        self.shared = shared
        self.made: dict[int | None, str] = {}

    def of(self, seat: int | None) -> str:
        """The view of a seat, or of spectators."""
        if seat not in self.made:
            own = self._own if self.shared else None
            parts = {} if seat is not None and own is None else self._everybodys
            if seat is not None:
                parts = parts | self._parts(seat, own)
            self.made[seat] = "{" + ",".join(f'"{key}":{part}' for key, part in parts.items()) + "}"
        return self.made[seat]

    def _parts(self, seat: int | None, parts: Collection[str] | None = None) -> dict[str, str]:
        data = view_data(view_of(self.game, seat, self.naming), self.course, parts=parts)
        return {key: plain(part) for key, part in data.items()}

    @cached_property
    def _everybodys(self) -> dict[str, str]:
        return self._parts(None)

    @cached_property
    def _own(self) -> Collection[str] | None:
        """The parts in which a seat's view may differ; None if these are all, with secret memories or after the end of a game."""
        if self.game.over or any(memory.secret for memory in self.game.rules.program.memories):
            return None
        unknown = [key for key in ("market", "panels") if UNKNOWN in self._everybodys[key]]
        return {"seat", "players", "standings", "ask", *unknown}


UNKNOWN = '"value":null'
"""A number that not everybody may know, in a view."""


def plain(data: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    """JSON text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# ── the decision ──


def _phase(view: SeatView, asking: Asking) -> str:
    """What is under way, in words: the tile that asks, or the packs' name of the phase; empty if there is none."""
    owner, _, phase = asking.rule.rpartition(": ")
    tile = view.rules.composition.tiles.get(owner.rpartition("/")[2])
    if tile is not None:
        return view.naming.text(tile.names, tile.id)
    return view.naming.text(view.rules.composition.text(f"name.{phase.replace(' ', '_')}") or {}, "")


def _status(view: SeatView, asking: Asking | None) -> str:
    language = view.naming.language
    if asking is None:
        everybody = all("lost" in row for row in view.standings)
        return _said("lost" if everybody else "over", language)
    name = view.naming.player(asking.player)
    player = name[:1].upper() + name[1:]
    key = "status" if view["rounds"] else "status.endless"
    return _said(key, language, round=view.round, rounds=view["rounds"], player=player, prompt=asking.prompt)


def goal_of(view: SeatView) -> int | None:
    """The number that somebody has to reach; None in a game without a goal."""
    goal = view.rules.composition.goal
    return int(view.value(goal)) if goal else None


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
    described, printed = {}, {region.id: region for region in view.map.regions}
    for id_, seen in regions.items():
        described[id_] = {
            **seen,
            "others": seen.get("others", {}),
            "memory": _memory(view, seen.get("memory", {})),
            "text": region_text(view.rules, view.naming, view, id_, printed.get(id_)),
        }
    return described


def region_text(
    rules: Rulebook, naming: Naming, table: Mapping[str, Any], id_: str, region: MapRegion | None
) -> str:
    """A region (none: a border) in words: its name, the tokens, and everything else there except a piece that only marks its terrain."""
    composition, seen = rules.composition, table["regions"][id_]
    tiles = composition.tiles
    owners = {people["race"]: people["player"] for people in table["peoples"]}
    terrain = naming.trait(composition, region.traits[0]) if region else ""
    words = [f"{id_} {terrain}" if region else naming.word("border", id=id_)]
    held = [(seen["holder"], seen["tokens"])] if seen["holder"] else []
    for race, tokens in [*held, *seen.get("others", {}).items()]:
        words.append(f"{naming.text(tiles[race].names, race)} ×{tokens} ({naming.player(owners[race])})")
    lying = naming.pieces(composition, seen["pieces"])
    words += [piece for piece in lying if piece.casefold() != terrain.casefold()]
    for tile in seen["tiles"]:
        words.append(naming.text(tiles[tile].names, tile) if tile in tiles else "?")
        words += naming.pieces(composition, table["tiles"].get(tile, {"pieces": {}})["pieces"])
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
            "cards": _cards(view, player),
            "score": None
            if decisive is None
            else number(view.rules, decisive, player["player"], rows[player["player"]][decisive]),
        }
        for player in players
    ]


def _cards(view: SeatView, player: dict[str, Any]) -> list[dict[str, Any]]:
    """The hands of a player: how many tiles, and which ones if this seat sees them."""
    composition = view.rules.composition
    return [
        {"name": view.naming.named(composition, name), "count": count, "tiles": player["memory"].get(name)}
        for name, count in player.get("cards", {}).items()
    ]


def _people(view: SeatView, people: dict[str, Any]) -> dict[str, Any]:
    tiles, naming = view.rules.composition.tiles, view.naming
    parts = [id_ for id_ in (people["power"], people["race"]) if id_]
    further = people.get("tiles", [])
    first = next(iter(view.rules.composition.words.stages), "")
    return {
        **people,
        "name": " ".join(naming.text(tiles[id_].names, id_) for id_ in (*reversed(further), *parts)),
        "tiles": [*parts, *further, *people.get("borrowed", [])],
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
    *beside, tile = ware.tiles
    return {
        "tile": tile,
        "beside": beside,
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
    more: dict[str, Any] = {key: row[key] for key in ("team", "lost") if key in row}
    return {"player": row["player"], "rank": row["rank"], **more, "values": values}


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
    entries = view.log_from(first)[: count + 1]
    following = zip_longest(entries, entries[1:])
    return {
        "from": first,
        "count": view.logged,
        "entries": [
            _entry(entry, then, first + place, course, turn)
            for place, (entry, then) in enumerate(following)
            if place < count
        ],
    }


def _entry(entry: LogEntry, then: LogEntry | None, number: int, course: Course, turn: str) -> dict[str, Any]:
    return {
        "n": number,
        "text": entry.text,
        "regions": list(entry.regions),
        "player": entry.player,
        "made": course.made(number),
        "turn": entry.key == turn,
        "roll": dict(entry.args) if entry.key == ROLL else None,
        "announces": announces(entry, then),
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
    "status.endless": {
        "da": "Runde {round}. {player}: {prompt}",
        "en": "Round {round}. {player}: {prompt}",
        "fi": "Kierros {round}. {player}: {prompt}",
        "it": "Turno {round}. {player}: {prompt}",
        "no": "Runde {round}. {player}: {prompt}",
        "sv": "Runda {round}. {player}: {prompt}",
    },
    "over": {
        "da": "Spillet er slut.",
        "en": "The game is over.",
        "fi": "Peli on päättynyt.",
        "it": "La partita è finita.",
        "no": "Spillet er over.",
        "sv": "Spelet är slut.",
    },
    "lost": {
        "da": "Spillet er slut. Alle har tabt.",
        "en": "The game is over. Everybody has lost.",
        "fi": "Peli on päättynyt. Kaikki ovat hävinneet.",
        "it": "La partita è finita. Hanno perso tutti.",
        "no": "Spillet er over. Alle har tapt.",
        "sv": "Spelet är slut. Alla har förlorat.",
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
