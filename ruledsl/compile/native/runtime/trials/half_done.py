"""What rules that are half done hold, as the player who is asked knows it; limits and options likewise (`play/views/seat.py`)."""


def procedure_of(frame):
    """Of what comes after an event: that of the event."""
    return PROCEDURES[load(frame + 40)] if load(frame) == 0 else load(frame)


def first_slot(frame):
    return 6 if load(frame) == 0 else 5


def is_list_slot(frame, slot):
    return contains(LIST_SLOTS[load(frame)] if load(frame) else AFTER_LISTS[load(frame + 40)], slot)


def make_up_frames(frame, end):
    while frame:
        make_up_frame(frame, end)
        end = frame - 8
        frame = load(frame - 8)


def make_up_frame(frame, end):
    first = first_slot(frame)
    secret = secrets_in(frame, end)
    slots = TILE_SLOTS[procedure_of(frame)]
    for i in range(length(slots) // 2):
        slot = first + item(slots, 2 * i)
        if frame + 8 * slot < end:
            held = load(frame + 8 * slot)
            way = item(slots, 2 * i + 1)
            if is_list_slot(frame, slot) and held > 0:
                store(frame + 8 * slot, known_ones(held, way))
            else:
                store(frame + 8 * slot, known(held, way))
    slots = SECRET_SLOTS[procedure_of(frame)]
    at = 0
    number = 0
    while at < length(slots):
        if secret & (1 << number):
            store(frame + 8 * (first + item(slots, at)), item(slots, at + 1))
        at += 3 + 2 * item(slots, at + 2)
        number += 1


def secrets_in(frame, end):
    """Which of the slots that hang on secrets do so on somebody else's: a bit for each."""
    found = 0
    slots = SECRET_SLOTS[procedure_of(frame)]
    first = first_slot(frame)
    at = 0
    number = 0
    while at < length(slots):
        if frame + 8 * (first + item(slots, at)) < end:
            for i in range(item(slots, at + 2)):
                owner_at = at + 3 + 2 * i
                if (
                    owner_of_secret(frame, first, item(slots, owner_at), item(slots, owner_at + 1))
                    != S.player
                ):
                    found = found | (1 << number)
        at += 3 + 2 * item(slots, at + 2)
        number += 1
    return found


def owner_of_secret(frame, first, word, slot):
    """Words: 0 nobody knows whom, 1 the bearer, 2 the player and 3 the people that a slot holds."""
    if word == 2:
        return load(frame + 8 * (first + slot))
    if word == 0:
        return -1
    return P[load(frame + 16) if word == 1 else load(frame + 8 * (first + slot)), OWNER]


def known(tile, way):
    """A tile that a rule came by in some way."""
    if way == BY_NAME or tile < 0 or tile >= TILES:
        return tile
    if WHERE[tile] < 0:
        return tile
    return MOVED[tile] if way == BY_PLACE else -1


def known_ones(items, way):
    found = room(length(items))
    for i in range(length(items)):
        append(found, known(item(items, i), way))
    return found


def make_up_limits():
    """For which tiles an action was taken already, as far as it is known."""
    kept = 0
    for i in range(S.used):
        way = EACH[USED[i, 0]]
        each = USED[i, 2]
        if way > 0 and each >= 0:
            each = known(each, way)
        if way == 0 or (way > 0 and (USED[i, 2] < 0 or each >= 0)):
            USED[kept, 0] = USED[i, 0]
            USED[kept, 1] = USED[i, 1]
            USED[kept, 2] = each
            USED[kept, 3] = USED[i, 3]
            kept += 1
    S.used = kept


def make_up_options():
    """A tile that is hidden was come by through its place."""
    for i in range(S.options):
        if S.slot >= 0:
            if asks_tiles():
                OPTIONS[i, 0] = known(OPTIONS[i, 0], BY_PLACE)
        elif aims_at_tiles(i):
            OPTIONS[i, 1] = known(OPTIONS[i, 1], BY_PLACE)


def asks_tiles():
    return contains(TILE_CHOICES[load(S.frame)], load(S.frame + 8))


def aims_at_tiles(option):
    return AIMED_AT_TILES[OPTIONS[option, 0]] if OPTIONS[option, 0] >= 0 else 0
