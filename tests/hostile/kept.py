"""The hostile packs of `kept.yaml`: `python tests/hostile/kept.py [NAME …]` says what comes of them, or of those that are named."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

from hostile_pack import write
from ruamel.yaml import YAML
from steps import gone_through_alone

import ruledsl


@cache
def cases():
    """All of them, as they are written."""
    return YAML(typ="safe").load(Path(__file__).with_name("kept.yaml").read_text(encoding="utf-8"))


def text_of(made):
    """A text as it is written out, or made."""
    if isinstance(made, str):
        return made
    links = (made.get("link", "").format(i, i - 1, i ^ 1) for i in range(1, made["times"]))
    return made.get("first", "") + "".join(links) + made.get("last", "")


def gone_through_all(names=()):
    """What came of these cases, or of all."""
    os.environ["RULEDSL_CACHE"] = "off"
    ruledsl.load("smallworld")  # what is read here is read for all of them
    for case in cases():
        if not names or case["name"] in names:
            with tempfile.TemporaryDirectory() as folder:
                files = {name: text_of(made) for name, made in case["files"].items()}
                size = write(files, Path(folder) / "hostile")
                yield {
                    "name": case["name"],
                    "size": size,
                    **gone_through_alone(str(Path(folder) / "hostile")),
                }


if __name__ == "__main__":
    for found in gone_through_all(sys.argv[1:]):
        wanted = next(case["codes"] for case in cases() if case["name"] == found["name"])
        times = found.pop("times", {})
        slowest = max(times, key=times.get, default="")
        said = {
            **found,
            "slowest": [slowest, times.get(slowest)],
            "as expected": found.get("codes") == wanted,
        }
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
