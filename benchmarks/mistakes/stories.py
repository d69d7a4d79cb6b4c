"""Scenarios: keys, nouns, choices."""

from __future__ import annotations

from benchmarks.mistakes.texts import YAML, Kind, swap


def story(name: str, pattern: str, by: str, **more: object) -> Kind:
    """A pattern in a file of scenarios."""
    return swap(name, pattern, by, where=YAML, sort="scenario", **more)  # type: ignore[arg-type]


KINDS: tuple[Kind, ...] = (
    story("misspelt key of a scenario", r"^(    )position(?=:)", r"\1positoin"),
    story("misspelt step", r"(?<=- )choose(?=:)", "chose"),
    story("misspelt key of a position", r"^(      )players(?=:)", r"\1player"),
    story("misspelt `peoples`", r"^(      )peoples(?=:)", r"\1people"),
    story("misspelt `phase`", r"^(      )phase(?=:)", r"\1phasse"),
    story("race that is none", r"(?<=race: )(\w+)", r"\1x"),
    story("power that is none", r"(?<=power: )(\w+)", r"\1x"),
    story("phase that is none", r"(?<=phase: )(\w+)", r"\1x"),
    story("terrain of a story that is none", r"(?<=terrain: )(\w+)", r"\1x"),
    story("border of a story that is none", r"(?<=borders: \[)(\w+)", r"\1x", mends=False),
    story("value that is none", r"(?<=cost: \{value: )(\w+)", r"\1x"),
    story("option that could not be", r"(?<=exclude: \[\")(conquer)(?=:)", "conqier"),
    story("choice that could not be", r"(?<=choose: \")(conquer|take)(?=:)", r"\1x"),
    story("variant of a story that is none", r"(?<=variants: \{)(\w+)(?=:)", r"\1x"),
    story("option of a story that is none", r"(?<=variants: \{)(\w+): (\w+)", r"\1: \2x"),
    story("hand in letters", r"(?<=hand: )\d+", "five", mends=False),
    story("player that is none", r"(?<=player: )\d(?=, (?:hand|at))", "9", mends=False),
    story("region of a people that is none", r"(?<= at: \{)([a-z]\w*)(?=:)", r"\1x", mends=False),
    story("kind of a decision that is none", r"(?<=kind: )(offer|choose|may)\b", r"\1x", mends=False),
    story("key of a step that is none", r"(?<=- options: \{)(player|kind)(?=:)", r"\1s"),
    story("position without steps", r"^(    )steps(?=:)", r"\1step"),
    story("colon without its space", r"(?<=players): (?=\d)", ":"),
    story("tab in a story", r"^      (?=\w)", "\t", mends=False),
    story(
        "brace not closed in a story",
        r"^(\s+- state: \{.*)\}$|^(\s+- \{race.*)\}\]?$",
        r"\1\2",
        mends=False,
        slack=2,
    ),
)
