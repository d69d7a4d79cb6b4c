"""Nothing on the page moves by itself: what is pressed stays where it was seen."""

import pytest
from conftest import DESKTOP
from playing import PHONE, at_table, play

MOST = 0.05
"""Below 0.1 counts as good; a table has to be calmer."""
OBSERVED = """
    window.shifted = [];
    let pressed = false;
    let opened = -1000;
    addEventListener("click", ({ target }) => (pressed = Boolean(target.closest("summary"))), true);
    addEventListener("toggle", () => pressed && (opened = performance.now()), true);
    new PerformanceObserver((list) => {
        for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
            const moved = sources.map(({ node }) => node?.className || node?.nodeName);
            const ofPress = hadRecentInput || Math.abs(startTime - opened) < 200;
            if (!ofPress) window.shifted.push({ value, at: startTime, moved });
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
"""A list that somebody opens moves what lies below it; on a busy machine a browser has forgotten the press by then."""


def cumulative(shifts):
    """The cumulative layout shift, as browsers define it: of shifts less than a second apart, at most five seconds together, the most in sum."""
    sums, last, first = [0.0], 0.0, 0.0
    for one in shifts:
        if one["at"] - last > 1000 or one["at"] - first > 5000:
            sums.append(0.0)
            first = one["at"]
        last = one["at"]
        sums[-1] += one["value"]
    return max(sums)


@pytest.mark.needs_server("the same page")
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_some_turns_shift_nothing(table, visit, viewport):
    page = visit("about:blank", viewport=viewport)
    page.add_init_script(OBSERVED)
    page.goto(table(seats=("human", "random", "random")).links[0])
    at_table(page)
    assert play(page, lambda count: count // 2, most=25) == 25
    shifts = page.evaluate("window.shifted")
    assert cumulative(shifts) < MOST, sorted(shifts, key=lambda one: -one["value"])[:8]
