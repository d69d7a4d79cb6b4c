"""Packs of two authors who chose the same name, for things of the same sort or of different ones: they load, play and are saved together."""

import random
from itertools import product

import pytest
from lengths import WHOLE, some
from scratch import indented, write_pack

from ruledsl import Game
from ruledsl.play.rules import load


def ruled(text, head=""):
    """A file with these rules, and what stands before them."""
    return f"{head}rules: |\n{indented(text, 2)}"


SORTS = {
    "value": ruled("value spark of people = 1\nincome +(spark of people)"),
    "define": ruled("define spark of people = 1 + 0\nincome +(spark of people)"),
    "flag": ruled("define people is spark = owner of people is turn_player\nincome +1 if people is spark"),
    "memory": ruled(
        "remember spark of people: number\nafter conquest: add 1 to spark of people\nincome +(spark of people)"
    ),
    "event": ruled(
        "event spark of people:\n  owner of people gains 1 coins\nafter conquest: do spark of people"
    ),
    "phase": ruled("phase spark after finishing of turn:\n  player gains 1 coins"),
    "permission": ruled(
        "permission spark of region by people\nforbid conquer as sparkless if not (can spark of region by people)"
    ),
    "prohibition": ruled("forbid conquer as spark if region is swamp and round is 1"),
    "action": ruled("action spark\n  during conquests\n  once per turn\n  do: turn_player gains 1 coins"),
    "choice": ruled(
        "after closing:\n  may choose spark from opponents of player: player pays 1 coins to spark",
        "texts: {ask.spark: Whom do you pay?}\n",
    ),
    "piece": ruled(
        "after conquest: move 1 spark from box to region",
        'pieces:\n  spark: {name: Spark, supply: 3, symbol: "*", rules: here defence +1}\n',
    ),
    "race": "races:\n  spark: {name: Sparks, number: 5, tray: 10, rules: my region_income +1}\n",
    "power": "powers:\n  spark: {name: Sparkling, number: 4, rules: my conquest_cost -1}\n",
    "map": "maps:\n  spark:\n    name: Spark\n    players: [2]\n    rounds: 3\n    regions:\n"
    "      a: {terrain: hill, entry: true, borders: [b]}\n      b: {terrain: forest, entry: true}\n",
    "variant": "variants:\n  spark: {name: Spark, options: [dim, bright]}\n"
    "rules_when:\n  - when: {spark: bright}\n    rules: income +1\n",
    "terrain": ruled("region_income +1 if region is spark", "terrains: [spark]\n"),
    "symbol": ruled("region_income +1 if region is spark", "symbols: [spark]\n"),
    "mode": ruled(
        "after conquest if mode is spark: owner of people gains 1 coins\n"
        "action SPARK_strike of region\n  during conquests\n  once per turn\n  from regions where can conquer of it by people\n"
        "  if hand of people is at least 1\n  do: do attack of region by people with 1 as spark",
        "modes: [spark]\n",
    ),
    "way": ruled(
        "after parting if way is spark: owner of people gains 1 coins\n"
        "after closing:\n  for each p in peoples of player where (some regions of it):\n"
        "    do parting of p from (first of (regions of p)) by p with 0 as spark",
        "ways: [spark]\n",
    ),
    "trait of pieces": ruled(
        "after conquest: move 1 SPARK_ember from box to region\ndefence +1 if some pieces of region where it is spark",
        'piece_traits: [spark]\npieces:\n  SPARK_ember: {name: Ember, supply: 2, symbol: "e", traits: [spark]}\n',
    ),
    "trait of tiles": ruled(
        "income +1 if race of people is spark",
        "tile_traits: [spark]\nraces:\n  SPARK_embers: {name: Embers, number: 5, tray: 9, traits: [spark]}\n",
    ),
    "kind": ruled(
        "after setting_out: shuffle SPARK_pile\nincome +(number of SPARK_pile)",
        "kinds:\n  spark: {plural: sparks, name: Spark, borne_by: nobody}\n"
        "decks:\n  SPARK_pile: {of: spark, hidden: true, deals: true}\nsparks:\n  SPARK_card: {name: Card}\n",
    ),
    "deck": ruled("after discarding: return badge_gone to bottom of spark", "decks:\n  spark: {of: power}\n"),
    "die": ruled(
        "after conquest:\n  roll spark as pips\n  owner of people gains pips coins",
        "dice:\n  spark: [0, 1]\n",
    ),
}
"""What an author may call `spark`, with rules that use it."""
CHOICES = 40
PAIRS = list(
    dict.fromkeys(
        [
            ("flag", "mode"),
            ("way", "flag"),
            *some([(sort, sort) for sort in SORTS], 8),
            *some([pair for pair in product(SORTS, SORTS) if pair[0] != pair[1]], 100),
        ]
    )
)
"""In each of them one word of a rule may be what the other author says of something else."""


def called(sort, name, pack):
    """What an author wrote who chose this name."""
    return SORTS[sort].replace("SPARK", f"{name}_of_{pack}").replace("spark", name)


def holds_together(folder, packs, seed):
    """A game with packs of these texts is played, and saved."""
    rules = load(*(write_pack(folder, name, text) for name, text in packs.items()))
    game = rules.new_game(2, 1, "small_world_2p")
    chance = random.Random(seed)
    for _ in range(CHOICES):
        game.choose(chance.randrange(len(game.decision.options)))
    assert Game.from_json(game.to_json(), rules).hash == game.hash


def test_everybody_chose_one_name(tmp_path):
    packs = {f"p{n}": called(sort, "spark", f"p{n}") for n, sort in enumerate((*SORTS, *SORTS))}
    holds_together(tmp_path, packs, "everybody")


GROUPS = 8 if WHOLE else 1


@pytest.mark.parametrize("number", range(GROUPS))
def test_pairs_with_one_name_each_go_together(number, tmp_path):
    """In the short form all pairs are loaded at once, each pair with another name; in the long form each by itself."""
    mine = PAIRS[number::GROUPS]
    for group in [[pair] for pair in mine] if WHOLE else [mine]:
        packs = {
            f"{side}{n}": called(sort, f"spark{n}", f"{side}{n}")
            for n, pair in enumerate(group)
            for side, sort in zip("pq", pair, strict=True)
        }
        folder = tmp_path / "-".join(group[0])
        folder.mkdir()
        holds_together(folder, packs, folder.name)
