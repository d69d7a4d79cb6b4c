"""The end of a game: ranks, where each result comes from, the turning point, another game, and a picture of it all."""

import json
from pathlib import Path

import pytest
from playing import PHONE, at_table, play

SHORT = str(Path(__file__).parent / "short")
ROPES = str(Path(__file__).parents[1] / "ropes")
PARTS = """
    [...document.querySelectorAll('.result li')].map((row) => ({
        total: +row.querySelector('.coins .num').textContent,
        parts: [...row.querySelectorAll('.spoils b')].map((part) => +part.textContent.replace('−', '-')),
    }))
"""
SIZE_OF = """
    (bytes) => createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }))
        .then(({ width, height }) => [width, height])
"""


def ended(table, visit, **settings):
    """The end of a short game, for its host."""
    there = table(SHORT, seats=("human", "random", "random"), board="short_3p")
    host = visit(there.host, **settings)
    at_table(host)
    page = visit(there.links[0], context=host.context)
    at_table(page)
    play(page, lambda count: count // 2)
    page.wait_for_selector(".result .spoils")
    return page


@pytest.mark.needs_server("looks of the same page")
def test_the_end_says_how_it_came_about(table, visit):
    page = ended(table, visit)
    rows = page.evaluate(PARTS)
    assert len(rows) == 3
    assert all(sum(row["parts"]) == row["total"] for row in rows)
    assert page.locator(".result li.first b").first.inner_text() == "1."
    page.wait_for_selector(".result + .plots .line", state="attached")
    page.locator(".turning-point").click()
    page.wait_for_selector(".replay")
    page.get_by_role("button", name="Back to the game").click()
    with page.expect_download() as kept:
        page.get_by_role("button", name="A picture to share").click()
    picture = Path(kept.value.path()).read_bytes()
    wide, high = page.evaluate(SIZE_OF, list(picture))
    assert wide == 1200
    assert high > 900
    assert len(picture) > 100_000
    page.locator(".ending").get_by_role("button", name="Play again").click()
    page.get_by_role("link", name="There is a rematch").click()
    at_table(page)
    assert page.locator(".players .player").count() == 3


@pytest.mark.needs_server("looks of the same page")
def test_teams_have_their_names_beside_the_players_and_at_the_end(table, visit):
    page = visit(table(ROPES, seats=("human", "random", "random", "random")).links[0])
    page.wait_for_selector(".player .tag")
    assert page.locator(".player .tag", has_text="Team").all_inner_texts() == ["Team 1", "Team 2"] * 2
    play(page, lambda count: count - 1)
    won, *others = page.locator(".result .tag", has_text="Team").all_inner_texts()
    assert others[0] == won != others[1] == others[2], "whoever wins together stands together"


TURNING = """
    async ([plots, deciding, lost]) => (await import('/page/table/outcome.js')).turningOf(plots, deciding, lost)
"""


@pytest.mark.parametrize(
    ("coins", "more", "expected"),
    [
        pytest.param([[1, 2, 9], [3, 4, 5]], None, {"round": 3, "player": 0, "over": 1}, id="last-round"),
        pytest.param([[4, 5, 6], [3, 4, 5]], None, {"round": 1, "player": 0, "over": None}, id="never"),
        pytest.param([[1, 4, 6], [3, 4, 5]], None, {"round": 3, "player": 0, "over": 1}, id="after-a-tie"),
        pytest.param([[3, 4, 6], [3, 4, 5]], None, {"round": 3, "player": 0, "over": None}, id="tie-first"),
        pytest.param([[3, 4], [3, 4]], None, None, id="even"),
        pytest.param(
            [[3, 4], [3, 4]], [[0, 0], [1, 1]], {"round": 1, "player": 1, "over": None}, id="tie-break"
        ),
        pytest.param([[5, 1, 2], [1, 7, 8]], None, {"round": 2, "player": 1, "over": 0}, id="once"),
    ],
)
@pytest.mark.needs_server("a script of the same page")
def test_the_turning_point_is_the_last_change_of_the_leader(table, visit, coins, more, expected):
    page = visit(table().address)
    rounds = [1, 2, 3][: len(coins[0])]
    plots = [{"id": "coins", "rounds": rounds, "players": coins}]
    plots += [{"id": "more", "rounds": rounds, "players": more}] if more else []
    assert page.evaluate(TURNING, [plots, ["coins", "more"], []]) == expected


ROUNDS = "async (turnings) => turnings.map((await import('/page/table/outcome.js')).turningRound)"


@pytest.mark.needs_server("a script of the same page")
def test_a_lead_from_the_first_round_on_is_no_turning_point(table, visit):
    page = visit(table().address)
    assert page.evaluate(ROUNDS, [{"round": 1}, {"round": 3}, None]) == [None, 3, None]


@pytest.mark.parametrize(
    ("coins", "lost", "expected"),
    [
        pytest.param([[5, 6, 7], [1, 2, 3]], [0], {"round": 3, "player": 1, "over": 0}, id="the-leader"),
        pytest.param([[5, 6, 7], [6, 2, 3]], [1], {"round": 2, "player": 0, "over": 1}, id="another"),
        pytest.param([[5, 6], [1, 2]], [0, 1], {"round": 1, "player": 0, "over": None}, id="everybody"),
    ],
)
@pytest.mark.needs_server("a script of the same page")
def test_who_has_lost_by_a_rule_does_not_lead_at_the_end(table, visit, coins, lost, expected):
    page = visit(table().address)
    plots = [{"id": "coins", "rounds": [1, 2, 3][: len(coins[0])], "players": coins}]
    assert page.evaluate(TURNING, [plots, ["coins"], lost]) == expected


@pytest.mark.needs_server("looks of the same page")
def test_the_end_fits_a_phone(table, visit):
    page = ended(table, visit, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], json.dumps(wide)
