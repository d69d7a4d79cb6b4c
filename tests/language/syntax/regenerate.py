"""Write into the cases what comes out now. The difference is the change of the language: read it before committing."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3])]

from syntax_cases import FOLDER, cases_in, outcome  # noqa: E402 - found by the path above


def main():
    for path in sorted(FOLDER.glob("*.txt")):
        parts = []
        for case in cases_in(path):
            shown, found = outcome(case.text, case.name)
            part = f"=== {case.name}\n{case.text}\n--- tree\n{shown}\n"
            parts.append(part + (f"--- diagnostics\n{found}\n" if found else ""))
        path.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
