"""Scratch packs, and what the checker says of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ruledsl.author.service.world import DocumentOverlay, Documents
from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.rules.check.checker import check
from ruledsl.rules.check.incremental import KeptCheck
from ruledsl.rules.packs import load_packs
from ruledsl.rules.packs.compose import compose
from ruledsl.rules.packs.folders.below import DISK

HEAD = "id: house\nversion: 0.1.0\nlanguage: 3\nname: House\nrequires: {{{requires}}}\n"
YAML = re.compile(r"```yaml\n(.*?\n)```", re.DOTALL)


class Kept:
    """What is read and found in one check after the other: packs that hundreds of examples require are read and checked once."""

    def __init__(self):
        self.overlay, self.found = DocumentOverlay(Documents()), KeptCheck()


def checked(*packs, variants=None, kept=None):
    """Everything said of some packs, and their program, which is valid until others are checked with the same `kept`."""
    diagnostics, disk = (Diagnostics(kept.overlay.sources), kept.overlay) if kept else (Diagnostics(), DISK)
    loaded = load_packs(packs, diagnostics, disk=disk)
    if not loaded:
        return diagnostics, None
    composition = compose(loaded, variants or {}, diagnostics)
    return diagnostics, check(composition, diagnostics, kept=kept and kept.found)


def try_pack(folder: Path, files, *, requires=("smallworld",), variants=None, kept=None):
    """The same for a scratch pack `house` of these files (texts by name), read from within its folder's parent."""
    head = HEAD.format(requires=", ".join(f'{other}: ">=0.1"' for other in requires))
    for name, text in {"pack.yaml": head, **files}.items():
        path = folder / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    before = Path.cwd()
    os.chdir(folder)
    try:
        return checked(f".{os.sep}house", variants=variants, kept=kept)
    finally:
        os.chdir(before)


def rules(text):
    """A file with a rule text of the pack itself."""
    return "rules: |\n" + "".join(f"  {line}\n" for line in text.strip("\n").split("\n"))


def race(text):
    """A file with a race that has this rule text."""
    start = "races:\n  otters:\n    name: Otters\n    number: 5\n    tray: 10\n    rules: |\n"
    return start + "".join(f"      {line}\n" for line in text.strip("\n").split("\n"))


def shown(diagnostics):
    """As a terminal shows them."""
    return render_text(diagnostics)
