"""Which process plays which tests, in `make test`: a file is one piece of work, since its tests share what they load."""

from pathlib import Path

from xdist.scheduler import LoadFileScheduling

TESTS = Path(__file__).parent

FIRST = ("browser", "table", "author", "cli")
"""Folders whose tests wait for other processes."""
LONG = (
    "rules/packs/test_scenarios.py",
    "base/store/test_kept.py",
    "rules/packs/test_shipped.py",
    "engine/machines/test_wide.py",
    "rules/packs/test_pairs.py",
    "docs/test_language.py",
    "author/testkit/test_runner.py",
    "versions/test_versions.py",
)
"""Files that take long: begun early, none of them is what everybody waits for at the end."""
assert all((TESTS / name).is_file() for name in LONG), "a file of tests has another name now"


def turn_of(path):
    """When the tests of a file come: those that wait most first, while there is enough to be computed beside them; then what takes long."""
    place = path.relative_to(TESTS)
    return place.parts[0] not in FIRST, place.as_posix() not in LONG


class ByFile(LoadFileScheduling):
    """Files in the order in which they are collected; those that look at pages are two pieces of work, one for each server that these share."""

    def __init__(self, config, log):
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        return f"browser {'workshop' in file}" if "tests/browser/" in file else file
