"""Explanations: lines of data (a key with arguments, amounts, places), which become sentences on demand."""

from __future__ import annotations

import re
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.play.explain.phrases import Called, Noun
from ruledsl.play.naming.words import phrase_word

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.engine.state.state import State
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.explain.lines import Line
    from ruledsl.play.explain.phrases import Phrase
    from ruledsl.play.naming.nouns import Naming

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of an explanation.

    `key` and `args` say what it states, `text` is the sentence without its place. `amount` is what the line adds to a
    number (for others: what the rule says). `source` is the pack, tile or piece, `place` where the rule is written.
    `dropped` says why the line has no effect (`immune`, `replaced`, `idle`); lines that are not `shown` are not printed.
    """

    key: str
    args: dict[str, Any]
    text: str
    amount: Any = None
    source: str = ""
    span: Span | None = None
    dropped: str = ""
    shown: bool = True
    children: tuple[TraceLine, ...] = ()

    @property
    def place(self) -> str:
        """`file:line:column`."""
        return str(self.span) if self.span else ""

    @property
    def counts(self) -> bool:
        """Is the amount part of the sum?"""
        return self.dropped not in ("immune", "replaced")

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "key": self.key,
            "args": self.args,
            "text": self.text,
            "amount": self.amount,
            "source": self.source,
            "place": self.place,
            "dropped": self.dropped,
            "shown": self.shown,
            "lines": [child.as_dict() for child in self.children],
        }

    def printed(self, depth: int = 0) -> list[str]:
        """The sentence with its place, and the lines below it."""
        where = f"{PurePath(self.span.file).name}:{self.span.line}" if self.span else ""
        brackets = ", ".join(part for part in (self.source, where) if part)
        first = f"{'  ' * depth}{self.text}" + (f" ({brackets})" if brackets else "")
        below = [line for child in self.children if child.shown for line in child.printed(depth + 1)]
        return [first, *below]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a value is what it is, or why an action is not available. `str` gives all of it in words."""

    key: str
    args: dict[str, Any]
    result: Any
    head: str
    lines: list[TraceLine]

    @property
    def text(self) -> str:
        """The whole explanation in words, a line each."""
        return "\n".join([self.head, *(row for line in self.lines if line.shown for row in line.printed(1))])

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        lines = [line.as_dict() for line in self.lines]
        return {"key": self.key, "args": self.args, "result": self.result, "text": self.head, "lines": lines}

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """For notebooks."""
        return f"<pre>{escape(self.text)}</pre>"


class TraceWriter:
    """Puts phrases and lines into words, by the texts of the packs if they have some (`value.NAME` for the name of a value)."""

    def __init__(self, g: State, naming: Naming) -> None:
        self.g = g
        self.naming = naming
        self.composition = g.code.program.composition

    def phrase(self, parts: Phrase) -> str:
        """A phrase in words."""
        words = [self._part(part) for part in parts]
        return " ".join(words).replace(" ,", ",")

    def _part(self, part: str | Noun | Called) -> str:
        if isinstance(part, Noun):
            return self.label(part.type, part.value)
        if isinstance(part, Called):
            args = {param: self.phrase(phrase_text) for _, param, phrase_text in part.args}
            language = self.naming.language
            rest = [
                f"{phrase_word(prep, language) or prep} {args[param]}".strip() for prep, param, _ in part.args
            ]
            return self.template(f"value.{part.name}", args, " ".join([self._word(part.name), *rest]))
        return self._word(part)

    def _word(self, part: str) -> str:
        """A word of the language, or one that packs declare: a terrain, or anything with a name."""
        small = phrase_word(part.replace("_", " "), self.naming.language)
        if small:
            return small
        if part in self.composition.words.region_traits:
            return self.naming.trait(self.composition, part)
        return self.naming.named(self.composition, part)

    def template(self, key: str, args: dict[str, Any], fallback: str, pack: str = "") -> str:
        """A text of the packs with its placeholders filled; the fallback without one. `pack` declares its subject.

        Several questions may share a name, such as `regions` and `regions of people`: a text for other arguments is not for this one.
        """
        found = self.composition.text(key, pack)
        text = fallback if found is None else self.naming.text(found, fallback)
        if not args.keys() >= set(_PLACEHOLDER.findall(text)):
            return fallback
        return _PLACEHOLDER.sub(lambda place: str(args[place[1]]), text)

    def label(self, kind: Type, value: Any) -> str:
        """A noun, a number, a set."""
        if kind.is_set and not isinstance(value, int):
            return ", ".join(
                self.naming.label(self.g, kind.element, item) for item in value
            ) or self.naming.word("none")
        return self.naming.label(self.g, kind, value)

    def line(self, line: Line, *, first: bool = False) -> TraceLine:
        """A line of a value."""
        label = self.phrase(line.label)
        if line.count != 1 and line.kind == "modifier":
            label = f"{label} × {line.count}"
        return TraceLine(
            f"why.{line.kind}",
            {"op": line.op, "label": label, "count": line.count, "change": self._plain(line, line.change)},
            self._sentence(line, label, first=first),
            self._plain(line, line.amount),
            str(line.source),
            line.span,
            line.dropped,
            line.dropped not in ("idle", "replaced"),
            tuple(self.lines(line.children)) if len(line.children) > 1 else (),
        )

    def lines(self, lines: list[Line] | tuple[Line, ...]) -> list[TraceLine]:
        """The lines of a value; if none counts, the first one is shown nevertheless."""
        found: list[TraceLine] = []
        started = False
        none = not any(line.dropped in ("", "immune") for line in lines)
        for place, line in enumerate(lines):
            phrase_text = self.line(line, first=not started)
            if none and place == next((i for i, other in enumerate(lines) if other.dropped == "idle"), 0):
                phrase_text = replace(phrase_text, shown=True)
            started = started or phrase_text.shown
            found.append(phrase_text)
        return found

    def _plain(self, line: Line, value: Any) -> Any:
        return self.naming.id_of(self.g, line.type, value)

    def _sentence(self, line: Line, label: str, *, first: bool) -> str:
        number = line.type == NUMBER
        what = self.label(line.type, line.change)
        if line.op == "+" and number:
            phrase_text = f"{what if first or line.change < 0 else f'+{what}'} {label}".rstrip()
        elif line.op == "+":
            phrase_text = f"{what}: {label}"
        elif line.kind == "base":
            phrase_text = label
        else:
            phrase_text = f"{phrase_word(line.op, self.naming.language)} {what}" + (
                f": {label}" if label else ""
            )
        return self.naming.word("immune", what=phrase_text) if line.dropped == "immune" else phrase_text
