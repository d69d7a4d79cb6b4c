"""Playing on from a position, and what was played as a scenario."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.responses import JSONResponse
from starlette.routing import Route

from ruledsl.naming.errors import GameError
from ruledsl.play.bots import SEATS
from ruledsl.scenarios.reading import FOLDER
from ruledsl.serve.asking import form
from ruledsl.serve.refused import Refused
from ruledsl.serve.tables.seat import PERSON, Seat
from ruledsl.serve.web.guard import body_of
from ruledsl.serve.web.visitors import needs_cookie
from ruledsl.serve.work.aside import aside
from ruledsl.serve.workshop.forms import ASKED, PATH
from ruledsl.serve.workshop.shop import NEW
from ruledsl.serve.workshop.workshop import MOST_BODY
from ruledsl.testkit.recording import NAME, NotRecorded, added, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from ruledsl.play.game import Game
    from ruledsl.serve.tables.hall import Founder
    from ruledsl.serve.workshop.shop import Shop
    from ruledsl.serve.workshop.workshop import Workshop


__all__ = ["routes"]


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


def routes(workshop: Workshop) -> list[BaseRoute]:
    """Below `/api/workshop`."""
    hall = workshop.room.hall

    async def play(request: Request) -> Response:
        """A table of this server that begins in a position, by the rules of a pack as it stands; bots sit at all seats but the first."""
        founder = needs_cookie(request, workshop.room.settings)
        data = form.form_of(form.read_object(await body_of(request, MOST_BODY)), PLAY_FORM)
        for path in data.get("texts", {}):
            workshop.shop.place(path)
        await to_thread.run_sync(workshop.shop.folder_of, data["pack"])
        tried = {"pack": data["pack"], "texts": dict(data.get("texts", {})), "position": data["position"]}
        found = await workshop.bench.ask("try", tried)  # whatever takes too long does so there
        problem = found.get("refused") or next(iter(found.get("problems", ())), "")
        if "findings" in found or problem:
            raise Refused("table-053", problem or found["findings"][0]["text"])
        game = await _begun(workshop, founder, data)
        seats = [Seat(MINE, PERSON), *(Seat(n, data["bot"], colour=n) for n in range(1, game.players))]
        table = await hall.set_up(game, seats, founder, [MINE])
        return JSONResponse({"table": table.id})

    async def keep(request: Request) -> Response:
        """What was played at a table, from its beginning on, as one more scenario of a pack."""
        visitor = needs_cookie(request, workshop.room.settings).visitor
        data = form.form_of(form.read_object(await body_of(request, MOST_BODY)), KEEP_FORM)
        table = await hall.find(data["table"])
        table.needs_holder(visitor, MINE)
        await to_thread.run_sync(workshop.shop.folder_of, data["pack"])
        game = table.playable.copy()
        path, choices = await to_thread.run_sync(_kept, workshop.shop, game, data["pack"], data["name"])
        return JSONResponse({"path": path, "choices": choices})

    return [
        Route("/api/workshop/play", workshop.written(play), methods=["POST"]),
        Route("/api/workshop/keep", workshop.written(keep), methods=["POST"]),
    ]


async def _begun(workshop: Workshop, founder: Founder, data: dict[str, Any]) -> Game:
    """A game in the position. The table's packs are kept as they are now."""
    room, draft = workshop.room, _drafted(workshop.shop, data["pack"], data.get("texts", {}))
    try:
        with ExitStack() as there:
            names = [str(await aside(there.enter_context, draft))]
            packs = await room.clerks.begin(founder.address, names, {})
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


@contextmanager
def _drafted(shop: Shop, pack: str, texts: Mapping[str, str]) -> Iterator[Path]:
    """A folder with the files of a pack, these `texts` (by paths as the shop has them) instead of what was saved. Gone when it is left."""
    start = f"{pack}/" if pack else ""
    files = {path: shop.read(path).text for path in shop.packs().get(pack, ())}
    files.update((path, text) for path, text in texts.items() if path.startswith(start))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / shop.folder_of(pack).name
        for path, text in files.items():
            place = home / path.removeprefix(start)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        yield home
