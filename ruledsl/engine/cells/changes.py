"""Changes to coins, tiles, decks and peoples, and random draws. All are total and move at most what is there."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.events import answer, collect_lists
from ruledsl.engine.cells.inplay import with_people
from ruledsl.engine.cells.secrets import log_coins, log_roll, position_in
from ruledsl.engine.cells.tokens import march, sweep
from ruledsl.engine.cells.values import append, contains, item, length, set_item, spend
from ruledsl.engine.small.kinds import AS_POWER, AS_RACE, WAIT
from ruledsl.engine.small.memory import (
    ASKED,
    BORROWED,
    CONCEALED,
    COUNTS,
    DECKS,
    EXTRA,
    GAME,
    HELD,
    HOME,
    LAID,
    LOADED,
    MAP_HERE,
    MAPS,
    OPTIONS,
    PLAYERS,
    ROW,
    SITE,
    TAKEN,
    TILE_COINS,
    USED,
    G,
    P,
    S,
    T,
    Y,
)
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.small.rules import value
from ruledsl.engine.small.tables import DECK_KINDS, DICE, HIDDEN, PARTS, TILE_KINDS, C
from ruledsl.engine.small.words import (
    address,
    bit,
    bits,
    copy,
    current,
    fail,
    has,
    popcount,
    shr,
    store,
    switch,
    union,
    without,
)
from ruledsl.engine.state.keys import EVERYWHERE, TRAY
from ruledsl.engine.state.layout import (
    COINS,
    FOUNDED,
    LAND,
    LIVE,
    LOST,
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
from ruledsl.language.vocabulary.limits import BEHIND, LARGEST


def move_coins(payer: int, receiver: int, amount: int) -> int:
    """Move coins from one holder to another, at most what the payer has.

    A holder is a player's index, -2 - index for a tile, or None for the supply.
    """
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
    """Move coins from the supply to a player: the most frequent case."""
    if player >= 0:
        move_coins(NOTHING, player, amount)


def purse(holder: int) -> int:
    """The coins of a player, or (-2 and below) the coins on a tile."""
    return Y[holder, COINS] if holder >= 0 else TILE_COINS[-2 - holder]


def add_coins(holder: int, by: int) -> None:
    """Add coins (or remove them, if negative) for a player, a tile or the supply."""
    if holder == NOTHING:
        G[SUPPLY] += by
    elif holder >= 0:
        Y[holder, COINS] += by
    else:
        TILE_COINS[-2 - holder] += by


# ── tiles and decks ──


def row_to_write(tile: int) -> int:
    """The row that holds a tile's memories, created on the first write."""
    if ROW[tile] < 0:
        row = S.rows
        S.rows += 1
        for i in range(C.TILE_CELLS):
            T[row, i] = T[-1, i]
        ROW[tile] = row
    return ROW[tile]


def unplace(tile: int) -> None:
    """Take a tile out of its deck, off the map and away from the people whose power it is."""
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
    """Is a tile the race of a people in the game? It then stays with that people."""
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile:
            return 1
    return 0


def remove(items: int, value: int) -> None:
    """Remove a member from a list; the others move up."""
    at = position_in(items, value)
    if at >= 0:
        for i in range(at, length(items) - 1):
            set_item(items, i, item(items, i + 1))
        store(items, length(items) - 1)


def insert(items: int, value: int) -> None:
    """Insert a value at the front of a list."""
    store(items, length(items) + 1)
    for i in range(length(items) - 1, 0, -1):
        set_item(items, i, item(items, i - 1))
    set_item(items, 0, value)


def put_in_deck(tile: int, deck: int, top: int) -> int:
    """Put a tile into a deck that takes its kind. A living people leaves the game with its banner."""
    if tile < 0 or tile >= C.TILES or deck < 0:
        return 0
    if (DECK_KINDS[deck] >> TILE_KINDS[tile] & 1) == 0:
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
    """Draw the top tile; -1 if there is none. Drawing from a hidden deck reveals something that nobody knew."""
    if deck < 0:
        return -1
    if DECKS[deck, 0] == 0:
        return -1
    tile = DECKS[deck, 1]
    unplace(tile)
    if HIDDEN[deck]:
        G[REVEALS] += 1
    return tile


def dig(deck: int, tile: int, under: int) -> int:
    """Take a tile out of a deck; with `under`, the tiles above it go beneath the others, in their order. -1 if it is not there."""
    if deck < 0:
        return -1
    if not contains(address(DECKS[deck, 0]), tile):
        return -1
    spend(DECKS[deck, 0])
    while under and DECKS[deck, 1] != tile:
        put_in_deck(DECKS[deck, 1], deck, 0)
    unplace(tile)
    if HIDDEN[deck]:
        G[REVEALS] += 1
    return tile


def shuffle(deck: int) -> int:
    """Fisher-Yates shuffle, from the bottom up."""
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
    """Lay a tile in a region. A borrowed instance has its own site; the tile whose rules it runs stays where it is."""
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


def lay_with(tile: int, people: int) -> int:
    """Lay a tile with a people, beside its banner and badge. A tile that cannot be a badge stays where it is."""
    if tile < 0 or tile >= C.TILES or people < 0:
        return 0
    if PARTS[tile] != AS_POWER or not has(G[LIVE], people):
        return 0
    unplace(tile)
    append(address(LAID[0]), tile)
    SITE[tile] = -2 - people
    S.dirty = 1
    return 0


def reveal(tile: int) -> None:
    """Turn a tile face up."""
    if tile >= 0 and CONCEALED[tile]:
        CONCEALED[tile] = 0
        G[REVEALS] += 1
        S.dirty = 1


def borrow(tile: int, bearer: int) -> None:
    """Let the bearer of the tile `bearer` also run the rules of `tile` (-1: of none)."""
    if bearer >= 0 and tile < C.TILES:
        BORROWED[bearer] = tile
        if C.TILES + bearer < 2 * C.TILES:
            SITE[C.TILES + bearer] = -1
        S.dirty = 1


# ── peoples ──


def found(race: int, power: int, player: int) -> int:
    """Found a people and return its index; -1 if race or player is -1. Raises `EngineError` when there are too many peoples.

    A tile that cannot be a race founds none, and one that cannot be a power is none.
    """
    if race < 0 or race >= C.TILES or player < 0:
        return -1
    if PARTS[race] != AS_RACE or is_banner(race):
        return -1
    if power >= C.TILES or (power >= 0 and PARTS[power] != AS_POWER):
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
    """Move a people to a stage. In the last stage it has left the game: its tokens return to their tray, and its stage never changes again."""
    if people < 0 or stage < 0:
        return 0
    if not has(G[LIVE], people):
        return 0
    if stage == C.LAST_STAGE:
        if P[people, LAND] or P[people, HAND_OF]:
            march(NOTHING, people, EVERYWHERE, TRAY)
        for i in range(LAID[0], 0, -1):
            if with_people(LAID[i]) == people:
                unplace(LAID[i])
        G[LIVE] = without(G[LIVE], bit(people))
        Y[P[people, OWNER], OWN] = without(Y[P[people, OWNER], OWN], bit(people))
    P[people, STAGE] = stage
    S.dirty = 1
    return 0


def set_power(people: int, power: int) -> int:
    """Give a people another badge (or none); the badge leaves its previous place."""
    if people < 0 or power >= C.TILES:
        return 0
    if not has(G[LIVE], people):
        return 0
    if power >= 0:
        if PARTS[power] != AS_POWER:
            return 0
        unplace(power)
    P[people, POWER] = power
    S.dirty = 1
    return 0


def set_turn_player(player: int) -> None:
    """Make it a player's turn; ignored for -1, since it is always somebody's turn."""
    if player >= 0:
        G[TURN_PLAYER] = player


def set_round(number: int) -> None:
    """Set the round, from the first to one after the last, at which the game is over."""
    G[ROUND] = max(1, min(number, S.rounds + 1))


def do_nothing() -> None:
    """Do nothing: stands in for an action that must not happen."""


def end_game() -> None:
    """Stop everything except the rule that ends the game; when that rule is done, no frame is left and the game is over."""
    store(S.frame - 8, 0)
    S.frames = 1


def end_game_lost(players: int) -> None:
    """End the game, and note who has lost it."""
    for player in bits(players):
        Y[player, LOST] = 1
    end_game()


# ── chance ──


def below(bound: int) -> int:
    """A PCG32 random number from 0 to `bound` - 1."""
    state = G[RANDOM]
    G[RANDOM] = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


def drawn(state: int, bound: int) -> int:
    """A random number from 0 to `bound` - 1 from a given generator state."""
    shifted = shr(shr(state, 18) ^ state, 27) & MASK32
    turn = shr(state, 59)
    number = (shr(shifted, turn) | shifted << (32 - turn)) & MASK32
    return shr(number * bound, 32)


def loaded() -> int:
    """The face that a position has set for the next roll."""
    face = LOADED[0]
    S.loaded -= 1
    for i in range(S.loaded):
        LOADED[i] = LOADED[i + 1]
    return face


def roll(die: int) -> int:
    """Roll a die: random, or the face that the position has set."""
    if S.loaded:
        face = loaded()
    else:
        face = item(DICE[die], below(length(DICE[die])))
    G[REVEALS] += 1
    log_roll(die, face)
    return face


def pick(members: int) -> int:
    """Pick one member of a bit set, at random or as the position says (0 is the first; numbers wrap around); -1 if the set is empty."""
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


def pick_item(members: int) -> int:
    """The same for a list of nouns."""
    if length(members) == 0:
        return -1
    return one_by_chance(members)


def pick_number(members: int) -> int:
    """The same for a list of numbers, of which 0 is none."""
    if length(members) == 0:
        return 0
    return one_by_chance(members)


def one_by_chance(members: int) -> int:
    """One member of a list that has some."""
    if S.loaded:
        place = loaded() % length(members)
    else:
        place = below(length(members))
    G[REVEALS] += 1
    return item(members, place)


# ── keeping ─────────────────────────────────────────────────────────────────────
# States of several games: a block for each. Enters and copies blocks, and plays many games step by step.


MUCH: Final = 1024
"""Up to this many bytes of lists are copied as they are; beyond that, garbage is collected first."""


def enter_block(block: int) -> None:
    """Play the game in a block from now on."""
    switch(block)


def save(block: int) -> None:
    """Save the state to a block: the fixed part of every state, then the used part of everything that grows."""
    if S.list_end > C.LISTS_START + MUCH:
        collect_lists()
    dirty = S.dirty
    S.dirty = 1  # the rules in play are not copied
    part(block, 0, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    S.dirty = dirty
    grown(block, 0)


def restore(block: int) -> None:
    """Restore the state from a block."""
    part(0, block, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    grown(0, block)
    S.dirty = 1


def grown(to: int, start: int) -> None:
    """Copy the used part of everything that grows from one block to another. Block 0 is the current one, which knows how large the parts are."""
    part(to, start, address(HELD[0, 0]), S.held * 16)
    part(to, start, address(EXTRA[0, 0]), S.extras * 16)
    part(to, start, address(USED[0, 0]), S.used * 32)
    part(to, start, address(LOADED[0]), S.loaded * 8)
    part(to, start, address(P[-1, 0]), (S.peoples + 1) * C.PEOPLE_ROW)
    part(to, start, address(T[-1, 0]), (S.rows + 1) * C.TILE_ROW)
    part(to, start, C.FRAMES_START, S.frame_end - C.FRAMES_START)
    part(to, start, C.LISTS_START, S.list_end - C.LISTS_START)
    part(to, start, address(OPTIONS[0, 0]), S.options * 40)


def packed(place: int) -> int:
    """Pack the whole state, part after part, at an address beyond the blocks. Returns the number of bytes."""
    if S.list_end > C.LISTS_START + MUCH:
        collect_lists()
    return ferried(place, 1) - place


def unpacked(place: int) -> None:
    """Unpack the state that was packed at an address."""
    ferried(place, 0)
    S.dirty = 1


def ferried(at: int, out: int) -> int:
    """Transfer the state to or from an address. Returns the end address."""
    at = ferry(at, address(S[0]), address(HELD[0, 0]) - address(S[0]), out)
    at = ferry(at, address(HELD[0, 0]), S.held * 16, out)
    at = ferry(at, address(EXTRA[0, 0]), S.extras * 16, out)
    at = ferry(at, address(USED[0, 0]), S.used * 32, out)
    at = ferry(at, address(LOADED[0]), S.loaded * 8, out)
    at = ferry(at, address(P[-1, 0]), (S.peoples + 1) * C.PEOPLE_ROW, out)
    at = ferry(at, address(T[-1, 0]), (S.rows + 1) * C.TILE_ROW, out)
    at = ferry(at, C.FRAMES_START, S.frame_end - C.FRAMES_START, out)
    at = ferry(at, C.LISTS_START, S.list_end - C.LISTS_START, out)
    return ferry(at, address(OPTIONS[0, 0]), S.options * 40, out)


def ferry(at: int, place: int, size: int, out: int) -> int:
    """Transfer `size` bytes at a place of the block."""
    if out:
        copy(at, place, size)
    else:
        copy(place, at, size)
    return at + size


def enter_game(blocks: int, game: int) -> None:
    """Play one of several games from now on, on its map."""
    switch(blocks + game * C.SLOT)
    if MAPS[game] != MAP_HERE[0]:
        lay_map(MAPS[game])


def lay_map(place: int) -> None:
    """Play games on a map stored elsewhere."""
    copy(C.MAP_START, place, C.MAP_SIZE)
    MAP_HERE[0] = place


def keep_map(place: int) -> None:
    """Store the current map at an address."""
    copy(place, C.MAP_START, C.MAP_SIZE)
    MAP_HERE[0] = place


def copy_game(blocks: int, game: int, onto: int) -> None:
    """Copy the state of one game over another."""
    home = current()
    switch(blocks + onto * C.SLOT)
    restore(blocks + game * C.SLOT)
    switch(home)
    COUNTS[onto] = COUNTS[game]
    PLAYERS[onto] = PLAYERS[game]
    if MAPS[game]:
        copy(MAPS[onto], MAPS[game], C.MAP_SIZE)
        MAP_HERE[0] = 0


def part(to: int, start: int, place: int, size: int) -> None:
    """Copy `size` bytes at a place of blocks."""
    if size:
        copy(to + place, start + place, size)


def score(number: int, player: int) -> int:
    """A value that decides games, far below all others for a player who has lost this one."""
    return value(number, player) - Y[player, LOST] * BEHIND


def answer_all(count: int) -> int:
    """Answer `count` values in one call."""
    for i in range(count):
        ASKED[i, 2] = value(ASKED[i, 0], ASKED[i, 1])
    return count


def wrong(games: int) -> int:
    """The first game (from 1) whose option in TAKEN does not exist; 0 if all exist."""
    for game in range(games):
        if COUNTS[game] and TAKEN[game] != WAIT and (TAKEN[game] < 0 or TAKEN[game] >= COUNTS[game]):
            return game + 1
    return 0


def step(blocks: int, first: int, games: int) -> int:
    """Take the option in TAKEN in each game that is not over, starting with `first`. Returns how many games are over; GAME is the current one.

    Games whose TAKEN is `WAIT` do nothing.
    """
    home = current()
    over = 0
    for game in range(first, games):
        if COUNTS[game] and TAKEN[game] != WAIT:
            GAME[0] = game
            enter_game(blocks, game)
            answer(TAKEN[game])
            note_game(game)
        over += COUNTS[game] == 0
    switch(home)
    return over


def note_game(game: int) -> None:
    """For the current game, write the number of options to COUNTS (0: it is over) and the deciding player to PLAYERS."""
    COUNTS[game] = S.options if S.kind else 0
    PLAYERS[game] = S.player if S.kind else -1
