"""`make prose`: pages, fragments, command help and docstrings against docs/style.md, with some checks of proselint.

The phrases are those of the tables of docs/style.md that begin with `| phrase |`. Code, tables of words and links are not prose.
"""

import ast
import re
import sys
from pathlib import Path
from typing import TypeGuard

from proselint.config import DEFAULT
from proselint.registry import CheckRegistry
from proselint.registry.checks import Check, CheckResult
from proselint.registry.checks.types import PreferredForms
from proselint.tools import LintFile

ROOT = Path(__file__).resolve().parents[2]
STYLE = ROOT / "docs/style.md"
OWN = "ruledsl"
CHECKS = f"{OWN} annotations hedging.misc lexical_illusions malapropisms nonwords redundancy social_awareness".split()
LONGEST = 50
"""Words of a sentence in new prose; docs/style.md asks for half of that."""

HEADLESS = re.compile(
    r"(?:^|(?<=[.!?] ))(?:Who|What|Whose|Whoever)\b[^.?!|\n]+(?:\n(?![\n|*#-])[^.?!|\n]+)*\.(?=\s|$)",
    re.MULTILINE,
)
"""A statement about a thing that it does not name. Questions, headings and cells of tables are none."""

CODE = re.compile(
    r"^```.*?^```$|`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->|^  ruledsl [^\n]*$", re.DOTALL | re.MULTILINE
)
ROW = re.compile(r"^\| `(.+)` \| (.+) \|$", re.MULTILINE)


def phrases() -> dict[str, str]:
    """What not to write, as expressions, and what to write."""
    _, _, table = STYLE.read_text(encoding="utf-8").partition("| phrase | write |\n|---|---|\n")
    return {match[1]: match[2] for match in ROW.finditer(table)}


def too_long(text: str, check: Check):
    """Sentences of more words than anybody follows."""
    for sentence in re.finditer(r"[^.!?:;|\n]+(?:\n(?![\n|*#-])[^.!?:;|\n]+)*", text):
        if len(sentence[0].split()) > LONGEST:
            yield CheckResult(check.path, check.message, sentence.span(), None)


def headless(text: str, check: Check):
    """Statements that begin with a relative clause in place of a subject."""
    for sentence in HEADLESS.finditer(text):
        yield CheckResult(check.path, check.message, sentence.span(), None)


def texts() -> dict[str, str]:
    """What is read by others: each file with everything but prose blotted out, so that lines and columns stay."""
    pages = [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("changelog.d/*.md"),
        *ROOT.glob("docs/**/*.md"),
    ]
    found = {path: CODE.sub(_blank, path.read_text(encoding="utf-8")) for path in pages if path != STYLE}
    for path in ROOT.glob("ruledsl/**/*.py"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [_blank_all(line) for line in lines]
        for node in ast.walk(ast.parse("".join(lines))):
            if _is_help(node) or _is_docstring(node):
                span = slice(node.lineno - 1, node.end_lineno)
                said = CODE.sub(_blank, "".join(lines[span]))
                if _is_docstring(node):  # proselint passes over what stands in quotes
                    said = said.replace('"', " ")
                kept[span] = said.splitlines(keepends=True)
        found[path] = "".join(kept)
    return found


def _is_help(node: ast.AST) -> TypeGuard[ast.stmt]:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("HELP")


def _is_docstring(node: ast.AST) -> TypeGuard[ast.stmt]:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _blank_all(line: str) -> str:
    return re.sub(r"[^\n]", " ", line)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def main() -> int:
    """Print each finding with file, line and column; 1 if there was any."""
    registry = CheckRegistry()
    registry.register(Check(PreferredForms(phrases()), path=f"{OWN}.phrases", message="Write '{}' for '{}'."))
    registry.register(
        Check(too_long, path=f"{OWN}.long", message=f"A sentence of more than {LONGEST} words.")
    )
    registry.register(
        Check(headless, path=f"{OWN}.headless", message="Begin with the thing or the person that is meant.")
    )
    config = DEFAULT | {"checks": dict.fromkeys(CHECKS, True)}
    count = 0
    for path, text in texts().items():
        for found in LintFile(str(path), text).lint(config):
            line, column = found.pos
            sys.stdout.write(
                f"{path.relative_to(ROOT)}:{line}:{column}: {found.check_result.message} ({found.check_result.check_path})\n"
            )
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
