"""Bit sets of several words: lists of words, which never change once they are made. The empty set is 0, and a place where nothing but zeroes lies."""


def open_set():
    """A new one, to be put together: then it is closed."""
    place = S.list_end
    if place + 8 + 8 * WORDS > LISTS_END:
        fail(1)
    S.list_end = place + 8 + 8 * WORDS
    store(place, WORDS)
    for i in range(WORDS):
        store(place + 8 + 8 * i, 0)
    return place


def put_in(members, member):
    place = members + 8 + 8 * (member >> 6)
    store(place, load(place) | 1 << (member & 63))


def put_all_in(members, others):
    for i in range(WORDS):
        store(members + 8 + 8 * i, item(members, i) | item(others, i))


def close_set(members):
    """Whatever was made since it was opened is forgotten."""
    some = 0
    for i in range(WORDS):
        some = some | item(members, i)
    if some == 0:
        S.list_end = members
        return 0
    S.list_end = members + 8 + 8 * WORDS
    return members


def handed_out(mark, members):
    """What a function says that began when so much was made: the rest is forgotten."""
    if members < mark or members >= S.list_end:
        S.list_end = mark
        return members
    store(mark, WORDS)
    for i in range(WORDS):
        store(mark + 8 + 8 * i, item(members, i))
    S.list_end = mark + 8 + 8 * WORDS
    return mark


def few(word):
    if word == 0:
        return 0
    found = open_set()
    store(found + 8, word)
    return found


def together(one, other):
    if one == 0:
        return other
    if other == 0:
        return one
    found = open_set()
    for i in range(WORDS):
        store(found + 8 + 8 * i, item(one, i) | item(other, i))
    return found


def in_both(one, other):
    if one == 0 or other == 0:
        return 0
    found = open_set()
    for i in range(WORDS):
        store(found + 8 + 8 * i, item(one, i) & item(other, i))
    return close_set(found)


def leave_out(one, other):
    if one == 0 or other == 0:
        return one
    found = open_set()
    for i in range(WORDS):
        store(found + 8 + 8 * i, item(one, i) & ~item(other, i))
    return close_set(found)


def are_same(one, other):
    if one == 0 or other == 0:
        return one == other
    differs = 0
    for i in range(WORDS):
        differs = differs | item(one, i) ^ item(other, i)
    return differs == 0


def members_of(members):
    count = 0
    for i in range(WORDS):
        count += ones(item(members, i))
    return count


def lowest_of(members):
    for i in range(WORDS):
        if item(members, i):
            return 64 * i + lowest(item(members, i))
    return -1
