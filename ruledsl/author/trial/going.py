"""A trial from its first step to its last, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.author.trial.places import Limits, Report
from ruledsl.author.trial.steps import steps
from ruledsl.base.errors import PackError
from ruledsl.base.system import ONE_THREAD, bound_memory, bound_time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MB = 1 << 20


def go_through(
    packs: Sequence[str], variants: Mapping[str, str], limits: Limits, say: Callable[[Report], None]
) -> None:
    """Report each step before it runs, an empty one at the end, or the reason of the first failure. The process has limits from now on."""
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
        pass  # validation reports its errors
    except MemoryError:
        say(Report(name, "memory"))
        return
    except BaseException as problem:  # noqa: BLE001 - whatever it is, it is what is looked for
        say(Report(name, f"{type(problem).__name__}: {' '.join(str(problem).split())}"[:200]))
        return
    say(Report())


class ThisProcess:
    """The place where there are no processes: a trial runs in a killable worker, whose owner waits and limits its memory."""

    def run(self, packs: Sequence[str], variants: Mapping[str, str], limits: Limits) -> Report:
        """See `Place`."""
        said: list[Report] = []
        go_through(packs, variants, limits, said.append)
        return said[-1]
