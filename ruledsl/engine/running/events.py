"""Raising events with their triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.primitives.hidden import told
from ruledsl.engine.rules.code import ANY, BEARER, OWNER, SITE
from ruledsl.engine.rules.inplay import refresh
from ruledsl.engine.running.frames import PAUSING, SLOTS, endless
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.rules.code import EventCode, Instance
    from ruledsl.engine.state.state import Frame, State

__all__ = ["EARLY", "LATE", "after_event", "forget", "proceed", "push", "replace", "replaced", "run_direct"]

EARLY, LATE = range(2)
"""Triggers before an event (or in its place), and after it."""


AFTER, REPLACE, REPLACED = range(3)
"""The steps of procedure 0 (`AROUND`)."""

NOBODY = (-1, -1, -1)
"""Events have no bearer of their own: no people, region or tile."""


def push(g: State, event: int, args: tuple[Any, ...], bearer: tuple[int, int, int] = NOBODY) -> None:
    """Raise an event: what comes before it, then its body (or what replaces it then), then what comes after. Its body runs for the bearer."""
    code = g.code
    info = code.events[event]
    if (
        info.plain
        and g.skip < 0
        and len(g.frames) <= DEEPEST
        and not (g.play or refresh(g)).watched >> event & 1
    ):
        g.frames.append([info.proc, 0, *bearer, *args, *code.pads[info.proc]])
        return
    if g.skip >= 0 and _skipped(g, info, args):
        return
    if info.resets or info.unit:
        forget(g, info)
    if info.logged and g.journal is not None:
        g.journal.append((3, event, *(told(g, args, info.ways) if info.ways else args)))
    if len(g.frames) > DEEPEST:
        raise endless(g)
    if info.has_after:
        g.frames.append([0, AFTER, *NOBODY, event, *args])
    is_watched = info.is_watched or (g.play or refresh(g)).watched >> event & 1
    entries = _watching(g, event, args, EARLY) if is_watched else ()
    if entries and info.replaceable:
        g.frames.append([0, REPLACE, *bearer, event, *args])
    elif not info.empty:
        g.frames.append([info.proc, 0, *bearer, *args, *code.pads[info.proc]])
    if entries and not 0 <= g.skip < PAUSING:
        for entry in reversed(entries):
            if code.triggers[entry[0]].moment == "before":
                _push_trigger(g, entry, args)


def run_direct(g: State, event: int, when: int, *args: Any) -> None:
    """The triggers on an event that runs in one go; none of them needs frames."""
    triggers = g.code.triggers
    for index, me, here, this in _watching(g, event, args, when):
        direct = triggers[index].direct
        if direct is not None:
            direct(g, me, here, this, *args)


def replace(g: State, frame: Frame) -> None:
    """The step between what comes before an event and the event: the first rule that replaces it as things stand now, else its body."""
    frame[1] = REPLACED
    _go_on(g, frame, _watching(g, frame[SLOTS], tuple(frame[SLOTS + 1 :]), EARLY))


def replaced(g: State, _frame: Frame) -> None:
    """The step after that: it is done."""
    g.frames.pop()


def proceed(g: State) -> None:
    """The rule on top of the stack replaces an event and goes on with it: with the next rule that does, else with its body."""
    rule = g.frames[-1]
    frame = next(below for below in reversed(g.frames) if below[0] == 0 and below[1] == REPLACED)
    entries = _watching(g, frame[SLOTS], tuple(frame[SLOTS + 1 :]), EARLY)
    triggers = g.code.triggers
    own = [
        n
        for n, (index, *bearer) in enumerate(entries)
        if [triggers[index].proc, *bearer] == [rule[0], *rule[2:SLOTS]]
    ]
    _go_on(g, frame, entries[own[0] + 1 :] if own else ())


def _go_on(g: State, frame: Frame, entries: Sequence[Instance]) -> None:
    """An event that may be replaced by one of these rules takes place; the frame says which one, and for whom."""
    args = tuple(frame[SLOTS + 1 :])
    for entry in entries:
        trigger = g.code.triggers[entry[0]]
        if trigger.applies is not None and trigger.applies(g, entry[1], entry[2], entry[3], *args):
            _push_trigger(g, entry, args)
            return
    info = g.code.events[frame[SLOTS]]
    if not info.empty:
        g.frames.append([info.proc, 0, *frame[2:SLOTS], *args, *g.code.pads[info.proc]])


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
