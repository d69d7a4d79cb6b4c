"""No refusal, in any language, shows a placeholder that was not filled."""

import pytest

from ruledsl.naming.errors import GameError
from ruledsl.naming.words import LANGUAGES
from ruledsl.play.rules import load

PACKS = (
    "smallworld",
    "underground",
    "warcraft",
    "crossover",
    "cursed",
    "grand_dames",
    "be_not_afraid",
    "royal_bonus",
    "spiders_web",
    "sky_islands",
    "tales",
    "leaders",
)
BOARD = {
    "regions": {
        "a": {"terrain": "mine", "entry": True, "borders": ["b"]},
        "b": {"terrain": "mudpool", "symbols": ["magic"], "borders": ["c"]},
        "c": {"terrain": "forest"},
    }
}
HOLED = {"race": "halflings", "player": 1, "at": {"b": 1}}
ENEMY = {"race": "pandaren", "power": "diplomat", "player": 1, "at": {"b": 2}}
POSITIONS = [
    {"phase": phase, "peoples": [people, other], "regions": {"b": {"pieces": pieces}}}
    for phase in ("opening", "conquests")
    for people in (
        {"race": "ratmen", "power": "mercenary", "player": 0, "hand": 3, "at": {"a": 1}},
        {"race": "wendigos", "power": "zeppelined", "player": 0, "hand": 1},
    )
    for other, pieces in ((HOLED, {"hole": 1}), (ENEMY, {}))
]
TREASURES = ["place", "relic", "artifact"]


@pytest.fixture(scope="module")
def rules():
    return {language: load(*PACKS, language=language) for language in LANGUAGES}


def test_refusals_are_filled_in(rules):
    """Every action, with and without a target, of every tile that lies in a region or is borne."""
    wrong = []
    for language, found in rules.items():
        tiles = [id_ for id_, tile in found.composition.tiles.items() if tile.kind in TREASURES]
        for position in POSITIONS:
            game = found.position(
                {
                    "players": 2,
                    "map": BOARD,
                    "coins": [5, 5],
                    **position,
                    "regions": {**position["regions"], "a": {"tiles": tiles}},
                }
            )
            for action in {action.name for action in found.program.actions}:
                for target in ((), ("b",), ("c",)):
                    try:
                        said = str(game.why_not(action, *target))
                    except GameError as refused:
                        said = str(refused)
                    wrong += [(language, action, said)] if "{" in said or "}" in said else []
    assert wrong == []
