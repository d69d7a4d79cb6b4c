"""The views of all seats at one moment: the public part is made once, and each seat's own is merged into it.

With secret memories, and after the end of a game, views differ in more than that: then each is made separately.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rows import player_cell
from ruledsl.play.decisions import Asking
from ruledsl.play.match import room
from ruledsl.play.views import measured
from ruledsl.table.server.views.view import ask_data, number, view_data, view_of

if TYPE_CHECKING:
    from ruledsl.play.game import Game
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.table.server.tables.seat import Course


class Views:
    """The views of a current game, as JSON: the texts are the same whether they were made together or separately."""

    def __init__(self, game: Game, naming: Naming, course: Course) -> None:
        self.game = game
        self.naming = naming
        self.course = course
        self.made: dict[int | None, str] = {}

    def of(self, seat: int | None) -> str:
        """The view of a seat, or of spectators."""
        if seat not in self.made:
            self.made[seat] = self._joined({}) if seat is None else self._of(seat)
        return self.made[seat]

    def _of(self, seat: int) -> str:
        if not self._can_be_shared:
            return plain(view_data(view_of(self.game, seat, self.naming), self.course))
        return self._joined(self._own(seat))

    # ── together ──

    @cached_property
    def _can_be_shared(self) -> bool:
        """Do views differ only in coins, what depends on them, and the options of a decision?"""
        rules, standings = self.game.rules, self._everybodys["standings"]
        unknown = {entry["id"] for row in standings for entry in row["values"] if entry["value"] is None}
        panels = [panel["id"] for panel in self._everybodys["panels"] if panel["values"][0]["value"] is None]
        prices = any(
            ware["price"]["value"] is None and rules.composition.roles.get("price")
            for ware in self._everybodys["market"]
        )
        owners = {value.name for value in rules.program.values if value.index in rules.openness.owners}
        secrets = any(memory.secret for memory in rules.program.memories)
        return not (self.game.over or secrets or prices or unknown - owners or panels)

    @cached_property
    def _everybodys(self) -> dict[str, Any]:
        return view_data(view_of(self.game, None, self.naming), self.course)

    @cached_property
    def _parts(self) -> dict[str, str]:
        return {key: plain(part) for key, part in self._everybodys.items()}

    def _joined(self, own: dict[str, Any]) -> str:
        parts = self._parts | {key: plain(part) for key, part in own.items()}
        return "{" + ",".join(f'"{key}":{part}' for key, part in parts.items()) + "}"

    # ── a seat's own ──

    def _own(self, seat: int) -> dict[str, Any]:
        rules, everybodys = self.game.rules, self._everybodys
        answers = {
            value.name: measured(self.game, value, seat)
            for value in rules.program.values
            if value.index in rules.openness.owners
        }
        players = [dict(row) for row in everybodys["players"]]
        players[seat]["coins"] = player_cell(self.game.state, seat, at.COINS)
        score = next((name for name, _ in rules.composition.standings), None)
        if score in answers:
            players[seat]["score"] = number(rules, score, seat, answers[score])
        standings = [dict(row) for row in everybodys["standings"]]
        for row in standings:
            if row["player"] == seat:
                row["values"] = [
                    {"id": entry["id"], **number(rules, entry["id"], seat, answers[entry["id"]])}
                    if entry["id"] in answers
                    else entry
                    for entry in row["values"]
                ]
        own = {"seat": seat, "players": players, "standings": standings}
        if everybodys["ask"] is not None and self.game.decision.player == seat:
            own["ask"] = ask_data(rules, self._asking(), seat, lambda: room(self.game))
        return own

    def _asking(self) -> Asking:
        decision = self.game.told_as(self.naming).decision
        details = (decision.rule, decision.place, decision.people, decision.key, decision.prompt)
        return Asking(decision.player, decision.kind, *details, decision.options)


def plain(data: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    """JSON text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
