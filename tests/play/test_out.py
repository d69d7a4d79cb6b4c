"""Players who are out of the game, by the memory with the role `out`."""

import worlds

from ruledsl import load

RULES = """
remember fallen of player: flag
action fall
  during acting
  do:
    set fallen of player to yes
""".strip("\n").split("\n")


def test_tables_know_who_is_out(tmp_path):
    for name, text in worlds.files(RULES).items():
        roles = text.replace("roles: {start: game,", "roles: {out: fallen, start: game,")
        (tmp_path / name).write_text(roles, encoding="utf-8")
    rules = load(str(tmp_path))
    game = rules.new_game(2)
    game.choose("fall")
    assert [player.get("out", False) for player in game.view(1)["players"]] == [True, False]
    again = rules.position({"players": 2, "memory": {"players": [{}, {"fallen": True}]}})
    assert [player.get("out", False) for player in again.view(0)["players"]] == [False, True]
