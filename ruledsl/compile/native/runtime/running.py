# ruff: noqa
"""Events with their triggers, choices, and the loop of frames."""


# ── frames: the one below, then procedure, step, me, here, this, slots … ──


def new_frame(proc, me, here, this, count):
    """A frame on top, with the arguments that wait; gives where it is."""
    size = FRAME_SIZES[proc]
    frame = S.frame_end + 8
    if frame + 8 * size > FRAMES_END:
        fail(1)
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


def pop():
    S.frame_end = S.frame - 8
    S.frame = load(S.frame - 8)
    S.frames -= 1


def to_args(frame, first, count):
    for i in range(count):
        ARGS[i] = load(frame + 40 + 8 * (first + i))


# ── events ──


def push(event, me, here, this):
    if length(FORGETS[event]) or UNITS[event]:
        forget(event)
    if S.frames > DEEPEST:
        fail(3)
    count = ARITIES[event]
    if HAS_AFTER[event]:
        frame = S.frame_end + 8
        if frame + 8 * (6 + count) > FRAMES_END:
            fail(1)
        store(frame - 8, S.frame)
        S.frame = frame
        S.frames += 1
        S.frame_end = frame + 8 * (6 + count)
        store(frame, 0)
        store(frame + 8, 0)
        store(frame + 16, -1)
        store(frame + 24, -1)
        store(frame + 32, -1)
        store(frame + 40, event)
        for i in range(count):
            store(frame + 48 + 8 * i, ARGS[i])
    watching = watch(event, 0)
    instead = -1
    for i in range(watching):
        if instead < 0:
            applies = APPLIES[WATCH[4 * i]]
            if applies >= 0:
                if invoke(applies, WATCH[4 * i + 1], WATCH[4 * i + 2], WATCH[4 * i + 3]):
                    instead = i
    if instead >= 0:
        push_trigger(instead, count)
    elif not EMPTY_EVENTS[event]:
        new_frame(PROCEDURES[event], me, here, this, count)
    for i in range(watching - 1, -1, -1):
        if BEFORE[WATCH[4 * i]]:
            push_trigger(i, count)


def push_trigger(i, count):
    new_frame(TRIGGER_PROCEDURES[WATCH[4 * i]], WATCH[4 * i + 1], WATCH[4 * i + 2], WATCH[4 * i + 3], count)


def after_event(frame):
    event = load(frame + 40)
    count = ARITIES[event]
    to_args(frame, 1, count)
    pop()
    watching = watch(event, 1)
    for i in range(watching - 1, -1, -1):
        push_trigger(i, count)
    return 0


def watch(event, late):
    """The triggers on an event whose subject fits, those of packs first; gives how many there are."""
    static = STATIC_TRIGGERS[2 * event + late]
    count = length(static)
    for i in range(count):
        WATCH[4 * i] = item(static, i)
        WATCH[4 * i + 1] = -1
        WATCH[4 * i + 2] = -1
        WATCH[4 * i + 3] = -1
    first = count
    entry = chain(TRIGGER_KEYS + event)
    while entry:
        if ENTRIES[entry, 5] == late:
            if fits(entry):
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


def fits(entry):
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
    return (KMASK[TRIGGER_PIECES[trigger]] & bit(actual)) != 0


def rank_of(trigger, me, tile):
    """Current player first, then clockwise; race, then power, then what lies on the map."""
    seat = (P[me, OWNER] - G[TURN_PLAYER] + S.seats) % S.seats
    order = 2
    if tile == P[me, RACE]:
        order = 0
    elif tile == P[me, POWER]:
        order = 1
    return (seat * 4 + order << 32) + trigger


def forget(event):
    resets = FORGETS[event]
    i = 0
    while i < length(resets):
        noun = item(resets, i)
        cell = item(resets, i + 1)
        initial = item(resets, i + 2)
        if noun == 0:
            G[cell] = initial
        elif noun == 1:
            for row in range(S.seats):
                Y[row, cell] = initial
        elif noun == 2:
            for row in range(S.peoples):
                P[row, cell] = initial
        elif noun == 3:
            for row in range(S.regions):
                R[row, cell] = initial
        else:
            for row in range(S.rows):
                T[row, cell] = initial
        i += 3
    if UNITS[event]:
        kept = 0
        for j in range(S.used):
            if ACTION_UNITS[USED[j, 0]] != event:
                for k in range(4):
                    USED[kept, k] = USED[j, k]
                kept += 1
        S.used = kept


def stop_phase(phase):
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


# ── choices ──


def ask(frame, player, kind, slot, after):
    """Stop for a choice; the options are there. One that has one answer, or none, makes itself."""
    if S.options < 2 and (S.options == 0 or kind == CHOOSE):
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


def add_option(option):
    if S.options >= MOST_OPTIONS - 1:
        fail(1)
    OPTIONS[S.options, 0] = option
    S.options += 1


def offer(frame, player, actor, phase, kind, after):
    S.options = 0
    to_args(frame, 0, ARITIES[phase])
    static = STATIC_ACTIONS[phase]
    for i in range(length(static)):
        offer_one(item(static, i), -1, -1, -1, 0)
    entry = chain(ACTION_KEYS + phase)
    while entry:
        action = ENTRIES[entry, 1]
        me = ENTRIES[entry, 2]
        if me == actor or (PLAYER_PHASE[action] and P[me, OWNER] == player):
            beyond = shielded(me) if me >= 0 and AIMS[action] else 0
            offer_one(action, me, ENTRIES[entry, 3], ENTRIES[entry, 4], beyond)
        entry = ENTRIES[entry, 0]
    if S.options == 0:
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


def offer_one(action, me, here, this, beyond):
    count = invoke(TARGETS_OF[action], me, here, this)
    for i in range(count):
        target = TARGETS[i]
        if beyond & bit(target) == 0:
            add_option(action)
            OPTIONS[S.options - 1, 1] = target
            OPTIONS[S.options - 1, 2] = me
            OPTIONS[S.options - 1, 3] = here
            OPTIONS[S.options - 1, 4] = this


def answer(option):
    """Go on with one of the options: 1 if somebody is asked again, 0 if the game is over."""
    S.fuel = MOST_ROUNDS
    frame = S.frame
    if S.slot >= 0:
        store(frame + 8 * S.slot, OPTIONS[option, 0])
        store(frame + 8, S.after)
    else:
        action = OPTIONS[option, 0]
        if action < 0 or S.kind == OFFER_ONE:
            store(frame + 8, S.after)
        if action >= 0:
            take(frame, action, OPTIONS[option, 1], OPTIONS[option, 2], OPTIONS[option, 3], OPTIONS[option, 4])
    S.made += 1
    if S.list_end > LISTS_FULL:
        collect_lists()
    return go_on()


def take(frame, action, target, me, here, this):
    count = ACTION_ARITIES[action]
    to_args(frame, 0, count)
    if AIMED[action]:
        ARGS[count] = target
        count += 1
    if COUNTED[action] >= 0:
        count_use(action, this, invoke(COUNTED[action], me, here, this))
    new_frame(ACTION_PROCEDURES[action], me, here, this, count)


def count_use(action, tile, each):
    for i in range(S.used):
        if USED[i, 0] == action and USED[i, 1] == tile and USED[i, 2] == each:
            USED[i, 3] += 1
            return 0
    if S.used == MOST_PAIRS:
        fail(1)
    USED[S.used, 0] = action
    USED[S.used, 1] = tile
    USED[S.used, 2] = each
    USED[S.used, 3] = 1
    S.used += 1
    return 0


def begin():
    S.fuel = MOST_ROUNDS
    return go_on()


def go_on():
    S.kind = 0
    for steps in range(MOST_STEPS):
        frame = S.frame
        if frame == 0:
            return 0
        if invoke(load(STEPS[load(frame)] + 8 * load(frame + 8)), frame):
            return 1
    fail(3)
    return 0


# ── lists that are still wanted, when there is a heap of others ──


def collect_lists():
    """Lists live in frames and memories; those are moved together."""
    S.targets = 0
    top = SCRATCH_LISTS
    frame = S.frame
    while frame:
        slots = LIST_SLOTS[load(frame)] if load(frame) else AFTER_LISTS[load(frame + 40)]
        for i in range(length(slots)):
            top = rescue(frame + 8 * item(slots, i), top)
        frame = load(frame - 8)
    for i in range(length(LIST_CELLS) // 2):
        noun = item(LIST_CELLS, 2 * i)
        cell = item(LIST_CELLS, 2 * i + 1)
        if noun == 0:
            top = rescue(address(G[cell]), top)
        elif noun == 1:
            for row in range(S.seats):
                top = rescue(address(Y[row, cell]), top)
        elif noun == 2:
            for row in range(S.peoples):
                top = rescue(address(P[row, cell]), top)
        elif noun == 3:
            for row in range(S.regions):
                top = rescue(address(R[row, cell]), top)
        else:
            for row in range(S.rows):
                top = rescue(address(T[row, cell]), top)
    words = (top - SCRATCH_LISTS) // 8
    for i in range(words):
        store(LISTS_START + 8 * i, load(SCRATCH_LISTS + 8 * i))
    S.list_end = LISTS_START + 8 * words


def rescue(cell, top):
    """Copy a list that a cell points at; the cell points to where it will lie."""
    items = load(cell)
    if items < LISTS_START or items >= LISTS_END:
        return top
    count = length(items)
    store(top, count)
    for i in range(count):
        store(top + 8 + 8 * i, item(items, i))
    store(cell, LISTS_START + top - SCRATCH_LISTS)
    return top + 8 + 8 * count


# ── bots ──


def random_choice():
    """What a bot takes that takes anything: `bots.Chance` of its seed, its seat and the choices made."""
    mixed = mix(mix(mix(0, SEEDS[S.player]), S.player), S.made)
    state = mixed + INCREMENT
    state = state * MULTIPLIER + INCREMENT
    return drawn(state, S.options)


def mix(mixed, part):
    mixed = (mixed ^ part) * GOLDEN + ODD
    return mixed ^ shr(mixed, 29)


def play_on(most):
    """So many choices by such bots; 1 if somebody is still asked."""
    for i in range(most):
        if S.kind == 0:
            return 0
        answer(random_choice())
    return S.kind != 0
