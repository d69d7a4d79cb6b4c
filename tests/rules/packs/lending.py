"""A tile is lent, played with and given back: what is left of it, beside the same game in which one that does nothing was lent instead."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import invariants

from ruledsl import load
from ruledsl.author.interactions.matrix import footprints, name_of
from ruledsl.engine.state import layout as at
from ruledsl.play.naming.nouns import MARK
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk

PACKS = (
    "crossover",
    "warcraft",
    "cursed",
    "grand_dames",
    "be_not_afraid",
    "royal_bonus",
    "spiders_web",
    "sky_islands",
    "blank-tiles",
    str(Path(__file__).parent / "lodgers"),
)
BORROWERS = {"power": ("copycat", "lazy"), "race": ("mumming", "nobodies"), "badge": ("idle", "lazy")}
"""Powers that are lent while they are in the market, races likewise, and powers by a place: who borrows them, and the one that does nothing."""
GONE_BACK = {"power": 3, "race": 3, "badge": 4}
"""The round at whose beginning the tile is back: at the borrower's next turn, or, from the place, after a turn of declining."""
SITE = "3"
"""Where a place is that lends a power; lodgers can take it."""
OWN = {"lodgers", "neighbours", "landlords", "nobodies", "idle", "lazy", "mumming", "copycat"}
HELD = ("stop", "none", "no")
MOST_CHOICES = 300


@cache
def rules():
    return load(*PACKS)


@cache
def lendable(kind):
    """The tiles of a kind, by their keys; of several copies the first one."""
    tiles = rules().composition.tiles.items()
    of = "race" if kind == "race" else "power"
    found = sorted(key for key, tile in tiles if tile.kind == of and not tile.copy_of and key not in OWN)
    return [key for key in found if kind != "badge" or not doings(key)[2]]


def begun(kind, tile, seed, *, instead):
    """The borrower's turn begins; on top of the market there is the tile, below it the one that does nothing, or they lie at the place that lends."""
    power, nothing = BORROWERS[kind]
    regions = {"2": {"tiles": ["sword_of_the_killer_rabbit"]}}
    market = [{"race": tile, "power": "idle"}, {"race": nothing, "power": "lazy"}]
    if kind == "power":
        market = [{"race": "landlords", "power": tile}, {"race": "nobodies", "power": nothing}]
    if kind == "badge":
        regions[SITE] = {"tiles": ["stonehedge", nothing if instead else tile]}
        market = [{"race": "nobodies", "power": tile if instead else nothing}]
    return rules().position(
        {
            "players": 2,
            "map": "small_world_2p",
            "round": 2,
            "seed": seed,
            "coins": [9, 9],
            "setting_out": True,
            "peoples": [
                {"race": "lodgers", "power": power, "player": 0, "at": {"1": 3, "2": 2, "4": 2}},
                {"race": "neighbours", "player": 1, "at": {"21": 3, "22": 2, "20": 2}},
            ],
            "regions": regions,
            "market": market,
        }
    )


def lent(kind, tile, seed, *, eager, instead=False):
    """The game when what was lent has just gone back; `instead` lends nothing that does anything.

    An `eager` borrower takes every chance, another one none. Wrong is what the actions of the tile offer in vain.
    """
    game, chance, wrong = begun(kind, tile, seed, instead=instead), random.Random(seed), []
    if kind == "badge":
        game.choose("expand")
        game.choose(f"conquer:{SITE}")
    else:
        game.choose(game.decision.options[1 if instead else 0].id)
    for _ in range(MOST_CHOICES):
        if game.over or game.round == GONE_BACK[kind]:
            break
        ids = [option.id for option in game.decision.options]
        if game.decision.rule == "core: opening":
            declines = kind == "badge" and game.round == GONE_BACK[kind] - 1 and game.decision.player == 0
            plan = "decline" if declines else "expand"
            game.choose(plan if plan in ids else ids[0])
            continue
        wrong += [f"{action} does nothing" for action in ids if is_lent(action) and in_vain(game, action)]
        free = eager and game.decision.player == 0 and game.round < GONE_BACK[kind]
        held = [option for option in HELD if option in ids]
        game.choose(chance.choice(ids) if free else held[0] if held else ids[0])
        invariants.conserved(game.state)
    return game, wrong


def is_lent(action):
    """Is it an action of a tile that is lent to one of our borrowers?"""
    return any(f"{MARK}{lender}" in action for lender in ("copycat", "mumming", "stonehedge"))


def in_vain(game, action):
    """Does nothing come of an action but that tiles remember it: no price and no other option changes?"""
    trial = game.copy()
    before = table(trial), prospects(trial, action)
    trial.choose(action)
    return not trial.over and (table(trial), prospects(trial, action)) == before


def table(game):
    """All that lies on the table, and what is remembered of it, but by tiles."""
    g = game.state
    return [list(g.P), list(g.R), list(g.Y), dict(g.on), dict(g.held), list(map(list, g.decks)), list(g.G)]


def prospects(game, action):
    """Who may do what now, but for one action and what else it could be aimed at; and what each region costs the one who acts."""
    name = action.split(":")[0]
    options = [option.id for option in game.decision.options if option.id.split(":")[0] != name]
    race = game.decision.people
    prices = (
        [game.value("conquest_cost", people=race, region=region) for region in game.state.board.ids]
        if race
        else []
    )
    return game.decision.player, game.decision.rule, options, prices


def left(game, tile):
    """What a tile may have left that went back: pieces of each kind outside the box, trays, tokens of peoples, what its row remembers."""
    g = game.state
    width, row = g.code.tile_width, g.code.program.tiles.index(tile)
    lying = invariants.tokens_on_map(g)
    out = [supply - n for supply, n in zip(g.code.supplies, g.stock, strict=True)]
    return {
        "pieces": dict(zip(g.code.program.pieces, out, strict=True)),
        "trays": {
            g.code.program.tiles[race]: invariants.tray_of(g, race) for race in range(g.code.tile_count)
        },
        "tokens": {p: line[at.HAND] + lying.get(p, 0) for p, line in invariants.people_rows(g)},
        "row": {key % width: n for key, n in g.T.items() if key // width == row},
    }


@cache
def all_footprints():
    return footprints(rules().program)


@cache
def doings(tile):
    """The kinds of pieces that the rules of a tile move, whether they take tokens out of a tray, and whether they do anything in decline."""
    program = rules().program
    own = [one for one in all_footprints() if one.tile == name_of(program.composition.tiles[tile])]
    moved = {int(thing.name) for one in own for thing in one.writes if thing.kind == "piece"}
    nodes = [node for one in own for node in walk(*getattr(one.rule, "body", ()))]
    takes = any(isinstance(node, t.TMoveTokens) and node.source.what == "tray" for node in nodes)
    lasting = any(one.rule.origin.stages != frozenset([0]) for one in own)
    return {program.pieces[kind] for kind in moved}, takes, lasting


def remains(kind, tile, seed, *, eager):
    """What is not as if the tile had never been lent. Of what an eager borrower did only the pieces count; the tokens that it gave stay."""
    game, wrong = lent(kind, tile, seed, eager=eager)
    other, _ = lent(kind, tile, seed, eager=False, instead=True)
    kinds, takes, _ = doings(tile)
    there, beside = left(game, tile), left(other, tile)
    if eager:
        for some in (there, beside):
            some["pieces"] = {piece: n for piece, n in some["pieces"].items() if piece in kinds}
    looked_at = ["pieces"]
    if kind != "badge":  # that stays with its place, and so does what it did once (R43)
        looked_at.append("row")
        if not eager and not takes:
            looked_at += ["trays", "tokens"]
    for what in looked_at:
        now, then = there[what], beside[what]
        wrong += [
            f"{what}: {key} {now.get(key)}, not {then.get(key)}"
            for key in {**now, **then}
            if now.get(key) != then.get(key)
        ]
    return wrong
