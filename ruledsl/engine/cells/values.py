"""Arithmetic of rules: numbers, bit sets, the order of loops; and lists, which hold sets in the order in which their members came."""

from __future__ import annotations

from ruledsl.engine.small.memory import G, P, S
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import bits, copy, fail, first, has, load, popcount, quotient, store
from ruledsl.engine.state.layout import OWNER, TURN_PLAYER
from ruledsl.language.vocabulary.limits import LARGEST, MOST_CHOSEN, MOST_MEMBERS


def divide(left: int, right: int) -> int:
    """Floor division; 0 for a division by 0."""
    if right == 0:
        return 0
    result = quotient(left, right)
    if (left < 0) != (right < 0) and result * right != left:
        result -= 1
    return result


def saturated(number: int) -> int:
    """A number saturated to the permitted range."""
    return max(min(number, LARGEST), -LARGEST)


def spend(times: int) -> int:
    """Spend `times` rounds of the fuel that is left until the next choice. Returns `times`."""
    if times <= 0:
        return 0
    S.fuel -= times
    if S.fuel < 0:
        fail(2)
    return times


def remainder(number: int, by: int) -> int:
    """The remainder of a division, with the sign of `by`; 0 for a division by 0."""
    if by == 0:
        return 0
    rest = number % by
    if rest and (rest < 0) != (by < 0):
        rest += by
    return rest


def half(number: int) -> int:
    """Half of a number, rounded down. Rules divide; this is for those who ask from outside."""
    return (number - remainder(number, 2)) // 2


def only_bit(mask: int) -> int:
    """The only member of a set; -1 unless it has exactly one."""
    return first(mask) if popcount(mask) == 1 else -1


def first_bit(mask: int) -> int:
    """The first member of a set; -1 of an empty one."""
    return first(mask) if mask else -1


def only_item(items: int) -> int:
    """The only member of a list; -1 unless it has exactly one."""
    return item(items, 0) if length(items) == 1 else -1


def first_item(items: int) -> int:
    """The first member of a list; -1 of an empty one."""
    return item(items, 0) if length(items) else -1


def only_number(items: int) -> int:
    """The only number of a list; 0 unless it has exactly one."""
    return item(items, 0) if length(items) == 1 else 0


def second(items: int) -> int:
    """The second number of a list; 0 of a shorter one."""
    if length(items) < 2:  # noqa: PLR2004 - as it says
        return 0
    return item(items, 1)


def third(items: int) -> int:
    """The third number of a list; 0 of a shorter one."""
    if length(items) < 3:  # noqa: PLR2004 - as it says
        return 0
    return item(items, 2)


def first_number(items: int) -> int:
    """The first number of a list; 0 of an empty one."""
    return item(items, 0) if length(items) else 0


def in_seat_order(mask: int) -> int:
    """Players clockwise from the one whose turn it is."""
    return clockwise(mask, G[TURN_PLAYER])


def clockwise(mask: int, first: int) -> int:
    """Players clockwise from the first of them; nobody is player 0."""
    players = room(S.seats)
    for i in range(S.seats):
        player = (max(first, 0) + i) % S.seats
        if has(mask, player):
            append(players, player)
    return players


def in_people_order(mask: int) -> int:
    """Peoples by their owners clockwise, each owner's oldest first."""
    peoples = room(popcount(mask))
    for i in range(S.seats):
        player = (G[TURN_PLAYER] + i) % S.seats
        for people in bits(mask):
            if P[people, OWNER] == player:
                append(peoples, people)
    return peoples


def in_bit_order(mask: int) -> int:
    """A set in bit order. Called by a computed name (`expressions.py`)."""
    members = room(popcount(mask))
    for member in bits(mask):
        append(members, member)
    return members


# ── lists ──


def length(items: int) -> int:
    """How many members a list has."""
    return load(items)


def item(items: int, place: int) -> int:
    """The member at a place, from 0."""
    return load(items + 8 + 8 * place)


def set_item(items: int, place: int, value: int) -> None:
    """Replace the member at a place."""
    store(items + 8 + 8 * place, value)


def room(most: int) -> int:
    """A new empty list with room for `most` members."""
    place = S.list_end
    if place + 8 + 8 * most > C.LISTS_END:
        fail(C.NARROW)
    store(place, 0)
    S.list_end = place + 8 + 8 * most
    return place


def settled(items: int) -> int:
    """Shrink the last created list to its length."""
    S.list_end = items + 8 + 8 * load(items)
    return items


def append(items: int, value: int) -> None:
    """Append a member; there is room for it."""
    count = load(items)
    store(items + 8 + 8 * count, value)
    store(items, count + 1)


def contains(items: int, value: int) -> int:
    """Is something in a list?"""
    for i in range(length(items)):
        if item(items, i) == value:
            return 1
    return 0


def copied(items: int) -> int:
    """A list with the same members."""
    result = room(length(items))
    copy(result, items, 8 + 8 * length(items))
    return result


def tail(items: int) -> int:
    """All members but the first."""
    rest = max(length(items) - 1, 0)
    others = room(rest)
    copy(others + 8, items + 16, 8 * rest)
    store(others, rest)
    return others


def numbers(least: int, most: int) -> int:
    """A list of the integers from one number to another, limited to what can be chosen."""
    least = max(least, 0)
    most = min(most, MOST_CHOSEN)
    listed = room(max(most - least + 1, 0))
    for number in range(least, most + 1):
        append(listed, number)
    return listed


def with_member(items: int, noun: int) -> int:
    """A list with a noun appended, if it is somebody; the same list if it already has it."""
    if noun < 0 or contains(items, noun):
        return items
    return with_one_more(items, noun)


def with_one_more(items: int, value: int) -> int:
    """A list with one more member."""
    longer = room(length(items) + 1)
    copy(longer, items, 8 + 8 * length(items))
    append(longer, value)
    return longer


def with_number(items: int, number: int) -> int:
    """A list with a number added, if it does not have it and there is room."""
    number = saturated(number)
    if contains(items, number) or length(items) >= MOST_MEMBERS:
        return items
    return with_one_more(items, number)


def with_die(dice: int, face: int) -> int:
    """A list of numbers from the highest to the lowest, with one more of them; the same list if there is no room."""
    if length(dice) >= MOST_MEMBERS:
        return dice
    more = with_one_more(dice, saturated(face))
    place = length(more) - 1
    while place > 0 and item(more, place - 1) < item(more, place):
        higher = item(more, place)
        set_item(more, place, item(more, place - 1))
        set_item(more, place - 1, higher)
        place -= 1
    return more


def without_die(dice: int, face: int) -> int:
    """The list without one of these numbers."""
    others = room(length(dice))
    gone = 0
    for i in range(length(dice)):
        if gone == 0 and item(dice, i) == face:
            gone = 1
        else:
            append(others, item(dice, i))
    return settled(others)


def without_member(items: int, member: int) -> int:
    """A list without a member."""
    if not contains(items, member):
        return items
    others = room(length(items))
    for i in range(length(items)):
        if item(items, i) != member:
            append(others, item(items, i))
    return settled(others)


def without_number(items: int, number: int) -> int:
    """A list without a number."""
    return without_member(items, saturated(number))


def same_members(one: int, other: int) -> int:
    """Do two lists have the same members?"""
    if length(one) != length(other):
        return 0
    for i in range(length(one)):
        if not contains(other, item(one, i)):
            return 0
    return 1
