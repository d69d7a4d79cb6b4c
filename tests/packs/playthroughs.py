"""The golden playthroughs. Run this file to write them anew; read the difference before you commit it."""

from pathlib import Path
from random import Random

from ruledsl.testkit.playthrough import played

ROOT = Path(__file__).resolve().parents[2] / "rulesets"

GAMES = {
    "smallworld/playthroughs/two_players.txt": (["smallworld"], 2, 11, "small_world_2p"),
    "smallworld/playthroughs/three_players.txt": (["smallworld"], 3, 12, "small_world_3p"),
    "smallworld/playthroughs/five_players.txt": (["smallworld"], 5, 13, "small_world_5p"),
    "blank-tiles/playthroughs/three_players.txt": (["blank-tiles"], 3, 17, "small_world_3p"),
    "underground/playthroughs/two_players.txt": (["underground"], 2, 21, "underground_2p"),
    "underground/playthroughs/three_players.txt": (["underground"], 3, 22, "underground_3p"),
    "underground/playthroughs/four_players.txt": (["underground"], 4, 23, "underground_4p"),
    "underground/playthroughs/five_players.txt": (["underground"], 5, 24, "underground_5p"),
    "underground/playthroughs/with_small_world.txt": (["smallworld", "underground"], 3, 14, "underground_3p"),
    "crossover/playthroughs/above_ground.txt": (["crossover"], 4, 41, "small_world_4p"),
    "crossover/playthroughs/below_ground.txt": (["crossover"], 3, 42, "underground_3p"),
    "crossover/playthroughs/three_worlds.txt": (["crossover", "warcraft"], 3, 43, "islands_3p"),
    "warcraft/playthroughs/test_island.txt": (["warcraft"], 2, 15, "warcraft_test"),
    "warcraft/playthroughs/two_players.txt": (["warcraft"], 2, 31, "islands_2p:large_1a+small_2b"),
    "warcraft/playthroughs/three_players.txt": (["warcraft"], 3, 32, "islands_3p"),
    "warcraft/playthroughs/four_players.txt": (["warcraft"], 4, 33, "islands_4p"),
    "warcraft/playthroughs/five_players.txt": (["warcraft"], 5, 34, "islands_5p"),
}


def chooser(seed):
    """Choices at random, but seldom the decline that ends a race too soon."""
    chance = Random(seed)

    def choose(game):
        options = game.decision.options
        ids = [option.id for option in options]
        if "expand" in ids and chance.random() < 0.75:
            return "expand"
        return chance.choice(ids)

    return choose


def main():
    for name, (packs, players, seed, board) in GAMES.items():
        path = ROOT / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(played(packs, players, seed, board, chooser(seed)), encoding="utf-8")


if __name__ == "__main__":
    main()
