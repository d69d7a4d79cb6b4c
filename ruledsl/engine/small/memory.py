"""The contents of a program's memory, by name: arrays of cells, the state's own numbers, and those of a decision.

`engine/compile/wasm/memory.py` defines the layout. A row of an array belongs to one player, people, region, tile …; row -1 belongs to nobody and is
never written.
"""

from __future__ import annotations

from ruledsl.engine.small.arrays import Array, Numbers


class State(Numbers):
    """The state's own numbers."""

    seats: int
    """The number of players."""
    peoples: int
    """Peoples founded so far."""
    rows: int
    """Rows of tiles that were written."""
    extras: int
    """Pairs in EXTRA."""
    held: int
    """Pairs in HELD."""
    used: int
    """Rows in USED."""
    loaded: int
    """Faces in LOADED."""
    frame: int
    """The address of the top frame; 0: none."""
    frames: int
    """The number of frames."""
    frame_end: int
    """The address of the next frame, less 8."""
    list_end: int
    """The address of the next list."""
    fuel: int
    """Rounds that are left until the next choice."""
    kind: int
    """The kind of the pending choice; 0: none."""
    player: int
    """The player who decides."""
    seat: int
    """The seat whose knowledge is asked for."""
    slot: int
    """The slot of the top frame that receives the answer; -1: an action."""
    after: int
    """The step that follows."""
    options: int
    """The number of options."""
    dirty: int
    """Has what is in play changed?"""
    entries: int
    """Entries of chains."""
    made: int
    """Choices made."""
    error: int
    """Why the program gave up."""
    rounds: int
    """The rounds of a game on this map."""
    everywhere: int
    """The set of all regions."""
    regions: int
    """The number of regions."""
    targets: int
    """The number of targets in TARGETS."""
    noted: int
    """Peoples recorded in FOUNDS."""
    logging: int
    """Is there a log?"""
    logged: int
    """Words in LOG."""
    lines: int
    """Lines of this choice in the log."""
    line: int
    """The start of the last line."""
    forcing: int
    """Are choices that make themselves logged, too?"""
    skip: int
    """While advancing or running to a pause: 1 more than the target event; 0: neither."""
    winding: int
    """Is everything before that event skipped?"""
    acting: int
    """1 more than the people whose event it is; 0: anybody's."""


class Decision(Numbers):
    """The numbers of a decision for which options are tried: its parameters, then its progress."""

    chance: int
    """The bot's generator state."""
    trials: int
    """Rollouts in total."""
    every: int
    """Rollouts in each world."""
    turns: int
    """Turns that a rollout lasts."""
    options: int
    """Options of the choice."""
    seat: int
    """The player who decides."""
    real: int
    """The block of the real game."""
    world: int
    """The block of the determinized game."""
    worths: int
    """Rows in WORTHS."""
    most_left: int
    """Future turns that count, at most."""
    longest: int
    """Choices of a rollout, at most."""
    keen: int
    """A quick bot takes the best of this many options."""
    curiosity: int
    """One action in this many is taken regardless of the record of such actions."""
    apart: int
    """Are choices distinguished by rounds?"""
    guided: int
    """Do quick bots follow a learned policy, and with how much noise, in percent?"""
    valued: int
    """Does a learned value say what a position is worth in which a rollout stops?"""
    depth: int
    """Depth of the tree."""
    tree: int
    """The address of the tree."""
    trial: int
    """The number of the rollout."""
    option: int
    """The option that is tried."""
    stands: int
    """Is there a world?"""
    keyed: int
    """Are the keys of options known?"""
    tried: int
    """Rollouts that came to their end."""
    sum: int
    """Sum of leads."""
    squares: int
    """Sum of squared leads."""
    records: int
    """Records of the tree."""
    left: int
    """Options that may be the best."""
    score: int
    """The learned policy's weight of the option."""
    actor: int
    """The deciding player's people in its first stage; -1: there is none."""
    force: int
    """The tokens of that people, on the map and in hand."""
    past: int
    """Regions that other peoples of the deciding player hold."""
    held: int
    """The regions that somebody holds."""
    rivals: int
    """Those that peoples of others hold who can attack."""
    sort: int
    """The sort of choice of the pending question."""
    sought: int
    """What that question asks for."""
    viewer: int
    """The player who looks on."""
    numbers: int
    """Are only numbers wanted, and no features?"""
    first: int
    """The first option shown."""
    shown: int
    """Number of rows for options."""
    rows: int
    """Number of rows for regions."""
    telling: int
    """Are features written?"""
    told: int
    """The address of the next feature."""
    counted: int
    """The address of the next number of features."""
    measured: int
    """The address of the next number about a seat."""


S = State("S")
D = Decision("D")

P = Array("P")
"""Peoples: cells of `layout`, then memories of packs."""
Y = Array("Y")
"""Players."""
R = Array("R")
"""Regions."""
G = Array("G")
"""The game."""
T = Array("T")
"""Memories of packs on tiles, in rows that are created on the first write."""
ROW = Array("ROW")
"""Row of each tile in T; -1: none."""
NEAR = Array("NEAR")
"""Neighbours of each region on the map."""
BORDERS = Array("BORDERS")
"""Borders of each region on which something can lie."""
TERRAIN = Array("TERRAIN")
"""Terrain of each region."""
TRAITS = Array("TRAITS")
"""Regions with each terrain or symbol."""
BOARDS = Array("BOARDS")
"""Board of each region."""
POINTLESS = Array("POINTLESS")
"""Can a tile do nothing on this map?"""
STOCK = Array("STOCK")
"""Number of pieces of each kind in the supply."""
KMASK = Array("KMASK")
"""Regions with a piece of each kind."""
SEEN = Array("SEEN")
"""Was a piece of the kind ever on the map?"""
ON = Array("ON")
"""Number of pieces by kind and region."""
HELD = Array("HELD")
"""Pairs: a kind in a hand, the number of pieces."""
EXTRA = Array("EXTRA")
"""Pairs: a people in a region that another one holds, the number of tokens."""
USED = Array("USED")
"""Rows: an action, the tile that offers it, the key of its limit, the number of uses."""
LOADED = Array("LOADED")
"""Faces of the next rolls."""
DECKS = Array("DECKS")
"""Number of tiles in each deck, then these from the top."""
LAID = Array("LAID")
"""Number of tiles on the map, then these."""
SITE = Array("SITE")
"""Region where each tile lies."""
CONCEALED = Array("CONCEALED")
"""Does the tile lie face down?"""
TILE_COINS = Array("TILE_COINS")
"""Coins on it."""
BORROWED = Array("BORROWED")
"""The tile whose rules it has as well."""
TRAYS = Array("TRAYS")
"""Tokens in the tray of a race."""
SET_ASIDE = Array("SET_ASIDE")
"""Tokens of a race beside its banner."""
HOME = Array("HOME")
"""The deck of each tile."""
OPTIONS = Array("OPTIONS")
"""Each option: the chosen noun, or action, target, me, here, this."""
HEAD = Array("HEAD")
"""First entry of each chain."""
TAIL = Array("TAIL")
"""Last entry of each chain."""
ENTRIES = Array("ENTRIES")
"""Each entry of a chain: the next entry, rule, me, here, this, stratum or reason or moment, tie."""
ARGS = Array("ARGS")
"""Parameters of an event, slots of a new frame."""
WATCH = Array("WATCH")
"""Triggers that watch an event: trigger, me, here, this."""
TARGETS = Array("TARGETS")
"""Possible targets of an action."""
ASKED = Array("ASKED")
"""Values asked for together: value, noun, answer."""
LOG = Array("LOG")
"""What happened since the last choice, see `engine/cells/secrets.py`."""
SEEDS = Array("SEEDS")
"""Seed of each seat's bot."""
THINKS = Array("THINKS")
"""When each seat thinks: 0 never, 1 always, 2 once it has a people."""
FOLLOWS = Array("FOLLOWS")
"""Does a thinking seat do so inside the engine, by the policy?"""
CHOICES = Array("CHOICES")
"""Choices made by bots."""
FOUNDS = Array("FOUNDS")
"""Each people at its founding: owner, race, power, round."""
COURSE = Array("COURSE")
"""The coins of each seat at the first choice of each round."""
OPEN = Array("OPEN")
"""Of the choices made by bots: how many had several options, the options of these, the rounds in COURSE, and the last of these."""
COUNTS = Array("COUNTS")
"""Number of options of each game of a batch."""
PLAYERS = Array("PLAYERS")
"""Deciding player of each game of a batch."""
TAKEN = Array("TAKEN")
"""The option to take in each game of a batch."""
GAME = Array("GAME")
"""The current game of a batch."""
MAPS = Array("MAPS")
"""Address of the map of each game of a batch; 0: all games share one map."""
MAP_HERE = Array("MAP_HERE")
"""Address of the stored map that the machine plays on."""
WHERE = Array("WHERE")
"""How each tile is hidden."""
OLD = Array("OLD")
"""Hidden tiles by their places."""
TAKES = Array("TAKES")
"""Kinds that each place takes, as bits."""
POOL = Array("POOL")
"""Tiles to deal."""
USED_UP = Array("USED_UP")
"""Was the tile of the pool dealt?"""
FOUND = Array("FOUND")
"""The tile dealt to each place."""
MOVED = Array("MOVED")
"""The tile that replaces each tile."""
POOLED = Array("POOLED")
"""Number of tiles in the pool."""
SPOTS = Array("SPOTS")
"""Region and coins of each hidden tile on the map."""
CHAIN = Array("CHAIN")
"""Sorts of places that hand on what they have."""
HELD_BY = Array("HELD_BY")
"""Sort, kind, number of such places that have it."""
HELD_AS = Array("HELD_AS")
"""For each place: its row in HELD_BY, and when it got that."""
DEALT = Array("DEALT")
"""Rows in HELD_BY; number of deals."""
TRY = Array("TRY")
"""Of a rollout: generator, round, player, choices noted, generator of determinization."""
TRIED = Array("TRIED")
"""Each option: sum of results, number of rollouts, its cell in DONE or its key."""
LOOKED = Array("LOOKED")
"""Record of each option in the tree."""
PRIORS = Array("PRIORS")
"""How far the weight of each option at the root is behind the greatest, by the policy."""
PATH = Array("PATH")
"""The path down the tree: record, player."""
NOTED = Array("NOTED")
"""Choices of a rollout: cell, player."""
DONE = Array("DONE")
"""Each choice: sum of results, number of times made."""
WORTHS = Array("WORTHS")
"""The evaluation of rollouts: value, weight now, weight of each future turn."""
LEADS = Array("LEADS")
"""Lead of each player."""

# ── which rules were used ──

EFFECTS = Array("EFFECTS")
"""Was a rule used (1)? By its number among the noted ones."""
TOGETHER = Array("TOGETHER")
"""Were two rules used in one answer of a value (1)? The lower number first."""
ANSWER = Array("ANSWER")
"""The value being answered, from 1 (0: none); the length of HEARD."""
HEARD = Array("HEARD")
"""For each answer in progress: the enclosing value, then the rules used for it."""
FEEDS = Array("FEEDS")
"""Is the first of two values (from 1) a part of the second one's base?"""
ABOUT = Array("ABOUT")
"""What is told of an option, a region or a seat, by column."""
WEIGHTS = Array("WEIGHTS")
VALUES = Array("VALUES")
VALUES_OF_TILES = Array("VALUES_OF_TILES")
"""Weight of each feature in a learned policy."""
