"""Numbers for what a program has: chains of rules, functions that are called by number, kinds of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.typed.declarations import EVERY
from ruledsl.dataclass import dataclass, field
from ruledsl.engine.small.kinds import CHOICES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.rules.code import Code


@dataclass(slots=True)
class Numbers:
    """What the printer asks about a program. `widest` is how long a list can be, `functions` are those that are called by number."""

    code: Code
    widest: int
    functions: dict[str, int] = field(default_factory=dict)

    def key(self, what: str, index: int = 0) -> int:
        """The place of the chain of rules in play that are about something."""
        code = self.code
        sizes = {
            "changed": len(code.program.values),
            "forbids": len(code.program.permissions),
            "permits": len(code.program.permissions),
            "triggers": len(code.events),
            "actions": len(code.events),
            "": 0,
        }
        names = list(sizes)
        return sum(sizes[name] for name in names[: names.index(what)]) + index

    @property
    def keys(self) -> int:
        """How many chains there are."""
        return self.key("")

    def choice(self, place: tuple[int, int]) -> tuple[int, int, int, int]:
        """Of a step that asks: the kind of choice, the slot of the answer, the step that comes then, the phase that is offered."""
        info = self.code.choices[place]
        return CHOICES[info.kind], info.slot, info.after, info.phase

    @property
    def every(self) -> int:
        """The number of the reason that stands for all of them; -1 if no rule names it."""
        reasons = self.code.reasons
        return reasons.index(EVERY) if EVERY in reasons else -1

    def static_permits(self, permission: int) -> Iterator[tuple[int, list[str]]]:
        """Which functions of packs lift a prohibition, by the number of its reason."""
        for (of, reason), lifts in self.code.static_permits.items():
            if of == permission:
                yield self.code.reasons.index(reason), lifts

    def collecting(self, value: int) -> tuple[int, int]:
        """Of a value that is collected: which of its parameters it is about, and how many parameters its rules have more."""
        return self.code.value_subjects[value], int(self.code.guarded[value])

    def function(self, name: str) -> int:
        """The number of a function."""
        return self.functions.setdefault(name, len(self.functions))
