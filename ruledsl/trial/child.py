"""The process in which packs are tried: reads a line of JSON that says which, says a line before each step and one at the end."""

from __future__ import annotations

import json
import os
import sys

from ruledsl.naming.errors import PackError
from ruledsl.system import bound_memory, bound_time
from ruledsl.trial.steps import steps

__all__ = ["main"]

MB = 1 << 20


def main() -> None:
    """One trial."""
    said = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(step: str, why: str = "") -> None:
        said.write(json.dumps({"step": step, "why": why}) + "\n")
        said.flush()

    asked = json.loads(sys.stdin.readline())
    limits = asked["limits"]
    bound_memory(limits["memory"] * MB)
    name = "loading it"
    try:
        for name, work in steps(asked["packs"], asked["variants"]):
            say(name)
            bound_time(limits["seconds"])
            work()
    except PackError:
        pass  # what is wrong with it is said by validation
    except MemoryError:
        say(name, why="memory")
        return
    except BaseException as problem:  # noqa: BLE001 - whatever it is, it is what is looked for
        say(name, why=f"{type(problem).__name__}: {' '.join(str(problem).split())}"[:200])
        return
    say("")


if __name__ == "__main__":
    main()
