"""The view of a seat as arrays of numbers, for any packs (`docs/learning.md` has the tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ruledsl.play.views.market import market_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views.view import SeatView

    Array = NDArray[np.float32]

__all__ = ["REGION", "Observer"]

UNKNOWN = -1.0
REGION = ("mine", "of_others", "past_first", "tokens", "pieces", "tiles")
"""Columns of a region: three flags (is its holder this seat's, somebody else's, past the first stage?), and three counts."""
WARE = ("price", "coins", "size", "place")
"""Columns of a place of the market, for the option that takes it: coins to pay, coins on it, printed numbers together, its place from 0."""
ANSWER = ("stop", "yes")
"""Flags of options: the one that ends or declines, and a plain yes."""


class Observer:
    """The arrays of one table. The packs, the map and the number of players determine their sizes."""

    def __init__(self, rules: Rulebook, players: int, regions: list[str], most_options: int) -> None:
        composition = rules.composition
        self.players, self.regions, self.most_options = players, regions, most_options
        self.market = composition.decks.get(composition.roles.get("market", "")) is not None
        self.panels = [panel.value for panel in composition.panels]
        self.decides = [name for name, _ in composition.standings]
        self.actions = sorted({action.name for action in rules.program.actions})
        measured = list(dict.fromkeys([*self.decides, *self.panels]))
        self.measured = measured
        self.table_fields = (
            "round",
            "rounds_left",
            *(f"{name}_{seat}" for seat in range(players) for name in (*measured, "hand")),
        )
        """A number each: rounds; then for this seat, the next one and so on the values that decide, the panels, and tokens in hand."""
        self.option_fields = (
            *ANSWER,
            *(f"action_{name}" for name in self.actions),
            *(f"region_{name}" for name in REGION),
            *(f"ware_{name}" for name in WARE),
        )
        """Of each option: what sort it is (flags), and what it aims at, as far as that is a region or lies in the market."""

    def observed(self, view: SeatView) -> dict[str, Array]:
        """The arrays `table`, `regions` and `options`; rows without an option are zero."""
        stages = {people["race"]: people for people in view["peoples"]}
        regions = [self._region(view, view["regions"][id_], stages) for id_ in self.regions]
        options = np.zeros((self.most_options, len(self.option_fields)), np.float32)
        decision = view.decision
        if decision is not None and decision.options:
            wares = self._wares(view) if decision.kind == "offer_one" else {}
            places = {id_: number for number, id_ in enumerate(self.regions)}
            for number, option in enumerate(list(decision.options)[: self.most_options]):
                options[number] = self._option(option.id, option.data, (regions, places, wares))
        return {
            "table": np.array(self._table(view), np.float32),
            "regions": np.array(regions, np.float32),
            "options": options,
        }

    def _table(self, view: SeatView) -> list[float]:
        known = {panel["value"]: panel["players"] for panel in view.panels}
        rows = {row["player"]: row for row in view.standings}
        hands = [0] * self.players
        for people in view["peoples"]:
            if people["player"] is not None:
                hands[people["player"]] += people["hand"]
        found: list[float] = [view.round, view["rounds"] - view.round]
        for offset in range(self.players):
            player = (view.seat + offset) % self.players
            for name in self.measured:
                number = rows[player].get(name) if name in self.decides else known[name][player]
                found.append(UNKNOWN if number is None else number)
            found.append(hands[player])
        return found

    @staticmethod
    def _region(view: SeatView, region: Mapping[str, Any], peoples: Mapping[str, Any]) -> list[float]:
        holder = peoples.get(region["holder"])
        mine = holder is not None and holder["player"] == view.seat
        first = view.rules.composition.words.stages
        past_first = holder is not None and holder["stage"] != next(iter(first))
        counts = (region["tokens"], sum(region["pieces"].values()), len(region["tiles"]))
        return [float(mine), float(holder is not None and not mine), float(past_first), *map(float, counts)]

    def _wares(self, view: SeatView) -> dict[str, list[float]]:
        """The numbers of each tile in the market, by its place."""
        if not self.market:
            return {}
        found = {}
        for place, ware in enumerate(market_of(view)):
            price = UNKNOWN if ware.price is None else float(ware.price)
            numbers = [price, float(ware.coins), float(sum(ware.sizes)), float(place)]
            found.update(dict.fromkeys(ware.tiles, numbers))
        return found

    def _option(self, id_: str, data: Mapping[str, Any], there: tuple[Any, Any, Any]) -> list[float]:
        regions, places, wares = there
        action = data.get("action", "")
        target = str(data.get("target", id_))
        stop = action == "stop" or id_ in ("none", "no")
        aimed = regions[places[target]] if target in places else [0.0] * len(REGION)
        ware = wares.get(target, [0.0] * len(WARE))
        actions = [float(action == name) for name in self.actions]
        return [float(stop), float(id_ == "yes"), *actions, *aimed, *ware]
