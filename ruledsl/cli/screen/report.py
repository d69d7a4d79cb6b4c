"""A game told turn by turn: short reports, the map from time to time, the available combos, the standings."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from rich import box
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import MOST_LISTED, render_text
from ruledsl.cli.output import say
from ruledsl.cli.screen.boardview import board_of
from ruledsl.cli.screen.console import player_colour
from ruledsl.play.explain.log import announces
from ruledsl.play.naming.nouns import in_english
from ruledsl.play.runner import score
from ruledsl.play.views import market_of

if TYPE_CHECKING:
    from rich.console import Console

    from ruledsl.author.testkit import Report as testkit_Report
    from ruledsl.author.testkit import Result
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.explain.log import LogEntry
    from ruledsl.play.game import Game, Rules
    from ruledsl.play.runner import Turn
    from ruledsl.play.views import SeatView

AFTER = " · "


class Report:
    """Shows a running game on a console. `open_hands` is false when a person plays, who may not see the others' coins.

    `told` keeps the reports of turns, for the next person at the screen.
    """

    def __init__(self, console: Console, seats: list[str], *, open_hands: bool = True) -> None:
        self.console = console
        self.seats = seats
        self.open_hands = open_hands
        self.told: list[list[Text | str]] = []

    # ── turns ──

    def turn(self, game: Game, turn: Turn) -> None:
        """Whose turn it was and what happened, on a few lines."""
        if turn.player is None:
            return
        head = Text(f"player {turn.player + 1}", f"bold {player_colour(turn.player)}")
        head.append(f" {self.seats[turn.player]}", "dim")
        if self.open_hands:
            now = score(game, turn.player)
            head.append(f"  {turn.before} → {now}", "bold")
        lines = told_lines(game.rules, turn.entries[1:], turn.player)
        self.told.append([head, *(_hanging(line, self.console.width) for line in lines)])
        self.say_again(len(self.told) - 1)

    def say_again(self, since: int) -> None:
        """Repeat the reports from that turn on."""
        for lines in self.told[since:]:
            for line in lines:
                self.console.print(line, soft_wrap=True)

    def round(self, number: int, of: int) -> None:
        """A line between rounds; `of` is 0 in a game without a last one."""
        self.console.print()
        self.console.print(
            Rule(Text(f"Round {number}" + (f" of {of}" if of else ""), "bold"), style="dim", align="left")
        )

    # ── the table ──

    def table(self, view: SeatView, standings: list[dict[str, Any]] | None = None) -> None:
        """The map, the combos and the players, as somebody sees them; with `standings`, if they are public."""
        self.map(view)
        sides = Table.grid(padding=(0, 4, 0, 0))
        sides.add_row(self._players(view, standings or view.standings), self._market(view))
        self.console.print(sides)
        tiles, naming = view.rules.composition.tiles, view.naming
        aside = [f"{naming.text(tiles[id_].names, id_)} {count}" for id_, count in view["aside"].items()]
        marked = [
            f"{piece} on {naming.text(tiles[id_].names, id_)}"
            for id_, entry in view["tiles"].items()
            for piece in naming.pieces(view.rules.composition, entry["pieces"])
        ]
        if marked:
            self.console.print(Text(", ".join(marked), "dim"))
        if aside:
            self.console.print(Text(f"set aside: {', '.join(aside)}", "dim"))

    def map(self, view: SeatView) -> None:
        """The current map."""
        composition, naming = view.rules.composition, view.naming
        board = board_of(composition, view.map, naming, view)
        for line in board.lines(self.console.width):
            self.console.print(line, soft_wrap=True)
        signs = {p.symbol: naming.text(p.names, p.id) for p in composition.pieces.values() if p.symbol}
        shown = {mark[:1] for cell in board.cells for mark in cell.marks}
        legend = [f"{sign} {name}" for sign, name in signs.items() if sign in shown]
        if any(not full for cell in board.cells for *_, full in cell.holders):
            legend.append("(…) not active")
        self.console.print(Text("   ".join(legend), "dim"))

    def _players(self, view: SeatView, standings: list[dict[str, Any]]) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("player")
        table.add_column("peoples")
        for name in ("regions", "hand"):
            table.add_column(name, justify="right")
        table.add_column("score", justify="right")
        decisive = next((name for name, _ in view.rules.composition.standings), "")
        scores = {row["player"]: row.get(decisive, 0) for row in standings}
        for player in range(view.players):
            mine = [people for people in view["peoples"] if people["player"] == player]
            rows = [(self._people(view, p), str(len(p["regions"])), str(p["hand"] or "")) for p in mine]
            rows = rows or [(Text("out" if view["players"][player].get("out") else "–", "dim"), "", "")]
            for place, row in enumerate(rows):
                who = f"{player + 1} {self.seats[player]}" if not place else ""
                score = "?" if scores[player] is None else str(scores[player])
                table.add_row(Text(who, player_colour(player)), *row, score if not place else "")
        return table

    def _people(self, view: SeatView, people: dict[str, Any]) -> Text:
        tiles, naming = view.rules.composition.tiles, view.naming
        name = naming.text(tiles[people["race"]].names, people["race"])
        if people["power"]:
            name = f"{naming.text(tiles[people['power']].names, people['power'])} {name}"
        first = next(iter(view.rules.composition.words.stages), "")
        return Text(name) if people["stage"] == first else Text(f"({name})", "dim")

    def _market(self, view: SeatView) -> Table | Text:
        wares = market_of(view)
        if not wares:
            return Text("")
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("price", justify="right")
        table.add_column("to be had")
        table.add_column("size")
        table.add_column(in_english(view.rules.composition, "[coin.many]"), justify="right")
        for ware in wares:
            price = "" if not ware.asked else "?" if ware.price is None else str(ware.price)
            table.add_row(price, ware.name, "+".join(map(str, ware.sizes)), str(ware.coins or ""))
        return table

    # ── the end ──

    def standings(self, game: Game) -> None:
        """Who won and by what, and the other measures of packs."""
        self.console.print()
        table = Table(
            title="The game is over" if game.over else "So far", title_justify="left", box=box.ROUNDED
        )
        table.add_column("", justify="right")
        table.add_column("player")
        names = {panel["value"]: panel["name"] for panel in game.panels}
        columns = [name for name, _ in game.rules.composition.standings]
        more = [panel for panel in game.panels if panel["value"] not in columns]
        for name in columns:
            called = game.naming.named(game.rules.composition, name)
            table.add_column(names.get(name, called[:1].upper() + called[1:]), justify="right")
        for panel in more:
            table.add_column(panel["name"], justify="right")
        for row in game.standings:
            player = row["player"]
            style = f"bold {player_colour(player)}" if row["rank"] == 1 else player_colour(player)
            values = [row[name] for name in columns] + [panel["players"][player] for panel in more]
            who = f"player {player + 1} {self.seats[player]}{' (lost)' if row.get('lost') else ''}"
            table.add_row(f"{row['rank']}.", Text(who, style), *map(str, values))
        self.console.print(table)


def _hanging(line: str, width: int) -> str:
    """A line wrapped between the items of an enumeration, with a hanging indent."""
    rows = [""]
    for part in line.split(AFTER):
        added = f"{rows[-1]}{AFTER}{part}" if rows[-1] else part
        if len(added) > width - 6 and rows[-1]:
            rows[-1] += AFTER.rstrip()
            rows.append(f"  {part}")
        else:
            rows[-1] = added
    return "\n".join(f"    {row}" for row in rows)


# ── sentences ──


@dataclass(slots=True)
class _Told:
    """Sentences of one kind with the same beginning: the common part, and the rest of each."""

    key: str
    head: str
    tails: list[str]

    def adds(self, key: str, sentence: str) -> bool:
        """Add a sentence, if it fits."""
        if key != self.key:
            return False
        first = self.head + self.tails[0]
        if not self.head and sentence != first:
            self.head = _shared(first, sentence)
            if not self.head:
                return False
            self.tails = [tail[len(self.head) :] for tail in self.tails]
        if not sentence.startswith(self.head):
            return False
        self.tails.append(sentence[len(self.head) :])
        return True

    def __str__(self) -> str:
        counts = Counter(self.tails)
        return self.head + AFTER.join(f"{t} ×{n}" if n > 1 else t for t, n in counts.items())


LOOK_BACK = 2
"""The number of preceding groups that a sentence may join: conquests alternate with the displaced peoples."""


def told_lines(rules: Rules, entries: list[LogEntry], player: int) -> list[str]:
    """What happened, in few lines: choices that only announce an event are omitted, sentences with the same beginning are merged."""
    lines: list[_Told] = []
    for entry in _worth_telling(entries):
        sentence = _without_player(entry.text, player) + _numbers(rules, entry)
        if not any(told.adds(entry.key, sentence) for told in reversed(lines[-LOOK_BACK:])):
            lines.append(_Told(entry.key, "", [sentence]))
    return [str(told) for told in lines]


def _numbers(rules: Rules, entry: LogEntry) -> str:
    """Numbers of an event that its text does not mention, such as those that were spent on it."""
    text = rules.composition.texts.get(entry.key, {}).get("en", "")
    if not entry.key.startswith("event.") or not text:
        return ""
    more = [str(v) for name, v in entry.args.items() if str(v).isdecimal() and f"{{{name}" not in text]
    return f" ({', '.join(more)})" if more else ""


def _worth_telling(entries: list[LogEntry]) -> list[LogEntry]:
    """An option is represented by the events it caused; only without any is it shown itself."""
    return [entry for entry, then in zip_longest(entries, entries[1:]) if not announces(entry, then)]


def _without_player(text: str, player: int) -> str:
    """A sentence without the player, who is in the heading of the report."""
    rest = re.sub(rf"^player {player + 1}:? ", "", text, flags=re.IGNORECASE)
    return rest[:1].lower() + rest[1:] if rest != text else text


def _shared(first: str, second: str) -> str:
    """The common first words, if they are nearly all of them."""
    ours, theirs = first.split(" "), second.split(" ")
    count = 0
    while count < min(len(ours), len(theirs)) - 1 and ours[count] == theirs[count]:
        count += 1
    if count < 2 or max(len(ours), len(theirs)) - count > MOST_WORDS:  # noqa: PLR2004 - a subject and a verb
        return ""
    return " ".join(ours[:count]) + " "


MOST_WORDS = 4
"""The most words in which two such sentences may differ: a noun with its number."""


# ── tested ──────────────────────────────────────────────────────────────────────
# The results of scenarios on a terminal: failures first, the count last.


def show_report(out: Console, report: testkit_Report, *, quiet: bool) -> None:
    """Show all results; with `quiet` only failures."""
    for result in report.listed:
        if result.passed:
            _trace(result)
    show_failures(out, report)
    if not quiet:
        _results(out, report)
    if report.coverage:
        _coverage(out, report)
    say(counts(report))


def counts(report: testkit_Report) -> str:
    """How many passed, in a line."""
    failed = len(report.failures)
    count = len(report.problems)
    problems = f", {count} problem{'' if count == 1 else 's'} in their files" if count else ""
    return f"{len(report.results) - failed} passed, {failed} failed{problems}"


def show_failures(out: Console, report: testkit_Report) -> None:
    """Show errors in files, errors in packs (once, however many scenarios use them), and failed scenarios."""
    _findings(out, report.problems)
    if report.broken:
        _findings(out, report.broken)
        idle = sum(bool(failure.causes) for failure in report.failures)
        say(f"{idle} scenario{' needs' if idle == 1 else 's need'} what is broken there.\n")
    own = [result for result in report.results if result.failure is not None and not result.failure.causes]
    for result in own[:MOST_LISTED]:
        _findings(out, [result.failure.diagnostic] if result.failure else [])
        _trace(result)
    if len(own) > MOST_LISTED:
        say(f"and {len(own) - MOST_LISTED:,} more failed\n")


def _findings(out: Console, findings: list[Diagnostic]) -> None:
    if findings:
        say(render_text(findings, colour=out.is_terminal), styled=True)


def _trace(result: Result) -> None:
    """Show the log of a scenario."""
    if result.trace:
        say("\n".join([f"{result.name}:", *(f"  {line}" for line in result.trace), ""]))


def _results(out: Console, report: testkit_Report) -> None:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("", "scenario", "steps", "file"):
        table.add_column(name)
    for result in report.listed:
        sign = Text("passed", "green") if result.passed else Text("FAILED", "bold red")
        table.add_row(sign, result.name, str(result.steps), PurePath(result.scenario.file).name)
    out.print(table)
    if more := len(report.results) - len(report.listed):
        say(f"and {more:,} more")


def _coverage(out: Console, report: testkit_Report) -> None:
    used = len(report.coverage) - len(report.unexercised)
    out.print()
    out.print(
        f"{used} of {len(report.coverage)} rules were reached by a scenario ({report.reached:.0%})."
        + (" Not reached:" if report.unexercised else "")
    )
    rows = [(c.owner, f"{PurePath(c.span.file).name}:{c.span.line}", c.text) for c in report.unexercised]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for owner, place, text in rows:
        say(f"  {owner:{widths[0]}}  {place:{widths[1]}}  {text}".rstrip())
    out.print()
