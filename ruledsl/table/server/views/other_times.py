"""The table at other times: the results of choices, earlier states, and measures over the rounds; all as a seat may know it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.errors import GameError
from ruledsl.engine.small.kinds import COINS_MOVED
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.hidden import EVERYBODY
from ruledsl.engine.state.state import player_cell
from ruledsl.play.explain.evaluator import together
from ruledsl.play.views import SeatView, game_for
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import place_of, view_data, view_of
from ruledsl.table.server.work.paying import Patience

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ruledsl.play.decisions import Asking
    from ruledsl.play.explain.explanation import Explanation, TraceLine
    from ruledsl.play.game import Game
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook

A = TypeVar("A")

# ── reasons ─────────────────────────────────────────────────────────────────────
# Why a number is what it is, why an action is not offered, and everything about a region, as a seat may know it.


def why_data(view: SeatView, value: str, args: dict[str, Any]) -> dict[str, Any]:
    """Why a value is what it is. `GameError` for an impossible question, or if the seat may not know."""
    return _plain(view.rules, view.why(value, **args))


def why_not_data(view: SeatView, action: str, target: str | None) -> dict[str, Any]:
    """Why an action is not offered; `short` is what stands against it most surely.

    `GameError` for an impossible question, or if the seat may not know.
    """
    return _refusal(view, view.why_not(action, target))


def _refusal(view: SeatView, explanation: Explanation) -> dict[str, Any]:
    lines = [line for line in explanation.lines if line.shown]
    first = min(lines, key=partial(_how_general, view), default=None)
    return {
        **_plain(view.rules, explanation),
        "short": "" if first is None else first.args.get("short") or first.text,
    }


def _how_general(view: SeatView, line: TraceLine) -> int:
    """What a pack forbids that builds on others holds whatever those permit: it comes first."""
    packs = [pack.id for pack in view.rules.composition.packs]
    pack = line.source.partition("/")[0]
    return -packs.index(pack) if pack in packs else 0


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
    """The cost of conquering a region, the options about it, and why the other actions of the phase are not offered there.

    A region has no price if more than its distance keeps it from being conquered (the role `reach`); what only tiles that are not in play could do
    is left out.
    """
    if region not in view["regions"]:
        raise GameError("G003", f"There is no region `{region}`.")
    asking = view.decision
    mine = [] if asking is None else [option for option in asking.options if option.about == "region"]
    here = [option for option in mine if region in (option.data.get("target"), option.data.get("value"))]
    offered = {str(option.data.get("action")) for option in here}
    missing = [action for action in _aimed_at_regions(view, asking) if action not in offered]
    with together():
        reasons = {action: _known(partial(view.why_not, action, region)) for action in missing}
        there = {action: why for action, why in reasons.items() if why and not _is_away(why)}
        refused = [{"action": action, "why": _refusal(view, why)} for action, why in there.items()]
        cost = None if _is_forbidden(view, there) else _cost(view, asking, region)
    return {
        "cost": cost,
        "options": [option.id for option in here],
        "not": sorted(refused, key=partial(_nearest, view, region)),
    }


def _is_away(explanation: Explanation) -> bool:
    """Is it the action of a tile that is not in play?"""
    return any(line.key == "not.in_play" for line in explanation.lines)


def _is_forbidden(view: SeatView, refused: dict[str, Explanation]) -> bool:
    """Is it forbidden to conquer a region, wherever it lies?"""
    roles = view.rules.composition.roles
    conquest = refused.get(roles.get("conquest", ""))
    bars = [] if conquest is None else [line.args.get("reason") for line in conquest.lines if line.shown]
    return any(bar not in (None, roles.get("reach")) for bar in bars)


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
    names = [
        action.name
        for action in view.rules.program.actions
        if action.phase.name == phase and action.target is not None and action.target.type.name == "region"
    ]
    return list(dict.fromkeys(names))


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


def _known(ask: Callable[[], A]) -> A | None:
    """An answer; None for an impossible question, or if the seat may not know."""
    try:
        return ask()
    except GameError:
        return None


MADE_UP = 0
"""The seed of what is made up for a preview: nothing that follows from it alone is shown."""


def preview_data(game: Game, seat: int, naming: Naming, options: Sequence[str]) -> dict[str, Any]:
    """The result of some choices in sequence, up to the first that depends on chance, on something hidden or on another seat."""
    trial = game_for(game.told_as(naming), seat, MADE_UP)
    logged, ends = len(trial.state.journal), ""
    patience = Patience()
    for option in options:
        if patience.is_over:
            raise Refused("table-052", "It takes too long to try out so many choices.")
        if trial.over or trial.decision.player != seat:
            ends = "decision"
            break
        then = trial.copy()
        then.choose(option)
        if then.state.G[at.REVEALS] != trial.state.G[at.REVEALS]:
            ends = "chance"
            break
        trial = then
    view = SeatView(trial, seat)
    told = view_data(view, Course(), options=False)
    if not ends and not trial.over and trial.decision.player != seat:
        ends = "decision"
    return {"view": told, "log": [entry.text for entry in view.log_from(logged)], "ends": ends}


def at_step(game: Game, step: int) -> Game:
    """The game after `step` choices."""
    if not 0 <= step <= len(game.choices):
        raise Refused("table-001", "There are {n} choices.", n=len(game.choices))
    earlier = game.copy()
    earlier.go_back(step)
    return earlier


def replay_view(game: Game, seat: int | None, naming: Naming, course: Course, step: int) -> dict[str, Any]:
    """The view after `step` choices."""
    return view_data(view_of(at_step(game, step), seat, naming), course, options=False)


def paid_data(game: Game, seat: int | None, naming: Naming, course: Course, step: int) -> dict[str, Any]:
    """Why the turn of the choice `step` earned what it did: the earnings at the moment of payment.

    `GameError` if packs do not say when that is, if nobody was paid, or if the seat may not know.
    """
    rules = game.rules
    roles = rules.composition.roles
    value = rules.program.value(roles.get("earnings", ""))
    if value is not None and "payday" in roles and 0 < step <= len(game.choices):
        first = course.turn_of(step - 1)
        then = at_step(game, first)
        for choice in game.choices[first:step]:
            player = then.state.G[at.TURN_PLAYER]
            then.choose(choice, until=roles["payday"])
            if then.paused and then.state.G[at.TURN_PLAYER] == player:
                return why_data(view_of(then, seat, naming), value.name, {value.params[0].name: player})
            then.go_on()
    raise GameError("G040", "Nobody was paid then.")


def spoils_data(game: Game, naming: Naming) -> list[list[dict[str, Any]]]:
    """Where the result of each player in a finished game comes from; the parts come to it exactly.

    First the coins at the start; then the earnings, most first: by the tiles that brought them, and without a `name` those that everybody gets; then
    what was gained and paid besides, and what counts beside coins.
    """
    rules, run = game.rules, game.restarted()
    value, payday = (
        rules.program.value(rules.composition.roles.get("earnings", "")),
        rules.composition.roles.get("payday"),
    )
    if not game.over or value is None or payday is None:
        return []
    begun = len(run.state.journal)
    start = [player_cell(run.state, player, at.COINS) for player in range(game.players)]
    earnings: list[dict[str, int]] = [{} for _ in range(game.players)]
    for choice in game.choices:
        run.choose(choice, until=payday)
        if run.paused:
            player = run.state.G[at.TURN_PLAYER]
            for line in _leaves(run.why(value.name, **{value.params[0].name: player}).lines):
                name = _tile_of(rules, naming, line)
                earnings[player][name] = earnings[player].get(name, 0) + line.amount
            run.go_on()
    moved = [line for line in game.state.journal[begun:] if line[0] == COINS_MOVED]
    return [_spoils(game, player, start[player], earnings[player], moved) for player in range(game.players)]


def _tile_of(rules: Rulebook, naming: Naming, line: TraceLine) -> str:
    """The name of the tile that brought something; empty without one."""
    pack, _, id_ = line.source.rpartition("/")
    tile = rules.composition.tiles.get(id_) if pack else None
    return naming.text(tile.names, tile.id) if tile else ""


def _spoils(
    game: Game, player: int, start: int, earned: dict[str, int], moved: list[tuple[Any, ...]]
) -> list[dict[str, Any]]:
    """The parts of one player's result."""
    gained = sum(amount for _, _, receiver, amount in moved if receiver == player) - sum(earned.values())
    paid = sum(amount for _, payer, _, amount in moved if payer == player)
    first = game.rules.deciding[0] if game.rules.deciding else None
    coins = player_cell(game.state, player, at.COINS)
    result = coins if first is None else game.measure(first, player)
    parts = [("start", "", start)]
    parts += [("earned", name, brought) for name, brought in sorted(earned.items(), key=lambda one: -one[1])]
    parts += [("gained", "", gained), ("paid", "", -paid)]
    parts.append(("beside", "", result - coins))
    return [{"kind": kind, "name": name, "coins": part} for kind, name, part in parts if part]


def _leaves(lines: Iterable[TraceLine]) -> Iterator[TraceLine]:
    """The lines that count, each taken apart as far as possible."""
    for line in lines:
        below = [child for child in line.children if child.counts]
        if below:
            yield from _leaves(below)
        elif line.counts and isinstance(line.amount, int):
            yield line


def branched(game: Game, seat: int, step: int, seed: int) -> Game:
    """A game for analysis that continues from there: this one if it is over or for analysis, else one that it could be."""
    branch = at_step(game, step)
    if not (game.over or game.start.get("analysis")):
        branch = game_for(branch, seat, seed)
    branch.start = {**branch.start, "analysis": True}
    return branch


# ── measures over the rounds ──


def plots_data(game: Game, seat: int | None, naming: Naming) -> list[dict[str, Any]]:
    """Each measure at the end of each round: all of them after the game, before that those that the seat knew."""
    run = game.restarted()
    rounds: list[int] = []
    rows: list[dict[str, list[int | None]]] = []
    for choice in game.choices:
        before = run.round
        run.choose(choice)
        if run.round > before and not run.over:
            rounds.append(before)
            rows.append(_measured(run, game, seat))
    rounds.append(run.round)
    rows.append(_measured(run, game, seat))
    names = _names(game, naming)
    return [
        {
            "id": id_,
            "name": name,
            "rounds": rounds,
            "players": [[row[id_][player] for row in rows] for player in range(game.players)],
        }
        for id_, name in names.items()
    ]


def _names(game: Game, naming: Naming) -> dict[str, str]:
    composition = game.rules.composition
    panels = {panel.value: naming.text(panel.names, panel.value) for panel in composition.panels}
    return {**{name: naming.named(composition, name) for name, _ in composition.standings}, **panels}


def _measured(then: Game, game: Game, seat: int | None) -> dict[str, list[int | None]]:
    source: Any = then if game.over else SeatView(then, EVERYBODY if seat is None else seat)
    figures: dict[str, list[int | None]] = {}
    for row in source.standings:
        for name, value in row.items():
            figures.setdefault(name, [None] * game.players)[row["player"]] = value
    for panel in source.panels:
        figures[panel["value"]] = list(panel["players"])
    return figures
