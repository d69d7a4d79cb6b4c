"""Somebody who plays by the accessibility tree alone: what Chromium tells screen readers, by roles and names, and the keys Tab and Enter."""

from dataclasses import dataclass
from time import monotonic, sleep

from playing import position

OWN = "●"
"""The title of the page begins with it when this seat is asked."""
ANSWERS_NOTHING = ("↶", "What should I do?", "I know that")
TELLS_ONLY = ("Close", "Preview", "Show the rules", "Hide the rules", "more", "less")
"""Buttons in what is told of a region."""


@dataclass
class Heard:
    """A node of the tree."""

    role: str
    name: str
    node: int
    """Its number, by which it gets the focus; none has 0 (list markers)."""
    inside: tuple[str, ...]
    """The names of the landmarks and groups around it, the outermost first."""
    enabled: bool


class Listener:
    """A page as those hear it who do not see it."""

    def __init__(self, page):
        self.page = page
        self.tools = page.context.new_cdp_session(page)

    def hear(self):
        """Everything in the tree now, in its order."""
        nodes = self.tools.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        found = []

        def walk(node, inside):
            if not node["ignored"]:
                role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
                states = {state["name"]: state["value"].get("value") for state in node.get("properties", ())}
                found.append(
                    Heard(role, name, node.get("backendDOMNodeId", 0), inside, not states.get("disabled"))
                )
                inside = (*inside, name or role) if role in ("region", "main", "group", "list") else inside
            for child in node.get("childIds", ()):
                if child in by_id:
                    walk(by_id[child], inside)

        walk(nodes[0], ())
        return found

    def until(self, holds, patience=120):
        """Listen until something holds of the tree; the tree then."""
        end = monotonic() + patience
        while not holds(heard := self.hear()):
            assert monotonic() < end, [(one.role, one.name) for one in heard if one.role != "InlineTextBox"]
            sleep(0.05)
        return heard

    def press(self, button):
        """Bring the focus to a button and press Enter."""
        self.tools.send("DOM.focus", {"backendNodeId": button.node})
        self.page.keyboard.press("Enter")

    def answer(self, heard, pick):
        """Answer once; what cannot be taken back says so and is pressed again."""
        before, made = offered(heard), position(self.page)
        choices = answers(heard)
        chosen = choices[pick(len(choices))]
        self.press(chosen)
        # names change when it is known what presses bring, and buttons go while the table answers: only what is new goes on
        heard = self.until(
            lambda now: position(self.page) != made or asks_again(now) or over(now) or offered(now) - before
        )
        if position(self.page) == made and asks_again(heard):
            self.press(chosen)
            self.until(lambda now: position(self.page) != made or over(now))


def buttons(heard, where, *, deep=True):
    """The enabled buttons in a landmark."""
    return [
        one
        for one in heard
        if one.role == "button" and one.enabled and where in (one.inside if deep else one.inside[-1:])
    ]


def regions(heard, *, told=False):
    """The regions of the board, or the buttons in what is `told` of one."""
    names = {one.name for one in heard if one.role == "region"}
    return [
        one
        for one in buttons(heard, "main")
        if "Zoom" not in one.inside and (not names.isdisjoint(one.inside)) == told
    ]


def asks(heard):
    """The question of this seat, or nothing. It stands beside the board; what is said of a region, on it."""
    title = next(one.name for one in heard if one.role == "RootWebArea")
    headings = [one.name for one in heard if one.role == "heading"]
    beside = [one.name for one in heard if one.role == "region" and "main" not in one.inside]
    return next((name for name in beside if name in headings), "") if title.startswith(OWN) else ""


def answers(heard):
    """The buttons that answer what is asked: confirming what was placed, cards to take, regions of the board, and the others."""
    panel = [one for one in buttons(heard, asks(heard)) if not one.name.startswith(ANSWERS_NOTHING)]
    for first in ("Confirm", "Spread evenly"):
        if chosen := [one for one in panel if one.name == first]:
            return chosen
    cards = [one for one in buttons(heard, "Market") if one.name.startswith("take ")]
    told = [one for one in regions(heard, told=True) if not one.name.startswith(TELLS_ONLY)]
    return cards or [*panel, *told, *(one for one in regions(heard) if ". " in one.name)]


def spoken(heard):
    """What was said last to those who hear the page: the live region at its end."""
    place = max(n for n, one in enumerate(heard) if one.role == "status")
    return " ".join(one.name for one in heard[place:] if one.role == "StaticText")


def over(heard):
    return any(one.role == "StaticText" and one.name.startswith("The game is over") for one in heard)


def asks_again(heard):
    return any(one.role == "StaticText" and one.name.startswith("Press again") for one in heard)


def offered(heard):
    """The buttons that answer what is asked, by their nodes: their names may change."""
    return {one.node for one in answers(heard)} if asks(heard) else set()
