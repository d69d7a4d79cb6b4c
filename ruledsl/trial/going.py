"""A trial from its first step to its last one, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.naming.errors import PackError
from ruledsl.system import ONE_THREAD, bound_memory, bound_time
from ruledsl.trial.places import Limits, Report
from ruledsl.trial.steps import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MB = 1 << 20


def go_through(
    packs: Sequence[str], variants: Mapping[str, str], limits: Limits, say: Callable[[Report], None]
) -> None:
    """Say each step before it is done, at the end an empty one, or at the first that fails why it does. The process is bounded from now on."""
    if not ONE_THREAD:
        bound_memory(limits.memory * MB)
    name = "loading it"
    try:
        for name, work in steps(packs, variants):
            say(Report(name))
            if not ONE_THREAD:
                bound_time(limits.seconds)
            work()
    except PackError:
        pass  # what is wrong with it is said by validation
    except MemoryError:
        say(Report(name, "memory"))
        return
    except BaseException as problem:  # noqa: BLE001 - whatever it is, it is what is looked for
        say(Report(name, f"{type(problem).__name__}: {' '.join(str(problem).split())}"[:200]))
        return
    say(Report())


class ThisProcess:
    """Where there are no processes, a trial is made in a worker that can be ended: whoever waits for it does so, and bounds its memory."""

    def run(self, packs: Sequence[str], variants: Mapping[str, str], limits: Limits) -> Report:
        """See `Place`."""
        said: list[Report] = []
        go_through(packs, variants, limits, said.append)
        return said[-1]
