"""Events that raise others, that ask without end, that leave much behind."""

from __future__ import annotations

from hostile_pack import case, race, rules_case

rules_case(
    __name__,
    "events that raise two others",
    "event e0:\n  set turn_player to turn_player\n"
    + "\n".join(f"event e{i}:\n  do e{i - 1}\n  do e{i - 1}" for i in range(1, 60))
    + "\nafter setting_out: do e59",
)
rules_case(
    __name__,
    "events that raise two others, by triggers",
    "event e0\n"
    + "\n".join(f"event e{i}\nafter e{i}:\n  do e{i - 1}\nbefore e{i}:\n  do e{i - 1}" for i in range(1, 50))
    + "\nafter setting_out: do e49",
)
rules_case(
    __name__,
    "events that raise one another in loops",
    "event e0:\n  set turn_player to turn_player\n"
    + "\n".join(f"event e{i}:\n  for each region in regions:\n    do e{i - 1}" for i in range(1, 9))
    + "\nafter setting_out: do e8",
)
rules_case(
    __name__,
    "a choice that leads to itself either way",
    "event e1:\n  may again: do e1\n  else: do e1\nafter setting_out: do e1",
)
rules_case(
    __name__,
    "a choice of regions that leads to itself either way",
    "event e1:\n  may choose region from regions: do e1\n  else: do e1\nafter setting_out: do e1",
)
rules_case(
    __name__,
    "a choice that leads deeper and deeper",
    "event e1:\n  may again: do e1\nafter setting_out: do e1",
)
rules_case(
    __name__,
    "an offer that leads to itself",
    "after setting_out:\n  do playing\naction again\n  during opening\n  do:\n    do turn of turn_player",
)
rules_case(
    __name__,
    "coins in 900,000 steps",
    "after setting_out:\n  repeat 900 times:\n    repeat 1000 times:\n      for each player in players:\n        player gains 1 coins",
)
rules_case(
    __name__,
    "coins in steps, as many as the game says",
    "remember n of game: number = 900000\nafter setting_out:\n  repeat n times:\n    for each player in players: player gains 1 coins",
)
rules_case(
    __name__,
    "coins each time anybody is asked",
    "remember n of game: number = 9000\nbefore opening:\n  repeat n times:\n    for each player in players: player gains 1 coins",
)
rules_case(
    __name__,
    "peoples without number",
    "after setting_out:\n  repeat 9000 times:\n    found crowd of (first of (tiles of race)) with none for turn_player",
)
rules_case(
    __name__,
    "peoples each turn",
    "before opening:\n  repeat 900 times:\n    found crowd of (first of (tiles of race)) with none for turn_player",
)
rules_case(__name__, "shuffles", "after setting_out:\n  repeat 9999 times: shuffle banners")
rules_case(
    __name__,
    "stages back and forth",
    "before conquests:\n  repeat 4000 times:\n    for each it_people in peoples:\n      set stage of it_people to "
    "declined\n      set stage of it_people to active",
)
case("tokens moved back and forth")(
    lambda: race(
        "before my conquests:\n  repeat 9999 times:\n    move all token of me to hand\n    for each region in regions: "
        "move 1 token of me from hand to region"
    )
)
case("borrowing")(
    lambda: race(
        "before my conquests:\n  repeat 9999 times:\n    borrow first of badges for this\n    borrow first of banners for this"
    )
)
case("exchanging regions")(
    lambda: race(
        "before my conquests:\n  repeat 9999 times:\n    for each region in regions: exchange region with first of regions"
    )
)
case("pieces by the million")(
    lambda: {
        **race(
            "before my conquests:\n  repeat 9999 times:\n    for each region in regions: move 999999 pebble from box to region"
        ),
        "pieces.yaml": "pieces:\n  pebble: {name: Pebble, rules: here defence +1}\n",
    }
)
rules_case(
    __name__,
    "memories of tiles, without end",
    "remember seen of tile: number\nbefore opening:\n  repeat 900 times:\n    for each t in banners: add 1 to seen of t",
)
rules_case(
    __name__,
    "a thousand phases",
    "\n".join(f"phase extra_{i} after scoring of turn:\n  offer to player" for i in range(1000)),
)
