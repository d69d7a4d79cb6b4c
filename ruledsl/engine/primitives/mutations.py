"""Changes to coins, tiles, decks and peoples, and chance; tokens and pieces have a module of their own.

They are small, total, and never more than there is: who pays five and has three pays three. To or from nobody (-1) nothing is done, nor with
a borrowed instance of a tile where only a tile can be, and nothing grows beyond its bounds: every state that they lead to can be saved. Nothing
in here asks, decides or logs a rule; what goes over much is counted (`limits`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.primitives.hidden import shown_as
from ruledsl.engine.primitives.stand_ins import march
from ruledsl.engine.primitives.tokens import EVERYWHERE, TRAY
from ruledsl.engine.rules.inplay import all_changed, map_changed, people_changed
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.fuel import spend
from ruledsl.engine.state.limits import MOST_PEOPLES, EngineError
from ruledsl.engine.state.rng import below
from ruledsl.vocabulary.limits import LARGEST
from ruledsl.vocabulary.types import BY_NAME, BY_PLACE

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

__all__ = [
    "borrow",
    "do_nothing",
    "draw",
    "end_game",
    "found",
    "gain",
    "lay",
    "move_coins",
    "pick",
    "put_in_deck",
    "reveal",
    "roll",
    "set_power",
    "set_round",
    "set_stage",
    "set_turn_player",
    "shuffle",
    "write_tile",
]

# ── coins ────────────────────────────────────────────────────────────────────


def move_coins(g: State, payer: int | None, receiver: int | None, amount: int) -> int:
    """Coins from one holder to another: a player's index, a tile as -2 - index, None for the supply. Never more than the payer has."""
    if payer == -1 or receiver == -1:
        return 0
    amount = min(amount, _supply(g) if payer is None else _purse(g, payer))
    if amount <= 0:
        return 0
    _add_coins(g, payer, -amount)
    _add_coins(g, receiver, amount)
    if g.journal is not None:
        who = -1 if payer is None else payer if payer >= 0 else _told_pile(g, payer)
        whom = -1 if receiver is None else receiver if receiver >= 0 else _told_pile(g, receiver)
        g.journal.append((1, who, whom, amount))
    return amount


def gain(g: State, player: int, amount: int) -> None:
    """Coins from the supply to a player: what happens most."""
    if amount > LARGEST + g.G[at.SUPPLY]:
        amount = _supply(g)
    if amount <= 0 or player < 0:
        return
    g.G[at.SUPPLY] -= amount
    g.Y[player * g.code.player_width] += amount
    if g.journal is not None:
        g.journal.append((1, -1, player, amount))


def _supply(g: State) -> int:
    """How many coins can come from the supply: all that are out are never more than the largest number."""
    return LARGEST + g.G[at.SUPPLY]


def _told_pile(g: State, holder: int) -> int:
    """On which tile coins lie, as everybody may read it in the log."""
    return -2 - shown_as(g, -2 - holder, BY_NAME | BY_PLACE)


def _purse(g: State, holder: int) -> int:
    if holder >= 0:
        return g.Y[holder * g.code.player_width]
    return g.T.get((-2 - holder) * g.code.tile_width + at.TILE_COINS, 0)


def _add_coins(g: State, holder: int | None, by: int) -> None:
    if holder is None:
        g.G[at.SUPPLY] += by
    elif holder >= 0:
        g.Y[holder * g.code.player_width] += by
    else:
        key = (-2 - holder) * g.code.tile_width + at.TILE_COINS
        g.T[key] = g.T.get(key, 0) + by


# ── tiles and decks ──────────────────────────────────────────────────────────


def write_tile(g: State, key: int, value: int) -> None:
    """A cell of a tile's row; writing to nobody does nothing."""
    if key >= 0:
        g.T[key] = value
        if g.marks is not None and key % g.code.tile_width in g.code.fleeting:
            g.marks.add(key)


def _unplace(g: State, tile: int) -> None:
    """Take a tile from wherever it is: a tile is in one place. From a people it goes as its badge; its banner it keeps for as long as it lives."""
    width = g.code.people_width
    for people in bits(g.G[at.LIVE]):
        if g.P[people * width + at.POWER] == tile:
            g.P[people * width + at.POWER] = -1
            people_changed(g, people)
    home = g.T.pop(tile * g.code.tile_width + at.HOME, -1)
    if home >= 0 and tile in g.decks[home]:
        g.decks[home].remove(tile)
    if tile in g.laid:
        g.laid.remove(tile)
        g.T.pop(tile * g.code.tile_width + at.SITE, None)
        g.T.pop(tile * g.code.tile_width + at.CONCEALED, None)
        map_changed(g)


def _is_banner(g: State, tile: int) -> bool:
    """Is it the banner of a people that lives?"""
    return any(g.P[people * g.code.people_width + at.RACE] == tile for people in bits(g.G[at.LIVE]))


def put_in_deck(g: State, tile: int, deck: int, top: int) -> None:
    """Put a tile into a deck. A banner goes there a moment before its people does."""
    if not 0 <= tile < g.code.tile_count or deck < 0:
        return
    _unplace(g, tile)
    g.T[tile * g.code.tile_width + at.HOME] = deck
    if top:
        g.decks[deck].insert(0, tile)
    else:
        g.decks[deck].append(tile)


def draw(g: State, deck: int) -> int:
    """Take the top tile, or -1. Drawing from a hidden deck shows something that nobody knew."""
    if deck < 0 or not g.decks[deck]:
        return -1
    tile = g.decks[deck][0]
    _unplace(g, tile)
    if g.code.hidden[deck]:
        g.G[at.REVEALS] += 1
    return tile


def shuffle(g: State, deck: int) -> None:
    """Fisher-Yates from the bottom up."""
    tiles = g.decks[deck] if deck >= 0 else []
    spend(g, len(tiles))
    for last in range(len(tiles) - 1, 0, -1):
        pick, g.G[at.RANDOM] = below(g.G[at.RANDOM], last + 1)
        tiles[last], tiles[pick] = tiles[pick], tiles[last]


def lay(g: State, tile: int, region: int, face_down: int) -> None:
    """Lay a tile in a region. A borrowed instance has a site of its own; the tile whose rules it runs stays where it is."""
    if tile < 0 or region < 0:
        return
    if tile >= g.code.tile_count:
        g.T[tile * g.code.tile_width + at.SITE] = region
        all_changed(g)
        return
    if _is_banner(g, tile):
        return
    _unplace(g, tile)
    g.laid.append(tile)
    row = tile * g.code.tile_width
    g.T[row + at.SITE] = region
    if face_down:
        g.T[row + at.CONCEALED] = 1
    map_changed(g)


def reveal(g: State, tile: int) -> None:
    """Turn a tile face up."""
    if tile >= 0 and g.T.pop(tile * g.code.tile_width + at.CONCEALED, 0):
        g.G[at.REVEALS] += 1
        map_changed(g)


def borrow(g: State, tile: int, bearer: int) -> None:
    """The rules of `tile` (-1: of none) also run for whoever bears the tile `bearer`."""
    if bearer >= 0 and tile < g.code.tile_count:
        g.T[bearer * g.code.tile_width + at.BORROWED] = tile
        g.T.pop((g.code.tile_count + bearer) * g.code.tile_width + at.SITE, None)
        all_changed(g)


# ── peoples ──────────────────────────────────────────────────────────────────


def found(g: State, race: int, power: int, player: int) -> int:
    """A new people; its index. Nobody if race or player is nobody, or the race has a people; `EngineError` if there have been too many."""
    if not 0 <= race < g.code.tile_count or player < 0 or _is_banner(g, race):
        return -1
    if power >= g.code.tile_count or power == race or _is_banner(g, power):
        power = -1
    for tile in (race, power):
        if tile >= 0:
            _unplace(g, tile)
    people = g.people_count
    if people >= MOST_PEOPLES:
        message = "more peoples are founded than a game can have"
        raise EngineError(message)
    row = list(g.code.layout.people)
    row[at.OWNER], row[at.RACE], row[at.POWER], row[at.STAGE], row[at.FOUNDED] = (
        player,
        race,
        power,
        0,
        g.G[at.ROUND],
    )
    g.P[people * g.code.people_width : people * g.code.people_width] = row
    g.G[at.LIVE] |= 1 << people
    g.Y[player * g.code.player_width + at.OWN] |= 1 << people
    people_changed(g, people)
    return people


def set_stage(g: State, people: int, stage: int) -> None:
    """A people enters a stage. In the last one it has left the game: its tokens are back in their tray, and it enters no other stage."""
    if people < 0 or stage < 0 or not g.G[at.LIVE] >> people & 1:
        return
    row = people * g.code.people_width
    if stage == g.code.last_stage:
        if g.P[row + at.LAND] or g.P[row + at.HAND]:
            march(g, None, people, EVERYWHERE, TRAY)
        g.G[at.LIVE] &= ~(1 << people)
        g.Y[g.P[row + at.OWNER] * g.code.player_width + at.OWN] &= ~(1 << people)
    g.P[row + at.STAGE] = stage
    people_changed(g, people)


def set_power(g: State, people: int, power: int) -> None:
    """A people gets another badge, from wherever that is, or none. One that is some people's banner stays that."""
    if people < 0 or not g.G[at.LIVE] >> people & 1 or power >= g.code.tile_count or _is_banner(g, power):
        return
    if power >= 0:
        _unplace(g, power)
    g.P[people * g.code.people_width + at.POWER] = power
    people_changed(g, people)


# ── the turn ──────────────────────────────────────────────────────────────────


def set_turn_player(g: State, player: int) -> None:
    """It is somebody's turn; it is always somebody's."""
    if player >= 0:
        g.G[at.TURN_PLAYER] = player


def set_round(g: State, number: int) -> None:
    """Another round, from the first to the one after the last, when the game is over."""
    g.G[at.ROUND] = max(1, min(number, g.board.rounds + 1))


def do_nothing(_g: State) -> None:
    """What stands in the place of something that shall not happen."""


def end_game(g: State) -> None:
    """Everything that is under way stops but the rule that says so: when that is done, nothing is left and the game is over."""
    del g.frames[:-1]


# ── chance ──────────────────────────────────────────


def roll(g: State, die: int) -> int:
    """The face that comes up: chance, or what the position says."""
    if g.loaded:
        face = g.loaded.pop(0)
    else:
        faces = g.code.dice[die]
        pick, g.G[at.RANDOM] = below(g.G[at.RANDOM], len(faces))
        face = faces[pick]
    g.G[at.REVEALS] += 1
    if g.journal is not None:
        g.journal.append((2, die, face))
    return face


def pick(g: State, members: int) -> int:
    """One of a bit set: chance, or what the position says (0 is the first, behind the last they begin anew); nobody of none."""
    found = bits(members)
    if not found:
        return -1
    if g.loaded:
        place = g.loaded.pop(0) % len(found)
    else:
        place, g.G[at.RANDOM] = below(g.G[at.RANDOM], len(found))
    g.G[at.REVEALS] += 1
    return found[place]
