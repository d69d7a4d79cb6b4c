"""The page "A game without core" shows what `ruledsl new game` writes, and that game plays."""

from pathlib import Path

from ruledsl import load
from ruledsl.author.templates.game import new_game

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language" / "own-game.md"


def test_every_line_of_the_new_game_is_on_the_page():
    page = PAGE.read_text(encoding="utf-8").splitlines()
    files = new_game("meadows")
    lines = [line for name, text in files.items() if name != "pack.yaml" for line in text.splitlines()]
    assert [line for line in lines if line not in page] == []


def test_the_new_game_plays_to_its_goal(tmp_path):
    for name, text in new_game("meadows").items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    rules = load(str(tmp_path))
    game = rules.new_game(3, 1)
    while not game.over:
        game.choose(0)
    assert game.standings[0]["score"] >= 15 > game.standings[1]["score"]
    assert game.round < 99
