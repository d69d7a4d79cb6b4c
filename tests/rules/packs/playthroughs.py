"""The golden playthroughs. Run this file to write them anew; read the difference before you commit it."""

from pathlib import Path
from random import Random

from ruledsl.author.testkit.recording import played

ROOT = Path(__file__).resolve().parents[3] / "rulesets"

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
    "spiders_web/playthroughs/three_players.txt": (["smallworld", "spiders_web"], 3, 51, "small_world_3p"),
    "sky_islands/playthroughs/two_islands.txt": (["sky_islands"], 3, 52, "sky_3p:sky_two_islands"),
    "sky_islands/playthroughs/three_islands.txt": (
        ["sky_islands"],
        4,
        53,
        "sky_4p:sky_three_islands",
    ),
    "leaders/playthroughs/three_players.txt": (["smallworld", "leaders"], 3, 54, "small_world_3p"),
    "tales/playthroughs/three_players.txt": (["smallworld", "tales"], 3, 55, "small_world_3p"),
    "necromancer_island/playthroughs/three_players.txt": (["necromancer_island"], 3, 56, "necromancer_3p"),
    "tunnels/playthroughs/four_players.txt": (["tunnels"], 4, 57, "tunnels_4p"),
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
