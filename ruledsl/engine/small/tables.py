"""What never changes in a program, by name: facts, and tables of its steps, events, triggers, actions, tiles and rules."""

from __future__ import annotations

from typing import Any

from ruledsl.engine.small.arrays import Array, bound


class Facts:
    """What is known of a program when it is printed. A list is told by where it lies."""

    WORDS: int
    """Of a set."""
    MOST_OPTIONS: int
    """Options that there is room for."""
    MOST_PEOPLES: int
    """Peoples."""
    SLOT: int
    """Bytes of a block."""
    MAP_START: int
    """Where everything lies that is printed on a map."""
    MAP_SIZE: int
    """Bytes of that."""
    MOST_ENTRIES: int
    """Entries of chains of rules in play that there is room for."""
    PEOPLE_ROW: int
    """Bytes of a row of P."""
    TILE_ROW: int
    """Bytes of a row of T."""
    FRAMES_START: int
    """Where frames lie."""
    FRAMES_END: int
    """And where they end."""
    LISTS_START: int
    """Where lists lie."""
    LISTS_END: int
    """And where they end."""
    LISTS_FULL: int
    """Beyond that they are cleared up."""
    NARROW: int
    """How it fails where lists and options have no room (`words.fail`): beyond sets of one word all have as much of it."""
    SCRATCH_LISTS: int
    """Where they are put together meanwhile."""
    SCRATCH_END: int
    """And where that ends."""
    KINDS_THERE_ARE: int
    """Kinds of pieces."""
    KINDS_OF_TILES: int
    """Kinds of tiles."""
    DECKS_THERE_ARE: int
    """Decks."""
    TILES: int
    """Tiles; that many more are what these have borrowed."""
    TILE_CELLS: int
    """Cells of a row of T."""
    REGION_CELLS: int
    """Cells of a row of R."""
    PEOPLE_CELLS: int
    """Cells of a row of P."""
    LAST_STAGE: int
    """Of a people: it is gone."""
    KEYS: int
    """Chains of rules in play."""
    TRIGGER_KEYS: int
    """The first chain of triggers."""
    ACTION_KEYS: int
    """The first chain of actions."""
    MARKET: int
    """The deck that is the market; -1: there is none."""
    PARTNER: int
    """The cell in which a tile of the market remembers what lies beside it; -1: there is none."""
    TRAITS_THERE_ARE: int
    """Words of regions."""
    AT_SORT: int
    """Where the weights of a section of features begin: see `compile/native/features.py`."""
    AT_NONE: int
    """The same."""
    AT_LEFT: int
    """The same."""
    AT_HAND: int
    """The same."""
    AT_LAND: int
    """The same."""
    AT_BEARER: int
    """The same."""
    AT_TRAIT: int
    """The same."""
    AT_FOND: int
    """The same."""
    AT_PIECE: int
    """The same."""
    AT_HOLDER: int
    """The same."""
    AT_NEAR: int
    """The same."""
    AT_COST: int
    """The same."""
    AT_SPARE: int
    """The same."""
    AT_GAIN: int
    """The same."""
    AT_TILE: int
    """The same."""
    AT_SITE: int
    """The same."""
    AT_PLACE: int
    """The same."""
    AT_COINS: int
    """The same."""
    AT_NUMBER: int
    """The same."""
    AT_FORCE: int
    """The same."""
    AT_PAST: int
    """The same."""
    AT_RIVAL: int
    """The same."""
    AT_VICTIM: int
    """The same."""
    AT_MARK: int
    """The same."""
    AT_THREAT: int
    """The same."""
    AT_OPEN: int
    """The same."""
    REGION_ROW: int
    """Bytes of a row that tells of a region."""
    OPENLY: int
    """Does what options cost and bring, and what seats are judged by, hang on nothing hidden but coins in hand and what lies face down?"""
    TILE_TRAITS_THERE_ARE: int
    """Words of tiles."""
    MARKS: int
    """List: of each memory of peoples that features tell apart its cell, and what it marks (`kinds`)."""
    IMMUNITY: int
    """The value that says who is immune; -1: none does."""
    SILENCE: int
    """Where the flag of a tile lies that says whether it does nothing; -1: packs name none."""
    IMMUNITY_DORMANT: int
    """Is nobody immune while no rule in play says so?"""
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
    """List of pairs, noun and cell: where lists are remembered."""
    SECRETS: int
    """List of noun, cell, what others have there: what is secret."""
    GAME_SHOWS: int
    """List of cells in which tiles are remembered for all to see."""
    PLAYER_SHOWS: int
    """The same of players."""
    PEOPLE_SHOWS: int
    """Of peoples."""
    REGION_SHOWS: int
    """Of regions."""
    TILE_SHOWS: int
    """Of tiles."""
    PLAYER_KEEPS: int
    """List of cells in which tiles are remembered in secret."""
    PEOPLE_KEEPS: int
    """The same of peoples."""

    def __getattr__(self, name: str) -> Any:
        if name not in type(self).__annotations__:
            raise AttributeError(name)
        return bound().fact(name)


C = Facts()

STEPS = Array("STEPS")
"""Of a procedure: the numbers of its steps' functions, as words."""
FRAME_SIZES = Array("FRAME_SIZES")
"""Words of its frame."""
LIST_SLOTS = Array("LIST_SLOTS")
"""Slots that hold lists."""
AFTER_LISTS = Array("AFTER_LISTS")
"""Of an event: those of the frame of what comes after it."""
OFFERS = Array("OFFERS")
"""Of a procedure: pairs, a step that offers and the one behind it."""
ARITIES = Array("ARITIES")
"""Of an event: parameters."""
HAS_AFTER = Array("HAS_AFTER")
PEOPLE_PARAMS = Array("PEOPLE_PARAMS")
"""Of an event: the parameter that is the people whose event it is; -1: there is none."""
PASSED_OVER = Array("PASSED_OVER")
"""Is it passed over while a position winds forward to another one?"""
REACHES = Array("REACHES")
"""Of an event: those that can come about in it."""
REPLACEABLE = Array("REPLACEABLE")
"""Does anything come after an event?"""
EMPTY_EVENTS = Array("EMPTY_EVENTS")
"""Has it no body?"""
PROCEDURES = Array("PROCEDURES")
"""That of its body."""
UNITS = Array("UNITS")
"""Is anything counted until it begins anew?"""
FORGETS = Array("FORGETS")
"""Noun, cell, value: what is forgotten then."""
STATIC_TRIGGERS = Array("STATIC_TRIGGERS")
"""Of an event, before and after: triggers of packs."""
TRIGGER_PROCEDURES = Array("TRIGGER_PROCEDURES")
"""Of a trigger."""
BEFORE = Array("BEFORE")
"""Does it act before?"""
FITS = Array("FITS")
"""Whom it is tied to."""
SUBJECTS = Array("SUBJECTS")
"""By which parameter."""
TRIGGER_PIECES = Array("TRIGGER_PIECES")
"""Of a trigger of a piece: its kind."""
APPLIES = Array("APPLIES")
"""Of a trigger that acts instead: the function that says whether."""
ACTION_PROCEDURES = Array("ACTION_PROCEDURES")
"""Of an action."""
ACTION_ARITIES = Array("ACTION_ARITIES")
"""Parameters of its phase."""
AIMED = Array("AIMED")
"""Has it a target?"""
AIMS = Array("AIMS")
"""Is that a region?"""
PLAYER_PHASE = Array("PLAYER_PHASE")
"""Is its phase that of a player?"""
ACTION_UNITS = Array("ACTION_UNITS")
"""The event until which it is counted."""
COUNTED = Array("COUNTED")
"""The function that says for what it is counted."""
TARGETS_OF = Array("TARGETS_OF")
"""The function that gives its targets."""
STATIC_ACTIONS = Array("STATIC_ACTIONS")
"""Of a phase: actions of packs."""
TILE_WORDS = Array("TILE_WORDS")
"""Of a tile: its traits."""
TILE_KINDS = Array("TILE_KINDS")
"""Of a tile: its kind."""
FULL_TRAYS = Array("FULL_TRAYS")
"""Of a race: all its tokens."""
LASTING = Array("LASTING")
"""Of a tile: has it any rule that is in force outside the first stage?"""
LENDERS = Array("LENDERS")
"""Of a tile: does another one borrow its race tokens? It stays in the box."""
TRAVELLING = Array("TRAVELLING")
"""Does it go along when regions change places?"""
HIDDEN = Array("HIDDEN")
"""Of a deck: does nobody see it?"""
BRINGS = Array("BRINGS")
"""Of a tile: kinds of pieces."""
WARES = Array("WARES")
"""Of a tile: kinds of pieces that its rules take out of the box and no tile brings."""
TILES_BY_KIND = Array("TILES_BY_KIND")
"""Of a kind: its tiles."""
DICE = Array("DICE")
"""Of a die: its faces."""
BROUGHT_BY = Array("BROUGHT_BY")
"""Of a kind of pieces: the tile that brings it."""
SUPPLIES = Array("SUPPLIES")
"""How many there are."""
DEFENDING = Array("DEFENDING")
"""Of a kind of pieces: can it raise the defence where it lies?"""
ROOTED = Array("ROOTED")
"""Does it stay when regions change places?"""
AWAITED = Array("AWAITED")
"""Does something change when the first one is seen?"""
LOGGED = Array("LOGGED")
"""Of an event: is it in the log?"""
EVENT_WAYS = Array("EVENT_WAYS")
"""Of an event: how rules come by its arguments that are tiles (0: it is none); an empty list if there are none."""
FIRST_BACKS = Array("FIRST_BACKS")
"""Of a kind of tiles: the first kind that looks the same from behind."""
DECK_BACKS = Array("DECK_BACKS")
"""Of a deck: the same of its tiles."""
BACKS = Array("BACKS")
"""Of a kind of tiles: those that look the same from behind, as bits."""
DECK_KINDS = Array("DECK_KINDS")
"""Of a deck: the kinds that it takes, as bits."""
TILE_SLOTS = Array("TILE_SLOTS")
"""Of a procedure: pairs, a slot that holds tiles and by what way."""
SECRET_SLOTS = Array("SECRET_SLOTS")
"""Slots that hang on secrets: see `compile/native/tables.py`."""
EACH_IN_LISTS = Array("EACH_IN_LISTS")
"""Of an action: does it lie where lists lie what its limit counts for?"""
EACH = Array("EACH")
"""Of an action: how it comes by what it is counted for."""
TILE_CHOICES = Array("TILE_CHOICES")
"""Of a procedure: the steps that ask for a tile."""
AIMED_AT_TILES = Array("AIMED_AT_TILES")
"""Of an action."""
ACTION_SORTS = Array("ACTION_SORTS")
"""Of an action: what it aims at, as `compile/native/features.py` tells it apart."""
ASKED_SORTS = Array("ASKED_SORTS")
"""Of a procedure: step, sort of choice, and what is asked for, of each step that asks."""
RULES_OF_TILE = Array("RULES_OF_TILE")
"""Of a tile: the sets of rules that it brings."""
OWN_RULES = Array("OWN_RULES")
"""Its own set; -1: none."""
ALONE = Array("ALONE")
"""Of a kind of pieces without a tile: its set of rules; -1: none."""
ENTRIES_OF = Array("ENTRIES_OF")
"""Of a set of rules: chain, rule, place, tie, stages of each."""
