"""The workshop's panels "Try it" and "Is it fair?": what their jobs answer, tables that go on from a position, scenarios made of them."""

import beavers
import pytest
from beavers import FILE

from ruledsl.author.testkit.runner import run_scenarios
from ruledsl.lab.bulk.playing import Plan
from ruledsl.lab.study.weighing import Beside, Level
from ruledsl.play.rules import load
from ruledsl.rules.packs.model import Words
from ruledsl.table.workshop.trying import RIM, small_map

RACE = (
    beavers.RACE.replace(
        "    rules",
        "    pieces:\n      dam: {name: Dam, supply: 3, traits: [fragile], rules: here defence +1}\n    rules",
    )
    + """\
      my region_income +1 if region is forest
      after my conquest if region is forest: you gains 1 coins
"""
)


@pytest.fixture
def shop(tmp_path):
    return beavers.lay(tmp_path / "shop", RACE)


def forest(found):
    """A region of that kind."""
    return next(
        id_ for id_, entry in found["table"]["map"]["regions"].items() if entry["terrain"] == "forest"
    )


def test_every_region_says_what_it_costs_and_brings_and_why(at_work):
    async def look(_visitor, ask):
        found = await ask("try", tile="beavers")
        region = found["regions"][forest(found)]
        assert region["cost"]["result"] == 1
        assert [line["place"] for line in region["cost"]["lines"]][1:] == [f"{FILE}:9:7"]
        assert region["income"]["result"] == 2
        assert region["options"][0]["coins"] == 1
        assert region["options"][0]["then"].startswith(f"{forest(found)} forest, Beavers")
        assert f'data-region="{forest(found)}"' in found["table"]["map"]["svg"]
        assert found["view"]["peoples"][0]["hand"] == 6
        assert {piece["id"] for piece in found["choices"]["pieces"]} >= {"dam", "mountain"}
        changed = RACE.replace("conquest_cost -1", "conquest_cost +3")
        again = await ask("try", position=found["position"], texts={FILE: changed})
        assert again["regions"][forest(again)]["cost"]["result"] == 5
        placing = RACE.replace("you gains 1 coins", "move 1 dam from box to region")
        again = await ask("try", position=found["position"], texts={FILE: placing})
        assert again["regions"][forest(again)]["options"][0]["then"].endswith(", Dam")

    at_work(look)


def test_what_nobody_can_conquer_has_no_price_and_brings_nothing(at_work):
    async def look(_visitor, ask):
        found = await ask("try", tile="beavers")
        terrains = {id_: entry["terrain"] for id_, entry in found["table"]["map"]["regions"].items()}
        told = {id_: (about["cost"], about["income"]) for id_, about in found["regions"].items()}
        assert {terrains[id_] for id_, numbers in told.items() if numbers == (None, None)} == {"sea", "lake"}
        assert all(None not in told[id_] for id_ in terrains if terrains[id_] not in ("sea", "lake"))

    at_work(look)


def test_a_small_map_of_any_size_stays_within_its_frame():
    for count in (1, 2, 5, 7, 14, 23, 40):
        terrains = {f"t{place}": None for place in range(count)}
        regions = small_map(Words(terrains=terrains))["regions"].values()
        points = [point for region in regions for point in region["shape"]]
        assert all(RIM <= x <= 100 - RIM and RIM <= y <= 70 - RIM for x, y in points), count


def test_pieces_and_peoples_that_are_laid_down_count(at_work):
    async def lay(_visitor, ask):
        position = (await ask("try", tile="beavers"))["position"]
        opponent = position["peoples"][1]["race"]
        position["peoples"][0]["at"] = {"3": 2}
        position["peoples"][1]["at"] = {"10": 2}
        position["regions"] = {"10": {"pieces": {"dam": 1}}}
        found = await ask("try", position=position)
        assert found["view"]["regions"]["3"]["holder"] == "beavers"
        assert found["view"]["regions"]["10"]["holder"] == opponent
        assert found["regions"]["10"]["cost"]["result"] == 4
        assert found["total"]["result"] == 2
        position["peoples"][0]["at"] = {"3": 200}
        wrong = await ask("try", position=position)
        assert wrong["problems"] == ["peoples[0]: 206 race tokens are more than the box has: 11."]
        assert "regions" not in wrong

    at_work(lay)


def test_errors_of_a_text_are_said_and_a_tile_that_is_not_there_is_none(at_work):
    async def fail(_visitor, ask):
        found = await ask("try", texts={FILE: RACE.replace("forest", "foresst")})
        assert found["findings"][0]["path"] == FILE
        assert (await ask("fair", tile="otters", games=0))["tile"] == "beavers"

    at_work(fail)


def test_playing_on_by_the_rules_as_they_stood_and_keeping_it_as_a_scenario(at_work, shop):
    async def play(visitor, ask):
        position = (await ask("try", tile="beavers"))["position"]
        there = forest(await ask("try", position=position))
        texts = {FILE: RACE.replace("gains 1 coins", "gains 3 coins")}
        asked = {"pack": "beavers", "texts": texts, "position": position, "bot": "random"}
        table = (await visitor.post("/api/workshop/play", asked))["table"]
        page = await visitor.open(table)
        await page.choose(f"conquer:{there}")
        assert page.view["players"][0]["coins"] == 3
        assert [seat["who"] for seat in page.last["seats"]["seats"]] == ["person", "random"]
        (shop / FILE).write_text(texts[FILE])
        wanted = {"pack": "beavers", "table": table, "name": "forests_pay"}
        kept = await visitor.post("/api/workshop/keep", wanted)
        assert kept == {"path": "beavers/scenarios/recorded.yaml", "choices": 1}
        await visitor.post("/api/workshop/keep", wanted, status=409)
        await visitor.post("/api/workshop/keep", {**wanted, "name": "once_more"})
        bad = {**asked, "position": {**position, "map": "nowhere"}}
        answer = await visitor.post("/api/workshop/play", bad, status=422)
        assert answer["error"]["text"].startswith("map: There is no map `nowhere`")
        for path in ("../x.yaml", "/etc/x.yaml", ""):
            await visitor.post("/api/workshop/play", {**asked, "texts": {path: "a"}}, status=404)
        await visitor.post("/api/workshop/play", {**asked, "texts": {f"{FILE}/x.yaml": "a"}}, status=422)
        await visitor.post("/api/workshop/play", {**asked, "bot": ["greedy"]}, status=400)
        stranger = await visitor.desk.visitor()
        await stranger.post("/api/workshop/keep", {**wanted, "name": "stolen"}, status=403)

    at_work(play)
    assert "shape" not in (shop / "beavers" / "scenarios" / "recorded.yaml").read_text()
    report = run_scenarios(str(shop / "beavers"))
    assert [result.passed for result in report.results] == [True, True]


def test_a_tile_is_weighed_beside_those_of_the_box(at_work):
    async def weigh(_visitor, ask):
        while not (found := await ask("fair", tile="beavers", games=40))["done"]:
            pass
        own = next(row for row in found["rows"] if row["own"])
        assert found["games"] == own["games"] == 40
        assert own["low"] < own["wins"] < own["high"]
        assert len(found["rows"]) > 10
        assert found["level"]
        strong = {FILE: RACE.replace(" if region is forest: you gains 1 coins", ": you gains 30 coins")}
        while not (found := await ask("fair", tile="beavers", games=60, texts=strong))["done"]:
            pass
        assert found["level"] == "strong"

    at_work(weigh)


def test_what_a_tile_is_like_in_the_box(at_work):
    async def compare(_visitor, ask):
        text = RACE[: RACE.index("    pieces")] + "    rules: my conquest_cost -1\n"
        found = await ask("like", tile="beavers", texts={FILE: text})
        assert (found["tile"], found["problem"], len(found["alike"])) == ("beavers", "", 3)
        offs = [one["off"] for one in found["alike"]]
        assert offs == sorted(offs)
        assert all(one["more"]["cost"] < 0 and one["parts"]["cost"] > 0 for one in found["alike"])
        assert {one["name"] for one in found["alike"]} & {"Tritons", "Giants", "Humans", "Orcs"}

    at_work(compare)


def test_what_nobody_begins_with_cannot_be_weighed(monkeypatch):
    monkeypatch.setattr("ruledsl.lab.study.weighing.VAIN", 3)
    rules = load("smallworld", "cursed")
    beside = Beside(rules, Plan(rules.asked_for, (), ("random",) * 2, 0), "nobody")
    beside.play(10, 30)
    assert beside.problem.startswith("In 3 games nobody began with it")
    assert beside.level(frozenset()) is Level.UNSURE


def test_a_game_that_does_not_end_is_said(monkeypatch):
    monkeypatch.setattr("ruledsl.lab.bulk.playing.MOST_CHOICES", 5)
    rules = load("smallworld")
    monkeypatch.setattr(
        "ruledsl.lab.bulk.playing.inside", lambda *_: None
    )  # inside there is a limit of its own
    beside = Beside(rules, Plan(rules.asked_for, (), ("greedy",) * 2, 0), "amazons")
    beside.play(10, 30)
    assert beside.problem == (
        "A game could not be played to its end: Endless: The game is not over after 5 decisions."
    )


@pytest.mark.parametrize("packs", [("smallworld",), ("underground",), ("warcraft",)])
def test_the_small_map_has_every_terrain_and_symbol(packs):
    rules = load(*packs)
    words = rules.composition.words
    board = small_map(words)["regions"]
    game = rules.position({"players": 2, "map": {"regions": board}, "setting_out": True})
    traits = {trait for region in game.state.board.map.regions for trait in region.traits}
    assert traits == set(words.region_traits)


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999"])
def test_positions_with_numbers_that_are_none_are_refused(at_work, text):
    async def ask(visitor, _ask):
        content = f'{{"job": "try", "pack": "beavers", "position": {{"players": {text}}}}}'
        headers = {"content-type": "application/json"}
        answer = await visitor.http.post("/api/workshop/ask", content=content, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "table-001")

    at_work(ask)
