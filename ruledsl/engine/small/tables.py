"""The constants of a program, by name: facts, and tables of its steps, events, triggers, actions, tiles and rules."""

from __future__ import annotations

from typing import Any

from ruledsl.engine.small.arrays import Array, bound


class Facts:
    """Facts about a program, known when it is printed. A list is given by its address."""

    WORDS: int
    """Words of a set."""
    MOST_OPTIONS: int
    """Capacity for options."""
    MOST_PEOPLES: int
    """Capacity for peoples."""
    SLOT: int
    """Bytes of a block."""
    MAP_START: int
    """Address of the data of a map."""
    MAP_SIZE: int
    """Bytes of that data."""
    MOST_ENTRIES: int
    """Capacity for entries of chains of rules in play."""
    PEOPLE_ROW: int
    """Bytes of a row of P."""
    TILE_ROW: int
    """Bytes of a row of T."""
    FRAMES_START: int
    """Address of the frames."""
    FRAMES_END: int
    """Their end."""
    LISTS_START: int
    """Address of the lists."""
    LISTS_END: int
    """Their end."""
    LISTS_FULL: int
    """The threshold at which lists are collected."""
    NARROW: int
    """The error when lists or options run out of room (`words.fail`): programs with wider sets all have the same capacity."""
    SCRATCH_LISTS: int
    """Address of temporary lists during collection."""
    SCRATCH_END: int
    """Their end."""
    KINDS_THERE_ARE: int
    """Kinds of pieces."""
    KINDS_OF_TILES: int
    """Kinds of tiles."""
    DECKS_THERE_ARE: int
    """Decks."""
    TILES: int
    """Tiles; as many numbers again stand for their borrowed instances."""
    TILE_CELLS: int
    """Cells of a row of T."""
    REGION_CELLS: int
    """Cells of a row of R."""
    PEOPLE_CELLS: int
    """Cells of a row of P."""
    LAST_STAGE: int
    """The stage of a people that has left the game."""
    KEYS: int
    """Chains of rules in play."""
    TRIGGER_KEYS: int
    """The first chain of triggers."""
    ACTION_KEYS: int
    """The first chain of actions."""
    MARKET: int
    """The deck that is the market; -1: none."""
    PARTNER: int
    """The cell in which a tile of the market remembers its companion; -1: none."""
    TRAITS_THERE_ARE: int
    """Terrains and symbols of regions."""
    AT_SORT: int
    """Number of the first feature of the sort of choice: an action, or a question of the rules. It is also the place of its weight in WEIGHTS."""
    AT_NONE: int
    """Number of the first feature of options that choose nothing, by their sort of choice."""
    AT_LEFT: int
    """Number of the first feature of the remaining rounds (0 to 15), by sort of choice."""
    AT_HAND: int
    """Number of the first feature of the tokens that the acting people has in hand (0 to 15), by sort of choice."""
    AT_LAND: int
    """Number of the first feature of how many regions the acting people holds (0 to 15), by sort of choice."""
    AT_BEARER: int
    """Number of the first feature of the acting people's tiles, its race and its power, by sort of choice."""
    AT_TRAIT: int
    """Number of the first feature of the terrain and the symbols of the target region, by sort of choice."""
    AT_FOND: int
    """Number of the first feature that combines a tile of the acting people with the terrain or a symbol of the target region."""
    AT_PIECE: int
    """Number of the first feature of the kinds of pieces in the target region, by sort of choice."""
    AT_HOLDER: int
    """Number of the first feature of who holds the target region (`WHOSE`) with how many tokens (0 to 7), by sort of choice."""
    AT_NEAR: int
    """Number of the first feature of how many neighbours of the target region the acting people holds (0 to 7), by sort of choice."""
    AT_COST: int
    """Number of the first feature of the target region's cost in tokens (0 to 15), by sort of choice."""
    AT_SPARE: int
    """Number of the first feature of the tokens left in hand after paying for the target region, plus 8 (0 to 15), by sort of choice."""
    AT_GAIN: int
    """Number of the first feature of the target region's income in coins (0 to 7), by sort of choice."""
    AT_TILE: int
    """Number of the first feature of the tile that an option takes, and of its companion in the market."""
    AT_SITE: int
    """Number of the first feature of the tiles that lie face up in the target region."""
    AT_PLACE: int
    """Number of the first feature of a tile's place in the market (0 to 15), by sort of choice."""
    AT_COINS: int
    """Number of the first feature of the coins on a tile of the market (0 to 15), by sort of choice."""
    AT_NUMBER: int
    """Number of the first feature of the number that an option chooses (0 to 15), by sort of choice."""
    AT_FORCE: int
    """Number of the first feature of half the acting people's tokens, in hand and on the map (0 to 15), by sort of choice."""
    AT_PAST: int
    """Number of the first feature of how many regions the player's other peoples hold (0 to 15), by sort of choice."""
    AT_RIVAL: int
    """Number of the first feature that combines a trait of the acting people's race with one of the race that holds the target region."""
    AT_VICTIM: int
    """Number of the first feature of the other player's race that holds the target region, by sort of choice."""
    AT_MARK: int
    """Number of the first feature of what the acting people remembers about itself, the target region or its holder, by sort of choice."""
    AT_THREAT: int
    """Number of the first feature of how many neighbours of the target region others' active peoples hold (0 to 7), by sort of choice."""
    AT_OPEN: int
    """Number of the first feature of how many neighbours of the target region nobody holds (0 to 7), by sort of choice."""
    REGION_ROW: int
    """Bytes of a row that tells of a region."""
    OPEN_PURSES: int
    """Does everybody see the coins of all players?"""
    OPENLY: int
    """Do the costs and yields of options, and the values that judge seats, depend on nothing hidden but coins in hand and face-down tiles?"""
    TILE_TRAITS_THERE_ARE: int
    """Traits of tiles."""
    MARKS: int
    """List: the cell of each memory of peoples that features distinguish, and its type (`kinds`)."""
    IMMUNITY: int
    """The value that says who is immune; -1: none."""
    SILENCE: int
    ACTING: int
    """The address of a tile's flag that says whether it does nothing; -1: packs name none."""
    BEARING: int
    """The address of the people for which a tile in a region works, instead of the holder; -1: packs name no such memory."""
    IMMUNITY_DORMANT: int
    """Is nobody immune while no rule in play concerns immunity?"""
    STAND_INS: int
    """List of the kinds of pieces that are race tokens."""
    JOINING: int
    """List of the kinds that join regions."""
    KINDS_IN_LISTS: int
    """Kinds of pieces whose regions are a list of words."""
    LOG_WORDS: int
    """Words of LOG."""
    LOGS: int
    """List: see `room`."""
    LUCKS: int
    """List: see `room.LUCK`."""
    LIST_CELLS: int
    """List of pairs, noun and cell: memories that hold lists."""
    SECRETS: int
    """List of noun, cell, placeholder for others: the secret memories."""
    GAME_SHOWS: int
    """List of the game's cells that remember tiles in public."""
    PLAYER_SHOWS: int
    """List of the players' cells that remember tiles in public."""
    PEOPLE_SHOWS: int
    """List of the peoples' cells that remember tiles in public."""
    REGION_SHOWS: int
    """List of the regions' cells that remember tiles in public."""
    TILE_SHOWS: int
    """List of the tiles' cells that remember tiles in public."""
    PLAYER_KEEPS: int
    """List of the players' cells that remember tiles in secret."""
    PEOPLE_KEEPS: int
    """List of the peoples' cells that remember tiles in secret."""
    GAME_SHOWS_SETS: int
    """Cells of the game with sets of tiles that everybody sees."""
    PLAYER_SHOWS_SETS: int
    """Cells of players with sets of tiles that everybody sees."""
    PEOPLE_SHOWS_SETS: int
    """Cells of peoples with sets of tiles that everybody sees."""
    REGION_SHOWS_SETS: int
    """Cells of regions with sets of tiles that everybody sees."""
    TILE_SHOWS_SETS: int
    """Cells of tiles with sets of tiles that everybody sees."""
    PLAYER_KEEPS_SETS: int
    """Cells of players with sets of tiles that only the player sees, such as a hand of cards."""
    PEOPLE_KEEPS_SETS: int
    """Cells of peoples with sets of tiles that only their player sees."""

    def __getattr__(self, name: str) -> Any:
        if name not in type(self).__annotations__:
            raise AttributeError(name)
        return bound().fact(name)


C = Facts()

STEPS = Array("STEPS")
"""Function numbers of the steps of each procedure, as words."""
FRAME_SIZES = Array("FRAME_SIZES")
"""Words of each procedure's frame."""
LIST_SLOTS = Array("LIST_SLOTS")
"""Slots that hold lists."""
AFTER_LISTS = Array("AFTER_LISTS")
"""For each event: the slots that hold lists in the frame around it."""
OFFERS = Array("OFFERS")
"""For each procedure: pairs, a step that offers and the one after it."""
ARITIES = Array("ARITIES")
"""Number of parameters of each event."""
HAS_AFTER = Array("HAS_AFTER")
PEOPLE_PARAMS = Array("PEOPLE_PARAMS")
"""For each event: the parameter that is the people whose event it is; -1: none."""
PASSED_OVER = Array("PASSED_OVER")
"""Is the event skipped while a position advances to another one?"""
REACHES = Array("REACHES")
"""For each event: the events that can occur in it."""
REPLACEABLE = Array("REPLACEABLE")
"""Does anything come after an event?"""
EMPTY_EVENTS = Array("EMPTY_EVENTS")
"""Does the event have no body?"""
PROCEDURES = Array("PROCEDURES")
"""Procedure of the event's body."""
UNITS = Array("UNITS")
"""Is anything counted until the event begins again?"""
FORGETS = Array("FORGETS")
"""Noun, cell, value: what is cleared then."""
STATIC_TRIGGERS = Array("STATIC_TRIGGERS")
"""For each event, before and after: triggers of packs."""
TRIGGER_PROCEDURES = Array("TRIGGER_PROCEDURES")
"""Procedure of each trigger."""
BEFORE = Array("BEFORE")
"""Does the trigger run before the event?"""
FITS = Array("FITS")
"""The bearer that the trigger must fit."""
SUBJECTS = Array("SUBJECTS")
"""The parameter that must fit."""
TRIGGER_PIECES = Array("TRIGGER_PIECES")
"""For a trigger of a piece: its kind."""
APPLIES = Array("APPLIES")
"""For a trigger that replaces: the function that tests whether it applies."""
ACTION_PROCEDURES = Array("ACTION_PROCEDURES")
"""Procedure of each action."""
ACTION_ARITIES = Array("ACTION_ARITIES")
"""Number of parameters of the action's phase."""
AIMED = Array("AIMED")
"""Does the action have a target?"""
AIMS = Array("AIMS")
"""Is the target a region?"""
PLAYER_PHASE = Array("PLAYER_PHASE")
"""Is its phase that of a player?"""
OPEN_TO = Array("OPEN_TO")
"""Does its own condition say who may take it, whoever has its tile?"""
ACTION_UNITS = Array("ACTION_UNITS")
"""The event until which its uses are counted."""
COUNTED = Array("COUNTED")
"""The function that returns the key of its limit."""
TARGETS_OF = Array("TARGETS_OF")
"""The function that returns its targets."""
STATIC_ACTIONS = Array("STATIC_ACTIONS")
"""For each phase: actions of packs."""
TILE_WORDS = Array("TILE_WORDS")
"""Traits of each tile."""
TILE_KINDS = Array("TILE_KINDS")
"""Kind of each tile."""
FULL_TRAYS = Array("FULL_TRAYS")
"""Number of tokens of each race."""
PARTS = Array("PARTS")
"""The part of a people that each tile can be: its race, its power, or none."""
LASTING = Array("LASTING")
"""Does the tile have a rule that is in force outside the first stage?"""
LENDERS = Array("LENDERS")
"""Does another tile borrow the race tokens of this one? It then stays in the box."""
CURIOUS = Array("CURIOUS")
"""Can the rules of the tile make what is told of options and seats depend on tiles that lie on the map (`engine/compile/wasm/tables.py`)?"""
TRAVELLING = Array("TRAVELLING")
"""Does the tile move when regions are swapped?"""
HIDDEN = Array("HIDDEN")
"""Is the deck hidden?"""
BRINGS = Array("BRINGS")
"""For each tile: kinds of pieces that it brings."""
WARES = Array("WARES")
"""For each tile: kinds of pieces that its rules take from the box and that no tile brings."""
TILES_BY_KIND = Array("TILES_BY_KIND")
"""Tiles of each kind."""
DICE = Array("DICE")
"""Faces of each die."""
BROUGHT_BY = Array("BROUGHT_BY")
"""For each kind of pieces: the tile that brings it, or the borrowed instance."""
COPIES = Array("COPIES")
"""For each kind of pieces: in turn, a borrowed instance and the kind that its rules mean by this one."""
SUPPLIES = Array("SUPPLIES")
"""For each kind of pieces: how many exist."""
DEFENDING = Array("DEFENDING")
"""For each kind of pieces: can it raise the defence where it lies?"""
ROOTED = Array("ROOTED")
"""Does it stay when regions are swapped?"""
AWAITED = Array("AWAITED")
"""Does the first one on the map bring rules into play?"""
LOGGED = Array("LOGGED")
"""Is the event logged?"""
EVENT_WAYS = Array("EVENT_WAYS")
"""For each event: how rules obtain its arguments that are tiles (0: not a tile); an empty list if there are none."""
FIRST_BACKS = Array("FIRST_BACKS")
"""For each kind of tiles: the first kind with the same back."""
DECK_BACKS = Array("DECK_BACKS")
"""For each deck: the first kind with the same back as its tiles."""
BACKS = Array("BACKS")
"""For each kind of tiles: the kinds with the same back, as bits."""
DECK_KINDS = Array("DECK_KINDS")
"""For each deck: the kinds that it takes, as bits."""
TILE_SLOTS = Array("TILE_SLOTS")
"""For each procedure: pairs, a slot that holds tiles and the way it obtains them."""
SECRET_SLOTS = Array("SECRET_SLOTS")
"""Slots that depend on secrets: see `engine/compile/wasm/tables.py`."""
EACH_IN_LISTS = Array("EACH_IN_LISTS")
"""For each action: is the key of its limit a list?"""
EACH = Array("EACH")
"""For each action: how it obtains the key of its limit."""
TILE_CHOICES = Array("TILE_CHOICES")
"""For each procedure: the steps that ask for a tile."""
AIMED_AT_TILES = Array("AIMED_AT_TILES")
"""Is the target of the action a tile?"""
ACTION_SORTS = Array("ACTION_SORTS")
"""For each action: its type of target, as `engine/compile/wasm/memory.py` distinguishes it."""
ASKED_SORTS = Array("ASKED_SORTS")
"""For each procedure: step, sort of choice, and type of answer of each step that asks."""
RULES_OF_TILE = Array("RULES_OF_TILE")
"""For each tile: the sets of rules that it brings."""
OWN_RULES = Array("OWN_RULES")
"""Its own set; -1: none."""
ALONE = Array("ALONE")
"""For a kind of pieces without a tile: its set of rules; -1: none."""
ENTRIES_OF = Array("ENTRIES_OF")
"""For each set of rules: chain, rule, place, tie, stages of each rule."""
