"""How well does the validator help people? Prints what became of each fault of `faults`, and the shares.

python -m benchmarks.mistakes.people [--show] [--held] [--only WORD]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.mistakes.people.faults import Outcome, faults, judged


def main() -> None:
    """Print the shares, and with `--show` each fault that was missed; those `held` back only if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true", help="print each fault that was missed in any way")
    parser.add_argument("--held", action="store_true", help="show those that are held back, too")
    parser.add_argument("--only", default="", help="only faults with this in their names")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        outcomes = [judged(fault, Path(room)) for fault in faults() if options.only in fault.name]
    for outcome in outcomes:
        good = outcome.on_line and outcome.suggests and outcome.says
        if options.show and (options.held or not outcome.fault.held) and not good:
            _show(outcome)
    for title, of in (
        ("all", outcomes),
        ("seen", [o for o in outcomes if not o.fault.held]),
        ("held back", [o for o in outcomes if o.fault.held]),
    ):
        print(f"{title}: {len(of)} faults, {shares(of)}")


def shares(outcomes: list[Outcome]) -> str:
    """How many of a hundred were found, on the line, with the right suggestion first, with the right word."""
    counts = {
        "found": sum(o.is_found for o in outcomes),
        "line": sum(o.on_line for o in outcomes),
        "suggestion": sum(o.suggests for o in outcomes),
        "word": sum(o.says for o in outcomes),
    }
    return ", ".join(f"{name} {count / max(1, len(outcomes)):.1%}" for name, count in counts.items())


def _show(outcome: Outcome) -> None:
    fault = outcome.fault
    state = f"found={outcome.is_found:d} line={outcome.on_line:d} suggests={outcome.suggests:d} says={outcome.says:d}"
    lines = fault.wrong[fault.file].splitlines()
    print(
        f"\n== {fault.name}: {state}, {fault.file}:{fault.line}: {(lines[fault.line - 1] if 0 < fault.line <= len(lines) else '').strip()}"
    )
    for one in outcome.findings[:6]:
        fix = one.correction
        said = " | ".join(filter(None, (one.message, one.expected and f"Expected {one.expected}", one.help)))
        print(f"   {one.code} {Path(one.span.file).name}:{one.span.line}:{one.span.column} {said}")
        if fix:
            print(
                f"      -> {fix.span.line}:{fix.span.column}-{fix.span.end_line}:{fix.span.end_column} {fix.text!r}"
            )


if __name__ == "__main__":
    main()
