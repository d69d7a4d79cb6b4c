"""Packs written to hang the program or to eat the machine, by family and name: files by their paths, made when they are asked for.

Every case is a small pack of its own; the modules `case_…` hold one family each and enter their cases here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

Files = dict[str, str]

HEAD = 'id: hostile\nversion: 0.1.0\nlanguage: 1\nname: Hostile\nrequires: {smallworld: ">=0.1"}\n'

FAMILIES = sorted(path.stem.removeprefix("case_") for path in Path(__file__).parent.glob("case_*.py"))

_CASES: dict[str, dict[str, Callable[[], Files]]] = {}


def cases_of(family: str) -> dict[str, Callable[[], Files]]:
    """The cases of a family."""
    import_module(f"case_{family}")
    return _CASES[f"case_{family}"]


def case(name: str) -> Callable[[Callable[[], Files]], Callable[[], Files]]:
    """Enter a case under its name."""

    def enter(make: Callable[[], Files]) -> Callable[[], Files]:
        family = _CASES.setdefault(make.__module__, {})
        assert name not in family
        family[name] = make
        return make

    return enter


def write(files: Files, folder: Path) -> int:
    """A pack of these files; the length of all texts together."""
    for name, text in {"pack.yaml": HEAD, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return sum(map(len, files.values()))


def indented(text: str, by: int) -> str:
    """Further in."""
    return "".join(f"{' ' * by}{line}\n" for line in text.strip("\n").split("\n"))


def rules(text: str) -> Files:
    """The pack has these rules."""
    return {"rules.yaml": "rules: |\n" + indented(text, 2)}


def race(text: str, name: str = "otters") -> Files:
    """A race has them."""
    head = f"races:\n  {name}:\n    name: {name}\n    number: 5\n    tray: 40\n    rules: |\n"
    return {f"{name}.yaml": head + indented(text, 6)}


def rules_case(module: str, name: str, text: str) -> None:
    """A case that is a rule text of the pack."""
    _CASES.setdefault(module, {})[name] = lambda: rules(text)


def race_case(module: str, name: str, text: str) -> None:
    """A case that is a rule text of a race."""
    _CASES.setdefault(module, {})[name] = lambda: race(text)


def chain(first: str, link: str, count: int, last: str) -> str:
    """`{0}` is the number of a link, `{1}` that of the one before."""
    return "\n".join([first, *(link.format(i, i - 1) for i in range(1, count)), last])
