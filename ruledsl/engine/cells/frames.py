"""Frames, the loop that runs them, and garbage collection of lists."""

from __future__ import annotations

from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.kinds import OF_GAME, OF_PEOPLE, OF_PLAYER, OF_REGION
from ruledsl.engine.small.memory import ARGS, KMASK, USED, G, P, R, S, T, Y
from ruledsl.engine.small.tables import AFTER_LISTS, EACH_IN_LISTS, FRAME_SIZES, LIST_SLOTS, STEPS, C
from ruledsl.engine.small.words import address, fail, invoke, load, store
from ruledsl.engine.state.layout import ROUND, TURN_PLAYER
from ruledsl.engine.state.limits import MOST_ROUNDS, MOST_STEPS

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
    """The same after a choice."""
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
