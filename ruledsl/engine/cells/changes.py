"""Changes to coins, tiles, decks and peoples, and chance. Total, and never more than there is."""

from __future__ import annotations

from ruledsl.engine.cells.secrets.hidden import position_in
from ruledsl.engine.cells.secrets.log import log_coins, log_roll
from ruledsl.engine.cells.stand_ins import march
from ruledsl.engine.cells.tokens import sweep
from ruledsl.engine.cells.values import append, contains, item, length, set_item, spend
from ruledsl.engine.small.memory import (
    BORROWED,
    CONCEALED,
    DECKS,
    HOME,
    LAID,
    LOADED,
    ROW,
    SITE,
    TILE_COINS,
    G,
    P,
    S,
    T,
    Y,
)
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.small.tables import DICE, HIDDEN, C
from ruledsl.engine.small.words import address, bit, bits, fail, has, popcount, shr, store, union, without
from ruledsl.engine.state.keys import EVERYWHERE, TRAY
from ruledsl.engine.state.layout import (
    COINS,
    FOUNDED,
    LAND,
    LIVE,
    OWN,
    OWNER,
    POWER,
    RACE,
    RANDOM,
    REVEALS,
    ROUND,
    STAGE,
    SUPPLY,
    TURN_PLAYER,
)
from ruledsl.engine.state.layout import (
    HAND as HAND_OF,
)
from ruledsl.engine.state.rng import INCREMENT, MASK32, MULTIPLIER
from ruledsl.vocabulary.limits import LARGEST


def move_coins(payer: int, receiver: int, amount: int) -> int:
    """Coins from one holder to another: a player's index, a tile as -2 - index, None for the supply. Never more than the payer has."""
    if payer == -1 or receiver == -1:
        return 0
    amount = min(amount, LARGEST + G[SUPPLY] if payer == NOTHING else purse(payer))
    if amount <= 0:
        return 0
    add_coins(payer, -amount)
    add_coins(receiver, amount)
    log_coins(payer, receiver, amount)
    return amount


def gain(player: int, amount: int) -> None:
    """Coins from the supply to a player: what happens most."""
    if player >= 0:
        move_coins(NOTHING, player, amount)


def purse(holder: int) -> int:
    """How many coins a player has, or (-2 and below) lie on a tile."""
    return Y[holder, COINS] if holder >= 0 else TILE_COINS[-2 - holder]


def add_coins(holder: int, by: int) -> None:
    """So many coins more, or fewer, for a player, a tile or the supply."""
    if holder == NOTHING:
        G[SUPPLY] += by
    elif holder >= 0:
        Y[holder, COINS] += by
    else:
        TILE_COINS[-2 - holder] += by


# ── tiles and decks ──


def row_to_write(tile: int) -> int:
    """The row in which a tile's memories are, made when it is written for the first time."""
    if ROW[tile] < 0:
        row = S.rows
        S.rows += 1
        for i in range(C.TILE_CELLS):
            T[row, i] = T[-1, i]
        ROW[tile] = row
    return ROW[tile]


def unplace(tile: int) -> None:
    """A tile is in no deck, on no map and with no people as its power any more."""
    for people in bits(G[LIVE]):
        if P[people, POWER] == tile:
            P[people, POWER] = -1
            S.dirty = 1
    if HOME[tile] >= 0:
        remove(address(DECKS[HOME[tile], 0]), tile)
        HOME[tile] = -1
    if contains(address(LAID[0]), tile):
        remove(address(LAID[0]), tile)
        SITE[tile] = -1
        CONCEALED[tile] = 0
        S.dirty = 1


def is_banner(tile: int) -> int:
    """Is a tile the race of a people in the game? It stays with it."""
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile:
            return 1
    return 0


def remove(items: int, value: int) -> None:
    """Take a member out of a list in its place; the others move up."""
    at = position_in(items, value)
    if at >= 0:
        for i in range(at, length(items) - 1):
            set_item(items, i, item(items, i + 1))
        store(items, length(items) - 1)


def insert(items: int, value: int) -> None:
    """At the front."""
    store(items, length(items) + 1)
    for i in range(length(items) - 1, 0, -1):
        set_item(items, i, item(items, i - 1))
    set_item(items, 0, value)


def put_in_deck(tile: int, deck: int, top: int) -> int:
    """Put a tile into a deck. With its banner a people that lives leaves the game."""
    if tile < 0 or tile >= C.TILES or deck < 0:
        return 0
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile:
            set_stage(people, C.LAST_STAGE)
    unplace(tile)
    HOME[tile] = deck
    if top:
        insert(address(DECKS[deck, 0]), tile)
    else:
        append(address(DECKS[deck, 0]), tile)
    if HIDDEN[deck]:
        sweep(tile)
    return 0


def draw(deck: int) -> int:
    """Take the top tile, or -1. Drawing from a hidden deck shows something that nobody knew."""
    if deck < 0:
        return -1
    if DECKS[deck, 0] == 0:
        return -1
    tile = DECKS[deck, 1]
    unplace(tile)
    if HIDDEN[deck]:
        G[REVEALS] += 1
    return tile


def shuffle(deck: int) -> int:
    """Fisher-Yates from the bottom up."""
    if deck < 0:
        return 0
    tiles = address(DECKS[deck, 0])
    spend(length(tiles))
    for last in range(length(tiles) - 1, 0, -1):
        pick = below(last + 1)
        tile = item(tiles, last)
        set_item(tiles, last, item(tiles, pick))
        set_item(tiles, pick, tile)
    return 0


def lay(tile: int, region: int, face_down: int) -> int:
    """Lay a tile in a region. A borrowed instance has a site of its own; the tile whose rules it runs stays where it is."""
    if tile < 0 or region < 0:
        return 0
    if tile >= C.TILES:
        SITE[tile] = region
        S.dirty = 1
        return 0
    if is_banner(tile):
        return 0
    unplace(tile)
    append(address(LAID[0]), tile)
    SITE[tile] = region
    if face_down:
        CONCEALED[tile] = 1
        sweep(tile)
    S.dirty = 1
    return 0


def reveal(tile: int) -> None:
    """Turn a tile face up."""
    if tile >= 0 and CONCEALED[tile]:
        CONCEALED[tile] = 0
        G[REVEALS] += 1
        S.dirty = 1


def borrow(tile: int, bearer: int) -> None:
    """The rules of `tile` (-1: of none) also run for whoever bears the tile `bearer`."""
    if bearer >= 0 and tile < C.TILES:
        BORROWED[bearer] = tile
        if C.TILES + bearer < 2 * C.TILES:
            SITE[C.TILES + bearer] = -1
        S.dirty = 1


# ── peoples ──


def found(race: int, power: int, player: int) -> int:
    """A new people; its index. Nobody if race or player is nobody; `EngineError` if there have been too many."""
    if race < 0 or race >= C.TILES or player < 0:
        return -1
    if is_banner(race):
        return -1
    if power >= C.TILES or power == race or is_banner(power):
        power = -1
    unplace(race)
    if power >= 0:
        unplace(power)
    people = S.peoples
    if people >= C.MOST_PEOPLES:
        fail(1)
    S.peoples += 1
    for i in range(C.PEOPLE_CELLS):
        P[people, i] = P[-1, i]
    P[people, OWNER] = player
    P[people, RACE] = race
    P[people, POWER] = power
    P[people, STAGE] = 0
    P[people, FOUNDED] = G[ROUND]
    G[LIVE] = union(G[LIVE], bit(people))
    Y[player, OWN] = union(Y[player, OWN], bit(people))
    S.dirty = 1
    return people


def set_stage(people: int, stage: int) -> int:
    """A people enters a stage. In the last one it has left the game: its tokens are back in their tray, and it enters no other stage."""
    if people < 0 or stage < 0:
        return 0
    if not has(G[LIVE], people):
        return 0
    if stage == C.LAST_STAGE:
        if P[people, LAND] or P[people, HAND_OF]:
            march(NOTHING, people, EVERYWHERE, TRAY)
        G[LIVE] = without(G[LIVE], bit(people))
        Y[P[people, OWNER], OWN] = without(Y[P[people, OWNER], OWN], bit(people))
    P[people, STAGE] = stage
    S.dirty = 1
    return 0


def set_power(people: int, power: int) -> int:
    """A people gets another badge (or none), which leaves the place where it was."""
    if people < 0 or power >= C.TILES:
        return 0
    if not has(G[LIVE], people) or is_banner(power):
        return 0
    if power >= 0:
        unplace(power)
    P[people, POWER] = power
    S.dirty = 1
    return 0


def set_turn_player(player: int) -> None:
    """It is somebody's turn; it is always somebody's."""
    if player >= 0:
        G[TURN_PLAYER] = player


def set_round(number: int) -> None:
    """Another round, from the first to the one after the last, when the game is over."""
    G[ROUND] = max(1, min(number, S.rounds + 1))


def do_nothing() -> None:
    """What stands in the place of something that shall not happen."""


def end_game() -> None:
    """Everything that is under way stops but the rule that says so: when that is done, nothing is left and the game is over."""
    store(S.frame - 8, 0)
    S.frames = 1


# ── chance ──


def below(bound: int) -> int:
    """PCG32: a number from 0 to `bound` - 1."""
    state = G[RANDOM]
    G[RANDOM] = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


def drawn(state: int, bound: int) -> int:
    """A number from 0 to `bound` - 1 of a state of chance."""
    shifted = shr(shr(state, 18) ^ state, 27) & MASK32
    turn = shr(state, 59)
    number = (shr(shifted, turn) | shifted << (32 - turn)) & MASK32
    return shr(number * bound, 32)


def loaded() -> int:
    """The face that the next roll has to show."""
    face = LOADED[0]
    S.loaded -= 1
    for i in range(S.loaded):
        LOADED[i] = LOADED[i + 1]
    return face


def roll(die: int) -> int:
    """The face that comes up: chance, or what the position says."""
    if S.loaded:
        face = loaded()
    else:
        face = item(DICE[die], below(length(DICE[die])))
    G[REVEALS] += 1
    log_roll(die, face)
    return face


def pick(members: int) -> int:
    """One of a bit set: chance, or what the position says (0 is the first, behind the last they begin anew); nobody of none."""
    if members == 0:
        return -1
    if S.loaded:
        place = loaded() % popcount(members)
    else:
        place = below(popcount(members))
    G[REVEALS] += 1
    for member in bits(members):
        if place == 0:
            return member
        place -= 1
    return -1
