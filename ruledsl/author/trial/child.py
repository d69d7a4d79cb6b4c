"""The process of a trial: reads a line of JSON with the packs, writes a line before each step and one at the end."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from ruledsl.author.trial.outcome import go_through
from ruledsl.author.trial.places import Limits

if TYPE_CHECKING:
    from ruledsl.author.trial.places import Report


def main() -> None:
    """Run one trial."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(report: Report) -> None:
        output.write(json.dumps(report._asdict()) + "\n")
        output.flush()

    asked = json.loads(sys.stdin.readline())
    go_through(asked["packs"], asked["variants"], Limits(**asked["limits"]), say)


if __name__ == "__main__":
    main()
