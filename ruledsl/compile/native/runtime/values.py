"""What rules reckon with: numbers, bit sets, the order of loops; and sets that are no bit sets: lists in memory, as their members came in."""


def divide(left, right):
    if right == 0:
        return 0
    found = quotient(left, right)
    if (left < 0) != (right < 0) and found * right != left:
        found -= 1
    return found


def saturated(number):
    return max(min(number, LARGEST), -LARGEST)


def spend(times):
    if times <= 0:
        return 0
    S.fuel -= times
    if S.fuel < 0:
        fail(2)
    return times


def remainder(number, by):
    if by == 0:
        return 0
    rest = number % by
    if rest and (rest < 0) != (by < 0):
        rest += by
    return rest


def only_bit(mask):
    return first(mask) if popcount(mask) == 1 else -1


def first_bit(mask):
    return first(mask) if mask else -1


def only_item(items):
    return item(items, 0) if length(items) == 1 else -1


def first_item(items):
    return item(items, 0) if length(items) else -1


def only_number(items):
    return item(items, 0) if length(items) == 1 else 0


def first_number(items):
    return item(items, 0) if length(items) else 0


def in_seat_order(mask):
    found = room(S.seats)
    for i in range(S.seats):
        player = (G[TURN_PLAYER] + i) % S.seats
        if has(mask, player):
            append(found, player)
    return found


def in_people_order(mask):
    found = room(popcount(mask))
    for i in range(S.seats):
        player = (G[TURN_PLAYER] + i) % S.seats
        for people in bits(mask):
            if P[people, OWNER] == player:
                append(found, people)
    return found


def in_bit_order(mask):
    found = room(popcount(mask))
    for member in bits(mask):
        append(found, member)
    return found


# ── lists ──


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
