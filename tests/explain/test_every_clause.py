"""Nothing of a rule is left out when it is said in words: whatever is changed in it changes what is said."""

import pytest
from lengths import some
from variations import rule_variants

from ruledsl.check.program import EventDef
from ruledsl.explain.bookkeeping import Bookkeeping
from ruledsl.explain.wording.described import sentences
from ruledsl.explain.wording.ruled import Sentence
from ruledsl.explain.wording.telling import Telling
from ruledsl.naming.nouns import Naming
from ruledsl.packs import known_packs
from ruledsl.play.rules import load

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


def unsaid(program, tile, piece, changes=""):
    """What can be changed in a tile's rules, or a piece's, without a word of difference."""
    naming, books = Naming(), Bookkeeping(program)
    usual = sentences(program, naming, tile, piece)
    for rule in Telling(program).of(tile, piece):
        alone = Sentence(program, naming, rule, books).said()
        for what, name, value in rule_variants(rule, program, books):
            if not what.startswith(changes):
                continue
            kept = getattr(rule, name)
            setattr(rule, name, value)
            # What differs alone need not be said with all the others; in which stages it is in force is said around it.
            differs = name != "origin" and Sentence(program, naming, rule, books).said() != alone
            said = [] if differs else sentences(program, naming, tile, piece)
            setattr(rule, name, kept)
            if said == usual:
                where = f"{rule.origin.span.file}:{rule.origin.span.line}"
                yield f"{tile or piece} ({where}, {type(rule).__name__}): {what}"


@pytest.mark.parametrize("pack", PACKS)
def test_every_change_of_a_rule_is_said(pack):
    program = load(pack).program
    found = []
    own = [tile for tile in program.composition.tiles.values() if tile.pack == pack and not tile.copy_of]
    thorough = some(own, 16)
    for tile in {tile.id: tile for tile in (*thorough, *some(own, 3))}.values():
        for piece in ("", *tile.pieces):
            found += unsaid(program, tile.id, piece, "" if tile in thorough else DROPPED)
    for piece in program.composition.pieces.values():
        if piece.pack == pack and not piece.tile:
            found += unsaid(program, "", piece.id)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("packs", "pack"), WORLDS)
def test_every_change_of_a_rule_of_the_world_is_said(packs, pack):
    """Definitions whose meaning stands where they are asked are tested there, with the tiles; book-keeping is left out."""
    program = load(*packs).program
    books = Bookkeeping(program)
    found = []
    for rule in Telling(program).of_pack(pack):
        if books.is_figure(rule) or (isinstance(rule, EventDef) and rule.index in books.events):
            continue
        usual = Sentence(program, Naming(), rule, books).said()
        for what, name, value in rule_variants(rule, program, books):
            kept = getattr(rule, name)
            setattr(rule, name, value)
            said = Sentence(program, Naming(), rule, books).said()
            setattr(rule, name, kept)
            if said == usual:
                found.append(f"{rule.origin.span.file}:{rule.origin.span.line}: {what}")
    assert not found, "\n".join(found)
