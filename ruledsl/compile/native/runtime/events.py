"""Raising events with their triggers."""


def push(event, me, here, this):
    if length(FORGETS[event]) or UNITS[event]:
        forget(event)
    if S.frames > DEEPEST:
        fail(3)
    count = ARITIES[event]
    if HAS_AFTER[event]:
        event_frame(0, event, -1, -1, -1, count)
    watching = watch(event, 0)
    if watching and REPLACEABLE[event]:
        event_frame(1, event, me, here, this, count)
    elif not EMPTY_EVENTS[event]:
        new_frame(PROCEDURES[event], me, here, this, count)
    for i in range(watching - 1, -1, -1):
        if BEFORE[WATCH[4 * i]]:
            push_trigger(i, count)


def event_frame(step, event, me, here, this, count):
    """A frame of procedure 0: of what comes around an event."""
    frame = S.frame_end + 8
    if frame + 8 * (6 + count) > FRAMES_END:
        fail(1)
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


def replace(frame):
    store(frame + 8, 2)
    take_place(frame, -1)
    return 0


def replaced(_frame):
    pop()
    return 0


def proceed():
    """The rule on top goes on with the event that it replaces."""
    frame = load(S.frame - 8)
    while load(frame) or load(frame + 8) != 2:
        frame = load(frame - 8)
    take_place(frame, S.frame)


def take_place(frame, rule):
    """An event takes place, or what replaces it; of the rules that do only those behind this one, if there is one."""
    event = load(frame + 40)
    count = ARITIES[event]
    to_args(frame, 1, count)
    watching = watch(event, 0)
    first = 0
    if rule >= 0:
        first = watching
        for i in range(watching - 1, -1, -1):
            if TRIGGER_PROCEDURES[WATCH[4 * i]] == load(rule) and is_bearer(i, rule):
                first = i + 1
    for i in range(first, watching):
        applies = APPLIES[WATCH[4 * i]]
        if applies >= 0:
            if invoke(applies, WATCH[4 * i + 1], WATCH[4 * i + 2], WATCH[4 * i + 3]):
                push_trigger(i, count)
                return 0
    if not EMPTY_EVENTS[event]:
        new_frame(PROCEDURES[event], load(frame + 16), load(frame + 24), load(frame + 32), count)
    return 0


def is_bearer(i, rule):
    same = WATCH[4 * i + 1] == load(rule + 16) and WATCH[4 * i + 2] == load(rule + 24)
    return same and WATCH[4 * i + 3] == load(rule + 32)


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
    return has(KMASK[TRIGGER_PIECES[trigger]], actual)


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
