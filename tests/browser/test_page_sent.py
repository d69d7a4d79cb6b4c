"""A pack from somebody else is dropped on the page: the lobby shows it and installs it, the workshop unpacks it."""

import base64

import pytest
from playing import at_table

from ruledsl.rules.packs.folders.bundles import packed

HEAD = b"id: bogs\nversion: 0.1.0\nlanguage: 1\nname: '<b>Bogs</b>'\nrequires: {core: '>=0.1'}\nauthors: ['<script>alert(1)</script>']\n"
BUNDLE = packed({"pack.yaml": HEAD, "words.yaml": b"terrains: [bog]\n"})
DROP = """([data, name]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""

SENT = 'export const sentHere = () => "";'


def drop(page, name="bogs-0.1.0.ruledsl", bundle=BUNDLE):
    page.evaluate(DROP, [base64.b64encode(bundle).decode(), name])


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "own"))
    return tmp_path / "own"


def test_the_lobby_installs_what_is_dropped(serve, visit, own):
    page = visit(serve().address)
    page.wait_for_selector(".bring input[accept*='.ruledsl']", state="attached")
    drop(page)
    page.wait_for_selector(".about-pack")
    assert "<script>alert(1)</script>" in page.inner_text(".about-pack")
    assert page.get_by_text("<b>Bogs</b>").count()
    assert not own.exists()
    page.get_by_role("button", name="Install it").click()
    page.get_by_text("Installed. Choose it").wait_for()
    assert (own / "bogs-0.1.0.ruledsl").read_bytes() == BUNDLE


TOADS = packed(
    {
        "pack.yaml": b"id: toads\nversion: 0.1.0\nlanguage: 3\nname: Toads\nrequires: {smallworld: '>=0.1'}\n",
        "races.yaml": b"races:\n  toads: {name: Toads, summary: They hop over lakes., number: 4, tray: 9}\n",
    }
)


def test_the_lobby_shows_the_cards_of_what_is_dropped_and_plays_with_it(serve, visit, own):
    page = visit(serve().address)
    page.wait_for_selector(".bring input", state="attached")
    drop(page, bundle=TOADS)
    page.locator(".sent-tile", has_text="They hop over lakes.").wait_for()
    assert "Toads race banner · 4 / 9" in page.locator(".sent-tile").inner_text()
    page.get_by_role("button", name="Play with it").click()
    at_table(page)
    assert (own / "toads-0.1.0.ruledsl").read_bytes() == TOADS


def test_the_workshop_unpacks_what_is_dropped(visit, empty_shop):
    page = visit(f"{empty_shop.address}/workshop", refused=True)
    page.get_by_text("Make a pack").first.wait_for()
    drop(page)
    page.wait_for_selector('.cm-content[aria-label="Text of bogs/words.yaml"]')
    words = empty_shop.folder / "bogs/words.yaml"
    assert words.read_text() == "terrains: [bog]\n"
    words.write_text("terrains: [moor]\n")
    drop(page)
    page.get_by_text("already exists").wait_for()


def test_the_workshop_asks_before_it_unpacks_what_a_link_brings(visit, empty_shop, chromium):
    """Only the page without a server has links with packs; here one is put where it reads them."""
    sent = f"export const sentHere = () => '{base64.b64encode(BUNDLE).decode()}';"
    context, asked = chromium.new_context(), []

    def link(route):
        text = route.fetch().text()
        assert SENT in text
        route.fulfill(body=text.replace(SENT, sent), content_type="text/javascript")

    def answered(does):
        page = visit("about:blank", context=context)
        page.on("dialog", lambda dialog: asked.append(dialog.message) or getattr(dialog, does)())
        page.goto(f"{empty_shop.address}/workshop")
        return page

    context.route("**/page/reach.js", link)
    answered("dismiss").get_by_text("Make a pack").first.wait_for()
    assert not list(empty_shop.folder.iterdir())
    answered("accept").wait_for_selector('.cm-content[aria-label="Text of bogs/words.yaml"]')
    assert (empty_shop.folder / "bogs/words.yaml").exists()
    assert asked == ["Put the pack from this link into the folder of the workshop?"] * 2
