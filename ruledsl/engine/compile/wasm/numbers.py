"""Numbers for parts of a program: chains of rules, functions called by number, kinds of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.rules.check.typed.declarations import EVERY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.code import Code


@dataclass(slots=True)
class Numbers:
    """What the printer asks about a program. `widest` is the longest possible list, `functions` are those called by number."""

    code: Code
    widest: int
    functions: dict[str, int] = field(default_factory=dict)

    def key(self, what: str, index: int = 0) -> int:
        """The key of a chain of rules in play."""
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
        """The number of chains."""
        return self.key("")

    def choice(self, place: tuple[int, int]) -> tuple[int, int, int, int]:
        """For a step that asks: the kind of choice, the slot of the answer, the next step, the phase that is offered."""
        info = self.code.choices[place]
        return CHOICES[info.kind], info.slot, info.after, info.phase

    @property
    def every(self) -> int:
        """The number of the reason that stands for all reasons; -1 if no rule names it."""
        reasons = self.code.reasons
        return reasons.index(EVERY) if EVERY in reasons else -1

    def static_permits(self, permission: int) -> Iterator[tuple[int, list[str]]]:
        """The functions of packs that lift a prohibition, by the number of its reason."""
        for (of, reason), lifts in self.code.static_permits.items():
            if of == permission:
                yield self.code.reasons.index(reason), lifts

    def collecting(self, value: int) -> tuple[int, int]:
        """For a collected value: which of its parameters is its subject, and how many more parameters its rules have."""
        return self.code.value_subjects[value], int(self.code.guarded[value])

    def function(self, name: str) -> int:
        """The number of a function."""
        return self.functions.setdefault(name, len(self.functions))
