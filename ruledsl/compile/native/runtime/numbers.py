"""Numbers, bit sets, and the order of loops."""


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
