"""The file of the author's race, with a rule more."""

from pathlib import Path

FILE = Path(__file__).parent / "otters" / "otters.yaml"
RULES = (
    "    rules: |\n      remember swum of people: number\n      after my conquest: add 1 to my swum\n      "
)


def as_file(rule):
    """The file with a rule of the race."""
    return FILE.read_text(encoding="utf-8").partition("    rules:")[0] + RULES + rule + "\n"
