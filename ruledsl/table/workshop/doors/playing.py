"""Plays on from a position, and keeps a played game as a scenario."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.recording import NAME, NotRecorded, added, recorded
from ruledsl.base.errors import GameError
from ruledsl.play.bots import SEATS
from ruledsl.rules.scenarios.reading import FOLDER
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.tables.seat import PERSON, Seat
from ruledsl.table.server.work.aside import aside
from ruledsl.table.workshop.draft import drafted
from ruledsl.table.workshop.forms import ASKED, PATH
from ruledsl.table.workshop.shop import NEW
from ruledsl.table.workshop.workshop import MOST_BODY

if TYPE_CHECKING:
    from ruledsl.play.game import Game
    from ruledsl.table.server.tables.hall import Founder
    from ruledsl.table.workshop.shop import Shop
    from ruledsl.table.workshop.workshop import Workshop

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


def doors(workshop: Workshop) -> list[Door]:
    """Below `/api/workshop`."""
    hall = workshop.room.hall

    async def play(asked: Asked) -> Told:
        """A table of this server that begins in a position, under the current rules of a pack; bots sit at all seats but the first."""
        data = form.form_of(form.read_object(asked.body), PLAY_FORM)
        for path in data.get("texts", {}):
            workshop.shop.place(path)
        await aside(workshop.shop.folder_of, data["pack"])
        tried = {"pack": data["pack"], "texts": dict(data.get("texts", {})), "position": data["position"]}
        found = await workshop.bench.ask("try", tried)  # rules that take too long do so there
        problem = found.get("refused") or next(iter(found.get("problems", ())), "")
        if "findings" in found or problem:
            raise Refused("table-053", problem or found["findings"][0]["text"])
        game = await _begun(workshop, asked.founder, data)
        seats = [Seat(MINE, PERSON), *(Seat(n, data["bot"], colour=n) for n in range(1, game.players))]
        table = await hall.set_up(game, seats, asked.founder, [MINE])
        return Told.of({"table": table.id})

    async def keep(asked: Asked) -> Told:
        """Add the choices at a table, from its beginning on, to a pack as one more scenario."""
        data = form.form_of(form.read_object(asked.body), KEEP_FORM)
        table = await hall.find(data["table"])
        table.needs_holder(asked.founder.visitor, MINE)
        await aside(workshop.shop.folder_of, data["pack"])
        game = table.playable.copy()
        path, choices = await aside(_kept, workshop.shop, game, data["pack"], data["name"])
        return Told.of({"path": path, "choices": choices})

    return [
        Door("/api/workshop/play", play, MOST_BODY),
        Door("/api/workshop/keep", keep, MOST_BODY),
    ]


async def _begun(workshop: Workshop, founder: Founder, data: dict[str, Any]) -> Game:
    """A game in the position. The table stores its packs in their current form."""
    room, draft = workshop.room, drafted(workshop.shop, data["pack"], data.get("texts", {}))
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
