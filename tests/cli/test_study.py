"""`ruledsl study`: from the lines of `simulate` to tables and a page."""

import copy
import json
import math
import shutil

import pytest

pytest.importorskip("polars")
pytest.importorskip("plotly")

import polars as pl

from ruledsl.lab.study.results import read_results
from ruledsl.lab.study.tables import rows_of, tables_of

SEATS = ["random", "random", "greedy"]


def game(number, scores, races, *, rounds=10):
    """A line as `simulate` writes it: everybody keeps the first combo for four rounds."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    players = [
        {
            "player": seat,
            "seat": SEATS[seat],
            "rank": ranks[seat],
            "coins": score,
            "standings": {"victory": score, "tie_break": 1},
            "panels": {},
            "combos": [
                {"race": races[seat], "power": "flying", "round": 1, "measures": {"price": seat}},
                {"race": "humans", "power": "stout", "round": 5, "measures": {"price": 3}},
            ],
        }
        for seat, score in enumerate(scores)
    ]
    return {
        "game": number,
        "seed": 1000 + number,
        "packs": [{"id": "smallworld", "version": "0.1.0", "digest": "abc"}],
        "variants": {},
        "seats": SEATS,
        "map": "small_world_3p",
        "rounds": rounds,
        "decisions": 200 + number,
        "choices": "",
        "players": players,
    }


def written(tmp_path, *games, name="games.jsonl", end=""):
    file = tmp_path / name
    file.write_text("".join(json.dumps(one) + "\n" for one in games) + end)
    return file


GAMES = [
    game(0, [60, 30, 30], ["orcs", "elves", "trolls"]),
    game(1, [40, 40, 10], ["elves", "orcs", "trolls"]),
    game(2, [50, 20, 80], ["orcs", "trolls", "elves"]),
]


def table(tmp_path, name, *games):
    return tables_of(rows_of(read_results([str(written(tmp_path, *(games or GAMES)))])))[name]


def row(frame, key, value):
    (found,) = frame.filter(pl.col(key) == value).to_dicts()
    return found


def test_tiles_are_judged_by_the_games_that_somebody_began_with_them(tmp_path):
    orcs = row(table(tmp_path, "races"), "race", "orcs")
    leads = [30.0, 15.0, 0.0]
    assert (orcs["games"], orcs["taken"], orcs["round"]) == (3, 3, 1)
    assert orcs["ahead"] == pytest.approx(15)
    half = 1.959964 * math.sqrt(sum((lead - 15) ** 2 for lead in leads) / 2) / math.sqrt(3)
    assert orcs["ahead_high"] - orcs["ahead"] == pytest.approx(half)
    assert orcs["wins"] == pytest.approx((1 + 0.5 + 0) / 3)
    assert 0 <= orcs["wins_low"] < 0.5 < orcs["wins_high"] <= 1
    assert "humans" not in table(tmp_path, "races")["race"].to_list()


def test_several_seats_of_a_game_are_no_games_of_their_own(tmp_path):
    """All begin with the same power: what one is ahead the others are behind, so that nothing is left to be unsure of."""
    flying = row(table(tmp_path, "powers"), "power", "flying")
    assert flying["games"] == 3
    assert flying["ahead"] == pytest.approx(0)
    assert flying["ahead_high"] == pytest.approx(0)


def test_games_of_two_series_with_the_same_numbers_are_two_games(tmp_path):
    again = [one | {"seed": one["seed"] + 50} for one in GAMES]
    assert table(tmp_path, "seats", *GAMES, *again)["games"].to_list() == [6, 6, 6]
    scale = table(tmp_path, "strengths", *GAMES, *again)
    assert row(scale, "race", "orcs")["met"] == 2 * row(table(tmp_path, "strengths"), "race", "orcs")["met"]


def test_wilson(tmp_path):
    games = [
        game(n, [60, 30, 30] if n < 30 else [30, 60, 30], ["orcs", "elves", "trolls"]) for n in range(100)
    ]
    orcs = row(table(tmp_path, "races", *games), "race", "orcs")
    # 30 of 100, as any table of Wilson's intervals has it; the spread is estimated with one game less.
    assert (orcs["wins_low"], orcs["wins_high"]) == pytest.approx((0.219, 0.396), abs=0.002)


def test_seats_bots_and_how_long_combos_were_kept(tmp_path):
    assert table(tmp_path, "seats")["seat"].to_list()
    assert set(table(tmp_path, "bots")["bot"]) == {"random", "greedy"}
    assert table(tmp_path, "kept")["kept"].to_list() == [4]


# ── the command ──


def test_a_page_and_tables(run, tmp_path):
    file = written(tmp_path, *GAMES)
    page, folder = tmp_path / "page.html", tmp_path / "tables"
    result = run("study", file, "-o", page, "--tables", folder)
    assert (result.code, result.out, result.err) == (0, "", f"3 games: {page} and {folder}.\n")
    text = page.read_text()
    assert "<h2>Races</h2>" in text
    assert "Trolls" in text
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{name}.csv"
        for name in (
            *("bots", "by_price", "combos", "games", "kept", "power_measures", "powers"),
            *(
                "powers_by_bot",
                "race_measures",
                "races",
                "races_by_bot",
                "rivals",
                "seats",
                "strengths",
                "taken",
            ),
        )
    ]
    assert (folder / "races.csv").read_text().startswith("race,games,ahead,ahead_low,ahead_high,wins,")


def test_parquet(run, tmp_path):
    file = written(tmp_path, *GAMES)
    assert run("study", file, "--tables", tmp_path / "tables", "--format", "parquet").code == 0
    found = pl.read_parquet(tmp_path / "tables" / "games.parquet")
    assert found["seed"].to_list() == [1000, 1001, 1002]


def test_rows_of_games_seats_and_combos(run, tmp_path):
    file = written(tmp_path, *GAMES)
    assert run("study", file, "--rows", tmp_path / "rows", "--format", "jsonl").code == 0
    games, seats, combos = (
        [json.loads(line) for line in (tmp_path / "rows" / f"{name}.jsonl").read_text().splitlines()]
        for name in ("games", "seats", "combos")
    )
    assert (len(games), len(seats), len(combos)) == (3, 9, 18)
    found = {
        "game": 0,
        "seed": 1000,
        "seat": 2,
        "nth": 1,
        "race": "trolls",
        "power": "flying",
        "round": 1,
        "kept": 4,
    }
    assert combos[4] == found | {"price": 2, "rank": 2, "ahead": -15.0, "wins": 0.0}


def test_what_packs_measure_of_combos_is_set_against_how_they_did(tmp_path):
    prices = table(tmp_path, "by_price")
    assert row(prices, "price", 0)["ahead"] == pytest.approx((30 + 15 + 0) / 3)
    assert row(table(tmp_path, "race_measures"), "race", "humans") == {
        "race": "humans",
        "games": 9,
        "price": 3.0,
    }


COURSES = [
    one | {"course": {"decisions": 50, "options": 200, "coins": coins}}
    for one, coins in zip(
        GAMES,
        [
            [[5, 9, 1], [8, 8, 2], [60, 30, 30]],  # 1, nobody, 0: decided at the end of the third round
            [[5, 5, 5], [9, 8, 7], [40, 40, 10]],  # nobody is first alone
            [[1, 2, 3], [1, 2, 4], [50, 20, 80]],
        ],
        strict=True,
    )
]


def test_who_led_and_when_that_was_decided(tmp_path):
    games = table(tmp_path, "games", *COURSES)
    assert games["lead_changes"].to_list() == [1, 0, 0]
    assert games["decided"].to_list() == [3, None, 1]
    assert games["branching"].to_list() == [4.0] * 3
    third = row(table(tmp_path, "rounds", *COURSES), "round", 3)
    assert third["coins"] == pytest.approx((40 + 30 + 50) / 3)
    assert third["coins_of_winners"] == pytest.approx((60 + 40 + 80) / 3)
    assert third["wins_decided"] == 1.0


def test_lines_of_older_versions_have_no_courses(tmp_path):
    assert "rounds" not in tables_of(rows_of(read_results([str(written(tmp_path, *GAMES))])))
    assert table(tmp_path, "games")["decided"].to_list() == [None] * 3


def test_races_by_bot(tmp_path):
    found = table(tmp_path, "races_by_bot").filter(race="trolls").to_dicts()
    assert {one["bot"]: (one["games"], one["ahead"]) for one in found} == {
        "random": (1, -45.0),
        "greedy": (2, -22.5),
    }


def test_a_page_names_tiles_axes_and_par(run, tmp_path):
    page = tmp_path / "page.html"
    run("study", written(tmp_path, *COURSES), "-o", page)
    text = page.read_text().partition("<h1>")[2]
    assert "ahead (victory)" in text
    assert "Options of a choice with several" in text
    assert "Averages by race" in text
    assert '"par"' in text
    assert ">orcs<" not in text


def test_all_combos_on_one_scale(tmp_path):
    """Two of three times as good, and half as good: odds of two to one, less what every combo is drawn towards the others."""
    games = [game(n, [60, 30, 10] if n % 3 else [30, 60, 10], ["orcs", "elves", "elves"]) for n in range(600)]
    scale = table(tmp_path, "strengths", *games)
    orcs, elves = (row(scale, "race", race) for race in ("orcs", "elves"))
    assert scale["race"].to_list() == ["orcs", "elves"]
    met = 1200  # each game has two who begin with elves
    assert (orcs["games"], orcs["met"], elves["games"]) == (600, met, 1200)
    assert orcs["strength"] - elves["strength"] == pytest.approx(math.log(1000 / 200), abs=0.01)
    assert orcs["strength"] + elves["strength"] == pytest.approx(0)
    half = 1.96 / math.sqrt(met * 5 / 36) / 2
    assert orcs["strength_high"] - orcs["strength"] == pytest.approx(half, rel=0.02)
    assert orcs["beats"] == pytest.approx(1 / (1 + math.exp(-orcs["strength"])))


def test_what_simulate_writes_can_be_studied(run, tmp_path):
    for part, name in (("0..2", "a"), ("3..5", "b")):
        run("simulate", "smallworld", "--players", "2", "--games", part, "-o", tmp_path / name)
    result = run("study", tmp_path / "a", tmp_path / "b", "-o", tmp_path / "page.html")
    assert result.err.startswith("6 games: ")


def test_a_line_that_is_not_whole_is_left_out_and_said(run, tmp_path):
    file = written(tmp_path, *GAMES, end='{"game":3,"se')
    result = run("study", file, "-o", tmp_path / "page.html")
    assert result.code == 0
    assert f"The incomplete game in line 4 of `{file}` was left out" in result.err


def test_games_that_failed_are_said_and_not_counted(run, tmp_path):
    failed = {key: value for key, value in GAMES[0].items() if key != "players"} | {
        "seed": 5,
        "error": "ValueError: <b>no</b>",
    }
    run("study", written(tmp_path, *GAMES, failed), "-o", tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert "1 games could not be played to their end" in text
    assert "&lt;b&gt;no&lt;/b&gt;" in text


def test_nothing_is_overwritten(run, refused, tmp_path):
    file = written(tmp_path, *GAMES)
    (tmp_path / "page.html").write_text("mine")
    assert "--force" in refused("study", file, "-o", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == "mine"
    assert run("study", file, "-o", tmp_path / "page.html", "--force").code == 0


def test_what_is_read_is_never_written_over(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = written(tmp_path, *GAMES)
    before = file.read_text()
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "hard").hardlink_to(file)
    (tmp_path / "here").symlink_to(tmp_path)
    for place in (file, "games.jsonl", "./games.jsonl", "here/games.jsonl", "link", "hard"):
        for words in ((), ("--force",)):
            said = refused("study", file, "-o", place, *words)
            assert "is an input file" in said
            assert "--force" not in said
    for option in ("--tables", "--rows"):
        said = refused("study", "link", option, "here", "--format", "jsonl", "--force")
        assert "`here/games.jsonl` is an input file (`link`)" in said
    assert file.read_text() == before
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "link", "hard", "here"}


def test_places_that_meet(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = written(tmp_path, *GAMES)
    for one, other in (("new", "new"), ("new", "./new/"), ("new", tmp_path / "x" / ".." / "new")):
        assert "both the tables and the rows" in refused("study", file, "--tables", one, "--rows", other)
    page = ("-o", "games.csv")
    assert "a table goes there" in refused("study", file, *page, "--tables", tmp_path, "--force")
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


@pytest.mark.parametrize("option", ["-o", "--tables", "--rows"])
def test_an_empty_name_is_no_place(refused, tmp_path, option):
    assert f"`{option}` has an empty name" in refused("study", written(tmp_path, *GAMES), option, "")


def test_of_several_places_none_is_written_when_one_is_taken(refused, tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "kept.csv").write_text("mine")
    words = ("--rows", tmp_path / "rows", "--tables", tmp_path / "tables")
    assert "kept.csv` already exists" in refused("study", written(tmp_path, *GAMES), *words)
    assert not (tmp_path / "rows").exists()


def changed(change):
    one = copy.deepcopy(GAMES[0])
    one["seed"] = 77
    change(one)
    return one


def in_a_combo(**entries):
    return changed(lambda one: one["players"][0]["combos"][0].update(entries))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no game", "there is no game"),
        ("[]", "there is no game"),
        ("{}", "there is no game"),
        ("[" * 50_000, "there is no game"),
        (GAMES[0], "already occurs: line 1 of"),
        (changed(lambda one: one["packs"][0].update(digest="other")), "has other packs"),
        (changed(lambda one: one["packs"][0].update(version="9.9.9")), "has other packs"),
        (changed(lambda one: one.update(variants={"x": "y"})), "has other variants"),
        (changed(lambda one: one.update(seats=["random"])), "has other seats"),
        (GAMES[0] | {"seats": ["random"]}, "has other seats"),
        (GAMES[1] | {"course": {"coins": [[1, 2]]}}, "a round without a number for everybody"),
        (GAMES[1] | {"course": {"coins": [[1, 2, "a"]]}}, "`coins` is no whole number"),
        (GAMES[1] | {"course": {"coins": []}}, "`decisions` is no whole number"),
        (GAMES[0] | {"map": "small_world_9p"}, "on another map. Games are told apart by their seeds: play"),
        (GAMES[0] | {"variants": {"x": "y"}}, "has other variants"),
        (changed(lambda one: one.update(seed=True)), "not written as `ruledsl simulate` writes them: `seed`"),
        (changed(lambda one: one.update(players=one["players"][:2])), "`players` are not those who"),
        (changed(lambda one: one.update(rounds="ten")), "`rounds` is no whole number"),
        (changed(lambda one: one.update(decisions=1 << 70)), "`decisions` is no whole number"),
        (changed(lambda one: one.update(map="=1+1")), "`map` is no name"),
        (changed(lambda one: one.update(error="\ud800")), "`error` is no text"),
        (changed(lambda one: one["players"][0].update(rank=0)), "`rank` is no whole number"),
        (changed(lambda one: one["players"][1].update(standings={})), "`victory` is no whole number"),
        (changed(lambda one: one["players"][0].update(combos=7)), "`combos` is no list"),
        (in_a_combo(race="<script>"), "`race` is no name"),
        (in_a_combo(measures={"ahead": 1}), "of a name that a table cannot have, `ahead`"),
        (in_a_combo(measures={"games": 1}), "of a name that a table cannot have, `games`"),
        (in_a_combo(measures={"x/../../mine": 1}), "of a name that a table cannot have"),
        (in_a_combo(measures={"=1": 1}), "`measures` is no object with names"),
        (in_a_combo(measures={"a": "b"}), "`a` is no whole number"),
    ],
)
def test_what_is_no_such_game(refused, tmp_path, line, said):
    text = line if isinstance(line, str) else json.dumps(line)
    file = written(tmp_path, GAMES[0], end=f"{text}\n")
    assert said in refused("study", file, "-o", tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def test_a_game_in_which_nothing_decides(refused, tmp_path):
    one = changed(lambda one: [player.update(standings={}) for player in one["players"]])
    assert "`standings` is no" in refused("study", written(tmp_path, one), "-o", tmp_path / "page.html")


def test_misuse(refused, tmp_path):
    file = written(tmp_path, *GAMES)
    assert "Nothing would be written" in refused("study", file)
    none, page = tmp_path / "none", tmp_path.parent / "page.html"
    assert f"`{none}` cannot be read: No such file" in refused("study", none, "-o", page)
    assert f"`{tmp_path}` is no folder of games" in refused("study", tmp_path, "-o", page)
    assert "no folder" in refused("study", file, "-o", tmp_path / "nowhere" / "page.html")
    assert "There is no game" in refused(
        "study", written(tmp_path, name="empty"), "-o", tmp_path / "page.html"
    )


# ── in a browser ──

DRAWN = "[...document.querySelectorAll('.plotly-graph-div')].every(place => place.querySelector('.main-svg'))"


def test_the_page_draws_its_figures_and_asks_nobody_for_anything(run, tmp_path):
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no browser")
    run("study", written(tmp_path, *GAMES), "-o", tmp_path / "page.html")
    asked, wrong = [], []
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda problem: wrong.append(str(problem)))
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_function(DRAWN)
        drawn = page.locator(".js-plotly-plot").count()
        width = page.evaluate("document.documentElement.scrollWidth")
        browser.close()
    assert (len(asked), wrong) == (1, [])
    assert drawn >= 8
    assert width <= 390
