"""The view of a seat as arrays of numbers, for any packs (`docs/learning.md` has the tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ruledsl.packs.maps.drawing import most_regions
from ruledsl.play.views.market import market_of
from ruledsl.rl.pages import page_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views.view import SeatView

    Array = NDArray[np.float32]

UNKNOWN = -1.0
REGION = ("mine", "of_others", "past_first", "tokens", "pieces", "tiles")
"""Columns of a region: three flags (is its holder this seat's, somebody else's, past the first stage?), and three counts."""
WARE = ("price", "coins", "size", "place")
"""Columns of a place of the market, for the option that takes it: coins to pay, coins on it, printed numbers together, its place from 0."""
ANSWER = ("stop", "yes")
"""Flags of options: the one that ends or declines, and a plain yes."""


class Observer:
    """The arrays of one table. The packs, the map and the number of players determine their sizes: `rows` is the number of regions.

    Of a map that is drawn from boards, `rows` is that of the largest one; rows without a region are -1.
    """

    def __init__(self, rules: Rulebook, players: int, map_id: str | None, most_options: int) -> None:
        composition = rules.composition
        self.players, self.most_options = players, most_options
        self.rows = most_regions(rules.map_for(players, map_id))
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

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the arrays."""
        return {
            "table": (len(self.table_fields),),
            "regions": (self.rows, len(REGION)),
            "options": (self.most_options, len(self.option_fields)),
        }

    def observed(
        self, view: SeatView, page: int = 0, out: Mapping[str, Array] | None = None
    ) -> Mapping[str, Array]:
        """The arrays `table`, `regions` and `options`, written into those of `out` if it is given; rows without an option are zero.

        If a decision has more options than there are rows, these are the options of a page.
        """
        if out is None:
            out = {name: np.zeros(shape, np.float32) for name, shape in self.shapes.items()}
        stages = {people["race"]: people for people in view["peoples"]}
        regions = [self._region(view, region, stages) for region in view["regions"].values()]
        out["table"][:] = self._table(view)
        out["regions"][:] = UNKNOWN
        out["regions"][: len(regions)] = regions
        options, decision = out["options"], view.decision
        options[:] = 0
        if decision is not None and decision.options:
            wares = self._wares(view) if decision.kind == "offer_one" else {}
            places = {id_: number for number, id_ in enumerate(view["regions"])}
            shown = list(decision.options)
            for row, number in enumerate(page_of(len(shown), self.most_options, page)):
                option = shown[number]
                options[row] = self._option(option.id, option.data, (regions, places, wares))
        return out

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
