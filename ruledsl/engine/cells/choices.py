"""Stopping for choices: the questions of rules, the actions of a phase, and the results of an answer."""

from __future__ import annotations

from ruledsl.engine.cells.frames import go_on, new_frame, to_args, to_event
from ruledsl.engine.cells.inplay import chain, shielded
from ruledsl.engine.cells.regions import same_each
from ruledsl.engine.cells.secrets.log import log_choice, log_forced
from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.kinds import CHOOSE, MAY_CHOOSE, OFFER, OFFER_ONE
from ruledsl.engine.small.memory import ARGS, ENTRIES, OPTIONS, TARGETS, USED, P, S
from ruledsl.engine.small.room import MOST_PAIRS
from ruledsl.engine.small.tables import (
    ACTION_ARITIES,
    ACTION_PROCEDURES,
    AIMED,
    AIMS,
    ARITIES,
    COUNTED,
    PLAYER_PHASE,
    STATIC_ACTIONS,
    TARGETS_OF,
    C,
)
from ruledsl.engine.small.words import fail, has, invoke, store
from ruledsl.engine.state.layout import OWNER
from ruledsl.engine.state.limits import DEEPEST, MOST_ROUNDS, MOST_STEPS


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
        if me == actor or (PLAYER_PHASE[action] and P[me, OWNER] == player):
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
