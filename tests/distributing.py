"""Which tests `make test` plays and which `make test-full` does, and which process plays them: a file is one piece of work, since its tests share
what they load."""

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
    "versions/test_frozen_packs.py",
    "versions/test_own_names_win.py",
    "test_wheel.py",
)
"""Files that take long: begun early, none of them is what everybody waits for at the end."""
assert all((TESTS / name).is_file() for name in LONG), "a file of tests has another name now"

FULL = {
    "browser": "browsers, whole games among them",
    "test_wheel.py": "a build and an installation by pip",
    "versions": "packs and saves of earlier versions, by their own code",
    "docs/test_notebooks.py": "whole notebooks",
    "docs/test_language.py": "each block of the page of the language, as a pack of its own",
    "cli/test_cluster.py": "a cluster of processes",
    "cli/test_balance.py": "thousands of games",
    "author/service/test_neovim.py": "an editor",
    "author/service/test_protocol.py": "language servers, each a process",
    "author/service/test_incremental.py": "the checker of an editor beside the whole one",
    "author/service/test_renaming.py": "everything of every pack called otherwise",
    "cli/test_data.py": "the data of every command, with odd texts",
    "cli/test_edges.py": "the same commands in many terminals and surroundings",
    "cli/test_new.py": "new packs, validated and played",
    "cli/test_compare.py": "thousands of games",
    "cli/test_study_lines.py": "a study of many games",
    "rules/packs/test_playthroughs.py": "all golden games",
    "table/server/test_on_windows.py": "what stands in for Windows",
    "table/server/test_try_and_weigh.py": "jobs of the workshop, thousands of games",
    "table/server/test_workshop.py": "jobs of the workshop, in processes",
    "table/server/test_nothing_leaks.py": "every byte of whole games",
    "table/server/test_nothing_is_lost.py": "servers that die",
    "table/server/test_who_may.py": "every request, as everybody",
    "table/server/test_tried.py": "packs of strangers, tried in processes",
    "table/standalone": "the page's build",
    "rules/packs/test_scenarios.py": "the scenarios of all packs",
    "rules/packs/test_pairs.py": "pairs of tiles, over all packs",
    "rules/packs/test_shipped.py": "all packs together",
    "engine/machines": "two printers and what they run on, side by side over all packs",
    "base/store/test_kept.py": "what is kept, beside what is made anew",
    "properties": "games at random, whole ones",
    "hostile": "packs of strangers, with their limits of time",
    "rules/check/test_robust.py": "packs with damage everywhere",
    "play/test_saved_packs.py": "saves beside changed packs",
    "play/test_watched_actions.py": "whole games, each choice by itself",
    "play/explain/test_every_clause.py": "all clauses of all packs",
    "engine/test_evaluator.py": "two ways to evaluate, side by side",
    "rules/check/test_conformance.py": "what the checker says, beside what games do",
    "rules/check/test_reachability.py": "answers of all packs, beside those of some",
    "rules/check/test_quiet.py": "silences in each kind of text",
    "cli/test_upgrade.py": "packs of earlier versions, upgraded and tried",
    "cli/test_study.py": "studies of many games",
    "cli/test_autosave.py": "games that two processes go on with",
    "cli/test_full_disk.py": "disks of their own",
    "author/exchange/test_installing.py": "installations, by git and pip",
    "author/exchange/test_publishing.py": "what a repository runs",
    "table/server/test_editor_attack.py": "an editor that means harm",
    "table/server/test_safe_to_leave_open.py": "strange requests, hundreds",
    "table/server/test_changed_journal.py": "journals with damage everywhere",
    "lab/training": "bots that learn",
}
"""What only `make test-full` plays: files and folders, and what takes long there."""
assert all((TESTS / name).exists() for name in FULL), "what is named here is called otherwise now"


def is_full(path):
    """Is a test of this file played by `make test-full` alone?"""
    place = path.relative_to(TESTS)
    return any(name in FULL for name in (place.as_posix(), *(folder.as_posix() for folder in place.parents)))


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
