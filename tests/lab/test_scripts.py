"""What scripts and notebooks ask for: the same games as the command line, as tables; packs given as texts; things that show themselves."""

import json
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import ruledsl
from ruledsl import GameError, PackError
from ruledsl.cli import main
from ruledsl.lab.series import COLUMNS

pytest_plugins = "pytester"
IMPS = "races:\n  imps: {name: '<b>Imps</b>', number: 3, tray: 9, rules: my conquest_cost -1 if region is hill}\n"
STORY = """\
scenarios:
  hills_cost_less:
    about: A hill costs one less.
    position: {players: 2, map: {regions: {a: {terrain: hill, entry: true}}}, phase: conquests, peoples: [{race: imps, player: 0, hand: 3}]}
    steps:
      - cost: {value: conquest_cost, people: imps, region: a, is: 1}
"""
SCRIPT = """
import ruledsl
played = ruledsl.simulate("smallworld", games=10, players=2, seed=3, workers=2)
print(len(played), played.games["seed"].sum())
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return ruledsl.simulate("smallworld", games=40, players=3, seed=17, workers=1)


# ── many games ──


def test_they_are_the_games_of_the_command_line(played, tmp_path):
    words = ("simulate", "smallworld", "--games", "3..5", "--players", "3", "--seed", "17", "--workers", "1")
    said = subprocess.run(
        [sys.executable, "-m", "ruledsl", *words], capture_output=True, text=True, check=True
    ).stdout
    head, *lines = played.lines
    assert said.splitlines(keepends=True) == [head, *lines[3:6]]
    part = ruledsl.simulate(ruledsl.load("smallworld"), games=range(3, 6), players=3, seed=17, workers=1)
    assert part.lines == [head, *lines[3:6]]
    played.save(tmp_path / "games.jsonl")
    assert ruledsl.read_games(tmp_path / "games.jsonl").lines == played.lines
    assert len(played.rows) == len(lines) == 40
    assert played.rows[0].items() >= {**json.loads(lines[0]), "players": played.rows[0]["players"]}.items()
    assert played.rows[0]["packs"] == json.loads(head)["packs"]


def test_their_columns_are_those_that_are_written_down(played):
    for name, columns in COLUMNS.items():
        found = getattr(played, name).columns
        own = [column for column in found if column in columns]
        assert own == list(columns), name
        measured = set(found) - set(columns)
        assert (measured == set()) == (name != "combos")
    tables = played.study()
    assert {"races", "powers", "combos", "seats", "strengths", "games"} <= tables.keys()
    assert played.seats["wins"].sum() == pytest.approx(40)
    assert hasattr(played.games, "__arrow_c_stream__")  # whoever reads Arrow reads them
    assert "<table" in played._repr_html_()
    assert repr(played) == "<40 games of random, random, random by core + smallworld>"


def test_a_script_needs_no_guard_around_it(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.split()[0] == "10"
    assert len(done.stdout.splitlines()) == 1


def test_what_cannot_be_played_is_said():
    rules = ruledsl.load("smallworld")
    for more in (
        {"players": 9},
        {"seats": "nobody"},
        {"seats": "human"},
        {"map": "nowhere"},
        {"seats": ["random"] * 3, "players": 2},
    ):
        with pytest.raises(GameError):
            ruledsl.simulate(rules, games=1, **more)
    for words, more in (
        ((rules, "cursed"), {}),
        ((rules,), {"texts": {}}),
        ((3,), {}),
        ((rules,), {"players": "2"}),
    ):
        with pytest.raises(TypeError):
            ruledsl.simulate(*words, games=1, **more)


def test_how_strong_a_tile_is():
    words = {"games": 300, "players": 2, "span": range(5, 8), "workers": 1}
    found = ruledsl.balance("smallworld", tile="amazons", **words)
    assert found.as_dict()["tile"] == "amazons"
    assert [row["value"] for row in found.tried] == sorted({row["value"] for row in found.tried})
    assert found.as_dict()["ended"] in ("games", "sure")
    assert repr(found).startswith("<amazons: ")
    assert "<table>" in found._repr_html_()
    for wrong in (
        {"tile": "dragons"},
        {"tile": "amazons", "number": "wings"},
        {"tile": "amazons", "span": range(1, 3)},
    ):
        with pytest.raises(GameError):
            ruledsl.balance("smallworld", **wrong)


# ── packs as texts ──


def test_a_pack_can_be_given_as_texts():
    rules = ruledsl.load("smallworld", texts={"imps.yaml": IMPS})
    assert "imps" in rules.program.tiles
    again = ruledsl.load("smallworld", texts={"imps.yaml": IMPS})
    assert again.composition.identity == rules.composition.identity
    played = ruledsl.simulate(rules, games=4, players=2, workers=2)
    assert {pack["id"] for pack in played.rows[0]["packs"]} >= {"texts", "smallworld"}
    (finding,) = ruledsl.validate("smallworld", texts={"imps.yaml": IMPS.replace("hill", "hil")})
    assert (finding.code, finding.span.file) == (
        "N002",
        "texts/imps.yaml",
    ) or finding.span.file == "texts/imps.yaml"
    with pytest.raises(PackError):
        ruledsl.load("smallworld", texts={"imps.yaml": "races: ["})
    head = "id: mine\nversion: 2.0.0\nlanguage: 1\nname: Mine\nrequires: {core: '>=0.1'}\n"
    assert ruledsl.load(texts={"pack.yaml": head}).composition.packs[-1].id == "mine"


@pytest.mark.parametrize("name", ["../x.yaml", "/x.yaml", "x.py", "con.yaml", "a/../x.yaml", ""])
def test_texts_lead_nowhere_else(name):
    with pytest.raises(GameError, match="are no pack"):
        ruledsl.load("smallworld", texts={name: IMPS})


def test_texts_are_texts():
    for texts in ("imps", {"imps.yaml": 3}, {3: ""}):
        with pytest.raises(TypeError):
            ruledsl.load("smallworld", texts=texts)


def test_scenarios_of_texts():
    texts = {"imps.yaml": IMPS, "scenarios/imps.yaml": STORY}
    report = ruledsl.run_scenarios("smallworld", texts=texts)
    assert (report.passed, len(report.results)) == (True, 1)
    wrong = ruledsl.run_scenarios(
        "smallworld", texts=texts | {"scenarios/imps.yaml": STORY.replace("is: 1", "is: 7")}
    )
    assert not wrong.passed
    assert repr(wrong) == "<1 scenario, 1 failed>"
    assert "hills_cost_less" in wrong._repr_html_()


# ── things that show themselves ──


def tokens(svg):
    root = ET.fromstring(svg)  # noqa: S314 - our own
    (group,) = (g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("class") == "tokens")
    return ["".join(one.itertext()) for one in group]


def test_positions_are_drawn_with_their_tokens():
    rules = ruledsl.load("smallworld", texts={"imps.yaml": IMPS})
    board = {
        "regions": {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "forest"}}
    }
    peoples = [{"race": "imps", "player": 1, "at": {"a": 4}}, {"race": "amazons", "player": 0, "hand": 2}]
    game = rules.position({"players": 2, "map": board, "peoples": peoples})
    assert "4<b>Imps</b>" in tokens(game._repr_svg_())
    assert game.view(0)._repr_svg_() == game.picture()
    fresh = ruledsl.load("smallworld").new_game(2, 7)
    assert any("Lost Tribe" in word or word.startswith("1") for word in tokens(fresh.picture()))


def test_the_map_of_a_saved_game_is_drawn(tmp_path):
    game = ruledsl.load("smallworld").new_game(2, 7)
    game.choose(0)
    (tmp_path / "game.json").write_text(game.to_json())
    said = CliRunner().invoke(main, ["show", str(tmp_path / "game.json"), "--format", "svg"])
    assert (said.exit_code, said.output) == (0, game.picture() + "\n")


def test_cards_maps_and_reasons_show_themselves_and_run_nothing():
    rules = ruledsl.load("smallworld", texts={"imps.yaml": IMPS})
    card = ruledsl.card(rules, "imps")
    assert repr(card) == "<the card of imps>"
    assert card._repr_html_().startswith('<iframe sandbox=""')
    assert "<b>Imps" not in card._repr_html_()
    picture = ruledsl.picture(rules, "small_world_2p")
    assert picture._repr_svg_().startswith("<svg")
    for wrong in (lambda: ruledsl.card(rules, "dragons"), lambda: ruledsl.picture(rules, "nowhere")):
        with pytest.raises(GameError):
            wrong()
    game = rules.new_game(2, 7)
    assert game.why("victory", player=0)._repr_html_().startswith("<pre>")
    assert repr(game).startswith("<a game of 2 by smallworld")
    assert repr(game.decision).startswith("<player 0 decides: ")


def test_only_public_names_are_listed():
    assert dir(ruledsl) == sorted(ruledsl.__all__)
    for name in ruledsl.__all__:
        assert getattr(ruledsl, name).__doc__ or name in ("COLUMNS", "__version__"), name


# ── pytest ──


@pytest.mark.filterwarnings("ignore")
def test_scenarios_are_tests_of_pytest(pytester):
    for name, text in {
        "pack.yaml": "id: house\nversion: 0.1.0\nlanguage: 1\nname: House\nrequires: {smallworld: '>=0.1'}\n",
        "imps.yaml": IMPS,
        "scenarios/imps.yaml": STORY
        + STORY.removeprefix("scenarios:\n").replace("hills", "hill").replace("is: 1", "is: 7"),
        "scenarios/broken.yaml": "scenarios: [",
    }.items():
        (pytester.path / "house" / name).parent.mkdir(parents=True, exist_ok=True)
        (pytester.path / "house" / name).write_text(text)
    # Without that plugin: when it goes, the handlers of signals go by which a trap of WebAssembly is caught.
    words = ("house", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler")
    done = pytester.inline_run(*words, "--ruledsl", "--continue-on-collection-errors")
    passed, _, failed = done.listoutcomes()
    assert [report.nodeid for report in passed if report.when == "call"] == [
        "house/scenarios/imps.yaml::hills_cost_less"
    ]
    broken, wrong = failed
    assert "[Y0" in str(broken.longrepr)
    assert wrong.nodeid.endswith("::hill_cost_less")
    assert "scenarios/imps.yaml:11" in str(wrong.longrepr)
    assert "Traceback" not in str(wrong.longrepr)
    assert [
        item for call in pytester.inline_run(*words).getcalls("pytest_itemcollected") for item in call.item
    ] == []
