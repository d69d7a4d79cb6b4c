"""Makes many placements of tokens at once; each is a separate choice."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ruledsl.base.arguments import NUMBER, TEXT, expect
from ruledsl.base.errors import GameError
from ruledsl.engine.machines.running import Questions, answer, pause_at, run
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.frames import acting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.engine.state.state import State
    from ruledsl.play.match import Match

Asks = tuple[str, int, int]
"""The question, the player, and the people: tokens of one people are placed before those of another one of the same player."""


MOST = 200
"""No more tokens are placed at once."""


def room(game: Match) -> int:
    """How many tokens what is asked takes, one after the other (at most `MOST`); 0 where it is about something else."""
    if game.over or game.decision.place not in game.rules.placings:
        return 0
    trial, asks, placed = game.copy(), _asks(game), 0
    with suppress(GameError):
        while placed < MOST and _asks(trial) == asks:
            trial.choose(trial.decision.options[0].id)
            placed += 1
    return placed


def place(game: Match, amounts: Mapping[str, int]) -> None:
    """Choose each id this many times, while the same decision repeats. After a `GameError` some choices remain made, so try it with a copy."""
    asks = _asks(game)
    for id_, count in amounts.items():
        expect(TEXT, "What is chosen", id_)
        expect(NUMBER, f"How often {id_} is chosen", count)
        for done in range(count):
            if _asks(game) != asks:
                raise GameError(
                    "G047", f"Only {done} of {count} can be placed in `{id_}`: then no more are to be placed."
                )
            game.choose(id_)


def leave(game: Match, rest: str | None) -> bool:
    """Place tokens where they were when this phase began, then the others in `rest`. False if some remain and there is no `rest`."""
    g, people = game.state, acting(game.state)
    if game.decision.place not in game.rules.placings or people < 0:
        raise GameError("G047", "Nobody is asked here where tokens of a people are to be placed.")
    stood, asks = _when_it_began(game, people), _asks(game)
    then, now = Questions(stood), Questions(g)
    missing_in = {
        region: then("tokens_in", people, region) - now("tokens_in", people, region)
        for region in bits(then("land", people))
    }
    for region, missing in missing_in.items():
        for _ in range(missing):
            if _asks(game) != asks:
                return True
            if g.board.ids[region] not in {option.id for option in game.decision.options}:
                break  # the region is no longer theirs
            game.choose(g.board.ids[region])
    while rest is not None and _asks(game) == asks:
        game.choose(rest)
    return _asks(game) != asks


def _asks(game: Match) -> Asks | None:
    return None if game.over else (game.decision.key, game.decision.player, acting(game.state))


def _stands(state: State) -> bool:
    """Is the game paused?"""
    return state.pending is None and bool(state.frames)


def _when_it_began(game: Match, people: int) -> State:
    """The state in which the current phase began, before anything happened in it.

    A phase of the turn itself, in which several peoples place tokens, begins for no people.
    """
    phases = {event.proc: event.definition.index for event in game.rules.code.events if event.is_phase}
    phase = next((phases[frame[0]] for frame in reversed(game.state.frames) if frame[0] in phases), -1)
    for count in range(len(game.choices) - 1, -1, -1):
        state = game.rewound(count)
        if phase < 0 or state.pending is None:
            break
        pause_at(state, phase)
        answer(state, state.pending.options[game.choices[count]])
        while _stands(state):
            if acting(state) in {people, -1}:
                return state
            pause_at(state, phase)
            run(state)
    raise GameError(
        "G047", "How the tokens stood when this phase began is not known: no choice of this game led to it."
    )
