"""What lies in the memory of a program, by name: arrays of cells, the state's own numbers, and those of a decision.

`compile/native/memory.py` says where each of them lies. A row of an array is that of one player, people, region, tile …; row -1 is that of nobody
and is never written.
"""

from __future__ import annotations

from ruledsl.engine.small.arrays import Array, Numbers


class State(Numbers):
    """The state's own numbers."""

    seats: int
    """Players."""
    peoples: int
    """Peoples that there have been."""
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
    """The address of the frame on top; 0: none."""
    frames: int
    """How many there are."""
    frame_end: int
    """Where the next one begins, less 8."""
    list_end: int
    """Where the next list begins."""
    fuel: int
    """Rounds that may still be done before somebody chooses."""
    kind: int
    """Of choice that is waited for; 0: none."""
    player: int
    """Who chooses."""
    seat: int
    """Who it is of whom it is asked what they know."""
    slot: int
    """Of the frame on top in which the answer comes to lie; -1: an action."""
    after: int
    """The step that comes then."""
    options: int
    """How many there are."""
    dirty: int
    """Has what is in play changed?"""
    entries: int
    """Of chains."""
    made: int
    """Choices."""
    error: int
    """Why the program gave up."""
    rounds: int
    """Of a game on this map."""
    everywhere: int
    """The set of all regions."""
    regions: int
    """How many there are."""
    targets: int
    """In TARGETS."""
    noted: int
    """Peoples of which FOUNDS says what they were."""
    logging: int
    """Is there a log?"""
    logged: int
    """Words in LOG."""
    lines: int
    """Of this choice in the log."""
    line: int
    """Where the last one begins."""
    forcing: int
    """Are choices that make themselves written into the log, too?"""
    skip: int
    """Winding forward or to a pause: 1 more than the event it goes to, 0: neither."""
    winding: int
    """Is what comes before that event passed over?"""
    acting: int
    """The people whose event it is, as 1 more; 0: whosever it is."""


class Decision(Numbers):
    """The numbers of a decision for which options are tried out: what it is about, then how it stands."""

    chance: int
    """Of the bot."""
    trials: int
    """That there are to be."""
    every: int
    """So many trials in each world."""
    turns: int
    """To the end of so many."""
    options: int
    """Of the choice."""
    seat: int
    """Who chooses."""
    real: int
    """Where the game is kept that is real."""
    world: int
    """Where the one is kept that could be."""
    worths: int
    """Rows in WORTHS."""
    most_left: int
    """Turns to come that count, at most."""
    longest: int
    """Choices of a trial, at most."""
    keen: int
    """Of so many options a quick bot takes the best."""
    curiosity: int
    """One action of so many is taken without regard to how such actions have done."""
    apart: int
    """Are choices known apart by rounds?"""
    guided: int
    """Do quick bots choose by a learned policy, and with how much luck, in percent?"""
    depth: int
    """Of the tree."""
    tree: int
    """Where it lies."""
    trial: int
    """Which one it is."""
    option: int
    """That is tried."""
    stands: int
    """Is there a world?"""
    keyed: int
    """Is it known by what options are known?"""
    tried: int
    """Trials that came to their end."""
    sum: int
    """Of how far they came out ahead."""
    squares: int
    """The same, squared."""
    records: int
    """Of the tree."""
    left: int
    """Options that may be the best."""
    score: int
    """How much a learned policy thinks of the option that is weighed."""
    actor: int
    """The people of who chooses that is in its first stage; -1: there is none."""
    force: int
    """The tokens of that people, on the map and in hand."""
    past: int
    """Regions that other peoples of who chooses hold."""
    viewer: int
    """The player who looks on: who chooses, or who is shown a game."""
    numbers: int
    """Is it only numbers that are asked for, and no features?"""
    first: int
    """Of the options that are shown."""
    shown: int
    """Rows for options."""
    rows: int
    """Rows for regions."""
    telling: int
    """Are features written down?"""
    told: int
    """Where the next one comes to lie."""
    counted: int
    """Where it comes to lie how many an option has."""
    measured: int
    """Where the next number about a seat does."""


S = State("S")
D = Decision("D")

P = Array("P")
"""Peoples: cells of `layout`, then what packs remember."""
Y = Array("Y")
"""Players."""
R = Array("R")
"""Regions."""
G = Array("G")
"""The game."""
T = Array("T")
"""What packs remember of tiles, in rows that are made when they are written."""
ROW = Array("ROW")
"""Of a tile: its row there; -1: none."""
NEAR = Array("NEAR")
"""Of a region: its neighbours on the map."""
TERRAIN = Array("TERRAIN")
"""Of a region."""
TRAITS = Array("TRAITS")
"""Of a word of regions: those that have it."""
BOARDS = Array("BOARDS")
"""Of a region: the board it is on."""
POINTLESS = Array("POINTLESS")
"""Can a tile do nothing on this map?"""
STOCK = Array("STOCK")
"""Of a kind of pieces: how many nobody has."""
KMASK = Array("KMASK")
"""The regions where one is."""
SEEN = Array("SEEN")
"""Was one ever on the map?"""
ON = Array("ON")
"""Of a kind and a region: how many."""
HELD = Array("HELD")
"""Pairs: a kind in a hand, how many."""
EXTRA = Array("EXTRA")
"""Pairs: a people in a region that another one holds, how many tokens."""
USED = Array("USED")
"""Rows: an action, the tile that offers it, for what it is counted, how often it was taken."""
LOADED = Array("LOADED")
"""Faces that the next rolls show."""
DECKS = Array("DECKS")
"""Of a deck: how many tiles, then these from the top."""
LAID = Array("LAID")
"""How many tiles lie on the map, then these."""
SITE = Array("SITE")
"""Of a tile: the region where it lies."""
CONCEALED = Array("CONCEALED")
"""Does it lie face down?"""
TILE_COINS = Array("TILE_COINS")
"""Coins on it."""
BORROWED = Array("BORROWED")
"""The tile whose rules it has as well."""
TRAYS = Array("TRAYS")
"""Tokens in the tray of a race."""
SET_ASIDE = Array("SET_ASIDE")
"""Tokens of a race beside its banner."""
HOME = Array("HOME")
"""The deck it is in."""
OPTIONS = Array("OPTIONS")
"""Of an option: what is chosen, or action, target, me, here, this."""
HEAD = Array("HEAD")
"""Of a chain: its first entry."""
TAIL = Array("TAIL")
"""Its last entry."""
ENTRIES = Array("ENTRIES")
"""Of a chain: the entry behind it, rule, me, here, this, stratum or reason or moment, whom it is tied to."""
ARGS = Array("ARGS")
"""Parameters of an event, slots of a frame to be made."""
WATCH = Array("WATCH")
"""Triggers that watch an event: which, me, here, this."""
TARGETS = Array("TARGETS")
"""What an action can be aimed at."""
ASKED = Array("ASKED")
"""Values that are asked for together: which one, of whom, the answer."""
LOG = Array("LOG")
"""What happened since the last choice, as `engine/cells/secrets/log.py` says."""
SEEDS = Array("SEEDS")
"""Of a seat: that of its bot."""
THINKS = Array("THINKS")
"""Of a seat: 0 never, 1 always, 2 once it has a people."""
FOLLOWS = Array("FOLLOWS")
"""Of a seat that thinks: does it do so inside, by the policy?"""
CHOICES = Array("CHOICES")
"""That bots made."""
FOUNDS = Array("FOUNDS")
"""Of a people when it began: owner, race, power, round."""
COUNTS = Array("COUNTS")
"""Of a game of a batch: options."""
PLAYERS = Array("PLAYERS")
"""Who chooses there."""
TAKEN = Array("TAKEN")
"""The option to be taken."""
GAME = Array("GAME")
"""The game of a batch that is played."""
MAPS = Array("MAPS")
"""Of a game of a batch: where its map is kept; 0: all games have one map."""
MAP_HERE = Array("MAP_HERE")
"""Where the map is kept that the machine plays on."""
WHERE = Array("WHERE")
"""Of a tile: how it is hidden."""
OLD = Array("OLD")
"""Hidden tiles by their places."""
TAKES = Array("TAKES")
"""Of a place: the kinds it takes, as bits."""
POOL = Array("POOL")
"""Tiles to be dealt."""
USED_UP = Array("USED_UP")
"""Was a tile of the pool dealt?"""
FOUND = Array("FOUND")
"""Of a place: the tile that was dealt to it."""
MOVED = Array("MOVED")
"""Of a tile: which one is where it was."""
POOLED = Array("POOLED")
"""How many are in the pool."""
SPOTS = Array("SPOTS")
"""Of a hidden tile on the map: region, coins."""
CHAIN = Array("CHAIN")
"""Sorts of places that hand on what they have."""
HELD_BY = Array("HELD_BY")
"""Sort, kind, how many such places have it."""
HELD_AS = Array("HELD_AS")
"""Of a place: the row in HELD_BY, when it came by it."""
DEALT = Array("DEALT")
"""Rows in HELD_BY; how often something was dealt."""
TRY = Array("TRY")
"""Of a trial: chance, round, player, choices noted, chance of making things up."""
TRIED = Array("TRIED")
"""Of an option: what came of it, how often it was tried, the cell in DONE or its key."""
LOOKED = Array("LOOKED")
"""Of an option: its record in the tree."""
PATH = Array("PATH")
"""Down the tree: record, who chose."""
NOTED = Array("NOTED")
"""Choices of a trial: cell, player."""
DONE = Array("DONE")
"""Of a choice: what came of it all together, how often it was made."""
WORTHS = Array("WORTHS")
"""What trials are judged by: value, weight now, weight of each turn to come."""
LEADS = Array("LEADS")
"""Of a player: how far ahead."""

# ── which rules were used ──

EFFECTS = Array("EFFECTS")
"""Of a rule, by its number among those that are noted: 1 if it was used."""
TOGETHER = Array("TOGETHER")
"""Of two rules, the lower number first: 1 if both were used in one answer of a value."""
ANSWER = Array("ANSWER")
"""The value of which an answer is being worked out, from 1 (0: none); how much stands in HEARD."""
HEARD = Array("HEARD")
"""Of each answer that is being worked out: the value around it, then the rules that were used for it."""
FEEDS = Array("FEEDS")
"""Of two values, from 1: is the first one a part of what the base of the other one is made of?"""
ABOUT = Array("ABOUT")
"""What is told of an option, a region or a seat, by columns."""
WEIGHTS = Array("WEIGHTS")
"""Of a feature of options: what a learned policy makes of it."""
