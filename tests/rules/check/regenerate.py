"""Write what is said of faulty packs as it is now. The difference is the change of the checker: read it before committing."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3])]

from faulty_cases import CASES, PAGES, said_of, said_of_page, tried_pages  # noqa: E402 - found by the path above


def main():
    for case in CASES:
        (case / "expected.txt").write_text(said_of(case), encoding="utf-8")
    PAGES.mkdir(exist_ok=True)
    for code, texts in tried_pages():
        (PAGES / f"{code}.txt").write_text(said_of_page(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
