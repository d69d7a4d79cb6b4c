"""What a first game explains: each thing once, counted as it comes, until it has been done."""

import json

from playing import answer, asked, at_table, changed, position

KEPT = "JSON.parse(localStorage.getItem('ruledsl.settings') ?? '{}')"


def hint(page):
    """The text and the number of the hint that is shown."""
    shown = page.locator(".guide")
    return shown.locator("p").first.inner_text() if shown.count() else "", shown.locator(
        "small"
    ).all_inner_texts()


def test_hints_come_once_each_and_go_when_done(table, visit):
    page = visit(table(seats=("human", "random")).links[0])
    at_table(page)
    seen = []
    for _ in range(14):
        if not asked(page):
            break
        text, count = hint(page)
        if text and (not seen or seen[-1][0] != text):
            seen.append((text, count[0]))
        made = position(page)
        answer(page, lambda many: many // 2)
        changed(page, made)
    texts = [text for text, _ in seen]
    assert len(texts) > 3
    assert len(set(texts)) == len(texts), "each once"
    numbers = [int(count.split()[1]) for _, count in seen]
    assert numbers == sorted(set(numbers)), "each has its number"
    assert all(int(count.split()[1]) <= int(count.split()[3]) for _, count in seen)
    told = page.evaluate(KEPT)["told"]
    assert "take" in told
    assert "place" in told, json.dumps(told)


def test_a_hint_that_was_put_aside_stays_away(table, visit):
    link = table(seats=("human", "random")).links[0]
    page = visit(link)
    at_table(page)
    first = hint(page)
    page.get_by_role("button", name="I know that").click()
    page.wait_for_function("(text) => document.querySelector('.guide p')?.innerText !== text", arg=first[0])
    page.reload()
    at_table(page)
    assert hint(page)[0] != first[0]


def test_what_ends_the_conquests_comes_last(table, visit):
    page = visit(table(seats=("human", "random")).links[0])
    at_table(page)
    while not page.locator(".light.offered").count():
        made = position(page)
        answer(page, lambda _: 0)
        changed(page, made)
    page.wait_for_selector(".region-list")
    buttons = page.locator(".options > .option, .options > .region-list > summary").all_inner_texts()
    assert [text.splitlines()[0] for text in buttons][-1] == "End the conquests"
