"""Every request there is, by everybody, in every phase of a table: who may is what docs/table-protocol.md says, and nobody is told a secret."""

import beavers
import pytest
from documented import documented
from roles import PHASES, World, requests_of

from ruledsl.serve.settings import Limits
from ruledsl.serve.workshop.routes import language

MANY = Limits(tables_of_one=1000)


@pytest.fixture
def at_every_request(at_desk, tmp_path, monkeypatch):
    """Runs a coroutine function at a desk with a workshop, whose every request is there."""

    async def said_nothing(_socket):
        return 1000

    monkeypatch.setattr(language, "_between", said_nothing)
    shop = beavers.lay(tmp_path / "shop")
    return lambda work: at_desk(work, workshop=shop, limits=MANY)


def test_every_request_has_a_row(at_every_request):
    async def look(desk):
        assert sorted(requests_of(desk.starlette)) == sorted(documented())

    at_every_request(look)


@pytest.mark.parametrize("phase", PHASES)
def test_who_may_do_what(at_every_request, phase):
    async def ask(desk):
        world, rows, wrong = await World(desk).begin(phase), documented(), []
        for request in requests_of(desk.starlette):
            row = rows.get(request)
            assert row, f"`{request}` is not in the table of docs/table-protocol.md"
            for role in world.people:
                wanted = (phase == "over" and row["over"]) or row[role]
                outcome, said, changed = await world.tried(role, request)
                hidden, hosts = world.secrets()
                told = [secret for secret in (hidden if role == "host" else hidden | hosts) if secret in said]
                if outcome != wanted:
                    wrong.append(f"{role}: `{request}` is {outcome}, not {wanted}")
                if told:
                    wrong.append(f"{role}: `{request}` tells a secret")
                if changed and outcome != "yes":
                    wrong.append(f"{role}: `{request}` is refused and changes something")
        assert not wrong, "\n".join(wrong)

    at_every_request(ask)
