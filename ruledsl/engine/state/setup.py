"""The first state of a game: an empty board, full trays, all tiles in their decks, and the frame of the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import Board, bits
from ruledsl.engine.state.rng import seeded
from ruledsl.engine.state.rows import tile_key
from ruledsl.engine.state.state import State

if TYPE_CHECKING:
    from ruledsl.engine.state.code import Code
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import BoardMap, Composition


def board_of(program: Program, board: BoardMap) -> Board:
    """A map for the engine. Equivalent terrains and symbols count as one another, while the terrain of a region is the printed one."""
    index = {region.id: place for place, region in enumerate(board.regions)}
    alike = program.composition.words.alike
    traits = [0] * len(program.traits)
    near = [0] * (len(index) + 1)
    terrain = []
    across = [0] * len(index)
    for one, other in board.joins:
        across[index[one]] |= 1 << index[other]
        across[index[other]] |= 1 << index[one]
    for place, region in enumerate(board.regions):
        for word in region.traits:
            for other in alike[word]:
                traits[program.traits.index(other)] |= 1 << place
        for neighbour in region.borders:
            near[place] |= 1 << index[neighbour]
        terrain.append(program.traits.index(region.traits[0]))
    count = len(board.regions)
    within = [some & ~joined for some, joined in zip(near, across, strict=False)]
    return Board(
        board.id,
        board.rounds,
        list(index),
        (1 << count) - 1,
        [*(1 << place for place in range(count)), 0],
        near,
        [*terrain, -1],
        traits,
        [sum(1 << r for r, ground in enumerate(terrain) if ground == word) for word in range(len(traits))],
        [*_boards(within, [[index[id_] for id_ in island] for island in board.islands]), -1],
        board,
    )


def _boards(near: list[int], islands: list[list[int]]) -> list[int]:
    """The board of each region. Boards touch only where they are joined: regions connected by borders lie on one, and so do those of an island."""
    boards = [-1] * len(near)
    for island in islands:
        for region in island:
            near[region] |= sum(1 << other for other in island)
    for start in range(len(near)):
        if boards[start] < 0:
            board, edge = max(boards) + 1, [start]
            while edge:
                region = edge.pop()
                if boards[region] < 0:
                    boards[region] = board
                    edge += bits(near[region])
    return boards


def first_decks(composition: Composition) -> list[int]:
    """The deck that each tile starts in, -1 for none: if there are several, one of its own pack, else one of a pack that its pack builds on."""
    packs = {pack.id: pack for pack in composition.packs}
    origin = {deck: pack.id for pack in composition.packs for deck in pack.decks}
    dealing = [(place, deck) for place, deck in enumerate(composition.decks.values()) if deck.deals]
    decks = []
    for tile in composition.tiles.values():
        near = (tile.pack, *packs[tile.pack].requires)
        fitting = [(place, origin[deck.id]) for place, deck in dealing if tile.kind in deck.kinds]
        fitting.sort(key=lambda entry: near.index(entry[1]) if entry[1] in near else len(near))
        decks.append(fitting[0][0] if fitting else -1)
    return decks


def first_state(code: Code, board: Board, players: int, seed: int) -> State:
    """The initial state; `run` takes it to the first decision."""
    state = State(code, board, players)
    state.G[at.RANDOM] = seeded(seed)
    for tile, deck in enumerate(first_decks(code.program.composition)):
        if deck >= 0 and tile not in code.lenders:
            state.decks[deck].append(tile)
            state.T[tile_key(state, tile, at.HOME)] = deck
    if code.start >= 0:
        start = code.events[code.start]
        state.frames.append([start.proc, 0, -1, -1, -1, *code.pads[start.proc]])
    return state
