"""Turns the errors of a YAML scanner into sentences about the probable intention, at the right line.

Rules are tried in order; each inspects the error and the lines of the file, and answers or passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Diagnostics, Fix, Label, Span
from ruledsl.rules.packs.yaml.builder import Builder, Mark, Place, line_and_column, report_tab

if TYPE_CHECKING:
    from ruledsl.rules.packs.yaml.builder import Builder


class SyntaxProblem(NamedTuple):
    """An error of the scanner.

    What the scanner was doing, what stopped it, where, and where the construct in progress began.
    """

    context: str
    problem: str
    at: Mark
    context_at: Mark | None


@dataclass(frozen=True, slots=True)
class Finding:
    """The resulting message."""

    code: str
    message: str
    span: Span
    expected: str = ""
    help: str = ""
    labels: tuple[Label, ...] = ()
    fix: Fix | None = None


_GLUED = re.compile(r"\s*(?:- +)*(?P<key>[A-Za-z_][\w-]*):(?=[^\s:/])")
_KEYED = re.compile(r"\s*(?:- +)*(?:[^\s'\"#][^:#]*|\"[^\"]*\"|'[^']*'):(?:\s+|$)(?P<value>.*)")
_STRANGE_SPACE = re.compile(r"\s*(?:- +)*[A-Za-z_][\w-]*:[^\S \t]")
_QUOTE_IT = "Put the whole value in quotes."


def report_syntax(problem: SyntaxProblem, builder: Builder, diagnostics: Diagnostics) -> None:
    """Report an error in our own words, unless a refusal on the same line already explains it."""
    case = _Case(problem, builder)
    if case.line in builder.refused_lines:
        return
    if case.is_tab():
        report_tab(builder, case.line, diagnostics)
        return
    finding = next(explained for rule in _RULES if (explained := rule(case)) is not None)
    diagnostics.error(
        finding.code,
        finding.message,
        finding.span,
        expected=finding.expected,
        help=finding.help,
        labels=finding.labels,
        fix=finding.fix,
    )


class _Case:
    """An error with the surrounding lines."""

    def __init__(self, problem: SyntaxProblem, builder: Builder) -> None:
        self.context = problem.context
        self.problem = problem.problem
        self.builder = builder
        self.rows = builder.rows
        self.at = self._inside(problem.at)
        self.context_at = None if problem.context_at is None else self._inside(problem.context_at)
        self.line = self.at.line
        self.row = self.rows[self.line]

    def _inside(self, place: Mark) -> Mark:
        """The place, or the end of the last non-empty line if it is beyond that."""
        last = len(self.rows) - 1
        while last > 0 and not self.rows[last].strip():
            last -= 1
        if place.line <= last:
            return place
        return Place(place.index, last, len(self.rows[last].rstrip()))

    def is_tab(self) -> bool:
        """Is the line, or the content at the place, indented with a tab?"""
        indent = self.row[: len(self.row) - len(self.row.lstrip(" \t"))]
        return "\t" in indent and bool(self.row.strip())

    def character(self) -> Span:
        """The character at the place."""
        return self.builder.span(line_and_column(self.at), (self.line, self.at.column + 1))

    def word(self, place: Mark | None = None) -> Span:
        """The word at the place, or at another one."""
        place = place or self.at
        row = self.rows[place.line]
        match = re.match(r"[^\s,\[\]{}]*", row[place.column :])
        return self.builder.span(
            line_and_column(place), (place.line, place.column + max(1, match.end() if match else 1))
        )

    def text(self, line: int) -> Span:
        """The content of a line, without its indentation."""
        row = self.rows[line]
        start = len(row) - len(row.lstrip())
        return self.builder.span((line, start), (line, max(start + 1, len(row.rstrip()))))

    def line_above(self) -> int:
        """The nearest non-empty line above; the line itself if there is none."""
        for line in range(self.line - 1, -1, -1):
            if self.rows[line].strip() and not self.rows[line].lstrip().startswith("#"):
                return line
        return self.line


# ── rules, in the order in which they are tried ──────────────────────────────


def _tag_or_anchor(case: _Case) -> Finding | None:
    place = case.context_at or case.at
    if "tag" in case.context or "tag" in case.problem:
        return Finding(
            "Y009",
            "Tags are not used here.",
            case.word(place),
            help="A text that begins with `!` goes in quotes.",
        )
    if "anchor" in case.context or "alias" in case.context:
        sign = case.rows[place.line][place.column : place.column + 1]
        message = f"A value cannot begin with `{sign}`, and anchors are not used here."
        return Finding("Y008", message, case.word(place), help=_QUOTE_IT)
    return None


def _directive(case: _Case) -> Finding | None:
    if "directive" in case.context or "directive" in case.problem:
        return Finding(
            "Y016",
            "Lines that begin with `%` are not used here.",
            case.text(case.line),
            help="Delete the line.",
        )
    return None


def _quotes(case: _Case) -> Finding | None:
    if "double-quoted" in case.context:
        shown = (
            case.row[case.at.column - 1 : case.at.column + 1] if "unknown escape" in case.problem else "\\"
        )
        start = case.row.rfind("\\", 0, case.at.column + 1)
        span = case.builder.span((case.line, max(0, start)), (case.line, case.at.column + 1))
        advice = "Write `\\\\` for a backslash, or use single quotes."
        return Finding("Y027", f"`{shown}` means nothing between double quotes.", span, help=advice)
    if "quoted scalar" in case.context and case.context_at:
        quote = case.rows[case.context_at.line][case.context_at.column]
        return Finding(
            "Y022",
            f"The quote `{quote}` that opens here is never closed.",
            case.word(case.context_at),
            f"a closing `{quote}`",
            fix=_closed(case, case.context_at, quote),
        )
    return None


def _closed(case: _Case, opened: Mark, sign: str) -> Fix | None:
    """The fix that closes a quote or a bracket at the end of its line; None if more of that kind stands there."""
    row = case.rows[opened.line].rstrip()
    if sign in row[opened.column + 1 :] or "#" in row[opened.column :]:
        return None
    return Fix(case.builder.span((opened.line, len(row)), (opened.line, len(row))), sign)


def _quoted_wholly(case: _Case) -> Fix | None:
    """Double quotes around a value that begins with a word in single ones."""
    match = re.match(r"(\s*(?:- +)?[\w.-]+: +)('[^\"\\\\]*)$", case.row.rstrip())
    if match is None:
        return None
    span = case.builder.span((case.line, match.start(2)), (case.line, match.end(2)))
    return Fix(span, f'"{match[2]}"')


def _quoted_too_far(case: _Case) -> Finding | None:
    """An error just after a quoted text.

    The text ends too early, or continues from another line because its quote was not closed there.
    """
    quoted = case.builder.last_quoted
    if quoted is None or quoted.end_line != case.line + 1 or quoted.end_column > case.at.column + 1:
        return None
    between = case.row[quoted.end_column - 1 : case.at.column]
    if between.strip(" "):
        return None
    if quoted.line < quoted.end_line:
        start = Place(0, quoted.line - 1, quoted.column - 1)
        label = (
            Span(
                quoted.file,
                quoted.end_line,
                max(1, quoted.end_column - 1),
                quoted.end_line,
                quoted.end_column,
            ),
            "it is closed only here",
        )
        return Finding(
            "Y022",
            "This quote is not closed on its line.",
            case.word(start),
            "a closing quote",
            labels=(label,),
        )
    if case.row[case.at.column : case.at.column + 1] in {":", ",", "]", "}"}:
        return None
    advice = "Put the whole text in quotes; a quote inside single quotes is written twice."
    fix = in_quotes(case.builder, case.line)
    return Finding(
        "Y022", "Something follows a text in quotes.", case.word(), "the end of the line", advice, fix=fix
    )


def _first_character(case: _Case) -> Finding | None:
    if "cannot start any token" not in case.problem:
        return None
    character = case.row[case.at.column : case.at.column + 1]
    if character == "\t":
        return Finding("Y014", "There is a tab here.", case.character(), "spaces")
    sign = "a backtick" if character == "`" else f"`{character}`"
    return Finding("Y025", f"A value cannot begin with {sign}.", case.word(), help=_QUOTE_IT)


def _block_header(case: _Case) -> Finding | None:
    if "more indented" in case.context or "more indented" in case.problem:
        return Finding(
            "Y020", "The empty lines before this text are indented more than the text.", case.text(case.line)
        )
    if "block scalar" in case.context:
        place = case.context_at or case.at
        span = case.builder.span(line_and_column(place), (place.line, len(case.rows[place.line].rstrip())))
        sign = case.rows[place.line][place.column : place.column + 1]
        return Finding(
            "Y028",
            f"Nothing may follow `{sign}` on its line.",
            span,
            help="The text begins on the next line, further in.",
        )
    return None


def _no_colon(case: _Case) -> Finding | None:
    if "could not find expected ':'" not in case.problem:
        return None
    return _key_without_value(case, (case.context_at or case.at).line)


def _key_without_value(case: _Case, line: int) -> Finding:
    """A line that should have been `key: value`."""
    row = case.rows[line]
    above = case.rows[case.line_above()].rstrip()
    if line == case.line and re.search(r":\s+[|>][-+0-9]*$", above):
        message = "The text of the line above begins here, but not further in than its key."
        return Finding("Y020", message, case.text(line), help="Indent the text by two more spaces.")
    glued = _GLUED.match(row)
    if glued:
        span = case.builder.span((line, glued.start("key")), (line, glued.end()))
        apart = Fix(case.builder.span((line, glued.end()), (line, glued.end())), " ")
        message = f"A space is missing after `{glued['key']}:`."
        return Finding("Y024", message, span, f"`{glued['key']}: …`", fix=apart)
    strange = _STRANGE_SPACE.match(row)
    if strange:
        span = case.builder.span((line, strange.end() - 1), (line, strange.end()))
        message = (
            "Behind this colon stands a space that is none: one of another kind, which only looks like it."
        )
        return Finding("Y024", message, span, "an ordinary space", fix=Fix(span, " "))
    fix = with_colon(case.builder, line) or case.builder.plain_key(line, len(row) - len(row.lstrip()))
    return Finding("Y021", "There is no colon on this line.", case.text(line), "`key: value`", fix=fix)


def _second_colon(case: _Case) -> Finding | None:
    """A colon where no key can end."""
    if "mapping values are not allowed" not in case.problem:
        return None
    parted = _NO_COLON.match(case.row)
    if parted and parted["sign"]:
        return _key_without_value(case, case.line)
    keyed = _KEYED.match(case.row[: case.at.column + 1])
    before = case.row[: case.at.column]
    if keyed and len(keyed.group(0)) <= case.at.column + 1 and re.search(r":\s", before):
        message = "There is a second colon on this line."
        block = _as_block(case)
        if block is not None:
            advice = "Rules that contain a colon stand on lines of their own, indented, below `rules: |`."
            return Finding("Y026", message, case.character(), help=advice, fix=block)
        return Finding(
            "Y026", message, case.character(), help=_QUOTE_IT, fix=in_quotes(case.builder, case.line)
        )
    above = case.line_above()
    if above != case.line and not _KEYED.match(case.rows[above]):
        return _key_without_value(case, above)
    return _bad_indentation(case)


def _as_block(case: _Case) -> Fix | None:
    """The rule of a line below `rules: |`; None for other keys."""
    match = re.match(r"(\s*(?:- )?)rules:( +)(\S.*?)(\s+#.*)?$", case.row)
    if match is None:
        return None
    indent = " " * (len(match[1]) + 2)
    span = case.builder.span((case.line, match.start(3)), (case.line, match.end(3)))
    return Fix(span, f"|\n{indent}{match[3]}")


def _bad_indentation(case: _Case) -> Finding:
    above = case.line_above()
    labels = () if above == case.line else ((case.text(above), "the line above"),)
    advice = "Lines that belong together begin in the same column; indent what belongs to a key."
    item = _ITEM.match(case.row)
    if item and not _ITEM.match(case.rows[above]):
        span = case.builder.span((case.line, item.start("sign")), (case.line, item.end()))
        message = "Only the items of a list begin with `-`; this line belongs to no list."
        return Finding("Y020", message, span, help=advice, labels=labels, fix=Fix(span, ""))
    return Finding(
        "Y020",
        "This line is not indented like the lines it belongs to.",
        case.text(case.line),
        help=advice,
        labels=labels,
    )


def _list_item(case: _Case) -> Finding | None:
    if "sequence entries are not allowed" in case.problem:
        advice = "Begin the list on the next line, further in."
        return Finding("Y020", "A list cannot begin on this line.", case.character(), help=advice)
    if "mapping keys are not allowed" in case.problem:
        return Finding("Y015", "This cannot be a key.", case.word(), "a word or a whole number")
    return None


def _brackets(case: _Case) -> Finding | None:
    """An error between brackets, or brackets that were never opened."""
    character = case.row[case.at.column : case.at.column + 1]
    opened = next((frame for frame in reversed(case.builder.frames) if _opener(case, frame.start)), None)
    if "flow" not in case.context and opened is None:
        if character not in {"]", "}", ","} or not (
            "<block end>" in case.problem or "document start" in case.problem or "block" in case.context
        ):
            return None
        message = (
            "A comma has no place here."
            if character == ","
            else f"No bracket is open that this `{character}` could close."
        )
        return Finding("Y023", message, case.character(), help=_QUOTE_IT if character == "," else "")
    start = opened.start if opened else case.context_at or case.at
    sign = _opener(case, start) or "["
    closing = "]" if sign == "[" else "}"
    span = case.builder.span(line_and_column(start), (start.line, start.column + 1))
    if "stream end" in case.problem or case.line > start.line or character in {"]", "}"} - {closing}:
        label = (case.word(), "here it should have been closed at the latest")
        here = case.builder.span((case.line, case.at.column), (case.line, case.at.column))
        crossed = case.line == start.line and character in {"]", "}"}
        return Finding(
            "Y023",
            f"The bracket `{sign}` that opens here is never closed.",
            span,
            f"a closing `{closing}`",
            labels=(label,),
            fix=Fix(here, closing) if crossed else _closed(case, start, closing),
        )
    if character == ",":
        return Finding("Y023", "There is nothing before this comma.", case.character(), "a value")
    return Finding(
        "Y023",
        "A comma is missing before this.",
        case.word(),
        f"`,` or `{closing}`",
        labels=((span, "in this bracket"),),
        fix=_with_comma(case),
    )


def _with_comma(case: _Case) -> Fix | None:
    """A comma before the key whose colon is refused, also in place of `;`."""
    match = re.search(r"(?<=[\w\]})\"'])(;?) +[\w-]+$", case.row[: case.at.column])
    if match is None or case.row[case.at.column : case.at.column + 1] != ":":
        return None
    return Fix(case.builder.span((case.line, match.start(1)), (case.line, match.end(1))), ",")


def _opener(case: _Case, place: Mark) -> str:
    character = case.rows[place.line][place.column : place.column + 1]
    return character if character in {"[", "{"} else ""


def _structure(case: _Case) -> Finding | None:
    """A line that does not fit the ones above."""
    if (
        "<block end>" not in case.problem
        and "document start" not in case.problem
        and "node content" not in case.problem
    ):
        return None
    first = case.row[: case.at.column].strip()
    if first:
        message, fix = "This does not belong here.", in_quotes(case.builder, case.line)
        return Finding("Y029", message, case.word(), "the end of the line", _QUOTE_IT, fix=fix)
    above = case.line_above()
    if (
        above != case.line
        and not _KEYED.match(case.rows[above])
        and not case.rows[above].lstrip().startswith("-")
    ):
        return _key_without_value(case, above)
    return _bad_indentation(case)


def _otherwise(case: _Case) -> Finding:
    return Finding(
        "Y029",
        "This cannot be understood as YAML.",
        case.text(case.line),
        help="Compare the line with the ones above it.",
    )


_RULES: tuple[Callable[[_Case], Finding | None], ...] = (
    _tag_or_anchor,
    _directive,
    _quotes,
    _quoted_too_far,
    _first_character,
    _block_header,
    _no_colon,
    _second_colon,
    _list_item,
    _brackets,
    _structure,
    _otherwise,
)


# ── fixes for a line that is no YAML: a missing colon, or quotes around its value ──


_NO_COLON = re.compile(
    r"\s*(?:- +)*(?P<key>[A-Za-z_][\w-]*)(?P<sign>(?: *(?:[=-]>|[=;–—])| +-)?)(?= +[^\s#])"
)
_ALONE = re.compile(r"\s*(?:- +)*(?P<key>[A-Za-z_][\w-]*)(?P<sign>(?: *(?:[=-]>|[=;–—])| +-)?)\s*(?:#.*)?$")
_ITEM = re.compile(r"\s*(?P<sign>-) +(?=[A-Za-z_][\w-]*:\s)")
_KEY = re.compile(r"\s*(?:- +)*[\w.-]+:\s+(?=[^\s'\"|>&*!])")


def with_colon(builder: Builder, line: int) -> Fix | None:
    """The missing colon after the first word of a line that has a value or indented lines below it."""
    row = builder.rows[line]
    parted, alone = _NO_COLON.match(row), _ALONE.match(row)
    if parted:
        return Fix(builder.span((line, parted.end("key")), (line, parted.end("sign"))), ":")
    below = next((other for other in builder.rows[line + 1 :] if other.strip()), "")
    if alone and _depth(below) > _depth(row):
        return Fix(builder.span((line, alone.end("key")), (line, alone.end("sign"))), ":")
    return None


def in_quotes(builder: Builder, line: int) -> Fix | None:
    """Quotes around the value of a line that does not begin with one."""
    row = builder.rows[line]
    key = _KEY.match(row)
    if key is None:
        return None
    value = re.sub(r"\s+#.*$", "", row[key.end() :]).rstrip()
    meant = f'"{value}"' if not set(value) & {'"', "\\"} else "'" + value.replace("'", "''") + "'"
    return Fix(builder.span((line, key.end()), (line, key.end() + len(value))), meant)


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())
