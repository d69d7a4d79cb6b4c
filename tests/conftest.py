"""Nothing of the user's is read or written: no packs, no cache. Nothing is a fault because a machine is busy."""

import gc
import os
import signal
import sys

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook
from distributing import TESTS, ByFile, is_full, turn_of
from hypothesis import settings
from lengths import WHOLE
from platformdirs import user_cache_path

# A timing is no test; and whoever changed nothing finds nothing new: other examples each time are for `make soak`.
settings.register_profile("here", deadline=None, derandomize=not WHOLE, max_examples=100 if WHOLE else 25)
settings.load_profile("here")


# Trees of rules are many objects and hardly any garbage: a search for it each time some hundred are made costs a tenth of all the time.
gc.set_threshold(1_000_000, 20, 20)


# What is tested is what runs: of a package that has a plugin for it pytest rewrites all assertions, which makes it slower and other code. Said
# here, since a conftest of a folder that is named imports the package before anything is configured.
for hook in sys.meta_path:
    if isinstance(hook, AssertionRewritingHook):
        hook._must_rewrite.discard("ruledsl")
        hook._marked_for_rewrite_cache.clear()


def pytest_configure(config):
    """What is laid down once, for all processes of the tests."""
    if not hasattr(config, "workerinput"):
        _lay_tables_beside_the_grammar()


def _lay_tables_beside_the_grammar():
    """As a build does; after a change of the grammar each process of the tests would make them anew."""
    from ruledsl.language.syntax.grammar import tables_beside  # noqa: PLC0415 - not before pytest is told above

    if tables_beside() is None:
        from ruledsl.language.syntax.larktables import put_down  # noqa: PLC0415 - seldom

        put_down()


def pytest_collection_finish():
    """What is there by now stays to the end; none of these searches goes through it again."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers(config):
    """More than there are cores: some always wait, in the full part more of them."""
    return (yield) + (1 if config.getoption("part") == "short" else 2)


def pytest_addoption(parser):
    parser.addoption(
        "--part", choices=["short", "full"], help="the tests of `make test`, or those of `make test-full`"
    )


def pytest_ignore_collect(collection_path, config):
    """Files of the other part are not even imported."""
    part = config.getoption("part")
    if part is not None and collection_path.is_file() and is_full(collection_path) != (part == "full"):
        return True
    return None


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: turn_of(item.path))


# Also while tests are collected, before any fixture.
os.environ["RULEDSL_CACHE"] = "off"
# What others wrote was fetched before, among the caches of whoever runs the tests (`make vendored`).
os.environ.setdefault("RULEDSL_VENDORED", str(user_cache_path("ruledsl", appauthor=False) / "vendored"))


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_the_user(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        # Tests look at what is loaded anew; those of the cache switch it on. Processes without this variable find an empty folder.
        patch.setenv("RULEDSL_CACHE", "off")
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        yield


@pytest.fixture(autouse=True, scope="session")
def _signals_are_heard():
    """Whoever starts the tests in the background of a shell, or so that they outlive it, has processes deaf to some signals; tests send them."""
    for number, heard in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, heard)


@pytest.fixture(scope="session")
def shared_cache(pytestconfig):
    """What a machine has that is in use: what one process has worked out is there for the next one, and for the next run of the tests."""
    return pytestconfig.rootpath / ".pytest_cache" / "packs"


FRESH = ("hostile", "base/store", "rules/packs/test_below")
"""Where tests are about how packs are loaded, each loads them anew. Elsewhere packs that one test has loaded are there for the next one."""
MEGABYTES = "1000"
"""Enough for all that the tests compile: with the usual limit, the next run finds none of it."""


@pytest.fixture(autouse=True, scope="module")
def _kept(request, shared_cache):
    with pytest.MonkeyPatch.context() as patch:
        if not request.path.relative_to(TESTS).as_posix().startswith(FRESH):
            patch.setenv("RULEDSL_CACHE", str(shared_cache))
            patch.setenv("RULEDSL_CACHE_SIZE", MEGABYTES)
        yield


def pytest_terminal_summary(terminalreporter):
    """One line about the tests that were left out because there is no browser, one about those without an editor."""
    needs = {
        "no browser": "of the page in a browser (Playwright and Debian's chromium are needed)",
        "no editor": "in an editor (Debian's neovim is needed)",
    }
    for mark, what in needs.items():
        reports = terminalreporter.stats.get("skipped", [])
        skipped = [report for report in reports if mark in str(report.longrepr)]
        if skipped:
            terminalreporter.write_line(f"left out: {len(skipped)} tests {what}.")
