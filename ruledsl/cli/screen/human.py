"""A person at the keyboard: numbered options, and questions to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from ruledsl.base.errors import GameError
from ruledsl.cli.output import say
from ruledsl.cli.screen.console import wipe
from ruledsl.cli.signals import Ended, Refusal
from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.cli.files.autosave import Keeper
    from ruledsl.cli.screen.report import Report
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.decisions import Option
    from ruledsl.play.game import Game
    from ruledsl.play.views import SeatView

HELP = """\
To choose an option, type its number, its id, or the start of its text. Other commands:
  why VALUE [REGION …]        why a number is what it is:  why conquest_cost 12
                              with names:                   why conquest_cost region=12 people=NAME
  why not ACTION [TARGET]     why something is not offered: why not conquer 1
  map, log, options           the table, what happened, the options again
  undo                        take your last choice back
  redo                        make it again, until you choose something else
  save FILE                   save the game
  record NAME [N] [FILE]      make a scenario of the position, or of the last N choices
  quit                        leave the table (with --save, every choice is in the file as soon as it is made)"""


MOST_DIGITS = 9


class Left(Exception):
    """The player left the table."""


class Human:
    """Asks on the console. One person may have several seats; several persons take turns at the screen. They see only what their seats know.

    `game` is used only for saving and for undo.
    """

    def __init__(self, game: Game, report: Report, names: list[str], keeper: Keeper) -> None:
        self.game = game
        self.report = report
        self.console = report.console
        self.names = names
        self.keeper = keeper
        self.seen: tuple[int, int] | None = None
        self.at_the_screen: int | None = None
        self.heard: dict[int, int] = {}

    def choose(self, view: SeatView) -> int | None:
        """The chosen option; None after an undo or a redo."""
        if self.at_the_screen not in (None, view.seat):
            self._hand_over(view.seat)
        self.at_the_screen = view.seat
        turn = view.round, view.seat
        if self.seen != turn:
            self.seen = turn
            self.console.print()
            self.report.table(view)
        self._show(view)
        while True:
            words = self._read(f"{view.seat + 1}> ").split()
            if not words:
                continue
            done, index = self._obey(view, words)
            if done:
                self.heard[view.seat] = len(self.report.told)
                return index

    def _hand_over(self, seat: int) -> None:
        """Hand the screen to another person: clear it, and repeat what has happened since."""
        wipe(self.console)
        self._read(f"player {seat + 1}, the screen is yours: press Enter when nobody else can see it ")
        self.seen = None
        self.report.say_again(self.heard.get(seat, 0))

    # ── asking ──

    def _show(self, view: SeatView) -> None:
        decision = view.decision
        if decision is None:
            return
        options = list(decision.options)
        self.console.print()
        self.console.print(Text(f"player {decision.player + 1}: {decision.prompt}", "bold"))
        width = max(len(option.label) for option in options) + 7
        across = max(self.console.width // width, 1)
        rows = -(-len(options) // across)
        for row in range(rows):
            line = Text()
            for option in options[row::rows]:
                line.append(f"{option.index + 1:>4} ", "bold cyan")
                line.append(f"{option.label:<{width - 5}}")
            line.rstrip()
            self.console.print(line)

    def _read(self, prompt: str) -> str:
        try:
            return str(click.prompt(prompt, prompt_suffix="", default="", show_default=False))
        except click.exceptions.Abort as problem:
            if isinstance(problem.__context__, Ended):
                raise problem.__context__ from None
            raise Left from None

    # ── commands ──

    def _obey(self, view: SeatView, words: list[str]) -> tuple[bool, int | None]:
        """Carry out a command: (whether the choice is over, the option)."""
        word = words[0].lower()
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: say(HELP),
            "map": lambda: self.report.table(view),
            "log": lambda: say("\n".join(entry.text for entry in view.log[-25:])),
            "options": lambda: self._show(view),
            "why": lambda: self._why(view, words[1:]),
            "save": lambda: self._save(words[1:]),
            "record": lambda: self._record(words[1:]),
        }
        options = list(view.decision.options) if view.decision is not None else []
        index = _option(options, " ".join(words))
        if index is not None:
            return True, index
        try:
            if word in ("quit", "exit"):
                raise Left
            if word in ("undo", "redo"):
                self._undo() if word == "undo" else self._redo()
                return True, None
            if word in commands:
                commands[word]()
            else:
                _unknown(options, " ".join(words))
        except (GameError, Refusal) as problem:
            say(str(problem))
        return False, None

    def _undo(self) -> None:
        """Undo to the last choice of a person."""
        trial = self.game.copy()
        steps = 0
        while True:
            trial.undo()
            steps += 1
            if self.names[trial.decision.player] == "human":
                break
        for _ in range(steps):
            self.game.undo()
        self.seen = None

    def _redo(self) -> None:
        """Make the choice again that was taken back, and those that followed it, up to the next one of a person."""
        self.game.redo()
        while not self.game.over and self.names[self.game.decision.player] != "human" and self.game.undone:
            self.game.redo()
        self.seen = None

    def _save(self, words: list[str]) -> None:
        say(f"Saved as {self.keeper.save(self.game, ' '.join(words))}.")

    def _record(self, words: list[str]) -> None:
        """Record a scenario with everything hidden in the game: authors of rules may look."""
        from ruledsl.cli.files.lines import own_file, record_scenario, with_choices  # noqa: PLC0415 - who only plays does without

        if not words:
            raise Refusal("Under which name? `record NAME`, or `record NAME 2` for the last two choices.")
        name, *rest = words
        last = int(rest.pop(0)) if rest and _is_number(rest[0]) else 0
        file = " ".join(rest) or own_file(self.game, name)
        _, count = record_scenario(self.game, name, last, file)
        say(f"Recorded as `{name}` in {file}{with_choices(count)}.")

    # ── why ──

    def _why(self, view: SeatView, words: list[str]) -> None:
        if words[:1] == ["not"]:
            if len(words) == 1:
                raise Refusal("Why not what? `why not ACTION [TARGET]`, for example `why not conquer 1`.")
            target = " ".join(words[2:]) or None
            say(view.why_not(words[1], target).text)
            return
        if not words:
            raise Refusal("Why what? `why VALUE [REGION …]`, for example `why conquest_cost 12`.")
        say(view.why(words[0], **self._arguments(view, words[0], words[1:])).text)

    def _arguments(self, view: SeatView, name: str, words: list[str]) -> dict[str, Any]:
        """Arguments by name or in order; people and player default to the ones who are asked."""
        program = view.rules.program
        called = program.value(name) or next((d for d in program.defines if d.name == name), None)
        params = [] if called is None else called.params
        given: dict[str, Any] = dict(word.split("=", 1) for word in words if "=" in word)
        rest = [word for word in words if "=" not in word]
        open_ = [p for p in params if p.name not in given]
        own = next((p["race"] for p in view["peoples"] if p["player"] == view.seat), None)
        natural = {PEOPLE: own, PLAYER: view.seat + 1}
        spare = len(open_) - len(rest)
        for param in open_:
            if spare > 0 and natural.get(param.type) is not None:
                given[param.name] = natural[param.type]
                spare -= 1
            elif rest:
                given[param.name] = rest.pop(0)
        kinds = {param.name: param.type for param in params}
        return {key: _plain(value, kinds.get(key)) for key, value in given.items()}


def _is_number(typed: str) -> bool:
    """Is it a number of reasonable length?"""
    return typed.isdecimal() and len(typed) <= MOST_DIGITS


def _plain(value: str | int, kind: Type | None) -> str | int:
    """Numbers as numbers; players count from one."""
    text = str(value)
    if kind in (NUMBER, PLAYER) and _is_number(text):
        return int(text) - (kind == PLAYER)
    return value


def _option(options: list[Option], typed: str) -> int | None:
    """The option meant by a number, an id, a label or the beginning of one."""
    if _is_number(typed):
        number = int(typed) - 1
        return number if number < len(options) and number >= 0 else None
    exact = [o.index for o in options if typed in (o.id, o.label)]
    if exact:
        return exact[0]
    matching = _beginning(options, typed)
    return matching[0].index if len(matching) == 1 else None


def _unknown(options: list[Option], typed: str) -> None:
    matching = _beginning(options, typed)
    if matching:
        say(f"That could be: {', '.join(option.label for option in matching[:8])}.")
    elif _is_number(typed):
        say(f"The options have the numbers 1 to {len(options)}.")
    else:
        say(f"`{typed}` is no option and no command; `help` lists what can be typed.")


def _beginning(options: list[Option], typed: str) -> list[Option]:
    return [option for option in options if option.label.lower().startswith(typed.lower())]
