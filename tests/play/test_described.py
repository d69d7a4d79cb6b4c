import pytest

from ruledsl.explain.wording.described import sentences
from ruledsl.naming.nouns import Naming
from ruledsl.packs import known_packs
from ruledsl.play.rules import load

FORTIFYING = (
    "After its finishing: may choose site from regions of this people where site has no Fortress and stock of Fortress"
    " is at least 1: move 1 Fortress from the box to site."
)


@pytest.fixture(scope="module")
def smallworld():
    return load("smallworld").program


@pytest.mark.parametrize(
    ("tile", "piece", "expected"),
    [
        ("tritons", "", ["Conquest cost: 1 less if region is coastal."]),
        ("halflings", "hole", ["Immune here: yes."]),
        ("commando", "", ["Conquest cost: 1 less."]),
        ("flying", "", ["It may conquer despite `unreachable`.", "Vicinity: also regions."]),
        (
            "fortified",
            "",
            [
                FORTIFYING,
                "Region income: 1 more if region has Fortress.",
            ],
        ),
    ],
)
def test_sentences(smallworld, tile, piece, expected):
    assert sentences(smallworld, Naming(), tile, piece) == expected


def test_other_stages_are_said(smallworld):
    assert "When declined: it may conquer despite `own active`." in sentences(smallworld, Naming(), "ghouls")


def test_whom_a_condition_is_about_is_said(smallworld):
    assert "holder of region is enemy of this people" in " ".join(
        sentences(smallworld, Naming(), "sorcerers")
    )


@pytest.mark.parametrize("pack", known_packs())
def test_every_rule_of_every_tile_and_piece_has_a_sentence(pack):
    program = load(pack).program
    rules = [
        *(program.modifiers + program.triggers + program.forbids + program.permits + program.actions),
        *(program.events + program.values + program.defines + program.memories),
    ]
    found = 0
    for id_, tile in program.composition.tiles.items():
        found += len(sentences(program, Naming(), id_))
        found += sum(len(sentences(program, Naming(), id_, piece)) for piece in tile.pieces)
    owned = [rule for rule in rules if rule.origin.owner.tile or rule.origin.owner.face]
    assert found == len(owned)
