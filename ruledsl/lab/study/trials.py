"""Games that measure the strength of a tile: those in which somebody begins with it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.lab.bulk.opening import Opening
from ruledsl.lab.bulk.plan import Plan, seed_of
from ruledsl.lab.bulk.playing import all_take_anything, inside, one_by_one
from ruledsl.lab.bulk.workers import Identity, rules_of
from ruledsl.lab.study.sequential import Tally
from ruledsl.play.standings import standings_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.lab.bulk.opening import Combo
    from ruledsl.lab.bulk.playing import Played
    from ruledsl.play.game import Rules


class Ends(NamedTuple):
    """The end of a game, by seat, in integers. `scores`: the value that decides it.

    `leads`: the same, less the average of the others, times the number of others. `wins`: `share`, divided among the seats in first place.
    """

    scores: list[int]
    leads: list[int]
    wins: list[int]
    share: int


def share_of(players: int) -> int:
    """The value of a win: divisible among any number of players."""
    return math.lcm(*range(1, players + 1))


def ends_of(rules: Rules, players: int, game: Played) -> Ends:
    """The end of a finished game."""
    rows = standings_of(rules, players, game.value)
    decides = rules.composition.standings[0][0]
    by_player = {row["player"]: row[decides] for row in rows}
    scores = [by_player[player] for player in range(players)]
    first = [row["player"] for row in rows if row["rank"] == 1]
    share = share_of(players)
    return Ends(
        scores,
        [players * score - sum(scores) for score in scores],
        [share // len(first) if player in first else 0 for player in range(players)],
        share,
    )


@dataclass(slots=True)
class Trials:
    """The results of some games: `lead` and `wins` have an entry for each seat that began with the tile, `games` counts all games begun.

    `partners` has the leads by the other tile of the first combo.
    """

    lead: Tally
    wins: Tally
    games: int = 0
    errors: list[str] = field(default_factory=list)
    partners: dict[str, Tally] = field(default_factory=dict)

    @classmethod
    def none(cls, players: int) -> Trials:
        """No results yet."""
        return cls(Tally(players - 1), Tally(share_of(players), bounds=(0, share_of(players))))

    def add(self, ends: Ends, player: int, partner: str | None = None) -> None:
        """Add the end of a game for the seat of a player, who began with the tile and this partner."""
        self.lead.add(ends.leads[player])
        if partner is not None:
            self.partners.setdefault(partner, Tally(self.lead.unit)).add(ends.leads[player])
        self.wins.add(ends.wins[player])

    def merge(self, other: Trials) -> None:
        """Add the results of another one."""
        self.lead.merge(other.lead)
        self.wins.merge(other.wins)
        self.games += other.games
        self.errors += other.errors
        for partner, tally in other.partners.items():
            self.met(partner, tally)

    def met(self, partner: str, tally: Tally) -> None:
        """Add leads with a partner."""
        self.partners.setdefault(partner, Tally(tally.unit)).merge(tally)


class Piece(NamedTuple):
    """Some games of a plan, and the tiles with one of which somebody must begin; with `seated`, one that is there in every game, with its copies."""

    plan: Plan
    identity: Identity
    tiles: frozenset[str]
    games: Sequence[int]
    seated: bool = False

    @property
    def opening(self) -> Opening:
        """How these games open."""
        return Opening(self.tiles, len(self.plan.seats), self.seated)

    def takers(self, game: Played) -> dict[int, Combo]:
        """Those who began with one of the tiles; in a game that was dealt for one seat, that one alone."""
        found = self.opening.of(game.combos)
        return {
            player: combo
            for player, combo in found.items()
            if combo.has(self.tiles) and game.seated in (-1, player)
        }


def trials(piece: Piece) -> Trials:
    """Play these games as far as they give information."""
    players = len(piece.plan.seats)
    found = Trials.none(players)
    for game in _games(piece):
        found.games += 1
        if game.error:
            found.errors.append(game.error)
        elif not game.given_up:
            ends = ends_of(rules_of(piece.plan, piece.identity), players, game)
            for player, combo in piece.takers(game).items():
                partner = combo.power if combo.race in piece.tiles else combo.race
                found.add(ends, player, partner)
    return found


class Apart(NamedTuple):
    """The results for each tile, and what went wrong."""

    tiles: dict[str, Trials]
    errors: list[str]


def apart(piece: Piece) -> Apart:
    """The results for each of the tiles; a game counts for all with which somebody began."""
    players = len(piece.plan.seats)
    found = Apart({}, [])
    for game in _games(piece):
        if game.error:
            found.errors.append(game.error)
        elif not game.given_up:
            ends = ends_of(rules_of(piece.plan, piece.identity), players, game)
            for player, combo in piece.takers(game).items():
                for tile, partner in ((combo.race, combo.power), (combo.power, combo.race)):
                    if tile in piece.tiles:
                        found.tiles.setdefault(str(tile), Trials.none(players)).add(ends, player, partner)
    return found


def _games(piece: Piece) -> Iterator[Played]:
    rules = rules_of(piece.plan, piece.identity)
    if all_take_anything(piece.plan):
        rules.backend.program()
    opening = piece.opening
    for number in piece.games:
        seed = seed_of(piece.plan.seed, number)
        game = inside(rules, piece.plan, seed, opening) or one_by_one(rules, piece.plan, seed, opening)
        yield replace(game, error=f"game {number}: {game.error}") if game.error else game
