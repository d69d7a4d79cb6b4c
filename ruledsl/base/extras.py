"""The extras of the package: their packages, and the one check whether these are installed. A caller asks before any work."""

from __future__ import annotations

EXTRAS = {
    "web": ("starlette", "uvicorn", "websockets"),
    "lsp": ("pygls", "websockets"),
    "study": ("plotly", "polars"),
    "cluster": ("distributed",),
    "rl": ("numpy", "pettingzoo"),
}
"""The packages of each extra, by the names under which they are imported; pyproject.toml has their versions."""


class MissingExtra(ModuleNotFoundError):
    """Packages of an extra are not installed; says in one sentence which, and how to install them."""


def need(extra: str) -> None:
    """Raise `MissingExtra` if a package of this extra is not installed; imports none."""
    from importlib.util import find_spec  # noqa: PLC0415 - most commands do without

    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        names = f"the package{'s' if missing[1:] else ''} {' and '.join(missing)}"
        raise MissingExtra(f"This needs {names}: pip install 'ruledsl[{extra}]'.", name=missing[0])
