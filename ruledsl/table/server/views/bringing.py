"""The effects of each option before a player takes it: its cost, yield and risk, and whether it could be undone.

Each option is tried in a game that the seat could be in, so the effects reveal nothing that it does not know; a die is tried face by face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.errors import EngineError, GameError
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.small.kinds import ROLLED
from ruledsl.engine.state import layout as at
from ruledsl.play.bots import Greedy
from ruledsl.play.explain.known import Unknowable
from ruledsl.play.explain.why import evaluator_for
from ruledsl.play.views import SeatView, game_for, seen_by
from ruledsl.table.server.views.view import region_text
from ruledsl.table.server.work.paying import Patience

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.play.decisions import Option
    from ruledsl.play.game import Game
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.typed.declarations import ValueDef

# ── advice ──────────────────────────────────────────────────────────────────────
# What a bot would do for a seat, with that seat's knowledge.


MOST = 3
ALWAYS = 0
"""The seed of its rollouts: asking twice gives the same answer."""


def advised(game: Game, seat: int) -> list[dict[str, Any]]:
    """The options that it considers best, the best one first, each with how far it is behind that one."""
    view = SeatView(game, seat)
    options = game.decision.options
    best = Greedy(ALWAYS).ranked(view)[:MOST]
    return [{"option": options[option].id, "behind": round(behind, 1)} for option, behind in best]


MOST_BROUGHT = 160
"""Options beyond this number get no preview."""
MOST_FACES = 60
"""A die with more faces gets no preview: each face would be one more game to try."""
MADE_UP = 0
"""The seed of what is made up; nothing that follows from it alone is shown."""
NOTHING: dict[str, Any] = {
    "takes": False,
    "leaves": False,
    "tokens": None,
    "coins": 0,
    "income": 0,
    "pieces": {},
    "then": "",
    "chance": None,
    "ends": "",
    "next": None,
}
"""The effects of an option that changes nothing visible: see `docs/table-protocol.md`."""


def brought(game: Game, seat: int, naming: Naming) -> dict[str, dict[str, Any]]:
    """The effects of the options of this seat's decision, by id; options for which there is no time are left out."""
    trials = _Trials(game_for(game.told_as(naming), seat, MADE_UP), seat)
    effects = {}
    for option in list(trials.now.decision.options)[:MOST_BROUGHT]:
        if trials.patience.is_over:
            break
        effects[option.id] = {**NOTHING, **trials.of(option)}
    return effects


class _Seen(NamedTuple):
    """A moment of a game that was made up for a seat: its plain data, the player's income, the deciding player, and the rule that asks."""

    data: dict[str, Any]
    income: int | None
    asked: int | None
    rule: str

    @classmethod
    def of(cls, game: Game, seat: int) -> _Seen:
        data, income = seen_by(game, seat), _income(game, seat)
        if game.over:
            return cls(data, income, None, "")
        asking = game.decision
        return cls(data, income, asking.player, f"{asking.player} {asking.people} {asking.rule}")

    @property
    def hand(self) -> int:
        """Tokens in the viewer's hand."""
        me = self.data["player"]
        return sum(people["hand"] for people in self.data["peoples"] if people["player"] == me)

    def owns(self, race: str | None) -> bool:
        """Does a race belong to the viewer?"""
        me = self.data["player"]
        return any(people["race"] == race and people["player"] == me for people in self.data["peoples"])


def _income(game: Game, seat: int) -> int | None:
    """What the player would earn if the turn ended now; None if there is no such value, or it depends on a secret."""
    rules = game.rules
    value = rules.program.value(rules.composition.roles.get("earnings", ""))
    return None if value is None else _known(game, seat, value, seat)


def _known(game: Game, seat: int, value: ValueDef, *args: int) -> int | None:
    """A value as the seat may know it; None also if it takes too long."""
    try:
        if value.index in game.rules.openness.everybodys:
            return int(Questions(game.state).value(value.index, *args))
        evaluator = evaluator_for(game, seat)  # its answers do not keep the evaluator alive
        return int(evaluator.answers.value(value, args).result)
    except (Unknowable, EngineError):
        return None


class _Trials:
    """Tries options, each by itself, from a game that was made up for the deciding seat."""

    def __init__(self, now: Game, seat: int) -> None:
        self.patience = Patience()
        self.now = now
        self.seat = seat
        self.before = _Seen.of(now, seat)
        self.regions = {region.id: region for region in now.board.map.regions}

    def of(self, option: Option) -> dict[str, Any]:
        """The changes by an option."""
        then = self._tried(option, ())
        if then is None:
            return {}
        if _reveals(then) == _reveals(self.now):
            after = _Seen.of(then, self.seat)
            ends = {} if after.asked == self.seat else {"ends": "decision", "next": after.asked}
            return {**self._changed(after, option), **ends}
        return {**_by_chance(self._by_faces(option, then), option), "ends": "chance"}

    def _by_faces(self, option: Option, then: Game) -> list[dict[str, Any]]:
        """The changes by an option for each face of the die; empty if that is unknown beforehand, or takes too long."""
        changes = []
        for face in self._faces(then):
            trial = None if self.patience.is_over else self._tried(option, (face,))
            if trial is None or _reveals(trial) != _reveals(self.now) + 1:
                return []  # another die, or a reveal
            changes.append(self._changed(_Seen.of(trial, self.seat), option))
        return changes

    def _tried(self, option: Option, faces: tuple[int, ...]) -> Game | None:
        """The game after an option, with these rolls; None if it cannot be carried out."""
        trial = self.now.copy()
        if faces:
            trial.load(faces)
        try:
            trial.choose(option.index)
        except GameError:
            return None
        return trial

    def _faces(self, then: Game) -> tuple[int, ...]:
        """All faces of the rolled die, if it was only one, and has few enough."""
        new = _journal(then.state)[len(_journal(self.now.state)) :]
        rolled = [entry[1] for entry in new if entry[0] == ROLLED]
        faces = self.now.state.code.dice[rolled[0]] if len(rolled) == 1 else ()
        return faces if len(faces) <= MOST_FACES else ()

    # ── changes ──

    def _changed(self, after: _Seen, option: Option) -> dict[str, Any]:
        """Changes for the seat, and in the option's target region. Income counts while the turn lasts."""
        before, me = self.before, self.seat
        coins = [seen.data["players"][me]["coins"] or 0 for seen in (before, after)]
        goes_on = after.asked == me and None not in (before.income, after.income)
        changes = {
            "coins": coins[1] - coins[0],
            "income": (after.income or 0) - (before.income or 0) if goes_on else 0,
        }
        return changes | self._in_region(after, option) if option.about == "region" else changes

    def _in_region(self, after: _Seen, option: Option) -> dict[str, Any]:
        region = str(option.data.get("target", option.data.get("value")))
        old, new = self.before.data["regions"][region], after.data["regions"][region]
        takes = after.owns(new["holder"]) and old["holder"] != new["holder"]
        kinds = old["pieces"] | new["pieces"]
        pieces = {id_: new["pieces"].get(id_, 0) - old["pieces"].get(id_, 0) for id_ in kinds}
        now = self.now
        return {
            "takes": takes,
            "leaves": self.before.owns(old["holder"]) and not after.owns(new["holder"]),
            "tokens": self._used(after, option) if takes else None,
            "pieces": {id_: change for id_, change in pieces.items() if change},
            "then": region_text(now.rules, now.naming, after.data, region, self.regions.get(region)),
        }

    def _used(self, after: _Seen, option: Option) -> int | None:
        """The tokens that leave the hand. If another question follows, others may have returned: then the usual cost."""
        hand = self.before.hand
        if self.before.rule == after.rule:
            return hand - after.hand
        now, roles = self.now, self.now.rules.composition.roles
        cost = now.rules.program.value(roles.get("cost", ""))
        usual = option.data.get("action") == roles.get("conquest")
        if cost is None or not usual:
            return None
        nouns = {"people": now.decision.people, "region": option.data["target"]}
        args = [now.naming.value_of(now.state, param.type, nouns[param.type.name]) for param in cost.params]
        usual_cost = _known(now, self.seat, cost, *args)
        return None if usual_cost is None else min(usual_cost, hand)


def _by_chance(results: list[dict[str, Any]], option: Option) -> dict[str, Any]:
    """The possible results of a die: how many faces take the region, and what those yield; empty without faces."""
    if not results:
        return {}
    won = [one for one in results if one.get("takes")]
    same = all(one == results[0] for one in results)
    chance = {"wins": len(won), "of": len(results)} if option.about == "region" else None
    return {**(won[0] if won else results[0] if same else {}), "chance": chance}


def _reveals(game: Game) -> int:
    count: int = game.state.G[at.REVEALS]
    return count


def _journal(g: State) -> list[tuple[int, ...]]:
    return g.journal
