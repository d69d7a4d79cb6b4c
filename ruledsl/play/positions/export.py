"""A game's state as the data of a position, as far as that format permits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.errors import GameError
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.small.kinds import ROLLED
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import hand_on_tile, in_hand, in_region, on_tile, region_key
from ruledsl.engine.state.state import (
    SLOTS,
    people_cell,
    player_cell,
    region_cell,
    set_aside,
    tile_cell,
    tile_key,
    with_people,
)
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.map import IN_PLACE
from ruledsl.play.positions.reader import limits_of
from ruledsl.play.positions.setting import left_in_tray

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.state import State

ELSEWHERE = (at.SITE, at.CONCEALED, at.TRAY, at.ASIDE, at.HOME)
"""Properties of tiles that are described at their places."""


MOST_ANSWERS = 60
"""The most answers with which a position comes to a moment that it cannot begin with."""

MOST_AHEAD = 12
"""The most choices that are tried, to see whether a position goes on as the game does."""


class Game(Protocol):
    """What this module reads of a game."""

    rules: Any
    start: dict[str, Any]
    choices: list[int]

    @property
    def state(self) -> State:
        """The current state."""

    @property
    def naming(self) -> Naming:
        """The names of its nouns."""

    @property
    def round(self) -> int:
        """The round, from 1."""

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""

    @property
    def paused(self) -> bool:
        """Does it wait for nobody, before an event?"""

    @property
    def decision(self) -> Any:
        """What somebody has to decide."""

    @property
    def standings(self) -> list[dict[str, Any]]:
        """The players, best first."""

    def gone_on(self) -> Any:
        """A copy at the next decision."""

    def copy(self) -> Any:
        """An independent copy."""


def position_of(game: Game) -> dict[str, Any]:
    """The data of a position like this moment of a game, including hidden information; `rules.position` turns it into a game with the same view.

    It begins with an event that the rules come to by themselves. In the middle of an action or of a rule that watches, it begins some decisions
    earlier, and has the `answers` since. The seed of the game replaces the state of the random numbers, and what loops around that event have
    counted is not in it. Raises `GameError` (G052) if no position says this moment.
    """
    now = game.gone_on() if game.paused else game
    present = _table(now)
    for earlier in range(min(len(now.choices), MOST_ANSWERS) + 1):
        before, answers = _before(now, earlier) if earlier else (game, [])
        table = _table(before)
        if answers:
            faces = faces_since(before, now)
            table |= {"answers": answers, **({"dice": [*faces, *now.state.loaded]} if faces else {})}
        for where in _places(before):
            data = table | where
            if _is_like(data, now, present):
                return data
    raise GameError("G052", f"No position says this moment: {_moment(now)}.")


def _before(game: Any, earlier: int) -> tuple[Any, list[str]]:
    """The game so many decisions ago, and the answers since."""
    made = game.choices[len(game.choices) - earlier :]
    before = game.copy()
    before.go_back(len(game.choices) - earlier)
    trial, answers = before.copy(), []
    for index in made:
        answers.append(trial.decision.id_of(index))
        trial.choose(index)
    return before, answers


def faces_since(before: Game, now: Game) -> list[int]:
    """What dice have shown between two moments of a game."""
    return [line[2] for line in now.state.journal[len(before.state.journal) :] if line[0] == ROLLED]


def _is_like(data: dict[str, Any], game: Game, present: dict[str, Any]) -> bool:
    """Does this position stand where the game does: with its `present` table and question, and the same to come in the event with which it begins?"""
    try:
        again = game.rules.position(data)
    except GameError:
        return False
    steps = [[frame[:2] for frame in one.state.frames] for one in (again, game)]
    if steps[0] != steps[1] or _asked(again) != _asked(game) or _table(again) != present:
        return False
    procs = {event.proc for event in game.state.code.events if event.definition.name == data["phase"]}
    begun = max((depth for depth, frame in enumerate(game.state.frames) if frame[0] in procs), default=0)
    return _goes_on_alike(again, game, begun, 0) and _goes_on_alike(again, game, begun, -1)


def _goes_on_alike(again: Game, game: Game, begun: int, option: int) -> bool:
    """Do both go on alike to the end of this event, if everybody takes the first option, or the last? A loop may have asked some players already.

    Both stop at a roll or a draw, which would not show the same.
    """
    one, other = again.copy(), game.copy()
    for _ in range(MOST_AHEAD):
        if other.over:
            return True
        index, shown = option % len(other.decision.ids), other.state.G[at.REVEALS]
        one.choose(index)
        other.choose(index)
        if other.state.G[at.REVEALS] != shown or len(other.state.frames) <= begun:
            return True
        if not _is_equal(one, other):
            return False
    return True


def _is_equal(again: Game, game: Game) -> bool:
    return _asked(again) == _asked(game) and _table(again) == _table(game)


def _asked(game: Game) -> Any:
    """What is asked, or how the game has ended."""
    if game.over:
        return [(row["player"], row["rank"]) for row in game.standings]
    asked = game.decision
    return asked.player, asked.kind, asked.rule, asked.ids


def _moment(game: Game) -> str:
    """Where a game stands, in words."""
    if game.over:
        return "the end of a game that no phase ends"
    return f"`{game.decision.rule}` asks player {game.decision.player} in the middle of what happens"


def _table(game: Game) -> dict[str, Any]:
    """Everything but where play begins."""
    g, naming = game.state, game.naming
    data: dict[str, Any] = {
        "players": g.seats,
        "map": _map(game),
        "round": game.round,
        "turn": g.G[at.TURN_PLAYER],
        "seed": game.start.get("seed", 0),
        "dice": list(g.loaded),
        "coins": [player_cell(g, p, at.COINS) for p in range(g.seats)],
        "peoples": [_people(g, naming, people) for people in bits(g.G[at.LIVE])],
        "regions": _regions(g, naming),
        "hands": [_some(pieces=_held(g, player << 1 | 1)) for player in range(g.seats)],
        "trays": _trays(g, naming),
        "aside": {str(naming.tile_id(g, tile)): count for tile, count in set_aside(g).items()},
        "stock": _stock(g),
        "decks": {name: [naming.tile_id(g, t) for t in g.decks[i]] for i, name in enumerate(g.code.decks)},
        "tiles": _tiles(g, naming),
        "memory": _some(
            game=_memories(g, naming, GAME, 0),
            players=[_memories(g, naming, PLAYER, p) for p in range(g.seats)],
        ),
        "done": limits_of(g),
        "analysis": bool(game.start.get("analysis")),
    }
    return {key: entry for key, entry in data.items() if entry not in ([], {})}


def _some(**entries: Any) -> dict[str, Any]:
    """Only non-empty entries."""
    return {key: entry for key, entry in entries.items() if entry not in (None, 0, [], {}, -1)}


def _map(game: Game) -> Any:
    """The id of a map, or the map itself as in the position that the game began with."""
    if game.state.board.id == IN_PLACE:
        return game.start["position"]["map"]
    return game.state.board.id


def _places(game: Game) -> Iterator[dict[str, Any]]:
    """Where a position may begin: with each event that is going on and that the rules come to by themselves, the innermost first."""
    g, naming = game.state, game.naming
    start = g.code.events[g.code.start].reaches if g.code.start >= 0 else frozenset()
    procs = {g.code.events[event].proc: g.code.events[event] for event in start}
    for frame in reversed(g.frames):
        event = procs.get(frame[0])
        if event is not None:
            place = {"phase": event.definition.name}
            if event.people_param >= 0:
                place["acting"] = naming.id_of(g, PEOPLE, frame[SLOTS + event.people_param])
            yield place
    if not g.frames:
        yield from ({"phase": g.code.events[event].definition.name} for event in start if _is_last(g, event))


def _is_last(g: State, event: int) -> bool:
    """Is it the last phase of the event that is a game? A finished game stands after it."""
    whole = g.code.events[g.code.start].definition
    return bool(whole.phases) and whole.phases[-1].index == event


def _people(g: State, naming: Naming, people: int) -> dict[str, Any]:
    row = people * g.code.people_width
    tokens = {g.board.ids[r]: _tokens(g, people, r) for r in bits(g.P[row + at.LAND])}
    return {
        "race": naming.tile_id(g, g.P[row + at.RACE]),
        "player": g.P[row + at.OWNER],
        "stage": g.code.program.stages[g.P[row + at.STAGE]],
        "founded": g.P[row + at.FOUNDED],
        **_some(
            power=naming.tile_id(g, g.P[row + at.POWER]),
            tiles=[naming.tile_id(g, tile) for tile in with_people(g, people)],
            hand=g.P[row + at.HAND],
            at=tokens,
            pieces=_held(g, people << 1),
            memory=_memories(g, naming, PEOPLE, people),
        ),
    }


def _tokens(g: State, people: int, region: int) -> int:
    row = region * g.code.region_width
    return g.R[row + at.TOKENS] if g.R[row] == people else g.extra.get(region_key(people, region), 0)


def _held(g: State, hand: int) -> dict[str, int]:
    lying = [(*in_hand(key), n) for key, n in sorted(g.held.items())]
    return {g.code.program.pieces[kind]: n for kind, whose, n in lying if whose == hand}


def _regions(g: State, naming: Naming) -> dict[str, Any]:
    """Each region with contents or memories."""
    lying: dict[int, list[int]] = {}
    for tile in g.laid:
        lying.setdefault(g.T[tile_key(g, tile, at.SITE)], []).append(tile)
    pieces: dict[int, dict[str, int]] = {}
    for key, count in sorted(g.on.items()):
        if count:
            kind, region = in_region(key)
            pieces.setdefault(region, {})[g.code.program.pieces[kind]] = count
    shared = {in_region(key)[1] for key in g.extra}
    regions = {}
    for region, id_ in enumerate(g.board.ids):
        tiles = lying.get(region, [])
        down = [t for t in tiles if tile_cell(g, t, at.CONCEALED)]
        entry = _some(
            holder=naming.id_of(g, PEOPLE, region_cell(g, region, at.HOLDER)) if region in shared else None,
            pieces=pieces.get(region),
            tiles=[naming.tile_id(g, t) for t in tiles if t not in down],
            face_down=[naming.tile_id(g, t) for t in down],
            memory=_memories(g, naming, REGION, region),
        )
        if entry:
            regions[id_] = entry
    return regions


def _trays(g: State, naming: Naming) -> dict[str, int]:
    """Trays, where their number differs from the total less tokens in play and aside."""
    ask = Questions(g)
    left = {people_cell(g, people, at.RACE): left_in_tray(ask, people) for people in bits(g.G[at.LIVE])}
    trays = {}
    for key, count in sorted(g.T.items()):
        tile, cell = divmod(key, g.code.tile_width)
        if cell == at.TRAY and count != left.pop(tile, g.code.trays[tile] - tile_cell(g, tile, at.ASIDE)):
            trays[str(naming.tile_id(g, tile))] = count
    return trays


def _stock(g: State) -> dict[str, int]:
    """Pieces in the box, where their number differs from the total less pieces in play."""
    out = [0] * len(g.code.supplies)
    for key, count in g.on.items():
        out[in_region(key)[0]] += count
    for key, count in g.held.items():
        out[in_hand(key)[0]] += count
    return {
        g.code.program.pieces[kind]: g.stock[kind]
        for kind, supply in enumerate(g.code.supplies)
        if g.stock[kind] != supply - out[kind]
    }


def _tiles(g: State, naming: Naming) -> dict[str, Any]:
    """Tiles of which the state stores anything; it only stores differences from the beginning."""
    width = g.code.tile_width
    tiles = {}
    told = {key // width for key in g.T if key % width not in ELSEWHERE}
    told |= {on_tile(in_hand(key)[1]) for key in g.held} - {-1}
    for tile in sorted(tile for tile in told if tile < g.code.tile_count):
        entry = _some(
            coins=g.T.get(tile * width + at.TILE_COINS, 0),
            pieces=_held(g, hand_on_tile(tile)),
            borrows=naming.tile_id(g, g.T.get(tile * width + at.BORROWED, -1)),
            memory=_memories(g, naming, TILE, tile),
        )
        if entry:
            tiles[g.code.program.tiles[tile]] = entry
    return tiles


def _memories(g: State, naming: Naming, noun: Type, index: int) -> dict[str, Any]:
    """Memories that differ from the beginning."""
    row = _row(g, noun, index)
    cells, memories = g.code.layout.cells, {}
    for memory in g.code.program.memories if row else ():
        cell = cells[memory.index]
        if memory.on.name != noun.name or row.get(cell, memory.initial) == memory.initial:
            continue
        value = _living(g, memory.type, row[cell])
        if value != memory.initial:
            memories[memory.name] = naming.id_of(g, memory.type, value)
    return memories


def _row(g: State, noun: Type, index: int) -> dict[int, Any]:
    """A noun's memories that differ from their initial values, by cell. Most rows have none."""
    code, layout, name = g.code, g.code.layout, noun.name
    if name == TILE.name:
        start = index * code.tile_width
        own = range(len(at.TILE_CELLS), code.tile_width)
        return {cell: g.T[start + cell] for cell in own if start + cell in g.T}
    if name == REGION.name:
        rows, width, first, fixed = g.R, code.region_width, layout.region, len(at.REGION_CELLS)
    elif name == PEOPLE.name:
        rows, width, first, fixed = g.P, code.people_width, layout.people, len(at.PEOPLE_CELLS)
    elif name == PLAYER.name:
        rows, width, first, fixed = g.Y, code.player_width, layout.player, len(at.PLAYER_CELLS)
    else:
        rows, width, first, fixed = g.G, 0, layout.game, len(at.GAME_CELLS)
    now, then = rows[index * width + fixed : index * width + len(first)], first[fixed:]
    return {} if now == then else {fixed + n: cell for n, cell in enumerate(now) if cell != then[n]}


def _living(g: State, kind: Type, value: Any) -> Any:
    """A memory, without peoples that have left the game."""
    if kind.element != PEOPLE:
        return value
    if kind.is_set:
        return value & g.G[at.LIVE]
    return value if value >= 0 and g.G[at.LIVE] >> value & 1 else -1
