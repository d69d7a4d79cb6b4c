"""Running a game from one decision to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.primitives.hidden import shown_as, tile_of, with_tile
from ruledsl.engine.rules.inplay import refresh
from ruledsl.engine.running.choices import STOP
from ruledsl.engine.running.frames import PAUSING, SLOTS, endless
from ruledsl.engine.state.fuel import check_log
from ruledsl.engine.state.limits import MOST_ROUNDS, MOST_STEPS, EngineError

if TYPE_CHECKING:
    from ruledsl.engine.rules.code import ChoiceInfo
    from ruledsl.engine.state.state import Frame, State

__all__ = ["answer", "pause_at", "run"]


def run(g: State) -> None:
    """Go on until somebody has to choose (then `g.pending` says what) or the game is over (then it is None)."""
    logged = len(g.journal or ())
    g.fuel = MOST_ROUNDS
    _go_on(g)
    check_log(g, logged)


def pause_at(g: State, event: int) -> None:
    """The next run stops where this event begins, with nobody asked, unless somebody has to choose before.

    Until then every event runs in frames, so that it can stop at any.
    """
    g.skip = PAUSING + event


def _to_the_pause(g: State) -> None:
    for _ in range(MOST_STEPS):
        if not g.frames or g.skip < 0:
            break
        frame = g.frames[-1]
        if g.code.procs[frame[0]][frame[1]](g, frame):
            break
    else:
        raise endless(g)
    g.skip = -1


def _go_on(g: State) -> None:
    frames, procs = g.frames, g.code.procs
    g.pending = None
    if g.skip >= 0:
        _to_the_pause(g)
        return
    for _ in range(MOST_STEPS):
        if not frames:
            return
        frame = frames[-1]
        if procs[frame[0]][frame[1]](g, frame):
            return
    raise endless(g)


def answer(g: State, option: Any) -> None:
    """Go on with one of the options of `g.pending`; the journal, if there is one, says which. `EngineError` if the rules run away."""
    waiting = g.pending
    if waiting is None:
        message = "nobody is asked"
        raise EngineError(message)
    frame, info, journal = g.frames[-1], waiting.info, g.journal
    logged = len(journal or ())
    g.fuel = MOST_ROUNDS
    if info.slot >= 0:
        if journal is not None:
            journal.append((4, waiting.player, *info.place, _told(g, info, option) if info.tiles else option))
        frame[info.slot] = option
        frame[1] = info.after
    else:
        if journal is not None:
            journal.append(
                (4, waiting.player, *info.place, *(_told(g, info, option) if info.tiles else option))
            )
        if option == STOP or info.kind == "offer_one":
            frame[1] = info.after
        if option != STOP:
            _take(g, frame, option)
    _go_on(g)
    check_log(g, logged)


def _told(g: State, info: ChoiceInfo, option: Any) -> Any:
    """An option as everybody may read it in the log."""
    tile = tile_of(g, info, option)
    shown = shown_as(g, tile) if tile >= 0 else tile
    return option if shown == tile else with_tile(option, shown)


def _take(g: State, frame: Frame, option: tuple[int, ...]) -> None:
    index, target, me, here, this = option
    action = g.code.actions[index]
    slots = frame[SLOTS : SLOTS + action.arity]
    if action.definition.target is not None:
        slots.append(target)
    if action.counted is not None:
        key = index, this, action.counted(g, me, here, this, *slots)
        g.used[key] = g.used.get(key, 0) + 1
    if action.direct is not None and not (g.skip >= 0 or action.way & (g.play or refresh(g)).in_frames):
        action.direct(g, me, here, this, *slots)
    else:
        g.frames.append([action.proc, 0, me, here, this, *slots, *g.code.pads[action.proc]])
