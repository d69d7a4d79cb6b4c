"""Questions about the packs of a workshop. Each job is a function of the packs in their current form and of the question; it runs in a worker."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.author.book import rulebook, sheets
from ruledsl.author.book.cards import card_page
from ruledsl.author.templates.making import (
    TemplateError,
    copied_tile,
    new_map,
    new_pack,
    new_scenario,
    new_tile,
)
from ruledsl.author.templates.texts import borders_of, state_of_summary
from ruledsl.author.testkit.runner import Runner
from ruledsl.author.testkit.values import where, written
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError
from ruledsl.base.system import give_way
from ruledsl.lab.bulk.playing import Plan
from ruledsl.lab.study.likeness import alike
from ruledsl.lab.study.weighing import Beside
from ruledsl.play.bots.seats import USUAL
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.scenarios.reading import find_scenarios
from ruledsl.table.server.asking import form
from ruledsl.table.workshop import trying
from ruledsl.table.workshop.trying import FORM as FORM_OF_TILES
from ruledsl.table.workshop.trying import named, own_tiles, tile_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.author.templates.making import Files
    from ruledsl.author.testkit.values import Clause, Failure, Result
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.game import Rules
    from ruledsl.rules.scenarios.reading import Scenario
    from ruledsl.table.server.asking.form import Form
    from ruledsl.table.workshop.standing import Standing

__all__ = ["JOBS", "Job"]

# ── card ────────────────────────────────────────────────────────────────────────
# A tile as its printed card, with its rules in words.


FORM = FORM_OF_TILES


def card(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The tile at a line of a file, or the given `tile`: its card (`html`), the state of its `summary`, all tiles of the pack."""
    rules = standing.rules(asked["pack"])
    composition = rules.composition
    tile = tile_asked(standing, composition, asked)
    return {
        "tile": tile.id if tile else "",
        "summary": state_of_summary(tile) if tile else "none",
        "tiles": named(own_tiles(composition), Naming(asked.get("language", "en"))),
        "html": card_page(rules.program, tile) if tile else "",
    }


# ── fairness ────────────────────────────────────────────────────────────────────
# Whether a tile is fair: bot games, some at each question, until the requested number is reached.


FAIRNESS_FORM = {**FORM_OF_TILES, "games": (form.number(20_000), True)}
AT_ONCE = 2.0
"""Seconds of one question; then it reports its progress."""
BOT = "random"
SEED = 0
LOWEST = 19
"""The lowest priority on this computer."""


class Scales:
    """Keeps the games of the last tile as long as its rules do not change."""

    def __init__(self) -> None:
        self._last: Beside | None = None

    def weigh(self, standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
        """The results of this many games, or of those that there is time for now: `done` says whether these are all."""
        give_way(LOWEST)
        rules, naming = standing.rules(asked["pack"]), Naming(asked.get("language", "en"))
        results = {"tiles": named(own_tiles(rules.composition), naming)}
        tile = tile_asked(standing, rules.composition, asked)
        if tile is None:
            return {**results, "done": True, "problem": "There is no tile in this pack yet."}
        beside = self._last
        if beside is None or beside.rules is not rules or beside.tile != tile.id:
            plan = Plan(rules.asked_for, (), (BOT,) * _players(rules), SEED)
            beside = self._last = Beside(rules, plan, tile.id)
        if asked["games"]:
            rules.backend.program()
            beside.play(asked["games"], AT_ONCE)
        return results | _told(beside, asked["games"], naming)


def _players(rules: Rules) -> int:
    """The usual number of players, or the next number with a map."""
    there = {count for board in rules.composition.maps.values() for count in board.players if count > 1}
    if not there:
        raise GameError("G011", "No map of these packs is for two players or more.")
    return min(there, key=lambda count: (abs(count - USUAL), count))


def _told(beside: Beside, games: int, naming: Naming) -> dict[str, Any]:
    composition = beside.rules.composition
    own = composition.packs[-1].id
    box = frozenset(id_ for id_ in beside.wins if composition.tiles[id_].pack != own)
    level = beside.level(box)
    results = {
        "tile": beside.tile,
        "players": len(beside.plan.seats),
        "games": beside.games,
        "done": beside.games >= games or bool(beside.problem),
        "problem": beside.problem,
        "level": level.value,
        "others": None,
        "rows": sorted((_row(beside, id_, naming) for id_ in beside.wins), key=lambda row: -row["wins"]),
    }
    if beside.tile in beside.wins and box:
        others = beside.others(box)
        results["others"] = {"low": others.low, "high": others.high}
    return results


def _row(beside: Beside, id_: str, naming: Naming) -> dict[str, Any]:
    tile, tally = beside.rules.composition.tiles[id_], beside.wins[id_]
    low, high = beside.interval(id_)
    return {
        "id": id_,
        "name": naming.text(tile.names, id_),
        "own": tile.pack == beside.rules.composition.packs[-1].id,
        "games": tally.count,
        "wins": tally.mean,
        "low": low,
        "high": high,
    }


# ── likeness ────────────────────────────────────────────────────────────────────
# What a tile is like: the tiles of other packs with the most similar behaviour, and what tells it from them.


NEAREST = 3
"""The tiles to name."""


def like(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The nearest tiles of other packs (`alike`), with the differences of `study.likeness`. `problem` says why there are none."""
    rules = standing.rules(asked["pack"])
    tile = tile_asked(standing, rules.composition, asked)
    if tile is None:
        return {"tile": "", "alike": [], "problem": "There is no tile in this pack yet."}
    try:
        candidates = alike(rules, tile.id)
    except GameError as problem:
        return {"tile": tile.id, "alike": [], "problem": str(problem)}
    tiles, naming = rules.composition.tiles, Naming(asked.get("language", "en"))
    nearest = [one for one in candidates if tiles[one.tile].pack != tile.pack][:NEAREST]
    rows = [{**one._asdict(), "name": naming.text(tiles[one.tile].names, one.tile)} for one in nearest]
    return {"tile": tile.id, "alike": rows, "problem": ""}


# ── making ──────────────────────────────────────────────────────────────────────
# New files: what can be made in a pack, and their texts. Nothing is written here.


MAKE_FORM = {
    "what": (form.text(40), True),
    "id": (form.text(60), True),
    "source": (form.text(200), False),
    "requires": (form.listed(form.text(100), 24), False),
    "borders": (form.text(4000), False),
    "players": (form.number(12), False),
}
GOOD = re.compile("[a-z][a-z0-9_]{0,40}")


def things(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """Kinds of tiles that the pack can have, and tiles of other packs that can be copied into it."""
    rules = standing.rules(asked["pack"])
    composition = rules.composition
    kinds = composition.kinds
    text = Naming(asked.get("language", "en")).text
    return {
        "kinds": [{"id": kind.id, "name": text(kind.names, kind.id)} for kind in kinds.values()],
        "tiles": [
            {
                "id": tile.id,
                "name": text(tile.names, tile.id),
                "kind": text(kinds[tile.kind].names, tile.kind),
                "pack": tile.pack,
            }
            for tile in composition.tiles.values()
            if not tile.copy_of
        ],
    }


def make(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The texts of new files, by their paths below the folder."""
    what, id_, pack = asked["what"], asked["id"], asked["pack"]
    if not GOOD.fullmatch(id_):
        message = f"`{id_}` is no id: small letters, digits and `_`, a letter first."
        raise TemplateError(message)
    if what == "pack":
        pack = id_
        made = new_pack(id_, asked.get("requires", []))
    else:
        made = _in_pack(standing, what, id_, asked)
    return {"files": {f"{pack}/{name}" if pack else name: text for name, text in made.items()}}


def _in_pack(standing: Standing, what: str, id_: str, asked: dict[str, Any]) -> Files:
    place = standing.folder / asked["pack"]
    if what == "scenario":
        return new_scenario(place, id_)
    if what == "map":
        try:
            borders = borders_of(asked.get("borders", ""))
        except ValueError as problem:
            raise TemplateError(str(problem)) from None
        return new_map(place, id_, borders, max(asked.get("players", 2), 1))
    if what == "copy":
        return copied_tile(place, asked.get("source", ""), id_)
    return new_tile(place, what, id_)


# ── papers ──────────────────────────────────────────────────────────────────────
# The rulebook of a pack in its current form, and its cut-out sheets.


SHEETS_FORM = {"tile": (form.text(200), False), "paper": (lambda given: given in ("a4", "letter"), False)}


def book(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The rulebook of the pack, as `ruledsl docs` makes it."""
    rules = standing.rules(asked["pack"])
    return {"html": rulebook(rules, [rules.composition.packs[-1].id])}


def to_cut_out(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """Sheets of all tiles of the pack, or of a given one, as `ruledsl docs --print` makes them."""
    rules = standing.rules(asked["pack"])
    own = rules.composition.packs[-1].id
    tiles = [t.id for t in rules.composition.tiles.values() if t.pack == own and not t.copy_of]
    wanted = [id_ for id_ in tiles if id_ == asked.get("tile")] or tiles
    return {"html": sheets(rules, wanted, "en", asked.get("paper", "a4"))}


# ── findings ────────────────────────────────────────────────────────────────────
# Findings in the form for the page.


MOST = 40


def as_told(standing: Standing, findings: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The errors among them, with files as paths below the folder."""
    errors = [one for one in findings if one.severity == "error"][:MOST]
    return [
        {
            "code": one.code,
            "text": one.message,
            "path": standing.path_below(one.span),
            "line": one.span.line,
            "file": Path(one.span.file).name,
        }
        for one in errors
    ]


# ── stories ─────────────────────────────────────────────────────────────────────
# The scenarios of a pack in its current form, and which of its rules they reach.


MOST_SHOWN = 300
MOST_LINES = 60
MOST_TEXT = 2000


def run(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """Each scenario with its result; the rules in files of the pack, and whether a scenario has reached them."""
    place = standing.place(asked["pack"])
    standing.rules(asked["pack"])
    diagnostics = Diagnostics(standing.overlay.sources)
    scenarios = find_scenarios([place], diagnostics, standing.overlay)
    runner = Runner(coverage=True, diagnostics=diagnostics, loading=standing.load)
    results = [runner.run(scenario) for scenario in scenarios]
    runner.rules((place,), {})
    clauses: dict[str, list[dict[str, Any]]] = {}
    for clause in runner.clauses([place]):
        clauses.setdefault(standing.path_below(clause.span), []).append(_clause(clause))
    return {
        "scenarios": [_result(standing, result) for result in results[:MOST_SHOWN]],
        "passed": sum(result.passed for result in results),
        "all": len(results),
        "problems": as_told(standing, diagnostics.sorted()),
        "clauses": clauses,
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {"line": clause.span.line, "reached": clause.exercised, "text": clause.text[:200]}


def _result(standing: Standing, result: Result) -> dict[str, Any]:
    scenario = result.scenario
    return {
        "name": scenario.name,
        "about": scenario.about[:400],
        "path": standing.path_below(scenario.span),
        "line": scenario.span.line,
        "failure": None
        if result.failure is None
        else _failure(standing, scenario, result.failure, result.trace),
    }


def _asked_for(scenario: Scenario, failure: Failure) -> str:
    """The subject of a failed step: the value that it asks for, or else its kind."""
    steps = (to_plain(scenario.node) or {}).get("steps") or []
    step = steps[failure.step - 1] if 0 < failure.step <= len(steps) else {}
    asked = step.get(failure.kind) if isinstance(step, dict) else None
    return str(asked.get("value", failure.kind)) if isinstance(asked, dict) else failure.kind


def _failure(
    standing: Standing, scenario: Scenario, failure: Failure, trace: tuple[str, ...]
) -> dict[str, Any]:
    diagnostic = failure.diagnostic
    return {
        "step": failure.step,
        "kind": failure.kind,
        "text": diagnostic.message.partition("\n")[0][:MOST_TEXT],
        "path": standing.path_below(diagnostic.span),
        "line": diagnostic.span.line,
        "differences": [
            {
                "what": where(one.path) or _asked_for(scenario, failure),
                "expected": written(one.expected),
                "found": written(one.actual),
                "why": list(one.why[:MOST_LINES]),
            }
            for one in failure.differences[:MOST_LINES]
        ],
        "trace": [line[:MOST_TEXT] for line in trace[-MOST_LINES:]],
    }


class Job(NamedTuple):
    """`queue`: jobs in one queue share a process and wait for each other. After `seconds` the process is killed.

    `form` has the keys of a question besides its `job`, `pack` and `texts`. An answer with a page of HTML as `html` becomes a paper.
    """

    do: Callable[[Standing, dict[str, Any]], dict[str, Any]]
    queue: str
    seconds: float
    form: Form = {}  # noqa: RUF012 - never changed


JOBS = {
    "card": Job(card, "card", 60, FORM),
    "things": Job(things, "make", 60),
    "make": Job(make, "make", 90, MAKE_FORM),
    "rulebook": Job(book, "make", 60),
    "sheets": Job(to_cut_out, "make", 60, SHEETS_FORM),
    "scenarios": Job(run, "scenarios", 120),
    "fair": Job(Scales().weigh, "fair", 120, FAIRNESS_FORM),
    "like": Job(like, "try", 120, FORM),
    "try": Job(trying.tried, "try", 30, trying.TRYING_FORM),
}
"""The jobs by the names that the page uses. Every question has `pack` (the path of one below the folder) and `texts`, the unsaved ones."""
