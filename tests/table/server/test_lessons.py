"""First games that teach: every lesson of a pack can be played to its end, in all languages, at a table that the lobby sets up."""

import pytest

from ruledsl import load
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.rules.packs.folders.find import known_packs
from ruledsl.rules.packs.loading import load_packs


@pytest.fixture(scope="module")
def packs():
    """Those that teach."""
    return [pack for pack in load_packs(known_packs(), Diagnostics()) if pack.lessons]


def test_every_lesson_can_be_played_to_its_end(packs):
    assert packs
    for pack in packs:
        rules = load(pack.id)
        for lesson in pack.lessons.values():
            game = rules.position(lesson.position)
            learner = game.decision.player
            for step in lesson.steps[:-1]:
                assert step.choose, f"{pack.id}: {lesson.id}: only the last step ends it"
                for choice in step.choose:
                    assert game.decision.player == learner
                    assert choice in [option.id for option in game.decision.options]
                    game.choose(choice)
            assert not lesson.steps[-1].choose


def test_every_lesson_is_said_in_all_languages(packs):
    for pack in packs:
        for lesson in pack.lessons.values():
            for texts in (lesson.names, lesson.summary, *(step.text for step in lesson.steps)):
                assert texts.keys() >= set(LANGUAGES), f"{pack.id}: {texts.get('en')}"


def test_the_lobby_sets_up_a_lesson(at_desk):
    async def work(desk):
        visitor = await desk.visitor()
        lobby = (await visitor.http.get("/api/lobby?language=da")).json()
        offered = {pack["id"]: [one["name"] for one in pack["lessons"]] for pack in lobby["packs"]}
        assert offered["smallworld"] == ["En første tur"]
        asked = {"pack": "smallworld", "lesson": "first_turn"}
        table = (await visitor.post("/api/lessons", asked))["table"]
        page = await visitor.open(table)
        told = page.last["table"]["lesson"]
        view = page.last["view"]
        assert view["ask"]["mine"]
        assert len(told["steps"]) == 7
        options = [option["id"] for option in view["ask"]["options"]]
        assert view["lesson"] == {"step": 0, "meant": "take:orcs"}
        assert "take:orcs" in options
        await page.say("choose", made=0, option="take:orcs")
        assert page.last["view"]["lesson"] == {"step": 1, "meant": "conquer:5"}
        await page.say("choose", made=1, option="conquer:3")
        assert page.last["view"]["lesson"] == {"step": None, "meant": ""}
        await page.say("undo", made=2)
        assert page.last["view"]["lesson"] == {"step": 1, "meant": "conquer:5"}
        refused = await visitor.post("/api/lessons", {**asked, "lesson": "nothing"}, status=422)
        assert refused["error"]["code"] == "table-010"

    at_desk(work)
