"""Everything that a pack is taken through: each step of it by itself, in this process, with its processor time.

`python tests/hostile/steps.py FOLDER …` says what comes of packs on disk, each in a process of its own that is bounded.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1]))  # where what all tests share is

from printers import compared
from trial import bounded, tried_alone

import ruledsl
from ruledsl.author.service.service import Service
from ruledsl.base.errors import GameError, PackError
from ruledsl.cli.app import main as command_line
from ruledsl.engine.machines.backend import installed
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.play.draw import map_svg
from ruledsl.play.game import Game
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.tables.offer import setup_data
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.bringing import brought
from ruledsl.table.server.views.other_times import region_data
from ruledsl.table.server.views.view import view_data, view_of

FINE = (0, 1, 2)
"""Exit codes: all is well, something was found, it cannot be run as given."""
CHOICES = 6
COMMANDS = {
    "validate": ["validate", "{pack}"],
    "fmt": ["fmt", "{copy}"],
    "upgrade": ["upgrade", "--diff", "{pack}"],
    "list": ["list", "{pack}"],
    "show": ["show", "{pack}/{thing}"],
    "docs": ["docs", "{pack}", "-o", "{out}/book.html"],
    "print": ["docs", "--print", "{pack}", "-o", "{out}/sheets.html"],
    "bundle": ["bundle", "{pack}", "-o", "{out}/pack.ruledsl"],
    "test": ["test", "{pack}"],
    "play": [
        "play",
        "{pack}",
        "--players",
        "2",
        "--seats",
        "random,random",
        "--seed",
        "1",
        "--save",
        "{out}/game.json",
    ],
    "replay": ["replay", "{out}/game.json"],
}


class _Steps:
    """One pack and what is found of it: `times` of steps, `ended`: what went wrong, by step."""

    def __init__(self, folder: str, out: str) -> None:
        self.folder, self.out = folder, out
        self.times: dict[str, float] = {}
        self.wrong: dict[str, str] = {}
        self.codes: list[str] = []

    def step(self, name, work, *fine):
        """What some work gives; None if it is refused as it may be, or falls over, which is noted."""
        bounded()
        start = time.process_time()
        try:
            return work()
        except fine:
            return None
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.wrong[name] = f"{type(problem).__name__}: {problem}"[:300]
            return None
        finally:
            self.times[name] = round(max(self.times.get(name, 0), time.process_time() - start), 3)

    def command(self, name, words):
        """A command, run here."""
        code = 0
        with (
            Path(os.devnull).open("w", encoding="utf-8") as nowhere,
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            try:
                command_line.main(words, prog_name="ruledsl")
            except SystemExit as end:
                code = end.code or 0
        if code not in FINE:
            raise RuntimeError(f"`{name}` ended with {code}")

    def commands(self, thing):
        """Each command of the command line."""
        copy = str(Path(self.out) / Path(self.folder).name)
        shutil.copytree(self.folder, copy)
        names = {"pack": self.folder, "copy": copy, "out": self.out, "thing": thing}
        for name, words in COMMANDS.items():
            self.step(
                name, lambda name=name, words=words: self.command(name, [w.format(**names) for w in words])
            )

    def look(self):
        """All of it."""
        found = self.step("findings", lambda: ruledsl.validate(self.folder)) or []
        self.codes = sorted({one.code for one in found if one.severity == "error"})
        self.edited()
        rules = self.step("load", lambda: ruledsl.load(self.folder), PackError)
        own = []
        if rules is not None:
            own = [k for k, tile in rules.composition.tiles.items() if tile.pack == Path(self.folder).name]
        self.commands(own[0] if own else "amazons")
        if rules is not None:
            self.loaded(rules)

    def loaded(self, rules):
        """What is done with rules that were loaded."""
        self.step("set-up", lambda: json.dumps(setup_data(rules, Naming("en"))))
        for board in rules.composition.maps.values():
            if board.pack == Path(self.folder).name:
                self.step("drawing", lambda board=board: map_svg(rules.composition, board))
        own = [b for b in rules.composition.maps.values() if b.pack == Path(self.folder).name]
        board = next(iter(own or rules.composition.maps.values()), None)
        if board is None:
            return
        seats = board.players[0]
        game = self.step("new game", lambda: rules.new_game(seats, 1, board.id), GameError)
        if game is not None:
            self.played(rules, game)
        if game is not None and installed():
            self.step("natively", lambda: self.beside(rules, rules.new_game(seats, 1, board.id)), TooMuch)

    def played(self, rules, game):
        """A few choices, and all that is asked of the game on the way."""
        chance = random.Random(1)
        course = Course()
        for _ in range(CHOICES):
            for seat in (0, None):
                self.step(
                    "view", lambda seat=seat: json.dumps(view_data(view_of(game, seat, Naming("en")), course))
                )
            self.step("seat", lambda: json.dumps(game.view(0).as_dict()))
            self.step("sample", lambda: game.sample(0, 1), GameError)
            self.step("why", lambda: self.asked(rules, game), GameError)
            if game.over:
                break
            seat, place = game.decision.player, game.board.ids[0]
            self.step("brings", lambda seat=seat: json.dumps(brought(game, seat, Naming("en"))))
            self.step(
                "region",
                lambda seat=seat, place=place: json.dumps(
                    region_data(view_of(game, seat, Naming("en")), place)
                ),
            )
            try:
                self.step(
                    "choice", lambda: game.choose(chance.randrange(len(game.decision.options))), GameError
                )
            except GameError:
                break
        text = self.step("save", game.to_json)
        if text:
            self.step("restore", lambda: Game.from_json(text, packs=[self.folder]), GameError)

    def beside(self, _rules, game):
        """The same choices as WebAssembly and as Python."""
        if installed():
            compared(game.state, random.Random(1).randrange, CHOICES)

    def asked(self, rules, game):
        """Why values are what they are, and why actions are not among the options."""
        program = rules.program
        seats = {"player": 0, "region": game.board.ids[0], "people": None}
        for value in program.values[-3:]:
            args = {param.name: seats.get(str(param.type)) for param in value.params}
            with contextlib.suppress(GameError):
                str(game.why(value.name, **args))
        for action in program.actions[-3:]:
            with contextlib.suppress(GameError):
                str(game.why_not(action.name))

    def edited(self):
        """What an editor asks of the largest file, each request by itself."""
        service = Service()
        path = max(Path(self.folder).rglob("*.yaml"), key=lambda path: path.stat().st_size)
        text = path.read_text(encoding="utf-8", errors="replace")
        lines = text.split("\n")
        service.put(path, text)
        self.step("editor: findings", lambda: service.everything(path))
        for line in {1, len(lines) // 2, max(1, len(lines) - 1)}:
            place = path, line, len(lines[line - 1]) // 2 + 1
            for ask in (service.hover, service.definition, service.references, service.completions):
                self.step(f"editor: {ask.__name__}", lambda ask=ask, place=place: ask(*place))
        for ask in (service.outline, service.colours, service.formatted):
            self.step(f"editor: {ask.__name__}", lambda ask=ask: ask(path))
        service.put(path, text + "\n# more\n")
        self.step("editor: findings", lambda: service.everything(path))


def gone_through(folder: str, found: dict) -> str:
    """Every step of a pack on disk; `found` gets the times, the codes and what went wrong."""
    with tempfile.TemporaryDirectory() as out, mock.patch.dict(os.environ, RULEDSL_CACHE=f"{out}/cache"):
        steps = _Steps(folder, out)
        steps.look()
    found.update(times=steps.times, wrong=steps.wrong, codes=steps.codes)
    return "wrong" if steps.wrong else "fine"


def gone_through_alone(folder: str) -> dict:
    """The same in a process of its own that is bounded."""
    return tried_alone(lambda found: gone_through(folder, found))


def main():
    """Each pack that is named."""
    os.environ["RULEDSL_CACHE"] = "off"
    ruledsl.load("smallworld")
    for name in sys.argv[1:]:
        found = gone_through_alone(name)
        slow = dict(sorted(found.get("times", {}).items(), key=lambda kv: -kv[1])[:5])
        sys.stdout.write(json.dumps({"pack": name, **found, "times": slow}) + "\n")


if __name__ == "__main__":
    main()
