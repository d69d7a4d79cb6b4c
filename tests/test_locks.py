"""What is installed: exact versions with digests, no address, and the smaller lock within the larger one."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = {"requirements.lock": ("install",), "requirements-dev.lock": ("install", "dev")}
PIN = re.compile(
    r"([a-z0-9][a-z0-9-]*)==([0-9][0-9a-z.]*)(?: ; [a-z_]+ == \"\w+\")?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins(lock):
    """Versions by name; everything in the file but comments is such a pin."""
    text = re.sub(r"^#.*\n", "", (ROOT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert not PIN.sub("", text)
    return {match[1]: match[2] for match in PIN.finditer(text)}


def name_of(requirement):
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_everything_with_digests_and_no_address(lock):
    found = pins(lock)
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(entry for extra in LOCKS[lock] for entry in extras[extra])]
    assert {name_of(entry) for entry in wanted} <= set(found)
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_both_locks_agree_and_the_one_for_playing_has_no_tools():
    play, dev = (pins(lock) for lock in LOCKS)
    assert play.items() <= dev.items()
    assert not set(play) & {name_of(entry) for entry in PROJECT["optional-dependencies"]["dev"]}


def test_nothing_is_installed_without_its_digest():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [line for line in text.splitlines() if re.search(r"(pip|PIP\)) install", line)]
    assert len(installs) == 4
    assert re.search(r"(?m)^ADDED = \$\(1\) --require-hashes .* && \$\(1\) --no-index --no-deps ", text)
    for line in installs:
        assert re.search(r"\$\(call ADDED,|'pip-tools|--require-hashes", line), line
    assert "://" not in text
