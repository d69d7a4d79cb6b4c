"""The requests of the workshop's page, on any transport; each part is a function of the workshop."""

from __future__ import annotations

import base64
import zipfile
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.recording import NAME, NotRecorded, added, recorded
from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import decoded
from ruledsl.base.uris import uri_of
from ruledsl.play.bots import SEATS
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import BundleError, contents, id_in, packed
from ruledsl.rules.scenarios.reading import FOLDER
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.form import Endpoint, Request, Response
from ruledsl.table.server.asking.lobby import MOST_SENT, SENT_FORM
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.seat import PERSON, Seat
from ruledsl.table.server.work.queue import aside
from ruledsl.table.workshop.jobs import JOBS, MAKE_FORM
from ruledsl.table.workshop.shop import ASKED, NEW, PATH, TEXT, drafted
from ruledsl.table.workshop.workshop import MOST_BODY, PAPER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.play.game import Game
    from ruledsl.table.server.tables.registry import Founder
    from ruledsl.table.workshop.shop import Shop
    from ruledsl.table.workshop.workshop import Workshop

__all__ = ["endpoints_of"]

# ── asking ──────────────────────────────────────────────────────────────────────
# Questions to the jobs: workers answer them, about the packs in their current form.


def endpoints(workshop: Workshop) -> list[Endpoint]:
    """`/api/workshop/ask`, and the resulting papers."""

    async def ask(asked: Request) -> Response:
        """The answer of a job; a page of HTML in it (`html`) becomes a paper, and the answer has its address."""
        data = form.read_object(asked.body)
        job = JOBS.get(data.get("job", "") if isinstance(data.get("job"), str) else "")
        if job is None:
            raise Refused("table-001", "There is no such job.")
        form.form_of(data, {**ASKED, **job.form})
        for path in data.get("texts", {}):
            workshop.shop.place(path)
        await aside(workshop.shop.folder_of, data["pack"])
        data["language"] = form.asked_for(asked.query)
        answer = await workshop.bench.ask(data.pop("job"), data)
        if "refused" in answer:
            raise Refused("table-053", answer["refused"])
        if "html" in answer:
            html = answer.pop("html")
            answer["paper"] = f"{PAPER}?name={workshop.keep_paper(html)}" if html else ""
        return Response.of(answer)

    async def show(asked: Request) -> Response:
        """A paper that was made before."""
        return Response(workshop.paper(asked.query.get("name", "")), "text/html")

    return [Endpoint("/api/workshop/ask", ask, MOST_BODY), Endpoint(PAPER, show)]


# ── files ───────────────────────────────────────────────────────────────────────
# Files of the workshop: listing, reading, writing.


WRITE_FORM = {"path": (PATH, True), "text": (TEXT, True), "version": (form.text(40), True)}


def files_endpoints(workshop: Workshop) -> list[Endpoint]:
    """At `/api/workshop`, and below."""
    shop = workshop.shop

    async def look(_asked: Request) -> Response:
        """The folder, its packs and their files."""
        packs = await aside(shop.packs)
        return Response.of({"folder": str(shop.folder), "root": uri_of(shop.folder), "packs": packs})

    async def read(asked: Request) -> Response:
        """A file; only its version if that is still `known`."""
        path = asked.query.get("path", "")
        file = await aside(shop.read, path)
        if file.version == asked.query.get("known", "-"):
            return Response.of({"path": path, "version": file.version})
        return Response.of(file.as_dict())

    async def write(asked: Request) -> Response:
        """Write a file, unless somebody else has changed it meanwhile."""
        data = form.form_of(form.read_object(asked.body), WRITE_FORM)
        made = await aside(shop.write, data["path"], data["text"], data["version"])
        return Response.of({"path": made.path, "version": made.version})

    return [
        Endpoint("/api/workshop", look),
        Endpoint("/api/workshop/file", read),
        Endpoint("/api/workshop/file", write, MOST_BODY),
    ]


# ── linking ─────────────────────────────────────────────────────────────────────
# A pack in a link: small enough for a message.


LONGEST = 30_000
"""The most characters of a pack in a link. Browsers accept more, but not every channel by which links are sent."""
LINK_FORM = {"pack": ASKED["pack"], "texts": ASKED["texts"]}


def linking_endpoints(workshop: Workshop) -> list[Endpoint]:
    """`/api/workshop/bundle`."""
    shop = workshop.shop

    async def bundle(asked: Request) -> Response:
        """The bundle of a pack in its current form, as text for a link."""
        data = form.form_of(form.read_object(asked.body), LINK_FORM)
        for path in data.get("texts", {}):
            shop.place(path)
        await aside(shop.folder_of, data["pack"])
        return Response.of({"data": await aside(_linked, shop, data["pack"], data.get("texts", {}))})

    return [Endpoint("/api/workshop/bundle", bundle, MOST_BODY)]


def _linked(shop: Shop, pack: str, texts: Mapping[str, str]) -> str:
    with drafted(shop, pack, texts) as home:
        files = below(home).contents()
    try:
        text = base64.urlsafe_b64encode(packed(files, zipfile.ZIP_DEFLATED)).decode()
    except BundleError as problem:
        raise Refused("table-053", "This pack cannot be put into a link: {why}", why=str(problem)) from None
    if len(text) > LONGEST:
        raise Refused(
            "table-053",
            "This pack is too large for a link: {n} characters, and {most} get through everywhere.",
            n=f"{len(text):,}",
            most=f"{LONGEST:,}",
        )
    return text


# ── making ──────────────────────────────────────────────────────────────────────
# New files: a job makes them, then all or none are written.


def making_endpoints(workshop: Workshop) -> list[Endpoint]:
    """`/api/workshop/make`, and the packs to build on."""
    shop, room = workshop.shop, workshop.room

    async def offers(asked: Request) -> Response:
        """The packs that a new one can build on, with tiles to begin from."""
        packs = await aside(lambda: room.offer.packs)
        naming = Naming(form.asked_for(asked.query))
        return Response.of(
            {
                "packs": [
                    {**pack.as_dict(naming), "starts": [start.as_dict(naming) for start in pack.starts]}
                    for pack in packs.values()
                ]
            }
        )

    async def make(asked: Request) -> Response:
        """Make files and write them; returns their paths."""
        data = form.form_of(form.read_object(asked.body), {"pack": ASKED["pack"], **MAKE_FORM})
        if data["what"] != "pack":
            await aside(shop.folder_of, data["pack"])
        elif "" in shop.packs():
            raise Refused("table-053", "This folder is a pack itself; others cannot be made in it.")
        answer = await workshop.bench.ask("make", data)
        if "files" not in answer:
            raise Refused("table-053", str(answer.get("refused") or answer["findings"][0]["text"]))
        made = await aside(shop.add, answer["files"])
        return Response.of({"files": [text.path for text in made]})

    return [
        Endpoint("/api/workshop/offers", offers),
        Endpoint("/api/workshop/make", make, room.settings.limits.body),
    ]


# ── playing ─────────────────────────────────────────────────────────────────────
# Plays on from a position, and keeps a played game as a scenario.


MINE = 0
PLAY_FORM = {
    "pack": (PATH, True),
    "texts": ASKED["texts"],
    "position": (lambda given: isinstance(given, dict), True),
    "bot": (lambda given: form.text(40)(given) and given in SEATS, True),
}
KEEP_FORM = {
    "pack": (PATH, True),
    "table": (form.text(60), True),
    "name": (lambda given: form.text(100)(given) and bool(NAME.fullmatch(given)), True),
}
RECORDED = "recorded.yaml"


def playing_endpoints(workshop: Workshop) -> list[Endpoint]:
    """Below `/api/workshop`."""
    registry = workshop.room.registry

    async def play(asked: Request) -> Response:
        """A table of this server that begins in a position, under the current rules of a pack; bots sit at all seats but the first."""
        data = form.form_of(form.read_object(asked.body), PLAY_FORM)
        for path in data.get("texts", {}):
            workshop.shop.place(path)
        await aside(workshop.shop.folder_of, data["pack"])
        tried = {"pack": data["pack"], "texts": dict(data.get("texts", {})), "position": data["position"]}
        answer = await workshop.bench.ask("try", tried)  # rules that take too long do so there
        problem = answer.get("refused") or next(iter(answer.get("problems", ())), "")
        if "findings" in answer or problem:
            raise Refused("table-053", problem or answer["findings"][0]["text"])
        game = await _begun(workshop, asked.founder, data)
        seats = [Seat(MINE, PERSON), *(Seat(n, data["bot"], colour=n) for n in range(1, game.players))]
        table = await registry.set_up(game, seats, asked.founder, [MINE])
        registry.write()
        return Response.of({"table": table.id})

    async def keep(asked: Request) -> Response:
        """Add the choices at a table, from its beginning on, to a pack as one more scenario."""
        data = form.form_of(form.read_object(asked.body), KEEP_FORM)
        table = await registry.find(data["table"])
        table.needs_holder(asked.founder.visitor, MINE)
        await aside(workshop.shop.folder_of, data["pack"])
        game = table.playable.copy()
        path, choices = await aside(_kept, workshop.shop, game, data["pack"], data["name"])
        return Response.of({"path": path, "choices": choices})

    return [
        Endpoint("/api/workshop/play", play, MOST_BODY),
        Endpoint("/api/workshop/keep", keep, MOST_BODY),
    ]


async def _begun(workshop: Workshop, founder: Founder, data: dict[str, Any]) -> Game:
    """A game in the position. The table stores its packs in their current form."""
    room, draft = workshop.room, drafted(workshop.shop, data["pack"], data.get("texts", {}))
    try:
        with ExitStack() as there:
            names = [str(await aside(there.enter_context, draft))]
            packs = await room.pool.begin(founder.address, names, {})
            rules = await aside(room.rules, names, {}, packs)
        return await aside(rules.position, data["position"])
    except (GameError, OSError) as problem:
        raise Refused("table-053", str(problem)) from None


def _kept(shop: Shop, game: Game, pack: str, name: str) -> tuple[str, int]:
    """Where the scenario is now, and how many choices it has."""
    path = "/".join(filter(None, (pack, FOLDER, RECORDED)))
    try:
        text, choices = recorded(game, name, len(game.choices), path)
    except NotRecorded as problem:
        raise Refused("table-053", str(problem)) from None
    there = shop.read(path) if path in shop.files() else None
    whole = text if there is None else added(there.text.encode(), text, name)
    if whole is None:
        raise Refused(
            "table-050",
            "`{path}` has a scenario `{name}` already, or cannot take one more.",
            path=path,
            name=name,
        )
    shop.write(path, whole, NEW if there is None else there.version)
    return path, choices


# ── sending ─────────────────────────────────────────────────────────────────────
# Whole packs: those that somebody sent are unpacked, also in place of one that is there, and packs are deleted.


UNPACK_FORM = {"data": SENT_FORM["data"], "replace": (form.flag, False)}
DELETE_FORM = {"pack": ASKED["pack"]}


def sending_endpoints(workshop: Workshop) -> list[Endpoint]:
    """`/api/workshop/unpack` and `/api/workshop/delete`."""
    shop, room = workshop.shop, workshop.room

    async def unpack(asked: Request) -> Response:
        """Write the files of a bundle as a pack of this folder, unless they are there already; returns their paths.

        A pack of that name with other files must be asked to `replace`.
        """
        data = form.form_of(form.read_object(asked.body), UNPACK_FORM)
        files = await aside(_unpacked, form.bytes_in(data["data"]))
        if "" in shop.packs():
            raise Refused("table-053", "This folder is a pack itself; others cannot be unpacked in it.")
        if not await aside(shop.has, files):
            pack = next(iter(files)).partition("/")[0]
            if data.get("replace") and pack in shop.packs():
                await aside(shop.replace, pack, files)
            else:
                await aside(shop.add, files)
        return Response.of({"files": list(files)})

    async def delete(asked: Request) -> Response:
        """Delete the files of a pack; returns their paths."""
        data = form.form_of(form.read_object(asked.body), DELETE_FORM)
        if not data["pack"]:
            raise Refused("table-053", "This folder is a pack itself; it is not deleted here.")
        return Response.of({"files": await aside(shop.delete, data["pack"])})

    return [
        Endpoint("/api/workshop/unpack", unpack, MOST_SENT),
        Endpoint("/api/workshop/delete", delete, room.settings.limits.body),
    ]


def _unpacked(data: bytes) -> dict[str, str]:
    """The texts in a bundle, by their paths in a folder named after the pack. `Refused` if it is no bundle, or has a file that is no text."""
    try:
        files = contents(data)
        id_ = id_in(files)
        return {f"{id_}/{name}": decoded(text) for name, text in files.items()}
    except BundleError as problem:
        raise Refused("table-053", "This is no bundle that can be used: {why}", why=str(problem)) from None
    except UnicodeDecodeError:
        raise Refused("table-053", "There is a file in this bundle that is no text in UTF-8.") from None


PARTS = (
    files_endpoints,
    endpoints,
    making_endpoints,
    linking_endpoints,
    playing_endpoints,
    sending_endpoints,
)


def endpoints_of(workshop: Workshop) -> list[Endpoint]:
    """All endpoints."""
    return [endpoint for part in PARTS for endpoint in part(workshop)]
