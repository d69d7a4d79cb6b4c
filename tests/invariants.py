"""What holds of every state of every game, whatever was chosen. `check(game)` looks at all of it."""

from __future__ import annotations

from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import in_hand, in_region
from ruledsl.engine.state.state import tile_cell
from ruledsl.play.positions.setting import crowded, stand_ins_of


def check(game):
    """Fail with the names of everything about this game's state that does not hold together."""
    _hold(game.state, TESTS)


def conserved(g):
    """The same, of a state, for what goes from hand to hand alone: cheap enough to be looked at after every choice."""
    _hold(g, CONSERVED)


def _hold(g, tests):
    ask = Questions(g)
    wrong = [f"{test.__name__}: {found}" for test in tests for found in test(g, ask)]
    assert not wrong, "\n".join(wrong)


def people_rows(g):
    """Index and row of every people there has been."""
    width = g.code.people_width
    return [(p, g.P[p * width : (p + 1) * width]) for p in range(g.people_count)]


def tokens_on_map(g):
    """How many tokens of each people stand on the map."""
    found = {}
    for region in range(g.board.size):
        holder, count = g.R[region * g.code.region_width : region * g.code.region_width + 2]
        if holder >= 0:
            found[holder] = found.get(holder, 0) + count
    for key, count in g.extra.items():
        people, _ = in_region(key)
        found[people] = found.get(people, 0) + count
    return found


# ── nothing is made or lost ──


def tray_of(g, race):
    """How many race tokens lie in a tray."""
    return g.T.get(race * g.code.tile_width + at.TRAY, g.code.trays[race])


def race_tokens(g, ask):
    """Tray, hands and map of a race, and what is set aside of it, together are its printed tray, without the stand-ins."""
    on_map, rows = tokens_on_map(g), people_rows(g)
    for race, printed in enumerate(g.code.trays[:-1]):
        tray, aside = tray_of(g, race), tile_cell(g, race, at.ASIDE)
        own = [(p, row[at.HAND]) for p, row in rows if row[at.RACE] == race]
        hands = [hand for _, hand in own]
        lying = sum(on_map.get(p, 0) for p, _ in own)
        standing = sum(stand_ins_of(ask, p) for p, _ in own)
        together = tray + aside + sum(hands) + lying - standing
        if min(tray, aside) < 0 or any(hand < 0 for hand in hands) or together != printed:
            yield f"{g.code.program.tiles[race]}: tray {tray}, aside {aside}, hands {hands}, map {lying}, stand-ins {standing}, printed {printed}"


def stand_ins(g, ask):
    """Nowhere are there more of them than race tokens."""
    yield from (f"too many in region {g.board.ids[region]}" for region in crowded(ask))
    on_map = tokens_on_map(g) if g.code.stand_ins else {}
    for p, row in people_rows(g):
        have = row[at.HAND] + on_map.get(p, 0) if g.code.stand_ins else 0
        if stand_ins_of(ask, p) > have:
            yield f"people {p}: {stand_ins_of(ask, p)} of {have} tokens"


def pieces(g, _):
    """Box, hands and map together are the supply."""
    for kind, supply in enumerate(g.code.supplies):
        on_map = [n for key, n in g.on.items() if in_region(key)[0] == kind]
        in_hands = [n for key, n in g.held.items() if in_hand(key)[0] == kind]
        if g.stock[kind] < 0 or g.stock[kind] + sum(on_map) + sum(in_hands) != supply:
            name = g.code.program.pieces[kind]
            yield f"{name}: box {g.stock[kind]}, map {on_map}, hands {in_hands}, supply {supply}"


def pieces_of_tiles(g, ask):
    """What a tile brings is in the box while neither that tile nor one that borrows it is in play."""
    for kind, tile in enumerate(g.code.brought_by):
        own = tile % g.code.tile_count  # the pieces of a copy go with the tile that has borrowed it
        if tile >= 0 and g.stock[kind] != g.code.supplies[kind] and ask("bringer", own) < 0:
            yield f"{g.code.program.pieces[kind]} of {g.code.program.tiles[own]}, which is not in play"


def stand_ins_at_home(g, ask):
    """A stand-in that a tile brings is a token of the people for which this tile works, and of nobody else."""
    for kind in g.code.stand_ins:
        home = ask("bearer_of_piece", kind)
        tile = g.code.brought_by[kind]
        if tile < 0 or ask("bringer", tile % g.code.tile_count) < 0:
            continue
        name = g.code.program.pieces[kind]
        for region in bits(g.kmask[kind]):
            holder = g.R[region * g.code.region_width]
            if holder != home:
                yield f"{name} of people {home} in region {g.board.ids[region]} of people {holder}"
        for key in g.held:
            of, hand = in_hand(key)
            # With a player it is no token.
            if of == kind and hand % 2 == 0 and hand >> 1 != home:
                yield f"{name} of people {home} in the hand of people {hand >> 1}"


def lent(g, ask):
    """A tile that borrows is in play, borrows another one, and not one that borrows."""
    width, names = g.code.tile_width, g.code.program.tiles
    for key, tile in g.T.items():
        borrower = key // width
        if key % width == at.BORROWED and tile >= 0:
            if ask("bearer_of_tile", borrower) < 0 and borrower not in g.laid:
                yield f"{names[borrower]} is not in play and borrows {names[tile]}"
            if tile == borrower or g.T.get(tile * width + at.BORROWED, -1) >= 0:
                yield f"{names[borrower]} borrows {names[tile]}, which borrows, too"


def coins(g, _):
    """Players, tiles and supply together have none, since the supply may owe."""
    purses = [g.Y[p * g.code.player_width] for p in range(g.seats)]
    on_tiles = [n for key, n in g.T.items() if key % g.code.tile_width == at.TILE_COINS]
    if sum(purses) + sum(on_tiles) + g.G[at.SUPPLY]:
        yield f"players {purses}, tiles {on_tiles}, supply {g.G[at.SUPPLY]}"
    if min(purses + on_tiles) < 0:
        yield f"less than none: players {purses}, tiles {on_tiles}"


# ── two ways of saying the same agree ──


def lands(g, _):
    """The land of a people is where it stands."""
    stands = {p: 0 for p, _ in people_rows(g)}
    for region in range(g.board.size):
        holder, count = g.R[region * g.code.region_width : region * g.code.region_width + 2]
        if (holder < 0) != (count == 0) or count < 0:
            yield f"region {g.board.ids[region]} has holder {holder} with {count} tokens"
        if holder >= 0:
            stands[holder] |= 1 << region
    for key, count in g.extra.items():
        people, region = in_region(key)
        holder = g.R[region * g.code.region_width]
        if count <= 0 or holder in {-1, people}:
            yield f"{count} more of people {people} in region {g.board.ids[region]}, which {holder} holds"
        stands[people] |= 1 << region
    for people, row in people_rows(g):
        if row[at.LAND] != stands[people]:
            yield f"people {people}: land {bits(row[at.LAND])}, stands in {bits(stands[people])}"


def garrisons(g, ask):
    """Between two actions nobody holds a region with fewer tokens than a people has to have there."""
    if not g.frames or g.code.proc_names[g.frames[-1][0]] not in {"opening", "conquests"}:
        return
    least = next(v.index for v in g.code.program.values if v.name == "fewest")
    for region in range(g.board.size):
        holder, count = g.R[region * g.code.region_width : region * g.code.region_width + 2]
        if holder >= 0 and count < ask.value(least, holder):
            yield f"region {g.board.ids[region]} is held by {count} tokens of people {holder}"


def living(g, _):
    """Those alive are in no last stage, have an owner who knows it, and the gone have nothing."""
    own = [0] * g.seats
    for people, row in people_rows(g):
        alive = bool(g.G[at.LIVE] >> people & 1)
        if alive == (row[at.STAGE] == g.code.last_stage):
            yield f"people {people} is {'alive' if alive else 'gone'} in stage {row[at.STAGE]}"
        if alive:
            own[row[at.OWNER]] |= 1 << people
        elif row[at.LAND] or row[at.HAND]:
            yield f"people {people} is gone and has land {bits(row[at.LAND])} and {row[at.HAND]} in hand"
    if g.G[at.LIVE] >> g.people_count:
        yield f"peoples {bits(g.G[at.LIVE])} of {g.people_count} are alive"
    for player, mask in enumerate(own):
        known = g.Y[player * g.code.player_width + at.OWN]
        if known != mask:
            yield f"player {player} owns {bits(mask)}, not {bits(known)}"


def where_pieces_lie(g, _):
    """Masks and counts of pieces agree; what has been on the map is known to have been."""
    masks = [0] * len(g.kmask)
    for key, count in g.on.items():
        kind, region = in_region(key)
        if count <= 0 or region >= g.board.size:
            yield f"{count} pieces {kind} in region {region}"
        masks[kind] |= 1 << region
    if masks != g.kmask:
        yield f"masks {g.kmask}, pieces {masks}"
    for kind, mask in enumerate(masks):
        if mask and not g.G[at.SEEN] >> kind & 1:
            yield f"piece {kind} lies on the map and was never seen"
    yield from (f"{n} pieces in hand {key}" for key, n in g.held.items() if n <= 0)


def tiles(g, _):
    """A tile is in one place: a deck that it calls its home, a region, with a people, or beside a banner."""
    width, count = g.code.tile_width, g.code.tile_count
    homes = {}
    for deck, members in enumerate(g.decks):
        for tile in members:
            if tile in homes:
                yield f"{g.code.program.tiles[tile]} is twice in decks"
            homes[tile] = deck
    said = {key // width: n for key, n in g.T.items() if key % width == at.HOME and n >= 0}
    if said != homes:
        yield f"decks {homes}, homes {said}"
    if len(set(g.laid)) != len(g.laid) or set(g.laid) & set(homes):
        yield f"laid {g.laid}, decks {homes}"
    for tile in range(count):
        site, down = (g.T.get(tile * width + cell, 0) for cell in (at.SITE, at.CONCEALED))
        site = g.T.get(tile * width + at.SITE, -1)
        if (site >= 0) != (tile in g.laid) or (down and site < 0):
            yield f"{g.code.program.tiles[tile]}: site {site}, face down {down}, laid {tile in g.laid}"
    borne = [t for p, row in people_rows(g) if g.G[at.LIVE] >> p & 1 for t in row[at.RACE : at.POWER + 1]]
    borne = [tile for tile in (*borne, *partners(g)) if tile >= 0]
    if len(set(borne)) != len(borne) or set(borne) & {*homes, *g.laid}:
        yield f"borne {borne}, decks {homes}, laid {g.laid}"


def every_tile(g, _):
    """A tile that somebody can bear is never out of the game: one that nobody bears and that lies nowhere is in a deck."""
    bearable = [kind for kind in g.code.program.composition.kinds.values() if kind.borne_by == "people"]
    bearable = {g.code.program.kinds.index(kind.id) for kind in bearable}
    borne = [t for p, row in people_rows(g) if g.G[at.LIVE] >> p & 1 for t in row[at.RACE : at.POWER + 1]]
    there = {*borne, *partners(g), *g.laid, *(tile for deck in g.decks for tile in deck)}
    printed = g.code.program.composition.tiles.values()
    there |= {g.code.program.tiles.index(tile.tokens_of) for tile in printed if tile.tokens_of}
    for tile, kind in enumerate(g.code.tile_kinds[: g.code.tile_count]):
        if kind in bearable and tile not in there:
            yield f"{g.code.program.tiles[tile]} is nowhere"


def partners(g):
    """The badges that lie beside the banners of the column."""
    roles = g.code.program.composition.roles
    if roles.get("market") not in g.code.decks:
        return []
    cell = next(g.code.layout.cells[m.index] for m in g.code.program.memories if m.name == roles["partner"])
    return [g.T.get(t * g.code.tile_width + cell, -1) for t in g.decks[g.code.decks.index(roles["market"])]]


def last_rows(g, _):
    """Nobody's row is never written."""
    layout = g.code.layout
    for name, rows, blank in (
        ("players", g.Y, layout.player),
        ("peoples", g.P, layout.people),
        ("regions", g.R, layout.region),
    ):
        if rows[-len(blank) :] != list(blank):
            yield f"{name}: {rows[-len(blank) :]}"


def numbers(g, _):
    """Chance fits 64 bits, rounds and turns are possible, limits count upwards."""
    if not 0 <= g.G[at.RANDOM] < 1 << 64:
        yield f"chance {g.G[at.RANDOM]}"
    if not 1 <= g.G[at.ROUND] <= g.board.rounds + 1 or not 0 <= g.G[at.TURN_PLAYER] < g.seats:
        yield f"round {g.G[at.ROUND]}, turn of {g.G[at.TURN_PLAYER]}"
    yield from (f"an action was taken {n} times" for n in g.used.values() if n <= 0)


CONSERVED = (
    race_tokens,
    stand_ins,
    stand_ins_at_home,
    pieces,
    pieces_of_tiles,
    coins,
    lent,
    tiles,
    every_tile,
)

TESTS = (
    *CONSERVED,
    lands,
    garrisons,
    living,
    where_pieces_lie,
    last_rows,
    numbers,
)
