"""Sets that are no bit sets: lists in memory, in the order in which their members came in."""


def length(items):
    return load(items)


def item(items, place):
    return load(items + 8 + 8 * place)


def set_item(items, place, value):
    store(items + 8 + 8 * place, value)


def room(most):
    """A new list, empty, with room for so many."""
    place = S.list_end
    if place + 8 + 8 * most > LISTS_END:
        fail(1)
    store(place, 0)
    S.list_end = place + 8 + 8 * most
    return place


def settled(items):
    """The list that was made last takes no more room than it needs."""
    S.list_end = items + 8 + 8 * load(items)
    return items


def append(items, value):
    count = load(items)
    store(items + 8 + 8 * count, value)
    store(items, count + 1)


def contains(items, value):
    for i in range(length(items)):
        if item(items, i) == value:
            return 1
    return 0


def copied(items):
    found = room(length(items))
    for i in range(length(items)):
        append(found, item(items, i))
    return found


def tail(items):
    found = room(length(items))
    for i in range(1, length(items)):
        append(found, item(items, i))
    return found


def with_member(items, noun):
    if noun < 0 or contains(items, noun):
        return items
    return with_one_more(items, noun)


def with_one_more(items, value):
    found = room(length(items) + 1)
    for i in range(length(items)):
        append(found, item(items, i))
    append(found, value)
    return found


def with_number(items, number):
    number = saturated(number)
    if contains(items, number) or length(items) >= MOST_MEMBERS:
        return items
    return with_one_more(items, number)


def without_member(items, member):
    if not contains(items, member):
        return items
    found = room(length(items))
    for i in range(length(items)):
        if item(items, i) != member:
            append(found, item(items, i))
    return settled(found)


def without_number(items, number):
    return without_member(items, saturated(number))


def same_members(one, other):
    if length(one) != length(other):
        return 0
    for i in range(length(one)):
        if not contains(other, item(one, i)):
            return 0
    return 1
