"""No refusal, in any language, shows a placeholder that was not filled."""

import pytest

from ruledsl.base.errors import GameError
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.naming.words import LANGUAGES
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
RATMEN = {"race": "ratmen", "power": "mercenary", "player": 0, "hand": 3, "at": {"a": 1}}
WENDIGOS = {"race": "wendigos", "power": "zeppelined", "player": 0, "hand": 1}
POSITIONS = [
    {"phase": "opening", "peoples": [WENDIGOS, ENEMY], "regions": {}},
    {"phase": "conquests", "peoples": [WENDIGOS, ENEMY], "regions": {}},
    {"phase": "conquests", "peoples": [RATMEN, HOLED], "regions": {"b": {"pieces": {"hole": 1}}}},
]
TREASURES = ["place", "relic", "artifact"]


@pytest.fixture(scope="module")
def rules():
    return load(*PACKS)


def test_refusals_are_filled_in(rules):
    """Every action, with and without a target, of every tile that lies in a region or is borne."""
    tiles = [id_ for id_, tile in rules.composition.tiles.items() if tile.kind in TREASURES]
    actions = sorted({action.name for action in rules.program.actions})
    wrong = []
    for position in POSITIONS:
        regions = {**position["regions"], "a": {"tiles": tiles}}
        game = rules.position({"players": 2, "map": BOARD, "coins": [5, 5], **position, "regions": regions})
        # Texts differ by language, refusals by position: all languages in one position.
        for language in LANGUAGES if position is POSITIONS[-1] else ("en",):
            game.naming = Naming(language)
            for action in actions:
                for target in ((), ("b",)):
                    said = refusal(game, action, *target)
                    wrong += [(language, action, said)] if {"{", "}"} & set(said) else []
    assert wrong == []


def refusal(game, action, *target):
    try:
        return str(game.why_not(action, *target))
    except GameError as refused:
        return str(refused)
