"""Modules of packs in the intermediate representation, and their functions as text with the names of the rules."""

import re
from pathlib import Path

from ruledsl.engine.ir.lower.rules import lowered
from ruledsl.engine.ir.module import text_of
from ruledsl.engine.ir.passes import QUICK
from ruledsl.engine.ir.passes.cut import cut
from ruledsl.engine.ir.passes.fuel import count_rounds
from ruledsl.engine.ir.passes.sets import without_notes

PACK = str(Path(__file__).parents[2] / "engine" / "packs" / "twins")
KINDS = {
    "v": "values",
    "b": "values",
    "d": "defines",
    "p": "permissions",
    "m": "modifiers",
    "mb": "modifiers",
}
PASSES = {change.__name__: change for change in (without_notes, *QUICK, count_rounds, cut)}


def module_of(program, until=None):
    """The module of a program before a pass (None: after all of them)."""
    module = lowered(program)
    for name, change in PASSES.items():
        if name == until:
            break
        change(module)
    return module


class Readable:
    """Functions as text in which values and locals are called what they are called in the rules."""

    def __init__(self, module):
        self.module = module

    def _named(self, found):
        kind, index = found[1], int(found[2])
        rule = getattr(self.module.program, KINDS[kind])[index]
        return (
            f"{kind}.{rule.name if hasattr(rule, 'name') else rule.value.name + '_' + rule.origin.owner.tile}"
        )

    def _with_names(self, text):
        return re.sub(r"\b(v|b|d|p|m|mb)_(\d+)\b", self._named, text)

    def __call__(self, function):
        """The text of a function."""
        text = self._with_names(text_of(function))
        text = re.sub(
            r"(fact changed|rules) (\d+)",
            lambda found: f"{found[1]} {self.module.program.values[int(found[2])].name}",
            text,
        )
        names = {}
        for name, number in re.findall(r"\b(\w+?)__(\d+)\b", text):
            others = names.setdefault(name, [])
            if number not in others:
                others.append(number)

        def short(found):
            place = names[found[1]].index(found[2])
            return found[1] + ("" if place == 0 else f"_{place + 1}")

        return re.sub(r"\b(\w+?)__(\d+)\b", short, text)

    def find(self, called):
        """The function that is called so."""
        for function in self.module.functions.values():
            if self._with_names(function.name) == called:
                return function
        raise KeyError(called)
