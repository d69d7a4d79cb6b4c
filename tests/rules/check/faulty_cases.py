"""Faulty packs and what is said of them: the folders of `faulty`, each with its packs and `expected.txt`; and the bad examples of the pages."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from trying import YAML, Kept, checked, shown, try_pack

from ruledsl.base.diagnostics import all_pages

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(__file__).parent / "faulty"
PAGES = FOLDER / "of_pages"
KEPT = Kept()
CASES = sorted(path for path in FOLDER.iterdir() if path.is_dir() and path != PAGES)


def said_of(case: Path) -> str:
    """Everything said of the packs in a folder, taken in the order of their names."""
    packs = sorted(path.name for path in case.iterdir() if path.is_dir())
    before, others = Path.cwd(), os.environ.get("RULEDSL_PACKS")
    os.chdir(case)
    os.environ["RULEDSL_PACKS"] = str(case)
    try:
        said = shown(checked(*(f"./{pack}" for pack in packs), kept=KEPT)[0])
    finally:
        os.chdir(before)
        os.environ.pop("RULEDSL_PACKS")
        if others is not None:
            os.environ["RULEDSL_PACKS"] = others
    return _from_here(said)


def tried_pages():
    """The codes whose bad example can be tried: whole files of a pack, not parts of one."""
    for code, page in all_pages().items():
        texts = YAML.findall(page.avoid)
        if texts and (code[0] in "NTR" or "P032" <= code < "Q"):
            yield code, texts


@cache
def example(text):
    """What is found in an example of a page, and how it is shown."""
    with TemporaryDirectory() as folder:
        found = list(try_pack(Path(folder), {"house.yaml": text}, kept=KEPT)[0])
        return found, shown(found)


def said_of_page(texts) -> str:
    """Everything said of the bad examples of a page."""
    return _from_here("\n".join(example(text)[1] for text in texts))


def _from_here(said: str) -> str:
    """Files from the root on, those of shipped packs without their lines, which move with every rule that they get."""
    return re.sub(r"\b(rulesets/[\w/]+\.yaml):\d+:\d+", r"\1", said.replace(f"{ROOT}{os.sep}", ""))
