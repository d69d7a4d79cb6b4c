"""The pictures of `docs/moments.md`: one conquest in the engine, looked at before and after each event of it.

A scratch pack waits for every moment and writes down what it sees. `python tests/docs/moments.py` writes the pictures anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from doc_blocks import generated_part

import ruledsl

PAGE = Path(__file__).resolve().parents[2] / "docs" / "moments.md"
EVENTS = ("attack", "assault", "conquest", "eviction", "loss", "emptying", "advance")
MOMENTS = [(when, event) for event in EVENTS for when in ("before", "after")]
SEEN = {
    "turn": ("number", "clock"),
    "holder": (
        "number",
        "if holder of region is none then 0 else if owner of holder of region is turn_player then 1 else 2",
    ),
    "ours": ("number", "sum of (tokens of it in region) over peoples of turn_player"),
    "theirs": ("number", "sum of (tokens of it in region) over peoples where owner of it is not turn_player"),
    "our_hand": ("number", "sum of (hand of it) over peoples of turn_player"),
    "their_hand": ("number", "sum of (hand of it) over peoples where owner of it is not turn_player"),
    "lairs": ("number", "amount of troll_lair in region"),
    "mountains": ("number", "amount of mountain in region"),
    "taken": ("number", "number of (some_taken of turn_player)"),
}
"""What is written down at every moment, as the language says it."""
NAMES = ("nobody", "Ratmen", "Trolls")


@dataclass(frozen=True)
class Moment:
    """One moment, and what was seen then: numbers of tokens and pieces, the holder as one of `NAMES`."""

    when: str
    event: str
    seen: dict[str, int]

    @property
    def title(self) -> str:
        """As a trigger says it."""
        return f"{self.when} {self.event}"

    @property
    def holder(self) -> str:
        """Who holds the region."""
        return NAMES[self.seen["holder"]]


def _rules() -> str:
    lines = ["remember clock of game: number"]
    lines.append("define some_taken of player = sum of (conquered of it) over peoples of player")
    for number, (when, event) in enumerate(MOMENTS):
        lines += [f"remember {key}_{number} of game: {kind}" for key, (kind, _) in SEEN.items()]
        lines += [f"value saw_{key}_{number} = {key}_{number}" for key in SEEN]
        lines += [f"{when} {event}:", "  add 1 to clock"]
        lines += [f"  set {key}_{number} to ({asked})" for key, (_, asked) in SEEN.items()]
    return "\n".join(f"  {line}" for line in lines)


def moments() -> list[Moment]:
    """All of them, in the order in which they come in the engine."""
    board = {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "mountain"}}
    position = {
        "players": 2,
        "map": {"regions": board},
        "setting_out": True,
        "phase": "conquests",
        "peoples": [
            {"race": "ratmen", "player": 0, "at": {"a": 1}, "hand": 8},
            {"race": "trolls", "player": 1, "at": {"b": 3}},
        ],
        "regions": {"b": {"pieces": {"troll_lair": 1, "mountain": 1}}},
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "onlooker"
        path.mkdir()
        head = 'id: onlooker\nversion: 0.1.0\nlanguage: 1\nname: Onlooker\nrequires: {smallworld: ">=0.1"}\n'
        (path / "pack.yaml").write_text(head, encoding="utf-8")
        (path / "rules.yaml").write_text(f"rules: |\n{_rules()}\n", encoding="utf-8")
        game = ruledsl.load(str(path)).position(position)
        game.choose("conquer:b")
        found = [
            Moment(when, event, {key: game.value(f"saw_{key}_{number}") for key in SEEN})
            for number, (when, event) in enumerate(MOMENTS)
        ]
    return sorted(found, key=lambda moment: moment.seen["turn"])


# ── pictures ──


def _tokens(count: int) -> str:
    return "●" * count or "–"


def _picture(moment: Moment) -> str:
    seen = moment.seen
    there = [
        f"{name} {_tokens(seen[key])}"
        for name, key in (("Trolls", "theirs"), ("Ratmen", "ours"))
        if seen[key]
    ]
    pieces = [name for name, key in (("Mountain", "mountains"), ("Troll Lair", "lairs")) if seen[key]]
    inside = [" and ".join(there) or "nobody", ", ".join(pieces)]
    beside = [
        f"holder: {moment.holder}",
        f"in hand: Ratmen {_tokens(seen['our_hand'])}, Trolls {_tokens(seen['their_hand'])}",
    ]
    rows = [f"| {row:<28} |   {more}" for row, more in zip(inside, beside, strict=True)]
    taken = "yes" if seen["taken"] else "no"
    line = "+" + "-" * 30 + "+"
    return "\n".join([f"{moment.title}", line, *rows, f"{line}   in `conquered` of the Ratmen: {taken}"])


def generated() -> str:
    """The pictures, one below the other."""
    return "".join(f"```text\n{_picture(moment)}\n```\n\n" for moment in moments())


def written(page: str) -> str:
    """The page with its pictures as they are now."""
    return generated_part(page, "moments", f"\n{generated()}")


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
