"""Games as text. Packs, start and choices are authoritative; the state is what must follow from them.

A text is one JSON object; lines may follow it, see `lines`.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import visible
from ruledsl.base.errors import EngineError, GameError
from ruledsl.base.plaintext import plain, rows_in
from ruledsl.base.store.entries import much_is_built
from ruledsl.engine.state.state import digest_of, line_of
from ruledsl.play.match import Match
from ruledsl.play.saves.restoring import restored, rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.packs.model import Pack

# ── lines ───────────────────────────────────────────────────────────────────────
# The lines after a saved game: the choices since it was saved, a line each, so that a file can grow while a game is played.


MOST_LINES = 10_000
"""The most lines after a saved game, before it is saved again."""
LONGEST = 200
"""The most characters of a line."""
BEGUN = re.compile(r"\{[ -~]*")
"""The form of a line that broke off while it was written."""
PART = 16
"""Characters of the state's hash in the line of a choice."""


def line_of_choice(game: Match) -> str:
    """The line of the last choice: its option, and the beginning of the hash of the state that followed."""
    return json.dumps({"choice": game.choices[-1], "hash": game.hash[:PART]}) + "\n"


def line_of_undo(left: int) -> str:
    """The line of an undo, with the number of choices left."""
    return json.dumps({"left": left}) + "\n"


def lines_in(text: str) -> tuple[list[dict[str, Any]], bool]:
    """The lines after a saved game; and whether the last one was incomplete, which is then left out."""
    entries: list[dict[str, Any]] = []
    for number, row in enumerate(rows_in(text), 1):
        if number > MOST_LINES:
            raise _damaged_line(number, "there are not so many")
        line = row.strip()
        entry = _entry(line)
        if entry is None and (row.endswith("\n") or len(line) > LONGEST or not BEGUN.fullmatch(line)):
            raise _damaged_line(number, "it cannot be read")
        if entry is None:
            return entries, True
        entries.append(entry)
    return entries, False


def _entry(line: str) -> dict[str, Any] | None:
    if len(line) > LONGEST:
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    keys = {"choice": int, "hash": str} if isinstance(entry, dict) and "choice" in entry else {"left": int}
    fits = isinstance(entry, dict) and set(entry) == set(keys)
    return entry if fits and all(type(entry[key]) is kind for key, kind in keys.items()) else None


def followed(game: Match, lines: list[dict[str, Any]], *, stated: bool = True) -> None:
    """Make the choices of lines, except those that were taken back. If `stated`, the states must have the hashes in the lines."""
    start = len(game.choices)
    made: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(lines, 1):
        if "choice" in line:
            made.append((number, line))
        elif not 0 <= line["left"] < start + len(made):
            raise _damaged_line(number, "more was taken back than there was")
        else:
            start = min(start, line["left"])
            del made[line["left"] - start :]
    if start < len(game.choices):
        game.go_back(start)
    for number, line in made:
        try:
            game.choose(line["choice"])
        except GameError as problem:
            raise _damaged_line(number, f"the choice cannot be made: {problem}") from problem
        if stated and game.hash[:PART] != line["hash"]:
            raise _damaged_line(number, "the choice leads to another state than it did")


def _damaged_line(number: int, what: str) -> GameError:
    return GameError(
        "G026", f"This saved game is damaged: it differs in line {number} of those behind it: {what}."
    )


M = TypeVar("M", bound=Match)

FORMAT = "ruledsl game"
VERSION = 3
READ = (1, 2, VERSION)
MOST_TEXT = 16_000_000
"""The most characters of a saved game; long ones have some ten thousand."""
MOST_STATE = 6_000_000
"""The most characters of state and journal; beyond that only the choices are saved."""

LONGEST_NAME = 1000
MOST_NAMED = 5
"""The most files that an error names."""
KEYS = frozenset(
    "format version packs variants start choices hash state journal first before asked_for".split()
)
"""The keys of a saved game, of any version."""
OF_PACK = frozenset({"id", "version", "digest", "files"})


def to_json(game: Match) -> str:
    """A game as one JSON object, one key a line; a state of more than `MOST_STATE` characters is left out."""
    return _text(game, MOST_STATE)


def _text(game: Match, most: int) -> str:
    state, journal = line_of(game.state.content()), line_of(game.state.journal)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "packs": [
            {"id": pack.id, "version": pack.version, "digest": pack.digest, "files": pack.files}
            for pack in game.rules.composition.packs
        ],
        "variants": game.rules.composition.chosen,
        "start": game.start,
        "choices": game.choices,
        "hash": digest_of(state),
    }
    if game.began == "sample":
        first = game.first
        data |= {"first": first.content(), "before": first.journal}
    lines = {key: json.dumps(value, separators=(",", ":")) for key, value in data.items()}
    large = len(state) + len(journal) > most
    lines |= {"state": "null" if large else state, "journal": "null" if large else journal}
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {value}" for key, value in lines.items()) + "\n}\n"


@dataclass(frozen=True, slots=True)
class Reading(Generic[M]):
    """The result of reading: the game, and whether its last line was incomplete and left out."""

    game: M
    broke_off: bool


def from_json(
    kind: type[M], text: str, rules: Rulebook | None = None, packs: Sequence[str] = (), *, replay: bool = True
) -> M:
    """The game in a text, see `Game.from_json`."""
    return read(kind, text, rules, packs, replay=replay).game


def read(
    kind: type[M], text: str, rules: Rulebook | None = None, packs: Sequence[str] = (), *, replay: bool = True
) -> Reading[M]:
    """The game in a text, of a class of games, and remarks about the text. `packs` are those that are not found under their ids."""
    data, rest = _parsed(text)
    if rules is None:
        rules = rules_of(kind.rulebook, data, packs)
    _check_packs(data, rules)
    lines, broke_off = lines_in(rest)
    try:
        if data["version"] < VERSION:
            data = _brought_over(data)
            replay = replay or "state" not in data
        stated = data["version"] == VERSION
        game = restored(kind, data, rules, replay=replay, stated=stated)
    except GameError:
        raise
    except _BROKEN as problem:
        raise _damaged("what it says about its state does not hold together") from problem
    followed(game, lines, stated=stated)
    return Reading(game, broke_off)


def packed(game: Match) -> tuple[Any, ...]:
    """What `arrived` makes the game from, in this process or another one: its choices led to its state, and it may be paused."""
    told, stopped = game, None
    if game.paused and not game.choices:
        told = game.gone_on()
    elif game.paused:  # text says only what stands at a choice
        told, stopped = game.copy(), (game.choices[-1], game.stops)
        told.go_back(len(game.choices) - 1)
    return type(game), _text(told, sys.maxsize), game.rules, stopped, game.naming


def arrived(
    kind: type[M], text: str, rules: Rulebook, stopped: tuple[int, tuple[int, ...]] | None, naming: Naming
) -> M:
    """The game that `packed` describes."""
    game = restored(kind, json.loads(text), rules, replay=False, trusted=True)
    game.naming = naming
    if stopped is not None:
        game.take(*stopped)
    return game


_BROKEN = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError, EngineError)
"""Exceptions from reading a malformed state."""


def _damaged(what: str) -> GameError:
    return GameError("G021", f"This saved game is damaged: {what}.")


def _parsed(text: str) -> tuple[dict[str, Any], str]:
    """The object, and the text after it."""
    if len(text) > MOST_TEXT:
        raise GameError("G020", "This is too large to be a saved game.")
    text = plain(text).lstrip()
    try:
        with much_is_built():
            data, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError) as problem:
        raise GameError("G020", f"This is no saved game: it is not whole JSON ({problem}).") from problem
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GameError("G020", "This is no saved game of ruledsl.")
    version = data.get("version")
    if type(version) is not int or version not in READ:
        raise GameError(
            "G022",
            f"This game was saved in version {str(version)[:20]} of the format; "
            f"this ruledsl reads versions {READ[0]} to {READ[-1]}.",
        )
    if not KEYS.issuperset(data):
        strange = next(key for key in data if key not in KEYS)
        raise _damaged(f"it has a key that no saved game has, {strange[:40]!a}")
    return data, text[end:]


def packs_in(text: str) -> tuple[Any, Any]:
    """What a text says about its packs and variants, if it looks like a saved game; nothing of it has been compared with packs."""
    data, _ = _parsed(text)
    return data.get("packs"), data.get("variants", {})


def _is_name(word: Any) -> bool:
    return isinstance(word, str) and 0 < len(word) <= LONGEST_NAME and word.isprintable()


def _check_packs(data: dict[str, Any], rules: Rulebook) -> None:
    saved = data.get("packs")
    if not isinstance(saved, list) or not all(isinstance(entry, dict) for entry in saved):
        raise _damaged("it does not say which packs it was played with")
    now = {i: (v, d) for i, v, d in rules.composition.identity}
    for entry in saved:
        words = [entry.get(key) for key in ("id", "version", "digest")]
        files = entry.get("files", {})
        if not (all(map(_is_name, words)) and OF_PACK.issuperset(entry) and _are_files(files)):
            raise _damaged("it does not say which packs it was played with")
        id_, version, digest = map(str, words)
        if id_ not in now:
            raise GameError(
                "G023", f"This game needs the pack `{id_}` {version}, which is not among those loaded."
            )
        pack = next(pack for pack in rules.composition.packs if pack.id == id_)
        if now[id_] != (version, digest):
            raise GameError("G024", _what_changed(pack, version, digest, files))
        if files and files != pack.files:
            raise _damaged(f"what it says about the files of `{id_}` is not what comes to their digest")
    if len({entry["id"] for entry in saved}) < len(saved):
        raise _damaged("it names a pack twice")
    if {entry["id"] for entry in saved} != set(now):
        raise GameError("G023", "This game was played with fewer packs than are loaded.")
    if data.get("variants") != rules.composition.chosen:
        raise GameError("G025", "This game was played with other variants than those that are switched on.")


def _are_files(files: Any) -> bool:
    """Digests by name."""
    return isinstance(files, dict) and all(isinstance(word, str) for word in (*files, *files.values()))


def _what_changed(pack: Pack, version: str, digest: str, files: dict[str, str]) -> str:
    """The sentences that say how a pack differs from the one of a save, whose files may have been recorded with it."""
    sentence = f"The pack `{pack.id}` has changed since this game was saved"
    differ = [name for name in sorted({*files, *pack.files}) if files.get(name) != pack.files.get(name)]
    if version != pack.version:
        sentence = f"{sentence}: it was {version} ({digest}), it is {pack.version} ({pack.digest})."
    else:
        sentence = f"{sentence}: it is still called {version}, but its texts are others (it was {digest}, it is {pack.digest})."
    if not files or not differ:
        return sentence
    named = ", ".join(_told(name, files, pack.files) for name in differ[:MOST_NAMED])
    more = f" and {len(differ) - MOST_NAMED} more" if len(differ) > MOST_NAMED else ""
    return f"{sentence} What differs: {named}{more}."


def _told(name: str, old: dict[str, Any], new: dict[str, str]) -> str:
    """A file that differs."""
    what = "" if name in old and name in new else " (new)" if name in new else " (gone)"
    return f"`{visible(name)[:LONGEST_NAME]}`{what}"


def _brought_over(data: dict[str, Any]) -> dict[str, Any]:
    """The parts of a saved game that can still be read.

    Raises `GameError` if its hash is not that of its state, or if it is a sample of version 1, whose first state cannot be read any more.
    """
    if _hash_of(data["state"]) != data["hash"] and data["state"] is not None:
        raise GameError("G021", "This saved game is damaged: its hash is not that of its state.")
    if data["version"] > 1:
        return data
    if data["start"].get("sampled"):
        message = (
            "This is a sample that an earlier ruledsl saved. What it began with cannot be read any more."
        )
        raise GameError("G022", message)
    return {key: data[key] for key in ("version", "start", "choices")}


def _hash_of(content: Any) -> str:
    """The hash as version 1 wrote it."""
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()
