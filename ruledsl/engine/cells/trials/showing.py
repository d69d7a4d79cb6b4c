"""What a seat sees of a game, in numbers of 16 bits: the table, the regions, the options. `small/columns.py` names the columns.

Everything that the seat cannot know is made up, as in games that could be this one. If the output depends on no secret but coins in hand, it is
enough to make up the purses, which costs next to nothing: then it follows from the rules (`C.OPENLY`), and from which tiles are in play.
"""

from __future__ import annotations

from ruledsl.engine.cells.changes import enter_game, restore
from ruledsl.engine.cells.secrets import is_hidden
from ruledsl.engine.cells.trials.imagining import imagine_for, make_up_purses
from ruledsl.engine.cells.trials.weighing import look_at_question, look_for, weigh
from ruledsl.engine.small.columns import (
    MOST_WORTHS,
    OF_OPTION,
    OF_REGION,
    OF_SEAT,
    OF_TABLE,
    SEAT_HAND,
    SEAT_POWER,
    SEAT_RACE,
    SEAT_REGIONS,
    SITE_MINE,
    SITE_TARGET,
    SITE_THEIRS,
    SITE_TILE,
    SITE_TILES,
    SITE_TOKENS,
    TABLE_CHOOSES,
    TABLE_HAND,
    TABLE_LEFT,
    TABLE_OPTIONS,
    TABLE_PAST,
    TABLE_REGIONS,
    TABLE_ROUND,
    TABLE_TOKENS,
    THE_COST,
    THE_GAIN,
    THE_PARTNER,
    THE_REGION,
    THE_TILE,
)
from ruledsl.engine.small.kinds import NEVER_OPEN, OPEN_FACE_UP
from ruledsl.engine.small.memory import (
    ABOUT,
    BORROWED,
    CONCEALED,
    KMASK,
    LAID,
    LEADS,
    ON,
    PLAYERS,
    ROW,
    SITE,
    WORTHS,
    D,
    G,
    P,
    R,
    S,
    T,
    Y,
)
from ruledsl.engine.small.rules import value
from ruledsl.engine.small.tables import CURIOUS, C
from ruledsl.engine.small.words import bits, current, load, popcount, store, switch
from ruledsl.engine.state.layout import (
    COINS,
    HAND,
    LAND,
    LIVE,
    OWN,
    OWNER,
    POWER,
    RACE,
    ROUND,
    SECRET,
    STAGE,
    TOKENS,
)
from ruledsl.engine.state.limits import MOST_ROUNDS


def depict(blocks: int, game: int, until: int, seat: int, firsts: int) -> int:
    """From D.told on, what each of some games looks like to the seat that chooses; or to `seat`, if that is one.

    What is there is zero before. From `firsts` on there is a word for each game: the first option that is shown.
    """
    home = current()
    for one in range(game, until):
        enter_game(blocks, one)
        D.viewer = seat
        if seat < 0:
            D.viewer = PLAYERS[one]
        D.first = load(firsts)
        firsts += 8
        if depends_on_secrets():
            D.real = current()
            switch(D.world)
            restore(D.real)
            imagine_for(D.viewer, 0)
            draw_up()
        else:
            veil()
            draw_up()
            unveil()
    switch(home)
    return 0


def depends_on_secrets() -> int:
    """Could what is shown depend on secrets other than coins in hand?"""
    if C.OPENLY == NEVER_OPEN:
        return 1
    down = 0
    for i in range(LAID[0]):
        tile = LAID[i + 1]
        if CONCEALED[tile]:
            if C.OPENLY == OPEN_FACE_UP or remembers(tile):
                return 1
            down = 1
    return looks_at_map() if down else 0


def remembers(tile: int) -> int:
    """Has a tile memories that others like it have not?"""
    if ROW[tile] >= 0:
        for cell in range(C.TILE_CELLS):
            if T[ROW[tile], cell] != T[-1, cell]:
                return 1
    return 0


def looks_at_map() -> int:
    """Is a tile in play whose rules look at tiles on the map?"""
    for people in bits(G[LIVE]):
        if is_curious(P[people, RACE]) or is_curious(P[people, POWER]):
            return 1
    for i in range(LAID[0]):
        if CONCEALED[LAID[i + 1]] == 0 and is_curious(LAID[i + 1]):
            return 1
    return 0


def is_curious(tile: int) -> int:
    """Does a tile look at them, or the one that it has borrowed?"""
    if tile < 0:
        return 0
    return CURIOUS[tile] or (BORROWED[tile] >= 0 and CURIOUS[BORROWED[tile]])


def veil() -> None:
    """What others have in hand is what they can be thought to have."""
    for player in range(S.seats):
        LEADS[player] = Y[player, COINS]
    if S.kind:
        S.seat = D.viewer
        make_up_purses()


def unveil() -> None:
    """They have again what they have."""
    for player in range(S.seats):
        seen = Y[player, COINS] - Y[player, SECRET]
        Y[player, COINS] = LEADS[player]
        Y[player, SECRET] = LEADS[player] - seen


def draw_up() -> None:
    """All rows of the game at hand, one behind the other."""
    S.fuel = MOST_ROUNDS
    D.numbers = 1
    look_for(D.viewer)
    show_table()
    regions = D.told
    show_regions()
    D.told = regions + D.rows * C.REGION_ROW
    options = D.told
    if S.kind and S.player == D.viewer:
        show_options(regions)
    D.told = options + D.shown * OF_OPTION * 2


def short(number: int) -> int:
    """A number as 16 bits hold it."""
    return max(-32768, min(number, 32767))


def row(cells: int) -> int:
    """The first cells of ABOUT are written down, four to a word."""
    at = D.told
    for i in range((cells + 3) // 4):
        store(at, four(ABOUT[4 * i], ABOUT[4 * i + 1], ABOUT[4 * i + 2], ABOUT[4 * i + 3]))
        at += 8
    D.told = at
    return 0


def four(one: int, two: int, three: int, last: int) -> int:
    """Four numbers in a word. Nearly always all are short."""
    if (one + 32768 | two + 32768 | three + 32768 | last + 32768) >> 16:
        return four(short(one), short(two), short(three), short(last))
    return one & 65535 | (two & 65535) << 16 | (three & 65535) << 32 | last << 48


def put_short(place: int, column: int, number: int) -> int:
    """A number comes to a column of a row, in which there is 0."""
    word = place + column // 4 * 8
    store(word, load(word) | (short(number) & 65535) << (16 * (column & 3)))
    return 0


def tile_number(tile: int) -> int:
    """A tile as it is told: from 1; 0 is none."""
    return tile % C.TILES + 1 if tile >= 0 else 0


# ── the table ──


def show_table() -> None:
    """Rounds, and what this seat has in all; then every seat, this one first."""
    ABOUT[TABLE_ROUND] = G[ROUND]
    ABOUT[TABLE_LEFT] = S.rounds - G[ROUND]
    ABOUT[TABLE_HAND] = P[D.actor, HAND] if D.actor >= 0 else 0
    ABOUT[TABLE_TOKENS] = D.force
    ABOUT[TABLE_REGIONS] = popcount(P[D.actor, LAND]) if D.actor >= 0 else 0
    ABOUT[TABLE_PAST] = D.past
    ABOUT[TABLE_CHOOSES] = (S.player - D.viewer + S.seats) % S.seats + 1 if S.kind else 0
    ABOUT[TABLE_OPTIONS] = S.options if S.kind and S.player == D.viewer else 0
    row(OF_TABLE)
    for offset in range(S.seats):
        show_seat((D.viewer + offset) % S.seats)


def show_seat(player: int) -> None:
    """What a seat has, and what its values come to."""
    for i in range(OF_SEAT):
        ABOUT[i] = 0
    for people in bits(Y[player, OWN]):
        ABOUT[SEAT_HAND] = ABOUT[SEAT_HAND] + P[people, HAND]
        ABOUT[SEAT_REGIONS] = ABOUT[SEAT_REGIONS] + popcount(P[people, LAND])
        if P[people, STAGE] == 0:
            ABOUT[SEAT_RACE] = tile_number(P[people, RACE])
            ABOUT[SEAT_POWER] = tile_number(P[people, POWER])
    for i in range(MOST_WORTHS):
        ABOUT[OF_SEAT + i] = value(WORTHS[i, 0], player) if i < D.worths else 0
    row(OF_SEAT + D.worths)


# ── the regions ──


def show_regions() -> None:
    """A row for each: whose it is, what lies there; what it would cost comes with the options."""
    first = D.told
    for people in bits(G[LIVE]):
        show_land(first, people)
    for i in range(LAID[0]):
        tile = LAID[i + 1]
        if SITE[tile] >= 0:
            show_lying(first + SITE[tile] * C.REGION_ROW, tile)
    for kind in range(C.KINDS_THERE_ARE):
        for region in bits(KMASK[kind]):
            put_short(first + region * C.REGION_ROW, OF_REGION + kind, ON[kind, region])


def show_land(first: int, people: int) -> int:
    """The regions of a people: whose they are, with how many tokens."""
    whose = SITE_MINE if P[people, OWNER] == D.viewer else SITE_THEIRS
    if P[people, STAGE] > 0:
        whose += 1
    race = tile_number(P[people, RACE])
    power = tile_number(P[people, POWER])
    for region in bits(P[people, LAND]):
        place = first + region * C.REGION_ROW
        store(place + whose // 4 * 8, 1 << 16 * (whose & 3))
        store(place + SITE_TOKENS // 4 * 8, four(R[region, TOKENS], race, power, 0))
    return 0


def show_lying(place: int, tile: int) -> int:
    """A tile that lies in a region: how many there are, and which one the first is that lies face up."""
    word = place + SITE_TILES // 4 * 8
    store(word, load(word) + (1 << 16 * (SITE_TILES & 3)))
    first = load(place + SITE_TILE // 4 * 8) >> (16 * (SITE_TILE & 3)) & 65535
    if CONCEALED[tile] == 0 and first == 0:
        put_short(place, SITE_TILE, tile_number(tile))
    return 0


# ── the options ──


def show_options(regions: int) -> None:
    """Those of a page; the regions that they aim at get to know what they cost and bring."""
    look_at_question()
    until = min(S.options, D.first + D.shown)
    if S.options > D.shown:
        until = min(S.options, D.first + D.shown - 1)
    for option in range(D.first, until):
        for i in range(OF_OPTION):
            ABOUT[i] = 0
        weigh(option)
        if ABOUT[THE_REGION]:
            show_target(regions + (ABOUT[THE_REGION] - 1) * C.REGION_ROW)
        if ABOUT[THE_TILE] and is_hidden(ABOUT[THE_TILE] - 1):
            ABOUT[THE_TILE] = 0
            ABOUT[THE_PARTNER] = 0
        row(OF_OPTION)


def show_target(place: int) -> int:
    """A region at which an option aims."""
    word = place + SITE_TARGET // 4 * 8
    if load(word) >> (16 * (SITE_TARGET & 3)) & 65535:
        return 0
    store(word, load(word) | four(0, 1, ABOUT[THE_COST], ABOUT[THE_GAIN]))
    return 1
