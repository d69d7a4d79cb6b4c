"""The results of a trial, as findings, cached by the contents of the packs."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruledsl.author.trial.places import ChildProcess, Limits, Report
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.base.errors import PackError
from ruledsl.base.system import ONE_THREAD, bound_memory, bound_time
from ruledsl.play.loading.cache import keep_trial, kept_trial
from ruledsl.play.loading.request import request_of
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.folders.find import find_pack, is_installed
from ruledsl.rules.packs.loading import load_packs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.author.trial.places import Place
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.rules.packs.model import Pack

SECONDS: Final = 10
SECONDS_A_MB: Final = 5
MEMORY: Final = 768
MEMORY_A_MB: Final = 50
"""For each step, and for each MB of text: much more than promised (`docs/security.md`), since some machines are slow."""
MB: Final = 1_000_000
MOST_KEPT: Final = 100
_TRIED: Final[OrderedDict[str, Report]] = OrderedDict()
"""The trials of this process, even without a cache; by the contents of packs, so no paths are in it."""


def needs_trial(packs: Sequence[str]) -> bool:
    """Is there a pack among these that did not come with an installed package?"""
    folders = [find_pack(name) for name in packs]
    return any(folder is not None and not is_installed(folder) for folder in folders)


def tried(
    packs: Sequence[str], variants: Mapping[str, str] | None = None, place: Place | None = None
) -> list[Diagnostic]:
    """The failures when these packs go through every operation; empty for packs with errors, which validation reports.

    Results of unchanged packs come from the cache.
    """
    request = request_of(packs, variants)
    findings = kept_trial(request)
    if findings is None:
        seen, diagnostics = Seen(), Diagnostics()
        loaded = load_packs(request.packs, diagnostics, seen)
        if diagnostics.has_errors or not loaded:
            return []
        key = seen.key(request.key())
        if key not in _TRIED or not seen.whole:
            _TRIED[key] = (place or _usual_place()).run(request.packs, request.variants, _limits(loaded))
            _TRIED.move_to_end(key)
        findings = _findings(_TRIED[key], loaded)
        while len(_TRIED) > MOST_KEPT:
            _TRIED.popitem(last=False)
        keep_trial(request, seen, findings)
    return findings


def _usual_place() -> Place:
    if not ONE_THREAD:
        return ChildProcess()
    return ThisProcess()


def _limits(packs: Sequence[Pack]) -> Limits:
    size = sum(below(pack.folder).size() for pack in packs) / MB
    return Limits(SECONDS + SECONDS_A_MB * size, int(MEMORY + MEMORY_A_MB * size))


def _findings(report: Report, packs: Sequence[Pack]) -> list[Diagnostic]:
    """The findings of a report; empty if all steps succeeded."""
    diagnostics = Diagnostics()
    if report.step:
        pack = next((p for p in reversed(packs) if not is_installed(p.folder)), packs[-1])
        span = Span.nowhere(str(shown_path(find_pack(str(pack.folder)) or Path(pack.folder))))
        limits = _limits(packs)
        if report.why in ("time", "memory"):
            much = (
                f"{limits.seconds:.0f} seconds of processor time"
                if report.why == "time"
                else f"{limits.memory} MB of memory"
            )
            help_ = "Make the pack smaller where it is largest: its maps, its rules, or what is remembered."
            diagnostics.error(
                "P056", f"In the trial of this pack {report.step} took more than {much}.", span, help=help_
            )
        else:
            message = f"In the trial of this pack {report.step} failed ({report.why})."
            diagnostics.error("P057", message, span, help="This is a bug in ruledsl; please report it.")
    return diagnostics.sorted()


# ── going ───────────────────────────────────────────────────────────────────────
# A trial from its first step to its last, in this process.


MEGABYTE = 1 << 20


def go_through(
    packs: Sequence[str], variants: Mapping[str, str], limits: Limits, say: Callable[[Report], None]
) -> None:
    """Report each step before it runs, an empty one at the end, or the reason of the first failure. The process has limits from now on."""
    from ruledsl.author.trial.steps import steps  # noqa: PLC0415 - imports all that packs are tried with

    if not ONE_THREAD:
        bound_memory(limits.memory * MEGABYTE)
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
        """Run all steps with these packs, one after another in this process; only the last report counts."""
        reports: list[Report] = []
        go_through(packs, variants, limits, reports.append)
        return reports[-1]
