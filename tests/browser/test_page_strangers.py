"""What a stranger's pack does in a worker of a page without a server: whatever it takes, the worker is ended, it is said, and the page goes on.

No pack is known that takes too much, so the workers here do what such a pack would.
"""

import json
from random import Random

import pytest
from alone import BEGIN, sit_down
from lengths import WHOLE
from playing import changed, play, position
from test_page_alone import made_and_linked
from test_page_sent import drop

pytestmark = pytest.mark.skipif(not WHOLE, reason="takes minutes")

TAKES = {
    "memory": "kept = []\n    while True: kept.append(bytes(1 << 26))",
    "time": "while True: pass",
}
BOT = """
import ruledsl.table.server.bots.worker as worker
def work(self, asked):
    {}
worker.Thinker.answer = work
"""
TRIAL = """
import ruledsl.author.trial.outcome as going
def work():
    {}
going.steps = lambda packs, variants: [("its rulebook", work)]
"""
TRY = """
from ruledsl.table.workshop.jobs import JOBS
def work(standing, asked):
    {}
JOBS["try"] = JOBS["try"]._replace(do=work)
"""
SOON = "import ruledsl.table.server.work.pool as pool; pool.SECONDS['trial'] = 30.0"
SAID = {
    "memory": "In the trial of this pack its rulebook took more than",
    "time": "This took longer than 30 seconds and was ended.",
}
TRIED = {"memory": "This broke down; try again.", "time": "This took longer than 30 seconds and was ended."}


def infected(shown, program):
    """Workers beside the tables run this before they answer anything: modules that come later can be imported then."""
    shown.change(
        "background.js",
        "memory = python._module.memory;",
        "memory = python._module.memory; self.whole = python;",
    )
    run = f"if (self.whole) self.whole.runPython({json.dumps(program)}); self.whole = undefined;"
    shown.change("background.js", "const python = await here;", f"const python = await here; {run}")


@pytest.mark.parametrize("what", TAKES)
def test_a_bot_is_ended_and_chance_chooses_for_it(what, shown, visit):
    infected(shown, BOT.format(TAKES[what]))
    page = visit(shown.address)
    sit_down(page, "greedy")
    chance = Random(7)
    while not page.get_by_text("This bot has failed").count():
        assert play(page, chance.randrange, most=1)
        page.wait_for_selector(".ask.mine, .players .problem")
    made = position(page)
    if not page.locator(".ask.mine").count():
        changed(page, made)


@pytest.mark.parametrize("what", TAKES)
def test_a_trial_is_ended_and_the_pack_is_not_there(what, shown, visit):
    infected(shown, TRIAL.format(TAKES[what]))
    shown.change("worker.js", BEGIN, f"{BEGIN}\n  python.runPython({json.dumps(SOON)});")
    page = visit(shown.address)
    page.wait_for_selector(".bring input[accept*='.ruledsl']", state="attached")
    drop(page)
    page.get_by_text(SAID[what]).wait_for()
    assert not page.get_by_label("Bogs").count()
    sit_down(page)
    assert play(page, Random(3).randrange, most=2) == 2


@pytest.mark.parametrize("what", TAKES)
def test_a_job_of_the_workshop_is_ended_and_the_others_go_on(what, shown, visit):
    infected(shown, TRY.format(TAKES[what]))
    page = visit(f"{shown.address}workshop.html")
    made_and_linked(page)
    page.get_by_role("tab", name="Try it").click()
    page.get_by_text(TRIED[what]).first.wait_for()
    page.get_by_role("tab", name="Card").click()
    page.frame_locator(".paper").get_by_role("heading", name="Beavers").wait_for()
