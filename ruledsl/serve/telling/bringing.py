"""What each option would do, before anybody presses it: what it costs, brings and risks, and whether it could be taken back.

Each is tried on a game that the seat could be in, so that nothing is told which it does not know; what a die would say is tried face by face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.engine.small.kinds import ROLLED
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import EngineError
from ruledsl.explain.known import Unknowable
from ruledsl.explain.questions import evaluator_for
from ruledsl.naming.errors import GameError
from ruledsl.native.running import Questions
from ruledsl.play.views.seat import game_for
from ruledsl.play.views.seen import seen_by
from ruledsl.serve.telling.view import region_text
from ruledsl.serve.work.patience import Patience

if TYPE_CHECKING:
    from ruledsl.check.typed.declarations import ValueDef
    from ruledsl.engine.state.state import State
    from ruledsl.naming.nouns import Naming
    from ruledsl.play.decisions import Option
    from ruledsl.play.game import Game

MOST = 160
"""Of more options than that the rest is told nothing about."""
MOST_FACES = 60
"""Of a die with more faces than that nothing is told beforehand: each would be one more game to try."""
MADE_UP = 0
"""The seed of what is made up; nothing that follows from it alone is told."""
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
"""Of an option that changes nothing of what is told: see `docs/table-protocol.md`."""


def brought(game: Game, seat: int, naming: Naming) -> dict[str, dict[str, Any]]:
    """What the options of a decision of this seat would do, by their ids; those that there is no time to try are left out."""
    trials = _Trials(game_for(game.told_as(naming), seat, MADE_UP), seat)
    found = {}
    for option in list(trials.now.decision.options)[:MOST]:
        if trials.patience.is_over:
            break
        found[option.id] = {**NOTHING, **trials.of(option)}
    return found


class _Seen(NamedTuple):
    """A moment of a game that was made up for a seat: its plain data, the player's income, who is asked, and by which rule."""

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
        """Tokens that the player who looks has in hand."""
        me = self.data["player"]
        return sum(people["hand"] for people in self.data["peoples"] if people["player"] == me)

    def owns(self, race: str | None) -> bool:
        """Is a race one of the player's who looks?"""
        me = self.data["player"]
        return any(people["race"] == race and people["player"] == me for people in self.data["peoples"])


def _income(game: Game, seat: int) -> int | None:
    """What the player would earn if the turn ended now; None if there is no such value, or it hangs on a secret."""
    rules = game.rules
    value = rules.program.value(rules.composition.roles.get("earnings", ""))
    return None if value is None else _known(game, seat, value, seat)


def _known(game: Game, seat: int, value: ValueDef, *args: int) -> int | None:
    """A value as a seat can know it; None also for what takes too long."""
    try:
        if value.index in game.rules.openness.everybodys:
            return int(Questions(game.state).value(value.index, *args))
        evaluator = evaluator_for(game, seat)  # its answers do not hold it
        return int(evaluator.answers.value(value, args).result)
    except (Unknowable, EngineError):
        return None


class _Trials:
    """Options tried, each by itself, from where a game stands that was made up for the seat that is asked."""

    def __init__(self, now: Game, seat: int) -> None:
        self.patience = Patience()
        self.now = now
        self.seat = seat
        self.before = _Seen.of(now, seat)
        self.regions = {region.id: region for region in now.board.map.regions}

    def of(self, option: Option) -> dict[str, Any]:
        """What an option would change."""
        then = self._tried(option, ())
        if then is None:
            return {}
        if _reveals(then) == _reveals(self.now):
            after = _Seen.of(then, self.seat)
            ends = {} if after.asked == self.seat else {"ends": "decision", "next": after.asked}
            return {**self._changed(after, option), **ends}
        return {**_by_chance(self._by_faces(option, then), option), "ends": "chance"}

    def _by_faces(self, option: Option, then: Game) -> list[dict[str, Any]]:
        """What an option would change, by the faces of the die; nothing if that cannot be told beforehand, or takes too long."""
        found = []
        for face in self._faces(then):
            trial = None if self.patience.is_over else self._tried(option, (face,))
            if trial is None or _reveals(trial) != _reveals(self.now) + 1:
                return []  # more than the one die, or something else is turned up
            found.append(self._changed(_Seen.of(trial, self.seat), option))
        return found

    def _tried(self, option: Option, faces: tuple[int, ...]) -> Game | None:
        """The game after an option, with dice that fall like that; None if it cannot be carried out."""
        trial = self.now.copy()
        if faces:
            trial.settled().loaded = list(faces)
        try:
            trial.choose(option.index)
        except GameError:
            return None
        return trial

    def _faces(self, then: Game) -> tuple[int, ...]:
        """All faces of the die that was rolled, if it was one, and has not too many."""
        new = _journal(then.state)[len(_journal(self.now.state)) :]
        rolled = [entry[1] for entry in new if entry[0] == ROLLED]
        faces = self.now.state.code.dice[rolled[0]] if len(rolled) == 1 else ()
        return faces if len(faces) <= MOST_FACES else ()

    # ── what has changed ──

    def _changed(self, after: _Seen, option: Option) -> dict[str, Any]:
        """For the seat, and in the region at which the option is aimed. Income counts as long as the same turn goes on."""
        before, me = self.before, self.seat
        coins = [seen.data["players"][me]["coins"] or 0 for seen in (before, after)]
        goes_on = after.asked == me and None not in (before.income, after.income)
        found = {
            "coins": coins[1] - coins[0],
            "income": (after.income or 0) - (before.income or 0) if goes_on else 0,
        }
        return found | self._in_region(after, option) if option.about == "region" else found

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
            "then": region_text(now.rules, now.naming, after.data, self.regions[region]),
        }

    def _used(self, after: _Seen, option: Option) -> int | None:
        """The tokens that go from the hand. Where something else is asked then others may have come back: then what it usually costs."""
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


def _by_chance(found: list[dict[str, Any]], option: Option) -> dict[str, Any]:
    """What a die may bring, by its faces: how many of them take the region, and what those bring that do; nothing of no faces."""
    if not found:
        return {}
    won = [one for one in found if one.get("takes")]
    same = all(one == found[0] for one in found)
    chance = {"wins": len(won), "of": len(found)} if option.about == "region" else None
    return {**(won[0] if won else found[0] if same else {}), "chance": chance}


def _reveals(game: Game) -> int:
    found: int = game.state.G[at.REVEALS]
    return found


def _journal(g: State) -> list[tuple[int, ...]]:
    return g.journal or []
