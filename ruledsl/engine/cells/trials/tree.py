"""Monte Carlo tree search over determinized games; `play/bots/search.py` does the same in Python.

The tree starts at D.tree, in records of BRANCH bytes, the root first. Words of a record: the key of a choice; its visits; the sum of results for
the player who chose; the next sibling; whether the place behind it was reached; the visits of that place; and its first child.
"""

from __future__ import annotations

from ruledsl.engine.cells.trials.options import (
    another_world,
    begin_anew,
    cell_of_option,
    judge,
    key_of_option,
    log_of,
    note_lead,
    place_asked,
    root,
    spread_of_leads,
    take_noted,
    try_out,
)
from ruledsl.engine.cells.trials.weighing import look_around, weigh
from ruledsl.engine.small.memory import DONE, LEADS, LOOKED, PATH, PRIORS, TRIED, D, S
from ruledsl.engine.small.room import (
    A_WORLD,
    BRANCH,
    FORESEEN,
    FORESIGHT,
    HOPELESS,
    LOG_UNIT,
    SHARED,
    SURE,
)
from ruledsl.engine.small.words import load, store


def explore() -> int:
    """Search until all rollouts are done. Returns the option of which most is expected; LEFT counts the options that may still be the best."""
    while D.trial < D.trials:
        fresh = D.trial % A_WORLD == 0
        D.trial += 1
        D.option = -1
        if fresh:
            another_world()
        climb()
    return best_branch()


def plant() -> int:
    """Create the root."""
    D.records = 0
    D.left = D.options
    return record(0)


def record(key: int) -> int:
    """Create a record."""
    address = D.tree + D.records * BRANCH
    D.records += 1
    store(address, key)
    for i in range(1, BRANCH // 8):
        store(address + 8 * i, 0)
    return address


def climb() -> int:
    """One iteration: descend the tree, expand one step, and finish with quick bots."""
    if begin_anew() == 0:
        return 0
    if D.keyed == 0:
        place = place_asked()
        for option in range(D.options):
            TRIED[option, 2] = key_of_option(place, option)
        foresee()
        D.keyed = 1
    steps = descend()
    try_out(D.turns, D.longest)
    judge(D.worths, D.most_left)
    note_lead(LEADS[D.seat])
    for i in range(steps):
        store(PATH[i, 0] + 8, load(PATH[i, 0] + 8) + 1)
        store(PATH[i, 0] + 16, load(PATH[i, 0] + 16) + LEADS[PATH[i, 1]])
    return 0


def foresee() -> int:
    """PRIORS gets what the policy, if quick bots follow one, makes of the options of the root: how far each one's weight is behind the greatest."""
    look_around()
    most = HOPELESS
    for option in range(D.options):
        PRIORS[option] = weigh(option) if D.guided else 0
        most = max(most, PRIORS[option])
    for option in range(D.options):
        PRIORS[option] = PRIORS[option] - most
    return 0


def descend() -> int:
    """Descend the tree as far as it is expanded. Returns the number of choices."""
    node = D.tree
    steps = 0
    for _ in range(D.depth):
        if S.kind == 0:
            return steps
        if S.options == 1:
            take_noted(0)
        else:
            store(node + 40, load(node + 40) + 1)
            option = branch_taken(node)
            if steps == 0:
                D.option = option
            node = LOOKED[option]
            PATH[steps, 0] = node
            PATH[steps, 1] = S.player
            steps += 1
            take_noted(option)
            if load(node + 32) == 0:
                store(node + 32, 1)
                return steps
    return steps


def branch_taken(node: int) -> int:
    """At the root, the least tried of the options that may be the best; all are expanded.

    Elsewhere the most promising expanded option; another one is expanded when it is due. LOOKED holds the records of all of them.
    """
    place = place_asked()
    there = 0
    for option in range(S.options):
        LOOKED[option] = branch_of(node, key_of_option(place, option))
        if LOOKED[option]:
            there += 1
    if there < S.options and (node == D.tree or 4 * there * there < 9 * load(node + 40)):
        option = fresh_one(place)
        branch = record(key_of_option(place, option))
        store(branch + 24, load(node + 48))
        store(node + 48, branch)
        LOOKED[option] = branch
        return option
    if node == D.tree:
        return undecided()
    return most_promising(place, (spread_of_leads() + 1) * log_of(load(node + 40) - 1) * 25 // 49)


def branch_of(node: int, key: int) -> int:
    """The record of a choice at a node; 0 if it is not expanded."""
    branch = load(node + 48)
    while branch:
        if load(branch) == key:
            return branch
        branch = load(branch + 24)
    return 0


def fresh_one(place: int) -> int:
    """The unexpanded option with the best results elsewhere; one that was never chosen comes first."""
    best = -1
    most = 0
    for option in range(S.options):
        if LOOKED[option] == 0:
            cell = cell_of_option(place, option)
            prior = DONE[cell, 0] // DONE[cell, 1] if DONE[cell, 1] else -HOPELESS
            if best < 0 or prior > most:
                best = option
                most = prior
    return best


def most_promising(place: int, width: int) -> int:
    """The most promising of the expanded options."""
    best = -1
    most = 0
    for option in range(S.options):
        branch = LOOKED[option]
        if branch:
            cell = cell_of_option(place, option)
            shared = DONE[cell, 0] // DONE[cell, 1]
            promise = (load(branch + 16) + SHARED * shared) // (load(branch + 8) + SHARED)
            promise += root(width // (LOG_UNIT * (2 * load(branch + 8) + 1)))
            if best < 0 or promise > most:
                best = option
                most = promise
    return best


def undecided() -> int:
    """The least tried of the options that may be the best."""
    variance = spread_of_leads()
    spread = root(variance)
    top = 0
    for option in range(1, S.options):
        if expected(option, LOOKED[option], spread) > expected(top, LOOKED[top], spread):
            top = option
    width = (variance + 1) * SURE * SURE
    floor = expected(top, LOOKED[top], spread) - margin(LOOKED[top], width)
    chosen = top
    D.left = 0
    for option in range(S.options):
        branch = LOOKED[option]
        if expected(option, branch, spread) + margin(branch, width) >= floor:
            D.left += 1
            if load(branch + 8) < load(LOOKED[chosen] + 8):
                chosen = option
    return chosen


def expected(option: int, branch: int, spread: int) -> int:
    """The mean result of an option of the root, and what the policy expects of it, which counts the less the more often it was tried."""
    behind = PRIORS[option] * spread * FORESIGHT // 10000
    return mean_of(branch) + behind * FORESEEN // (load(branch + 8) + FORESEEN)


def mean_of(branch: int) -> int:
    """The mean result of a branch."""
    return load(branch + 16) // load(branch + 8) if load(branch + 8) else HOPELESS


def margin(branch: int, width: int) -> int:
    """The margin of error of a mean result."""
    return root(width // max(1, load(branch + 8)))


def best_branch() -> int:
    """The option of which most is expected; TRIED gets the results and the rollouts of all."""
    spread = root(spread_of_leads())
    best = 0
    most = HOPELESS
    for option in range(D.options):
        branch = branch_of(D.tree, TRIED[option, 2]) if D.keyed else 0
        if branch:
            TRIED[option, 0] = load(branch + 16)
            TRIED[option, 1] = load(branch + 8)
            lead = expected(option, branch, spread)
            if lead > most:
                best = option
                most = lead
    return best


def branch_is_lost() -> int:
    """Record a rollout of this option without a known result."""
    if D.option >= 0:
        branch = branch_of(D.tree, TRIED[D.option, 2])
        store(branch + 8, load(branch + 8) + 1)
        store(branch + 16, load(branch + 16) + HOPELESS)
    return 0
