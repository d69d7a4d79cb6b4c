"""Nothing of a rule is left out when it is said in words: whatever is changed in it changes what is said."""

from functools import cache

import pytest
from families import family
from lengths import WHOLE, some
from variations import rule_variants

from ruledsl.play.explain.wording.described import InWords, sentences
from ruledsl.play.explain.wording.sentence import Sentence
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load
from ruledsl.rules.check.typed.declarations import EventDef
from ruledsl.rules.packs import known_packs

PACKS = [pack for pack in known_packs() if pack != "core"]
WORLDS = [
    (["smallworld"], "core"),
    (["smallworld"], "smallworld"),
    (["underground"], "underground"),
    (["warcraft"], "warcraft"),
    (["smallworld", "underground", "crossover"], "crossover"),
]


DROPPED = (
    "without its",
    "left of",
    "right of",
    "any of them",
    "all of them",
    "of all there are",
    "without effect",
)
"""Changes by which something of a rule is left out: looked for in more tiles than any other."""


@cache
def in_words(*packs):
    """What is said of packs; in the short form of all that can be in one game, so that they are put together once."""
    return InWords(load(*(packs if WHOLE or not {*packs} <= {*family()} else family())).program, Naming())


def whole(words, tile, piece):
    """All that is said of a tile, as if nothing had been said before."""
    words.by_name.clear()
    return words.sentences(tile, piece)


def unsaid(words, tile, piece, changes=""):
    """What can be changed in a tile's rules, or a piece's, without a word of difference."""
    program, naming, books = words.program, words.naming, words.books
    usual = whole(words, tile, piece)
    for rule in words.telling.of(tile, piece):
        alone = Sentence(program, naming, rule, books).told()
        for what, name, value in rule_variants(rule, program, books):
            if not what.startswith(changes):
                continue
            kept = getattr(rule, name)
            setattr(rule, name, value)
            # What differs alone need not be said with all the others; in which stages it is in force is said around it.
            differs = name != "origin" and Sentence(program, naming, rule, books).told() != alone
            # What the others make of it is worked out anew only where that is all that can differ.
            differs = differs or whole(words, tile, piece) != usual
            said = [] if differs else sentences(program, naming, tile, piece)
            setattr(rule, name, kept)
            if said == usual:
                where = f"{rule.origin.span.file}:{rule.origin.span.line}"
                yield f"{tile or piece} ({where}, {type(rule).__name__}): {what}"


@pytest.mark.parametrize("pack", PACKS)
def test_every_change_of_a_rule_is_said(pack):
    words, found = in_words(pack), []
    program = words.program
    own = [tile for tile in program.composition.tiles.values() if tile.pack == pack and not tile.copy_of]
    thorough = some(own, 16)
    for tile in {tile.id: tile for tile in (*thorough, *some(own, 3))}.values():
        for piece in ("", *tile.pieces):
            found += unsaid(words, tile.id, piece, "" if tile in thorough else DROPPED)
    for piece in program.composition.pieces.values():
        if piece.pack == pack and not piece.tile:
            found += unsaid(words, "", piece.id)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("packs", "pack"), WORLDS)
def test_every_change_of_a_rule_of_the_world_is_said(packs, pack):
    """Definitions whose meaning stands where they are asked are tested there, with the tiles; book-keeping is left out."""
    words, found = in_words(*packs), []
    program, books = words.program, words.books
    for rule in words.telling.of_pack(pack):
        if books.is_figure(rule) or (isinstance(rule, EventDef) and rule.index in books.events):
            continue
        usual = Sentence(program, Naming(), rule, books).told()
        for what, name, value in rule_variants(rule, program, books):
            kept = getattr(rule, name)
            setattr(rule, name, value)
            said = Sentence(program, Naming(), rule, books).told()
            setattr(rule, name, kept)
            if said == usual:
                found.append(f"{rule.origin.span.file}:{rule.origin.span.line}: {what}")
    assert not found, "\n".join(found)
