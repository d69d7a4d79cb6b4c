"""Games that could be the real one, as far as a seat knows (determinization).

If a seat cannot distinguish two games, it gets the same determinized game for the same seed, bit for bit (`engine/cells/trials/imagining.py`). So
such a game can reveal no secret, and a seat's view reads from one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.errors import ANSWERING
from ruledsl.engine.machines.backend import backend_of
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.machines.running import wider, words_for
from ruledsl.play.explain.log import told_to
from ruledsl.play.match import Match
from ruledsl.play.positions.map import IN_PLACE

if TYPE_CHECKING:
    from ruledsl.engine.machines.handles import Handle

M = TypeVar("M", bound=Match)


def game_for(game: M, seat: int, seed: int) -> M:
    """A game that matches the knowledge of a seat; the random state, and everything that the seat cannot know, depend on `seed`."""
    start: dict[str, Any] = {"map": game.board.id, "players": game.players, "seed": seed}
    if game.board.id == IN_PLACE:
        start["position"] = {"players": game.players, "map": game.start["position"]["map"]}
    start |= {"analysis": bool(game.start.get("analysis")), "sampled": True}
    with ANSWERING:
        imagined = _imagined(game, seat, seed)
    found = game.made_up(imagined, start)
    if found.driving is not None and game.decision.player == seat:
        found.decision.call(game.decision.told)  # its options have their real names
    return found


def _imagined(game: Match, seat: int, seed: int) -> Handle:
    """The game in its own block. `EngineError` if there is no room for it."""
    state = game.state
    there = state.handle
    handle = there.copy() if there is not None else None
    words = handle.machine.plan.words if handle is not None else words_for(state)
    retell = partial(told_to, game.rules.code, seat)
    while True:
        try:
            handle = handle or backend_of(state.code).handles(words).of(state)
            if handle is not None:
                handle.imagine(seat, seed, retell)
                return handle
        except TooMuch:
            handle = None
        words = wider(words)
