"""Why a number is what it is, why an action is not offered, and everything about a region, as a seat may know it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.play.explain.evaluator import together
from ruledsl.table.server.telling.view import place_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.decisions import Asking
    from ruledsl.play.explain.explanation import Explanation, TraceLine
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views.view import SeatView


def why_data(view: SeatView, value: str, args: dict[str, Any]) -> dict[str, Any]:
    """Why a value is what it is. `GameError` for an impossible question, or if the seat may not know."""
    return _plain(view.rules, view.why(value, **args))


def why_not_data(view: SeatView, action: str, target: str | None) -> dict[str, Any]:
    """Why an action is not offered; `short` is what would have to change first.

    `GameError` for an impossible question, or if the seat may not know.
    """
    found = view.why_not(action, target)
    first = next((line for line in found.lines if line.shown), None)
    return {
        **_plain(view.rules, found),
        "short": "" if first is None else first.args.get("short") or first.text,
    }


def _plain(rules: Rulebook, explanation: Explanation) -> dict[str, Any]:
    lines = [_line(rules, line) for line in explanation.lines if line.shown]
    return {"text": explanation.head, "result": explanation.result, "lines": lines}


def _line(rules: Rulebook, line: TraceLine) -> dict[str, Any]:
    return {
        "text": line.text,
        "amount": line.amount,
        "source": line.source,
        "place": place_of(rules, line.span) if line.span else "",
        "dropped": line.dropped,
        "lines": [_line(rules, child) for child in line.children if child.shown],
    }


def region_data(view: SeatView, region: str) -> dict[str, Any]:
    """The cost of conquering a region, the options about it, and why the other actions of the phase are not offered there."""
    if region not in view["regions"]:
        raise GameError("G003", f"There is no region `{region}`.")
    asking = view.decision
    mine = [] if asking is None else [option for option in asking.options if option.about == "region"]
    here = [option for option in mine if region in (option.data.get("target"), option.data.get("value"))]
    offered = {str(option.data.get("action")) for option in here}
    missing = [action for action in _aimed_at_regions(view, asking) if action not in offered]
    with together():
        cost = _cost(view, asking, region)
        reasons = [(action, _known(partial(why_not_data, view, action, region))) for action in missing]
    refused = [{"action": action, "why": why} for action, why in reasons if why is not None]
    return {
        "cost": cost,
        "options": [option.id for option in here],
        "not": sorted(refused, key=partial(_nearest, view, region)),
    }


def _nearest(view: SeatView, region: str, refused: dict[str, Any]) -> tuple[bool, int]:
    """What somebody who presses a region most likely wanted: to conquer it, unless they hold it; else the action with the fewest obstacles."""
    holder = view["regions"][region]["holder"]
    held = any(people["race"] == holder and people["player"] == view.seat for people in view["peoples"])
    wanted = refused["action"] == view.rules.composition.roles.get("conquest") and not held
    return not wanted, len(refused["why"]["lines"])


def _aimed_at_regions(view: SeatView, asking: Asking | None) -> list[str]:
    """The actions of the current phase with regions as targets, if this seat is asked."""
    if asking is None or asking.player != view.seat or asking.kind not in ("offer", "offer_one"):
        return []
    phase = asking.rule.rpartition(": ")[2]
    found = [
        action.name
        for action in view.rules.program.actions
        if action.phase.name == phase and action.target is not None and action.target.type.name == "region"
    ]
    return list(dict.fromkeys(found))


def _cost(view: SeatView, asking: Asking | None, region: str) -> dict[str, Any] | None:
    """The cost for the acting people, or the first one of this seat."""
    value = view.rules.program.value(view.rules.composition.roles.get("cost", ""))
    own = [people["race"] for people in view["peoples"] if people["player"] == view.seat]
    acting = asking.people if asking is not None and asking.player == view.seat else None
    race = acting or next(iter(own), None)
    if value is None or race is None:
        return None
    ids = {"people": race, "region": region}
    args = {param.name: ids.get(param.type.name) for param in value.params}
    return _known(partial(why_data, view, value.name, args))


def _known(ask: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
    """An answer; None for an impossible question, or if the seat may not know."""
    try:
        return ask()
    except GameError:
        return None
