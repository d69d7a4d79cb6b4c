"""`ruledsl study` reads the tables of `simulate --columns` like lines; they may come from anybody."""

import json
import shutil

import pytest

pytest.importorskip("polars")
pytest.importorskip("plotly")

import polars as pl
from polars.testing import assert_frame_equal

from ruledsl.lab.study.columns import read_games
from ruledsl.lab.study.results import Malformed

WORDS = ("simulate", "smallworld", "--players", "2", "--workers", "1")
NAMES = ("games", "seats", "combos", "rounds")


@pytest.fixture(scope="module")
def columns(run, tmp_path_factory):
    """A folder of eight games, to be copied."""
    folder = tmp_path_factory.mktemp("played") / "columns"
    assert run(*WORDS, "--games", "8", "--columns", folder).code == 0
    return folder


@pytest.fixture
def mine(columns, tmp_path):
    return shutil.copytree(columns, tmp_path / "columns")


def put(folder, name, change):
    """Change the only part of a table."""
    (file,) = (folder / name).iterdir()
    change(pl.read_parquet(file)).write_parquet(file)


def test_lines_and_columns_make_the_same_study(run, tmp_path):
    """Half of the games are in the columns."""
    run(*WORDS, "--games", "8", "-o", tmp_path / "all.jsonl")
    run(*WORDS, "--games", "0..3", "-o", tmp_path / "half.jsonl")
    run(*WORDS, "--games", "4..7", "--columns", tmp_path / "half", "--format", "arrow")
    found = []
    for place, files in (("one", ("all.jsonl",)), ("other", ("half.jsonl", "half"))):
        said = run("study", *(tmp_path / file for file in files), "--tables", tmp_path / place)
        assert said.err.startswith("8 games: ")
        found.append({file.name: pl.read_csv(file) for file in (tmp_path / place).iterdir()})
    one, other = found
    assert len(one.keys() & other.keys()) == len(one) > 10
    for name, frame in one.items():
        assert_frame_equal(frame, other[name], check_row_order=False)


def test_a_page_from_columns(run, columns, tmp_path):
    assert run("study", columns, "-o", tmp_path / "page.html").code == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<td style='text-align:left'>8</td>" in page
    assert "ahead (victory)" in page


def test_more_games_of_the_same_packs_and_no_others(run, refused, mine):
    assert run(*WORDS, "--games", "8..9", "--columns", mine, "--force").code == 0
    assert read_games([str(mine)])[1]["games"].height == 10
    other = ("simulate", "smallworld", "--players", "3", "--games", "1", "--columns", mine, "--force")
    assert "has games of other packs, variants or seats" in refused(*other)


def test_a_part_that_was_not_finished_is_left_out_and_said(run, mine):
    run(*WORDS, "--games", "8..9", "--columns", mine, "--force")
    next((mine / "rounds").glob("*8-*")).unlink()
    found, tables = read_games([str(mine)])
    assert found.cut == [f"`0000000008-0000000009.parquet` of `{mine}`"]
    assert tables["games"].height == 8


def test_nothing_is_written_into_what_is_read(refused, columns):
    for place in (columns / "page.html", columns / "games" / "page.html"):
        assert "is in an input folder" in refused("study", columns, "-o", place, "--force")
    assert "is in an input folder" in refused("study", columns, "--rows", columns / "games", "--force")


def test_the_same_game_twice(run, refused, mine, tmp_path):
    run(*WORDS, "--games", "1", "-o", tmp_path / "one.jsonl")
    said = refused("study", mine, tmp_path / "one.jsonl", "-o", tmp_path / "page.html")
    assert "occurs twice" in said
    run("simulate", "smallworld", "--games", "1", "--players", "3", "-o", tmp_path / "three.jsonl")
    said = refused("study", mine, tmp_path / "three.jsonl", "-o", tmp_path / "page.html")
    assert "cannot be studied together" in said


def far(column):
    return lambda frame: frame.with_columns(pl.lit(1 << 60).alias(column))


def text(column, word):
    return lambda frame: frame.with_columns(pl.lit(word).alias(column))


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("games", lambda frame: frame.drop("map"), "other columns"),
        ("games", text("more", "a"), "other columns"),
        ("games", text("map", "<script>"), "other values in `map`"),
        ("games", text("map", None), "other values in `map`"),
        ("games", text("rounds", "many"), "conversion"),
        ("games", far("margin"), "other values in `margin`"),
        ("combos", text("race", "=1+1"), "other values in `race`"),
        ("combos", text("a/b", "1"), "other columns"),
        ("combos", text("ahead_low", "1"), "other columns"),
        ("seats", lambda frame: frame.with_columns(ahead=pl.lit(float("nan"))), "other values in `ahead`"),
        ("seats", lambda frame: frame.head(7), "do not belong together"),
        ("seats", lambda frame: frame.with_columns(seat=pl.col("seat") + 1), "do not belong together"),
        ("seats", lambda frame: frame.with_columns(seed=pl.col("seed") + 1), "do not belong together"),
        ("rounds", lambda frame: frame.with_columns(round=pl.lit(1 << 40)), "do not belong together"),
        ("combos", lambda frame: frame.with_columns(seat=pl.lit(7)), "do not belong together"),
    ],
)
def test_tables_that_simulate_does_not_write(mine, name, change, said):
    put(mine, name, change)
    with pytest.raises(Malformed, match=said):
        read_games([str(mine)])


@pytest.mark.parametrize("about", [None, "", "[]", "{}", '{"packs": []}', "[" * 100_000])
def test_a_folder_that_says_nothing_of_its_games(mine, about):
    file = mine / "about.json"
    file.write_text(about) if about is not None else file.unlink()
    with pytest.raises(Malformed, match="is no folder of games"):
        read_games([str(mine)])
    data = {"packs": [], "variants": {"<b>": 1}, "seats": ["random"] * 2, "decides": "victory"}
    for wrong in ({}, {"variants": {}, "decides": "<b>"}, {"variants": {}, "seats": []}):
        file.write_text(json.dumps(data | wrong))
        with pytest.raises(Malformed, match="is no folder of games"):
            read_games([str(mine)])


@pytest.mark.parametrize("form", ["parquet", "arrow"])
@pytest.mark.parametrize("cut", [0, 4, 100])
def test_files_that_are_no_tables(mine, form, cut):
    for name in NAMES:
        (file,) = (mine / name).iterdir()
        content = file.read_bytes()[:cut]
        file.unlink()
        file.with_suffix(f".{form}").write_bytes(content)
    with pytest.raises(Malformed, match="is no table"):
        read_games([str(mine)])
