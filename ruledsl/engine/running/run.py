"""Running frames: raising events with their triggers, stopping at choices, offering actions, going on with an answer.

A frame is `[procedure, step, me, here, this, slots …]`. A step is a function that does its work, says in the frame which step comes next, and
returns True when the game has to wait for somebody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruledsl.engine.primitives.hidden import shown_as, tile_of, told, with_tile
from ruledsl.engine.primitives.immunity import shielded
from ruledsl.engine.rules.code import ANY, BEARER, OWNER, SITE
from ruledsl.engine.rules.inplay import refresh
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import DEEPEST, MOST_ROUNDS, MOST_STEPS, EngineError, check_log
from ruledsl.engine.state.state import Asked, Unasked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.rules.code import ChoiceInfo, EventCode
    from ruledsl.engine.rules.inplay import Instance
    from ruledsl.engine.state.state import Frame, State

__all__ = [
    "EARLY",
    "LATE",
    "SLOTS",
    "STOP",
    "acting",
    "after_event",
    "answer",
    "ask",
    "forget",
    "join",
    "offer",
    "pause_at",
    "push",
    "run",
    "stop_phase",
]

SLOTS = 5
"""The first slot of a frame."""

STOP = (-1, -1, -1, -1, -1)
"""The option of an offer that ends it."""

PAUSING: Final = 1 << 32
"""`State.skip` is an event more than this while the game runs to a pause at that event."""

EARLY, LATE = range(2)
"""Triggers before an event (or in its place), and after it."""


def run(g: State) -> None:
    """Go on until somebody has to choose (then `g.asked` says what) or the game is over (then it is None)."""
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
        raise _endless(g)
    g.skip = -1


def _go_on(g: State) -> None:
    frames, procs = g.frames, g.code.procs
    g.asked = None
    if g.skip >= 0:
        _to_the_pause(g)
        return
    for _ in range(MOST_STEPS):
        if not frames:
            return
        frame = frames[-1]
        if procs[frame[0]][frame[1]](g, frame):
            return
    raise _endless(g)


def _endless(g: State) -> EngineError:
    frames = g.frames
    message = f"the rules do not come to an end in {g.code.proc_names[frames[-1][0]]}"
    return EngineError(message)


# ── events ───────────────────────────────────────────────────────────────────


def push(g: State, event: int, args: tuple[Any, ...]) -> None:
    """Raise an event: what comes before it, then its body (or what replaces it), then what comes after."""
    code = g.code
    info = code.events[event]
    if (
        info.plain
        and g.skip < 0
        and len(g.frames) <= DEEPEST
        and not (g.play or refresh(g)).watched >> event & 1
    ):
        g.frames.append([info.proc, 0, -1, -1, -1, *args, *code.pads[info.proc]])
        return
    if g.skip >= 0 and _skipped(g, info, args):
        return
    if info.resets or info.unit:
        forget(g, info)
    if info.logged and g.journal is not None:
        g.journal.append((3, event, *(told(g, args, info.ways) if info.ways else args)))
    if len(g.frames) > DEEPEST:
        raise _endless(g)
    if info.has_after:
        g.frames.append([0, 0, -1, -1, -1, event, *args])
    is_watched = info.is_watched or (g.play or refresh(g)).watched >> event & 1
    entries = _watching(g, event, args, EARLY) if is_watched else ()
    instead = _replacement(g, entries, args) if entries else None
    if instead is not None:
        _push_trigger(g, instead, args)
    elif not info.empty:
        g.frames.append([info.proc, 0, -1, -1, -1, *args, *code.pads[info.proc]])
    if entries and not 0 <= g.skip < PAUSING:
        for entry in reversed(entries):
            if code.triggers[entry[0]].moment == "before":
                _push_trigger(g, entry, args)


def join(g: State, event: int, when: int, *args: Any) -> None:
    """The triggers on an event that runs in one go; none of them needs frames."""
    triggers = g.code.triggers
    for index, me, here, this in _watching(g, event, args, when):
        direct = triggers[index].direct
        if direct is not None:
            direct(g, me, here, this, *args)


def _replacement(g: State, entries: Sequence[Instance], args: tuple[Any, ...]) -> Instance | None:
    """The first of these triggers that replaces the event."""
    for entry in entries:
        trigger = g.code.triggers[entry[0]]
        if trigger.applies is not None and trigger.applies(g, entry[1], entry[2], entry[3], *args):
            return entry
    return None


def _skipped(g: State, info: EventCode, args: tuple[Any, ...]) -> bool:
    """While a set-up position winds forward to its phase: is this event passed over? On the way to a pause none is."""
    index = info.definition.index
    if g.skip >= PAUSING:
        if index == g.skip - PAUSING:
            g.skip = -1
        return False
    if info.people_param >= 0 and g.acting >= 0 and args[info.people_param] != g.acting:
        return True
    if index == g.skip:
        g.skip = -1
        return False
    return (info.is_phase or info.people_param >= 0) and g.skip not in info.reaches


def _watching(g: State, event: int, args: tuple[Any, ...], when: int) -> list[Instance]:
    """The triggers in play before or after an event whose subject fits, in the order of R7."""
    found = [entry for entry in (g.play or refresh(g)).triggers[event][when] if _fits(g, entry, args)]
    if len(found) > 1:
        found.sort(key=lambda entry: _rank(g, entry))
    static = g.code.static_triggers.get(event)
    return found if static is None else static[when] + found


def _fits(g: State, entry: Instance, args: tuple[Any, ...]) -> bool:
    trigger = g.code.triggers[entry[0]]
    fits = trigger.fits
    if fits == ANY:
        return True
    actual = args[trigger.subject]
    if fits == BEARER:
        return bool(actual == entry[1])
    if fits == OWNER:
        return bool(actual == g.P[entry[1] * g.code.people_width + at.OWNER])
    return bool(actual == entry[2] if fits == SITE else g.kmask[trigger.piece] & g.board.bit[actual])


def _rank(g: State, entry: Instance) -> tuple[int, int, int]:
    """Current player first, then clockwise; race, then power, then what lies on the map."""
    row = entry[1] * g.code.people_width
    seat = (g.P[row + at.OWNER] - g.G[at.TURN_PLAYER]) % g.seats
    tile = entry[3]
    order = 0 if tile == g.P[row + at.RACE] else 1 if tile == g.P[row + at.POWER] else 2
    return seat, order, entry[0]


def _push_trigger(g: State, entry: Instance, args: tuple[Any, ...]) -> None:
    proc = g.code.triggers[entry[0]].proc
    g.frames.append([proc, 0, entry[1], entry[2], entry[3], *args, *g.code.pads[proc]])


def after_event(g: State, frame: Frame) -> None:
    """The step that comes when an event's body is done: its `after` triggers, as things stand now."""
    g.frames.pop()
    args = tuple(frame[SLOTS + 1 :])
    event = frame[SLOTS]
    if not (g.code.events[event].is_watched or (g.play or refresh(g)).watched >> event & 1):
        return
    for entry in reversed(_watching(g, event, args, LATE)):
        _push_trigger(g, entry, args)


def forget(g: State, info: EventCode) -> None:
    """The beginning of an event clears the memories and limits that last until then."""
    if 0 <= g.skip < PAUSING:
        return
    code = g.code
    for noun, resets in info.resets.items():
        if noun == "game":
            for initial, cells in resets.items():
                for cell in cells:
                    g.G[cell] = initial
        elif noun == "tile":
            _forget_tiles(g, {cell for cells in resets.values() for cell in cells})
        else:
            rows, width = _rows(g, noun)
            end = len(rows) - width
            for initial, cells in resets.items():
                blank = [initial] * (end // width)
                for cell in cells:
                    rows[cell:end:width] = blank
    if info.unit and g.used:
        g.used = {key: n for key, n in g.used.items() if code.actions[key[0]].unit != info.definition.index}


def _forget_tiles(g: State, cells: set[int]) -> None:
    width = g.code.tile_width
    if g.marks is None:
        g.marks = {key for key in g.T if key % width in g.code.fleeting}
    for key in [key for key in g.marks if key % width in cells]:
        g.T.pop(key, None)
        g.marks.discard(key)


def _rows(g: State, noun: str) -> tuple[list[int], int]:
    if noun == "people":
        return g.P, g.code.people_width
    return (g.Y, g.code.player_width) if noun == "player" else (g.R, g.code.region_width)


# ── choices ──────────────────────────────────────────────────────────────────


def ask(g: State, frame: Frame, player: int, options: list[int]) -> bool:
    """Stop for a choice. One that must be made and has one answer, or none, is no choice and makes itself.

    Choices inside choices are never deeper than frames can be saved (`DEEPEST`).
    """
    info = g.code.choices[frame[0], frame[1]]
    if len(options) < 2 and (not options or info.kind == "choose"):  # noqa: PLR2004 - nothing to choose between
        frame[info.slot] = options[0] if options else -1
        frame[1] = info.after
        if g.unasked is not None:
            g.unasked.append(Unasked(Asked(info, player, options), len(g.journal or ())))
        return False
    if info.kind == "may_choose":
        options = [*options, -1]
    if len(g.frames) > DEEPEST:
        raise _endless(g)
    g.asked = Asked(info, player, options)
    return True


def offer(g: State, frame: Frame, player: int, actor: int) -> bool:
    """Stop for an action of the phase, if there is one."""
    info = g.code.choices[frame[0], frame[1]]
    options = open_actions(g, info.phase, tuple(frame[SLOTS:]), player, actor)
    if not options:
        frame[1] = info.after
        if g.unasked is not None:
            g.unasked.append(Unasked(Asked(info, player, []), len(g.journal or ())))
        return False
    if info.kind == "offer":
        options.append(STOP)
    if len(g.frames) > DEEPEST:
        raise _endless(g)
    g.asked = Asked(info, player, options)
    return True


def open_actions(
    g: State, phase: int, slots: tuple[Any, ...], player: int, actor: int
) -> list[tuple[int, ...]]:
    """Every action of a phase with every target, for those who act: (action, target, me, here, this)."""
    code = g.code
    actions, params = code.actions, slots[: code.events[phase].arity]
    found: list[tuple[int, ...]] = []
    g.memo = {}
    for index in code.static_actions.get(phase, ()):
        targets = actions[index].targets(g, -1, -1, -1, *params)
        if targets:
            found += map(_OPTIONS[index].__getitem__, targets)
    for index, me, here, this in (g.play or refresh(g)).actions[phase]:
        action = actions[index]
        if me != actor and not (action.player_phase and _owner(g, me) == player):
            continue
        targets = action.targets(g, me, here, this, *params)
        if me >= 0 and action.aims:
            out_of_reach = shielded(g, me)
            if out_of_reach:
                targets = [target for target in targets if not out_of_reach >> target & 1]
        found += [(index, target, me, here, this) for target in targets]
    g.memo = None
    return found


class _Options(dict[int, tuple[int, ...]]):
    """The options of an action of a pack, by target: always the same, so they are made once."""

    def __init__(self, action: int) -> None:
        super().__init__()
        self.action = action

    def __missing__(self, target: int) -> tuple[int, ...]:
        found = self[target] = (self.action, target, -1, -1, -1)
        return found


class _AllOptions(dict[int, _Options]):
    def __missing__(self, action: int) -> _Options:
        found = self[action] = _Options(action)
        return found


_OPTIONS = _AllOptions()


def _owner(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.OWNER]


def answer(g: State, option: Any) -> None:
    """Go on with one of the options of `g.asked`; the journal, if there is one, says which. `EngineError` if the rules run away."""
    asked = g.asked
    if asked is None:
        message = "nobody is asked"
        raise EngineError(message)
    frame, info, journal = g.frames[-1], asked.info, g.journal
    logged = len(journal or ())
    g.fuel = MOST_ROUNDS
    if info.slot >= 0:
        if journal is not None:
            journal.append((4, asked.player, *info.place, _told(g, info, option) if info.tiles else option))
        frame[info.slot] = option
        frame[1] = info.after
    else:
        if journal is not None:
            journal.append(
                (4, asked.player, *info.place, *(_told(g, info, option) if info.tiles else option))
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
    if action.direct is not None and not (g.skip >= 0 or action.way & (g.play or refresh(g)).framed):
        action.direct(g, me, here, this, *slots)
    else:
        g.frames.append([action.proc, 0, me, here, this, *slots, *g.code.pads[action.proc]])


def acting(g: State) -> int:
    """The people on whose account somebody is asked: the bearer of the rule that asks, or the one whose event is under way; -1 for none."""
    events = {event.proc: event.people_param for event in g.code.events}
    for frame in reversed(g.frames):
        if frame[2] >= 0:
            return int(frame[2])
        place = events.get(frame[0], -1)
        if place >= 0:
            return int(frame[SLOTS + place])
    return -1


def stop_phase(g: State, phase: int) -> None:
    """End the offer of a phase that is under way, nearest first. Where none is, nothing happens."""
    procedure = g.code.events[phase].proc
    offers = g.code.offers.get(procedure, {})
    for frame in reversed(g.frames):
        if frame[0] == procedure:
            frame[1] = offers.get(frame[1], frame[1])
            return
