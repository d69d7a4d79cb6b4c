"""Raising events with their triggers."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.inplay import chain, own_kind, shielded
from ruledsl.engine.cells.regions import same_each
from ruledsl.engine.cells.secrets import log_choice, log_event, log_forced
from ruledsl.engine.cells.values import contains, item, length
from ruledsl.engine.small.kinds import (
    CHOOSE,
    MAY_CHOOSE,
    OF_GAME,
    OF_PEOPLE,
    OF_PLAYER,
    OF_REGION,
    OFFER,
    OFFER_ONE,
)
from ruledsl.engine.small.memory import ARGS, ENTRIES, KMASK, OPTIONS, TARGETS, USED, WATCH, G, P, R, S, T, Y
from ruledsl.engine.small.room import MOST_PAIRS
from ruledsl.engine.small.tables import (
    ACTION_ARITIES,
    ACTION_PROCEDURES,
    ACTION_UNITS,
    AFTER_LISTS,
    AIMED,
    AIMS,
    APPLIES,
    ARITIES,
    BEFORE,
    COUNTED,
    EACH_IN_LISTS,
    EMPTY_EVENTS,
    FITS,
    FORGETS,
    FRAME_SIZES,
    HAS_AFTER,
    LIST_SLOTS,
    OFFERS,
    OPEN_TO,
    PASSED_OVER,
    PEOPLE_PARAMS,
    PLAYER_PHASE,
    PROCEDURES,
    REACHES,
    REPLACEABLE,
    STATIC_ACTIONS,
    STATIC_TRIGGERS,
    STEPS,
    SUBJECTS,
    TARGETS_OF,
    TRIGGER_PIECES,
    TRIGGER_PROCEDURES,
    UNITS,
    C,
)
from ruledsl.engine.small.words import address, fail, has, invoke, load, store
from ruledsl.engine.state.code import ANY, BEARER
from ruledsl.engine.state.code import OWNER as OWNER_FITS
from ruledsl.engine.state.code import SITE as SITE_FITS
from ruledsl.engine.state.layout import OWNER, POWER, RACE, ROUND, TURN_PLAYER
from ruledsl.engine.state.limits import DEEPEST, MOST_ROUNDS, MOST_STEPS

# ── frames ──────────────────────────────────────────────────────────────────────
# Frames, the loop that runs them, and garbage collection of lists.


# ── a frame: the one below, then procedure, step, me, here, this, slots … ──


def new_frame(proc: int, me: int, here: int, this: int, count: int) -> int:
    """Push a frame that takes its arguments from `ARGS`. Returns its address."""
    size = FRAME_SIZES[proc]
    frame = S.frame_end + 8
    if frame + 8 * size > C.FRAMES_END:
        fail(5)
    store(frame - 8, S.frame)
    S.frame = frame
    S.frames += 1
    S.frame_end = frame + 8 * size
    store(frame, proc)
    store(frame + 8, 0)
    store(frame + 16, me)
    store(frame + 24, here)
    store(frame + 32, this)
    for i in range(count):
        store(frame + 40 + 8 * i, ARGS[i])
    for i in range(count, size - 5):
        store(frame + 40 + 8 * i, -1)
    return frame


def pop() -> None:
    """Pop the top frame."""
    S.frame_end = S.frame - 8
    S.frame = load(S.frame - 8)
    S.frames -= 1


def to_args(frame: int, first: int, count: int) -> None:
    """Copy `count` slots of a frame to `ARGS`."""
    for i in range(count):
        ARGS[i] = load(frame + 40 + 8 * (first + i))


def begin() -> int:
    """Start and run to the first choice: 1 if somebody is asked, 0 if the game is over."""
    S.fuel = MOST_ROUNDS
    S.logged = 0
    S.lines = 0
    return go_on(MOST_STEPS)


def go_on(most: int) -> int:
    """Run up to `most` steps: 1 if somebody is asked, 0 if the game is over, 2 if there is more to do. Fails when `MOST_STEPS` are not enough."""
    S.kind = 0
    full = C.LISTS_FULL
    for _ in range(most):
        frame = S.frame
        if frame == 0:
            return 0
        if S.list_end > full:
            full = cleared_up()
        if invoke(load(STEPS[load(frame)] + 8 * load(frame + 8)), frame):
            return 1
    if most == MOST_STEPS:
        fail(3)
    return 2


def step_on() -> int:
    """Run one step, with the results of `go_on`."""
    S.fuel = MOST_ROUNDS
    S.logged = 0
    S.lines = 0
    return go_on(1)


def begin_to_event() -> int:
    """Run to the start of the event in `skip`, or until a position has advanced to another turn: 1 if somebody is asked before that."""
    S.fuel = MOST_ROUNDS
    S.logged = 0
    S.lines = 0
    return to_event()


def to_event() -> int:
    """Run on after a choice, to the start of the event in `skip` or until a position has advanced to another turn.

    Returns 1 if somebody is asked before that, and 0 otherwise. Fails with error 3 if a game never gets there.
    """
    S.kind = 0
    now = G[ROUND]
    player = G[TURN_PLAYER]
    full = C.LISTS_FULL
    for _ in range(MOST_STEPS):
        frame = S.frame
        if frame == 0 or S.skip == 0:
            return 0
        if S.winding and (G[ROUND] != now or G[TURN_PLAYER] != player):
            return 0
        if S.list_end > full:
            full = cleared_up()
        if invoke(load(STEPS[load(frame)] + 8 * load(frame + 8)), frame):
            return 1
    if S.winding == 0:
        fail(3)
    return 0


# ── garbage collection of lists ──


def cleared_up() -> int:
    """Collect lists, and set the next threshold: halfway to the end, so that live lists are not moved at every step."""
    collect_lists()
    return max(C.LISTS_FULL, (S.list_end + C.LISTS_END) // 2)


def collect_lists() -> None:
    """Move the live lists together. Lists (and sets of several words, including the places of pieces) are referenced from frames and memories."""
    S.targets = 0
    top = C.SCRATCH_LISTS
    frame = S.frame
    while frame:
        slots = LIST_SLOTS[load(frame)] if load(frame) else AFTER_LISTS[load(frame + 40)]
        for i in range(length(slots)):
            top = rescue(frame + 8 * item(slots, i), top)
        frame = load(frame - 8)
    for i in range(length(C.LIST_CELLS) // 2):
        top = rescue_cells(item(C.LIST_CELLS, 2 * i), item(C.LIST_CELLS, 2 * i + 1), top)
    for i in range(S.used):
        if EACH_IN_LISTS[USED[i, 0]]:
            top = rescue(address(USED[i, 2]), top)
    for kind in range(C.KINDS_IN_LISTS):
        top = rescue(address(KMASK[kind]), top)
    words = (top - C.SCRATCH_LISTS) // 8
    for i in range(words):
        store(C.LISTS_START + 8 * i, load(C.SCRATCH_LISTS + 8 * i))
    S.list_end = C.LISTS_START + 8 * words


def rescue_cells(noun: int, cell: int, top: int) -> int:
    """Rescue one cell in all rows of a noun."""
    if noun == OF_GAME:
        return rescue(address(G[cell]), top)
    if noun == OF_PLAYER:
        for row in range(S.seats):
            top = rescue(address(Y[row, cell]), top)
    elif noun == OF_PEOPLE:
        for row in range(S.peoples):
            top = rescue(address(P[row, cell]), top)
    elif noun == OF_REGION:
        for row in range(S.regions):
            top = rescue(address(R[row, cell]), top)
    else:
        for row in range(S.rows):
            top = rescue(address(T[row, cell]), top)
    return top


def rescue(cell: int, top: int) -> int:
    """Copy the list that a cell points to, and point the cell to its new place."""
    items = load(cell)
    if items < C.LISTS_START or items >= C.LISTS_END:
        return top
    count = length(items)
    if top + 8 + 8 * count > C.SCRATCH_END:
        fail(C.NARROW)
    store(top, count)
    for i in range(count):
        store(top + 8 + 8 * i, item(items, i))
    store(cell, C.LISTS_START + top - C.SCRATCH_LISTS)
    return top + 8 + 8 * count


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


# ── choices ─────────────────────────────────────────────────────────────────────
# Stopping for choices: the questions of rules, the actions of a phase, and the results of an answer.


def ask(frame: int, player: int, kind: int, slot: int, after: int) -> int:
    """Stop for a choice whose options are already listed. A choice with at most one option makes itself."""
    if S.options <= 1 and (S.options == 0 or kind == CHOOSE):
        log_forced(player)
        store(frame + 8 * slot, OPTIONS[0, 0] if S.options else -1)
        store(frame + 8, after)
        return 0
    if kind == MAY_CHOOSE:
        add_option(-1)
    if S.frames > DEEPEST:
        fail(3)
    S.kind = kind
    S.player = player
    S.slot = slot
    S.after = after
    return 1


def add_option(option: int) -> None:
    """Add an option."""
    if S.options >= C.MOST_OPTIONS - 1:
        fail(C.NARROW)
    OPTIONS[S.options, 0] = option
    S.options += 1


def offer(frame: int, player: int, actor: int, phase: int, kind: int, after: int) -> int:
    """Stop for the actions that a player has in a phase now. Returns 0 if there are none; the rules then continue at `after`."""
    S.options = 0
    to_args(frame, 0, ARITIES[phase])
    static = STATIC_ACTIONS[phase]
    for i in range(length(static)):
        offer_one(item(static, i), -1, -1, -1, 0)
    entry = chain(C.ACTION_KEYS + phase)
    while entry:
        action = ENTRIES[entry, 1]
        me = ENTRIES[entry, 2]
        if me == actor or OPEN_TO[action] or (PLAYER_PHASE[action] and P[me, OWNER] == player):
            beyond = shielded(me) if me >= 0 and AIMS[action] else 0
            offer_one(action, me, ENTRIES[entry, 3], ENTRIES[entry, 4], beyond)
        entry = ENTRIES[entry, 0]
    if S.options == 0:
        log_forced(player)
        store(frame + 8, after)
        return 0
    if kind == OFFER:
        add_option(-1)
        for j in range(1, 5):
            OPTIONS[S.options - 1, j] = -1
    if S.frames > DEEPEST:
        fail(3)
    S.kind = kind
    S.player = player
    S.slot = -1
    S.after = after
    return 1


def offer_one(action: int, me: int, here: int, this: int, beyond: int) -> None:
    """List the options of one action of a bearer; none in regions that are `beyond` its reach."""
    count = invoke(TARGETS_OF[action], me, here, this)
    for i in range(count):
        target = TARGETS[i]
        if not has(beyond, target):
            add_option(action)
            OPTIONS[S.options - 1, 1] = target
            OPTIONS[S.options - 1, 2] = me
            OPTIONS[S.options - 1, 3] = here
            OPTIONS[S.options - 1, 4] = this


def answer(option: int) -> int:
    """Take an option and continue: 1 if somebody is asked again, 0 if the game is over."""
    give(option)
    return go_on(MOST_STEPS)


def answer_to_event(option: int) -> int:
    """Take an option and continue to the start of an event; see `begin_to_event`."""
    give(option)
    return to_event()


def give(option: int) -> None:
    """Deliver the chosen option."""
    S.fuel = MOST_ROUNDS
    S.logged = 0
    S.lines = 0
    log_choice(option)
    frame = S.frame
    if S.slot >= 0:
        store(frame + 8 * S.slot, OPTIONS[option, 0])
        store(frame + 8, S.after)
    else:
        action = OPTIONS[option, 0]
        if action < 0 or S.kind == OFFER_ONE:
            store(frame + 8, S.after)
        if action >= 0:
            take(
                frame, action, OPTIONS[option, 1], OPTIONS[option, 2], OPTIONS[option, 3], OPTIONS[option, 4]
            )
    S.made += 1
    S.kind = 0


def take(frame: int, action: int, target: int, me: int, here: int, this: int) -> None:
    """Start the chosen action: push its frame, with the parameters of its phase and its target."""
    count = ACTION_ARITIES[action]
    to_args(frame, 0, count)
    if AIMED[action]:
        ARGS[count] = target
        count += 1
    if COUNTED[action] >= 0:
        count_use(action, this, invoke(COUNTED[action], me, here, this))
    new_frame(ACTION_PROCEDURES[action], me, here, this, count)


def count_use(action: int, tile: int, each: int) -> int:
    """Count one more use of an action, under the key of its limit."""
    for i in range(S.used):
        if USED[i, 0] == action and USED[i, 1] == tile and same_each(action, USED[i, 2], each):
            USED[i, 3] += 1
            return 0
    if S.used == MOST_PAIRS:
        fail(5)
    USED[S.used, 0] = action
    USED[S.used, 1] = tile
    USED[S.used, 2] = each
    USED[S.used, 3] = 1
    S.used += 1
    return 0
