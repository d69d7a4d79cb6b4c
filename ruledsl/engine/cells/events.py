"""Raising events with their triggers."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.frames import new_frame, pop, to_args
from ruledsl.engine.cells.inplay import chain, own_kind
from ruledsl.engine.cells.secrets.log import log_event
from ruledsl.engine.cells.values import contains, item, length
from ruledsl.engine.small.kinds import OF_GAME, OF_PEOPLE, OF_PLAYER, OF_REGION
from ruledsl.engine.small.memory import ARGS, ENTRIES, KMASK, USED, WATCH, G, P, R, S, T, Y
from ruledsl.engine.small.tables import (
    ACTION_UNITS,
    APPLIES,
    ARITIES,
    BEFORE,
    EMPTY_EVENTS,
    FITS,
    FORGETS,
    HAS_AFTER,
    OFFERS,
    PASSED_OVER,
    PEOPLE_PARAMS,
    PROCEDURES,
    REACHES,
    REPLACEABLE,
    STATIC_TRIGGERS,
    SUBJECTS,
    TRIGGER_PIECES,
    TRIGGER_PROCEDURES,
    UNITS,
    C,
)
from ruledsl.engine.small.words import fail, has, invoke, load, store
from ruledsl.engine.state.code import ANY, BEARER
from ruledsl.engine.state.code import OWNER as OWNER_FITS
from ruledsl.engine.state.code import SITE as SITE_FITS
from ruledsl.engine.state.layout import OWNER, POWER, RACE, TURN_PLAYER
from ruledsl.engine.state.limits import DEEPEST

REPLACED: Final = 2
"""The step of procedure 0 after an event or its replacement took place."""


def push(event: int, me: int, here: int, this: int) -> None:
    """Raise an event, whose parameters are in `ARGS`: run its `before` triggers, then its body or replacement, then its `after` triggers."""
    if S.skip == 0 or not passed_over(event):
        raise_event(event, me, here, this)


def raise_event(event: int, me: int, here: int, this: int) -> None:
    """Raise an event that is not skipped."""
    if length(FORGETS[event]) or UNITS[event]:
        forget(event)
    log_event(event)
    if S.frames > DEEPEST:
        fail(3)
    count = ARITIES[event]
    if HAS_AFTER[event]:
        event_frame(0, event, -1, -1, -1, count)
    watching = 0 if S.winding else watch(event, 0)
    if watching and REPLACEABLE[event]:
        event_frame(1, event, me, here, this, count)
    elif not EMPTY_EVENTS[event]:
        new_frame(PROCEDURES[event], me, here, this, count)
    for i in range(watching - 1, -1, -1):
        if BEFORE[WATCH[4 * i]]:
            push_trigger(i, count)


def passed_over(event: int) -> int:
    """Is this event skipped while a position advances to its phase? On the way to a pause, none is."""
    people = PEOPLE_PARAMS[event]
    if S.winding and people >= 0 and S.acting and ARGS[people] != S.acting - 1:
        return 1
    if event == S.skip - 1:
        S.skip = 0
        S.winding = 0
        return 0
    return S.winding and PASSED_OVER[event] and not contains(REACHES[event], S.skip - 1)


def event_frame(step: int, event: int, me: int, here: int, this: int, count: int) -> None:
    """Push a frame of procedure 0, which runs everything around an event."""
    frame = S.frame_end + 8
    if frame + 8 * (6 + count) > C.FRAMES_END:
        fail(5)
    store(frame - 8, S.frame)
    S.frame = frame
    S.frames += 1
    S.frame_end = frame + 8 * (6 + count)
    store(frame, 0)
    store(frame + 8, step)
    store(frame + 16, me)
    store(frame + 24, here)
    store(frame + 32, this)
    store(frame + 40, event)
    for i in range(count):
        store(frame + 48 + 8 * i, ARGS[i])


def replace(frame: int) -> int:
    """The step that runs an event's body or replacement, after its `before` triggers."""
    store(frame + 8, REPLACED)
    take_place(frame, -1)
    return 0


def replaced(_frame: int) -> int:
    """The step after `replace`."""
    pop()
    return 0


def proceed() -> None:
    """Let the rule on top continue with the event that it replaces."""
    frame = load(S.frame - 8)
    while load(frame) or load(frame + 8) != REPLACED:
        frame = load(frame - 8)
    take_place(frame, S.frame)


def take_place(frame: int, rule: int) -> int:
    """Run an event's body or replacement. If a replacing rule is already running (`rule`), only the rules after it count."""
    event = load(frame + 40)
    count = ARITIES[event]
    to_args(frame, 1, count)
    watching = watch(event, 0)
    for i in range(behind(rule, watching), watching):
        applies = APPLIES[WATCH[4 * i]]
        if applies >= 0 and invoke(applies, WATCH[4 * i + 1], WATCH[4 * i + 2], WATCH[4 * i + 3]):
            push_trigger(i, count)
            return 0
    if not EMPTY_EVENTS[event]:
        new_frame(PROCEDURES[event], load(frame + 16), load(frame + 24), load(frame + 32), count)
    return 0


def behind(rule: int, watching: int) -> int:
    """The first trigger found by `watch` after the rule whose frame is given; without a rule (-1), the first of all."""
    if rule < 0:
        return 0
    for i in range(watching):
        if TRIGGER_PROCEDURES[WATCH[4 * i]] == load(rule) and is_bearer(i, rule):
            return i + 1
    return watching


def is_bearer(i: int, rule: int) -> int:
    """Does a trigger found by `watch` have the bearer of the running rule?"""
    same = WATCH[4 * i + 1] == load(rule + 16) and WATCH[4 * i + 2] == load(rule + 24)
    return same and WATCH[4 * i + 3] == load(rule + 32)


def push_trigger(i: int, count: int) -> None:
    """Push a frame for one of the triggers found by `watch`."""
    new_frame(TRIGGER_PROCEDURES[WATCH[4 * i]], WATCH[4 * i + 1], WATCH[4 * i + 2], WATCH[4 * i + 3], count)


def after_event(frame: int) -> int:
    """The step that runs the `after` triggers: those that watch the event at that moment."""
    event = load(frame + 40)
    count = ARITIES[event]
    to_args(frame, 1, count)
    pop()
    watching = watch(event, 1)
    for i in range(watching - 1, -1, -1):
        push_trigger(i, count)
    return 0


def watch(event: int, late: int) -> int:
    """Collect the triggers on an event whose subject fits, those of packs first. Returns their number."""
    static = STATIC_TRIGGERS[2 * event + late]
    count = length(static)
    for i in range(count):
        WATCH[4 * i] = item(static, i)
        WATCH[4 * i + 1] = -1
        WATCH[4 * i + 2] = -1
        WATCH[4 * i + 3] = -1
    first = count
    entry = chain(C.TRIGGER_KEYS + event)
    while entry:
        if ENTRIES[entry, 5] == late and fits(entry):
            at = count
            rank = rank_of(ENTRIES[entry, 1], ENTRIES[entry, 2], ENTRIES[entry, 4])
            while at > first:
                if rank_of(WATCH[4 * at - 4], WATCH[4 * at - 3], WATCH[4 * at - 1]) <= rank:
                    break
                for j in range(4):
                    WATCH[4 * at + j] = WATCH[4 * at - 4 + j]
                at -= 1
            for j in range(4):
                WATCH[4 * at + j] = ENTRIES[entry, 1 + j]
            count += 1
        entry = ENTRIES[entry, 0]
    return count


def fits(entry: int) -> int:
    """Does the event's subject fit the bearer of a trigger?"""
    trigger = ENTRIES[entry, 1]
    how = FITS[trigger]
    if how == ANY:
        return 1
    actual = ARGS[SUBJECTS[trigger]]
    if how == BEARER:
        return actual == ENTRIES[entry, 2]
    if how == OWNER_FITS:
        return actual == P[ENTRIES[entry, 2], OWNER]
    if how == SITE_FITS:
        return actual == ENTRIES[entry, 3]
    return has(KMASK[own_kind(TRIGGER_PIECES[trigger], ENTRIES[entry, 4])], actual)


def rank_of(trigger: int, me: int, tile: int) -> int:
    """The order of triggers: current player first, then clockwise; race, then power, then whatever lies on the map."""
    seat = (P[me, OWNER] - G[TURN_PLAYER] + S.seats) % S.seats
    order = 2
    if tile == P[me, RACE]:
        order = 0
    elif tile == P[me, POWER]:
        order = 1
    return (seat * 4 + order << 32) + trigger


def forget(event: int) -> None:
    """Clear memories that last until this event begins again, and its counts of actions. While a position advances, nothing is cleared."""
    if S.winding:
        return
    resets = FORGETS[event]
    for i in range(length(resets) // 3):
        forget_cells(item(resets, 3 * i), item(resets, 3 * i + 1), item(resets, 3 * i + 2))
    if UNITS[event]:
        kept = 0
        for j in range(S.used):
            if ACTION_UNITS[USED[j, 0]] != event:
                for k in range(4):
                    USED[kept, k] = USED[j, k]
                kept += 1
        S.used = kept


def forget_cells(noun: int, cell: int, initial: int) -> None:
    """Reset one cell in all rows of a noun to its initial value."""
    if noun == OF_GAME:
        G[cell] = initial
    elif noun == OF_PLAYER:
        for row in range(S.seats):
            Y[row, cell] = initial
    elif noun == OF_PEOPLE:
        for row in range(S.peoples):
            P[row, cell] = initial
    elif noun == OF_REGION:
        for row in range(S.regions):
            R[row, cell] = initial
    else:
        for row in range(S.rows):
            T[row, cell] = initial


def stop_phase(phase: int) -> int:
    """Stop a running phase: it offers nothing more."""
    proc = PROCEDURES[phase]
    frame = S.frame
    while frame:
        if load(frame) == proc:
            offers = OFFERS[proc]
            for i in range(length(offers) // 2):
                if item(offers, 2 * i) == load(frame + 8):
                    store(frame + 8, item(offers, 2 * i + 1))
                    return 0
            return 0
        frame = load(frame - 8)
    return 0
