"""Sitting down, choosing, taking back, asking: what stands in docs/table-protocol.md."""

from random import Random

import pytest

from ruledsl import load
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.asking.lobby import begun
from ruledsl.table.server.asking.messages import handle
from ruledsl.table.server.tables.seat import PALETTE
from ruledsl.table.server.views import bringing


def test_a_whole_game_between_two_browsers(at_desk):
    async def play(desk):
        host, table = await desk.table("mine", "open")
        first = await host.open(table)
        link = first.last["seats"]["seats"][1]["link"]
        guest = await desk.visitor()
        await guest.sit(link)
        second = await guest.open(table)
        pages = [first, second]
        for _ in range(600):
            view = first.view
            if view["over"]:
                break
            page = pages[view["ask"]["player"]]
            await page.choose()
            for other in pages:
                while other.view["made"] < page.view["made"]:
                    await other.hear()
        assert first.view["over"]
        assert not any(page.view["undo"] for page in pages)
        assert first.view["status"] == "The game is over."
        spoils, turns = (await first.say("plots"))["spoils"], (await first.say("story"))["story"]
        assert first.view["story"] == turns[-4:]
        for player, earned in enumerate(spoils):
            paid = 0
            for turn in turns:
                if turn["player"] == player:
                    answer = await first.say("paid", step=turn["to"])
                    assert "why" in answer, (answer, turn)
                    why = answer["why"]
                    paid += why["result"]
            assert sum(one["coins"] for one in earned if one["kind"] == "earned") == paid
            row = next(row for row in first.view["standings"] if row["player"] == player)
            assert sum(one["coins"] for one in earned) == row["values"][0]["value"]
        owners = {
            region: people["player"] for people in first.view["peoples"] for region in people["regions"]
        }
        last = {act["region"]: act["player"] for turn in turns for act in turn["acts"]}
        assert {region: player for region, player in last.items() if player is not None} == owners
        assert (await first.say("paid", step=1))["code"] == "G040"
        assert [row["rank"] for row in first.view["standings"]]
        assert first.view["players"][1]["coins"] is not None
        noted = [*first.view["peoples"], *first.view["players"]]
        books = {"active_turns", "active_coins", "price_paid", "regions_won", "regions_taken"}
        assert not books & {note["id"] for one in noted for note in one["memory"]}

    at_desk(play)


def test_a_table_has_what_the_protocol_says(at_desk):
    async def look(desk):
        host, table = await desk.table({"who": "mine", "name": "Ann", "colour": 3}, "open", "random")
        page = await host.open(table, "it")
        assert list(page.last) == ["table", "seats", "talk", "view"]
        said, view = page.last["table"], page.view
        assert said["playable"]
        assert page.last["seats"]["host"]
        assert not said["analysis"]
        assert said["language"] == "it"
        assert said["cost"] == {"value": "conquest_cost", "people": "people", "region": "region"}
        assert said["map"]["regions"]["1"]["borders"]
        assert {entry["id"] for entry in said["measures"]} >= {"victory", "regions_held"}
        assert [seat["who"] for seat in page.last["seats"]["seats"]] == ["person", "person", "random"]
        assert [seat["mine"] for seat in page.last["seats"]["seats"]] == [True, False, False]
        assert view["seat"] == 0
        assert view["ask"]["mine"]
        assert view["status"].startswith("Turno 1 di 10. Ann: ")
        assert view["market"][0]["price"]["why"] == {"value": "outlay", "args": {"player": 0, "place": 0}}
        assert set(view["regions"]) == set(said["map"]["regions"])
        stranger = await (await desk.visitor()).open(table)
        assert stranger.view["seat"] is None
        assert stranger.options == []
        assert all("link" not in seat for seat in stranger.last["seats"]["seats"])

    at_desk(look)


def test_only_who_holds_a_seat_chooses_there(at_desk):
    async def attack(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        stranger = await (await desk.visitor()).open(table)
        option = page.options[0]
        assert (await stranger.say("choose", made=0, option=option))["code"] == "table-032"
        assert (await stranger.say("look", seat=0))["code"] == "table-021"
        assert (await stranger.say("name", seat=0, name="Eve", colour=0))["code"] == "table-021"
        assert (await stranger.say("hand", seat=0, to="random"))["code"] == "table-021"
        assert (await stranger.say("rematch"))["code"] == "table-022"
        assert (await stranger.say("branch", step=0))["code"] == "table-021"
        assert (await stranger.say("preview", made=0, options=[option]))["code"] == "table-032"
        assert page.connection.table.made == 0
        assert (await page.say("choose", made=0, option=option))["made"] == 1
        assert (await page.say("choose", made=0, option=option))["code"] == "table-030"
        assert page.connection.table.made == 1

    at_desk(attack)


def test_a_message_that_came_twice_counts_once(at_desk):
    async def twice(desk):
        host, table = await desk.table("mine", "mine", analysis=True)
        page = await host.open(table)
        text = f'{{"type": "choose", "id": 7, "made": 0, "option": "{page.options[0]}"}}'
        assert (await page.say_raw(text, 7))["made"] == 1
        page.number = 7
        assert (await page.say("undo", made=1))["made"] == 0
        assert not await handle(desk.registry, page.connection, text)
        assert page.connection.table.made == 0

    at_desk(twice)


def test_what_was_chosen_can_be_taken_back_until_another_has_chosen(at_desk):
    async def undo(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        assert not page.view["undo"]
        assert (await page.say("undo", made=0))["code"] == "table-031"
        await page.choose()
        assert not page.view["undo"]  # another tile was turned up
        assert (await page.say("undo", made=1))["code"] == "table-031"
        before = page.view["ask"]
        await page.choose(next(option for option in page.options if option.startswith("conquer")))
        assert page.view["undo"]
        assert (await page.say("undo", made=2))["made"] == 1
        assert page.view["ask"] == before
        guest = await desk.visitor()
        await guest.sit(page.last["seats"]["seats"][1]["link"])
        other = await guest.open(table)
        while page.view["ask"]["mine"]:
            await page.choose()
        while other.view["made"] < page.view["made"]:
            await other.hear()
        await other.choose()
        while page.view["made"] < other.view["made"]:
            await page.hear()
        assert not page.view["undo"]
        assert (await page.say("undo", made=page.view["made"]))["code"] == "table-031"

    at_desk(undo)


def test_what_was_taken_back_can_be_made_again_until_something_else_is_chosen(at_desk):
    async def redo(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        assert not page.view["redo"]
        assert (await page.say("redo", made=0))["code"] == "table-031"
        await page.choose()
        conquests = [option for option in page.options if option.startswith("conquer")]
        await page.choose(conquests[0])
        made, again = page.view["ask"], page.connection.table.game.hash
        assert (await page.say("undo", made=2))["made"] == 1
        assert page.view["redo"]
        stranger = await desk.visitor()
        watching = await stranger.open(table)
        assert not watching.view["redo"]
        assert (await watching.say("redo", made=1))["code"] == "table-032"
        assert (await page.say("redo", made=2))["code"] == "table-030"
        assert (await page.say("redo", made=1))["made"] == 2
        assert (page.view["ask"], page.connection.table.game.hash) == (made, again)
        assert page.view["undo"]
        assert not page.view["redo"]
        assert (await page.say("undo", made=2))["made"] == 1
        await page.choose(conquests[1])
        assert not page.view["redo"]
        assert (await page.say("redo", made=2))["code"] == "table-031"

    at_desk(redo)


ALIKE = (
    "Ann",
    " ann",
    "ANN ",
    "Ａnn",
    "A nn",
    "player 2",
    "Spiller 2",
    "spelare 2",
    "pelaaja2",
)


def test_two_seats_have_two_names(at_desk):
    async def name(desk):
        seats = [{"who": "mine", "name": "Ann"}, {"who": "open", "name": "ann "}]
        asked = {"packs": ["smallworld"], "players": 2, "seats": seats}
        host, table = await desk.table("mine", "mine", "random")
        refused = await host.http.post("/api/tables", json=asked)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "table-033")
        assert refused.json()["error"]["text"] == "Another seat is called Ann already: choose another name."
        page = await host.open(table)
        await page.say("name", seat=1, name="Bo", colour=1)
        await page.say("name", seat=0, name="Ann", colour=0)
        for other in ALIKE[:5]:
            assert (await page.say("name", seat=1, name=other, colour=1))["code"] == "table-033"
        await page.say("name", seat=1, name="", colour=1)
        for other in ALIKE[5:]:
            assert (await page.say("name", seat=0, name=other, colour=0))["code"] == "table-033", other
        assert "code" not in await page.say("name", seat=0, name="Player 1", colour=0)
        assert "code" not in await page.say("name", seat=0, name="", colour=3)
        assert [seat.name for seat in page.connection.table.seats] == ["", "", ""]

    at_desk(name)


def test_players_of_one_name_are_told_apart():
    """A table that was set up before, or a program's own names."""
    naming = Naming("en", ("Ann", "Ann", "", "Bo"))
    assert [naming.player(player) for player in range(4)] == ["Ann (1)", "Ann (2)", "player 3", "Bo"]


def test_a_region_says_its_terrain_once(at_desk):
    """The board prints a piece on each mountain."""

    async def look(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        regions = page.view["regions"].values()
        assert any(region["pieces"] == {"mountain": 1} for region in regions)
        for region in regions:
            words = region["text"].lower().replace(",", "").split()
            assert len(set(words)) == len(words), region["text"]

    at_desk(look)


def test_questions_are_answered_with_lines_and_their_places(at_desk):
    async def ask(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        await page.choose(page.options[0])
        while "conquer" not in {option["action"] for option in page.view["ask"]["options"]}:
            await page.choose()
        option = next(o for o in page.view["ask"]["options"] if o["action"] == "conquer")
        region = option["target"]["id"]
        answer = await page.say("region", region=region)
        cost = answer["cost"]
        assert option["id"] in answer["options"]
        assert cost["result"] == sum(line["amount"] for line in cost["lines"] if not line["dropped"])
        assert all(line["place"].startswith(("core/", "smallworld/")) for line in cost["lines"])
        target = {entry["target"]["id"] for entry in page.view["ask"]["options"] if entry["target"]}
        elsewhere = next(id_ for id_ in page.view["regions"] if id_ not in target)
        answer = await page.say("region", region=elsewhere)
        assert answer["options"] == []
        assert {entry["action"] for entry in answer["not"]} >= {"conquer"}
        price = page.view["panels"][0]["values"][0]
        answer = await page.say("why", **price["why"])
        assert answer["why"]["result"] == price["value"]
        assert (await page.say("why", value="nonsense", args={}))["code"] == "G040"
        assert (await page.say("region", region="nowhere"))["code"] == "G003"

    at_desk(ask)


def test_a_preview_shows_what_comes_and_changes_nothing(at_desk):
    async def look_ahead(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        ahead = await page.say("preview", made=0, options=[page.options[0]])
        assert ahead["ends"] == "chance"  # another tile is turned up
        await page.choose()
        option = next(option for option in page.options if option.startswith("conquer"))
        ahead = await page.say("preview", made=1, options=[option])
        assert ahead["ends"] == ""
        assert ahead["log"]
        assert page.connection.table.made == 1
        await page.choose(option)
        assert ahead["view"]["regions"] == page.view["regions"]
        assert ahead["view"]["peoples"] == page.view["peoples"]

    at_desk(look_ahead)


def test_a_preview_ends_at_the_first_die(at_desk):
    async def look_ahead(desk):
        host, table = await desk.table("mine", "mine", analysis=True)
        page = await host.open(table)
        for _ in range(400):
            roll = next((o for o in page.options if o.startswith("reinforce")), None)
            if roll is not None:
                break
            await page.choose(seed=3)
        ahead = await page.say("preview", made=page.view["made"], options=[roll])
        assert ahead["ends"] == "chance"
        assert ahead["log"] == []
        assert ahead["view"]["regions"] == page.view["regions"]

    at_desk(look_ahead)


def test_what_presses_bring_is_what_comes_of_them(at_desk):
    """Costs, coins, regions taken and given up, who is asked next; a die with the faces that win. Nothing is changed by asking."""

    async def whole_game(desk, kinds):
        host, table = await desk.table("mine", "mine")
        page, chance = await host.open(table), Random(5)
        for _ in range(160):
            if page.view["over"]:
                break
            made = page.view["made"]
            brings = (await page.say("brings", made=made))["brings"]
            assert list(brings) == page.options
            assert page.connection.table.made == made
            before, option = page.view, chance.choice(page.options)
            aimed = next(one["target"] for one in before["ask"]["options"] if one["id"] == option)
            await page.choose(option)
            kinds |= told_right(brings[option], before, page.view, aimed)
            stood, seat = page.connection.table.course.stood, before["ask"]["player"]
            if brings[option]["ends"] != "chance":
                assert stood[-1].coins[seat] - stood[made].coins[seat] == brings[option]["coins"]
        return page

    async def compare(desk):
        kinds = set()
        for _ in range(5):  # a game has a die only where somebody throws it
            page = await whole_game(desk, kinds)
            if "die" in kinds:
                break
        assert kinds >= {"taken", "paid", "drawn", "next", "die"}
        assert (await page.say("brings", made=0))["code"] == "table-030"
        if not page.view["over"]:
            advice = (await page.say("advice", made=page.view["made"]))["advice"]
            named = [one["option"] for one in advice]
            assert 0 < len(named) == len(set(named)) <= 3
            assert set(named) <= set(page.options)
            assert advice[0]["behind"] == 0
            assert [one["behind"] for one in advice[1:]] == sorted(one["behind"] for one in advice[1:])
            assert (await page.say("advice", made=page.view["made"]))["advice"] == advice

    at_desk(compare)


def told_right(does, before, after, aimed):
    """Was what came of an option what had been said of it? The kinds of things that were seen."""
    seat, asks = before["ask"]["player"], after["ask"]
    seen = set()
    if aimed and aimed["type"] == "region":
        old, new = (view["regions"][aimed["id"]] for view in (before, after))
        owner = {people["race"]: people["player"] for people in before["peoples"]}
        won = new["holder"] != old["holder"] and owner.get(new["holder"]) == seat
        if does["chance"]:
            assert does["chance"]["of"] == 6
            assert does["chance"]["wins"] > 0 or not won
            assert does["chance"]["wins"] < 6 or won
            seen |= {"die"} if 0 < does["chance"]["wins"] < 6 else set()
        else:
            assert does["takes"] == won
            assert does["leaves"] == (owner.get(old["holder"]) == seat and new["holder"] is None)
            assert does["then"] == new["text"]
            seen |= {"taken"} if won else set()
        if (
            won
            and not does["chance"]
            and asks
            and all(asks[key] == before["ask"][key] for key in ("player", "rule"))
        ):
            hands = [
                sum(people["hand"] for people in view["peoples"] if people["player"] == seat)
                for view in (before, after)
            ]
            assert does["tokens"] == hands[0] - hands[1]
            seen.add("paid")
    if does["ends"] == "chance":
        return seen | ({"drawn"} if does["chance"] is None else set())
    assert does["next"] == (asks["player"] if does["ends"] and asks else None)
    return seen | ({"next"} if does["ends"] else set())


def test_many_tokens_are_placed_at_once_or_none(at_desk):
    async def place(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        for _ in range(100):
            if page.view["ask"]["many"]:
                break
            stop = next((o for o in page.options if o == "stop" or o.startswith("conquer")), None)
            await page.choose(stop)
        assert page.view["ask"]["many"]
        region, made = page.options[0], page.view["made"]
        people = next(p for p in page.view["peoples"] if p["race"] == page.view["ask"]["people"])
        refused = await page.say("place", made=made, amounts={region: 100})
        assert refused["type"] == "error"
        assert page.connection.table.made == made
        before = page.view["regions"][region]["tokens"]
        assert (await page.say("place", made=made, amounts={region: 1}))["made"] == made + 1
        assert page.view["regions"][region]["tokens"] == before + 1 or not page.view["ask"]["many"]
        assert people["hand"] >= 1

    at_desk(place)


def test_tokens_are_left_as_they_stood(at_desk):
    async def leave(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        placed = 0
        for _ in range(300):
            if page.view["over"]:
                break
            if page.view["ask"]["many"]:
                made = page.view["made"]
                answer = await page.say("leave", made=made, rest=page.options[0])
                assert answer["made"] > made, answer
                placed += 1
            else:
                conquer = next((o for o in page.options if o.startswith("conquer")), None)
                await page.choose(conquer)
        assert placed > 2
        assert (await page.say("leave", made=page.view["made"], rest=None))["type"] == "error"

    at_desk(leave)


def test_a_seat_is_handed_to_a_bot_and_taken_back(at_desk):
    async def away(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        await page.say("hand", seat=1, to="random")
        assert page.last["seats"]["seats"][1] | {"link": ""} == {
            "player": 1, "who": "random", "name": "", "colour": 1, "present": False, "mine": False, "held": 0, "hosted": False,
            "renewed": 0, "bot": "stands in", "failed": False, "link": "",
        }  # fmt: skip
        while page.view["ask"]["mine"]:
            await page.choose()
        while not page.view["ask"]["mine"]:
            await page.hear()
        assert page.view["turn"] == 0 or page.view["ask"]["mine"]
        await page.say("hand", seat=1, to="person")
        assert page.last["seats"]["seats"][1]["who"] == "person"

    at_desk(away)


def test_bots_that_think_choose_in_their_own_process(at_desk):
    async def think(desk):
        host, table = await desk.table("mine", "greedy")
        page = await host.open(table)
        while page.view["ask"]["mine"]:
            await page.choose()
        made = page.view["made"]
        while not page.view["ask"]["mine"]:
            assert page.view["thinking"]
            await page.hear()
        assert page.view["made"] > made
        assert not page.view["thinking"]

    at_desk(think)


def test_a_bot_that_takes_too_long_is_replaced_by_chance(at_desk, caplog):
    async def hurry(desk):
        host, table = await desk.table("mine", "greedy")
        page = await host.open(table)
        while page.view["ask"]["mine"]:
            await page.choose()
        while not page.view["ask"]["mine"]:
            await page.hear()
        assert [seat["failed"] for seat in page.last["seats"]["seats"]] == [False, True]
        await page.say("hand", seat=1, to="random")
        assert not page.last["seats"]["seats"][1]["failed"]

    at_desk(hurry, thinking=0.01)
    assert [record.getMessage().partition(" At table")[0] for record in caplog.records] == [
        "The bot `greedy` has not chosen within 0.01 seconds."
    ]


def test_a_rematch_keeps_the_seats(at_desk):
    async def again(desk):
        host, table = await desk.table({"who": "mine", "name": "Ann", "colour": 5}, "open", "random")
        page = await host.open(table)
        guest = await desk.visitor()
        await guest.sit(page.last["seats"]["seats"][1]["link"])
        other = await guest.open(table)
        heir = (await page.say("rematch"))["table"]
        while "moved" not in other.last:
            await other.hear()
        assert other.last["moved"]["table"] == heir
        seats = (await guest.open(heir)).last["seats"]["seats"]
        assert [seat["mine"] for seat in seats] == [False, True, False]
        assert [seat["who"] for seat in seats] == ["person", "person", "random"]
        assert (seats[0]["name"], seats[0]["colour"]) == ("Ann", 5)

    at_desk(again)


def test_several_seats_at_one_screen(at_desk):
    async def share(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        while page.view["seat"] == 0:
            await page.choose()
        assert page.view["seat"] == 1
        assert page.view["ask"]["mine"]
        await page.say("look", seat=0)
        assert page.view["seat"] == 0
        assert not page.view["ask"]["mine"]
        assert page.options == []
        await page.say("look", seat=None)
        assert page.view["seat"] is None
        await page.say("look", seat="auto")
        assert page.view["seat"] == 1

    at_desk(share)


@pytest.mark.parametrize(
    ("given", "taken"), [("da", "da"), ("nb-NO", "no"), ("nn", "no"), ("de", "en"), ("fi-FI", "fi")]
)
def test_each_page_has_its_language(at_desk, given, taken):
    async def speak(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        english = page.view["status"]
        await page.say("language", language=given)
        assert page.last["table"]["language"] == taken
        assert (page.view["status"] == english) == (taken == "en")

    at_desk(speak)


def test_a_seat_of_a_bot_becomes_a_persons(at_desk):
    async def change(desk):
        host, table = await desk.table("mine", "random")
        page = await host.open(table)
        assert "link" not in page.last["seats"]["seats"][1]
        await page.say("hand", seat=1, to="person")
        guest = await desk.visitor()
        await guest.sit(page.last["seats"]["seats"][1]["link"])
        assert (await guest.open(table)).view["seat"] == 1

    at_desk(change)


def test_a_map_that_is_drawn_for_the_game_is_the_one_on_the_page(at_desk):
    async def look(desk):
        maps = []
        host = await desk.visitor()
        asked = {"packs": ["warcraft"], "players": 3, "seats": [{"who": "mine"}] * 3}
        setup = (await host.http.get("/api/setup?packs=warcraft")).json()
        drawn = next(board for board in setup["maps"] if board["drawn"] and 3 in board["players"])
        for _ in range(3):
            table = (await host.post("/api/tables", {**asked, "map": drawn["id"]}))["table"]
            said = (await host.open(table)).last["table"]["map"]
            drawing = (await host.http.get(said["svg"])).text
            assert all(f'data-region="{id_}"' in drawing for id_ in said["regions"])
            maps.append(said["id"])
        assert len(set(maps)) > 1

    at_desk(look)


def test_what_a_seat_has_loaded_down_can_be_gone_on_with(at_desk):
    async def go_on(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        for _ in range(3):
            if page.view["ask"]["mine"]:
                await page.choose()
        text = (await host.http.get(f"/table/{table}/save?seat=0")).text
        answer = await host.http.post(
            "/api/upload", content=text, headers={"content-type": "application/json"}
        )
        again = await host.open(answer.json()["table"])
        assert again.view["regions"] == page.view["regions"]
        while not again.view["over"] and again.view["made"] < 20:
            await again.choose()
        branch = (await page.say("branch", step=page.view["made"]))["table"]
        there = await host.open(branch)
        assert there.view["analysis"]
        await there.choose()
        assert (await there.say("undo", made=1))["made"] == 0

    at_desk(go_on)


def test_a_game_on_a_map_of_its_own_can_be_brought_along(at_desk):
    regions = {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "swamp"}}
    peoples = [{"race": "ratmen", "player": 0, "hand": 5}]
    position = {"players": 2, "map": {"regions": regions}, "phase": "conquests", "peoples": peoples}
    saved = load("smallworld").position(position).to_json()

    async def bring(desk):
        host = await desk.visitor()
        answer = await host.http.post(
            "/api/upload", content=saved, headers={"content-type": "application/json"}
        )
        table = answer.json()["table"]
        page = await host.open(table)
        assert page.last["table"]["map"]["regions"]["b"]["terrain"] == "swamp"
        assert page.view["regions"]["a"]["text"] == "a hill"
        drawing = await host.http.get(f"/map.svg?table={table}")
        assert 'data-region="b"' in drawing.text
        await page.choose("conquer:a")
        assert page.view["regions"]["a"]["holder"] == "ratmen"
        small = (await host.http.get(f"/map.svg?table={table}&held=1")).text
        assert small.count(PALETTE[0]) == 2
        assert 'class="owners"' not in drawing.text
        (row,) = (await host.http.get("/api/lobby")).json()["mine"]
        assert row["asked"] == page.view["ask"]["player"]
        assert [seat["bot"] for seat in row["players"]] == [None, None]

    at_desk(bring)


def test_plots_and_replays_go_through_the_whole_game(at_desk):
    async def look_back(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        while not page.view["over"]:
            await page.choose()
        steps = page.view["made"]
        first = await page.say("replay", step=0)
        last = await page.say("replay", step=steps)
        assert first["steps"] == steps
        assert first["view"]["made"] == 0
        assert last["view"]["regions"] == page.view["regions"]
        plots = (await page.say("plots"))["plots"]
        assert all(len(plot["rounds"]) == page.view["rounds"] for plot in plots)
        assert (await page.say("replay", step=steps + 1))["code"] == "table-001"
        branch = (await page.say("branch", step=10))["table"]
        assert (await host.open(branch)).view["made"] == 10
        save = (await host.http.get(f"/table/{table}/save?seat=0")).json()
        assert "sampled" not in save["start"]
        assert len(save["choices"]) == steps

    at_desk(look_back)


def test_chance_can_be_said_and_is_unknown_otherwise():
    rules = load("smallworld")
    said = [begun(rules, 2, None, analysis=False, seed=5).hash for _ in range(2)]
    assert said == [rules.new_game(2, 5).hash] * 2
    assert begun(rules, 2, None, analysis=False).hash != begun(rules, 2, None, analysis=False).hash


@pytest.mark.parametrize(("most", "told"), [(60, True), (5, False)])
def test_a_die_of_more_faces_than_can_be_tried_is_told_nothing_about(monkeypatch, most, told):
    """Each face is one more game; there are dice with tens of thousands of them."""
    monkeypatch.setattr(bringing, "MOST_FACES", most)
    game, chance, rolled = load("smallworld").new_game(2, 5), Random(1), []
    for _ in range(40):
        brings = bringing.brought(game, game.decision.player, Naming()).values()
        rolled += [does["chance"] for does in brings if does["ends"] == "chance"]
        game.choose(chance.randrange(len(game.decision.options)))
    assert rolled
    assert any(rolled) == told
