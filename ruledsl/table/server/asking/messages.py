"""The messages of pages at a table. Each gets one answer, or one error after which nothing has changed."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.play.bots import AT_TABLES
from ruledsl.play.naming.languages import nearest
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.connection import AUTO
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.registry import seats_for
from ruledsl.table.server.tables.seat import COLOURS, HOST, PERSON
from ruledsl.table.server.tables.talk import LONGEST
from ruledsl.table.server.views.bringing import brought
from ruledsl.table.server.views.other_times import (
    branched,
    paid_data,
    plots_data,
    preview_data,
    region_data,
    spoils_data,
    why_data,
    why_not_data,
)
from ruledsl.table.server.views.story import story_data
from ruledsl.table.server.views.things import link_of
from ruledsl.table.server.views.view import log_data, plain, view_of
from ruledsl.table.server.work.queue import aside

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ruledsl.play.game import Game
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.table.server.asking.connection import Connection
    from ruledsl.table.server.asking.form import Form
    from ruledsl.table.server.tables.registry import TableRegistry

    Answer = dict[str, Any]

NAME = 24
MOST_PATIENCE = 7 * 24 * 60
"""The most minutes after which a bot plays on."""
SEEDS = 1 << 53
MADE = {"made": (form.number(), True)}


class Message(NamedTuple):
    """The handler of a message, and its form.

    A message that `changes` something is answered when the journal has it. One that `plays` is handled at once; others take turns, within a time
    budget.
    """

    handle: Callable[[TableRegistry, Connection, dict[str, Any]], Awaitable[Answer | None]]
    form: Form
    changes: bool = True
    plays: bool = False


async def handle(registry: TableRegistry, page: Connection, raw: str) -> bool:
    """Handle a message and answer it. False if it was malformed."""
    re = None
    try:
        data = form.read_object(raw)
        re = _number_of(page, data)
        message = _message_of(data)
        given = form.form_of(data, message.form)
        if message.plays:
            answer = await message.handle(registry, page, given)
        else:
            async with registry.budget(page.table, page.visitor).work():
                answer = await message.handle(registry, page, given)
    except Refused as problem:
        _refuse(page, re, problem.code, problem.said(page.naming.language))
        return problem.code != "table-001"
    except GameError as problem:
        _refuse(page, re, problem.code, str(problem))
        return True
    reply = {"type": "answer", "re": re, **(answer or {"made": page.table.made})}
    if message.changes:
        page.answer_when_written(reply)
        registry.changed(page.table)
    else:
        page.answer(reply)
    return True


def _number_of(page: Connection, data: dict[str, Any]) -> int:
    """The number of a message: each is larger than the last one, so that none is handled twice."""
    number: int = form.form_of({"id": data.pop("id", None)}, {"id": (form.number(), True)})["id"]
    if number <= page.last_id:
        raise Refused("table-001", "This `id` was used already: each message has a larger one.")
    page.last_id = number
    return number


def _message_of(data: dict[str, Any]) -> Message:
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise Refused("table-001", "There is no such message.")
    return MESSAGES[kind]


def _refuse(page: Connection, re: int | None, code: str, text: str) -> None:
    page.answer({"type": "error", "re": re, "code": code, "text": text, "made": page.table.made})


# ── choosing ──


async def _choose(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    before = page.table.made
    await page.table.choose(data["made"], data["option"], page.visitor)
    registry.record(page.table, before)


async def _place(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    before = page.table.made
    await page.table.place(data["made"], data["amounts"], page.visitor)
    registry.record(page.table, before)


async def _leave(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    before = page.table.made
    await page.table.leave(data["made"], data.get("rest"), page.visitor)
    registry.record(page.table, before)


async def _undo(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    before = page.table.made
    await page.table.undo(data["made"], page.visitor)
    registry.record(page.table, before)


async def _redo(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    before = page.table.made
    await page.table.redo(data["made"], page.visitor)
    registry.record(page.table, before)


# ── asking ──


async def _told(page: Connection, tell: Callable[..., Answer], *more: object) -> Answer:
    """The answer to a question about the current table, computed in a thread: the rules come from strangers and may make it slow."""
    game, seat, naming = page.table.playable.copy(), page.seat, page.naming
    return await aside(lambda: tell(view_of(game, seat, naming), *more))


def _asked(page: Connection, made: int) -> int:
    """The seat of a page that asks what its options would do."""
    if made != page.table.made:
        raise Refused("table-030", "The game has gone on since.")
    if page.seat is None or page.table.asked != page.seat:
        raise Refused("table-032", "Somebody else is asked.")
    return page.seat


async def _preview(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    seat = _asked(page, data["made"])
    return await aside(preview_data, page.table.playable.copy(), seat, page.naming, data["options"])


async def _brings(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    seat = _asked(page, data["made"])
    return {"brings": await aside(brought, page.table.playable.copy(), seat, page.naming)}


async def _advice(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    return {"advice": await registry.advise(page.table, _asked(page, data["made"]))}


async def _why(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    return {"why": await _told(page, why_data, data["value"], data["args"])}


async def _paid(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    game, course = page.table.playable.copy(), page.table.course.copy()
    return {"why": await aside(paid_data, game, page.seat, page.naming, course, data["step"])}


async def _story(_hall: TableRegistry, page: Connection, _data: dict[str, Any]) -> Answer:
    game, course = page.table.playable.copy(), page.table.course.copy()
    return {"story": await aside(lambda: story_data(page.naming, game.state, course, len(game.choices)))}


async def _why_not(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    return {"why": await _told(page, why_not_data, data["action"], data.get("target"))}


async def _region(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    return await _told(page, region_data, data["region"])


async def _log(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    return {"log": await _told(page, log_data, page.table.course.copy(), data["from"], data["count"])}


# ── looking ──


async def _look(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    if is_whole(data["seat"]):
        page.table.needs_holder(page.visitor, data["seat"])
    page.look = data["seat"]


async def _language(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    page.language = nearest([data["language"]])
    page.introduce()


# ── seats ──


async def _name(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    page.table.name(data["seat"], data["name"].strip(), data["colour"], page.visitor)
    registry.journal.seated(page.table.id, page.table.now.seats)


def _needs_seat(page: Connection, seat: int) -> None:
    if seat >= len(page.table.seats):
        raise Refused("table-001", "There is no such seat.")


async def _renew(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    seat = HOST if data["seat"] is None else data["seat"]
    _needs_seat(page, seat)
    return {"link": link_of(page.table, registry.renew(page.table, seat, page.visitor))}


async def _hand(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    _needs_seat(page, data["seat"])
    if data["to"] not in (PERSON, *AT_TABLES):
        raise Refused("table-001", "There is no bot `{bot}`.", bot=data["to"])
    page.table.hand(data["seat"], "" if data["to"] == PERSON else data["to"], page.visitor)
    registry.journal.seated(page.table.id, page.table.now.seats)


async def _patience(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    page.table.set_patience(data["minutes"], page.visitor)
    registry.journal.seated(page.table.id, page.table.now.seats)


async def _say(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> None:
    if page.seat is None:
        raise Refused("table-021", "You hold no seat here.")
    page.table.talk.add(page.visitor, page.seat, data.get("text", ""), data.get("sign", ""))


async def _here(_hall: TableRegistry, _page: Connection, _data: dict[str, Any]) -> None:
    """The server is there."""


async def _rematch(registry: TableRegistry, page: Connection, _data: dict[str, Any]) -> Answer:
    game, seed = page.table.playable, secrets.randbelow(SEEDS)
    if game.began != "game":
        raise Refused("table-010", "This game began from a position, so there is no rematch of it.")
    base = game.state.board.id.partition(":")[0]
    again = await aside(game.rules.new_game, game.players, seed, base, analysis=page.table.analysis)
    heir = await registry.rematch(page.table, page.founder, again)
    for watcher in page.table.watchers:
        watcher.hear(plain({"type": "moved", "table": heir.id}))
    return {"table": heir.id}


# ── other times ──


async def _replay(_hall: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    table = page.table
    return {
        "view": await table.recall(data["step"], page.seat, page.language),
        "steps": len(table.playable.choices),
    }


async def _plots(_hall: TableRegistry, page: Connection, _data: dict[str, Any]) -> Answer:
    game = page.table.playable.copy()
    return await aside(_measured, game, page.seat, page.naming)


def _measured(game: Game, seat: int | None, naming: Naming) -> Answer:
    return {"plots": plots_data(game, seat, naming), "spoils": spoils_data(game, naming)}


async def _branch(registry: TableRegistry, page: Connection, data: dict[str, Any]) -> Answer:
    table, seat = page.table, page.seat
    game = table.playable.copy()
    if seat is None:
        raise Refused("table-021", "Only who sits here can go on from here.")
    branch = await aside(branched, game, seat, data["step"], secrets.randbelow(SEEDS))
    seats = seats_for(game.players)
    for seat_here, old in zip(seats, table.seats, strict=True):
        seat_here.name, seat_here.colour = old.name, old.colour
    return {"table": (await registry.set_up(branch, seats, page.founder, range(game.players))).id}


MESSAGES: dict[str, Message] = {
    "choose": Message(_choose, {**MADE, "option": (form.text(), True)}, plays=True),
    "place": Message(_place, {**MADE, "amounts": (form.amounts, True)}, plays=True),
    "leave": Message(_leave, {**MADE, "rest": (form.maybe(form.text()), False)}, plays=True),
    "undo": Message(_undo, MADE, plays=True),
    "redo": Message(_redo, MADE, plays=True),
    "preview": Message(_preview, {**MADE, "options": (form.listed(form.text(), 200), True)}, changes=False),
    "brings": Message(_brings, MADE, changes=False),
    "advice": Message(_advice, MADE, changes=False),
    "why": Message(_why, {"value": (form.text(), True), "args": (form.plain_args, True)}, changes=False),
    "paid": Message(_paid, {"step": (form.number(), True)}, changes=False),
    "story": Message(_story, {}, changes=False),
    "why_not": Message(
        _why_not, {"action": (form.text(), True), "target": (form.maybe(form.text()), False)}, changes=False
    ),
    "region": Message(_region, {"region": (form.text(), True)}, changes=False),
    "log": Message(_log, {"from": (form.number(), True), "count": (form.number(500), True)}, changes=False),
    "look": Message(_look, {"seat": (lambda given: given in (None, AUTO) or form.number()(given), True)}),
    "language": Message(_language, {"language": (form.text(20), True)}),
    "name": Message(
        _name,
        {
            "seat": (form.number(), True),
            "name": (form.text(NAME), True),
            "colour": (form.number(COLOURS - 1), True),
        },
    ),
    "renew": Message(_renew, {"seat": (form.maybe(form.number()), True)}),
    "hand": Message(_hand, {"seat": (form.number(), True), "to": (form.text(), True)}),
    "patience": Message(_patience, {"minutes": (form.number(MOST_PATIENCE), True)}),
    "say": Message(_say, {"text": (form.text(LONGEST), False), "sign": (form.text(20), False)}),
    "here": Message(_here, {}, changes=False, plays=True),
    "rematch": Message(_rematch, {}),
    "replay": Message(_replay, {"step": (form.number(), True)}, changes=False),
    "plots": Message(_plots, {}, changes=False),
    "branch": Message(_branch, {"step": (form.number(), True)}),
}
"""All messages of pages, by name; docs/table-protocol.md says who may send them."""
