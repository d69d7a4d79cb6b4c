"""Positions: states at any point from which a game begins, set up from plain data. `docs/scenarios.md` describes the format."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.errors import EngineError, GameError
from ruledsl.base.whole import is_whole
from ruledsl.engine.machines.setup import Setup
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import board_of
from ruledsl.language.vocabulary.limits import MOST_LOADED, MOST_PLAYERS
from ruledsl.play.naming.nouns import in_english
from ruledsl.play.positions.map import map_in_place
from ruledsl.play.positions.reader import Path, PositionError, Reader, plain_copy, set_limits
from ruledsl.play.positions.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code
    from ruledsl.engine.state.state import State
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import EventDef
    from ruledsl.rules.packs.model import BoardMap, Composition

# ── map ─────────────────────────────────────────────────────────────────────────
# A map written in place, in the data of a position, read by the readers of packs' maps.


LARGEST = 1 << 63


class Rules(Protocol):
    """What this module needs of the rules."""

    @property
    def code(self) -> Code:
        """The compiled rules."""

    @property
    def program(self) -> Program:
        """The checked rules."""

    @property
    def composition(self) -> Composition:
        """The packs they come from."""

    def map_for(self, players: int, map_id: str | None) -> BoardMap:
        """The map of an id, or the first one for this number of players; raises `GameError` if there is none."""

    def drawn_map(self, board: BoardMap, seed: int) -> BoardMap:
        """The draw of a map for a seed."""

    def board(self, map_id: str) -> Board:
        """The board of a map."""


def begun(rules: Rules, data: Mapping[str, Any]) -> tuple[State, dict[str, Any], list[str]]:
    """The state that the data describes, what its game can be restarted from, and the answers that follow.

    `PositionError` lists all problems at once.
    """
    plain: dict[str, Any] = plain_copy(dict(data))
    reader = Reader(partial(in_english, rules.composition))
    try:
        return _begun(rules, reader, plain)
    except EngineError as problem:  # a table of the engine is full: what was read until then may say why
        reader.end()
        raise PositionError("G006", [((), f"This cannot be set up: {problem}.")]) from problem


def _begun(rules: Rules, reader: Reader, plain: dict[str, Any]) -> tuple[State, dict[str, Any], list[str]]:
    reader.mapping((), plain)
    answers = [str(item) for _, item in reader.items(("answers",), plain.pop("answers", None))]
    players = reader.number(("players",), plain.get("players"), 0, 1, MOST_PLAYERS)
    if plain.get("players") is None:
        reader.problem(("players",), "A position says how many players there are.")
    seed = plain.get("seed")
    board = _board(rules, reader, plain.get("map"), players or 2, seed if is_whole(seed) else 0)
    try:
        peoples = plain.get("peoples")
        many = min(len(peoples), rules.code.tile_count) if isinstance(peoples, list) else 0
        table = Setup.empty(rules.code, board, players or 2, many)
        begin = _set_up(table, reader, rules.composition.roles, plain)
    except EngineError as problem:
        raise PositionError("G030", [((), f"This cannot be set up: {problem}.")]) from problem
    reader.end()
    return *_started(table, plain, begin), answers


def _set_up(table: Setup, reader: Reader, roles: dict[str, str], plain: dict[str, Any]) -> _Begin | None:
    """Put everything onto the table; what the game begins with."""
    setting = Setting(table, reader, roles)
    _table(setting, plain)
    setting.place(plain)
    set_limits(table, reader, plain.get("done"))
    begin = _begin(setting, plain)
    if not reader.found:
        setting.fill_market(plain)
    return begin


def _board(rules: Rules, reader: Reader, data: Any, players: int, seed: int) -> Board:
    def board_named(path: Path, id_: Any) -> BoardMap | None:
        """A map of the packs; for one that is drawn for each game, the draw of the seed."""
        named = id_ is None or ":" in str(id_)
        if not named and not reader.word(path, id_, "map", rules.composition.maps):
            return None
        try:
            return rules.drawn_map(rules.map_for(players, None if id_ is None else str(id_)), seed)
        except GameError as problem:
            reader.problem(path, str(problem))
            return None

    if isinstance(data, dict):
        board = map_in_place(reader, data, rules.composition.words, players, board_named)
        if board is not None:
            return board_of(rules.program, board)
    else:
        named = board_named(("map",), data)
        if named is not None:
            return rules.board(named.id)
    first = next(iter(rules.composition.maps.values()), None)
    if first is None:
        reader.end()
    assert first is not None  # noqa: S101 - otherwise there was a problem
    reader.lacks_map = True
    return rules.board(first.id)


def _table(setting: Setting, plain: dict[str, Any]) -> None:
    """Round, turn, random state, coins."""
    g, reader, table = setting.g, setting.reader, setting.table
    table.do("set_round", reader.number(("round",), plain.get("round"), 1, 1, g.board.rounds + 1))
    table.do("set_turn_player", reader.number(("turn",), plain.get("turn"), 0, 0, g.seats - 1))
    table.shuffle_by(reader.number(("seed",), plain.get("seed"), 0, -LARGEST, LARGEST))
    faces = {face for die in g.code.dice for face in die}
    dice = plain.get("dice")
    if isinstance(dice, list) and len(dice) > MOST_LOADED:
        reader.problem(("dice",), f"At most {MOST_LOADED} dice can be given in advance, not {len(dice)}.")
        dice = []
    loaded = []
    for path, item in reader.items(("dice",), dice):
        face = reader.number(path, item, -1, min(faces, default=0), max(faces, default=0))
        if face >= 0 and face not in faces:
            reader.problem(
                path, f"No die has the face {face}; there are {', '.join(map(str, sorted(faces)))}."
            )
        loaded.append(face)
    table.load(loaded)
    setting.coins(list(reader.items(("coins",), plain.get("coins"))))
    reader.flag(("analysis",), plain.get("analysis"))


# ── the beginning ──


class _Begin:
    """The event and the people with which a game begins; `what` describes it."""

    def __init__(self, event: EventDef, people: int, what: str) -> None:
        self.event = event
        self.people = people
        self.what = what


def _begin(setting: Setting, plain: dict[str, Any]) -> _Begin | None:
    g, reader = setting.g, setting.reader
    program = g.code.program
    reachable = _reachable(program, g)
    turn = program.event(setting.roles.get("turn", ""))
    name = turn.name if turn else ""
    if plain.get("phase") is not None:
        name = reader.word(("phase",), plain["phase"], "phase", reachable)
    elif turn is None:
        reader.problem(("phase",), "These packs do not say which event a turn is; name a phase.")
    people = -1
    if plain.get("acting") is not None:
        people = setting.people(("acting",), plain["acting"])
        if name in reachable and g.code.events[reachable[name].index].people_param < 0:
            reader.problem(("acting",), f"`{name}` is not the phase of one people.")
    if name not in reachable:
        return None
    what = f"`{name}`" + (f" of `{plain['acting']}`" if people >= 0 else "")
    return _Begin(reachable[name], people, what)


def _reachable(program: Program, g: State) -> dict[str, EventDef]:
    """The phases and events that a game reaches without anybody's action."""
    if g.code.start < 0:
        return {}
    reached = g.code.events[g.code.start].reaches
    return {event.name: event for event in program.events if event.index in reached}


def _started(table: Setup, plain: dict[str, Any], begin: _Begin | None) -> tuple[State, dict[str, Any]]:
    assert begin is not None  # noqa: S101 - otherwise there was a problem
    turn = table.state.G[at.TURN_PLAYER]
    try:
        comes_there = table.begin_at(begin.event.index, begin.people)
    except EngineError as problem:
        raise PositionError("G006", [(("phase",), f"The game cannot begin: {problem}.")]) from problem
    state = table.state
    if not comes_there:
        raise PositionError("G031", [(("phase",), _never(state, begin, turn))])
    first = {
        "position": plain,
        "players": state.seats,
        "map": state.board.id,
        "seed": plain.get("seed") or 0,
        "analysis": plain.get("analysis") is True,
    }
    return state, first


def _never(g: State, begin: _Begin, player: int) -> str:
    """Why a position does not lead to its phase."""
    program, width = g.code.program, g.code.people_width
    peoples = [
        f"{program.tiles[g.P[row + at.RACE]]} ({program.stages[g.P[row + at.STAGE]]}, of player {g.P[row + at.OWNER]})"
        for row in range(0, g.people_count * width, width)
    ]
    return (
        f"{begin.what} never comes about in this turn of player {player}: in this position the rules pass it over. "
        f"The peoples are: {', '.join(peoples) or 'none'}."
    )
